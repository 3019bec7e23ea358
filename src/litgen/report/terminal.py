"""Tables on a terminal."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from litgen.report.grid import Table

if TYPE_CHECKING:
    from rich.console import Console


def terminal() -> Console:
    """Where verbs print: as wide as the terminal, 100 columns where there is none."""
    from rich.console import Console

    return Console(width=None if sys.stdout.isatty() else 100)


def print_counts(
    titles: Sequence[str], rows: Iterable[tuple[str, Sequence[int]]], lines: Iterable[str]
) -> None:
    """Print what a run counted, then what else there is to say."""
    from rich.table import Table

    table = Table(titles[0], box=None, header_style="bold", pad_edge=False)
    for title in titles[1:]:
        table.add_column(title, justify="right")
    for name, counts in rows:
        table.add_row(name, *(f"{count:,}" for count in counts))
    console = terminal()
    console.print(table)
    console.print("\n" + "\n".join(lines), highlight=False)


def print_table(table: Table, console: Console) -> None:
    """Print a table with its title."""
    from rich import table as rich
    from rich.text import Text

    grid = rich.Table(box=None, header_style="bold", pad_edge=False)
    for name in table.names:
        grid.add_column(Text(name))
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
