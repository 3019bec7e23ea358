"""Typed edits: the changes to a source sentence that an edited MRS requests.

The set is closed: each type has one realiser (``realisation.REALISERS``), and litgen declines an
edited MRS that differs from the source's in a way that no type covers. Guards refer to edits by
name.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from litgen.engines.dependency.analysis import Verb


@dataclass(frozen=True, slots=True)
class Tense:
    """A new tense of a verb group; here and below, ``clause`` is the head of the group's clause."""

    clause: int
    tense: str


@dataclass(frozen=True, slots=True)
class Aspect:
    """A new aspect of the main verb."""

    clause: int
    perfect: bool
    progressive: bool
    kept: bool  #: whether the voice and the operators are unchanged
    alone: bool  #: whether the voice and the tense are unchanged and no modal is added


@dataclass(frozen=True, slots=True)
class Operators:
    """New modal, raising or control verbs, outermost first; ``before`` lists the old ones."""

    clause: int
    verbs: tuple[Verb, ...]
    before: tuple[Verb, ...]


@dataclass(frozen=True, slots=True)
class Negation:
    """A new *not* after the first word of a verb group."""

    clause: int


@dataclass(frozen=True, slots=True)
class Determiner:
    """A change of the article *a* or *an* to *no*."""

    token: int


@dataclass(frozen=True, slots=True)
class Promotion:
    """A change to the passive, or the removal of a passive's by-phrase."""

    #: head of the phrase that becomes the subject; None if a passive only loses its by-phrase
    subject: int | None
    agent: bool  #: whether the old subject follows in a by-phrase
    #: heads of other clauses that also become passive (*washes and dries*)
    others: tuple[int, ...] = ()
    #: head of the infinitive that becomes passive instead of the root, a raising verb (*has to feed
    #: it*)
    below: int | None = None


@dataclass(frozen=True, slots=True)
class Impersonal:
    """A change to the impersonal passive: *it is said by critics that it is bad*."""

    agent: bool  #: whether the old subject follows in a by-phrase


@dataclass(frozen=True, slots=True)
class Demotion:
    """A change to the active: the phrase after *by* becomes the subject."""


@dataclass(frozen=True, slots=True)
class Swap:
    """An exchange of subject and object, or of the two sides of an identity."""

    subject: int
    identity: bool


@dataclass(frozen=True, slots=True)
class Focus:
    """A change to an it-cleft."""

    focus: int  #: head of the phrase in focus
    subject: bool  #: whether the phrase is the subject (otherwise the object)
    tense: str  #: tense and negation of the cleft's *be*
    negated: bool
    was_subject: bool = True  #: whether the phrase is the subject in the source


@dataclass(frozen=True, slots=True)
class Question:
    """A change to a polar question."""


Edit = (
    Tense | Aspect | Operators | Negation | Determiner | Promotion | Impersonal | Demotion | Swap
    | Focus | Question
)  # fmt: skip
#: Names of edits to which a guard may apply. *control-be-about* is specific to one verb;
#: *aspect-prog* is a new progressive in any tense.
NAME = re.compile(
    "any|reorder|negation|active|question|swap|permute|(passive|impersonal)(-short)?"
    "|tense(-past|-pres|-fut)?|cleft-(subject|object)"
    "|aspect(-prog|-perf|-perf-prog|-simple)?|(modal|control|raising)(-[a-z]+)*"
)


def names_of(edits: Iterable[Edit]) -> frozenset[str]:
    """Return the names by which guards refer to the given edits, including ``any``."""
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
        case Promotion(agent=agent) | Impersonal(agent=agent):
            name = "passive" if isinstance(edit, Promotion) else "impersonal"
            return {name if agent else f"{name}-short", "reorder"}
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
    """Return the names of new operators, or that of a modal's substitute: *control-be-able*."""
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
