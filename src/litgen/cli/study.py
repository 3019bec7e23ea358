"""``litgen study``: run training experiments, and draw samples for people to judge."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from litgen.cli import LazyGroup
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
            "inoculate": "Train with more and more contrast pairs; test on both.",
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
              help="Where to write the sheets; must be new or empty.")  # fmt: skip
@click.option("--unit", type=Choice(["pair", "sentence"]), default="pair", show_default=True,
              help="What an item is: a contrast pair, or one rewritten sentence.")  # fmt: skip
@click.option("--per", type=int, default=50, show_default=True, help="Items per stratum.")
@click.option("--by", metavar="TRAIT[,TRAIT]",
              help="What defines the strata: contrast, phenomenon, suite, label, genre; or all, "
              "for one stratum. Default: contrast (sentences: transformation).")  # fmt: skip
@click.option("--ask", multiple=True, metavar="QUESTION",
              help="label, grammatical or sound; may be repeated. Default: label and grammatical "
              "for pairs, grammatical and sound for sentences.")  # fmt: skip
@click.option("--annotators", type=int, default=3, show_default=True,
              help="Number of sheets, each in its own order.")  # fmt: skip
@click.option("--seed", type=int, default=0, show_default=True)
def sample(
    contrast_folder: Path, folder: Path, by: str | None, ask: tuple[str, ...], **given: Any
) -> None:
    """Draw a stratified sample of CONTRAST_DIR into sheets for people.

    \b
    litgen study sample contrast -o sheets --per 50
    litgen study sample contrast -o sheets --unit sentence --ask grammatical

    Sheets are CSV files, one for each annotator, and tasks for Label Studio. They do not show the
    given labels, which are in key.jsonl.
    """
    from litgen.annotation import Plan, draw, write_sheets
    from litgen.annotation.sheets import refuse_sheets
    from litgen.evaluation.contrast_set import ContrastSet

    refuse_sheets(folder)
    traits = tuple(part.strip() for part in by.split(",") if part.strip()) if by else ()
    drawn = draw(ContrastSet(contrast_folder), Plan(by=traits, ask=ask, **given))
    write_sheets(drawn, folder)
    for name, size in drawn.short().items():
        click.secho(f"note: {name} has only {size}", fg="yellow")
    click.echo(
        f"{len(drawn.items)} {drawn.plan.unit}s of {len(drawn.sizes)} strata, "
        f"{drawn.plan.annotators} sheets: {folder}"
    )
    click.echo(f"When they are filled: litgen study agree {folder}")


@click.command("agree")
@click.argument("sheets", metavar="SHEETS", type=_PATH)
@click.argument("files", nargs=-1, metavar="[FILE]...", type=_PATH)
@click.option("--by", multiple=True, metavar="TRAIT",
              help="Group by this; may be repeated. Default: the strata of the sample, and the "
              "phenomenon.")  # fmt: skip
@click.option("-o", "--output", "folder", metavar="DIR", type=_PATH,
              help="Write agreement.md and agreement.json there.")  # fmt: skip
@click.option("--overwrite", is_flag=True, help="Replace an existing agreement.")
@click.option("--json", "as_json", is_flag=True, help="Write JSON to standard output.")
def agree(
    sheets: Path, files: tuple[Path, ...], by: tuple[str, ...], folder: Path | None,
    overwrite: bool, as_json: bool,
) -> None:  # fmt: skip
    """Measure the agreement of people on a sample in SHEETS, a folder of litgen study sample.

    FILES are filled sheets (CSV, TSV, JSON Lines) or exports of Label Studio. Default: the sheets
    in the folder.
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
            click.secho(f"note: nobody answered {name} for {missing} items", fg="yellow")
    for question in report.key.questions:
        groups = [group for group in report.groups if group.question == question.name]
        if groups:
            click.secho(question.name, bold=True)
            click.echo("\n".join(terminal_table(groups)))
            click.echo(f"  {weighted_in_words(groups[-1])}\n")
    click.echo(f"Not what was expected, or without a majority: {len(report.disputed)}")
