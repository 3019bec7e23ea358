"""Guards: reasons, as data, not to attempt an operation on a sentence (``rules/guards.toml``)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from litgen.lexicon import words_named
from litgen.tables import faults_of, read_toml, rules_folder

if TYPE_CHECKING:
    from spacy.tokens import Token

#: Why what is asked for as implausible is declined where no guard of plausibility stops it.
PLAUSIBLE = "nothing implausible"
#: Feature -> sets of values, of which the sentence needs to have one.
Condition = Mapping[str, tuple[Collection[str], ...]]


class Features(Protocol):
    """What guards ask of a sentence (:class:`litgen.engines.dependency.features.Features`)."""

    stopped: dict[str, list[Token]]

    def words(self, name: str, values: Sequence[Collection[str]]) -> list[Token]:
        """The words for which a feature has a value in one of some sets (of none: any value)."""
        ...


class Guard(NamedTuple):
    """One guard.

    Attributes:
        on: the operations it stops.
        conditions: the guard stops the operation where the sentence has, for every feature of one
            of them, one of the values.
        examples: for each condition a sentence that has it, None where none is given: ``example``
            inside the condition.
        exceptions: any feature of it that the sentence has lets the operation pass.
        tree: whether it stops what a tree leaves open (what a phrase belongs to, say); an engine
            that knows by other means does not ask it.
        plausibility: whether what it stops is good English that says what hardly happens (*A bike
            rides a man*).
        firm: with what features it always stops, None for never: what does not mean what it
            should, of which who reads outputs cannot tell how often it is right; a wrong tree.
        rule: a rule that the guard stops on ``example``, and that rewrites ``not_on``, a sentence
            that differs from it in what the guard is about.
    """

    name: str
    on: frozenset[str]
    conditions: tuple[Condition, ...]
    examples: tuple[str | None, ...]
    exceptions: Condition
    reason: str
    rule: str
    example: str
    not_on: str
    tree: bool = False
    plausibility: bool = False
    firm: Condition | None = None

    def met(self, features: Features) -> list[Token]:
        """The words that the guard is about; none where it lets the operation pass."""
        found = next(filter(None, (_having(each, features) for each in self.conditions)), ())
        passes = found and any(features.words(*each) for each in self.exceptions.items())
        return [] if passes else sorted(found)


def _having(condition: Condition, features: Features) -> set[Token] | None:
    """The words that a condition is about, None where the sentence lacks one of its features."""
    found: set[Token] = set()
    for each in condition.items():
        if not (words := features.words(*each)):
            return None
        found.update(words)
    return found


class Stopped(NamedTuple):
    """What stops an operation: a guard by name, or :data:`PLAUSIBLE`; and the guard's words."""

    name: str
    words: tuple[str, ...] = ()


@lru_cache(maxsize=8)
def load_guards(folder: Path | None = None) -> tuple[Guard, ...]:
    """Read ``guards.toml``; ``@NAME`` stands for a feature of the lexicon or a list of words.

    Raises:
        RuleError: file, guard and reason, where an entry is not well made.
    """
    path = (folder or rules_folder()) / "guards.toml"
    return tuple(_guard(entry, path) for entry in read_toml(path)["guard"])


def _guard(entry: Mapping[str, Any], path: Path) -> Guard:
    with faults_of(f"{path}: guard {entry.get('name')!r}"):
        either = entry["if"] if isinstance(entry["if"], list) else [entry["if"]]
        return Guard(
            on=frozenset(entry["on"]),
            conditions=tuple(map(_condition, either)),
            examples=tuple(each.get("example") for each in either),
            exceptions=_condition(entry.get("unless", {})),
            firm=(firm := entry.get("firm")) and _condition({} if firm is True else firm),
            **{key: entry[key] for key in entry.keys() - {"on", "if", "unless", "firm"}},
        )


def _condition(table: Mapping[str, Any]) -> Condition:
    asked = {name: values for name, values in table.items() if name != "example"}
    return {name: _values(values) for name, values in asked.items()}


def _values(values: list[str]) -> tuple[Collection[str], ...]:
    """The values themselves, and what ``@NAME`` and ``prep:@NAME`` stand for; none for ``*``."""
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
    """The guards that stop one of some operations."""
    return tuple(g for g in load_guards() if g.on & operations and (tree or not g.tree))


def stopped_by(
    operations: Collection[str], features: Features, tree: bool = True, plausible: bool = True
) -> Stopped | None:
    """The first guard that stops one of the operations, None where all may go on.

    Args:
        operations: names of edits.
        features: of the sentence.
        tree: whether to ask guards on what a tree leaves open, too.
        plausible: whether what is plausible is wanted; else just what is not: what guards of
            plausibility alone would stop goes on, and the rest is stopped.

    Example:
        ``stopped_by({"passive"}, features)`` of *A man has a dog.* is the guard ``verb has no
        passive``, with *has*.
    """
    implausible = False
    tenses = [name.removeprefix("tense") for name in operations if name.startswith("tense-")]
    both = {name.removesuffix("-short") + tense for name in operations for tense in tenses}
    for guard in _set_on(frozenset(operations).union(both), tree):
        words = features.stopped.get(guard.name)
        if words is None:
            words = features.stopped[guard.name] = guard.met(features)
        if words and guard.plausibility and not plausible:
            implausible = True
        elif words:
            return Stopped(guard.name, tuple(word.text for word in words))
    return Stopped(PLAUSIBLE) if not plausible and not implausible else None
