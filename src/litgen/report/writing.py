"""Writing a report or an analysis: one HTML page, Markdown with its figures, JSON."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from litgen.contrast.folder import RECORDS
from litgen.evaluation.predictions import PREDICTIONS
from litgen.exceptions import UsageError
from litgen.files import refuse_taken, write_texts
from litgen.report.content import Report
from litgen.report.figures import Figure
from litgen.report.markdown import render_markdown
from litgen.report.page import render_page

#: Endings of the files that a document consists of, its figures aside.
_ENDINGS = (".html", ".md", ".json")


def refuse_document(folder: Path, name: str, overwrite: bool = False) -> None:
    """Refuse a folder that a document must not be written to; call it before any work.

    Args:
        folder: it may be missing.
        name: of the document's files, without their endings.
        overwrite: whether a document of this name is replaced.

    Raises:
        UsageError: it is a file, or holds such a document and not ``overwrite``.
    """
    refuse_taken(folder, [name + ending for ending in _ENDINGS], overwrite)


def write_document(
    folder: Path, name: str, page: str, markdown: str, value: Any, figures: Iterable[Figure]
) -> list[Path]:
    """Write a document.

    Args:
        folder: where; it is made if it is missing.
        name: of its files, without their endings.
        page: its HTML.
        markdown: the same as Markdown.
        value: the same as JSON values.
        figures: files of their own, for the Markdown.

    Returns:
        The files, the page first.
    """
    text = json.dumps(value, ensure_ascii=False, indent=1, allow_nan=False) + "\n"
    names = (name + ending for ending in _ENDINGS)
    texts = dict(zip(names, (page, markdown, text), strict=True))
    texts |= {f"{figure.key}.svg": figure.file() for figure in figures}
    return write_texts(folder, texts)


def refuse_folder(folder: Path, overwrite: bool = False) -> None:
    """Refuse a folder that a report must not be written to; call it before any work.

    Raises:
        UsageError: it is a file, holds a contrast set or predictions, or a report and not
            ``overwrite``.
    """
    for name, what in ((RECORDS, "a contrast set"), (PREDICTIONS, "predictions")):
        if (folder / name).exists():
            raise UsageError(f"{folder}: holds {what}; name another folder for the report")
    refuse_document(folder, "report", overwrite)


def write_report(report: Report, folder: Path, overwrite: bool = False) -> list[Path]:
    """Write a report; everything is put together before the first file is written.

    Args:
        report: what to write.
        folder: where; it is made if it is missing.
        overwrite: whether a report that is there is replaced.

    Returns:
        The files, the page first.

    Raises:
        UsageError: the folder is refused.
    """
    refuse_folder(folder, overwrite)
    page, markdown = render_page(report), render_markdown(report)
    return write_document(folder, "report", page, markdown, report.as_json(), report.figures)
