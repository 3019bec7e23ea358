"""A source MRS prepared for rules: its scope, its skeleton and the anchors of each main clause."""

from collections.abc import Mapping
from functools import cached_property
from typing import NamedTuple

from delphin.mrs import EP, MRS

from litgen.mrs.operators import conjuncts_of, joint_label, tense_bearer
from litgen.mrs.scope import Scope
from litgen.mrs.skeleton import Clause, Skeleton, skeleton, voice_of
from litgen.mrs.wellformed import is_well_formed

_LEXICAL = ("raising", "control")


class Frame(NamedTuple):
    """A main clause with its anchors: the names that every rule may use (``docs/rules.md``).

    Attributes:
        names: maps each anchor to a variable or label.
        eps: maps each anchor to a predication.
        groups: maps ``tensed``, ``aspect`` and ``clause`` to their events, the leading event first.
        operators: kinds of the operators above the head, excluding a control or raising verb that
            is itself the head.
    """

    clause: Clause
    names: Mapping[str, str]
    eps: Mapping[str, EP]
    groups: Mapping[str, tuple[str, ...]]
    operators: tuple[str, ...]
    voice: str


class Source:
    """An MRS with everything that rules look up, computed once for all rules."""

    def __init__(self, mrs: MRS) -> None:
        self.mrs = mrs
        self.scope = Scope(mrs)

    @cached_property
    def skeleton(self) -> Skeleton:
        return skeleton(self.scope)

    @cached_property
    def well_formed(self) -> bool:
        """Whether the MRS was well-formed before any edit."""
        return is_well_formed(self.mrs)

    @cached_property
    def frames(self) -> tuple[Frame, ...]:
        """The main clauses, in the order of their coordination."""
        return tuple(self._frame(clause) for clause in self.skeleton.clauses)

    def _frame(self, clause: Clause) -> Frame:
        scope = self.scope
        chain = clause.operators
        lexical = next((i for i, o in enumerate(chain) if o.kind in _LEXICAL), len(chain))
        above = chain[:lexical]
        head = chain[lexical].event if lexical < len(chain) else clause.event
        modal = next((o.event for o in above if o.kind == "modal"), None)
        tensed = modal or tense_bearer(scope, head)
        outer = self._outermost(clause, head)
        cleft = next((o for o in above if o.kind == "cleft"), None)
        eps = {
            "head": scope.by_event[head],
            "tensed": scope.by_event[tensed],
            "verb": scope.by_event[clause.event],
        }
        names = {
            "e": head, "l": joint_label(scope, eps["head"].label), "t": tensed, "o": outer,
            "l0": scope.by_event[outer].label, "top": self.mrs.top or "",
            "index": self.mrs.index or "",
        }  # fmt: skip
        if cleft is not None:
            names["c"] = cleft.event
            eps["cleft"] = scope.by_event[cleft.event]
        voice = voice_of(scope, head)
        subject = self._subject(clause, eps["head"], voice)
        if subject is not None:
            names["subject"] = subject
        own = {head, tensed, clause.event, *(o.event for o in above)}
        joined = tuple(c for c in self.skeleton.coordinations if self._first(c) in own)
        negations = tuple(o.event for o in above if o.kind == "neg")
        modals = tuple(o.event for o in above if o.kind == "modal" and o.event != head)
        groups = {
            "tensed": (tensed, *negations, *joined),
            "clause": (head, *joined),
            "aspect": (head, *modals, *negations, *joined),
        }
        return Frame(clause, names, eps, groups, tuple(o.kind for o in above), voice)

    def _first(self, coordination: str) -> str:
        """Return the event of the first conjunct, whose tense and aspect are the coordination's."""
        seen: set[str] = set()
        while coordination in self.skeleton.coordinations and coordination not in seen:
            seen.add(coordination)
            coordination = next(iter(conjuncts_of(self.scope.by_event[coordination])), "")
        return coordination

    def _outermost(self, clause: Clause, head: str) -> str:
        coordinations = self.skeleton.coordinations
        if not coordinations:
            return clause.operators[0].event if clause.operators else head
        firsts = {c.operators[0].event if c.operators else None for c in self.skeleton.clauses}
        (first, *others) = firsts
        return coordinations[0] if others or first is None else first

    def _subject(self, clause: Clause, head: EP, voice: str) -> str | None:
        event = head.args["ARG0"]
        if voice == "passive":
            for icon in self.mrs.icons:
                if icon.left == event and icon.relation == "topic":
                    return str(icon.right) if icon.right[:1] == "x" else None
            for ep in self.mrs.rels:  # in the ERG 1214, the subject is the ARG2 of parg_d
                if ep.predicate == "parg_d" and ep.args.get("ARG1") == event:
                    return str(ep.args["ARG2"])
        first: str | None = head.args.get("ARG1")
        if first is not None and first[:1] == "h":
            first = clause.arguments.get("ARG1")  # a raising verb takes the infinitive's subject
        return first if first is not None and first[:1] == "x" else None
