"""Typed edits: what an edited MRS asks to change in its source sentence, and nothing else.

The set is closed: each type has one realiser (``realisation.REALISERS``), and a difference between
the two MRSs that no type covers is declined. Each edit names itself in the words that guards use.
"""

from __future__ import annotations

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

    Attributes:
        kept: voice and operators stay; ``alone``: so does the tense.
        past: a perfect under a modal, which is the modal's past: *may have ridden*.
    """

    clause: int
    perfect: bool
    progressive: bool
    kept: bool
    alone: bool
    past: bool


@dataclass(frozen=True, slots=True)
class Operators:
    """Other modals, raising or control verbs, outermost first, in the tense of the first."""

    clause: int
    verbs: tuple[Verb, ...]
    before: tuple[Verb, ...]
    tense: str

    @property
    def modal(self) -> bool:
        """Other modals; *could* of *can* is a tense."""
        now, were = ([v.lemma for v in verbs if v.modal] for verbs in (self.verbs, self.before))
        return now != were and {*now, *were} != {"can", "could"} and not self.in_place

    @property
    def in_place(self) -> bool:
        """A verb takes the place of a modal that has no such tense: *will be able to* of *can*."""
        modals = [sum(v.modal for v in verbs) for verbs in (self.verbs, self.before)]
        return len(self.verbs) == len(self.before) and modals[0] < modals[1]


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
#: All that a guard may be set on; *raising* and *control* also with a verb, such as *control-try*,
#: and the words after it, such as *control-be-about*; *modal* with a modal, such as *modal-can*;
#: *aspect-prog*, *aspect-perf* and *aspect-simple* say what the new aspect is, in whatever tense;
#: *aspect-perf-prog*, that it is both; *cleft-subject-fut*, *passive-past* and the like are of a
#: cleft, a passive or an impersonal passive and of another tense at once.
NAMES = frozenset(
    ("any", "tense", "tense-pres", "tense-past", "tense-fut", "aspect", "aspect-prog",
     "aspect-perf", "aspect-perf-prog", "aspect-simple", "modal", "control", "raising",
     "negation", "passive", "passive-short", "impersonal", "impersonal-short",
     "active", "cleft-subject", "cleft-object", "cleft-subject-past", "cleft-object-past",
     "cleft-subject-fut", "cleft-object-fut", "impersonal-fut", "impersonal-past",
     "passive-fut", "passive-past", "question", "swap", "permute", "reorder")
)  # fmt: skip


def names_of(edits: Iterable[Edit]) -> frozenset[str]:
    """The names of edits in the words of guards, and ``any``."""
    return frozenset(name for edit in edits for name in (*_names(edit), "any"))


def _names(edit: Edit) -> set[str]:
    match edit:
        case Tense():
            return {"tense", f"tense-{edit.tense}"}
        case Aspect(past=True):
            return {"tense", "tense-past"}
        case Aspect():
            new = "perf" if edit.perfect else "prog" if edit.progressive else "simple"
            found = {f"aspect-{new}"} if edit.kept else set()
            if found and edit.perfect and edit.progressive:
                found.add("aspect-perf-prog")
            return found | ({"aspect"} if edit.alone else set())
        case Operators():
            return _operator_names(edit)
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


def _operator_names(edit: Operators) -> set[str]:
    """*control*, *control-want*, *control-be-about*: a verb has come to stand over the clause.

    In the place of a modal it is its own name alone: *control-be-able*.
    """
    found = set()
    if edit.modal:
        found = {"modal", *(f"modal-{v.lemma}" for v in edit.verbs if v.modal)}
    if sum(v.controls for v in edit.verbs) > sum(v.controls for v in edit.before):
        found.add("control")
    now, were = (sum(not v.modal for v in verbs) for verbs in (edit.verbs, edit.before))
    if now > were:
        kind = "control" if "control" in found else "raising"
        first = edit.verbs[0]
        name = "-".join((kind, first.lemma, *filter(str.islower, first.between)))
        found = {name} if edit.in_place else {*found, kind, name}
    return found
