"""What figures are drawn on: rows of contrasts, a line a model, dots, bars and intervals."""

from __future__ import annotations

import textwrap
import xml.etree.ElementTree as ET
from collections.abc import Callable, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

from litgen.reporting.wording import Interval, in_words

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


def put(parent: ET.Element, tag: str, kind: str = "", **at: float) -> ET.Element:
    places = {name: f"{value:.2f}" for name, value in at.items()}
    return ET.SubElement(parent, tag, ({"class": kind} if kind else {}) | places)


def rule(
    parent: ET.Element, start: tuple[float, float], end: tuple[float, float], kind: str
) -> None:
    put(parent, "line", kind, x1=start[0], y1=start[1], x2=end[0], y2=end[1])


def dot(parent: ET.Element, x: float, y: float, kind: str, radius: float = 4.5) -> None:
    put(parent, "circle", kind, cx=x, cy=y).set("r", f"{radius}")


def write(parent: ET.Element, x: float, y: float, text: str, **named: str) -> ET.Element:
    """Write a text; ``kind`` is its class, ``anchor`` its end at ``x``."""
    element = ET.SubElement(parent, "text", {"x": f"{x:.1f}", "y": f"{y:.1f}"})
    for name, value in named.items():
        if value:
            element.set({"kind": "class", "anchor": "text-anchor"}[name], value)
    element.text = text
    return element


def hint(parent: ET.Element, text: str) -> None:
    ET.SubElement(parent, "title").text = text


def blank(title: str) -> ET.Element:
    """A figure without anything in it."""
    root = ET.Element("svg", {"class": "figure", "role": "img", "aria-label": title})
    hint(root, title)
    return root


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
        widths = [width_of("".join(line)) for lines in self.labels for line in lines]
        self.left = 14 if narrow else 16 + max(widths, default=0)
        self.right = self.width - (22 if narrow else 64)
        self.root = blank(title)
        self.y = 36.0 if narrow else 30.0

    def x(self, value: float) -> float:
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
                write(body, self.left if self.narrow else 4.0, self.y + 4, group, kind="heading")
                self.y += self.LINE + (10 if self.narrow else 6)
            under = self._label(body, row, lines)
            for at, value in enumerate(row.values):
                few = " few" if row.few else ""
                part = ET.SubElement(body, "g", {"class": f"m{min(at, COLOURS - 1)}{few}"})
                text = mark(self, part, value, self.y)
                if not self.narrow:
                    write(part, self.right + 8, self.y + 4, text, kind="soft")
                self.y += self.LINE
            self.y = max(self.y, under) + 8
        for place, text in axis:
            kind, x = "zero" if place == 0 and self.ends[0] < 0 else "grid", self.x(place)
            rule(self.root, (x, 18), (x, self.y - 6), kind)
            for y in (12, self.y + 6):
                write(self.root, x, y, text, kind="soft", anchor="middle")
        self.root.append(body)
        self.root.set("viewBox", f"0 0 {self.width} {self.y + 8:.0f}")
        return ET.tostring(self.root, encoding="unicode")

    def _label(self, body: ET.Element, row: Row[Any], lines: Sequence[tuple[str, str]]) -> float:
        """The label: above the marks, or at their left and in their middle; where it ends."""
        if self.narrow:
            y, left, anchor = self.y - 2, self.left, ""
            self.y += self.LINE + self.TEXT * (len(lines) - 1)
        else:
            over = self.LINE * len(row.values) - self.TEXT * len(lines)
            y, left, anchor = self.y + 3 + max(over, 0) / 2, self.left - 12, "end"
        for at, (text, soft) in enumerate(lines):
            label = write(body, left, y + self.TEXT * at, text, anchor=anchor)
            if soft:
                ET.SubElement(label, "tspan", {"class": "soft"}).text = soft
            if not at:
                hint(label, row.name)
        return y + self.TEXT * (len(lines) - 1) + 9

    def span(self, parent: ET.Element, low: float, high: float, y: float, kind: str) -> None:
        """Draw a line from one value to another, as far as the axis goes."""
        low, high = max(low, self.ends[0]), min(high, self.ends[1])
        rule(parent, (self.x(low), y), (self.x(high), y), kind)

    def constant(self, parent: ET.Element, value: float, y: float) -> None:
        rule(parent, (self.x(value), y - 8), (self.x(value), y + 8), "constant")

    def square(self, parent: ET.Element, value: Interval, y: float, what: str) -> None:
        """Draw a value as a hollow square with its interval."""
        group = ET.SubElement(parent, "g")
        hint(group, f"{what}: {in_words(value)}")
        self.span(group, value.low, value.high, y, "bar")
        put(group, "rect", "ring", x=self.x(value.value) - 4.5, y=y - 4.5, width=9, height=9)

    def share(self, parent: ET.Element, value: Interval, y: float, kind: str, what: str) -> None:
        """Draw a share as a dot with its interval; its text appears under the pointer."""
        group = ET.SubElement(parent, "g")
        hint(group, f"{what}: {in_words(value)}")
        self.span(group, value.low, value.high, y, "bar")
        dot(group, self.x(value.value), y, kind)

    def diamond(self, parent: ET.Element, value: float, y: float, kind: str, what: str) -> None:
        shape = f"M{self.x(value):.2f} {y - 5.5:.2f}l5.5 5.5l-5.5 5.5l-5.5 -5.5z"
        hint(ET.SubElement(parent, "path", {"class": kind, "d": shape}), what)

    def bar(self, parent: ET.Element, value: float, y: float, kind: str, what: str) -> None:
        """Draw a bar from 0."""
        left, right = sorted((self.x(0), self.x(value)))
        hint(put(parent, "rect", kind, x=left, y=y - 6, width=right - left, height=12), what)


def label_lines(name: str, n: str, apart: bool, room: float) -> list[tuple[str, str]]:
    """The lines of a label, none wider than there is room: each a text and what is softer.

    Args:
        name: such as a contrast; broken after its ``;`` where it is too wide, cut where a part
            still is.
        n: of how many, softer; empty where it is not said.
        apart: whether ``n`` has a line of its own in any case.
        room: in pixels.

    Example:
        >>> label_lines("past+cleft;future+cleft", "n 9", False, 120)
        [('past+cleft;', ''), ('future+cleft', ''), ('', 'n 9')]
        >>> label_lines("may;may", "n 9", False, 120)
        [('may;may  ', 'n 9')]
    """
    if n and not apart and width_of(f"{name}  {n}") <= room:
        return [(f"{name}  ", n)]
    parts = [name]
    if width_of(name) > room and ";" in name:
        premise, hypothesis = name.split(";", 1)
        parts = [f"{premise};", hypothesis]
    elif width_of(name) > room and " " in name:
        parts = textwrap.wrap(name, int(room / 7.3))
    lines = [(_cut(part, room), "") for part in parts]
    return [*lines, ("", n)] if n else lines


def width_of(text: str) -> float:
    """How wide a text is, about, in the figures' type, in pixels.

    Example:
        >>> width_of("NOUN") > width_of("noun")
        True
    """
    return sum(9.4 if sign.isupper() or sign in "+@mwMW" else 7.1 for sign in text)


def _cut(text: str, room: float) -> str:
    if width_of(text) <= room:
        return text
    while width_of(f"{text}…") > room:
        text = text[:-1]
    return f"{text}…"
