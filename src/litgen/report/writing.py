"""Writing a report: Markdown with its figures, JSON, one HTML page."""

from __future__ import annotations

import json
from pathlib import Path

from litgen.contrast.folder import RECORDS
from litgen.evaluation.predictions import PREDICTIONS
from litgen.exceptions import UsageError
from litgen.files import write_whole
from litgen.report.content import Report
from litgen.report.markdown import render_markdown
from litgen.report.page import render_page

PAGE, MARKDOWN, JSON = "report.html", "report.md", "report.json"


def refuse_folder(folder: Path, overwrite: bool = False) -> None:
    """Refuse a folder that a report must not be written to; call it before any work.

    Raises:
        UsageError: it is a file, holds a contrast set or predictions, or a report and not
            ``overwrite``.
    """
    if folder.exists() and not folder.is_dir():
        raise UsageError(f"{folder}: is a file; name a folder")
    for name, what in ((RECORDS, "a contrast set"), (PREDICTIONS, "predictions")):
        if (folder / name).exists():
            raise UsageError(f"{folder}: holds {what}; name another folder for the report")
    for name in (PAGE, MARKDOWN, JSON):
        if (folder / name).exists() and not overwrite:
            raise UsageError(f"{folder / name} is there; take another folder, or --overwrite")


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
    texts = {
        PAGE: render_page(report),
        MARKDOWN: render_markdown(report),
        JSON: json.dumps(report.as_json(), ensure_ascii=False, indent=1, allow_nan=False) + "\n",
        **{f"{figure.key}.svg": figure.file() for figure in report.figures},
    }
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in texts.items():
        write_whole(folder / name, [text.encode("utf-8", "replace")])
    return [folder / name for name in texts]
