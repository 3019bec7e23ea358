"""The parts of a rule as read from its file: patterns, tests and edits, per dialect.

``docs/rules.md`` documents each key and the names that a rule may use.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, NamedTuple

#: Variables and labels that every main clause has (``c``, of a cleft, only if there is one).
ANCHORS = frozenset(("e", "l", "t", "o", "l0", "c", "subject", "top", "index"))
#: Predications that every main clause has (``cleft`` only if there is one).
EP_ANCHORS = frozenset(("head", "tensed", "verb", "cleft"))
#: Groups of events that an edit sets together.
GROUPS = frozenset(("tensed", "aspect", "clause"))
#: Dialect -> the dialect from which it inherits what it does not define itself.
DIALECTS: Mapping[str, str | None] = {
    "erg-1214": None,
    "erg-2018": "erg-1214",
    "erg-2020": "erg-2018",
    "erg-2023": "erg-2020",
    "erg-2025": "erg-2023",
    "dependency": "erg-2025",
}

Hangs = Literal["adverbial", "complement", "relative"]


class EPPattern(NamedTuple):
    """A predication to look for: predicates with wildcards, arguments by name, features."""

    name: str | None = None
    predicates: tuple[str, ...] = ()
    arguments: Mapping[str, str] = {}
    features: tuple[str, ...] = ()
    reason: str | None = None


class Condition(NamedTuple):
    """A condition on a clause; every field that is set must hold.

    ``early``: it concerns anchors alone, so it is tested before the patterns are matched.
    """

    variable: str | None = None
    properties: Mapping[str, tuple[str, ...]] = {}
    quantifiers: tuple[str, ...] = ()
    ep: str | None = None
    predicates: tuple[str, ...] = ()
    excluded: tuple[str, ...] = ()
    features: tuple[str, ...] = ()
    lacks: tuple[str, ...] = ()
    operators: tuple[str, ...] = ()
    voice: str | None = None
    force: tuple[str, ...] = ()
    coordinated: bool | None = None
    subordinated: bool | None = None
    subject: str | None = None
    exists: EPPattern | None = None
    outside: tuple[Hangs, ...] = ()
    scope: tuple[str, str, str] | None = None
    icons: tuple[str, str, str] | None = None
    same: tuple[str, str] | None = None
    reason: str | None = None
    early: bool = True


class Setting(NamedTuple):
    """Properties to set on a variable or a group if the tests hold."""

    variable: str
    properties: Mapping[str, str]
    when: tuple[Condition, ...] = ()


class Addition(NamedTuple):
    """A predication to add; arguments are names, CARG is a constant.

    LBL may be ``@e``: the label of the predication that introduces ``e``.
    """

    predicate: str
    arguments: Mapping[str, str]


class Change(NamedTuple):
    """A new predicate or new arguments for a matched predication."""

    ep: str
    arguments: Mapping[str, str]
    predicate: str | None = None
    when: tuple[Condition, ...] = ()


class Insertion(NamedTuple):
    """An insertion: what took ``label`` takes ``new``; ``hole``, if any, is qeq ``label``."""

    label: str
    new: str
    hole: str | None = None


class Follow(NamedTuple):
    """Subordinate clauses that follow the main clause (sequence of tense), and how they change."""

    hangs: tuple[Hangs, ...]
    to: Mapping[str, str]
    over: str = ""
    where: Mapping[str, tuple[str, ...]] = {}
    unless: tuple[str, ...] = ()
    predicates: tuple[str, ...] = ()
    when: tuple[Condition, ...] = ()


@dataclass(frozen=True, slots=True)
class Form:
    """One variant of a rule in one dialect: what must match and what to edit."""

    each: str | None = None
    parameters: Mapping[str, str] = field(default_factory=dict)
    unavailable: str | None = None
    match: tuple[EPPattern, ...] = ()
    where: tuple[Condition, ...] = ()
    unless: tuple[Condition, ...] = ()
    fresh: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    over: Insertion | None = None
    change: tuple[Change, ...] = ()
    remove: tuple[str, ...] = ()
    remove_phrase: tuple[str, ...] = ()
    add: tuple[Addition, ...] = ()
    hcons: tuple[tuple[str, str, str], ...] = ()
    icons_remove: tuple[tuple[str, str, str], ...] = ()
    icons_add: tuple[tuple[str, str, str], ...] = ()
    index: str | None = None
    set: tuple[Setting, ...] = ()
    follow: tuple[Follow, ...] = ()


class Example(NamedTuple):
    """A sentence with the rule's acceptable outputs, or with the reason why it is declined."""

    text: str
    outputs: tuple[str, ...] = ()
    declined: str | None = None
    parameters: Mapping[str, str] = {}


@dataclass(frozen=True, eq=False)
class Rule:
    """The rule of a phenomenon.

    Attributes:
        alternatives: whether only the first variant that applies counts.
        unchanged: the reason for declining a sentence in which the rule changes nothing.
        keeps: whether such a sentence is kept as it is instead.
        position: place in the canonical order of a sequence (lowest first).
        excludes: rules that cannot be in a sequence with this one: one would undo the other.
        forms: dialect -> variants.
    """

    name: str
    phenomenon: str
    gloss: str
    source: str
    position: int
    path: Path
    forms: Mapping[str, tuple[Form, ...]]
    examples: tuple[Example, ...] = ()
    alternatives: bool = False
    unchanged: str | None = None
    keeps: bool = False
    excludes: frozenset[str] = frozenset()
