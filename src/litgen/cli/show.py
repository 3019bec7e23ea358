"""``litgen show``: every transformation of one sentence; one of them, or one pair, in full."""

import importlib
import os
import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from pathlib import Path
from typing import Any

import click

from litgen.cli.engine_options import engine_options
from litgen.cli.shared_options import Verb, json_option, run_options
from litgen.cli.terminal import write_json
from litgen.cli.values import TRANSFORMATION
from litgen.exceptions import UsageError


@click.command("show", cls=Verb)
@click.argument("what", nargs=-1, metavar="SENTENCE | DIR [ID]", required=True)
@click.option("-t", "--transformation", "names", multiple=True, type=TRANSFORMATION,
              help="Only this one (past, may+passive, ...). May be repeated.")  # fmt: skip
@run_options("rank", rank={"help": "auto: the quality model chooses among forms and marks what a "
             "run would drop; none: no language model; or a model that chooses, a folder or a name "
             "on the hub.", "group": "Options"})  # fmt: skip
@click.option("--mrs", is_flag=True,
              help="Show the sentence's MRS, and with -t those of the results.")  # fmt: skip
@click.option("--polarity", is_flag=True,
              help="Show which words may be made broader (↑) or narrower (↓), and what has turned "
              "them; without -t nothing else.")  # fmt: skip
@click.option("--rule", metavar="NAME", help="Show each step of one rule, or of a sequence such as "
              "past+cleft, and where it ends.")  # fmt: skip
@click.option("--declined", is_flag=True, help="Of a contrast set DIR, list crashes and faults; of "
              "a run with --keep-declined all that was declined.")  # fmt: skip
@click.option("--html", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE",
              help="Write one HTML page to a file.")  # fmt: skip
@json_option
@run_options("rules")
@engine_options
@click.pass_context
def command(
    ctx: click.Context, /, what: Sequence[str], rule: str | None, declined: bool, as_json: bool,
    html: Path | None, rules: Path | None, **given: Any,
) -> None:  # fmt: skip
    """Show every transformation of one SENTENCE; for what is missing, why it was declined.

    \b
    litgen show "A man is riding a bike."
    litgen show -t past -t may+passive --mrs "A man is riding a bike."
    litgen show --polarity "No boy without a hat is riding a red bike."
    litgen show --rule past+cleft "A man is riding a bike."
    litgen show out example-01:past:future

    Of a contrast set DIR: how the contrast pair ID and its label came about. Exit code 1 if a
    sentence cannot be read.
    """
    from litgen.cli.explain import explain, trace

    pair = len(what) == 2 and ":" in what[1]
    if declined or pair or (os.path.isdir(what[0]) and len(what) <= 2):
        _refuse(
            ctx,
            f"{what[0]} is a contrast set",
            ("names", "mrs", "polarity", "rule", "html", "rules"),
        )
        explain(Path(what[0]), what[1] if len(what) == 2 else None, declined, as_json)
        return
    sentence = " ".join(what)
    import_parsers()
    if rule is not None:
        _refuse(ctx, "--rule is of the embedded engine", ("names", "mrs", "polarity"))
        if given["engine"] != "dependency":
            raise UsageError(
                f"--engine {given['engine']}: --rule is of the dependency engine alone"
            )
        trace(sentence, rule, rules, html, as_json)
        return
    from rich.console import Console

    from litgen.gallery import gallery_of

    with Console(stderr=True).status("reading the sentence"):  # draws on a terminal only
        gallery = gallery_of(sentence, rules=rules, **given)
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


def _refuse(ctx: click.Context, why: str, names: Sequence[str]) -> None:
    """Refuse options that do not apply."""
    for option in ctx.command.params:
        if option.name in names and ctx.params[option.name]:
            raise UsageError(f"{option.opts[-1]} does not go here: {why}")


#: Optional imports of spaCy and NLTK that litgen does not need and that take seconds.
_OPTIONAL = ("torch", "scipy", "sklearn")


class _Hiding(MetaPathFinder):
    """Hides optional packages that are not loaded yet.

    None in ``sys.modules`` would also hide them, but SciPy, once loaded, takes it for a module.
    """

    def find_spec(self, name: str, path: object, target: object = None) -> None:
        if name in _OPTIONAL:
            raise ModuleNotFoundError(f"{name} is left out here", name=name)


_HIDING = _Hiding()


def import_parsers() -> None:
    """Import spaCy and NLTK without their optional packages.

    Later imports by name still find these packages. Transformer pipelines need torch, so nothing is
    hidden if a parser other than the packaged one is named.
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
