"""``litgen show``: every transformation of one sentence."""

import importlib
import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from pathlib import Path
from typing import Any

import click

from litgen.cli.engine_options import engine_options
from litgen.cli.shared_options import json_option, rules_folder_option
from litgen.cli.terminal import write_json
from litgen.cli.values import TRANSFORMATION


@click.command("show")
@click.argument("sentence", nargs=-1, required=True)
@click.option(
    "-t",
    "--transformation",
    "names",
    multiple=True,
    type=TRANSFORMATION,
    help="Only this one (past, may+passive, ...); may be repeated.",
)
@click.option("--rank", default="auto", metavar="MODEL", show_default=True, help="auto: the "
              "quality model chooses among forms and marks what a run would drop; none: no "
              "language model; a folder or a name on the hub such as gpt2: this model chooses."
              )  # fmt: skip
@click.option(
    "--mrs", is_flag=True, help="Show the sentence's MRS, and with -t those of the results."
)
@click.option(
    "--polarity",
    is_flag=True,
    help="Show which words may be made broader (↑) or narrower (↓), and what has turned them; "
    "without -t nothing else.",
)
@json_option
@click.option(
    "--html", type=click.Path(dir_okay=False, path_type=Path), help="Write one HTML page to a file."
)
@rules_folder_option
@engine_options
@click.pass_context
def command(
    ctx: click.Context, /, sentence: Sequence[str], as_json: bool, html: Path | None,
    folder: Path | None, **given: Any,
) -> None:  # fmt: skip
    """Show every transformation of one SENTENCE; for what is missing, why it was declined.

    \b
    litgen show "A man is riding a bike."
    litgen show -t past -t may+passive --mrs "A man is riding a bike."
    litgen show --polarity "No boy without a hat is riding a red bike."
    litgen show --html bike.html "A man is riding a bike."

    Exit code 1 if the sentence cannot be read.
    """
    from rich.console import Console

    from litgen.gallery import gallery_of

    import_parsers()
    with Console(stderr=True).status("reading the sentence"):  # draws on a terminal only
        gallery = gallery_of(" ".join(sentence), rules=folder, **given)
    if as_json:
        write_json(gallery.as_record())
    if html is not None:
        from litgen.gallery.page import render_page

        html.write_text(render_page(gallery), encoding="utf-8")
        if not as_json:
            click.echo(f"{html}: {gallery.rewritings} rewritings", err=True)
            if gallery.unread:
                click.echo(f"litgen: no rule applies: {gallery.unread}", err=True)
    elif not as_json:
        from litgen.gallery.terminal import print_gallery

        print_gallery(gallery, every_mrs=bool(given["names"]))
    ctx.exit(1 if gallery.unread else 0)


#: What spaCy and NLTK import where it is there, and nothing here needs: seconds for one sentence.
_OPTIONAL = ("torch", "scipy", "sklearn")


class _Hiding(MetaPathFinder):
    """Lets no optional part be found that is not loaded yet.

    None in ``sys.modules`` would do so too, but there SciPy, once loaded, takes it for a module.
    """

    def find_spec(self, name: str, path: object, target: object = None) -> None:
        if name in _OPTIONAL:
            raise ModuleNotFoundError(f"{name} is left out here", name=name)


_HIDING = _Hiding()


def import_parsers() -> None:
    """Import spaCy and NLTK without their optional parts.

    These are there for whoever imports them by name afterwards. A transformer pipeline runs in
    torch: where another parser than the packaged one is named, nothing is left out.
    """
    from litgen.trees.parsers import PACKAGED, parser_in_use

    if parser_in_use() != PACKAGED:
        return
    sys.meta_path.insert(0, _HIDING)
    try:
        for name in ("spacy", "nltk"):
            importlib.import_module(name)
    finally:
        sys.meta_path.remove(_HIDING)
