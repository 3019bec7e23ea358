"""A report as one self-contained HTML page: no file and no network beside it."""

from __future__ import annotations

import base64
import hashlib
import re
from functools import cache
from importlib.resources import files
from itertools import groupby
from typing import TYPE_CHECKING, Any

from litgen.report.canvas import COLOURS, RULES
from litgen.report.content import Report
from litgen.report.examples import OUTCOMES
from litgen.report.grid import Row
from litgen.report.summary import procedure_in_words
from litgen.report.wording import counted, number, percent
from litgen.version import __version__

if TYPE_CHECKING:
    from jinja2 import Template
    from markupsafe import Markup

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
    from markupsafe import Markup

    style = source("page.css").replace("/* figures */", RULES)
    if len(report.assessment.models) > SIDE_BY_SIDE:
        style = style.replace(_STACKED, "@media screen")
    script = source("page.js")
    page = template("page.html.jinja").render(
        report=report,
        found=report.assessment,
        tables={table.key: table for table in report.tables},
        style=Markup(style),
        script=Markup(script),
        policy=f"default-src 'none'; style-src '{hashed(style)}'; script-src '{hashed(script)}'",
        procedure=procedure_in_words(report.assessment),
        folded=FOLDED,
        wordy=WORDY,
        outcomes=OUTCOMES,
        colours=COLOURS,
        side_by_side=SIDE_BY_SIDE,
        blocks=blocks,
        filters=_filters(report),
        svg=Markup,
        percent=percent,
        number=number,
        counted=counted,
        version=__version__,
    )
    return page + "\n"


def blocks(rows: list[Row]) -> list[list[Row]]:
    """Rows that share their first name together: a contrast with all its models."""
    return [list(block) for _, block in groupby(rows, key=lambda row: row.names[0])]


def breakable(name: str) -> Markup:
    """A contrast's name that may be broken after its signs, not in its words."""
    from markupsafe import Markup, escape

    text = str(escape(name))
    for sign in (";", "+"):
        text = text.replace(sign, f"{sign}<wbr>")
    # An entity such as &lt; ends in the sign, too.
    return Markup(re.sub(r"(&#?\w+;)<wbr>", r"\1", text))


def tight(text: str) -> str:
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


def hashed(text: str) -> str:
    """A text's hash as a content security policy names it."""
    digest = hashlib.sha256(text.encode()).digest()
    return f"sha256-{base64.b64encode(digest).decode()}"


def source(name: str) -> str:
    """A file of this package as text."""
    return files("litgen.report").joinpath(name).read_text(encoding="utf-8")


@cache
def template(name: str) -> Template:
    """A template of this package; templates may import each other."""
    from jinja2 import Environment, FunctionLoader, StrictUndefined

    environment: Any = Environment(
        loader=FunctionLoader(source), autoescape=True, undefined=StrictUndefined,
        trim_blocks=True, lstrip_blocks=True,
    )  # fmt: skip
    environment.filters["breakable"] = breakable
    environment.filters["tight"] = tight
    found: Template = environment.get_template(name)
    return found
