"""``litgen doctor``: what is there, what is missing, and the command that fixes it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from litgen.cli.shared_options import json_option
from litgen.cli.terminal import write_json

if TYPE_CHECKING:
    from litgen.diagnosis import Check


@click.command("doctor")
@json_option
@click.pass_context
def command(ctx: click.Context, as_json: bool) -> None:
    """Say what is installed, what is missing, and the command that fixes it.

    Exit code 0 if the embedded engine can work, 1 if not.
    """
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
    """One line a check; the command that fixes it on a line of its own."""
    width = max(len(check.name) for check in checks)
    for check in checks:
        bad = "red" if check.needed else "yellow"
        colour = "green" if check.state == "found" else bad
        state = check.state if check.needed or check.state != "missing" else "not here"
        click.echo(f"{click.style(f'{state:8}', fg=colour)}  {check.name:{width}}  {check.detail}")
        if check.fix:
            click.echo(f"{'':8}  {'':{width}}  fix: {click.style(check.fix, bold=True)}")
