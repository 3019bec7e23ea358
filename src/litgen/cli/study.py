"""The command group ``litgen study``, with ``sample`` and ``agree``."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from litgen.cli import LazyGroup
from litgen.cli.shared_options import json_option, run_options
from litgen.cli.terminal import write_json
from litgen.cli.values import Choice

if TYPE_CHECKING:
    from litgen.annotation import AgreementReport

_PATH = click.Path(path_type=Path)


class Study(LazyGroup):
    groups: Mapping[str, Mapping[str, str]] = {
        "Train": {
            "train": "Train a classifier on labelled sentence pairs.",
            "ie-test": "Test whether a model is invariant under a transformation.",
            "ie-rank": "Rank models by their robustness in IE tests.",
            "inoculate": "Train with more and more contrast pairs; test on pairs of both kinds.",
        },
        "Human judgements": {
            "sample": "Draw a sample of a contrast set for people to judge.",
            "agree": "Measure the annotators' agreement.",
        },
    }
    places: Mapping[str, str] = {
        "ie-test": "experiments:test_invariance", "ie-rank": "experiments:rank",
        "inoculate": "experiments:inoculate", "sample": "study:sample", "agree": "study:agree",
    }  # fmt: skip


@click.group("study", cls=Study)
def command() -> None:
    """Train classifiers, test their invariance, and have people judge a contrast set."""


@click.command("sample")
@click.argument("contrast_folder", metavar="CONTRAST_DIR", type=_PATH)
@click.option("-o", "--output", "folder", required=True, metavar="DIR", type=_PATH,
              help="The folder for the sheets, which must be new or empty.")  # fmt: skip
@click.option("--unit", type=Choice(["pair", "sentence"]), default="pair", show_default=True,
              help="What an item is: a contrast pair, or one rewritten sentence.")  # fmt: skip
@click.option("--per", type=int, default=50, show_default=True, metavar="N",
              help="The number of items per stratum.")  # fmt: skip
@click.option("--by", metavar="TRAIT[,TRAIT]",
              help="What defines the strata: contrast, phenomenon, suite, label, genre; or all, "
              "for one stratum. Default: contrast (for sentences: transformation).")  # fmt: skip
@click.option("--ask", multiple=True, metavar="QUESTION",
              help="A question for the annotators: label, grammatical or sound; may be repeated. "
              "Default: label and grammatical for pairs, grammatical and sound for sentences."
              )  # fmt: skip
@click.option("--annotators", type=int, default=3, show_default=True, metavar="N",
              help="The number of annotators, each with a sheet in a different order."
              )  # fmt: skip
@run_options("seed")
def sample(
    contrast_folder: Path, folder: Path, by: str | None, ask: tuple[str, ...], **given: Any
) -> None:
    """Draw a stratified sample from CONTRAST_DIR, and write it to sheets for annotators.

    \b
    litgen study sample contrast -o sheets --per 50
    litgen study sample contrast -o sheets --unit sentence --ask grammatical

    The sheets are CSV files, one for each annotator, and tasks for Label Studio. They do not show
    litgen's labels, which are in key.jsonl.
    """
    from litgen.annotation import Plan, draw, write_sheets
    from litgen.annotation.sheets import refuse_sheets
    from litgen.evaluation.contrast_set import ContrastSet

    refuse_sheets(folder)
    traits = tuple(part.strip() for part in by.split(",") if part.strip()) if by else ()
    drawn = draw(ContrastSet(contrast_folder), Plan(by=traits, ask=ask, **given))
    write_sheets(drawn, folder)
    for name, size in drawn.short().items():
        click.secho(f"note: {name} has only {size} items", fg="yellow")
    click.echo(
        f"{len(drawn.items)} {drawn.plan.unit}s of {len(drawn.sizes)} strata, "
        f"{drawn.plan.annotators} sheets: {folder}"
    )
    click.echo(f"When the sheets are filled in, run: litgen study agree {folder}")


@click.command("agree")
@click.argument("sheets", metavar="SHEETS", type=_PATH)
@click.argument("files", nargs=-1, metavar="[FILE]...", type=_PATH)
@click.option("--by", multiple=True, metavar="TRAIT",
              help="A trait to group by; may be repeated. Default: the strata of the sample, and "
              "the phenomenon.")  # fmt: skip
@click.option("-o", "--output", "folder", metavar="DIR", type=_PATH,
              help="The folder for agreement.md and agreement.json.")  # fmt: skip
@click.option("--overwrite", is_flag=True, help="Replace existing results.")
@json_option
def agree(
    sheets: Path, files: tuple[Path, ...], by: tuple[str, ...], folder: Path | None,
    overwrite: bool, as_json: bool,
) -> None:  # fmt: skip
    """Measure the agreement of annotators on the sample in SHEETS.

    SHEETS is the folder that litgen study sample wrote. Each FILE is a completed sheet (CSV, TSV,
    JSON Lines) or an export from Label Studio. Default: the sheets in the folder.
    """
    from litgen.annotation import measure_agreement
    from litgen.annotation.writing import agreement_as_json, refuse_agreement, write_agreement

    if folder is not None:
        refuse_agreement(folder, overwrite)
    report = measure_agreement(sheets, files, by)
    written = [] if folder is None else write_agreement(report, folder, overwrite)
    if as_json:
        write_json(agreement_as_json(report))
        return
    _print(report)
    for path in written:
        click.echo(path)


def _print(report: AgreementReport) -> None:
    from litgen.annotation.writing import terminal_table, weighted_in_words

    for path in report.blank:
        click.secho(f"note: {path} has no answers", fg="yellow")
    for name, missing in report.unanswered.items():
        if missing:
            click.secho(f"note: {missing} items have no answer to {name}", fg="yellow")
    for question in report.key.questions:
        groups = [group for group in report.groups if group.question == question.name]
        if groups:
            click.secho(question.name, bold=True)
            click.echo("\n".join(terminal_table(groups)))
            click.echo(f"  {weighted_in_words(groups[-1])}\n")
    click.echo(f"items with an unexpected majority, or without one: {len(report.disputed)}")
