"""Decision diagrams that represent all small models in which a formula is true.

A model makes every atom true or false. An atom is a proposition about given individuals, at a time,
in a world, or the proposition that one world is reached from another. A diagram tests one atom
after another and covers all models together; equal diagrams are the same object (Bryant 1986).
About a hundred tests often describe 2**70 models.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import reduce
from operator import and_, eq, ge, gt, le, lt, ne, or_
from typing import NamedTuple

from litgen.logic.formula import Atom, Comparison, Constant, Formula, Joined, Not, Quantified

_COMPARE: Mapping[str, Callable[[int, int], bool]] = {
    "<": lt, ">": gt, "<=": le, ">=": ge, "=": eq, "!=": ne,
}  # fmt: skip


class Point(NamedTuple):
    """The current individuals, time and world, by number."""

    x: int
    y: int
    t: int
    w: int


class Sizes(NamedTuple):
    """The size of each sort; ``seconds`` counts the choices for the second individual."""

    individuals: int = 1
    seconds: int = 1
    earlier: int = 0  #: number of points in time before now
    later: int = 0
    worlds: int = 4

    @property
    def here(self) -> Point:
        return Point(0, min(1, self.seconds - 1), self.earlier, 0)

    def domain(self, variable: str) -> range:
        sizes = {"x": self.individuals, "y": self.seconds, "w": self.worlds}
        return range(sizes.get(variable[0], self.earlier + 1 + self.later))

    def present(self) -> Iterator[Point]:
        return (self.here._replace(w=w) for w in self.domain("w"))

    def points(self) -> Iterator[Point]:
        """Yield all points by time and world, with both orders of two individuals adjacent."""
        found = itertools.starmap(Point, itertools.product(*map(self.domain, "xytw")))
        return iter(sorted(found, key=lambda each: (each.t, each.w, *sorted(each[:2]))))


#: An atom: its owner, its name, and the numbers of its arguments.
Key = tuple[str, str, tuple[int, ...]]


class Truth:
    """The models in which a formula is true; its truth value is False if there are none.

    The models are represented as a decision diagram: the number of the atom to test, then the
    diagrams to follow if the atom is false and if it is true.
    """

    __slots__ = ("asks", "models", "no", "yes")

    def __init__(
        self, models: Models, asks: int, no: Truth | None = None, yes: Truth | None = None
    ) -> None:
        self.models, self.asks, self.no, self.yes = models, asks, no, yes

    def __bool__(self) -> bool:
        return self is not self.models.false

    def __and__(self, other: Truth) -> Truth:
        return self.models.choose(self, other, self.models.false)

    def __or__(self, other: Truth) -> Truth:
        return self.models.choose(self, self.models.true, other)

    def __invert__(self) -> Truth:
        return self.models.choose(self, self.models.false, self.models.true)

    def given(self, atom: int, answer: bool) -> Truth:
        """Return what follows ``answer`` in a diagram that tests ``atom`` first or not at all."""
        found = self.yes if answer else self.no
        return self if self.asks != atom or found is None else found


#: A proposition maps each point to the models in which it is true there.
Proposition = Callable[[Point], Truth]
#: Maps each name to the proposition that it denotes.
Names = Callable[[str], Proposition]
#: The atom number of the terminals, greater than that of any atom.
_NOTHING = 1 << 30


class Models:
    """All models of the given sizes, over the atoms requested so far.

    Example:
        >>> models = Models(Sizes())
        >>> p = models.free("", "p")(models.sizes.here)
        >>> bool(p), bool(p & ~p), (p | ~p) is models.true
        (True, False, True)
    """

    def __init__(self, sizes: Sizes) -> None:
        self.sizes = sizes
        self.false = Truth(self, _NOTHING)
        self.true = Truth(self, _NOTHING)
        self._atoms: dict[Key, int] = {}
        self._known: dict[tuple[int, Truth, Truth], Truth] = {}
        self._chosen: dict[tuple[Truth, Truth, Truth], Truth] = {}

    def choose(self, where: Truth, yes: Truth, no: Truth) -> Truth:
        """Return ``yes`` in the models where ``where`` is true, and ``no`` in the other models."""
        if where is self.true or yes is no:
            return yes
        if where is self.false:
            return no
        if yes is self.true and no is self.false:
            return where
        key = where, yes, no
        found = self._chosen.get(key)
        if found is None:
            # This code is written for speed: a proof spends three quarters of its time here.
            a, b, c = where.asks, yes.asks, no.asks
            atom = min(a, b, c)
            low = self.choose(
                where.no if a == atom else where,  # type: ignore[arg-type]
                yes.no if b == atom else yes,  # type: ignore[arg-type]
                no.no if c == atom else no,  # type: ignore[arg-type]
            )
            high = self.choose(
                where.yes if a == atom else where,  # type: ignore[arg-type]
                yes.yes if b == atom else yes,  # type: ignore[arg-type]
                no.yes if c == atom else no,  # type: ignore[arg-type]
            )
            found = self._chosen[key] = self._asking(atom, low, high)
        return found

    def _asking(self, atom: int, no: Truth, yes: Truth) -> Truth:
        if no is yes:
            return no
        if (found := self._known.get(key := (atom, no, yes))) is None:
            found = self._known[key] = Truth(self, atom, no, yes)
        return found

    def all(self, truths: Iterable[Truth]) -> Truth:
        return reduce(and_, truths, self.true)

    def any(self, truths: Iterable[Truth]) -> Truth:
        return reduce(or_, truths, self.false)

    def atom(self, owner: str, name: str, numbers: tuple[int, ...]) -> Truth:
        number = self._atoms.setdefault((owner, name, numbers), len(self._atoms))
        return self._asking(number, self.false, self.true)

    def free(self, owner: str, name: str) -> Proposition:
        """Return a proposition about which nothing is known."""
        return lambda point: self.atom(owner, name, tuple(point))

    def reaches(self, relation: str, w: int, other: int) -> Truth:
        """Return the models in which a world reaches another; ``accessible`` is reflexive."""
        if relation == "accessible" and w == other:
            return self.true
        return self.atom("", relation, (w, other))

    def witness(self, truth: Truth) -> frozenset[Key]:
        """Return the true atoms of one model; raise ValueError if there is no model."""
        if not truth:
            raise ValueError("no model makes this true")
        keys, found = list(self._atoms), set()
        while truth is not self.true:
            answer = not truth.given(truth.asks, False)
            if answer:
                found.add(keys[truth.asks])
            truth = truth.given(truth.asks, answer)
        return frozenset(found)

    def holds(self, truth: Truth, witness: frozenset[Key]) -> bool:
        keys = list(self._atoms)
        while truth.asks != _NOTHING:
            truth = truth.given(truth.asks, keys[truth.asks] in witness)
        return truth is self.true

    def truth(self, formula: Formula, point: Point, names: Names) -> Truth:
        return self.evaluate(formula, point._asdict(), names)

    def evaluate(self, formula: Formula, bound: Mapping[str, int], names: Names) -> Truth:
        """Return the models in which a formula is true for given values of its free variables."""
        match formula:
            case Constant(value):
                return self.true if value else self.false
            case Atom(name, arguments):
                return names(name)(_point(arguments, bound))
            case Comparison(left, sign, right):
                return self.true if _COMPARE[sign](bound[left], bound[right]) else self.false
            case Not(body):
                return ~self.evaluate(body, bound, names)
            case Joined(word, left, right):
                one, other = self.evaluate(left, bound, names), self.evaluate(right, bound, names)
                if word == "or":
                    return one | other
                no = {"and": self.false, "->": self.true}.get(word)
                return self.choose(one, other, ~other if no is None else no)
            case Quantified():
                return self._quantified(formula, bound, names)

    def _quantified(self, formula: Quantified, bound: Mapping[str, int], names: Names) -> Truth:
        found = self.false
        for limit, inner in self.cases(formula, bound):
            body = self.evaluate(formula.body, inner, names)
            found |= limit & (~body if formula.word == "all" else body)
        return found if formula.word == "some" else ~found

    def witnesses(
        self, formula: Formula, bound: Mapping[str, int]
    ) -> Iterator[tuple[Truth, Mapping[str, int], Formula]]:
        """Yield the condition, binding and body for each value of a formula's initial *some*."""
        if not (isinstance(formula, Quantified) and formula.word == "some"):
            yield self.true, bound, formula
            return
        for limit, inner in self.cases(formula, bound):
            for further, innermost, body in self.witnesses(formula.body, inner):
                yield limit & further, innermost, body

    def cases(
        self, formula: Quantified, bound: Mapping[str, int]
    ) -> Iterator[tuple[Truth, dict[str, int]]]:
        """Yield, for each value of the variable, the models that allow it, and the binding."""
        sign, other = formula.limit or ("", "")
        for value in self.sizes.domain(formula.variable):
            limit = self.true
            if other and not _COMPARE[sign](value, bound[other]):
                continue
            if sign and not other:
                limit = self.reaches(sign, bound["w"], value)
            yield limit, {**bound, formula.variable: value}


def _point(arguments: tuple[str, ...], bound: Mapping[str, int]) -> Point:
    """Return an atom's point; two individuals fill ``x`` and ``y`` in the given order."""
    found = {letter: bound[letter] for letter in "xytw"}
    found |= {each[0]: bound[each] for each in arguments}
    people = [each for each in arguments if each[0] in "xy"]
    if len(people) == 2:
        found["x"], found["y"] = bound[people[0]], bound[people[1]]
    return Point(**found)
