"""The first figure of a report, for a notebook, a paper or slides."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from litgen.exceptions import UsageError
from litgen.reporting.figures import (
    COLOURS,
    PALETTE,
    Entry,
    Figure,
    Mark,
    draw_rows,
    plain_text,
    rows_figure,
)
from litgen.reporting.overview import Marks, Row

if TYPE_CHECKING:
    from pathlib import Path

    from matplotlib.figure import Figure as Drawing

#: Width of a column of a two-column paper, in inches.
COLUMN = 3.3
_ROWS = 12


def plot(rows: Sequence[Row], width: float = COLUMN) -> Drawing:
    """Draw up to twelve rows of a report; rows with too few pairs only if there are no others.

    Raises:
        UsageError: there is nothing to draw.
    """
    from matplotlib.lines import Line2D

    shown = ([row for row in rows if not row.few] or list(rows))[:_ROWS]
    if not shown:
        raise UsageError("there is no labelled contrast pair, so there is no figure to draw")
    figure = draw_rows(_entries(shown), (0, 1), "{:.0%}".format, width, 7)
    (axes,) = figure.axes
    marks = [mark for row in shown for mark in row.marks]
    keys = [
        Line2D([], [], color="0.25", linestyle="none", markersize=4.2, markerfacecolor=face,
               marker=shape, label=label)
        for label, shape, face, there in (
            ("originals", "o", "white", any(mark.original for mark in marks)),
            ("controls", "s", "white", any(mark.control for mark in marks)),
            ("contrast", "o", "0.25", True),
        )
        if there
    ]  # fmt: skip
    keys.append(Line2D([], [], color="0.25", linestyle=":", label="best constant"))
    with plain_text():
        if len(shown[0].marks) > 1:
            keys += [
                Line2D([], [], color=PALETTE[min(at, COLOURS - 1)], label=mark.model)
                for at, mark in enumerate(shown[0].marks)
            ]
        axes.set_xlabel("accuracy; right: points lost", size=7)
        figure.legend(handles=keys, loc="outside upper center", ncols=2, fontsize=7, frameon=False)
        extra = 0.14 * ((len(keys) + 1) // 2) + 0.15
        figure.set_size_inches(width, figure.get_figheight() + extra)
    return figure


def overview_figure(rows: Sequence[Row]) -> Iterator[Figure]:
    """Yield the figure for a file next to the Markdown report; nothing if there are no rows."""
    if rows:
        caption = (
            "Accuracy in per cent on the originals (ring), on the controls, which have the same "
            "words and keep the label (square), and on the contrasts (dot), with 95 % intervals; "
            "dotted mark: the best constant label. On the right: the loss beyond that on the "
            "controls (without controls, the whole loss), in points. Paler rows have too few pairs "
            "to test."
        )
        title = "Accuracy on the originals, the controls and the contrasts"
        yield rows_figure("overview", title, caption, _entries(rows))


def _entries(rows: Sequence[Row]) -> list[Entry]:
    def line(mark: Marks) -> list[Mark]:
        shapes = (Mark(shape, *value) for value, shape in mark.shapes)
        return [Mark("constant", mark.constant[1]), *shapes]

    return [
        Entry(row.name, [*map(line, row.marks)], [mark.short for mark in row.marks], few=row.few)
        for row in rows
    ]


def check_figure(path: Path, overwrite: bool = False) -> None:
    """Refuse an unsuitable file name for the figure; call this before any work.

    Raises:
        UsageError: the extension is not ``.svg``, ``.png`` or ``.pdf``, or the file exists and
            ``overwrite`` is False.
    """
    if path.suffix not in (".svg", ".png", ".pdf"):
        raise UsageError(
            f"--figure {path}: this format is not supported; use a .svg, .png or .pdf file"
        )
    if path.exists() and not overwrite:
        raise UsageError(f"--figure {path}: the file exists; use another file or --overwrite")


def save(rows: Sequence[Row], path: Path) -> None:
    """Write the figure as PNG, as PDF with embedded fonts, or as SVG with text as outlines."""
    import matplotlib

    figure = plot(rows)
    settings: Any = {"pdf.fonttype": 42, "svg.fonttype": "path", "svg.hashsalt": "litgen"}
    dates = {".pdf": {"CreationDate": None}, ".svg": {"Date": None}}
    with matplotlib.rc_context(settings):
        figure.savefig(path, dpi=300, metadata=dates.get(path.suffix))
