"""The command ``litgen list``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from litgen.cli.details import DETAILED
from litgen.cli.engine_options import engine_options
from litgen.cli.shared_options import Verb, json_option, run_options
from litgen.cli.terminal import Shown
from litgen.cli.values import LISTED, SECTION
from litgen.exceptions import UsageError, did_you_mean

if TYPE_CHECKING:
    from litgen.catalogue import Entry


@click.command("list", cls=Verb)
@click.argument("section", required=False, type=SECTION)
@click.argument("names", nargs=-1, type=LISTED)
@click.option("--check", is_flag=True, help="Run the examples of all rules, labels or prompts, or "
              "of the named ones. The exit code is 1 if an example fails.")  # fmt: skip
@json_option
@run_options("rules")
@engine_options
@click.pass_context
def command(
    ctx: click.Context, section: str | None, names: tuple[str, ...], check: bool, as_json: bool,
    rules: Path | None, engine: str,
) -> None:  # fmt: skip
    """List suites, contrasts, phenomena, transformations, models and prompts, with examples.

    \b
    litgen list
    litgen list suites
    litgen list rules passive         # one rule in full
    litgen list labels 'past;future'  # why the label of this contrast holds
    litgen list rules --check         # run the examples of all rules

    Other sections are rules, labels and conventions. With rules, --check also runs the examples of
    the tables of edits and frames: dropping, broader, exchanges, frames, polarity.
    """
    detailed = DETAILED.get(section or "")
    if check:
        if detailed is None:
            raise UsageError(f"--check needs a section; use one of {', '.join(DETAILED)}")
        ctx.exit(detailed.check(names, rules, engine).write(as_json))
    if detailed is not None and names:
        shown = [detailed.show(name, rules) for name in names]
        records = [each.record for each in shown]
        lines = (line for each in shown for line in each.lines)
        ctx.exit(Shown(records[0] if len(names) == 1 else records, lines).write(as_json))
    ctx.exit(_listed(section, names, rules).write(as_json))


def _listed(section: str | None, names: Sequence[str], rules: Path | None) -> Shown:
    from litgen.catalogue import catalogue

    found = catalogue(section, rules)
    if section is not None and names:
        known = {each.name: each for each in found[section]}
        for name in names:
            if name not in known:
                raise UsageError(f"{section}: there is no {name!r}: {did_you_mean(name, known)}")
        found = {section: [known[name] for name in names]}
    record = {name: [each._asdict() for each in entries] for name, entries in found.items()}
    return Shown(record, _lines(found, everything=section is None))


def _lines(found: Mapping[str, Sequence[Entry]], *, everything: bool) -> Iterator[str]:
    for title, entries in found.items():
        yield click.style(f"\n{title.capitalize()}", bold=True)
        for each in entries:
            yield f"  {click.style(each.name, fg='cyan')}  {each.summary}"
            if each.example:
                yield f"      {click.style(each.example, dim=True)}"
    if everything:
        yield "\nTo see every rewriting of a sentence: litgen show 'A man is riding a bike.'"
