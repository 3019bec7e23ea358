"""The relations of natural logic between two sentences.

MacCartney and Manning (2009) define seven relations between two contingent propositions. In this
module, a set of relations represents what is known: one relation of the set holds. If a join is not
determined, the set keeps what is known, whereas in the original calculus the join is independence.
Joins are computed from all ways in which three propositions may overlap.
"""

from collections.abc import Iterable
from functools import cache, reduce
from itertools import product
from typing import Literal

from litgen.mrs.monotonicity import Value

#: Equivalence, forward and reverse entailment, negation, alternation, cover, independence.
Basic = Literal["=", "<", ">", "^", "|", "_", "#"]
#: A set of relations, one of which holds.
Relation = frozenset[Basic]
Label = Literal["entailment", "neutral", "contradiction"]

EQUIVALENT: Relation = frozenset("=")  # type: ignore[arg-type]
FORWARD: Relation = frozenset("<")  # type: ignore[arg-type]
REVERSE: Relation = frozenset(">")  # type: ignore[arg-type]
NEGATION: Relation = frozenset("^")  # type: ignore[arg-type]
ALTERNATION: Relation = frozenset("|")  # type: ignore[arg-type]
COVER: Relation = frozenset("_")  # type: ignore[arg-type]
INDEPENDENCE: Relation = frozenset("#")  # type: ignore[arg-type]
#: All relations: nothing is known.
ANY: Relation = frozenset("=<>^|_#")  # type: ignore[arg-type]

NAMES: dict[Basic, str] = {
    "=": "equivalent", "<": "follows", ">": "says more", "^": "negation", "|": "excluded",
    "_": "covers", "#": "independent",
}  # fmt: skip
_LABELS: dict[Label, Relation] = {
    "entailment": EQUIVALENT | FORWARD,
    "contradiction": NEGATION | ALTERNATION,
    "neutral": REVERSE | COVER | INDEPENDENCE,
}
_INVERSE: dict[Basic, Basic] = {"<": ">", ">": "<"}
#: A reversed polarity swaps forward and reverse entailment, and alternation and cover.
_TURNED: dict[Basic, Basic] = {"<": ">", ">": "<", "|": "_", "_": "|"}


def name_of(relation: Relation) -> str:
    return " or ".join(NAMES[each] for each in sorted(relation))


def turned(relation: Relation) -> Relation:
    return frozenset(_TURNED.get(each, each) for each in relation)


def join(first: Relation, second: Relation) -> Relation:
    """Return the relation between x and z, given the relations of x to y and of y to z.

    Example:
        >>> sorted(join(FORWARD, FORWARD)), sorted(join(NEGATION, FORWARD))
        (['<'], ['_'])
    """
    table = _joins()
    return frozenset(r for a, b in product(first, second) for r in table[a, b])


def join_all(relations: Iterable[Relation]) -> Relation:
    """Return the join of a chain of relations; an empty chain gives equivalence."""
    return reduce(join, relations, EQUIVALENT)


def inverse(relation: Relation) -> Relation:
    return frozenset(_INVERSE.get(each, each) for each in relation)


def project(relation: Relation, polarity: Value) -> Relation:
    """Return the relation of two sentences, given that of the words in which they differ.

    Exclusion does not necessarily project: *a dog barks* does not exclude *a cat barks*.

    Example:
        >>> sorted(project(FORWARD, "down")), sorted(project(FORWARD, "up"))
        (['>'], ['<'])
    """
    if relation == EQUIVALENT:
        return relation
    if polarity == "none" or not relation <= EQUIVALENT | FORWARD | REVERSE:
        return ANY
    if polarity == "up":
        return relation
    return turned(relation)


def label_of(relation: Relation) -> Label | None:
    """Return the label that is certain, or None if no label is.

    Example:
        >>> label_of(FORWARD), label_of(FORWARD | REVERSE)
        ('entailment', None)
    """
    return next((label for label, those in _LABELS.items() if relation <= those), None)


@cache
def _joins() -> dict[tuple[Basic, Basic], Relation]:
    """Compute all joins: three propositions divide the worlds into eight regions, empty or not."""
    places = list(product((True, False), repeat=3))
    found: dict[tuple[Basic, Basic], set[Basic]] = {}
    for inhabited in product((True, False), repeat=8):
        worlds = [place for place, there in zip(places, inhabited, strict=True) if there]
        x, y, z = ([place[k] for place in worlds] for k in range(3))
        if all(any(each) and not all(each) for each in (x, y, z)):
            found.setdefault((_basic(x, y), _basic(y, z)), set()).add(_basic(x, z))
    return {pair: frozenset(those) for pair, those in found.items()}


def _basic(x: list[bool], y: list[bool]) -> Basic:
    there = set(zip(x, y, strict=True))
    if (True, False) not in there:
        return "<" if (False, True) in there else "="
    if (False, True) not in there:
        return ">"
    if (True, True) not in there:
        return "|" if (False, False) in there else "^"
    return "#" if (False, False) in there else "_"
