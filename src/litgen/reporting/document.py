"""Documents of sentences, tables and figures, written as an HTML page, Markdown and JSON."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

from litgen.files import refuse_taken
from litgen.reporting.figures import COLOURS, Figure
from litgen.reporting.grid import Table
from litgen.reporting.templates import render, styled

#: Titles of columns that contain words rather than numbers.
_WORDY = ("words", "here", "the paper", "why", "hyperparameters")


class Section(NamedTuple):
    """A section of a document: sentences, followed by figures, then by tables."""

    key: str
    title: str
    sentences: tuple[str, ...] = ()  #: one paragraph each
    figures: tuple[Figure, ...] = ()
    tables: tuple[Table, ...] = ()
    link: str = ""  #: address of a page with more details


class Document(NamedTuple):
    title: str
    lead: str  #: the subject, in a sentence or two
    verdict: str  #: the conclusion, in a sentence or two
    points: tuple[str, ...]  #: the evidence for the verdict
    caveats: tuple[str, ...]  #: the limitations of the verdict
    sections: tuple[Section, ...]
    signature: str = ""  #: a line that identifies everything on which the numbers depend
    commands: tuple[str, ...] = ()  #: commands that reproduce the document


def render_document(document: Document) -> str:
    """Return the page's HTML, without scripts and with escaped data."""
    return render(
        "document.html.jinja", document=document, folded=(), wordy=_WORDY, colours=COLOURS,
        **styled(),
    )  # fmt: skip


def document_markdown(document: Document) -> str:
    """Return the document as Markdown; figures are separate files, ``KEY.svg``."""
    return render("document.md.jinja", document=document)


def document_texts(document: Document, name: str, value: Any = None) -> dict[str, str]:
    """Return the texts of a document's files: page, Markdown, figures and, if given, JSON."""
    texts = {f"{name}.html": render_document(document), f"{name}.md": document_markdown(document)}
    if value is not None:
        texts[f"{name}.json"] = json_text(value)
    return texts | files_of(figure for section in document.sections for figure in section.figures)


def json_text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, indent=1, allow_nan=False) + "\n"


def files_of(figures: Iterable[Figure]) -> dict[str, str]:
    return {f"{figure.key}.svg": figure.file() for figure in figures}


def refuse_document(folder: Path, name: str, overwrite: bool = False) -> None:
    """Refuse a folder that must not be overwritten with a document; call this before any work.

    Raises:
        UsageError: the path is a file, or the folder contains the document and ``overwrite`` is
            False.
    """
    refuse_taken(folder, [f"{name}.{ending}" for ending in ("html", "md", "json")], overwrite)
