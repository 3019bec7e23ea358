"""Read and apply the guards in ``guards.toml``, which stop operations that a sentence rules out."""

import re
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from litgen.exceptions import RuleError
from litgen.lexicon import words_named
from litgen.tables import faults_of, read_toml, rules_folder
from litgen.trees.tokens import Token

#: Maps each feature to sets of values; the sentence must have a value in one of the sets.
Condition = Mapping[str, tuple[Collection[str], ...]]

_ID = re.compile(r"[a-z]+\.[a-z]+(-[a-z]+)*")
#: How to update each key of an entry written for an earlier release.
_CURES = {
    "firm": "remove it: every guard stops its operations",
    "plausibility": "remove it: every guard stops its operations",
    "not_on": 'call it "counterexample"',
}


class Features(Protocol):
    """The features of a sentence (:class:`litgen.engines.dependency.features.Features`)."""

    stopped: dict[str, list[Token]]

    def words(self, name: str, values: Sequence[Collection[str]]) -> list[Token]:
        """Return the words with a value from the sets for a feature or, without sets, any value."""
        ...


class Guard(NamedTuple):
    """One guard of ``rules/guards.toml``; ``if`` is its condition, ``unless`` its exceptions."""

    id: str
    name: str
    on: frozenset[str]
    condition: Condition
    exceptions: Condition
    reason: str
    rule: str
    example: str
    counterexample: str
    tree: bool = False

    def met(self, features: Features) -> list[Token]:
        """Return the words that trigger the guard; empty if it allows the operation."""
        found: set[Token] = set()
        for feature in self.condition.items():
            if not (words := features.words(*feature)):
                return []
            found.update(words)
        passes = any(features.words(*feature) for feature in self.exceptions.items())
        return [] if passes else sorted(found)


class Stopped(NamedTuple):
    """The guard that stops an operation, by its id, and the words that triggered it."""

    name: str
    words: tuple[str, ...] = ()


@lru_cache(maxsize=8)
def load_guards(folder: Path | None = None) -> tuple[Guard, ...]:
    """Read ``guards.toml``, in which ``@NAME`` denotes a lexicon feature or a list of words.

    Raises:
        RuleError: an entry is invalid or from an earlier release; the message names the file, the
            guard, and the reason or the cure.
    """
    path = (folder or rules_folder()) / "guards.toml"
    return tuple(_guard(entry, path) for entry in read_toml(path)["guard"])


def _guard(entry: Mapping[str, Any], path: Path) -> Guard:
    named = f"{path}: guard {entry.get('id') or entry.get('name')!r}"
    if cure := _cure(entry):
        raise RuleError(f"{named}: {cure}")
    with faults_of(named):
        if not _ID.fullmatch(entry["id"]):
            raise ValueError(f'"id" must be FAMILY.WHAT in lower case, not {entry["id"]!r}')
        return Guard(
            on=frozenset(entry["on"]),
            condition=_condition(entry["if"]),
            exceptions=_condition(entry.get("unless", {})),
            **{key: entry[key] for key in entry.keys() - {"on", "if", "unless"}},
        )


def _cure(entry: Mapping[str, Any]) -> str | None:
    for key, cure in _CURES.items():
        if key in entry:
            return f'"{key}" is from an earlier release; {cure}'
    if isinstance(entry.get("if"), list):
        return 'a list under "if" is from an earlier release; make each condition a separate guard'
    return None


def _condition(table: Mapping[str, list[str]]) -> Condition:
    return {name: _values(values) for name, values in table.items()}


def _values(values: list[str]) -> tuple[Collection[str], ...]:
    """Replace ``@NAME`` and ``prep:@NAME`` by words; return no sets for ``*`` (any value)."""
    if values == ["*"]:
        return ()
    plain, sets = set(), list[Collection[str]]()
    for value in values:
        label, _, name = value.partition("@")
        if not name:
            plain.add(value)
        elif label:
            plain.update(label + word for each in words_named(name) for word in each)
        else:
            sets.extend(words_named(name))
    return (frozenset(plain), *sets)


@lru_cache(maxsize=1024)
def _set_on(operations: frozenset[str], tree: bool) -> tuple[Guard, ...]:
    return tuple(g for g in load_guards() if g.on & operations and (tree or not g.tree))


def stopped_by(
    operations: Collection[str], features: Features, tree: bool = True
) -> Stopped | None:
    """Return the first guard that stops one of the operations, or None.

    Args:
        tree: whether to include guards about ambiguities of the parse tree.

    Example:
        For *A man has a dog.*, ``stopped_by({"passive"}, features)`` returns the guard
        ``passive.verb-without-passive`` and the word *has*.
    """
    for guard in _set_on(frozenset(operations), tree):
        words = features.stopped.get(guard.id)
        if words is None:
            words = features.stopped[guard.id] = guard.met(features)
        if words:
            return Stopped(guard.id, tuple(word.text for word in words))
    return None
