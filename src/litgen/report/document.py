"""A document of sentences, tables and figures, as one self-contained page and as Markdown."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from litgen import __version__
from litgen.report.canvas import COLOURS, RULES
from litgen.report.figures import Figure
from litgen.report.grid import Table
from litgen.report.markdown import escape, table_lines
from litgen.report.page import blocks, hashed, source, template


class Section(NamedTuple):
    """A part of a document."""

    key: str  #: an identifier
    title: str  #: its heading
    sentences: tuple[str, ...] = ()  #: as paragraphs
    figures: tuple[Figure, ...] = ()  #: after them
    tables: tuple[Table, ...] = ()  #: after these


class Document(NamedTuple):
    """A document."""

    title: str  #: its heading
    lead: str  #: what it is about, in a sentence or two
    verdict: str  #: what it comes to, in a sentence or two
    points: tuple[str, ...]  #: what that stands on
    caveats: tuple[str, ...]  #: what it does not say
    sections: tuple[Section, ...]  #: in order
    signature: str  #: what determines every number
    commands: tuple[str, ...]  #: that make it again


def render_document(document: Document) -> str:
    """The page's HTML: every text from data escaped, styles inline and named by hash, no script."""
    from markupsafe import Markup

    style = source("page.css").replace("/* figures */", RULES)
    page = template("document.html.jinja").render(
        document=document,
        style=Markup(style),
        policy=f"default-src 'none'; style-src '{hashed(style)}'",
        folded=(),
        wordy=("words",),
        blocks=blocks,
        colours=COLOURS,
        svg=Markup,
        version=__version__,
    )
    return page + "\n"


def document_markdown(document: Document) -> str:
    """The document as Markdown; figures are files beside it, ``KEY.svg``."""
    return "\n".join(_lines(document)).rstrip() + "\n"


def _lines(document: Document) -> Iterator[str]:
    yield f"# {escape(document.title)}\n"
    yield f"{escape(document.lead)}\n"
    yield "## Verdict\n"
    yield f"**{escape(document.verdict)}**\n"
    yield from (f"- {escape(point)}" for point in document.points)
    yield "\nWhat this does not say:\n"
    yield from (f"- {escape(caveat)}" for caveat in document.caveats)
    yield ""
    for section in document.sections:
        yield f"## {escape(section.title)}\n"
        for sentence in section.sentences:
            yield f"{escape(sentence)}\n"
        for figure in section.figures:
            yield f"![{escape(figure.title)}]({figure.key}.svg)\n"
            yield f"{escape(figure.caption)}\n"
        for table in section.tables:
            yield from table_lines(table, "###")
    yield "## How to make it again\n"
    yield f"```\n{document.signature}\n```\n"
    yield "```\n" + "\n".join(document.commands) + "\n```"
