"""A report as Markdown."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from litgen.report.wording import number, percent

if TYPE_CHECKING:
    from litgen.report.content import Report
    from litgen.report.grid import Table

#: Example pairs in Markdown; the page has them all.
_EXAMPLES = 12
_SPECIAL = re.compile(r"([\\`*_{}\[\]<>|#])")


def render_markdown(report: Report) -> str:
    """The report's Markdown; what comes from data is escaped."""
    from litgen.report.page import render

    hard = [each for each in report.examples if each.hard]
    return render(
        "page.md.jinja",
        report=report,
        found=report.assessment,
        tables={table.key: table for table in report.tables},
        has_originals=any(each.original_right.any() for each in report.assessment.models),
        shown=(hard or list(report.examples))[:_EXAMPLES],
        number=number,
        percent=percent,
    )


def table_rows(table: Table) -> str:
    """A table without its title and note."""
    from litgen.report.page import templates

    return str(templates().get_template("grid.md.jinja").make_module().rows(table))  # type: ignore[attr-defined]


def escape(text: str) -> str:
    """A text that Markdown shows as it is, on one line.

    Example:
        >>> escape("<b> a|b")
        '\\\\<b\\\\> a\\\\|b'
    """
    return _SPECIAL.sub(r"\\\1", " ".join(text.split()))
