"""Conjuncts of a coordination, and the predications that join them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from litgen.engines.dependency.composition.graph import Properties, Span
from litgen.engines.dependency.composition.tables import table
from litgen.engines.dependency.composition.words import extent

if TYPE_CHECKING:
    from collections.abc import Sequence

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


def coordinator_predicate(c: Composer, coordinator: Word | None) -> str:
    """The predicate of a coordinator; a comma is ``implicit_conj``."""
    if coordinator is None:
        return "implicit_conj"
    parts = _parts(coordinator)
    c.cover(*parts)
    phrase = " ".join(w.lower for w in sorted(parts, key=lambda w: w.i))
    entry = _COORDINATORS.get(phrase) or _COORDINATORS.get(coordinator.lower)
    return str(entry["predicate"]) if entry else "_and_c"


def _parts(coordinator: Word) -> list[Word]:
    """The words of a coordinator: of *as well as*, all three."""
    return [coordinator, *(d for d in coordinator.dependents if d.pos != "PUNCT")]


def join(
    c: Composer, items: Sequence[Conjunct], variables: Sequence[str], label: str,
    properties: Properties,
) -> str:  # fmt: skip
    """Join conjuncts from the right, two at a time, and return the variable of the whole.

    Args:
        label: where the coordination of events goes; each of things has a label of its own, and
            a quantifier.
        properties: of the coordination's variables.
    """
    end = extent(items[-1].word)[1]
    right = variables[-1]
    for left, item, following in zip(variables[-2::-1], items[-2::-1], items[:0:-1], strict=True):
        coordinator = following.coordinator
        joined = coordinator_predicate(c, coordinator)
        whole = c.graph.event(properties) if label else c.graph.referent(properties)
        if coordinator is not None:
            parts = _parts(coordinator)
            span: Span = (min(p.start for p in parts), max(p.end for p in parts))
        else:
            span = (extent(following.word)[0], end)
        here = label or c.graph.handle()
        if not label:
            c.graph.quantify("udef_q", (extent(item.word)[0], end), whole, here)
        c.graph.add(joined, span, here, whole, ARG1=left, ARG2=right)
        right = whole
    return right
