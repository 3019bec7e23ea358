"""What an MRS asks of the surface: per finite clause a verb group, for the root also its order."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from litgen.engines.dependency.verbgroups import Element
    from litgen.mrs.skeleton import Voice


@dataclass(slots=True)
class ClausePlan:
    """The verb group of one finite clause, and who its subject is.

    Attributes:
        elements: the chain of verbs, outermost first; the last is the main verb.
        tense: of the first element.
        negated: *not* stands after the first word.
        newly_negated: and the source had no such *not*.
        passive: voice of the main verb.
        subject: variable of the surface subject, None where the MRS has none (*there*, *it*).
        other: variable of the other argument (the object, or the agent of a passive).
    """

    elements: tuple[Element, ...]
    tense: str | None
    negated: bool = False
    newly_negated: bool = False
    passive: bool = False
    asks: bool = False
    subject: str | None = None
    other: str | None = None
    changed: bool = False

    @property
    def agent(self) -> str | None:
        """The by-phrase's variable."""
        return self.other if self.passive and (self.other or "").startswith("x") else None


@dataclass(slots=True)
class Plan:
    """What an MRS asks of the surface of its source sentence."""

    clauses: dict[int, ClausePlan]
    root: ClausePlan
    cleft: str | None = None
    cleft_negated: bool = False
    cleft_tense: str = "pres"
    asks: bool = False
    words: dict[int, str] = field(default_factory=dict)
    reordered: bool = False
    voices: dict[int, Voice] = field(default_factory=dict)
    lower: dict[int, tuple[object, ...]] = field(default_factory=dict)
    declined: str | None = None

    def drops_agent(self, source: Plan) -> bool:
        """A passive loses its by-phrase."""
        return self.root.passive and source.root.agent is not None and self.root.agent is None

    def negations(self) -> tuple[str, ...]:
        """The ways to write a new negation; one empty way where there is none."""
        if any(clause.newly_negated for clause in self.clauses.values()):
            return ("not", "n't")
        return ("",)

    def operations(self, source: Plan) -> frozenset[str]:
        """What changed against the source's plan, in the words that guards use."""
        found: set[str] = set()
        for head, clause in self.clauses.items():
            before = source.clauses.get(head)
            if before is not None and before != clause:
                found |= _clause_operations(clause, before)
        if self.words or self.cleft_negated:
            found.add("negation")
        if self.cleft is not None:
            found.add("cleft-subject" if self.cleft == source.root.subject else "cleft-object")
        if self.asks and not source.asks:
            found.add("question")
        if self.drops_agent(source):
            found.add("passive-short")
        if self.root.passive and not source.root.passive:
            found.add("passive" if self.root.agent else "passive-short")
        elif source.root.passive and not self.root.passive:
            found.add("active")
        elif self.root.subject != source.root.subject:
            found.add("permute" if self.root.elements[-1].lemma == "be" else "swap")
        if self.reordered:
            found.add("reorder")
        if found:
            found.add("any")
        return frozenset(found)


def _clause_operations(clause: ClausePlan, before: ClausePlan) -> set[str]:
    found = set()
    modals = [e.lemma for e in clause.elements if e.modal]
    were = [e.lemma for e in before.elements if e.modal]
    if modals != were and {*modals, *were} != {"can", "could"}:
        found.add("modal")
    elif clause.tense != before.tense:
        found |= {"tense", f"tense-{clause.tense}"}
    if sum(e.controls for e in clause.elements) > sum(e.controls for e in before.elements):
        found.add("control")
    main, was = clause.elements[-1], before.elements[-1]
    if (main.perfect, main.progressive) != (was.perfect, was.progressive) and (
        main.passive == was.passive and clause.tense == before.tense and "modal" not in found
    ):
        found.add("aspect")
    over, were_over = (sum(e.to or e.gerund for e in x.elements) for x in (clause, before))
    if over > were_over:
        kind = "control" if "control" in found else "raising"
        found |= {kind, f"{kind}-{clause.elements[0].lemma}"}
    if clause.newly_negated:
        found.add("negation")
    return found
