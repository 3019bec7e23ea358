"""The report page of an experiment, with sentences, figures and tables, as HTML and Markdown."""

import math
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from litgen.files import write_texts
from litgen.reporting.figures import Axis, Figure, Point
from litgen.reporting.templates import escape, render, styled
from litgen.reporting.wording import percent

PAGE, MARKDOWN = "report.html", "report.md"


class Table(NamedTuple):
    """A table whose first column names the rows."""

    title: str
    note: str
    columns: Sequence[str]
    rows: Sequence[Sequence[str]]


class ReportPage(NamedTuple):
    title: str
    subtitle: str  # the experiment in one sentence
    sentences: Sequence[str]  # the results, headline first
    warnings: Sequence[str]
    figures: Sequence[Figure]
    tables: Sequence[Table]


def mean_and_spread(values: Sequence[float]) -> tuple[float, float]:
    """Return mean and standard deviation of the finite values: nan if none, no spread if one."""
    finite = np.array(values, float)
    finite = finite[np.isfinite(finite)]
    mean = float(finite.mean()) if finite.size else math.nan
    return mean, float(finite.std(ddof=1)) if finite.size > 1 else 0.0


def accuracy_pm(values: Sequence[float]) -> str:
    """Return mean and standard deviation of accuracies in per cent, such as ``61.2 ± 0.8``."""
    return " ± ".join(percent(each) for each in mean_and_spread(values))


def spread_point(x: float, values: Sequence[float]) -> Point:
    """Return a chart point: the mean of some values plus or minus one standard deviation."""
    mean, spread = mean_and_spread(values)
    return Point(x, mean, mean - spread, mean + spread)


#: An axis of accuracies.
ACCURACY = Axis("accuracy, %", lambda value: f"{100 * value:.3g}", within=(0, 1))


def write_page(page: ReportPage, folder: Path) -> list[Path]:
    """Write the page as HTML and Markdown, and each figure as an SVG file."""
    texts = {PAGE: render_page(page), MARKDOWN: render_markdown(page)}
    texts |= {f"{figure.key}.svg": figure.file() for figure in page.figures}
    return write_texts(folder, texts)


def render_page(page: ReportPage) -> str:
    """Return the page as self-contained HTML with all text from data escaped."""
    return render("report_page.html.jinja", page=page, **styled())


def render_markdown(page: ReportPage) -> str:
    return "\n".join(_lines(page)).rstrip() + "\n"


def _lines(page: ReportPage) -> Iterator[str]:
    yield f"# {escape(page.title)}\n"
    yield f"{escape(page.subtitle)}\n"
    for warning in page.warnings:
        yield f"> **Note.** {escape(warning)}\n"
    yield from (f"- {escape(sentence)}" for sentence in page.sentences)
    yield ""
    for figure in page.figures:
        yield f"![{escape(figure.title)}]({figure.key}.svg)\n"
        yield f"{escape(figure.caption)}\n"
    for table in page.tables:
        yield f"## {escape(table.title)}\n"
        yield f"{escape(table.note)}\n"
        yield "| " + " | ".join(map(escape, table.columns)) + " |"
        yield "|---" * len(table.columns) + "|"
        yield from ("| " + " | ".join(map(escape, row)) + " |" for row in table.rows)
        yield ""
