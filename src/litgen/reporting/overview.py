"""The first screen of a report, with a sentence per model and a row of marks per phenomenon."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, islice, zip_longest
from typing import NamedTuple

import numpy as np

from litgen.contrast.names import Named, named, phenomenon_name
from litgen.data import TWO_CLASSES
from litgen.evaluation.answers import Answers
from litgen.evaluation.assessment import Assessment
from litgen.evaluation.comparison import Comparison
from litgen.evaluation.contrasts import ContrastInfo
from litgen.evaluation.controls import Pooled, phenomena_of, pool
from litgen.evaluation.metrics import difference_of
from litgen.reporting.examples import Example, examples_of, shuffled
from litgen.reporting.figures import Shape
from litgen.reporting.wording import (
    NOTHING,
    counted,
    in_text,
    in_words,
    interval,
    number,
    percent,
    points,
)
from litgen.statistics.intervals import Estimate, wilson

#: Number of rows that are visible at first; the others are folded.
SHOWN = 6
#: Maximum number of sampled errors per contrast and in total.
_WRONG, _WRONG_IN_ALL = 6, 240
#: The verdicts on a significant extra loss and, in a row without controls, on a significant loss.
LOSS, LOSS_ALONE = "extra loss", "loss, no controls"
_FEW, _NOT_JUDGED, _LESS = "too few to test", "not judged", "no extra loss"


class Marks(NamedTuple):
    """The results of one model in a row of the figure."""

    model: str
    original: Estimate | None  #: accuracy on the originals; None if there are none
    control: Estimate | None  #: accuracy on controls of the same originals; None if there are none
    contrast: Estimate  #: accuracy on the contrast pairs
    constant: tuple[str, float]  #: the best constant label and its accuracy
    extra: Estimate | None  #: the extra loss over the controls or, without controls, the whole loss
    verdict: str  #: the outcome of the test in words
    p: str  #: the corrected p-value, or empty

    @property
    def loss(self) -> str:
        """The extra loss in percentage points with its interval, or a dash."""
        if self.extra is None:
            return NOTHING
        value, low, high = self.extra
        return f"{points(value)} ({interval(low, high, signed=True)})"

    @property
    def short(self) -> str:
        """The extra loss in percentage points, or the accuracy if the pairs have no original."""
        if self.extra is None:
            return f"{percent(self.contrast.value)} % right"
        return points(self.extra.value)

    @property
    def text(self) -> str:
        """All values as text, for screen readers."""
        accuracies = {
            "originals": self.original, "controls": self.control, "contrast": self.contrast,
        }  # fmt: skip
        parts = [f"{what} {in_words(each)}" for what, each in accuracies.items() if each]
        label, constant = self.constant
        return f"{self.model}: {'; '.join(parts)}; always {label} {percent(constant)} %"

    @property
    def shapes(self) -> Iterator[tuple[Estimate, Shape]]:
        """The estimates to draw, each with its shape: ``ring``, ``square`` or ``fill``."""
        if self.original is not None:
            yield self.original, "ring"
        if self.control is not None:
            yield self.control, "square"
        yield self.contrast, "fill"


class Line(NamedTuple):
    """A contrast with each model's results."""

    contrast: str  #: the contrast's notation
    words: Named
    n: int  #: number of source pairs
    marks: tuple[Marks, ...]
    wrong: tuple[Example, ...]  #: a sample of the pairs that ``telling`` selects
    wrong_of: int  #: how many such pairs there are


class Row(NamedTuple):
    """A phenomenon with the results on its contrasts, pooled and separately."""

    phenomenon: str  #: its key
    name: str
    example: tuple[str, str]  #: a premise and a hypothesis
    n: int  #: number of source pairs
    marks: tuple[Marks, ...]
    pooled: tuple[str, ...]  #: the contrasts that the marks pool
    few: bool  #: whether it has too few pairs to test
    lines: tuple[Line, ...]  #: its contrasts, the largest loss first

    @property
    def controlled(self) -> bool:
        return any(each.control is not None for each in self.marks)

    @property
    def wrong(self) -> tuple[Example, ...]:
        """The sampled wrong pairs, taken from each contrast in turn."""
        turns = zip_longest(*(line.wrong for line in self.lines))
        return tuple(each for each in chain.from_iterable(turns) if each is not None)

    @property
    def wrong_of(self) -> int:
        return sum(line.wrong_of for line in self.lines)


def most(marks: Sequence[Marks]) -> float:
    """Return the models' largest loss or, if the pairs have no originals, largest error rate."""
    judged = [each for each in marks if each.verdict != _NOT_JUDGED] or marks
    return max(each.extra.value if each.extra else 1 - each.contrast.value for each in judged)


def rows_of(assessment: Assessment) -> list[Row]:
    """Return the rows: sufficient pairs before too few, controls before none, then by loss.

    Controls appear as marks in the rows of their contrasts. They have their own rows only in a set
    that consists of controls.
    """
    phenomena = phenomena_of(assessment.infos)
    room = max(1, min(_WRONG, _WRONG_IN_ALL // sum(map(len, phenomena.values()), 1)))
    rows = [_row(assessment, name, infos, room) for name, infos in phenomena.items()]
    return sorted(rows, key=lambda row: (row.few, not row.controlled, -most(row.marks)))


def _row(assessment: Assessment, phenomenon: str, infos: Sequence[ContrastInfo], room: int) -> Row:
    lines = []
    for info in infos:
        of_controls = bool(info.controls)
        tests = {
            answers.name: assessment.comparison(answers.name, info.name, control=of_controls)
            for answers in assessment.models
        }
        marks, n, _ = _marks(assessment, [info], tests)
        wrong, of = telling(assessment, info.name, room)
        lines.append(Line(info.name, named(info.name), n, marks, wrong, of))
    lines.sort(key=lambda line: (not any(each.control for each in line.marks), -most(line.marks)))
    tests = {
        answers.name: assessment.on_phenomenon(answers.name, phenomenon)
        for answers in assessment.models
    }
    marks, n, contrasts = _marks(assessment, infos, tests)
    known = next((line.words.example.made[:2] for line in lines if line.words.example), None)
    if known is None:
        code = assessment.columns.contrasts.index(lines[0].contrast)
        at = np.flatnonzero(assessment.columns.contrast == code)[:1]
        (example,) = examples_of(assessment, at.tolist())
        known = example.record["premise"], example.record["hypothesis"]
    few = n < assessment.procedure.min_pairs
    name = phenomenon_name(phenomenon)
    return Row(phenomenon, name, known, n, marks, contrasts, few, tuple(lines))


def telling(assessment: Assessment, contrast: str, most: int) -> tuple[tuple[Example, ...], int]:
    """Sample pairs that a model gets wrong although it gets the original and all controls right.

    The original and the controls count only if a pair has them. Return at most ``most`` pairs,
    in an order that does not depend on their order in the file, and the number of all such pairs.
    """
    columns = assessment.columns
    code = columns.contrasts.index(contrast)
    codes = [columns.contrasts.index(name) for name in assessment.infos[code].controls]
    here, beside = columns.contrast == code, np.isin(columns.contrast, codes)
    found = np.zeros(len(columns), bool)
    for answers in assessment.models:
        rows = here & ~answers.right & (answers.original_right | ~answers.has_original)
        if codes:
            missed = np.zeros(len(columns.pairs), bool)
            missed[columns.pair[beside & ~answers.right]] = True
            rows &= ~missed[columns.pair]
        found |= rows
    ordered = shuffled(columns, np.flatnonzero(found))
    return tuple(examples_of(assessment, ordered[:most])), len(ordered)


def _marks(
    assessment: Assessment,
    infos: Sequence[ContrastInfo],
    tests: dict[str, Comparison | None],
) -> tuple[tuple[Marks, ...], int, tuple[str, ...]]:
    """Return the marks of every model, the number of source pairs, and the pooled contrasts."""
    marks = []
    for answers in assessment.models:
        found = pool(answers, assessment.columns, infos)
        shares = {
            label: pool(answers, assessment.columns, infos, answers.gold == code).contrast.mean()
            for code, label in enumerate(answers.labels)
        }
        constant = max(shares.items(), key=lambda each: float(each[1]))
        units = int(np.unique(found.unit).size)
        original, control, contrast = (
            None if values is None else _estimate(float(values.mean()), units)
            for values in (found.original, found.control, found.contrast)
        )
        assert contrast is not None
        loss = None if found.losses is None else difference_of(found.losses, found.unit)
        chance = constant[0], float(constant[1])
        verdict, p = _verdict(assessment, answers, found, tests[answers.name], contrast, chance[1])
        marks.append(Marks(answers.name, original, control, contrast, chance, loss, verdict, p))
    return tuple(marks), int(found.unit.size), found.contrasts


def _estimate(value: float, units: int) -> Estimate:
    """Return a mean with Wilson's interval, based on the number of distinct units."""
    return Estimate(value, *wilson(min(value * units, units), units))


def _verdict(
    assessment: Assessment,
    answers: Answers,
    found: Pooled,
    test: Comparison | None,
    contrast: Estimate,
    constant: float,
) -> tuple[str, str]:
    """Return the outcome and corrected p; without originals, compare with the best constant."""
    if assessment.no_better(answers.name):
        return _NOT_JUDGED, ""
    if found.unit.size < assessment.procedure.min_pairs:
        return _FEW, ""
    if found.original is None:
        return ("above" if contrast.low > constant else "not above") + " constant", ""
    if not found.tested:
        return "no controls", ""
    if test is None or not test.tested:
        return "not tested", ""
    p = in_text(test.adjusted[assessment.procedure.test])
    if not test.rejected:
        return "not certain", p
    if test.difference > 0:
        return _LESS if found.control is not None else "gain", p
    return LOSS if found.control is not None else LOSS_ALONE, p


def sentence(assessment: Assessment, model: str, rows: Sequence[Row], otherwise: str) -> str:
    """Return a sentence on the loss due to meaning changes or, without controls, ``otherwise``."""
    controlled = [
        (row, mark)
        for row in rows
        for mark in row.marks
        if mark.model == model and mark.control is not None
    ]
    if not controlled:
        return otherwise
    tested = [each for each in controlled if each[1].p]
    enough = assessment.procedure.min_pairs
    if not tested:
        largest = max(row.n for row, _ in controlled)
        of = f"the largest of {len(controlled)} phenomena" if len(controlled) > 1 else "this one"
        return (
            f"It cannot be judged yet: a test needs {enough} source pairs with controls, and {of} "
            f"has {number(largest)}."
        )
    more = [each for each in tested if each[1].verdict == LOSS]
    if not more:
        many = f"any of the {len(tested)} phenomena" if len(tested) > 1 else "the only phenomenon"
        less = sum(mark.verdict == _LESS for _, mark in tested)
        return f"It shows no loss beyond the controls on {many} with enough pairs" + (
            f"; on {less}, it loses less than on the controls." if less else "."
        )
    losses = [mark.extra.value for _, mark in more if mark.extra]
    low, high = percent(min(losses), 0), percent(max(losses), 0)
    by = f"{low} to {high}" if low != high else low
    rest, of = len(tested) - len(more), counted(len(tested), "phenomenon", "phenomena")
    return (
        f"It loses {by} points on {len(more)} of {of} because the meaning changed, not only the "
        "words" + (f"; it shows no loss beyond the controls on {rest}." if rest else ".")
    )


def uncontrolled(rows: Sequence[Row], verdict: str) -> str:
    if not any(mark.original for row in rows for mark in row.marks):
        return verdict
    return f"{verdict} The set has no controls: a loss may be due to the words, not to the meaning."


def hardest_row(model: str, rows: Sequence[Row]) -> str:
    """Return a sentence on the largest significant extra loss of a row; empty if there is none."""
    found = [
        (mark.extra, row, mark)
        for row in rows
        for mark in row.marks
        if mark.model == model and mark.verdict == LOSS and mark.extra
    ]
    if not found:
        return ""
    extra, row, mark = max(found, key=lambda each: each[0].value)
    ends = interval(extra.low, extra.high, signed=extra.low < 0)
    return (
        f"The largest loss is on “{row.name}”: {percent(extra.value)} points more than on the "
        f"controls (95 % interval {ends}; {mark.p})."
    )


def better(assessment: Assessment) -> str:
    """Return sentences on which model is most accurate on contrasts, and how certain that is."""
    judged = [each for each in assessment.models if not assessment.no_better(each.name)]
    if len(assessment.models) < 2:
        return ""
    if len(judged) < 2:
        which = f"Only {judged[0].name}" if judged else "None of the models"
        return f"{which} can be judged, so the models are not compared."
    if any(each.labels == TWO_CLASSES for each in judged):
        judged = [each if each.labels == TWO_CLASSES else each.folded for each in judged]
    columns = assessment.columns
    infos = chain.from_iterable(phenomena_of(assessment.infos).values())
    codes = [columns.contrasts.index(info.name) for info in infos if info.kind != "corrupted"]
    rows = np.flatnonzero(np.isin(columns.contrast, codes))
    if np.unique(columns.unit[rows]).size < assessment.procedure.min_pairs:
        return "There are too few pairs to decide which model is better."
    judged.sort(key=lambda each: -each.right[rows].mean())
    best, second = islice(judged, 2)
    one, other = (each.right[rows].astype(float) for each in (best, second))
    value, low, high = difference_of(one - other, columns.unit[rows])
    ends = f"{points(value)} points, 95 % interval {interval(low, high, signed=True)}"
    certain = "more accurate" if low > 0 else "not certainly more accurate"
    text = (
        f"On the contrasts, {best.name} is {certain} than {second.name}: {percent(one.mean())} % "
        f"against {percent(other.mean())} % ({ends})."
    )
    if rest := [f"{each.name}, {percent(each.right[rows].mean())} %" for each in judged[2:]]:
        text += f" The next models are {'; '.join(rest)}."
    accuracy = {each.model: each.accuracy.value for each in assessment.originals}
    if {best.name, second.name} <= accuracy.keys():
        first, then = (f"{percent(accuracy[each.name])} %" for each in (best, second))
        text += f" On the originals, the accuracies are {first} and {then}."
    return text
