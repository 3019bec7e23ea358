"""``litgen doctor``: what is installed, what is missing, and the command that fixes it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from litgen.cli.engine_options import engine_options
from litgen.cli.shared_options import Verb, json_option, run_options
from litgen.cli.terminal import write_json

if TYPE_CHECKING:
    from litgen.diagnosis import Check

_FORMER = {"--ace": ("--fetch", "ace"), "--wordnet": ("--fetch", "wordnet")}


@click.command("doctor", cls=Verb, former=_FORMER)
@click.argument("file", type=click.Path(path_type=Path), required=False, metavar="[FILE]")
@click.option("--fetch", multiple=True, metavar="WHAT", help="Fetch what pip cannot install: "
              "wordnet; ace, with a grammar; or a larger pipeline of spaCy's, en_core_web_md, "
              "en_core_web_lg or en_core_web_trf. May be repeated.")  # fmt: skip
@click.option("--erg", default="1214", show_default=True, metavar="RELEASE",
              help="The grammar's release for --fetch ace: 1214 (generates it-clefts), 2018, 2025."
              )  # fmt: skip
@json_option
@engine_options
@run_options("limit", limit={"help": "Of FILE, take the first N sentences."})
@click.option("--semi", type=click.Path(dir_okay=False, exists=True, path_type=Path),
              metavar="FILE", help="An ERG surface.smi, for sense names and frames.")  # fmt: skip
@click.option("--no-regenerate", is_flag=True, help="Parse FILE only; do not generate.")
@click.pass_context
def command(
    ctx: click.Context, file: Path | None, fetch: tuple[str, ...], erg: str, as_json: bool,
    engine: str, limit: int | None, semi: Path | None, no_regenerate: bool,
) -> None:  # fmt: skip
    """Say what is installed, what is missing, and the command that fixes it.

    \b
    litgen doctor
    litgen doctor --fetch wordnet
    litgen doctor sentences.txt

    Exit code 0 if the embedded engine can work, 1 if not. With FILE: how many of its sentences the
    engine parses, and writes again. FILE holds a sentence a line, JSON lines with sentence pairs,
    or JSON lines with a "text" and, where there is one, a gold "mrs" (SimpleMRS), with which the
    engine's is compared.
    """
    if fetch:
        from litgen.cli.setup import fetch as fetch_all

        fetch_all(fetch, erg)
        return
    if file is not None:
        from litgen.cli.engine import check

        check(file, engine, semi, limit, regenerate=not no_regenerate, as_json=as_json)
        return
    from litgen.diagnosis import diagnose, works

    checks = diagnose()
    ready = works(checks)
    if as_json:
        report = {"ready": ready, "checks": [check._asdict() for check in checks]}
        write_json(report)
    else:
        _print(checks)
        verdict = "The embedded engine works." if ready else "The embedded engine cannot work yet."
        click.secho(f"\n{verdict}", bold=True)
    ctx.exit(0 if ready else 1)


def _print(checks: Sequence[Check]) -> None:
    """Print one line per check, and the command that fixes it on a separate line."""
    width = max(len(check.name) for check in checks)
    for check in checks:
        bad = "red" if check.needed else "yellow"
        colour = "green" if check.state == "found" else bad
        state = check.state if check.needed or check.state != "missing" else "not here"
        click.echo(f"{click.style(f'{state:8}', fg=colour)}  {check.name:{width}}  {check.detail}")
        if check.fix:
            click.echo(f"{'':8}  {'':{width}}  fix: {click.style(check.fix, bold=True)}")
