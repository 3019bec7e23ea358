"""The calculus, which computes the labels that a rewritten pair can have in small models.

A model is a space of situations; each situation is a time in a world. ``p`` and ``h`` are what the
premise and the hypothesis of the source pair state, about the same individuals, in each situation.
The source label is a fact about the whole space:

- entailment: for all individuals, ``h`` is true wherever ``p`` is true;
- contradiction: ``p`` and ``h`` are not true together of any individuals;
- neutral: at any time, both are true in some world; in some world ``p`` is true, and ``h`` is
  true of nobody; in some world neither is true of anybody.

Neither sentence is true in all situations or false in all situations: ``p`` is true in some world,
and so is ``h``; in some world ``h`` is true of nobody.

The label of the new pair is determined in the same way, but only for the present and the current
individuals, and only if its premise can be true at all. A pair made from one sentence has no source
label; its label follows from its logical form, and is neutral if any model leaves the form open.
"""

import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

import litgen.logic.formula as f
from litgen.exceptions import RuleError
from litgen.logic.formula import Formula, parse_formula
from litgen.logic.meanings import Convention, Meaning
from litgen.logic.models import Models, Names, Point, Proposition, Sizes, Truth

Letter = Literal["E", "C", "N"]
LETTERS: tuple[Letter, ...] = ("E", "C", "N")
#: For each source label: the formula that is true of all individuals at all times in all worlds,
#: and formulas that are each true of the current individuals in some world at every time.
_EVERYWHERE = {"E": parse_formula("p -> h"), "C": parse_formula("not (p and h)")}
_SOMEWHERE = {
    "E": [*map(parse_formula, ("p", "no x': h(x')"))],
    "C": [*map(parse_formula, ("p", "h"))],
    "N": [
        *map(parse_formula, ("p and h", "p and no x': h(x')", "(no x': p(x')) and no x': h(x')"))
    ],
}

SIDES = ("premise", "hypothesis")
_OLD = parse_formula("p")
_AS_IT_IS = Meaning(("original",), "the same as before")
#: Maps a point to two sets of models for each witness: those in which the witness exists, and those
#: in which the sentence is true of it.
Said = Callable[[Point], list[tuple[Truth, Truth]]]


class Side(NamedTuple):
    """One side of a rewritten pair: its source sentence and the meaning of each step."""

    of: Literal["p", "h"]
    steps: tuple[Meaning, ...] = ()
    parameters: Mapping[str, str] = {}


class Assumption(NamedTuple):
    """A guard's formula, about each of the ``sides`` or, if it contains ``h``, about the pair."""

    formula: Formula
    sides: tuple[Literal[0, 1], ...] = (0, 1)


class Rewriting(NamedTuple):
    """The rewriting of a pair: both sides, the source label and further assumptions."""

    premise: Side
    hypothesis: Side
    source: Letter | None
    assumptions: tuple[Assumption, ...] = ()

    @property
    def sides(self) -> tuple[Side, Side]:
        return self.premise, self.hypothesis

    @property
    def meanings(self) -> tuple[Meaning, ...]:
        return (*self.premise.steps, *self.hypothesis.steps)


class Space(NamedTuple):
    """All models of one reading of a rewriting, and those in which the new pair has each label."""

    models: Models
    labels: Mapping[Letter, Truth]
    #: each present point and shared witness, with the models in which the witness exists and those
    #: in which each sentence is true
    cases: tuple[tuple[Point, Truth, Truth, Truth], ...]
    source: tuple[Proposition, Proposition]

    @property
    def possible(self) -> tuple[Letter, ...]:
        return tuple(letter for letter in LETTERS if self.labels[letter])


def spaces(rewriting: Rewriting, conventions: Iterable[Convention] = ()) -> Iterator[Space]:
    """Yield the space of all models for each reading of a rewriting.

    Args:
        conventions: the conventions that hold; each other convention may hold or not.

    Raises:
        RuleError: the new premise is true in no model.

    Example:
        >>> from litgen.logic.meanings import load_meanings
        >>> may = load_meanings().of["may"]
        >>> [space.possible for space in spaces(Rewriting(Side("p", (may,)), Side("h"), "N"))]
        [('N',)]
    """
    held = {each.name: each for each in conventions}
    loose = sorted({name for each in rewriting.meanings for name in each.by_convention} - set(held))
    same = rewriting.premise.steps == rewriting.hypothesis.steps
    shared = same and any(each.shares for each in held.values())
    readings = [range(max(1, len(each.says))) for each in rewriting.meanings]
    for choice in itertools.product(*readings):
        at = len(rewriting.premise.steps)
        if shared and choice[:at] != choice[at:]:
            continue
        for taken in itertools.product((False, True), repeat=len(loose)):
            understood = {*held, *itertools.compress(loose, taken)}
            yield _Calculation(rewriting, choice, [*held.values()], understood, shared).space()


def possible(rewriting: Rewriting, conventions: Iterable[Convention] = ()) -> frozenset[Letter]:
    """Return the new pair's possible labels, or the label of a pair made from one sentence."""
    found = (
        # A logical form is open if at least one model leaves it open.
        ("N",) if not rewriting.source and space.labels["N"] else space.possible
        for space in spaces(rewriting, conventions)
    )
    return frozenset(itertools.chain.from_iterable(found))


def _sizes(rewriting: Rewriting, known: Sequence[Formula]) -> Sizes:
    """Return the sizes of the models: up to three individuals, up to four worlds, and the times.

    A sort that no formula mentions has one element. If a sentence refers to earlier or later times,
    the models have one time more than the sentence needs.
    """
    formulas = [*known, *(formula for each in rewriting.meanings for formula in each.formulas)]
    parts = [part for formula in formulas for part in f.walk(formula)]
    sorts = {variable[0] for part in parts for variable in f.variables_in(part)}
    people = 3 if sorts & {*"xy"} else 1
    deepest = {}
    for sign in "<>":
        steps = [
            sum(max(_depth(formula, sign) for formula in step.formulas) for step in side.steps)
            for side in rewriting.sides
        ]
        deepest[sign] = max(*steps, *(_depth(formula, sign) for formula in known))
    earlier, later = (depth + 1 if depth else 0 for depth in deepest.values())
    worlds = 2 if rewriting.source is None and "w" not in sorts else 4
    return Sizes(people, 3 if "y" in sorts else 1, earlier, later, worlds)


def _depth(formula: Formula, sign: str) -> int:
    """Return how many nested quantifiers may look back (``<``) or ahead (``>``) in time."""
    match formula:
        case f.Not(body):
            return _depth(body, sign)
        case f.Joined(_, left, right):
            return max(_depth(left, sign), _depth(right, sign))
        case f.Quantified(_, variable, limit, body):
            looks = limit is None or sign in limit[0] or limit[0] == "!="
            return _depth(body, sign) + (variable[0] == "t" and looks)
    return 0


@dataclass
class _Calculation:
    """The calculation of one space; ``choice`` gives the reading of each step of both sides."""

    rewriting: Rewriting
    choice: tuple[int, ...]
    conventions: Sequence[Convention]
    understood: set[str]
    shared: bool

    def __post_init__(self) -> None:
        axioms = (Assumption(axiom) for each in self.conventions for axiom in each.axioms)
        self.assumptions = (*self.rewriting.assumptions, *axioms)
        sizes = _sizes(self.rewriting, [each.formula for each in self.assumptions])
        self.models = models = Models(sizes)
        self.source = models.free("", "p"), models.free("", "h")
        of_h = (each.of == "h" and self.rewriting.source for each in self.rewriting.sides)
        self.old = ["h" if each else "p" for each in of_h]
        self.base = [*map(self._of_source, self.old)]

    def _of_source(self, name: str) -> Proposition:
        return self.source[name == "h"]

    def space(self) -> Space:
        models = self.models
        self._ask()
        held = self._source_label()
        sides = [self._side(number) for number in (0, 1)]
        held &= models.all(axioms for _, axioms in sides)
        held &= models.all(self._axiom(*each) for each in self.assumptions)
        cases = []
        for point in models.sizes.present():
            ours, theirs = (said(point) for said, _ in sides)
            for (limit, one), (_, other) in zip(ours, theirs, strict=True):
                cases.append((point, held & limit, one, other))
        both = models.any(counts & one & other for _, counts, one, other in cases)
        alone = models.any(counts & one & ~other for _, counts, one, other in cases)
        labels: dict[Letter, Truth] = {"E": both & ~alone, "C": alone & ~both, "N": both & alone}
        if not any(labels.values()):
            names = [each.of[0] for each in self.rewriting.meanings] or ["original"]
            raise RuleError(
                f"the meaning of {' and '.join(dict.fromkeys(names))}: no model satisfies it, as "
                "the new premise is never true; correct the entry in meanings.toml"
            )
        return Space(models, labels, tuple(cases), self.source)

    def _steps(self, number: int) -> Iterator[tuple[Meaning, int, str]]:
        """Yield the steps of a side with their readings and the names of their inputs."""
        at, side = number * len(self.rewriting.premise.steps), self.rewriting.sides[number]
        sentence = self.old[number]
        for step, reading in zip(side.steps, self.choice[at:], strict=False):
            yield step, reading, sentence
            if step.says[reading : reading + 1] != (_OLD,):  # the sentence has a new meaning
                sentence += f" + {step.of[0]} {reading}"

    def _ask(self) -> None:
        """Request the atoms in an order that keeps dependent atoms together.

        A source label links the worlds at each time; without one, the worlds are independent.
        """
        spoken = [self.source[0]] if self.rewriting.source is None else list(self.source)
        for number, side in enumerate(self.rewriting.sides):
            for step, _, sentence in self._steps(number):
                names = self._names(number, step, self.base[number], sentence)
                where = (*step.where, *step.given(side.parameters))
                words = frozenset[str]().union(*map(f.names_in, where)) - {"p", "h"}
                spoken += [names(word) for word in sorted(words)]
        points = list(self.models.sizes.points())
        if self.rewriting.source is None:
            points.sort(key=lambda each: each.w)
        for point, each in itertools.product(points, spoken):
            each(point)

    def _source_label(self) -> Truth:
        models, label = self.models, self.rewriting.source
        if label is None:
            return models.true
        held = models.true
        if label in _EVERYWHERE:
            held = self._everywhere(_EVERYWHERE[label], self._of_source)
        for t, formula in itertools.product(models.sizes.domain("t"), _SOMEWHERE[label]):
            points = (point._replace(t=t) for point in models.sizes.present())
            held &= models.any(models.truth(formula, each, self._of_source) for each in points)
        return held

    def _everywhere(self, formula: Formula, names: Names) -> Truth:
        points = self.models.sizes.points()
        return self.models.all(self.models.truth(formula, point, names) for point in points)

    def _side(self, number: int) -> tuple[Said, Truth]:
        """Return a new sentence's content, and the models in which its words have their meaning."""
        side, held = self.rewriting.sides[number], self.models.true
        asserted, projected = self.base[number], list[Proposition]()
        said = self._said(_OLD, lambda _: self.base[number], [])
        for step, reading, sentence in self._steps(number):
            names = self._names(number, step, asserted, sentence)
            for formula in (*step.where, *step.given(side.parameters)):
                held &= self._everywhere(formula, names)
            if step.presupposes is not None:
                projected.append(self._proposition(step.presupposes, names))
            understood = [
                self._proposition(formula, names)
                for name, formula in step.by_convention.items()
                if name in self.understood
            ]
            formula = step.pairwise[number] if step.pairwise else step.says[reading]
            said = self._said(formula, names, [*projected, *understood])
            asserted = self._proposition(formula, names)
        return said, held

    def _said(self, formula: Formula, names: Names, others: list[Proposition]) -> Said:
        """Return a sentence's content after a step, once for each witness that both sides share."""
        models = self.models

        def said(point: Point) -> list[tuple[Truth, Truth]]:
            rest = models.all(each(point) for each in others)
            if not self.shared:
                return [(models.true, rest & models.truth(formula, point, names))]
            return [
                (limit, rest & models.evaluate(body, inner, names))
                for limit, inner, body in models.witnesses(formula, point._asdict())
            ]

        return said

    def _proposition(self, formula: Formula, names: Names) -> Proposition:
        return lambda point: self.models.truth(formula, point, names)

    def _names(self, number: int, step: Meaning, old: Proposition, sentence: str) -> Names:
        """Return what names denote in a step's meaning, given the old sentence and its name."""

        def names(name: str) -> Proposition:
            if name == "p" and not step.pairwise:
                return old
            if name in ("p", "h"):
                return self._of_source(name)
            if name in step.words:
                return self.models.free(sentence, name)
            shared = self.shared and name in step.circumstances
            return self.models.free("shared" if shared else SIDES[number], name)

        return names

    def _axiom(self, formula: Formula, sides: tuple[Literal[0, 1], ...]) -> Truth:
        """Return the models where a formula holds of the source pair or of each given side."""
        spoken = f.names_in(formula)
        if "h" in spoken:
            return self._everywhere(formula, self._of_source)
        named = (self._spoken_of(number, spoken - {"p"}) for number in dict.fromkeys(sides))
        return self.models.all(self._everywhere(formula, names) for names in named if names)

    def _spoken_of(self, number: int, words: frozenset[str]) -> Names | None:
        """Return what words denote on one side, in the first step whose formulas use them all."""
        base = self.base[number]
        if not words:
            return self._names(number, _AS_IT_IS, base, self.old[number])
        for step, _, sentence in self._steps(number):
            if words <= frozenset[str]().union(*map(f.names_in, step.formulas)):
                return self._names(number, step, base, sentence)
        return None
