"""``litgen rules``: list, show and check the rules."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from litgen.cli.engine_options import engine_options
from litgen.cli.shared_options import json_option, rules_folder_option
from litgen.cli.terminal import write_checks, write_json
from litgen.cli.values import CHECKED, RULE

if TYPE_CHECKING:
    from litgen.mrs.rule import Rule


@click.group("rules")
def command() -> None:
    """List, show and check the rules that rewrite MRSs."""


@command.command("list")
@rules_folder_option
@json_option
def list_rules(folder: Path | None, as_json: bool) -> None:
    """List the rules by phenomenon, one line each."""
    from litgen.gallery import by_phenomenon
    from litgen.transformations import rules_of

    rules = rules_of(folder).by_name
    if as_json:
        return write_json([_record(rule) for rule in rules.values()])
    width = max(map(len, rules))
    groups = by_phenomenon({name: rule.phenomenon for name, rule in rules.items()})
    for phenomenon, names in groups.items():
        click.secho(f"\n{phenomenon.capitalize()}", bold=True)
        for name in names:
            click.echo(f"  {click.style(f'{name:{width}}', fg='cyan')}  {rules[name].gloss}")
    return None


@command.command("show")
@click.argument("name", type=RULE)
@rules_folder_option
@json_option
def show_rule(name: str, folder: Path | None, as_json: bool) -> None:
    """Show the rule NAME: what it does, where it comes from, and its text, examples included."""
    from litgen.transformations import find_rule

    rule = find_rule(name, folder)
    if as_json:
        return write_json(_record(rule))
    click.secho(rule.name, bold=True, nl=False)
    click.echo(f"  ({rule.phenomenon})\n{rule.gloss}\n")
    click.echo(f"source    {rule.source}\nfile      {rule.path}")
    for dialect, forms in rule.forms.items():
        gaps = {form.unavailable for form in forms if form.unavailable}
        if gaps:
            click.echo(f"{dialect:9} not available: {'; '.join(sorted(gaps))}")
    click.echo(f"\n{_text(rule)}")
    return None


def _text(rule: Rule) -> str:
    """The rule as its file has it: from its header to the header or comment before the next one."""
    blocks = re.split(r"^(?=\[\[rule\]\]$)", rule.path.read_text("utf-8"), flags=re.MULTILINE)
    named = re.compile(rf"^name = {re.escape(json.dumps(rule.name))}$", re.MULTILINE)
    block = next((block for block in blocks if named.search(block)), "")
    return re.sub(r"(\s*^#[^\n]*)+\s*\Z", "", block, flags=re.MULTILINE).strip()


@command.command("check")
@click.argument("names", nargs=-1, type=CHECKED, metavar="[NAME]...")
@rules_folder_option
@json_option
@engine_options
@click.pass_context
def check_rules(
    ctx: click.Context, names: tuple[str, ...], folder: Path | None, as_json: bool, engine: str
) -> None:
    """Run the examples of the rules NAMES (of all when none is given).

    The tables of edits and frames have examples, too: dropping, broader, exchanges, frames,
    polarity. Exit code 1 if an example fails.
    """
    from litgen.transformations import check_examples
    from litgen.wordnet.locations import is_installed

    if not is_installed():
        click.echo("without WordNet drop-modifier and hypernym are not run", err=True)
    checks = check_examples(names, folder, engine)
    ctx.exit(write_checks([check._asdict() for check in checks], "rule", "text", as_json))


def _record(rule: Rule) -> dict[str, Any]:
    return {
        "name": rule.name,
        "phenomenon": rule.phenomenon,
        "gloss": rule.gloss,
        "source": rule.source,
        "file": str(rule.path),
        "position": rule.position,
        "unavailable": {
            dialect: sorted({form.unavailable for form in forms if form.unavailable})
            for dialect, forms in rule.forms.items()
            if any(form.unavailable for form in forms)
        },
        "examples": [example._asdict() for example in rule.examples],
    }
