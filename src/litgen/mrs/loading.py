"""Load rules from TOML files: inheritance between rules, variants and dialects."""

import hashlib
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from litgen.exceptions import RuleError
from litgen.lexicon import add_lexicon
from litgen.mrs.fields import Reader
from litgen.mrs.operators import add_entries, read_entries
from litgen.mrs.reading import RuleReader
from litgen.mrs.rule import DIALECTS, Form, Rule
from litgen.tables import faults_of, read_toml, rules_folder, with_function_words

Raw = dict[str, Any]

#: The keys of a rule's form, unchanged; a variant or a dialect may redefine any of them.
_FORM: dict[str, Reader] = dict.fromkeys(Form.__slots__, lambda value, key: value)
#: Keys for which a variant's value is added to the rule's; for other keys it replaces it.
_ADDED = ("where", "unless", "set")
#: Keys that may refer to named conditions of the rule files.
_TESTS = ("where", "unless")


OPERATORS = "operators.toml"
#: Files of a user's folder that contain no MRS rules.
NOT_RULES = frozenset(
    f"{name}.toml"
    for name in ("labels", "meanings", "suites", "tautologies", "frames", "operators")
)


class Rules(NamedTuple):
    """All rules by name, and a hash of the files."""

    by_name: Mapping[str, Rule]
    signature: str


def load_rules(extra: str | Path | None = None) -> Rules:
    """Load the shipped rules and a user's own.

    Args:
        extra: a folder of ``*.toml`` with rules (``--rules``). A rule of the same name replaces
            the shipped one; the entries of ``lexicon/*.toml`` are added to the shipped lexicon.

    Raises:
        RuleError: a file is not valid; names file, rule and reason in one line.
    """
    folders = (rules_folder() / "mrs", *([Path(extra).resolve()] if extra is not None else []))
    files = [path for folder in folders for path in _files(folder)]
    files += [folder / OPERATORS for folder in folders if (folder / OPERATORS).is_file()]
    files += sorted(each for folder in folders[1:] for each in folder.glob("lexicon/*.toml"))
    stamps = tuple((path, path.stat().st_mtime_ns, path.stat().st_size) for path in files)
    return _load(folders, stamps)


def _files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.glob("*.toml") if path.name not in NOT_RULES)


@lru_cache(maxsize=4)
def _load(folders: tuple[Path, ...], stamps: tuple[tuple[Path, int, int], ...]) -> Rules:
    """Load the rules of folders; ``stamps`` forces a changed file to be read again."""
    raw: dict[str, tuple[Raw, Path]] = {}
    conditions: Raw = {}
    digest = hashlib.sha256()
    for path in (path for path, *_ in stamps):
        if path.name == OPERATORS or path.parent.name == "lexicon":
            digest.update(path.read_bytes())
        if path.name == OPERATORS:
            with faults_of(path):
                add_entries(read_entries(read_toml(path), path))
    for folder in folders:
        add_lexicon(folder / "lexicon")
        files = _files(folder)
        if not files and not any(folder.rglob("*.toml")):
            raise RuleError(f"{folder}: no rule files (*.toml) here")
        here: dict[str, tuple[Raw, Path]] = {}
        for path in files:
            digest.update(path.read_bytes())
            data = with_function_words(read_toml(path))
            named, rules = data.pop("conditions", {}), data.pop("rule", None)
            listed = isinstance(rules, list) and all(isinstance(r, dict) for r in rules)
            if data or not isinstance(named, dict) or not (listed or (named and rules is None)):
                raise RuleError(f"{path}: a rule file holds [[rule]] tables and [conditions]")
            conditions.update(named)
            for rule in rules or ():
                name = rule.get("name")
                if not isinstance(name, str) or not name or "+" in name or ";" in name:
                    raise RuleError(f"{path}: rule {name!r}: needs a name without '+' and ';'")
                if name in here:
                    raise RuleError(f"{path}: rule {name}: already in {here[name][1]}")
                here[name] = (rule, path)
        raw.update(here)
    by_name = {}
    for name, (_, path) in raw.items():
        with faults_of(path):
            by_name[name] = _rule(name, raw, conditions)
    return Rules(by_name, digest.hexdigest()[:16])


def _inherited(name: str, raw: Mapping[str, tuple[Raw, Path]], seen: tuple[str, ...] = ()) -> Raw:
    """A rule's table with everything it inherits from the rule that ``like`` names."""
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
    if "fresh" in base and isinstance(rule.get("fresh"), dict):
        merged["fresh"] = {**base["fresh"], **rule["fresh"]}
    return merged


def _expanded(tests: Any, conditions: Raw, reader: RuleReader, within: tuple[str, ...] = ()) -> Any:
    """Replace named conditions, which may name others, by the tests that they contain."""
    if not isinstance(tests, list):
        return tests
    found = []
    for each in tests:
        if not isinstance(each, str):
            found.append(each)
        elif each not in conditions or each in within:
            reader.fail(
                f"there is no condition {each!r}; there are {', '.join(sorted(conditions))}"
            )
        else:
            named = conditions[each]
            listed = named if isinstance(named, list) else [named]
            found += _expanded(listed, conditions, reader, (*within, each))
    return found


def _rule(name: str, raw: Mapping[str, tuple[Raw, Path]], conditions: Raw) -> Rule:
    path = raw[name][1]
    rule = _inherited(name, raw)
    reader = RuleReader(path, name)

    def dialects(value: Any, key: str) -> dict[str, Raw]:
        for dialect, form in reader.table_of(value, key).items():
            reader.one_of(tuple(DIALECTS))(dialect, key)
            reader.record(form, f"dialect {dialect}", _FORM)
        return dict(value)

    readers: dict[str, Reader] = {
        "name": reader.text,
        "phenomenon": reader.text,
        "gloss": reader.text,
        "source": reader.text,
        "position": reader.number,
        "alternatives": reader.boolean,
        "unchanged": reader.text,
        "keeps": reader.boolean,
        "excludes": lambda value, key: frozenset(reader.strings(value, key)),
        "examples": reader.each(reader.example),
        "dialect": dialects,
        "variant": reader.each(
            lambda each: reader.record(each, "variant", {**_FORM, "dialect": dialects})[0]
        ),
    }
    said, _ = reader.record(rule, "rule", {**_FORM, **readers})
    for key in ("phenomenon", "gloss", "source", "position"):
        if said.get(key, "") == "":
            reader.fail(f"needs '{key}'")
    variants: tuple[Raw, ...] = said.get("variant") or ({},)

    def form(variant: Raw, dialect: str) -> Form:
        own = RuleReader(path, name)
        raw_form = _form(rule, variant, dialect)
        tests = {key: _expanded(raw_form.get(key, []), conditions, own) for key in _TESTS}
        return own.form({**raw_form, **tests})

    forms = {dialect: tuple(form(variant, dialect) for variant in variants) for dialect in DIALECTS}
    fields = {key: value for key, value in said.items() if key in Rule.__dataclass_fields__}
    return Rule(path=path, forms=forms, **fields)


def _form(rule: Raw, variant: Raw, dialect: str) -> Raw:
    """The keys of a form: the rule's, its dialects', the variant's, the variant's dialects'."""
    ancestors = [dialect]
    while (parent := DIALECTS[ancestors[0]]) is not None:
        ancestors.insert(0, parent)
    form = {key: rule[key] for key in _FORM if key in rule}
    for ancestor in ancestors:
        _override(form, rule.get("dialect", {}).get(ancestor, {}))
    for key in _ADDED:
        if key in variant:
            form[key] = [*form.get(key, []), *variant[key]]
    _override(form, {k: v for k, v in variant.items() if k not in (*_ADDED, "dialect")})
    for ancestor in ancestors:
        _override(form, variant.get("dialect", {}).get(ancestor, {}))
    return form


def _override(form: Raw, part: Raw) -> None:
    for key, value in part.items():
        if key == "fresh" and isinstance(value, dict):
            form[key] = {**form.get(key, {}), **value}
        else:
            form[key] = value
