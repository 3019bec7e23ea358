"""A gallery on a terminal; in a pipe the same lines without colours."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from litgen.show.gallery import Declined, Entry, Gallery, Group
from litgen.show.marks import marked

#: Width of a line in a pipe, where there is no terminal to ask: lines are not broken.
PIPE_WIDTH = 10_000


def print_gallery(gallery: Gallery, console: Console | None = None) -> None:
    """Print a gallery on standard output.

    On a terminal new words are bold and coloured; in a pipe the text stands as it is.
    """
    console = console or Console(highlight=False)
    if not console.is_terminal:
        console = Console(
            file=console.file, highlight=False, width=PIPE_WIDTH, color_system=None, soft_wrap=True
        )
    console.print()
    console.print(Padding(Text(gallery.sentence, style="bold"), (0, 2)))
    if gallery.read_as:
        console.print(Padding(Text(f"read as: {gallery.read_as}", style="dim"), (0, 2)))
    if gallery.mrs:
        console.print()
        console.print(Padding(Text(gallery.mrs, style="cyan"), (0, 2)))
    if gallery.unread:
        console.print()
        console.print(Padding(Text(f"No reading: {gallery.unread}.", style="yellow"), (0, 2)))
        return
    width = max((len(e.label) for group in gallery.groups for e in group.entries), default=0)
    for group in gallery.groups:
        if group.entries:
            console.print()
            console.print(Text(f"  {group.phenomenon}", style="bold magenta"))
            console.print(_table(gallery.sentence, group, width))
    declined = [item for group in gallery.groups for item in group.declined]
    if declined:
        console.print()
        console.print(Text("  Not made", style="bold yellow"))
        for reason, names in _by_reason(declined):
            line = Text("    ")
            line.append(", ".join(names), style="yellow")
            line.append(f"\n        {reason}", style="dim")
            console.print(line)
    console.print()


def _table(source: str, group: Group, width: int) -> Table:
    table = Table.grid(padding=(0, 2), pad_edge=False)
    table.add_column(width=2)
    table.add_column(width=width, style="cyan", no_wrap=True)
    table.add_column(overflow="fold")
    for entry in group.entries:
        table.add_row("", entry.label, _text(source, entry))
    return table


def _text(source: str, entry: Entry) -> Text:
    """The rewriting with what is new in it marked, its alternatives and its MRS below."""
    if entry.text == source:
        text = Text("as it stands", style="dim italic")
    else:
        text = Text()
        for segment in marked(source, entry.text):
            text.append(segment.text, style="bold green" if segment.new else "")
    if entry.score is not None:
        text.append(f"  {entry.score:.2f}", style="dim")
    for alternative in entry.alternatives:
        text.append(f"\nor  {alternative}", style="dim")
    if entry.mrs:
        text.append(f"\n{entry.mrs}", style="cyan")
    return text


def _by_reason(declined: list[Declined]) -> Iterator[tuple[str, list[str]]]:
    """Transformations that were declined for the same reason, together."""
    names: dict[str, list[str]] = {}
    for item in declined:
        names.setdefault(item.reason, []).append(item.transformation)
    yield from names.items()
