"""The first screen of a report: a sentence for each model, and a row of marks for each contrast."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from litgen.contrast.names import Named, named
from litgen.evaluation.assessment import Assessment
from litgen.evaluation.comparison import Comparison
from litgen.evaluation.controls import Controlled
from litgen.evaluation.metrics import Difference, Metrics
from litgen.reporting.canvas import COLOURS
from litgen.reporting.examples import Example, examples_of, shuffled
from litgen.reporting.wording import (
    counted,
    in_text,
    in_words,
    interval,
    listed,
    number,
    percent,
    points,
)
from litgen.statistics import Share
from litgen.statistics.intervals import wilson

#: Rows that are shown at once; the others are folded.
SHOWN = 6
#: Most pairs of a row that show what models get wrong, and most of all rows together.
_WRONG, _WRONG_IN_ALL = 6, 240


#: The verdict on a row whose extra loss a test shows.
LOSS = "extra loss"


class Estimate(NamedTuple):
    """An accuracy with its 95 % interval."""

    value: float
    low: float
    high: float


class Marks(NamedTuple):
    """One model on one contrast: accuracies with 95 % intervals, and the extra loss."""

    model: str
    original: Estimate | None  #: on the originals; None where the pairs have none
    control: Estimate | None  #: on the controls of the same originals; None without controls
    contrast: Estimate
    constant: tuple[str, Share]  #: the best constant answer and its accuracy
    extra: Difference | None  #: accuracy lost beyond the controls, or lost at all without controls
    verdict: str  #: what the test shows, in words
    p: str  #: the corrected p; empty where nothing was tested

    @property
    def loss(self) -> str:
        """The extra loss in points with its interval, or a dash."""
        if self.extra is None:
            return "–"
        value, low, high = self.extra
        return f"{points(value)} ({interval(low, high, signed=True)})"

    @property
    def short(self) -> str:
        """The extra loss in points; accuracy where the pairs have no original."""
        if self.extra is None:
            return f"{percent(self.contrast.value)} %"
        return points(self.extra.value)

    @property
    def text(self) -> str:
        """All of it in words, for a screen reader."""
        parts = [
            f"{what} {in_words(value)}"
            for what, value in (
                ("originals", self.original),
                ("controls", self.control),
                ("contrast", self.contrast),
            )
            if value is not None
        ]
        label, constant = self.constant
        return f"{self.model}: {'; '.join(parts)}; always {label} {percent(constant.value)} %"


class Line(NamedTuple):
    """A row: a contrast with a line for each model."""

    contrast: str  #: in notation, the key
    words: Named
    n: int  #: pairs
    marks: tuple[Marks, ...]
    few: bool  #: whether it has too few pairs to test
    wrong: tuple[Example, ...]  #: a sample of the pairs that some model gets wrong (``telling``)
    wrong_of: int  #: how many such pairs there are

    @property
    def controlled(self) -> bool:
        """Whether it has controls on the same originals."""
        return any(each.control is not None for each in self.marks)

    @property
    def most(self) -> float:
        """The largest loss of any model; of pairs without an original, the share of errors."""
        judged = [each for each in self.marks if each.verdict != "not judged"] or self.marks
        return max(each.extra.value if each.extra else 1 - each.contrast.value for each in judged)


def lines_of(assessment: Assessment) -> list[Line]:
    """The rows: those with enough pairs first, of these those with controls, by their loss.

    Controls have no row of their own: they are marks of their contrasts, unless the set holds
    nothing else.
    """
    controls = {name for info in assessment.infos for name in info.controls}
    infos = [info for info in assessment.infos if info.name not in controls]
    room = max(2, min(_WRONG, _WRONG_IN_ALL // len(infos or assessment.infos or (1,))))
    lines = []
    for info in infos or assessment.infos:
        found = {each.model: each for each in assessment.controlled if each.contrast == info.name}
        marks, sizes = [], []
        for answers in assessment.models:
            metrics = assessment.metrics(answers.name, "contrast", info.name)
            if metrics is not None:
                controlled = found.get(answers.name)
                test = assessment.comparison(answers.name, info.name, control=True)
                marks.append(_marks(assessment, answers.name, metrics, controlled, test))
                sizes.append(controlled.n if controlled else metrics.n)
        few = not sizes or max(sizes) < assessment.procedure.min_pairs
        if marks:
            wrong, of = telling(assessment, info.name, room)
            lines.append(
                Line(info.name, named(info.name), max(sizes), tuple(marks), few, wrong, of)
            )
    return sorted(lines, key=lambda line: (line.few, not line.controlled, -line.most))


def telling(assessment: Assessment, contrast: str, most: int) -> tuple[tuple[Example, ...], int]:
    """Pairs that a model gets wrong on a contrast, and right on the original and all controls.

    Pairs without an original or controls need only what there is. The order does not depend on
    that of the file.

    Args:
        most: how many to return.

    Returns:
        Some of the pairs, and how many there are.
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
    model: str,
    metrics: Metrics,
    controlled: Controlled | None,
    test: Comparison | None,
) -> Marks:
    constant = metrics.best_constant
    if controlled is not None:
        shares = (
            _estimate(value, controlled.units)
            for value in (controlled.original, controlled.control, controlled.accuracy)
        )
        original, control, contrast = shares
        verdict, p = _verdict(assessment, model, test)
        return Marks(model, original, control, contrast, constant, controlled.extra, verdict, p)
    loss = metrics.difference and Difference(
        -metrics.difference.value, -metrics.difference.high, -metrics.difference.low
    )
    verdict = "no controls" if metrics.original else "no original"
    before, after = (each and _of(each) for each in (metrics.original, metrics.contrast))
    assert after is not None
    return Marks(model, before, None, after, constant, loss, verdict, "")


def _of(share: Share) -> Estimate:
    return Estimate(share.value, share.low, share.high)


def _estimate(value: float, units: int) -> Estimate:
    """A mean over source pairs; its interval is Wilson's for the number of distinct units."""
    return Estimate(value, *wilson(min(value * units, units), units))


def _verdict(assessment: Assessment, model: str, test: Comparison | None) -> tuple[str, str]:
    if assessment.no_better(model):
        return "not judged", ""
    if test is None or not test.tested:
        return "too few to test", ""
    p = in_text(test.adjusted[assessment.procedure.test])
    if not test.rejected:
        return "not certain", p
    return (LOSS if test.difference < 0 else "loses less"), p


def sentence(assessment: Assessment, model: str, lines: Sequence[Line], otherwise: str) -> str:
    """What a model loses because the meaning changed, in one or two sentences.

    Args:
        otherwise: what is said of a set without controls.
    """
    rows = [
        (line, mark) for line in lines for mark in line.marks if mark.model == model
    ]  # fmt: skip
    controlled = [(line, mark) for line, mark in rows if mark.control is not None]
    if not controlled:
        return otherwise
    tested = [each for each in controlled if each[1].p]
    enough = assessment.procedure.min_pairs
    if not tested:
        most = max(line.n for line, _ in controlled)
        return (
            f"Cannot be judged yet: a test needs {enough} source pairs with controls, and the "
            f"largest of {counted(len(controlled), 'contrast')} has {number(most)}."
        )
    more = [each for each in tested if each[1].verdict == LOSS]
    if not more:
        many = f"any of the {len(tested)} contrasts" if len(tested) > 1 else "the one contrast"
        less = sum(mark.verdict == "loses less" for _, mark in tested)
        return f"No loss beyond the controls is shown on {many} with enough pairs" + (
            f"; on {less} it loses less than on the controls." if less else "."
        )
    losses = [mark.extra.value for _, mark in more if mark.extra]
    low, high = points(min(losses), 0)[1:], points(max(losses), 0)[1:]
    by = f"{low} to {high}" if low != high else low
    rest, of = len(tested) - len(more), counted(len(tested), "tested contrast")
    return (
        f"Loses {by} points on {len(more)} of {of} because the meaning "
        "changed, not only the words"
        + (f"; no loss beyond the controls shown on {rest}." if rest else ".")
    )


def uncontrolled(lines: Sequence[Line], verdict: str) -> str:
    """The verdict on a set without controls, with what it leaves open."""
    if not any(mark.original for line in lines for mark in line.marks):
        return verdict
    return f"{verdict} The set has no controls: a loss may be due to the words, not to the meaning."


def hardest_row(model: str, lines: Sequence[Line]) -> str:
    """The row with the largest certain extra loss, in a sentence; empty where there is none."""
    rows = [
        (mark.extra, line, mark)
        for line in lines
        for mark in line.marks
        if mark.model == model and mark.verdict == LOSS and mark.extra
    ]
    if not rows:
        return ""
    extra, line, mark = max(rows, key=lambda each: each[0].value)
    ends = interval(extra.low, extra.high, signed=extra.low < 0)
    return (
        f"Most on “{line.words.name}”: {points(extra.value)[1:]} points more than on the controls "
        f"(95 % interval {ends}; {mark.p})."
    )


def better(assessment: Assessment) -> str:
    """Which of several models is more accurate on the contrasts, as far as tests show it."""
    if len(assessment.models) < 2:
        return ""
    names = [answers.name for answers in assessment.models]
    judged = [name for name in names if not assessment.no_better(name)]
    if len(judged) < 2 or names[0] not in judged:
        return ""
    parts = []
    for name in judged[1:]:
        rows = [row for row in assessment.family("models", name) if row.tested]
        won = sum(row.rejected and row.difference > 0 for row in rows)
        lost = sum(row.rejected and row.difference < 0 for row in rows)
        if not rows:
            parts.append(f"{name} has too few pairs")
        elif not won and not lost:
            parts.append(f"{name} is not shown to differ on any of {len(rows)}")
        else:
            parts.append(f"{name} is better on {won} and worse on {lost} of {len(rows)}")
    return f"Against {names[0]}, tested accuracies compared: {listed(parts, 3)}."


def marks_svg(marks: Marks, at: int, few: bool) -> str:
    """The marks of a model as SVG that takes the width of its place; the axis is 0 to 100 %."""
    kind = f"figure marks{' few' if few else ''}"
    root = ET.Element("svg", {"class": kind, "role": "img", "aria-label": marks.text})
    group = ET.SubElement(root, "g", {"class": f"m{min(at, COLOURS - 1)}"})
    for place in (0, 25, 50, 75, 100):
        x = _x(place / 100)
        ET.SubElement(group, "line", {"class": "grid", "x1": x, "x2": x, "y1": "0", "y2": "22"})
    x = _x(marks.constant[1].value)
    ET.SubElement(group, "line", {"class": "constant", "x1": x, "x2": x, "y1": "2", "y2": "20"})
    for value, shape in shapes(marks):
        y = "11"
        ends = {"x1": _x(value.low), "x2": _x(value.high), "y1": y, "y2": y}
        ET.SubElement(group, "line", {"class": "bar", **ends})
        if shape == "square":
            box = {"x": _x(value.value), "y": "6.5", "width": "9", "height": "9"}
            box |= {"class": "ring", "transform": "translate(-4.5)"}
            ET.SubElement(group, "rect", box)
        else:
            ET.SubElement(group, "circle", {"class": shape, "cx": _x(value.value), "cy": y,
                                            "r": "5"})  # fmt: skip
    return ET.tostring(root, encoding="unicode")


def shapes(marks: Marks) -> Iterator[tuple[Estimate, str]]:
    """The marks of a model on a row, each with its shape: ``ring``, ``square`` or ``fill``."""
    if marks.original is not None:
        yield marks.original, "ring"
    if marks.control is not None:
        yield marks.control, "square"
    yield marks.contrast, "fill"


def _x(value: float) -> str:
    return f"{2 + 96 * min(max(value, 0), 1):.1f}%"
