"""Tables, declared as columns; a column computes each of its cells from the row's value."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any, Generic, NamedTuple, TypeVar

from litgen.evaluation.assessment import Assessment
from litgen.evaluation.metrics import Metrics
from litgen.frames import html_table
from litgen.reporting.wording import NOTHING, interval, number, percent, points
from litgen.statistics.intervals import Estimate, Share

Value = TypeVar("Value")


class Cell(NamedTuple):
    """The text of a cell, and a text in smaller type below it, such as an interval."""

    text: str = NOTHING
    below: str = ""

    @property
    def in_line(self) -> str:
        return f"{self.text} ({self.below})" if self.below else self.text


class Column(NamedTuple, Generic[Value]):
    """A column: its title, a function from a row's value to a cell, and an explanation."""

    title: str
    cell: Callable[[Value], Cell]
    hint: str = ""  #: explanation of the title, if needed


#: The input for a row: its names, its value, and the heading above it.
Entry = tuple[Sequence[str], Value, str]


class Row(NamedTuple):
    """A row, named by its first cells; ``group`` is the heading above it."""

    names: tuple[str, ...]
    cells: tuple[Cell, ...]
    group: str = ""


class Table(NamedTuple):
    key: str  #: identifies the table, also as a file name
    title: str
    note: str  #: how to read the table
    names: Sequence[str]  #: titles of the columns that name a row
    columns: Sequence[Column[Any]]  #: all other columns
    rows: tuple[Row, ...]  #: rows in order; those of a group are adjacent

    def _repr_html_(self) -> str:
        titles = [*self.names, *(column.title for column in self.columns)]
        rows = ((*row.names, *(cell.in_line for cell in row.cells)) for row in self.rows)
        return html_table(titles, rows, self.title)

    @property
    def groups(self) -> list[tuple[str, list[Row]]]:
        """Rows of the table by group, in order."""
        groups = groupby(self.rows, key=lambda row: row.group)
        return [(group, list(rows)) for group, rows in groups]


def table(
    key: str,
    title: str,
    note: str,
    names: Sequence[str],
    columns: Sequence[Column[Value]],
    entries: Iterable[Entry[Value]],
) -> Table:
    """Build a table; each column makes one cell from each entry.

    Example:
        >>> letters = Column("letters", lambda word: Cell(str(len(word))))
        >>> table("w", "Words", "", ["word"], [letters], [(["may"], "may", "")]).rows
        (Row(names=('may',), cells=(Cell(text='3', below=''),), group=''),)
    """
    rows = (
        Row(tuple(named), tuple(column.cell(value) for column in columns), group)
        for named, value, group in entries
    )
    return Table(key, title, note, names, columns, tuple(rows))


def plain_table(
    key: str, title: str, note: str, titles: Sequence[str], rows: Iterable[Sequence[str]]
) -> Table:
    """Build a table of texts; its first column names the rows."""

    def column(at: int) -> Column[Sequence[str]]:
        return Column(titles[at], lambda row: Cell(row[at]))

    columns = [column(at) for at in range(1, len(titles))]
    return table(key, title, note, titles[:1], columns, ((row[:1], row, "") for row in rows))


def count(value: int, below: int | None = None) -> Cell:
    return Cell(number(value), "" if below is None else number(below))


def share_cell(value: Share | None) -> Cell:
    return Cell(percent(value.value), interval(value.low, value.high)) if value else Cell()


def difference_cell(value: Estimate | None) -> Cell:
    if value is None:
        return Cell()
    return Cell(points(value.value), interval(value.low, value.high, signed=True))


def slices_of(
    assessment: Assessment,
    by: str,
    names: Sequence[str] | None = None,
    group: Callable[[str], str] = lambda _: "",
) -> Iterator[Entry[Metrics]]:
    for name in assessment.named(by) if names is None else names:
        for answers in assessment.models:
            metrics = assessment.metrics(answers.name, by, name)
            if metrics is not None:
                yield naming(assessment, name, answers.name), metrics, group(name)


def naming(assessment: Assessment, name: str, model: str = "model") -> tuple[str, ...]:
    """Return the cells that name a row, or their titles; with several models, include the model."""
    shown = name.replace("->", "→")
    return (shown, model) if len(assessment.models) > 1 else (shown,)
