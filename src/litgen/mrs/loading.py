"""Loading rules from TOML files: inheritance between rules, variants and dialects."""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from litgen.exceptions import RuleError
from litgen.mrs.lemmas import Tables, load_tables
from litgen.mrs.operators import add_entries, read_entries
from litgen.mrs.reading import FormReader
from litgen.mrs.rule import DIALECTS, Example, Form, Rule
from litgen.tables import rules_folder

Raw = dict[str, Any]

#: Keys of a rule's form; a variant or a dialect may say any of them anew.
FORM_KEYS = frozenset(Form.__slots__)
_RULE_KEYS = FORM_KEYS | {
    "name", "phenomenon", "gloss", "source", "each", "alternatives", "unchanged", "position",
    "excludes", "like", "variant", "dialect", "examples",
}  # fmt: skip
_VARIANT_KEYS = FORM_KEYS | {"dialect"}
#: What a variant says of these is added to what the rule says; of others, it replaces it.
_ADDED = ("where", "unless", "set")


OPERATORS = "operators.toml"
#: Files of a user's folder that hold no rules on MRSs.
NOT_RULES = frozenset(("labels.toml", "suites.toml", "tautologies.toml", OPERATORS))


class Rules(NamedTuple):
    """All rules by name, the tables of lemmas they ask about, and a hash of the files."""

    by_name: Mapping[str, Rule]
    tables: Tables
    signature: str


def load_rules(extra: Path | None = None) -> Rules:
    """The shipped rules, and a user's own.

    Args:
        extra: a folder of ``*.toml`` with rules (``--rules``). A rule of the same name replaces
            the shipped one; so does a table of the same name in its ``tables.toml``.

    Raises:
        RuleError: one line: file, rule, reason.
    """
    folders = (rules_folder() / "mrs", *([extra.resolve()] if extra else []))
    files = [path for folder in folders for path in _files(folder)]
    files += [folder / OPERATORS for folder in folders if (folder / OPERATORS).is_file()]
    stamps = tuple((path, path.stat().st_mtime_ns, path.stat().st_size) for path in files)
    return _load(folders, stamps)


def _files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.glob("*.toml") if path.name not in NOT_RULES)


@lru_cache(maxsize=4)
def _load(folders: tuple[Path, ...], stamps: tuple[tuple[Path, int, int], ...]) -> Rules:
    """The rules of folders; ``stamps`` makes a changed file be read again."""
    raw: dict[str, tuple[Raw, Path]] = {}
    tables: dict[str, frozenset[str]] = {}
    digest = hashlib.sha256()
    for path, *_ in stamps:
        if path.name == OPERATORS:
            digest.update(path.read_bytes())
            add_entries(read_entries(_toml(path), path))
    for folder in folders:
        files = _files(folder)
        if not files and not any(folder.glob("*.toml")):
            raise RuleError(f"{folder}: no rule files (*.toml) here")
        here: dict[str, tuple[Raw, Path]] = {}
        for path in files:
            digest.update(path.read_bytes())
            if path.name == "tables.toml":
                tables.update(load_tables(path))
                continue
            for rule in _read_file(path):
                name = _name(rule, path)
                if name in here:
                    raise RuleError(f"{path}: rule {name}: already in {here[name][1]}")
                here[name] = (rule, path)
        raw.update(here)
    rules = {name: _rule(name, raw, tables) for name in raw}
    return Rules(rules, tables, digest.hexdigest()[:16])


def _read_file(path: Path) -> list[Raw]:
    data = _toml(path)
    rules = data.pop("rule", None)
    if data or not isinstance(rules, list) or not all(isinstance(r, dict) for r in rules):
        raise RuleError(f"{path}: a rule file holds [[rule]] tables and nothing else")
    return rules


def _toml(path: Path) -> Raw:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise RuleError(f"{path}: {error}") from None


def _name(rule: Raw, path: Path) -> str:
    name = rule.get("name")
    if not isinstance(name, str) or not name or "+" in name or ";" in name:
        raise RuleError(f"{path}: rule {name!r}: needs a name without '+' and ';'")
    return name


def _inherited(name: str, raw: Mapping[str, tuple[Raw, Path]], seen: tuple[str, ...] = ()) -> Raw:
    """A rule's table with what it takes over from the rule it is ``like``."""
    rule, path = raw[name]
    parent = rule.get("like")
    if parent is None:
        return rule
    if parent not in raw or parent in (*seen, name):
        raise RuleError(f"{path}: rule {name}: like {parent!r}: no such rule, or a circle")
    base = _inherited(parent, raw, (*seen, name))
    merged = {**base, **rule}
    merged.pop("like")
    if "dialect" in base:
        dialects = {d: dict(t) for d, t in base["dialect"].items()}
        for dialect, table in rule.get("dialect", {}).items():
            dialects.setdefault(dialect, {}).update(table)
        merged["dialect"] = dialects
    return merged


def _rule(name: str, raw: Mapping[str, tuple[Raw, Path]], tables: Tables) -> Rule:
    path = raw[name][1]
    rule = _inherited(name, raw)
    reader = FormReader(path, name, tables)
    reader.keys(rule, _RULE_KEYS, what="rule")
    texts = {key: reader.text(rule, key) for key in ("phenomenon", "gloss", "source")}
    for key, value in texts.items():
        if not value:
            reader.fail(f"needs '{key}'")
    each = reader.text(rule, "each") or None
    reader.one_of(each, ("conjunct",), "each")
    position, alternatives = rule.get("position"), rule.get("alternatives", False)
    if not isinstance(position, int) or isinstance(position, bool):
        reader.fail("needs 'position', a number: its place in a sequence")
    if not isinstance(alternatives, bool):
        reader.fail("'alternatives' is true or false")
    variants = rule.get("variant", [{}])
    if not isinstance(variants, list) or not variants:
        reader.fail("'variant' is a list of tables")
    for variant in variants:
        reader.keys(reader.table_of(variant, "variant"), _VARIANT_KEYS, what="variant")
    for part in (rule, *variants):
        _check_dialects(part, reader)
    forms = {
        dialect: tuple(
            FormReader(path, name, tables).form(_form(rule, variant, dialect))
            for variant in variants
        )
        for dialect in DIALECTS
    }
    return Rule(
        name=name,
        phenomenon=texts["phenomenon"] or "",
        gloss=texts["gloss"] or "",
        source=texts["source"] or "",
        each=each,
        alternatives=alternatives,
        unchanged=reader.text(rule, "unchanged"),
        position=position,
        excludes=frozenset(_names(rule.get("excludes", []), reader)),
        forms=forms,
        examples=reader.each(rule, "examples", lambda e: _example(e, reader)),
        path=path,
    )


def _names(value: object, reader: FormReader) -> list[str]:
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
        reader.fail("'excludes' is a list of names of rules")
    return [str(each) for each in value]


def _check_dialects(part: Raw, reader: FormReader) -> None:
    for dialect, table in reader.table_of(part.get("dialect", {}), "dialect").items():
        reader.one_of(dialect, tuple(DIALECTS), "dialect")
        reader.keys(reader.table_of(table, dialect), FORM_KEYS, what=f"dialect {dialect}")


def _ancestry(dialect: str | None) -> Iterable[str]:
    chain = []
    while dialect is not None:
        chain.append(dialect)
        dialect = DIALECTS[dialect]
    return reversed(chain)


def _form(rule: Raw, variant: Raw, dialect: str) -> Raw:
    """The keys of a form: the rule's, its dialects', the variant's, the variant's dialects'."""
    form = {key: rule[key] for key in FORM_KEYS if key in rule}
    for ancestor in _ancestry(dialect):
        _override(form, rule.get("dialect", {}).get(ancestor, {}))
    for key in _ADDED:
        if key in variant:
            form[key] = [*form.get(key, []), *variant[key]]
    _override(form, {k: v for k, v in variant.items() if k not in (*_ADDED, "dialect")})
    for ancestor in _ancestry(dialect):
        _override(form, variant.get("dialect", {}).get(ancestor, {}))
    return form


def _override(form: Raw, part: Raw) -> None:
    for key, value in part.items():
        if key == "fresh" and isinstance(value, dict):
            form[key] = {**form.get(key, {}), **value}
        else:
            form[key] = value


def _example(raw: Mapping[str, Any], reader: FormReader) -> Example:
    reader.keys(raw, {"in", "out", "declined", "parameters"}, what="example")
    text, declined = reader.text(raw, "in"), reader.text(raw, "declined")
    outputs = reader.strings(raw.get("out", []), "out")
    if text is None or bool(outputs) == bool(declined):
        reader.fail(f"example {text!r}: needs 'in', and either 'out' or 'declined'")
    parameters = reader.strings_by_name(raw.get("parameters", {}), "parameters")
    return Example(text, outputs, declined, parameters)
