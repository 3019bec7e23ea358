"""A document of sentences, tables and figures: one self-contained page, Markdown, JSON."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

from litgen.files import refuse_taken, write_texts
from litgen.reporting.figures import COLOURS, Figure
from litgen.reporting.grid import Table
from litgen.reporting.templates import render, styled

#: Endings of the files that a document consists of, its figures aside.
_ENDINGS = (".html", ".md", ".json")


class Section(NamedTuple):
    """A part of a document: sentences, after them figures, after these tables."""

    key: str  #: an identifier
    title: str  #: its heading
    sentences: tuple[str, ...] = ()  #: as paragraphs
    figures: tuple[Figure, ...] = ()
    tables: tuple[Table, ...] = ()
    link: str = ""  #: a page that says more


class Document(NamedTuple):
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
    return render(
        "document.html.jinja",
        document=document,
        folded=(),
        wordy=("words",),
        colours=COLOURS,
        **styled(),
    )


def document_markdown(document: Document) -> str:
    """The document as Markdown; figures are files beside it, ``KEY.svg``."""
    return render("document.md.jinja", document=document)


def refuse_document(folder: Path, name: str, overwrite: bool = False) -> None:
    """Refuse a folder that a document must not be written to; call it before any work.

    Raises:
        UsageError: it is a file, or holds such a document and not ``overwrite``.
    """
    refuse_taken(folder, [name + ending for ending in _ENDINGS], overwrite)


def write_document(
    folder: Path, name: str, page: str, markdown: str, value: Any, figures: Iterable[Figure]
) -> list[Path]:
    """Write a document: its page, the same as Markdown and as JSON values, figures beside them.

    Returns:
        The files, the page first.
    """
    text = json.dumps(value, ensure_ascii=False, indent=1, allow_nan=False) + "\n"
    names = (name + ending for ending in _ENDINGS)
    texts = dict(zip(names, (page, markdown, text), strict=True))
    texts |= {f"{figure.key}.svg": figure.file() for figure in figures}
    return write_texts(folder, texts)
