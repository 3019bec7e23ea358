"""Load rules from TOML files and resolve inheritance, variants and dialects."""

import hashlib
import itertools
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from litgen.exceptions import RuleError
from litgen.lexicon import add_lexicon
from litgen.mrs.fields import anchors
from litgen.mrs.operators import add_entries, read_entries
from litgen.mrs.rule import DIALECTS, Form, Rule
from litgen.tables import faults_of, read_toml, rules_folder, validated, with_function_words

Raw = dict[str, Any]

#: The keys of a rule's form; a variant or a dialect may redefine any of them.
_FORM = frozenset(Form.__slots__)
#: Keys for which a variant extends the rule's value; for other keys, it replaces the value.
_ADDED = ("where", "unless", "set")
#: Keys that may refer to named conditions in the rule files.
_TESTS = ("where", "unless")
OPERATORS = "operators.toml"
#: Files in a user's folder that contain no MRS rules.
NOT_RULES = frozenset(
    f"{name}.toml"
    for name in ("labels", "meanings", "suites", "tautologies", "frames", "operators")
)


class Rules(NamedTuple):
    """All rules by name, and a hash of their files."""

    by_name: Mapping[str, Rule]
    signature: str


def load_rules(extra: str | Path | None = None) -> Rules:
    """Load the shipped rules and a user's own.

    Args:
        extra: a folder of ``*.toml`` with rules (``--rules``). A rule of the same name replaces
            the shipped one; the entries of ``lexicon/*.toml`` are added to the shipped lexicon.

    Raises:
        RuleError: a file is not valid; the one-line message states the file, rule and reason.
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
    """Load the rules in the folders; ``stamps``, part of the cache key, reveal changed files."""
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
            raise RuleError(f"{folder}: the folder contains no rule files (*.toml)")
        here: dict[str, tuple[Raw, Path]] = {}
        for path in files:
            digest.update(path.read_bytes())
            data = with_function_words(read_toml(path))
            named, rules = data.pop("conditions", {}), data.pop("rule", None)
            listed = isinstance(rules, list) and all(isinstance(r, dict) for r in rules)
            if data or not isinstance(named, dict) or not (listed or (named and rules is None)):
                raise RuleError(
                    f"{path}: a rule file must contain [[rule]] tables or [conditions], "
                    "and nothing else"
                )
            conditions.update(named)
            for rule in rules or ():
                name = rule.get("name")
                if not isinstance(name, str) or not name or "+" in name or ";" in name:
                    raise RuleError(f"{path}: rule {name!r}: use a name without '+' or ';'")
                if name in here:
                    raise RuleError(
                        f"{path}: rule {name}: {here[name][1]} already has a rule of this name; "
                        "rename one of them"
                    )
                here[name] = (rule, path)
        raw.update(here)
    by_name = {}
    for name, (_, path) in raw.items():
        with faults_of(path):
            by_name[name] = _rule(name, raw, conditions)
    return Rules(by_name, digest.hexdigest()[:16])


def _inherited(name: str, raw: Mapping[str, tuple[Raw, Path]], seen: tuple[str, ...] = ()) -> Raw:
    """Return a rule's table together with what it inherits from the rule named by ``like``."""
    rule, path = raw[name]
    parent = rule.get("like")
    if parent is None:
        return rule
    if parent not in raw or parent in (*seen, name):
        raise RuleError(
            f"{path}: rule {name}: like = {parent!r} refers to an unknown rule or forms a cycle"
        )
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


def _expanded(tests: Any, conditions: Raw, within: tuple[str, ...] = ()) -> Any:
    """Replace the names of conditions, including names within conditions, with their tests."""
    if not isinstance(tests, list):
        return tests
    found = []
    for each in tests:
        if not isinstance(each, str):
            found.append(each)
        elif each not in conditions or each in within:
            raise RuleError(
                f"condition {each!r} does not exist or contains itself; use one of "
                f"{', '.join(sorted(conditions))}"
            )
        else:
            named = conditions[each]
            listed = named if isinstance(named, list) else [named]
            found += _expanded(listed, conditions, (*within, each))
    return found


def _rule(name: str, raw: Mapping[str, tuple[Raw, Path]], conditions: Raw) -> Rule:
    path = raw[name][1]
    where = f"{path}: rule {name}"
    rule = _inherited(name, raw)
    variants: Sequence[Raw] = rule.get("variant") or ({},)
    for dialect in itertools.chain(*(each.get("dialect", {}) for each in (rule, *variants))):
        if dialect not in DIALECTS:
            raise RuleError(
                f"{where}: unknown dialect {dialect!r}; use one of {', '.join(DIALECTS)}"
            )
    for table in (*variants, *_dialects(rule), *itertools.chain(*map(_dialects, variants))):
        known = _FORM if table not in variants else _FORM | {"dialect"}
        if unknown := sorted(table.keys() - known):
            raise RuleError(f"{where}: unknown key {unknown[0]!r}")

    def form(variant: Raw, dialect: str) -> Form:
        own = _form(rule, variant, dialect)
        try:
            own |= {key: _expanded(own.get(key, []), conditions) for key in _TESTS}
        except RuleError as error:
            raise RuleError(f"{where}: {error}") from None
        return validated(Form, own, where, anchors())

    forms = {dialect: tuple(form(variant, dialect) for variant in variants) for dialect in DIALECTS}
    own = {key: value for key, value in rule.items() if key not in _FORM | {"dialect", "variant"}}
    return validated(Rule, {**own, "path": path, "forms": forms}, where)


def _dialects(table: Raw) -> list[Raw]:
    return list(table.get("dialect", {}).values())


def _form(rule: Raw, variant: Raw, dialect: str) -> Raw:
    """Merge a form's keys from the rule, its dialects, the variant and the variant's dialects."""
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
