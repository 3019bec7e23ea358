"""The templates of HTML pages and Markdown, with their filters and globals."""

from __future__ import annotations

import base64
import hashlib
import re
from functools import cache
from importlib.resources import files
from itertools import groupby
from typing import TYPE_CHECKING, Any

from jinja2 import Environment, FunctionLoader, StrictUndefined
from markupsafe import Markup
from markupsafe import escape as escape_html

from litgen.version import __version__

if TYPE_CHECKING:
    from litgen.reporting.grid import Table

_STACKED = "@media screen and (max-width: 60rem)"


def styled(script: str = "", stacked: bool = False) -> dict[str, Any]:
    """Return a page's style and script, and a security policy that blocks everything else."""
    style = source("page.css")
    if stacked:
        style = style.replace(_STACKED, "@media screen")
    policy = f"default-src 'none'; style-src '{_hashed(style)}'"
    if script:
        policy += f"; script-src '{_hashed(script)}'"
    return {"style": Markup(style), "script": Markup(script), "policy": policy}


def _hashed(text: str) -> str:
    digest = hashlib.sha256(text.encode()).digest()
    return f"sha256-{base64.b64encode(digest).decode()}"


def breakable(name: str) -> Markup:
    """Allow line breaks in a contrast's name after ``;`` and ``+``, not within words."""
    text = str(escape_html(name))
    for sign in (";", "+"):
        text = text.replace(sign, f"{sign}<wbr>")
    # An HTML entity such as &lt; also ends in a semicolon.
    return Markup(re.sub(r"(&#?\w+;)<wbr>", r"\1", text))


def _tight(text: str) -> str:
    """Keep numbers and their units on one line."""
    for words in (" %", " points", "p = ", "p < "):
        text = text.replace(words, words.replace(" ", "\u00a0"))
    return text


def render(name: str, **values: Any) -> str:
    """Render a template of this package as HTML or, for ``.md.jinja``, as Markdown."""
    return templates().get_template(name).render(values).rstrip() + "\n"


def source(name: str) -> str:
    return files("litgen.reporting").joinpath(name).read_text(encoding="utf-8")


@cache
def templates() -> Environment:
    """Return the Jinja environment of this package's templates, with shared filters and globals."""
    environment = Environment(
        loader=FunctionLoader(source), autoescape=lambda name: ".html" in (name or ""),
        undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True,
    )  # fmt: skip
    environment.filters |= {"breakable": breakable, "tight": _tight, "md": escape}
    # Rows with the same first name belong to one contrast, with a row per model.
    environment.filters["blocks"] = lambda rows: [
        list(block) for _, block in groupby(rows, key=lambda row: row.names[0])
    ]
    environment.globals |= {"svg": Markup, "version": __version__}
    return environment


def table_rows(table: Table) -> str:
    """Return a table in Markdown, without its title and note."""
    return str(templates().get_template("grid.md.jinja").make_module().rows(table))  # type: ignore[attr-defined]


def escape(text: str) -> str:
    """Escape a text so that Markdown shows it unchanged and on one line.

    Example:
        >>> escape("<b> a|b")
        '\\\\<b\\\\> a\\\\|b'
    """
    return re.sub(r"([\\`*_{}\[\]<>|#])", r"\\\1", " ".join(text.split()))
