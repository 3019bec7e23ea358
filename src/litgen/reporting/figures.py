"""Figures as SVG: extra loss, accuracy, consistency, flips by contrast, for any number of models.

Each is drawn twice: wide, with the labels at the left, and narrow, with the labels above the bars.
Colours are classes, so that a page in light and in dark shows the same figure.
"""

import math
import xml.etree.ElementTree as ET
from collections.abc import Callable, Sequence
from typing import NamedTuple

from litgen.evaluation.assessment import Assessment
from litgen.evaluation.contrasts import KINDS
from litgen.evaluation.controls import Controlled
from litgen.evaluation.metrics import Metrics
from litgen.reporting.canvas import RULES, STYLE, Canvas, Row, Value, dot, hint
from litgen.reporting.overview import Line, Marks
from litgen.reporting.wording import interval, number, percent, points

_OVERVIEW = (
    "Ring: accuracy on the originals; square: on the controls, which have the same words and keep "
    "the label; dot: on the contrast; lines: 95 % intervals; dotted mark: the best constant "
    "answer. In per cent; at the right, what is lost beyond the controls, or at all where there "
    "are none, in points."
)
_CONTROL = (
    "What is lost on the contrast less what is lost on its controls, which have the same words and "
    "keep the label; of each source pair that has both, with the 95 % interval. To the right of 0, "
    "accuracy is lost to the change of meaning; at 0 as much to the words alone; to the left, more "
    "on the controls. In points."
)
_CONSISTENCY = (
    "Dot: the same answer to both pairs; ring: both right or both wrong; diamond: both right, "
    "whose value stands at the right. In per cent of the pairs."
)
_FLIPS = (
    "To the left: right on the original and wrong on the contrast; to the right, paler: wrong on "
    "the original and right on the contrast. In per cent of the pairs; at the right, both."
)


class Figure(NamedTuple):
    """A figure; a notebook draws it."""

    key: str  #: its name as a file
    title: str  #: what it shows
    caption: str  #: how to read it
    wide: str  #: as SVG
    narrow: str  #: as SVG for a small screen

    def file(self) -> str:
        """The wide figure as a file of its own."""
        root = ET.fromstring(self.wide)
        root.set("xmlns", "http://www.w3.org/2000/svg")
        style = ET.Element("style")
        style.text = STYLE + RULES
        root.insert(2, style)
        return ET.tostring(root, encoding="unicode") + "\n"

    def __repr__(self) -> str:
        return f"Figure({self.key}: {self.title})"

    def _repr_svg_(self) -> str:
        return self.file()


_HUNDRED = [(at / 100, f"{at} %") for at in (0, 25, 50, 75, 100)]


def figures(assessment: Assessment, lines: Sequence[Line]) -> tuple[Figure, ...]:
    """The figures of a report; those of originals are left out where all pairs are new."""
    every = _rows(assessment, assessment.named("contrast"))
    paired = [row for row in every if row.values[0].original is not None]
    found = [_control(assessment)] if assessment.controlled else []
    found.append(_overview(assessment, lines))
    if paired:
        title = "Consistency in its three readings"
        found.append(
            figure("consistency", title, _CONSISTENCY, paired, _consistency, (0, 1), _HUNDRED)
        )
        shares = (max(m.lost, m.gained) / m.n for row in paired for m in row.values)
        reach = max(0.1, -(-max(shares) * 10 // 1) / 10)  # rounded up to a tenth
        axis = [(at * reach / 2, f"{abs(at) * reach * 50:.0f} %") for at in (-2, -1, 0, 1, 2)]
        title = "Flips: answers lost and gained"
        found.append(figure("flips", title, _FLIPS, paired, _flips, (-reach, reach), axis))
    return tuple(found)


def _overview(assessment: Assessment, lines: Sequence[Line]) -> Figure:
    rows = [Row(line.words.name, line.marks, "", f"n {number(line.n)}", line.few) for line in lines]
    title = "Accuracy on the originals, the controls and the contrasts"
    caption = _OVERVIEW + _paler(assessment)
    return figure("overview", title, caption, rows, _marked, (0, 1), _HUNDRED)


def _paler(assessment: Assessment) -> str:
    return f" Paler: fewer than {assessment.procedure.min_pairs} pairs."


def _control(assessment: Assessment) -> Figure:
    rows = []
    for name in dict.fromkeys(each.contrast for each in assessment.controlled):
        lines = [each for each in assessment.controlled if each.contrast == name]
        n = lines[0].n
        few = n < assessment.procedure.min_pairs
        rows.append(Row(name, lines, "", f"n {number(n)}", few))
    rows.sort(key=lambda row: (row.few, -row.values[0].extra.value))
    low, high = _span(assessment.controlled)
    axis = [(at / 4, points(at / 4, 0)) for at in range(round(low * 4), round(high * 4) + 1)]
    caption = _CONTROL + _paler(assessment)
    if any(each.widened for each in assessment.controlled):
        caption += " Broad and pale: the interval with errors of the labels counted in."
    title = "Extra loss on the contrast, against its controls on the same originals"
    return figure("control", title, caption, rows, _extra, (low, high), axis)


def _span(rows: Sequence[Controlled]) -> tuple[float, float]:
    """The axis' ends: quarters, so that every interval and 0 lie within.

    It ends at 100 points where no value is beyond; an interval may be, and is cut there.
    """
    most = 1 if all(abs(each.extra[0]) <= 1 for each in rows) else 2
    ends = [
        end for each in rows for end in (*each.extra, *(each.widened or ())) if not math.isnan(end)
    ]
    low, high = math.floor(4 * min(0, *ends)) / 4, math.ceil(4 * max(0, *ends)) / 4
    low, high = max(low, -most), min(high, most)
    return (low, high) if high > low else (-0.25, 0.25)


def _extra(canvas: Canvas, group: ET.Element, line: Controlled, y: float) -> str:
    if line.widened:
        canvas.span(group, line.widened.low, line.widened.high, y, "link")
    value, low, high = line.extra
    part = ET.SubElement(group, "g")
    hint(part, f"{points(value)} points ({interval(low, high, signed=True)})")
    if not math.isnan(low):
        canvas.span(part, low, high, y, "bar")
    dot(part, canvas.x(value), y, "fill")
    return points(value)


def _rows(assessment: Assessment, contrasts: Sequence[str]) -> list[Row[Metrics]]:
    """A row for each contrast: by what it does to labels; of few pairs last, hardest first."""
    kinds = {info.name: info.kind for info in assessment.infos}
    several = len(set(kinds.values())) > 1
    rows = []
    for name in contrasts:
        lines = [
            metrics
            for each in assessment.models
            if (metrics := assessment.metrics(each.name, "contrast", name)) is not None
        ]
        group = KINDS[kinds[name]].capitalize() if several else ""
        n = lines[0].n
        few = n < assessment.procedure.min_pairs
        rows.append(Row(name, lines, group, f"n {number(n)}", few))

    def place(row: Row[Metrics]) -> tuple[int, bool, float]:
        first = row.values[0]
        gain = first.difference.value if first.difference else first.contrast.value
        return list(KINDS).index(kinds[row.name]), row.few, gain

    return sorted(rows, key=place)


def figure(
    key: str,
    title: str,
    caption: str,
    rows: Sequence[Row[Value]],
    mark: Callable[[Canvas, ET.Element, Value, float], str],
    ends: tuple[float, float],
    axis: Sequence[tuple[float, str]],
) -> Figure:
    """Draw a figure, wide and narrow; see ``Canvas.draw``."""
    wide, narrow = (
        Canvas(rows, title, small, ends).draw(rows, mark, axis) for small in (False, True)
    )
    return Figure(key, title, caption, wide, narrow)


def _marked(canvas: Canvas, group: ET.Element, marks: Marks, y: float) -> str:
    canvas.constant(group, marks.constant[1].value, y)
    if marks.original is not None:
        canvas.share(group, marks.original, y, "ring", "originals")
    if marks.control is not None:
        canvas.square(group, marks.control, y, "controls")
    canvas.share(group, marks.contrast, y, "fill", "contrast")
    return percent(marks.contrast.value) if marks.extra is None else points(marks.extra.value)


def _consistency(canvas: Canvas, group: ET.Element, metrics: Metrics, y: float) -> str:
    assert metrics.consistency
    readings = metrics.consistency
    canvas.span(group, readings.both_right.value, readings.same_prediction.value, y, "link")
    canvas.share(group, readings.same_correctness, y, "ring", "both right or both wrong")
    canvas.share(group, readings.same_prediction, y, "fill", "same answer")
    value = readings.both_right.value
    canvas.diamond(group, value, y, "fill", f"both right: {percent(value)} %")
    return percent(value)


def _flips(canvas: Canvas, group: ET.Element, metrics: Metrics, y: float) -> str:
    lost, gained = metrics.lost / metrics.n, metrics.gained / metrics.n
    canvas.bar(group, -lost, y, "fill", f"lost: {number(metrics.lost)} ({percent(lost)} %)")
    canvas.bar(group, gained, y, "pale", f"gained: {number(metrics.gained)} ({percent(gained)} %)")
    return f"{percent(lost, 0)} / {percent(gained, 0)}"
