"""The output of verbs as JSON, lines or tables, and progress bars."""

from __future__ import annotations

import json
import math
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

import click

if TYPE_CHECKING:
    from rich.console import Console

    from litgen.reporting.grid import Table


def terminal() -> Console:
    """Return a console for output, as wide as the terminal or, without a terminal, 100 columns."""
    from rich.console import Console

    return Console(width=None if sys.stdout.isatty() else 100)


def print_rows(
    titles: Sequence[str], rows: Iterable[Sequence[str | int]], lines: Iterable[str]
) -> None:
    """Print a table, whose first column names the rows, and then further lines."""
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, header_style="bold", pad_edge=False)
    for at, title in enumerate(titles):  # wrap names, since truncated names could look the same
        table.add_column(Text(title), justify="right" if at else "left", overflow="fold")
    for row in rows:
        table.add_row(*(Text(f"{each:,}" if isinstance(each, int) else each) for each in row))
    console = terminal()
    if table.row_count:
        console.print(table)
    if text := "\n".join(lines):
        console.print(f"\n{text}", highlight=False, markup=False, soft_wrap=True)


def print_table(table: Table, console: Console) -> None:
    from rich import table as rich
    from rich.text import Text

    grid = rich.Table(box=None, header_style="bold", pad_edge=False)
    for name in table.names:
        grid.add_column(Text(name), overflow="fold")
    for column in table.columns:
        grid.add_column(Text(column.title), justify="right")
    for group, rows in table.groups:
        if group:
            grid.add_row(Text(group, style="bold"))
        for row in rows:
            grid.add_row(*map(Text, row.names), *(Text(cell.in_line) for cell in row.cells))
    console.print()
    console.print(Text(table.title, style="bold underline"))
    console.print(grid)


def write_json(value: Any) -> None:
    click.echo(json.dumps(value, indent=2, ensure_ascii=False, default=_as_json))


def _as_json(value: Any) -> Any:
    return sorted(value) if isinstance(value, set | frozenset) else dict(value)


class Shown(NamedTuple):
    """A verb's output, as JSON or as lines."""

    record: Any
    lines: Iterable[str]
    failed: bool = False

    def write(self, as_json: bool) -> int:
        if as_json:
            write_json(self.record)
        else:
            for line in self.lines:
                click.echo(line)
        return 1 if self.failed else 0


#: Seconds before the first line of progress, and between lines.
EVERY = 20.0


def plain_progress(
    what: str, clock: Callable[[], float] = time.monotonic
) -> Callable[[int, int], None]:
    """Return a function that prints progress on standard error if the work takes a long time."""
    begun: tuple[float, int] | None = None
    printed = 0.0

    def show(done: int, total: int) -> None:
        nonlocal begun, printed
        now = clock()
        if begun is None:  # items done by an earlier run do not count towards the speed of this run
            begun, printed = (now, done), now
        if now - printed < EVERY or done >= total:
            return
        printed = now
        left = ""
        if done > begun[1]:
            seconds = (now - begun[0]) * (total - done) / (done - begun[1])
            left = f", about {duration(seconds)} left"
        click.echo(f"{what}: {done:,} of {total:,} ({done / total:.0%}){left}", err=True)

    return show


def duration(seconds: float) -> str:
    """Format a duration approximately.

    Example:
        >>> duration(40), duration(340), duration(10_000)
        ('40 s', '6 min', '2 h 47 min')
    """
    if seconds < 60:
        return f"{seconds:.0f} s"
    minutes = math.ceil(seconds / 60)
    return f"{minutes} min" if minutes < 100 else f"{minutes // 60} h {minutes % 60} min"


@contextmanager
def progress_bar(what: str) -> Iterator[Callable[[int, int], None]]:
    """Show progress on standard error: a bar, or occasional lines if it is not a terminal.

    It yields a function to call with the number of items done and the total.
    """
    if not sys.stderr.isatty():
        yield plain_progress(what)
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    columns = (TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Bar(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)
