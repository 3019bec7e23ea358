"""Coordination of noun phrases, predicates and clauses."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from litgen.engines.dependency.composition.constructions import adjectives, nominals
from litgen.engines.dependency.composition.graph import Properties, Proposition, Span
from litgen.engines.dependency.composition.tables import table
from litgen.engines.dependency.composition.words import extent

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from litgen.engines.dependency.composition.composer import Composer
    from litgen.engines.dependency.composition.words import Word

_COORDINATORS = table("conjunctions")["coordinator"]


class Conjunct(NamedTuple):
    """A conjunct and the coordinator before it (None for the first, or for a bare comma)."""

    word: Word
    coordinator: Word | None


def conjuncts(word: Word) -> list[Conjunct]:
    """The conjuncts of a coordination that starts at ``word``, in order.

    Example:
        *cats, dogs and owls*: (*cats*, None), (*dogs*, None), (*owls*, *and*).
    """
    found = [Conjunct(word, None)]
    _collect(word, found)
    found.sort(key=lambda conjunct: conjunct.word.i)
    return found


def _collect(word: Word, found: list[Conjunct]) -> None:
    for d in word.dependents:
        if d.dep != "conj":
            continue
        coordinator = next(
            (s for s in reversed(word.dependents) if s.dep == "cc" and s.i < d.i), None
        )
        if coordinator is not None and any(
            f.coordinator is coordinator or coordinator.i < f.word.i < d.i for f in found[1:]
        ):
            coordinator = None
        found.append(Conjunct(d, coordinator))
        _collect(d, found)


def predicate_of(c: Composer, coordinator: Word | None) -> str:
    """The predicate of a coordinator; a comma is ``implicit_conj``."""
    if coordinator is None:
        return "implicit_conj"
    inner = [d for d in coordinator.dependents if d.pos != "PUNCT"]
    c.cover(coordinator, *inner)
    phrase = " ".join(w.lower for w in sorted([coordinator, *inner], key=lambda w: w.i))
    entry = _COORDINATORS.get(phrase) or _COORDINATORS.get(coordinator.lower)
    return str(entry["predicate"]) if entry else "_and_c"


def _span(coordinator: Word) -> Span:
    """Span of a coordinator: of *as well as*, all three words."""
    parts = [coordinator, *(d for d in coordinator.dependents if d.pos != "PUNCT")]
    return (min(p.start for p in parts), max(p.end for p in parts))


def join(
    c: Composer,
    items: Sequence[Conjunct],
    variables: Sequence[str],
    label: str,
    fresh: Callable[[int], str],
    bind: Callable[[str, Span, str], None] | None = None,
) -> str:
    """Join conjuncts from the right, two at a time, and return the variable of the whole.

    Args:
        fresh: makes the variable of the coordination that starts at a position.
        bind: quantifies it, for noun phrases.
    """
    end = extent(items[-1].word)[1]
    right = variables[-1]
    for position in range(len(items) - 2, -1, -1):
        following = items[position + 1]
        coordinator = following.coordinator
        predicate = predicate_of(c, coordinator)
        whole = fresh(position)
        start = extent(following.word)[0]
        span = _span(coordinator) if coordinator is not None else (start, end)
        here = label or c.graph.handle()
        if bind is not None:
            bind(whole, (extent(items[position].word)[0], end), here)
        c.graph.add(predicate, span, here, whole, ARG1=variables[position], ARG2=right)
        c.labels[whole] = here
        right = whole
    return right


def nominal(c: Composer, word: Word) -> str:
    """Coordinated noun phrases: each keeps its referent; the whole has one of its own.

    Example:
        *cats and dogs*: ``udef_q`` over ``_and_c`` (ARG1 the cats, ARG2 the dogs).
    """
    items = [i for i in conjuncts(word) if _is_nominal(i.word)]
    odd = [i for i in conjuncts(word) if not _is_nominal(i.word)]
    if not items:
        return nominals.single(c, word)
    variables = [nominals.single(c, item.word) for item in items]
    for d in word.of("preconj", "cc", "det", "advmod", "predet"):
        if d.lower in ("either", "neither", "both"):
            c.cover(d)
    neither = any(i.coordinator is not None and i.coordinator.lower in ("or", "nor") for i in items)
    plural = {"PERS": "3", "NUM": "pl"}
    if neither:
        last = c.graph.variables.get(variables[-1], {})
        plural = {"PERS": "3", "NUM": last.get("NUM", "sg")}
    for item in odd:
        _odd(c, item)
    if len(items) < 2:
        return variables[0]

    def bind(whole: str, span: Span, label: str) -> None:
        c.graph.quantify("udef_q", span, whole, label)

    whole = join(c, items, variables, "", lambda _: c.graph.referent(plural), bind)
    c.groups[word.i] = whole
    return whole


def _is_nominal(word: Word) -> bool:
    return word.pos in nominals.NOMINAL or word.tag == "VBG"


def _odd(c: Composer, item: Conjunct) -> None:
    """A clause that the parser hung on a noun as its conjunct: it joins the main clause."""
    from litgen.engines.dependency.composition.constructions.clauses import clause

    if item.word.pos in ("VERB", "AUX"):
        c.pending.append(clause(c, item.word))
        predicate_of(c, item.coordinator)


def predicates(c: Composer, word: Word, label: str, arg1: str, properties: Properties) -> str:
    """Coordinated predicative adjectives and the like: *is old and in debt*."""
    items = conjuncts(word)
    events = [predicate(c, item.word, label, arg1, properties) for item in items]
    return join(c, items, events, label, lambda _: c.graph.event(properties))


def predicate(c: Composer, word: Word, label: str, arg1: str, properties: Properties) -> str:
    """One predicate of any category after a copula; returns its event."""
    from litgen.engines.dependency.composition.constructions import clauses, copulas, prepositions

    if word.pos in ("ADP", "SCONJ"):
        return prepositions.prepositional(c, word, label, arg1, "entity", properties)
    if word.pos in ("NOUN", "PROPN", "PRON", "NUM"):
        return copulas.identity(c, word, word, label, arg1, properties)
    if word.pos in ("VERB", "AUX"):
        event = clauses.simple(c, word, arg1 or None, label=label).event
        if word.tag == "VBN":  # *friendly and well informed*: finite through the copula
            c.graph.variables[event] |= properties
        return event
    if word.pos == "ADV":
        return copulas.adverbial(c, word, label, arg1, properties)
    return adjectives.adjective(c, word, label, arg1, c.graph.event(properties))


def clausal(c: Composer, items: Sequence[Conjunct], parts: Sequence[Proposition]) -> Proposition:
    """Coordinated clauses or verb phrases: ``_and_c`` over their events, at one label.

    Clauses with operators of their own (negation, modals) are lifted to the common label.
    """
    label = parts[0].top
    for part in parts[1:]:
        c.graph.merge(part.top, label)
    properties = dict(c.graph.variables.get(parts[0].event, {}))
    whole = join(c, items, [p.head for p in parts], label, lambda _: c.graph.event(properties))
    return Proposition(label, whole, label, whole)
