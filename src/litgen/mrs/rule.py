"""What a rule is, once read from its file: patterns, tests and edits, per dialect.

Names in a rule stand for variables, labels and predications. Some are given, the **anchors** of a
main clause (:data:`ANCHORS`); a pattern binds others; ``fresh`` makes new ones. The first letter
of a name is its sort, as in an MRS: ``x`` an individual, ``e`` an event, ``h`` a handle, ``l`` a
label, ``i`` an unexpressed argument, ``u`` anything but a handle, ``v`` anything.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, NamedTuple

#: Variables and labels that every main clause has (a cleft only where there is one).
ANCHORS: Mapping[str, str] = {
    "e": "event of the head: the topmost predicate below negation, modals and a cleft",
    "l": "label of the head",
    "t": "event that carries the tense: the modal's where there is one, else the head's",
    "o": "event of the outermost operator or coordination, else the head's",
    "l0": "label of the outermost operator or coordination, else the head's",
    "c": "event of an it-cleft",
    "subject": "variable of the surface subject: the topic of a passive, else ARG1 of the verb",
    "top": "LTOP",
    "index": "INDEX",
}
#: Predications that every main clause has (``cleft`` only where there is one).
EP_ANCHORS: Mapping[str, str] = {
    "head": "the predication of `e`",
    "tensed": "the predication of `t`",
    "verb": "the main predicate, under raising and control verbs as well",
    "cleft": "the predication of `c`",
}
#: Groups of events that an edit sets together.
GROUPS: Mapping[str, str] = {
    "tensed": "`t`, and negations and coordinations that carry the same value",
    "aspect": "`e`, and modals, negations and coordinations that carry the same value",
    "clause": "`e`, and coordinations that carry the same value",
}
#: Dialects, each with the one it takes over from what it does not say itself.
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
    """A predication to look for: predicates with wildcards, arguments by name, features.

    Attributes:
        name: the name it is bound to, None for a pattern without one.
        predicates: alternatives, each with ``*`` for any characters; empty for any predicate.
        arguments: role (LBL included) -> name; a name not bound yet is bound.
        features: of the lexicon; the predicate's lemma must have one of them.
    """

    name: str | None = None
    predicates: tuple[str, ...] = ()
    arguments: Mapping[str, str] = {}
    features: tuple[str, ...] = ()
    reason: str | None = None


class Condition(NamedTuple):
    """A condition on a clause; everything that is said must hold.

    Attributes:
        variable, properties: the variable has one of the values for each property (``""`` for
            none).
        quantifiers: predicates with wildcards: what binds ``variable``.
        ep, predicates, excluded, features, lacks: the predication bound to ``ep`` has one of the
            predicates (``predicate``), none of those left out (``except``), and its lemma has one
            of the features, and none of those that it lacks.
        operators: the clause stands under an operator of one of these kinds.
        voice, force: of the clause.
        coordinated: whether there are several main clauses.
        subordinated: whether a subordinator or a scopal adverb stands over the main clause.
        subject: ``shared`` or ``distinct``, over coordinated main clauses.
        exists: some predication fits the pattern.
        outside: it is not in a finite clause that hangs so below the main clauses.
        scope: (hi, ``qeq`` or ``=``, lo) between labels and holes.
        icons: (left, relation, right); ``*`` for any.
        same: two names stand for the same variable.
        reason: why a sentence is declined that fails (``where``) or passes (``unless``) it.
        early: it asks about anchors alone, so it is tested before the patterns are matched.
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
    """Set properties of a variable or a group, where the tests hold."""

    variable: str
    properties: Mapping[str, str]
    when: tuple[Condition, ...] = ()


class Addition(NamedTuple):
    """A predication to add; arguments are names, CARG a constant."""

    predicate: str
    arguments: Mapping[str, str]


class Change(NamedTuple):
    """Another predicate or other arguments for a matched predication."""

    ep: str
    arguments: Mapping[str, str]
    predicate: str | None = None
    when: tuple[Condition, ...] = ()


class Insertion(NamedTuple):
    """What took ``label`` takes ``new``; ``hole``, if any, is qeq ``label``."""

    label: str
    new: str
    hole: str | None = None


class Follow(NamedTuple):
    """Subordinate clauses that follow the main clause (sequence of tense).

    Attributes:
        hangs: how the clause hangs: ``adverbial`` (ARG2 of a subordinator), ``complement`` (a
            scopal argument of the main predicate), ``relative`` (on a noun).
        unless: predicates of subordinators that are left alone.
        predicates: predicates of the subordinate clause, empty for any.
        where: property -> values its tensed event must have.
        to: property -> value to set.
        over: a modal that comes to stand over the clause (*will leave* -> *would leave*).
        when: tests of the (first) main clause.
    """

    hangs: tuple[Hangs, ...]
    to: Mapping[str, str]
    over: str = ""
    where: Mapping[str, tuple[str, ...]] = {}
    unless: tuple[str, ...] = ()
    predicates: tuple[str, ...] = ()
    when: tuple[Condition, ...] = ()


@dataclass(frozen=True, slots=True)
class Form:
    """One variant of a rule in one dialect: what must match, and what is edited.

    Attributes:
        each: ``conjunct``: tests and settings go over every coordinated main clause; ``first``:
            over the first alone, where none of the others has its subject; ``phrases``: over the
            first and the verb phrases that share its subject, with the edits, too, where all match;
            None: coordinated main clauses are declined.
    """

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
    """A sentence, and what the rule makes of it: acceptable outputs, or why it is declined."""

    text: str
    outputs: tuple[str, ...] = ()
    declined: str | None = None
    parameters: Mapping[str, str] = {}


@dataclass(frozen=True, eq=False)
class Rule:
    """A phenomenon's rule.

    Attributes:
        alternatives: only the first variant that applies counts.
        unchanged: why a sentence is declined on which the rule changes nothing.
        keeps: such a sentence stands as it is instead.
        position: place in the canonical order of a sequence (low first).
        excludes: rules that cannot stand in one sequence with this one: one would undo the other.
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
