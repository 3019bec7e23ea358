"""Guards: reasons, as data, not to attempt an operation on a sentence (``rules/guards.toml``)."""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Mapping
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from litgen.engines.dependency.edits import NAMES
from litgen.exceptions import RuleError
from litgen.tables import rules_folder

_FIELDS = frozenset(("name", "on", "if", "unless", "reason", "rule", "example", "not_on", "tree"))
_OPTIONAL = frozenset(("unless", "tree"))


class Guard(NamedTuple):
    """One guard.

    Attributes:
        on: the operations it stops.
        conditions: feature -> values; the guard stops the operation where the sentence has, for
            every feature named, at least one of the values (``*``: any value at all).
        exceptions: likewise; any one of them met lets the operation pass.
        tree: whether it stops what a tree leaves open (what a phrase belongs to, say); an engine
            that knows by other means does not ask it.
        rule: a rule that the guard stops on ``example``, and that rewrites ``not_on``, a sentence
            that differs from it in what the guard is about.
    """

    name: str
    on: frozenset[str]
    conditions: Mapping[str, frozenset[str]]
    exceptions: Mapping[str, frozenset[str]]
    reason: str
    rule: str
    example: str
    not_on: str
    tree: bool = False


@lru_cache(maxsize=8)
def load_guards(folder: Path | None = None) -> tuple[Guard, ...]:
    """Read ``guards.toml``; a list named in ``[lists]`` stands for its words as ``@name``.

    Raises:
        RuleError: file, guard and reason, where an entry is not well made.
    """
    path = (folder or rules_folder()) / "guards.toml"
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise RuleError(f"{path}: {error}") from None
    lists = table.get("lists", {})
    return tuple(_guard(entry, lists, path) for entry in table.get("guard", ()))


def _guard(entry: Mapping[str, object], lists: Mapping[str, list[str]], path: Path) -> Guard:
    name = str(entry.get("name", "?"))
    unknown = set(entry) - _FIELDS
    missing = _FIELDS - _OPTIONAL - set(entry)
    on = entry.get("on", ())
    if unknown or missing:
        what = f"unknown field {min(unknown)}" if unknown else f"missing field {min(missing)}"
        raise RuleError(f"{path}: guard {name!r}: {what}")
    if not isinstance(on, list) or not all(_is_operation(each) for each in on):
        raise RuleError(
            f"{path}: guard {name!r}: 'on' takes {', '.join(sorted(NAMES))}, and raising-VERB "
            "and control-VERB for one verb"
        )
    conditions = entry["if"], entry.get("unless", {})
    expanded = []
    for condition in conditions:
        if not isinstance(condition, dict):
            raise RuleError(f"{path}: guard {name!r}: 'if' and 'unless' are tables")
        expanded.append({k: _values(v, lists, name, path) for k, v in condition.items()})
    return Guard(
        name,
        frozenset(on),
        expanded[0],
        expanded[1],
        str(entry["reason"]),
        str(entry["rule"]),
        str(entry["example"]),
        str(entry["not_on"]),
        bool(entry.get("tree")),
    )


def _is_operation(name: object) -> bool:
    """Whether a guard can be set on it: *control*, and *control-try* for one verb alone."""
    kind, _, verb = str(name).partition("-")
    return name in NAMES or (kind in ("raising", "control") and verb.isalpha())


def _values(
    values: object, lists: Mapping[str, list[str]], name: str, path: Path
) -> frozenset[str]:
    found: set[str] = set()
    for value in values if isinstance(values, list) else [values]:
        if isinstance(value, str) and value.startswith("@"):
            if value[1:] not in lists:
                raise RuleError(f"{path}: guard {name!r}: no list {value[1:]!r} in [lists]")
            found.update(lists[value[1:]])
        else:
            found.add(str(value))
    return frozenset(found)


def _met(values: frozenset[str], had: frozenset[str]) -> bool:
    return bool(had) if "*" in values else not values.isdisjoint(had)


_NOTHING: frozenset[str] = frozenset()


def stopped_by(
    operations: Collection[str], features: Mapping[str, frozenset[str]], tree: bool = True
) -> str | None:
    """Name of the first guard that stops one of the operations, None where all may go on.

    Args:
        operations: names of ``NAMES``.
        features: of the sentence.
        tree: whether to ask guards on what a tree leaves open, too.

    Example:
        ``stopped_by({"passive"}, features)`` is ``"verb has no passive"`` for *A man has a dog.*
    """
    for guard in load_guards():
        if guard.on.isdisjoint(operations) or (guard.tree and not tree):
            continue
        if all(_met(v, features.get(k, _NOTHING)) for k, v in guard.conditions.items()) and not any(
            _met(v, features.get(k, _NOTHING)) for k, v in guard.exceptions.items()
        ):
            return guard.name
    return None
