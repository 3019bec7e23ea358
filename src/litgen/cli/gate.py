"""The command ``litgen gate``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from litgen.cli.terminal import write_json

#: Exit code if a condition is met or cannot be decided.
NOT_PASSED = 3
_COLOURS = {"passed": "green", "failed": "red", "undecided": "yellow"}


@click.command("gate")
@click.argument("predictions", type=click.Path(path_type=Path), metavar="PREDICTIONS")
@click.option("--fail-if", "conditions", multiple=True, required=True, metavar="CONDITION",
              help="The condition, such as 'negation: loss > 2 points', 'accuracy < 80 %' or "
              "'accuracy < baseline - 1 point'; may be repeated. The measures are loss (beyond the "
              "controls), accuracy, consistency and false support.")  # fmt: skip
@click.option("--baseline", type=click.Path(path_type=Path), metavar="PREDICTIONS",
              help="Another model's predictions, for conditions with a baseline.")  # fmt: skip
@click.option("--contrast-set", "contrast_folder", type=click.Path(path_type=Path), metavar="DIR",
              help="The folder of the contrast set, if it has moved.")  # fmt: skip
@click.option("--alpha", type=float, default=0.05, show_default=True,
              help="The significance level of the tests, corrected by Holm's method."
              )  # fmt: skip
@click.option("--tolerance", type=float, default=0.05, show_default=True,
              help="A check passes if the test rules out that the measure is this far beyond its "
              "bound.")  # fmt: skip
@click.option("--junit", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE",
              help="Also write the results as JUnit XML.")  # fmt: skip
@click.option("--markdown", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE",
              help="Append a Markdown summary to FILE, such as $GITHUB_STEP_SUMMARY.")  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Print the checks as JSON.")
@click.pass_context
def command(
    context: click.Context, /, predictions: Path, conditions: tuple[str, ...], junit: Path | None,
    markdown: Path | None, as_json: bool, **given: Any,
) -> None:  # fmt: skip
    """Fail if PREDICTIONS, a folder from litgen evaluate or a log of a harness, meet a condition.

    \b
    litgen gate minilm --fail-if 'negation: loss > 2 points'
    litgen gate new --baseline old --fail-if 'accuracy < baseline - 1 point'

    The exit code is 0 if every check passes, and 3 if one fails or has too few pairs to decide.
    """
    from litgen.evaluation.gate import gate
    from litgen.reporting.gate import junit_xml, markdown_summary

    found = gate(predictions, conditions, **given)
    if junit is not None:
        junit.write_text(junit_xml(found), encoding="utf-8")
    if markdown is not None:
        with markdown.open("a", encoding="utf-8") as file:
            file.write(markdown_summary(found))
    if as_json:
        write_json(found.as_json())
    else:
        for check in found.checks:
            outcome = click.style(f"{check.outcome:9}", fg=_COLOURS[check.outcome])
            click.echo(f"{outcome} {check.line}")
        click.echo(f"{found.model}: {found.outcome}")
    if found.outcome != "passed":
        context.exit(NOT_PASSED)
