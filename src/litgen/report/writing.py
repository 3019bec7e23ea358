"""Writing a report: one HTML page, Markdown with its figures, JSON."""

from __future__ import annotations

from pathlib import Path

from litgen.contrast.folder import RECORDS
from litgen.evaluation.predictions import PREDICTIONS
from litgen.exceptions import UsageError
from litgen.report.content import Report
from litgen.report.document import refuse_document, write_document
from litgen.report.markdown import render_markdown
from litgen.report.page import render_page


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

    Returns:
        The files, the page first.

    Raises:
        UsageError: the folder is refused.
    """
    refuse_folder(folder, overwrite)
    page, markdown = render_page(report), render_markdown(report)
    return write_document(folder, "report", page, markdown, report.as_json(), report.figures)
