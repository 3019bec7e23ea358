"""Find finite subordinate clauses and how they are attached, for the sequence of tenses."""

from collections.abc import Iterator
from typing import NamedTuple

from delphin.mrs import EP

from litgen.mrs.frame import Source
from litgen.mrs.operators import FINITE, conjuncts_of, is_coordination, main_label, operator_kind
from litgen.mrs.rule import Hangs
from litgen.mrs.skeleton import Clause, Operator, clause_of, main_predicates


class Subordinate(NamedTuple):
    """A finite subordinate clause.

    Attributes:
        hangs: ``adverbial``, ``complement`` or ``relative``.
        tensed: the event that carries its tense.
        copies: events of the negations and coordinations over it.
        on: predicate of the subordinator, the governing word or the modified noun.
    """

    hangs: Hangs
    tensed: str
    copies: tuple[str, ...]
    predicate: str
    on: str


def subordinates(source: Source) -> Iterator[Subordinate]:
    """Yield the finite subordinate clauses of the main clauses, including nested ones.

    Example:
        *A man who is tall said that he left while it rained* has a relative clause on
        ``_man_n_1``, a complement of ``_say_v_to`` and an adverbial of ``_while_p_1``; *a reason to
        ask why he left* has a complement below an infinitive.
    """
    seen: set[str] = set()
    pending = [frame.eps["verb"] for frame in source.frames]
    pending += [frame.eps["head"] for frame in source.frames if frame.eps["head"] not in pending]
    walked = {ep.args["ARG0"] for ep in pending}
    yield from _walk(source, pending, seen, walked)
    yield from _relatives(source, seen)
    for found, main in _within_phrases(source):
        if found.tensed not in seen and main.args["ARG0"] not in walked:
            seen.add(found.tensed)
            yield found
            yield from _walk(source, [main], seen, walked)


def _walk(
    source: Source, pending: list[EP], seen: set[str], walked: set[str]
) -> Iterator[Subordinate]:
    """Yield the finite clauses at any depth below predicates, except those in ``seen``."""
    while pending:
        for found, main in _below(source, pending.pop()):
            if main.args["ARG0"] not in walked:  # a non-finite clause may contain finite clauses
                walked.add(main.args["ARG0"])
                pending.append(main)
            if found is not None and found.tensed not in seen:
                seen.add(found.tensed)
                yield found


def _below(source: Source, head: EP) -> Iterator[tuple[Subordinate | None, EP]]:
    scope = source.scope
    for _, label in scope.holes(head) if operator_kind(scope, head) is None else ():
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


def _clauses(
    source: Source, label: str, hangs: Hangs, on: str
) -> Iterator[tuple[Subordinate | None, EP]]:
    mains, coordinations = main_predicates(source.scope, label)
    for main in mains:
        yield _subordinate(source, main.args["ARG0"], hangs, on, tuple(coordinations)), main


def _within_phrases(source: Source) -> Iterator[tuple[Subordinate, EP]]:
    """Yield the finite clauses inside phrases.

    Example:
        *theories about why they save*, *what he eats is ...*, *walking home since it is late*.
    """
    for ep in source.mrs.rels:
        than = ep.predicate.endswith("_comp")  # *more than I thought I could* keeps its tense
        if than or "RSTR" in ep.args or operator_kind(source.scope, ep) is not None:
            continue
        hangs: Hangs = "complement"
        holes = source.scope.holes(ep)
        if main_label(source.scope, ep) is not None and ep.predicate != "nominalization":
            hangs = "adverbial"
            holes = [each for each in holes if each[0] == "ARG2" and ep.predicate != "subord"]
        for _, label in holes:
            for found, main in _clauses(source, label, hangs, ep.predicate):
                if found:
                    yield found, main


def _relatives(source: Source, seen: set[str]) -> Iterator[Subordinate]:
    scope = source.scope
    for quantifier in scope.quantifier.values():
        label = scope.label_of(quantifier.args["RSTR"])
        eps = scope.by_label.get(label, [])
        joined = [ep for ep in eps if is_coordination(ep)]
        coordinations = tuple(ep.args["ARG0"] for ep in joined)
        # a conjunct with its own adjunct has another label: *sings, and observes it to see it*
        eps = eps + [scope.by_event[e] for ep in joined for e in conjuncts_of(ep)
                     if e in scope.by_event]  # fmt: skip
        noun = scope.by_event.get(quantifier.args["ARG0"])
        for ep in eps:
            event = ep.args.get("ARG0", "")
            if event[:1] != "e" or event in seen or is_coordination(ep):
                continue
            if scope.properties(event).get("TENSE") not in FINITE:
                continue
            on = noun.predicate if noun else ""
            events = [event]
            if operator_kind(scope, ep) is not None:
                events = [main.args["ARG0"] for main in main_predicates(scope, ep.label)[0]]
            for each in events:
                found = _subordinate(source, each, "relative", on, coordinations)
                if found is not None and found.tensed not in seen:
                    seen.add(found.tensed)
                    yield found


def _subordinate(
    source: Source, event: str, hangs: Hangs, on: str, coordinations: tuple[str, ...]
) -> Subordinate | None:
    clause = clause_of(source.scope, event)
    carriers = (o for o in clause.operators if o.kind in ("modal", "raising", "control"))
    tensed: Operator | Clause = next(carriers, clause)
    if tensed.tense not in FINITE:
        return None
    copies = (*(o.event for o in clause.operators if o.kind == "neg"), *coordinations)
    return Subordinate(hangs, tensed.event, copies, tensed.predicate, on)
