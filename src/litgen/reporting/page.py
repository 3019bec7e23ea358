"""A report as self-contained HTML with a second page of tests, and as Markdown and JSON."""

from pathlib import Path
from typing import Any

from litgen.contrast.folder import RECORDS
from litgen.contrast.names import named
from litgen.evaluation.predictions import PREDICTIONS
from litgen.exceptions import UsageError
from litgen.files import write_texts
from litgen.reporting.content import Report
from litgen.reporting.document import files_of, json_text, refuse_document
from litgen.reporting.examples import OUTCOMES
from litgen.reporting.figures import COLOURS
from litgen.reporting.overview import LOSS, LOSS_ALONE, SHOWN
from litgen.reporting.templates import render, source, styled
from litgen.reporting.wording import counted, number, percent

#: File name of the page of tests and tables.
DETAILS = "details.html"
#: Keys of the tables that are folded at first.
FOLDED = ("changed", "suite", "confidence", "genre", "errors", "confusion", "calibration")
#: Maximum number of models that an example shows in separate columns.
SIDE_BY_SIDE = 3
WORDY = ("verdict", "which controls")
#: Maximum number of example pairs in Markdown; the HTML page shows all of them.
_EXAMPLES = 12


def refuse_folder(folder: Path, overwrite: bool = False) -> None:
    """Refuse a folder that must not be overwritten with a report; call this before any work.

    Raises:
        UsageError: the path is a file, or the folder contains a contrast set, predictions or, if
            ``overwrite`` is False, a report.
    """
    for name, what in ((RECORDS, "a contrast set"), (PREDICTIONS, "predictions")):
        if (folder / name).exists():
            raise UsageError(f"{folder} contains {what}; use another folder for the report")
    refuse_document(folder, "report", overwrite)


def write_report(report: Report, folder: Path, overwrite: bool = False) -> list[Path]:
    """Write a report; return the paths of its files, the page first.

    Raises:
        UsageError: the folder is refused.
    """
    refuse_folder(folder, overwrite)
    return write_texts(folder, {
        "report.html": render_page(report),
        "report.md": render_markdown(report),
        "report.json": json_text(report.as_json()),
        DETAILS: render_details(report),
        "card.md": render_card(report),
        **files_of(report.figures),
    })  # fmt: skip


def render_page(report: Report) -> str:
    """Return the page's HTML, with escaped data and with inline styles and script.

    Its content security policy allows only this style and script, by their hashes. Even if escaping
    failed, the browser would not run or fetch anything that a sentence contains.
    """
    many = len(report.assessment.models) > SIDE_BY_SIDE
    return _of_report(
        "page.html.jinja",
        report,
        outcomes=OUTCOMES,
        colours=COLOURS,
        many=many,
        rows_tested=[row for row in report.rows if not row.few],
        rows_few=[row for row in report.rows if row.few],
        shown_rows=SHOWN,
        shown_cards=SIDE_BY_SIDE,
        certain=(LOSS, LOSS_ALONE),
        x=lambda value: f"{2 + 96 * min(max(value, 0), 1):.1f}%",
        names={info.name: named(info.name).name for info in report.assessment.infos},
        filters=_filters(report),
        counted=counted,
        **styled(source("page.js"), stacked=many),
    )


def render_details(report: Report) -> str:
    return _of_report(
        "details.html.jinja", report, folded=FOLDED, wordy=WORDY, colours=COLOURS, counted=counted,
        **styled(),
    )  # fmt: skip


def render_markdown(report: Report) -> str:
    hard = [each for each in report.examples if each.hard]
    return _of_report(
        "page.md.jinja",
        report,
        has_originals=any(each.original_right.any() for each in report.assessment.models),
        shown=(hard or list(report.examples))[:_EXAMPLES],
    )


def render_card(report: Report) -> str:
    """Return the first screen as a few lines of Markdown, for example for a pull request."""
    return _of_report("card.md.jinja", report, shown_rows=SHOWN)


def _of_report(name: str, report: Report, **values: Any) -> str:
    tables = {table.key: table for table in report.tables}
    found = report.assessment
    return render(
        name, report=report, found=found, tables=tables, number=number, percent=percent, **values
    )


def _filters(report: Report) -> dict[str, list[str]]:
    records = [each.record for each in report.examples]
    changes = {f"{each['original_label'] or 'new'} → {each['label']}" for each in records}
    outcomes = {outcome for each in report.examples for outcome in each.outcomes}
    return {
        "contrasts": list(dict.fromkeys(each["contrast"] for each in records)),
        "labels": sorted(changes),
        "outcomes": [each for each in OUTCOMES if each in outcomes],
    }
