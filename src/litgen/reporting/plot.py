"""The first figure of a report, drawn by Matplotlib for a notebook, a paper or slides."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from litgen.exceptions import UsageError
from litgen.frames import optional
from litgen.reporting.overview import Line, shapes

if TYPE_CHECKING:
    from pathlib import Path

    from matplotlib.figure import Figure

#: Colours that colour-blind readers can tell apart (Okabe and Ito 2008).
_COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#000000")
_ROWS = 12


def plot(lines: Sequence[Line], width: float = 3.4) -> Figure:
    """Draw the rows of a report: at most twelve, those with enough pairs where there are such.

    Args:
        lines: the rows of a report, ``Report.lines``.
        width: in inches; 3.4 is a column of a two-column paper.

    Raises:
        UsageError: Matplotlib is not installed, or there is nothing to draw.

    Example:
        >>> figure = litgen.report("predictions").plot()  # doctest: +SKIP
        >>> figure.savefig("figure.pdf")  # doctest: +SKIP
    """
    optional("matplotlib")
    from matplotlib.figure import Figure
    from matplotlib.lines import Line2D

    shown = ([line for line in lines if not line.few] or list(lines))[:_ROWS]
    if not shown:
        raise UsageError("there is no labelled contrast pair, so there is no figure to draw")
    steps = sum(1.4 + len(line.marks) for line in shown)
    figure = Figure(figsize=(width, 0.9 + 0.15 * steps), layout="constrained")
    axes = figure.add_subplot()
    y = 0.0
    for line in shown:
        axes.text(0, y, line.words.name, fontsize=7, fontweight="bold", va="center")
        for at, mark in enumerate(line.marks):
            y += 1
            colour = _COLOURS[min(at, len(_COLOURS) - 1)]
            best = 100 * mark.constant[1].value
            axes.plot([best, best], [y - 0.4, y + 0.4], color="0.25", linestyle=":", linewidth=1)
            for value, shape in shapes(mark):
                ends = [100 * value.low, 100 * value.high]
                axes.plot(ends, [y, y], color=colour, linewidth=1)
                axes.plot(
                    [100 * value.value],
                    [y],
                    color=colour,
                    marker="s" if shape == "square" else "o",
                    markersize=4,
                    markerfacecolor=colour if shape == "fill" else "white",
                    linestyle="none",
                )
        y += 1.4
    axes.set_xlim(-1, 101)
    axes.set_ylim(y - 0.6, -0.8)
    axes.set_yticks([])
    axes.set_xlabel("accuracy, %", fontsize=7)
    axes.tick_params(axis="x", labelsize=7)
    axes.grid(axis="x", color="0.9", linewidth=0.6)
    axes.set_axisbelow(True)
    for side in ("left", "right", "top"):
        axes.spines[side].set_visible(False)
    keys = [
        Line2D([], [], color="0.25", marker="o", markerfacecolor="white", label="originals"),
        Line2D([], [], color="0.25", marker="s", markerfacecolor="white", label="controls"),
        Line2D([], [], color="0.25", marker="o", label="contrast"),
        Line2D([], [], color="0.25", linestyle=":", label="best constant"),
    ]
    if len(shown[0].marks) > 1:
        keys += [
            Line2D([], [], color=_COLOURS[min(at, len(_COLOURS) - 1)], label=mark.model)
            for at, mark in enumerate(shown[0].marks)
        ]
    figure.legend(handles=keys, loc="outside upper center", ncols=2, fontsize=6, frameon=False)
    return figure


def save(lines: Sequence[Line], path: Path) -> None:
    """Write the figure as PNG or PDF, with its fonts embedded.

    Raises:
        UsageError: Matplotlib is not installed.
    """
    figure = plot(lines)
    import matplotlib

    with matplotlib.rc_context({"pdf.fonttype": 42}):
        figure.savefig(path, dpi=300)
