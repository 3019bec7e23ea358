"""Print a gallery on a terminal, or the same lines without colours in a pipe."""

from collections.abc import Iterable

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from litgen.gallery.gallery import Entry, Gallery
from litgen.gallery.marks import marked, with_arrows
from litgen.mrs.polarity import ARROWS

_STYLES = {"up": "bold green", "down": "bold red", "none": "dim"}


def print_gallery(
    gallery: Gallery, console: Console | None = None, *, every_mrs: bool = True
) -> None:
    """Print a gallery on standard output, with colours and wrapped lines only on a terminal.

    With ``every_mrs``, print the MRSs of the rewritings, not only the MRS of the sentence.
    """
    console = console or Console(highlight=False)
    _lines(console, ("", Text()), ("  ", Text(gallery.sentence, "bold")))
    if gallery.read_as:
        _lines(console, ("  ", Text(f"read as: {gallery.read_as}", "dim")))
    if gallery.words:
        _polarity(console, gallery)
    if gallery.mrs:
        _lines(console, ("", Text()), ("  ", Text(gallery.mrs, "cyan")))
    if gallery.unread:
        unread = Text(f"No rule applies: {gallery.why_unread}", "yellow")
        _lines(console, ("", Text()), ("  ", unread))
    width = max((len(e.label) for group in gallery.groups for e in group.entries), default=0)
    for group in gallery.groups:
        if group.entries:
            heading = Text(group.phenomenon.capitalize(), "bold magenta")
            _lines(console, ("", Text()), ("  ", heading))
            rows = [(e.label, _text(gallery.sentence, e, every_mrs)) for e in group.entries]
            _rows(console, rows, width)
    by_reason: dict[str, list[str]] = {}
    for item in gallery.not_made:
        by_reason.setdefault(item.why, []).append(item.transformation)
    if by_reason:
        _lines(console, ("", Text()), ("  ", Text("Not made", "bold yellow")))
    for reason, names in by_reason.items():
        named = Text(", ".join(names), "yellow")
        _lines(console, ("    ", named), ("      ", Text(reason, "dim")))
    _lines(console, ("", Text()))


def _polarity(console: Console, gallery: Gallery) -> None:
    text = Text()
    for stretch, value in with_arrows(gallery.read_as or gallery.sentence, gallery.words):
        text.append(stretch)
        if value is not None:
            text.append(ARROWS[value], style=_STYLES[value])
    _lines(console, ("", Text()), ("  ", text))
    by_through: dict[tuple[str, ...], list[str]] = {}
    for word in gallery.words:
        if word.polarity is not None and word.polarity.through:
            by_through.setdefault(word.polarity.through, []).append(word.text)
    for through, words in by_through.items():
        cause = Text(f"{', '.join(words)}: under {', '.join(through)}", "dim")
        _lines(console, ("    ", cause))


def _lines(console: Console, *lines: tuple[str, Text]) -> None:
    for indent, text in lines:
        if console.is_terminal:
            console.print(Padding(text, (0, 0, 0, len(indent))))
        else:
            plain = text.plain.split("\n")
            console.file.writelines(f"{indent}{line}".rstrip() + "\n" for line in plain)


def _rows(console: Console, rows: Iterable[tuple[str, Text]], width: int) -> None:
    """Print labels on the left and texts on the right, with wrapped lines aligned."""
    if console.is_terminal:
        table = Table.grid(padding=(0, 2), pad_edge=False)
        table.add_column(width=2)
        table.add_column(width=width, style="cyan", no_wrap=True)
        table.add_column(overflow="fold")
        for label, text in rows:
            table.add_row("", label, text)
        console.print(table)
        return
    for label, text in rows:
        for number, line in enumerate(text.plain.split("\n")):
            console.file.write(f"    {label if number == 0 else '':{width}}  {line}\n")


def _text(source: str, entry: Entry, mrs: bool) -> Text:
    """Return the rewriting with new words marked, and with its alternatives and MRS below it."""
    if entry.text == source:
        text = Text("unchanged", style="dim italic")
    else:
        text = Text()
        for segment in marked(source, entry.text):
            text.append(segment.text, style="bold green" if segment.new else "")
    if entry.score is not None:
        text.append(f"  {entry.score:.2f}", style="dim")
    if entry.is_dropped:
        text.append(f"  dropped by default: confidence {entry.confidence:.4f}", style="yellow")
    for alternative in entry.alternatives:
        text.append(f"\nor  {alternative}", style="dim")
    if entry.mrs and mrs:
        text.append(f"\n{entry.mrs}", style="cyan")
    return text
