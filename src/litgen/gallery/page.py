"""A gallery as one self-contained HTML page."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from litgen.gallery.gallery import Gallery
from litgen.gallery.marks import marked, with_arrows
from litgen.mrs.polarity import ARROWS
from litgen.version import __version__

if TYPE_CHECKING:
    from jinja2 import Template


def render_page(gallery: Gallery) -> str:
    """Return the page's HTML: no script, no external links, every text escaped."""
    return (
        _template().render(
            gallery=gallery,
            marked=marked,
            arrows=ARROWS,
            with_arrows=with_arrows,
            version=__version__,
        )
        + "\n"
    )


@cache
def _template() -> Template:
    from jinja2 import Environment, StrictUndefined

    source = files("litgen.gallery").joinpath("page.html.jinja").read_text(encoding="utf-8")
    environment = Environment(
        autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    return environment.from_string(source)
