"""A report as one self-contained HTML page, and as Markdown: templates, and what they use."""

from __future__ import annotations

import base64
import hashlib
import re
from functools import cache
from importlib.resources import files
from itertools import groupby
from typing import TYPE_CHECKING, Any

from litgen.report.canvas import COLOURS, RULES
from litgen.report.examples import OUTCOMES
from litgen.report.wording import counted, number, percent
from litgen.version import __version__

if TYPE_CHECKING:
    from jinja2 import Environment
    from markupsafe import Markup

    from litgen.report.content import Report
    from litgen.report.grid import Table

#: Tables that are folded up at first.
FOLDED = ("changed", "suite", "genre", "errors", "confusion", "calibration")
#: How many models an example has room for in columns of their own.
SIDE_BY_SIDE = 3
_STACKED = "@media screen and (max-width: 60rem)"
#: Columns that hold words, not numbers.
WORDY = ("verdict", "which controls")


def render_page(report: Report) -> str:
    """The page's HTML: every text from data escaped, styles and script inline and named by hash.

    The hashes stand in the page's content security policy, so that nothing that a sentence holds
    could be run or fetched even if it got through.
    """
    many = len(report.assessment.models) > SIDE_BY_SIDE
    return _of_report(
        "page.html.jinja",
        report,
        folded=FOLDED,
        wordy=WORDY,
        outcomes=OUTCOMES,
        colours=COLOURS,
        many=many,
        filters=_filters(report),
        counted=counted,
        **styled(_source("page.js"), stacked=many),
    )


def render_markdown(report: Report) -> str:
    """The report's Markdown; what comes from data is escaped."""
    hard = [each for each in report.examples if each.hard]
    return _of_report(
        "page.md.jinja",
        report,
        has_originals=any(each.original_right.any() for each in report.assessment.models),
        shown=(hard or list(report.examples))[:_EXAMPLES],
    )


def _of_report(name: str, report: Report, **values: Any) -> str:
    tables = {table.key: table for table in report.tables}
    found = report.assessment
    return render(
        name, report=report, found=found, tables=tables, number=number, percent=percent, **values
    )


def styled(script: str = "", stacked: bool = False) -> dict[str, Any]:
    """The style and the script of a page, and the policy that lets nothing else run."""
    from markupsafe import Markup

    style = _source("page.css").replace("/* figures */", RULES)
    if stacked:
        style = style.replace(_STACKED, "@media screen")
    policy = f"default-src 'none'; style-src '{_hashed(style)}'"
    if script:
        policy += f"; script-src '{_hashed(script)}'"
    return {"style": Markup(style), "script": Markup(script), "policy": policy}


def _hashed(text: str) -> str:
    """A text's hash as a content security policy names it."""
    digest = hashlib.sha256(text.encode()).digest()
    return f"sha256-{base64.b64encode(digest).decode()}"


def breakable(name: str) -> Markup:
    """A contrast's name that may be broken after its signs, not in its words."""
    from markupsafe import Markup, escape

    text = str(escape(name))
    for sign in (";", "+"):
        text = text.replace(sign, f"{sign}<wbr>")
    # An entity such as &lt; ends in the sign, too.
    return Markup(re.sub(r"(&#?\w+;)<wbr>", r"\1", text))


def _tight(text: str) -> str:
    """A text whose numbers stay beside their signs at the end of a line."""
    for before, after in (
        (" %", "\u00a0%"),
        (" points", "\u00a0points"),
        ("p = ", "p\u00a0=\u00a0"),
        ("p < ", "p\u00a0<\u00a0"),
    ):
        text = text.replace(before, after)
    return text


def _filters(report: Report) -> dict[str, list[str]]:
    """What the examples can be filtered by."""
    records = [each.record for each in report.examples]
    changes = {f"{each['original_label'] or 'new'} → {each['label']}" for each in records}
    outcomes = {outcome for each in report.examples for outcome in each.outcomes}
    return {
        "contrasts": list(dict.fromkeys(each["contrast"] for each in records)),
        "labels": sorted(changes),
        "outcomes": [each for each in OUTCOMES if each in outcomes],
    }


def render(name: str, **values: Any) -> str:
    """What a template of this package makes of some values: HTML or, of ``.md.jinja``, Markdown."""
    return templates().get_template(name).render(values).rstrip() + "\n"


def _source(name: str) -> str:
    """A file of this package as text."""
    return files("litgen.report").joinpath(name).read_text(encoding="utf-8")


@cache
def templates() -> Environment:
    """The templates of this package, and what all of them use."""
    from jinja2 import Environment, FunctionLoader, StrictUndefined
    from markupsafe import Markup

    environment = Environment(
        loader=FunctionLoader(_source), autoescape=lambda name: ".html" in (name or ""),
        undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True,
    )  # fmt: skip
    environment.filters |= {"breakable": breakable, "tight": _tight, "md": escape}
    # Rows that share their first name together: a contrast with all its models.
    environment.filters["blocks"] = lambda rows: [
        list(block) for _, block in groupby(rows, key=lambda row: row.names[0])
    ]
    environment.globals |= {"svg": Markup, "version": __version__}
    return environment


#: Example pairs in Markdown; the page has them all.
_EXAMPLES = 12
_SPECIAL = re.compile(r"([\\`*_{}\[\]<>|#])")


def table_rows(table: Table) -> str:
    """A table without its title and note."""
    return str(templates().get_template("grid.md.jinja").make_module().rows(table))  # type: ignore[attr-defined]


def escape(text: str) -> str:
    """A text that Markdown shows as it is, on one line.

    Example:
        >>> escape("<b> a|b")
        '\\\\<b\\\\> a\\\\|b'
    """
    return _SPECIAL.sub(r"\\\1", " ".join(text.split()))
