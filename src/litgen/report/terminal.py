"""Tables on a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from litgen.report.grid import Cell, Table

if TYPE_CHECKING:
    from rich.console import Console


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
            grid.add_row(*map(Text, row.names), *(Text(_text(cell)) for cell in row.cells))
    console.print()
    console.print(Text(table.title, style="bold underline"))
    console.print(grid)


def _text(cell: Cell) -> str:
    return f"{cell.text} ({cell.below})" if cell.below else cell.text
