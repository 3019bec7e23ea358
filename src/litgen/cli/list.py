"""``litgen list``: everything that has a name, each with an example."""

from pathlib import Path

import click

from litgen.cli.shared_options import json_option, rules_folder_option
from litgen.cli.terminal import write_json
from litgen.cli.values import SECTION


@click.command("list")
@click.argument("section", required=False, type=SECTION)
@rules_folder_option
@json_option
def command(section: str | None, folder: Path | None, as_json: bool) -> None:
    """List suites, contrasts, phenomena, transformations, models and prompts, with examples.

    \b
    litgen list
    litgen list phenomena
    litgen list contrasts --json
    """
    from litgen.catalogue import catalogue

    found = catalogue(section, folder)
    if as_json:
        write_json({name: [each._asdict() for each in entries] for name, entries in found.items()})
        return
    for title, entries in found.items():
        click.secho(f"\n{title.capitalize()}", bold=True)
        for each in entries:
            click.echo(f"  {click.style(each.name, fg='cyan')}  {each.summary}")
            if each.example:
                click.echo(f"      {click.style(each.example, dim=True)}")
    if section is None:
        click.echo("\nOne sentence, rewritten in every way: litgen show 'A man is riding a bike.'")
