"""Finite clauses below the main clauses, by how they hang: for the sequence of tense."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from delphin.mrs import EP

from litgen.mrs.frame import Source
from litgen.mrs.operators import FINITE, is_coordination, operator_kind
from litgen.mrs.rule import Hangs
from litgen.mrs.skeleton import clause_of, main_predicates


class Subordinate(NamedTuple):
    """A finite subordinate clause.

    Attributes:
        hangs: ``adverbial``, ``complement`` or ``relative``.
        tensed: the event that carries its tense.
        copies: events of negations and coordinations over it.
        predicate: its main predicate.
        on: predicate of the subordinator, the governing predicate or the noun.
    """

    hangs: Hangs
    tensed: str
    copies: tuple[str, ...]
    predicate: str
    on: str


def subordinates(source: Source) -> Iterator[Subordinate]:
    """The finite subordinate clauses of the main clauses, nested ones included.

    Example:
        *A man who is tall said that he left while it rained* has a relative clause on
        ``_man_n_1``, a complement of ``_say_v_to`` and an adverbial of ``_while_p_1``.
    """
    seen: set[str] = set()
    heads = [frame.eps["verb"] for frame in source.frames]
    heads += [frame.eps["head"] for frame in source.frames if frame.eps["head"] not in heads]
    pending = [(ep, True) for ep in heads]
    while pending:
        ep, _ = pending.pop()
        for found, main in _below(source, ep):
            if found.tensed not in seen:
                seen.add(found.tensed)
                pending.append((main, False))
                yield found
    yield from _relatives(source, seen)


def _below(source: Source, head: EP) -> Iterator[tuple[Subordinate, EP]]:
    scope = source.scope
    for _, label in scope.holes(head):
        if operator_kind(scope, head) is None:
            yield from _clauses(source, label, "complement", head.predicate)
    event = head.args.get("ARG0")
    for ep in source.mrs.rels:
        second = ep.args.get("ARG2", "")
        if second[:1] != "h" or "_v_" in ep.predicate or "RSTR" in ep.args:
            continue
        first = ep.args.get("ARG1", "")
        if first == event or scope.label_of(first) in _labels_over(source, head):
            yield from _clauses(source, scope.label_of(second), "adverbial", ep.predicate)


def _labels_over(source: Source, head: EP) -> set[str]:
    clause = clause_of(source.scope, head.args["ARG0"])
    return {clause.label, *(operator.label for operator in clause.operators)}


def _clauses(source: Source, label: str, hangs: Hangs, on: str) -> Iterator[tuple[Subordinate, EP]]:
    mains, coordinations = main_predicates(source.scope, label)
    for main in mains:
        found = _subordinate(source, main.args["ARG0"], hangs, on, tuple(coordinations))
        if found is not None:
            yield found, main


def _relatives(source: Source, seen: set[str]) -> Iterator[Subordinate]:
    scope = source.scope
    for quantifier in scope.quantifier.values():
        label = scope.label_of(quantifier.args["RSTR"])
        eps = scope.by_label.get(label, [])
        coordinations = tuple(ep.args["ARG0"] for ep in eps if is_coordination(ep))
        noun = scope.by_event.get(quantifier.args["ARG0"])
        for ep in eps:
            event = ep.args.get("ARG0", "")
            if event[:1] != "e" or event in seen or is_coordination(ep):
                continue
            if scope.properties(event).get("TENSE") not in FINITE:
                continue
            if operator_kind(scope, ep) is not None:
                mains, _ = main_predicates(scope, label)
                events = [main.args["ARG0"] for main in mains]
            else:
                events = [event]
            for each in events:
                found = _subordinate(
                    source, each, "relative", noun.predicate if noun else "", coordinations
                )
                if found is not None and found.tensed not in seen:
                    seen.add(found.tensed)
                    yield found


def _subordinate(
    source: Source, event: str, hangs: Hangs, on: str, coordinations: tuple[str, ...]
) -> Subordinate | None:
    clause = clause_of(source.scope, event)
    tensed, tense, predicate = clause.event, clause.tense, clause.predicate
    for operator in clause.operators:
        if operator.kind in ("modal", "raising", "control"):
            tensed, tense, predicate = operator.event, operator.tense, operator.predicate
            break
    if tense not in FINITE:
        return None
    negations = tuple(o.event for o in clause.operators if o.kind == "neg")
    return Subordinate(hangs, tensed, (*negations, *coordinations), predicate, on)
