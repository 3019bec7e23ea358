"""What tables of a report are made of: columns, cells and rows, as texts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from litgen.evaluation.assessment import Assessment
from litgen.evaluation.metrics import Difference, Metrics
from litgen.report.wording import NOTHING, interval, percent, points
from litgen.statistics import Share


class Column(NamedTuple):
    """A column: its title, and what it means where the title does not say it."""

    title: str
    hint: str = ""


class Cell(NamedTuple):
    """What stands in a field, and what stands smaller below it, such as an interval."""

    text: str
    below: str = ""


class Row(NamedTuple):
    """A row: the first cells name it; ``group`` is the heading that it stands under."""

    names: tuple[str, ...]
    cells: tuple[Cell, ...]
    group: str = ""


class Table(NamedTuple):
    """A table."""

    key: str  #: an identifier
    title: str  #: what it shows
    note: str  #: how to read it
    names: tuple[str, ...]  #: titles of the columns that name a row
    columns: tuple[Column, ...]  #: the others
    rows: tuple[Row, ...]  #: in order; rows of one group stand together

    @property
    def groups(self) -> list[tuple[str, list[Row]]]:
        """The rows by group, in order."""
        found: dict[str, list[Row]] = {}
        for row in self.rows:
            found.setdefault(row.group, []).append(row)
        return list(found.items())


def share_cell(value: Share | None) -> Cell:
    """A share with its interval."""
    if value is None:
        return Cell(NOTHING)
    return Cell(percent(value.value), interval(value.low, value.high))


def difference_cell(value: Difference | None) -> Cell:
    """A difference with its interval."""
    if value is None:
        return Cell(NOTHING)
    return Cell(points(value.value), interval(value.low, value.high, signed=True))


def rows_of(
    assessment: Assessment,
    by: str,
    names: Sequence[str],
    cells: Callable[[Metrics], tuple[Cell, ...]],
    group: Callable[[str], str] = lambda _: "",
) -> Iterator[Row]:
    """A row for each name and model."""
    for name in names:
        for answers in assessment.models:
            metrics = assessment.metrics(answers.name, by, name)
            if metrics is not None:
                yield Row(naming(assessment, name, answers.name), cells(metrics), group(name))


def naming(assessment: Assessment, name: str, model: str) -> tuple[str, ...]:
    """What names a row: the model only where there are several."""
    shown = name.replace("->", "→")
    return (shown, model) if len(assessment.models) > 1 else (shown,)


def headings(assessment: Assessment, name: str) -> tuple[str, ...]:
    """The titles of the columns that name a row."""
    return naming(assessment, name, "model")
