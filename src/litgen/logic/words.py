"""Describe counterexamples: models that make a label possible although a rule excludes it."""

from collections import defaultdict
from collections.abc import Iterable

from litgen.logic.calculus import LETTERS, SIDES, Letter, Space
from litgen.logic.models import Key, Sizes

_VERDICT = {
    "E": "the new hypothesis is true wherever the new premise is",
    "C": "the new premise and the new hypothesis are never true together",
    "N": "the new premise leaves the new hypothesis open",
}
_TIMES = {-2: "long ago", -1: "before", 0: "now", 1: "later", 2: "much later"}
_FARTHER = {False: "longer ago still", True: "later still"}
_PEOPLE = ("", " of another", " of a third")
#: Maximum number of places to name for each proposition.
_NAMED = 4


def counterexample(space: Space, allowed: Iterable[Letter]) -> str | None:
    """Describe a model in which a label that is not allowed holds; return None if there is none.

    Example:
        >>> from litgen.logic import Rewriting, Side, load_meanings, spaces
        >>> may = load_meanings().of["may"]
        >>> (space,) = spaces(Rewriting(Side("p", (may,)), Side("h"), "E"))
        >>> (counterexample(space, "E") or "").partition(": ")[2]
        'in world 3 the new premise is true and the new hypothesis is false'
    """
    allowed, models = {*allowed}, space.models
    letter = next((each for each in LETTERS if each not in allowed and space.labels[each]), None)
    if letter is None:
        return None
    witness = models.witness(space.labels[letter])
    atoms = _atoms(witness, models.sizes)
    for point, counts, one, other in space.cases:
        true, also = (models.holds(truth, witness) for truth in (counts & one, other))
        # This point is the clearest evidence against the claimed label.
        if true and ((allowed == {"E"} and not also) or (allowed == {"C"} and also)):
            verdict = "true" if also else "false"
            place = f"in world {point.w + 1} " if models.sizes.worlds > 1 else ""
            return f"{atoms}: {place}the new premise is true and the new hypothesis is {verdict}"
    return f"{atoms}: {_VERDICT[letter]}"


def _atoms(witness: Iterable[Key], sizes: Sizes) -> str:
    """Describe where each proposition is true; those that are not named are false."""
    places: dict[str, list[str]] = defaultdict(list)
    reached = []
    for owner, name, numbers in sorted(witness, key=lambda each: (each[2], each)):
        if len(numbers) == 2:  # a relation between worlds
            reached.append(f"world {numbers[1] + 1} is {name} from world {numbers[0] + 1}")
            continue
        whose = f"the {owner}" if owner in SIDES else owner
        said = name if owner in ("", "shared") else f"{name} (of {whose})"
        x, y, t, w = numbers
        ahead = t - sizes.earlier
        others = (x, y) != sizes.here[:2]
        time = f" {_TIMES.get(ahead, _FARTHER[ahead > 0])}" if sizes.earlier + sizes.later else ""
        whom = _PEOPLE[x] if sizes.seconds == 1 else f" of {'abc'[x]} and {'abc'[y]}" * others
        places[said].append(f"{whom}{time} in world {w + 1}".strip())
    same: dict[tuple[str, ...], list[str]] = defaultdict(list)
    for said, where in sorted(places.items(), key=lambda each: (each[0] != "p", each[0])):
        same[tuple(where)].append(said)
    parts = [
        f"{' and '.join(names)} {'are' if len(names) > 1 else 'is'} true {_listed(where)}"
        for where, names in same.items()
    ]
    return "; ".join([*parts, *reached]) or "nothing is true anywhere"


def _listed(where: tuple[str, ...]) -> str:
    more = f" and {len(where) - _NAMED} more" if len(where) > _NAMED else ""
    return ", ".join(where[:_NAMED]) + more
