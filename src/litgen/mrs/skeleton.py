"""The clausal skeleton of an MRS: operators, main predicates, tense, aspect, voice, arguments.

Edits use the skeleton; a generated sentence is checked by comparing its skeleton with the edit's.
A skeleton leads from the top through subordinators and scopal adverbs down the chain of operators
to the main predicate, and through coordination to each conjunct.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal

from delphin.mrs import EP, MRS

from litgen.mrs.operators import (
    FINITE,
    Kind,
    conjuncts_of,
    is_coordination,
    main_label,
    operator_kind,
    tense_bearer,
)
from litgen.mrs.scope import NOT_ARGUMENTS, Scope

Voice = Literal["active", "passive"]


@dataclass(frozen=True, slots=True)
class Operator:
    """An operator over a clause.

    Attributes:
        predicate: such as ``neg`` or ``_may_v_modal``.
        kind: ``neg``, ``modal``, ``raising``, ``control`` or ``cleft``.
        tense: its own TENSE, or None.
        progressive, perfect: its own aspect; always False for a modal or a negation, to which the
            ERG copies the verb's aspect.
        arguments: maps each role except ARG0 to a variable.
    """

    predicate: str
    event: str
    kind: Kind
    tense: str | None = None
    progressive: bool = False
    perfect: bool = False
    label: str = ""
    arguments: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Clause:
    """A main predicate with the operators above it.

    Attributes:
        predicate: the main predicate, such as ``_ride_v_1``.
        tense: its TENSE (``untensed`` under a modal), wherever the ERG writes it
            (:func:`litgen.mrs.operators.tense_bearer`); None if it has none.
        force: SF of the clause's outermost event (``prop``, ``ques``, ``comm``).
        voice: ``passive`` if ICONS have a topic other than ARG1, or there is a ``parg_d``.
        arguments: maps each role except ARG0 to a variable.
    """

    predicate: str
    event: str
    label: str
    tense: str | None
    progressive: bool
    perfect: bool
    force: str | None
    voice: Voice
    arguments: Mapping[str, str]
    operators: tuple[Operator, ...] = ()

    @property
    def finite_tense(self) -> str | None:
        """TENSE of the topmost tensed element below a cleft, or None if the clause is not finite.

        Example: *may ride* -> ``pres`` (the modal's), *rode* -> ``past``.
        """
        for operator in self.operators:
            if operator.kind not in ("neg", "cleft") and operator.tense in FINITE:
                return operator.tense
        return self.tense if self.tense in FINITE else None

    @property
    def kinds(self) -> tuple[Kind, ...]:
        return tuple(operator.kind for operator in self.operators)


@dataclass(frozen=True, slots=True)
class Skeleton:
    """The main clauses of an MRS.

    Attributes:
        clauses: one per coordinated main clause, in the order of the coordination.
        coordinations: events of the coordinations that join the clauses, the outermost first.
        subordinators: subordinators and scopal adverbs on the way down, the outermost first.
    """

    clauses: tuple[Clause, ...]
    coordinations: tuple[str, ...] = ()
    force: str | None = None
    subordinators: tuple[EP, ...] = ()


def skeleton(mrs: MRS | Scope) -> Skeleton:
    """Compute the clausal skeleton of an MRS.

    Example:
        *A man may be riding a bike.* has one clause: predicate ``_ride_v_1``, progressive,
        voice ``active``, arguments ARG1 (the man) and ARG2 (the bike), and one operator
        ``_may_v_modal``.
    """
    scope = mrs if isinstance(mrs, Scope) else Scope(mrs)
    walk = _Walk(scope)
    walk.label(scope.label_of(scope.mrs.top or ""), scope.mrs.index)
    force = scope.properties(scope.mrs.index).get("SF") if scope.mrs.index else None
    clauses = tuple(clause_of(scope, ep.args["ARG0"]) for ep in walk.mains)
    return Skeleton(clauses, tuple(walk.coordinations), force, tuple(walk.subordinators))


def main_predicates(scope: Scope, label: str) -> tuple[list[EP], list[str]]:
    """Return the main predicates that a label leads to, and the coordinations on the way."""
    walk = _Walk(scope)
    walk.label(label, None)
    return walk.mains, walk.coordinations


def clause_of(mrs: MRS | Scope, event: str) -> Clause:
    """Return the clause whose main predicate has ``event`` as ARG0, with operators above it.

    Raises:
        KeyError: no elementary predication has this ARG0.
    """
    return _clause_of(mrs if isinstance(mrs, Scope) else Scope(mrs), event)


@lru_cache(maxsize=1024)  # rules, edits and the check of outputs look up the same clauses
def _clause_of(scope: Scope, event: str) -> Clause:
    ep = scope.by_event[event]
    properties = scope.properties(event)
    operators = tuple(_operators_above(scope, ep.label))
    outermost = operators[0].event if operators else event
    carried = any(operator.kind in ("modal", "raising", "control") for operator in operators)
    bearer = event if carried else tense_bearer(scope, event)
    force = properties.get("SF")
    if outermost != event:
        above = scope.properties(outermost).get("SF")
        force = above if above == "ques" or force == "prop-or-ques" or force is None else force
    return Clause(
        predicate=ep.predicate,
        event=event,
        label=ep.label,
        tense=scope.properties(bearer).get("TENSE"),
        progressive=properties.get("PROG") == "+",
        perfect=properties.get("PERF") == "+",
        force=force,
        voice=voice_of(scope, event),
        arguments={r: v for r, v in ep.args.items() if r not in NOT_ARGUMENTS},
        operators=operators,
    )


def voice_of(scope: Scope, event: str) -> Voice:
    """Return a predicate's voice: passive if its topic is not ARG1 or it has a ``parg_d``."""
    for icon in scope.mrs.icons:
        if icon.left == event and icon.relation == "topic":
            first = scope.by_event[event].args.get("ARG1") if event in scope.by_event else None
            return "active" if icon.right == first else "passive"
    for ep in scope.mrs.rels:
        if ep.predicate == "parg_d" and ep.args.get("ARG1") == event:
            return "passive"
    return "active"


def _operators_above(scope: Scope, label: str) -> Iterator[Operator]:
    chain: list[Operator] = []
    seen: set[str] = set()
    here = label
    while here not in seen:
        seen.add(here)
        for ep in scope.above.get(here, ()):
            kind = operator_kind(scope, ep)
            if kind is not None:
                chain.append(_operator(scope, ep, kind))
            # a subordinator or scopal adverb over its main clause, or a conjunct
            elif main_label(scope, ep) != here and not (is_coordination(ep) and ep.label != here):
                continue
            here = ep.label
            break
    return reversed(chain)


def _operator(scope: Scope, ep: EP, kind: Kind) -> Operator:
    event = ep.args.get("ARG0", "")
    properties = scope.properties(event)
    lexical = kind in ("raising", "control", "cleft")
    return Operator(
        predicate=ep.predicate,
        event=event,
        kind=kind,
        tense=properties.get("TENSE"),
        progressive=lexical and properties.get("PROG") == "+",
        perfect=lexical and properties.get("PERF") == "+",
        label=ep.label,
        arguments={r: v for r, v in ep.args.items() if r not in NOT_ARGUMENTS},
    )


class _Walk:
    """A walk from a label down to the main predicates."""

    def __init__(self, scope: Scope) -> None:
        self.scope = scope
        self.mains: list[EP] = []
        self.coordinations: list[str] = []
        self.subordinators: list[EP] = []
        self.seen: set[str] = set()

    def label(self, label: str, index: str | None) -> None:
        """Go down from a label; prefer the event ``index`` if that event is at this label."""
        if label in self.seen:
            return
        self.seen.add(label)
        eps = self.scope.by_label.get(label, [])
        # Coordinations first: they determine which of the other predicates are conjuncts.
        joins = [ep for ep in eps if is_coordination(ep)]
        for ep in joins:
            if not any(ep.args["ARG0"] in conjuncts_of(each) for each in joins if each is not ep):
                return self.event(ep)
        for ep in eps:
            if operator_kind(self.scope, ep) is not None:
                return self.event(ep)
        for ep in eps:
            main = main_label(self.scope, ep)
            if main is not None and main != label:
                self.subordinators.append(ep)
                return self.label(main, index)
        for ep in eps:
            if index and index[:1] == "e" and ep.args.get("ARG0") == index:
                return self.event(ep)
        head = self._head(eps)
        if head is not None:
            self.event(head)

    def event(self, ep: EP) -> None:
        """Go down from a predicate through coordinations and operators; stop at main predicates."""
        if is_coordination(ep):
            self.coordinations.append(ep.args["ARG0"])
            for event in conjuncts_of(ep):
                if event in self.scope.by_event:
                    self.event(self.scope.by_event[event])
            return
        kind = operator_kind(self.scope, ep)
        holes = [label for _, label in self.scope.holes(ep)] if kind is not None else []
        if kind == "cleft":
            holes = [self.scope.label_of(ep.args.get("ARG2", ""))]
        if holes and holes[-1] in self.scope.by_label:
            self.label(holes[-1], None)
        elif ep not in self.mains:
            self.mains.append(ep)

    def _head(self, eps: list[EP]) -> EP | None:
        """Return the head of the predicates at a label.

        *barked now* has ``_bark_v_1`` and ``loc_nonsp`` (its ARG1 is the barking) at one label: the
        head is the predicate that does not take any other predicate's event as an argument.
        """
        found = [ep for ep in eps if ep.args.get("ARG0", "").startswith("e")]
        events = {ep.args["ARG0"] for ep in found}
        for ep in found:
            values = {v for r, v in ep.args.items() if r not in NOT_ARGUMENTS}
            if not (values & (events - {ep.args["ARG0"]})):
                return ep
        return next(iter(found), None)
