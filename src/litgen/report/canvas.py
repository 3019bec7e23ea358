"""What figures are drawn on: rows of contrasts, a line a model, dots, bars and intervals."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Callable, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

from litgen.report.labels import Line, label_lines, width_of
from litgen.report.wording import interval, percent
from litgen.statistics import Share

#: Models that have a colour of their own; more share the last.
COLOURS = 6

#: Colours of a figure that stands alone as a file.
STYLE = """
svg.figure { --ink: #1f2328; --soft: #5b6570; --line: #d9d5cd; --page: #fff; --m0: #0b62a8;
  --m1: #b8460e; --m2: #0a7a4b; --m3: #8a3ea8; --m4: #8a6a00; --m5: #5c6670;
  font: 13px system-ui, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; }
@media (prefers-color-scheme: dark) { svg.figure { --ink: #e6e8ea; --soft: #a3acb5; --line: #3a4149;
  --page: #15181c; --m0: #6db6f2; --m1: #f39a62; --m2: #58c994; --m3: #cf9be6; --m4: #d9b74a;
  --m5: #a9b2bb; } }
"""
#: How the classes of a figure are drawn; pages have these rules, too.
RULES = """
svg.figure text { fill: var(--ink); }
svg.figure .soft { fill: var(--soft); }
svg.figure .heading { fill: var(--soft); font-weight: 600; }
svg.figure .grid { stroke: var(--line); stroke-width: 1; }
svg.figure .zero { stroke: var(--soft); stroke-width: 1.5; }
svg.figure .constant { stroke: var(--ink); stroke-width: 2; stroke-dasharray: 2 2; }
svg.figure .few > :not(text) { opacity: .5; }
""" + "".join(
    f"svg.figure .m{at} .fill {{ fill: var(--m{at}); }}\n"
    f"svg.figure .m{at} .ring {{ fill: var(--page); stroke: var(--m{at}); stroke-width: 2; }}\n"
    f"svg.figure .m{at} .bar {{ stroke: var(--m{at}); stroke-width: 2; }}\n"
    f"svg.figure .m{at} .link {{ stroke: var(--m{at}); stroke-width: 5; opacity: .22; }}\n"
    f"svg.figure .m{at} .pale {{ fill: var(--m{at}); opacity: .45; }}\n"
    for at in range(COLOURS)
)


#: What a line of a row is drawn of, such as the metrics of a model.
Value = TypeVar("Value")


class Row(NamedTuple, Generic[Value]):
    """A row, such as a contrast, and what its lines are drawn of, such as a model's metrics."""

    name: str  #: stands at the left
    values: Sequence[Value]  #: a line each
    group: str = ""  #: the heading that it stands under
    n: str = ""  #: of how many, in words, beside or below the name
    few: bool = False  #: whether it has too few to say much; it is drawn paler


class Canvas:
    """Rows of a figure: labels, a grid, and what a mark draws for each model."""

    LINE = 18
    #: Height of a line of a label, and the widest that it may be.
    TEXT, WIDEST = 15, 270

    def __init__(
        self, rows: Sequence[Row[Any]], title: str, narrow: bool, ends: tuple[float, float]
    ) -> None:
        self.narrow, self.ends = narrow, ends
        self.width = 360 if narrow else 760
        room = self.width - 2 * 14 if narrow else self.WIDEST
        self.labels = [
            label_lines(row.name, row.n, len(row.values) > 1 and not narrow, room) for row in rows
        ]
        widths = [width_of(line.text + line.soft) for lines in self.labels for line in lines]
        self.left = 14 if narrow else 16 + max(widths, default=0)
        self.right = self.width - (22 if narrow else 64)
        self.root = ET.Element("svg", {"class": "figure", "role": "img", "aria-label": title})
        ET.SubElement(self.root, "title").text = title
        self.y = 36.0 if narrow else 30.0

    def x(self, value: float) -> float:
        """Where a value lies."""
        low, high = self.ends
        return round(self.left + (value - low) / (high - low) * (self.right - self.left), 2)

    def draw(
        self,
        rows: Sequence[Row[Value]],
        mark: Callable[[Canvas, ET.Element, Value, float], str],
        axis: Sequence[tuple[float, str]],
    ) -> str:
        """Draw the rows; ``mark`` draws one line at a height, and says what stands at the right."""
        body = ET.Element("g")
        group = ""
        for row, lines in zip(rows, self.labels, strict=True):
            if row.group != group:
                group = row.group
                self._heading(body, group)
            under = self._label(body, row, lines)
            for at, value in enumerate(row.values):
                few = " few" if row.few else ""
                part = ET.SubElement(body, "g", {"class": f"m{min(at, COLOURS - 1)}{few}"})
                text = mark(self, part, value, self.y)
                if not self.narrow:
                    self.text(part, self.right + 8, self.y + 4, text, "soft")
                self.y += self.LINE
            self.y = max(self.y, under) + 8
        self._axis(axis)
        self.root.append(body)
        self.root.set("viewBox", f"0 0 {self.width} {self.y + 8:.0f}")
        return ET.tostring(self.root, encoding="unicode")

    def _heading(self, body: ET.Element, group: str) -> None:
        """The heading of a group of contrasts; at the left, where no bar is."""
        left = self.left if self.narrow else 4.0
        self.text(body, left, self.y + 4, group, "heading")
        self.y += self.LINE + (10 if self.narrow else 6)

    def _label(self, body: ET.Element, row: Row[Any], lines: Sequence[Line]) -> float:
        """The label: above the marks, or at their left and in their middle; where it ends."""
        if self.narrow:
            y, left, anchor = self.y - 2, self.left, ""
            self.y += self.LINE + self.TEXT * (len(lines) - 1)
        else:
            over = self.LINE * len(row.values) - self.TEXT * len(lines)
            y, left, anchor = self.y + 3 + max(over, 0) / 2, self.left - 12, "end"
        for at, line in enumerate(lines):
            label = self.text(body, left, y + self.TEXT * at, line.text, anchor=anchor)
            if line.soft:
                ET.SubElement(label, "tspan", {"class": "soft"}).text = line.soft
            if not at:
                ET.SubElement(label, "title").text = row.name
        return y + self.TEXT * (len(lines) - 1) + 9

    def _axis(self, axis: Sequence[tuple[float, str]]) -> None:
        for value, text in axis:
            kind = "zero" if value == 0 and self.ends[0] < 0 else "grid"
            self.line(self.root, self.x(value), 18, self.x(value), self.y - 6, kind)
            self.text(self.root, self.x(value), 12, text, "soft", "middle")
            self.text(self.root, self.x(value), self.y + 6, text, "soft", "middle")

    def text(
        self, parent: ET.Element, x: float, y: float, text: str, kind: str = "", anchor: str = ""
    ) -> ET.Element:
        """Put a text."""
        element = ET.SubElement(parent, "text", {"x": f"{x:.1f}", "y": f"{y:.1f}"})
        if kind:
            element.set("class", kind)
        if anchor:
            element.set("text-anchor", anchor)
        element.text = text
        return element

    def line(
        self, parent: ET.Element, x1: float, y1: float, x2: float, y2: float, kind: str
    ) -> None:
        """Draw a line."""
        ends = {"x1": x1, "y1": y1, "x2": x2, "y2": y2}
        ET.SubElement(
            parent, "line", {"class": kind, **{key: f"{at:.2f}" for key, at in ends.items()}}
        )

    def share(self, parent: ET.Element, value: Share, y: float, kind: str, what: str) -> None:
        """Draw a share as a dot with its interval; its text appears under the pointer."""
        group = ET.SubElement(parent, "g")
        ET.SubElement(
            group, "title"
        ).text = f"{what}: {percent(value.value)} % ({interval(value.low, value.high)})"
        self.line(group, self.x(value.low), y, self.x(value.high), y, "bar")
        self.dot(group, self.x(value.value), y, kind)

    def dot(self, parent: ET.Element, x: float, y: float, kind: str) -> None:
        """Draw a dot."""
        ET.SubElement(
            parent, "circle", {"class": kind, "cx": f"{x:.2f}", "cy": f"{y:.2f}", "r": "4.5"}
        )

    def diamond(self, parent: ET.Element, x: float, y: float, kind: str, what: str) -> None:
        """Draw a diamond."""
        shape = f"M{x:.2f} {y - 5.5:.2f}l5.5 5.5l-5.5 5.5l-5.5 -5.5z"
        element = ET.SubElement(parent, "path", {"class": kind, "d": shape})
        ET.SubElement(element, "title").text = what

    def bar(self, parent: ET.Element, value: float, y: float, kind: str, what: str) -> None:
        """Draw a bar from 0."""
        left, right = sorted((self.x(0), self.x(value)))
        size = {"x": left, "y": y - 6, "width": right - left, "height": 12}
        element = ET.SubElement(
            parent, "rect", {"class": kind, **{key: f"{at:.2f}" for key, at in size.items()}}
        )
        ET.SubElement(element, "title").text = what
