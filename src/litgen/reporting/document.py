"""A document of sentences, tables and figures: one self-contained page, Markdown, JSON."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

from litgen.files import refuse_taken, write_texts
from litgen.reporting.figures import COLOURS, Figure
from litgen.reporting.grid import Table
from litgen.reporting.templates import render, styled

#: File name extensions of a document, without its figures.
_ENDINGS = (".html", ".md", ".json")


class Section(NamedTuple):
    """A part of a document: sentences, then figures, then tables."""

    key: str  #: an identifier
    title: str  #: its heading
    sentences: tuple[str, ...] = ()  #: as paragraphs
    figures: tuple[Figure, ...] = ()
    tables: tuple[Table, ...] = ()
    link: str = ""  #: a page with more details


class Document(NamedTuple):
    title: str  #: its heading
    lead: str  #: the subject, in a sentence or two
    verdict: str  #: the conclusion, in a sentence or two
    points: tuple[str, ...]  #: the evidence for the verdict
    caveats: tuple[str, ...]  #: its limitations
    sections: tuple[Section, ...]  #: in order
    signature: str  #: determines every number
    commands: tuple[str, ...]  #: that reproduce it


def render_document(document: Document) -> str:
    """Return the page's HTML without scripts: data escaped, inline styles listed by hash."""
    return render(
        "document.html.jinja",
        document=document,
        folded=(),
        wordy=("words",),
        colours=COLOURS,
        **styled(),
    )


def document_markdown(document: Document) -> str:
    """Return the document as Markdown; figures are separate files, ``KEY.svg``."""
    return render("document.md.jinja", document=document)


def refuse_document(folder: Path, name: str, overwrite: bool = False) -> None:
    """Refuse a folder that must not be overwritten with a document; call it before any work.

    Raises:
        UsageError: it is a file, or holds such a document without ``overwrite``.
    """
    refuse_taken(folder, [name + ending for ending in _ENDINGS], overwrite)


def write_document(
    folder: Path, name: str, page: str, markdown: str, value: Any, figures: Iterable[Figure]
) -> list[Path]:
    """Write a document as a page, Markdown and JSON, with its figures in the same folder.

    Returns:
        The files, the page first.
    """
    text = json.dumps(value, ensure_ascii=False, indent=1, allow_nan=False) + "\n"
    names = (name + ending for ending in _ENDINGS)
    texts = dict(zip(names, (page, markdown, text), strict=True))
    texts |= {f"{figure.key}.svg": figure.file() for figure in figures}
    return write_texts(folder, texts)
