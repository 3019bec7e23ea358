"""The page of an experiment: what came out in sentences, figures and tables; HTML and Markdown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from litgen import __version__
from litgen.files import write_texts
from litgen.report.canvas import RULES
from litgen.report.figures import Figure
from litgen.report.page import escape

if TYPE_CHECKING:
    from jinja2 import Template

PAGE, MARKDOWN = "report.html", "report.md"


class Table(NamedTuple):
    """A table: its first column names the rows."""

    title: str
    note: str
    columns: Sequence[str]
    rows: Sequence[Sequence[str]]


class Sheet(NamedTuple):
    """What a page shows.

    Attributes:
        title: of the page.
        subtitle: what was done, in a sentence.
        sentences: what came out, the headline first.
        warnings: what to beware of.
        figures: drawn.
        tables: the numbers.
    """

    title: str
    subtitle: str
    sentences: Sequence[str]
    warnings: Sequence[str]
    figures: Sequence[Figure]
    tables: Sequence[Table]


def write_sheet(sheet: Sheet, folder: Path) -> list[Path]:
    """Write the page, the same as Markdown, and each figure as an SVG file."""
    texts = {PAGE: render_sheet(sheet), MARKDOWN: render_markdown(sheet)}
    texts |= {f"{figure.key}.svg": figure.file() for figure in sheet.figures}
    return write_texts(folder, texts)


def render_sheet(sheet: Sheet) -> str:
    """The page's HTML, every text from data escaped; it needs no other file and no network."""
    from markupsafe import Markup

    style = files("litgen.report").joinpath("page.css").read_text("utf-8")
    return _template().render(
        sheet=sheet,
        style=Markup(style.replace("/* figures */", RULES)),
        svg=Markup,
        version=__version__,
    )


def render_markdown(sheet: Sheet) -> str:
    """The page as Markdown, every text from data escaped."""
    return "\n".join(_lines(sheet)).rstrip() + "\n"


def _lines(sheet: Sheet) -> Iterator[str]:
    yield f"# {escape(sheet.title)}\n"
    yield f"{escape(sheet.subtitle)}\n"
    for warning in sheet.warnings:
        yield f"> **Note.** {escape(warning)}\n"
    yield from (f"- {escape(sentence)}" for sentence in sheet.sentences)
    yield ""
    for figure in sheet.figures:
        yield f"![{escape(figure.title)}]({figure.key}.svg)\n"
        yield f"{escape(figure.caption)}\n"
    for table in sheet.tables:
        yield f"## {escape(table.title)}\n"
        yield f"{escape(table.note)}\n"
        yield "| " + " | ".join(map(escape, table.columns)) + " |"
        yield "|---" * len(table.columns) + "|"
        yield from ("| " + " | ".join(map(escape, row)) + " |" for row in table.rows)
        yield ""


@cache
def _template() -> Template:
    from jinja2 import Environment, StrictUndefined

    environment: Any = Environment(
        autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    source = files("litgen.experiments").joinpath("sheet.html.jinja").read_text("utf-8")
    template: Template = environment.from_string(source)
    return template
