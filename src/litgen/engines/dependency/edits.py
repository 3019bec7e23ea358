"""Typed edits: what an edited MRS asks to change in its source sentence, and nothing else.

The set is closed: each type has one realiser (``realisation.REALISERS``), and a difference between
the two MRSs that no type covers is declined. Each edit names itself in the words that guards use.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from litgen.engines.dependency.analysis import Verb


@dataclass(frozen=True, slots=True)
class Tense:
    """Another tense of a verb group; ``clause``, here and below, is the head of its clause."""

    clause: int
    tense: str


@dataclass(frozen=True, slots=True)
class Aspect:
    """Another aspect of the main verb.

    ``kept``: voice and operators stay; ``alone``: voice and tense do, and no modal comes over it.
    """

    clause: int
    perfect: bool
    progressive: bool
    kept: bool
    alone: bool


@dataclass(frozen=True, slots=True)
class Operators:
    """Other modals, raising or control verbs, outermost first."""

    clause: int
    verbs: tuple[Verb, ...]
    before: tuple[Verb, ...]


@dataclass(frozen=True, slots=True)
class Negation:
    """A *not* after the first word of a verb group."""

    clause: int


@dataclass(frozen=True, slots=True)
class Determiner:
    """*a* -> *no*."""

    token: int


@dataclass(frozen=True, slots=True)
class Promotion:
    """A passive: the phrase that the token ``subject`` heads is promoted, the old subject put
    after *by* where there is an ``agent``. Without ``subject``, a passive loses its by-phrase.

    ``others``: the heads of the clauses that become passive with the root (*washes and dries*);
    ``below``: that of the infinitive that does so instead, under a raising verb (*has to feed it*).
    """

    subject: int | None
    agent: bool
    others: tuple[int, ...] = ()
    below: int | None = None


@dataclass(frozen=True, slots=True)
class Impersonal:
    """The passive over a clause, which stays: *it is said by critics that the law is bad*.

    ``agent``: the old subject is put after *by*, else it is left out.
    """

    agent: bool


@dataclass(frozen=True, slots=True)
class Demotion:
    """The active of a passive: the phrase after *by* becomes the subject."""


@dataclass(frozen=True, slots=True)
class Swap:
    """Subject and object, or the two sides of an identity, change places."""

    subject: int
    identity: bool


@dataclass(frozen=True, slots=True)
class Focus:
    """An it-cleft of the phrase that the token ``focus`` heads; tense and negation are of its *be*.

    Attributes:
        subject: it is the subject, else the object; ``was_subject``, in the source.
    """

    focus: int
    subject: bool
    tense: str
    negated: bool
    was_subject: bool = True


@dataclass(frozen=True, slots=True)
class Question:
    """A polar question."""


Edit = (
    Tense | Aspect | Operators | Negation | Determiner | Promotion | Impersonal | Demotion | Swap
    | Focus | Question
)  # fmt: skip
#: What a guard may be set on: *control-be-about* is of one verb alone, *aspect-prog* of a new
#: aspect in whatever tense.
NAME = re.compile(
    "any|reorder|negation|active|question|swap|permute|(passive|impersonal)(-short)?"
    "|tense(-past|-pres|-fut)?|cleft-(subject|object)"
    "|aspect(-prog|-perf|-perf-prog|-simple)?|(modal|control|raising)(-[a-z]+)*"
)


def names_of(edits: Iterable[Edit]) -> frozenset[str]:
    """The names of edits in the words of guards, and ``any``."""
    return frozenset(name for edit in edits for name in (*_names(edit), "any"))


def _names(edit: Edit) -> set[str]:
    match edit:
        case Tense():
            return {"tense", f"tense-{edit.tense}"}
        case Aspect():
            new = "perf" if edit.perfect else "prog" if edit.progressive else "simple"
            both = {"aspect-perf-prog"} if edit.perfect and edit.progressive else set()
            found = {f"aspect-{new}", *both} if edit.kept else set()
            return found | ({"aspect"} if edit.alone else set())
        case Operators():
            return _of_operators(edit)
        case Negation() | Determiner():
            return {"negation"}
        case Promotion():
            return {"passive" if edit.agent else "passive-short", "reorder"}
        case Impersonal():
            return {"impersonal" if edit.agent else "impersonal-short", "reorder"}
        case Demotion():
            return {"active", "reorder"}
        case Swap():
            return {"permute" if edit.identity else "swap", "reorder"}
        case Focus():
            kind = "cleft-subject" if edit.was_subject else "cleft-object"
            return {kind, "reorder"} | ({"negation"} if edit.negated else set())
        case Question():
            return {"question", "reorder"}


def _of_operators(edit: Operators) -> set[str]:
    """*control*, *control-be-about*: a verb has come to stand over the clause. One in the place of
    a modal has its own name alone, *control-be-able*; *could* in that of *can* is a tense."""
    new = edit.verbs[: len(edit.verbs) - len(edit.before)]
    found = set()
    for verb in new or edit.verbs:
        kind = "modal" if verb.modal else "control" if verb.controls else "raising"
        own = "-".join((kind, verb.lemma, *filter(str.islower, verb.between)))
        if new:
            found |= {kind, own}
        elif not verb.modal:
            found.add(own)
    return found
