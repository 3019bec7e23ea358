"""Line charts as SVG: means with their spread, and how sure a model is against how right."""

import math
import xml.etree.ElementTree as ET
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from litgen.reporting.canvas import COLOURS, blank, dot, hint, rule, write
from litgen.reporting.figures import Figure


class Point(NamedTuple):
    """A value with its spread."""

    x: float  #: where
    y: float  #: the value, such as a mean
    low: float  #: the lower end of its spread, the value itself where there is none
    high: float  #: the upper end
    text: str  #: what appears under the pointer
    few: bool = False  #: whether it stands on too few to say much; it is drawn paler


class Line(NamedTuple):
    name: str  #: in the legend; without one it is not in it
    #: in order; lines that share none stand where they are, others side by side
    points: Sequence[Point]
    colour: int | None = None  #: its number; its place among the lines when None
    kind: str = "fill"  #: of its dots, ``fill`` or ``ring``


class Axis(NamedTuple):
    """An axis: its ends, the values that are marked, and where a value lies between 0 and 1."""

    title: str
    ticks: Sequence[tuple[float, str]]
    place: Callable[[float], float]


def linear(
    title: str,
    low: float,
    high: float,
    write: Callable[[float], str],
    within: tuple[float, float] = (-math.inf, math.inf),
) -> Axis:
    """An axis of equal steps that are round numbers.

    Args:
        within: where values can lie, such as 0 and 1 of a share; what is outside, such as the end
            of a spread, stands on the axis' end.

    Example:
        >>> [text for _, text in linear("accuracy", 0.43, 0.52, "{:.2f}".format).ticks]
        ['0.42', '0.44', '0.46', '0.48', '0.50', '0.52']
    """
    low, high = max(low, within[0]), min(high, within[1])
    if not high > low:
        low, high = max(low - 0.5, within[0]), min(high + 0.5, within[1])
    step = _round_step((high - low) / 5)
    first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
    first = max(first, math.ceil(max(within[0], -1e300) / step - 1e-9))
    last = min(last, math.floor(min(within[1], 1e300) / step + 1e-9))
    ends = (first * step, last * step)
    ticks = [(number * step, write(number * step)) for number in range(first, last + 1)]

    def place(value: float) -> float:
        return (min(max(value, within[0]), within[1]) - ends[0]) / (ends[1] - ends[0])

    return Axis(title, ticks, place)


def logarithmic(title: str, decades: Sequence[int], write: Callable[[float], str]) -> Axis:
    """An axis of powers of ten; what is smaller than the first stands on it."""
    low, high = decades[0], decades[-1]

    def place(value: float) -> float:
        return (max(low, math.log10(max(value, 1e-300))) - low) / (high - low)

    return Axis(title, [(10.0**decade, write(10.0**decade)) for decade in decades], place)


def line_chart(
    key: str,
    title: str,
    caption: str,
    lines: Sequence[Line],
    across: Axis,
    up: Axis,
    limit: tuple[float, str] | None = None,
    diagonal: bool = False,
) -> Figure:
    """Draw a chart, once wide and once for a small screen.

    ``limit`` is a value of the vertical axis with a dashed line, and its name; with ``diagonal``
    one goes from corner to corner.
    """
    wide, narrow = (
        _Chart(title, lines, across, up, limit, diagonal, width).draw() for width in (760, 380)
    )
    return Figure(key, title, caption, wide, narrow)


@dataclass
class _Chart:
    title: str
    lines: Sequence[Line]
    across: Axis
    up: Axis
    limit: tuple[float, str] | None
    diagonal: bool
    width: int

    TOP, LEFT, HEIGHT = 34, 58, 330
    BOTTOM = HEIGHT - 44

    def draw(self) -> str:
        self.root = blank(self.title)
        self.root.set("viewBox", f"0 0 {self.width} {self.HEIGHT}")
        self.right = self.width - 24
        self._grid()
        # Lines that share their values of x stand side by side, so that their spreads show.
        apart = 4 if len({tuple(each.x for each in line.points) for line in self.lines}) == 1 else 0
        for number, line in enumerate(self.lines):
            group = ET.SubElement(self.root, "g", {"class": _colour(line, number)})
            self._line(group, line, (number - (len(self.lines) - 1) / 2) * apart)
        if sum(bool(line.name) for line in self.lines) > 1:
            self._legend()
        return ET.tostring(self.root, encoding="unicode")

    def _x(self, value: float) -> float:
        return self.LEFT + self.across.place(value) * (self.right - self.LEFT)

    def _y(self, value: float) -> float:
        return self.BOTTOM - self.up.place(value) * (self.BOTTOM - self.TOP)

    def _grid(self) -> None:
        for value, text in self.up.ticks:
            kind, y = "zero" if value == 0 else "grid", self._y(value)
            rule(self.root, (self.LEFT, y), (self.right, y), kind)
            self._text(self.LEFT - 8, y + 4, text, "end")
        every = 2 if self.width < 500 and len(self.across.ticks) > 6 else 1
        for value, text in self.across.ticks[::every]:
            rule(self.root, (self._x(value), self.TOP), (self._x(value), self.BOTTOM), "grid")
            self._text(self._x(value), self.BOTTOM + 17, text, "middle")
        self._text((self.LEFT + self.right) / 2, self.HEIGHT - 8, self.across.title, "middle")
        self._text(8, 14, self.up.title, "start")
        if self.limit is not None:
            value, name = self.limit
            y = self._y(value)
            rule(self.root, (self.LEFT, y), (self.right, y), "constant")
            self._text(self.right - 4, y - 5, name, "end")
        if self.diagonal:
            rule(self.root, (self.LEFT, self.BOTTOM), (self.right, self.TOP), "constant")

    def _line(self, group: ET.Element, line: Line, shift: float) -> None:
        places = [(self._x(point.x) + shift, self._y(point.y)) for point in line.points]
        for start in range(len(places) - 1):
            pale = line.points[start].few or line.points[start + 1].few
            part = ET.SubElement(group, "g", {"class": "few"}) if pale else group
            rule(part, places[start], places[start + 1], "bar")
        for point, (x, y) in zip(line.points, places, strict=True):
            spot = ET.SubElement(group, "g", {"class": "few"} if point.few else {})
            hint(spot, point.text)
            if point.high > point.low:
                rule(spot, (x, self._y(point.low)), (x, self._y(point.high)), "bar")
            dot(spot, x, y, line.kind, 3.5)

    def _legend(self) -> None:
        x = float(self.right)
        for number in reversed(range(len(self.lines))):
            name = self.lines[number].name
            self._text(x, 14, name, "end", "")
            x -= 7.2 * len(name) + 8
            group = ET.SubElement(self.root, "g", {"class": _colour(self.lines[number], number)})
            dot(group, x, 10, "fill")
            x -= 18

    def _text(self, x: float, y: float, text: str, anchor: str, kind: str = "soft") -> None:
        write(self.root, x, y, text, anchor=anchor, kind=kind)


def _colour(line: Line, number: int) -> str:
    return f"m{min(number if line.colour is None else line.colour, COLOURS - 1)}"


def _round_step(step: float) -> float:
    """The next larger of 1, 2 and 5 times a power of ten."""
    power = 10.0 ** math.floor(math.log10(step))
    return next(times * power for times in (1, 2, 5, 10) if times * power >= step - 1e-12)
