"""Figures drawn with Matplotlib: rows of marks with intervals, and line charts.

On a page, colours are CSS variables, so that a figure also adapts to a dark theme.
"""

from __future__ import annotations

import io
import math
import re
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Drawing

#: Colours of models that colour-blind readers can tell apart (Okabe and Ito 2008); further models
#: share the last colour.
PALETTE = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#8a6a00", "#5c6671")
COLOURS = len(PALETTE)
_INK, _SOFT, _GRID, _PAPER = "#1f2328", "#57606a", "#d9d5cd", "#ffffff"
#: The CSS variables of ``page.css`` for these colours.
_VARIABLES = {
    _INK: "ink", _SOFT: "soft", _GRID: "line", _PAPER: "page",
    **{colour: f"m{at}" for at, colour in enumerate(PALETTE)},
}  # fmt: skip
_NAMESPACE = "{http://www.w3.org/2000/svg}"
#: Widths of a figure in inches for a page, a small screen and a column of a paper.
_WIDE, _NARROW = 7.4, 3.7
#: Height of a line within a row, and of the gap between rows, in inches.
_LINE, _GAP = 0.17, 0.1

Shape = Literal["fill", "ring", "square", "bar", "band", "constant"]


@dataclass(frozen=True)
class Figure:
    """A figure as SVG, for a page (``wide``) and for a small screen (``narrow``)."""

    key: str  #: the name of its file, without extension
    title: str
    caption: str
    draw: Callable[[float], Drawing] = field(repr=False)  #: draws it at the given width in inches

    @cached_property
    def wide(self) -> str:
        return as_svg(self.draw(_WIDE), f"{self.key}-wide", self.title)

    @cached_property
    def narrow(self) -> str:
        return as_svg(self.draw(_NARROW), f"{self.key}-narrow", self.title)

    def file(self) -> str:
        """Return the wide figure as SVG text for a separate file."""
        return self.wide.replace("<svg ", '<svg style="background: #fff" ', 1) + "\n"

    def _repr_svg_(self) -> str:
        return self.file()


class Mark(NamedTuple):
    """A value with its interval, drawn as a dot (``fill``), a ``ring`` or a ``square``.

    A ``bar`` extends from 0 to the value, a ``band`` shows the interval, and a ``constant`` is a
    dotted line.
    """

    shape: Shape
    value: float
    low: float = math.nan
    high: float = math.nan


class Entry(NamedTuple):
    """A row of a figure: a name and, below it, a line of marks for each model."""

    name: str
    lines: Sequence[Sequence[Mark]]
    texts: Sequence[str] = ()  #: the text to the right of each line
    group: str = ""  #: the heading above the row
    few: bool = False  #: whether its sample is small; if so, it is drawn paler


class Point(NamedTuple):
    x: float
    y: float
    low: float  #: low, high: the ends of its spread; the value itself if there is none
    high: float
    few: bool = False  #: as for ``Entry``


class Line(NamedTuple):
    """A line through points, in the given order."""

    name: str  #: name in the legend; a line without a name is omitted there
    points: Sequence[Point]
    colour: int | None = None  #: number of its colour; None uses the line's position
    shape: Shape = "fill"  #: shape of its dots, ``fill`` or ``ring``


class Axis(NamedTuple):
    """An axis; it spans the values unless ``ends`` are given."""

    title: str
    write: Callable[[float], str] = "{:g}".format
    ends: tuple[float, float] | None = None
    ticks: Sequence[float] = ()  #: the marked values; if empty, round numbers
    log: bool = False  #: whether it is logarithmic; values below the lower end are drawn on it
    within: tuple[float, float] | None = None  #: the possible values, such as 0 to 1 for a share


def rows_figure(
    key: str,
    title: str,
    caption: str,
    entries: Sequence[Entry],
    ends: tuple[float, float] = (0, 1),
    write: Callable[[float], str] = "{:.0%}".format,
) -> Figure:
    """Return a figure for a page with rows of marks; see :func:`draw_rows`."""
    return Figure(key, title, caption, lambda width: draw_rows(entries, ends, write, width, 8.5))


def draw_rows(
    entries: Sequence[Entry],
    ends: tuple[float, float],
    write: Callable[[float], str],
    width: float,
    size: float,
) -> Drawing:
    """Draw rows of marks, ``width`` inches wide, in a font of ``size`` points.

    Values beyond the ``ends`` of the axis are clipped; ``write`` formats the axis labels.
    """
    from matplotlib.figure import Figure as Drawing
    from matplotlib.ticker import FuncFormatter

    scale = size / 8.5
    y, groups = 0.0, [each.group for each in entries]
    with plain_text():
        drawing = Drawing(figsize=(width, 1.0), layout="constrained")
        axes = drawing.add_subplot()
        side = axes.get_yaxis_transform()
        for at, entry in enumerate(entries):
            if entry.group and entry.group not in groups[:at]:
                axes.text(0, y, entry.group, transform=side, size=size, color=_SOFT, weight="bold",
                          va="center")  # fmt: skip
                y += _LINE + _GAP / 2
            axes.text(0, y, entry.name, transform=side, size=size, color=_INK, va="center",
                      weight="normal" if entry.group else "bold")  # fmt: skip
            for number, marks in enumerate(entry.lines):
                y += _LINE
                for mark in marks:
                    _mark(axes, mark, y, PALETTE[min(number, COLOURS - 1)], entry.few, size)
                if entry.texts:
                    axes.text(1.01, y, entry.texts[number], transform=side, size=size,
                              color=_SOFT, va="center")  # fmt: skip
            y += _LINE + _GAP
        axes.set_xlim(*ends)
        axes.margins(x=0)
        axes.set_ylim(y - _LINE, -_LINE * 0.8)
        axes.set_yticks([])
        axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: write(value)))
        _finish(axes, size)
        drawing.set_size_inches(width, scale * y + 0.35)
    return drawing


def _mark(axes: Axes, mark: Mark, y: float, colour: str, few: bool, size: float) -> None:
    alpha = 0.5 if few else 1.0
    low, high = axes.get_xlim() if math.isnan(mark.low) else (mark.low, mark.high)
    if mark.shape == "constant":
        axes.plot([mark.value] * 2, [y - 0.07, y + 0.07], color=_INK, linestyle=":", linewidth=1.3,
                  clip_on=False)  # fmt: skip
    elif mark.shape == "bar":
        axes.barh(y, mark.value, height=0.12, color=colour, alpha=alpha)
    elif mark.shape == "band":
        axes.plot([low, high], [y, y], color=colour, linewidth=4, alpha=0.25,
                  solid_capstyle="butt")  # fmt: skip
    else:
        if not math.isnan(mark.low):
            axes.plot([low, high], [y, y], color=colour, linewidth=1.2, alpha=alpha)
        axes.plot(
            [mark.value], [y], linestyle="none", color=colour, alpha=alpha, clip_on=False,
            marker="s" if mark.shape == "square" else "o", markersize=0.6 * size,
            markerfacecolor=colour if mark.shape == "fill" else _PAPER,
        )  # fmt: skip


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
    """Return a line chart for a page.

    ``limit`` is the height and the name of a dotted horizontal line; ``diagonal`` adds a dotted
    line from corner to corner.
    """

    def draw(width: float) -> Drawing:
        return _draw_lines(lines, across, up, limit, diagonal, width)

    return Figure(key, title, caption, draw)


def _draw_lines(
    lines: Sequence[Line],
    across: Axis,
    up: Axis,
    limit: tuple[float, str] | None,
    diagonal: bool,
    width: float,
) -> Drawing:
    from matplotlib.figure import Figure as Drawing

    with plain_text():
        drawing = Drawing(figsize=(width, 3.2), layout="constrained")
        axes = drawing.add_subplot()
        lowest = up.ends[0] if up.log and up.ends else -math.inf
        for number, line in enumerate(lines):
            at = number if line.colour is None else line.colour
            colour = PALETTE[min(at, COLOURS - 1)]
            xs = [point.x for point in line.points]
            axes.plot(xs, [max(point.y, lowest) for point in line.points], color=colour,
                      linewidth=1.3, label=line.name or "_")  # fmt: skip
            for point in line.points:
                alpha, y = 0.45 if point.few else 1, max(point.y, lowest)
                axes.plot([point.x] * 2, [max(point.low, lowest), max(point.high, lowest)],
                          color=colour, linewidth=1.3, alpha=alpha)  # fmt: skip
                axes.plot(
                    [point.x], [y], marker="o", markersize=5, color=colour, alpha=alpha,
                    markerfacecolor=_PAPER if line.shape == "ring" else colour, clip_on=False,
                )  # fmt: skip
        if limit is not None:
            axes.axhline(limit[0], color=_INK, linestyle=":", linewidth=1.3)
            axes.annotate(limit[1], (1, limit[0]), xycoords=axes.get_yaxis_transform(), ha="right",
                          va="bottom", size=8.5, color=_SOFT)  # fmt: skip
        if diagonal:
            axes.plot([0, 1], [0, 1], color=_INK, linestyle=":", linewidth=1.3)
        _scale(axes, across, "x")
        _scale(axes, up, "y")
        if sum(bool(line.name) for line in lines) > 1:
            drawing.legend(loc="outside upper right", ncols=3, fontsize=8.5, frameon=False,
                           labelcolor=_INK)  # fmt: skip
        _finish(axes, 8.5)
        axes.grid(axis="y", color=_GRID, linewidth=0.8)
    return drawing


def _scale(axes: Axes, axis: Axis, which: Literal["x", "y"]) -> None:
    from matplotlib.ticker import FixedLocator, FuncFormatter, NullLocator

    on = axes.xaxis if which == "x" else axes.yaxis
    if axis.log:
        axes.set(**{f"{which}scale": "log"})
        on.set_minor_locator(NullLocator())
    if axis.within is not None:
        low, high = on.get_view_interval()
        axes.set(**{f"{which}lim": (max(low, axis.within[0]), min(high, axis.within[1]))})
    if axis.ends is not None:
        axes.set(**{f"{which}lim": axis.ends})
    if axis.ticks:
        on.set_major_locator(FixedLocator(list(axis.ticks)))
    on.set_major_formatter(FuncFormatter(lambda value, _: axis.write(value)))
    on.set_label_text(axis.title, size=8.5, color=_SOFT)


def _finish(axes: Axes, size: float) -> None:
    axes.tick_params(labelsize=size, labelcolor=_SOFT, length=0)
    axes.grid(axis="x", color=_GRID, linewidth=0.8)
    axes.set_axisbelow(True)
    axes.set_facecolor("none")
    for spine in axes.spines.values():
        spine.set_visible(False)


@contextmanager
def plain_text() -> Iterator[None]:
    """Use Matplotlib's default settings, but show dollar signs in names as they are."""
    import matplotlib

    with matplotlib.rc_context({**matplotlib.rcParamsDefault, "text.parse_math": False,
                                "backend": "svg"}):  # fmt: skip
        yield


def as_svg(drawing: Drawing, key: str, title: str) -> str:
    """Return a drawing as SVG for a page, identical from run to run and without inline styles.

    ``key`` is unique among the page's figures; ``title`` is for screen readers.
    """
    import matplotlib

    file = io.StringIO()
    with matplotlib.rc_context({"svg.fonttype": "none", "svg.hashsalt": key}):
        drawing.savefig(file, format="svg", transparent=True, metadata={"Date": None})
    root = ET.fromstring(file.getvalue())
    for name in ("width", "height"):
        del root.attrib[name]
    used = set(re.findall(r"(?:url\(|href=\")#([\w-]+)", file.getvalue()))
    for element in list(root):
        if element.tag == f"{_NAMESPACE}metadata" or not element.get("id", "figure"):
            root.remove(element)
    for element in root.iter():
        for child in element.findall(f"{_NAMESPACE}style"):
            element.remove(child)
        if element.get("id") not in used:
            element.attrib.pop("id", None)
        for name in [name for name in element.attrib if name.endswith("}href")]:
            element.set("href", element.attrib.pop(name))
        _attributes(element, element.attrib.pop("style", ""))
    root.attrib |= {"class": "figure", "role": "img", "aria-label": title}
    ET.register_namespace("", _NAMESPACE[1:-1])
    return ET.tostring(root, encoding="unicode")


def _attributes(element: ET.Element, style: str) -> None:
    """Convert an inline style to attributes, which a page's policy allows."""
    for name, value in re.findall(r"([\w-]+):\s*([^;]+)", style):
        if name == "font":
            size = re.search(r"([\d.]+)px", value)
            element.set("font-size", size[1] if size else "8.5")
            if "bold" in value or re.search(r"\b700\b", value):
                element.set("font-weight", "600")
            continue
        variable = _VARIABLES.get(value)
        element.set(name, f"var(--{variable}, {value})" if variable else value)
