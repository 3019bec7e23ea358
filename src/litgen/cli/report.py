"""``litgen report``: a report on predictions."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from litgen.cli.shared_options import run_options
from litgen.cli.terminal import write_json
from litgen.cli.values import CONTRAST, SUITE, Choice
from litgen.exceptions import UsageError

if TYPE_CHECKING:
    from litgen.reporting import Report
    from litgen.reporting.trackers import Tracker


@click.command("report")
@click.argument("predictions", nargs=-1, required=True, metavar="PREDICTIONS...",
                type=click.Path(path_type=Path))  # fmt: skip
@click.option("-o", "--output", "folder", required=True, type=click.Path(path_type=Path),
              metavar="DIR", help="Where to write the report.")  # fmt: skip
@click.option("--contrast-set", "contrast_folders", type=click.Path(path_type=Path), metavar="DIR",
              multiple=True, help="The contrast set, if it is not where it was; may be repeated."
              )  # fmt: skip
@click.option("--test", type=Choice(["bootstrap", "mcnemar", "mid-p"]), default="bootstrap",
              show_default=True, help="Whose p decides.")  # fmt: skip
@click.option("--unit", type=Choice(["image", "premise", "pair"]),
              help="What is drawn and exchanged together; the image where the data set names it, "
              "else the premise.")  # fmt: skip
@click.option("--contrast", "contrasts", type=CONTRAST, multiple=True,
              help="Test this contrast only; may be repeated. All if nothing is said.")  # fmt: skip
@click.option("--suite", "suites", type=SUITE, multiple=True,
              help="Test the contrasts of this suite only; may be repeated.")  # fmt: skip
@click.option("--min-pairs", type=int, default=30, show_default=True, metavar="N",
              help="Contrasts of fewer pairs are shown, not tested, and in no family."
              )  # fmt: skip
@click.option("--label-agreement", type=click.Path(path_type=Path), metavar="FILE",
              help="How often people agree with the labels: agreement.json of litgen study "
              "agree, or as docs/formats.md says.")  # fmt: skip
@click.option("--p-value", type=Choice(["symmetric", "paper"]), default="symmetric",
              show_default=True, help="The bootstrap's p; paper is equation 14 of the paper."
              )  # fmt: skip
@click.option("--replicates", type=int, default=20_000, show_default=True,
              help="Of the bootstrap.")  # fmt: skip
@click.option(
    "--alpha", type=float, default=0.05, show_default=True, help="Level of each family of a model."
)
@click.option("--correction", type=Choice(["none", "bonferroni", "holm", "bh"]),
              default="holm", show_default=True, help="Within each family.")  # fmt: skip
@click.option("--margin", type=float, metavar="DIFFERENCE",
              help="The largest difference of accuracies that counts as none, such as 0.02: tests "
              "equivalence. Choose it before you see the figures.")  # fmt: skip
@click.option("--power", type=float, default=0.8, show_default=True,
              help="At which the detectable difference is given.")  # fmt: skip
@run_options("seed")
@click.option("--examples", type=click.IntRange(min=0), default=24, show_default=True,
              help="Pairs shown of each contrast.")  # fmt: skip
@click.option("--title", help="The report's title.")
@click.option("--figure", type=click.Path(path_type=Path, dir_okay=False),
              metavar="FILE", help="Write the first figure as .svg; as .png or .pdf with "
              "Matplotlib.")  # fmt: skip
@click.option("--csv", is_flag=True, help="Write every table as CSV, too, into DIR/tables.")
@click.option("--latex", is_flag=True, help="Write every table for LaTeX, too, into DIR/tables.")
@click.option("--log", "tracker", type=Choice(["mlflow", "wandb"]),
              help="Also log the report: a run for each model, where the tool's environment "
              "variables say.")  # fmt: skip
@click.option("--every-eval-ever", "organization", metavar="ORGANIZATION",
              help="Also write the results as Every Eval Ever JSON, evaluated by this organization."
              )  # fmt: skip
@click.option("--overwrite", is_flag=True, help="Replace a report that is there.")
@click.option("--json", "as_json", is_flag=True, help="Write the report to standard output, too.")
def command(
    predictions: tuple[Path, ...],
    folder: Path,
    contrast_folders: tuple[Path, ...],
    label_agreement: Path | None,
    examples: int,
    title: str | None,
    figure: Path | None,
    csv: bool,
    latex: bool,
    tracker: Tracker | None,
    organization: str | None,
    overwrite: bool,
    as_json: bool,
    **given: Any,
) -> None:
    """Write a report on PREDICTIONS, folders of litgen evaluate: one page, Markdown, JSON.

    \b
    litgen report minilm -o report
    litgen report before after -o report --margin 0.02
    litgen report minilm -o report --figure figure.pdf

    Several models are compared with the first one. Predictions of several contrast sets come into
    one report, with a page of each set in a folder of its name.
    """
    from litgen.evaluation import Procedure
    from litgen.frames import optional
    from litgen.reporting import build, refuse_folder, write_report
    from litgen.reporting.every_eval_ever import write_records
    from litgen.reporting.page import check_figure, write_figure
    from litgen.reporting.several import by_contrast_set, names_of, write_overview
    from litgen.reporting.table_files import write_tables
    from litgen.reporting.texts import build_text_report
    from litgen.reporting.trackers import log_report

    refuse_folder(folder, overwrite)
    if figure is not None:
        check_figure(figure, overwrite)
    if tracker is not None:
        optional(tracker)  # refused before any work
    first = contrast_folders[0] if len(contrast_folders) == 1 else None
    of_texts = build_text_report(predictions, first, title=title, seed=given["seed"])
    if of_texts is not None:
        if figure is not None:
            raise UsageError("--figure: a report on texts has no such figure")
        for option, value in (("--log", tracker), ("--every-eval-ever", organization)):
            if value is not None:
                raise UsageError(f"{option}: a report on texts has no contrasts to write")
        document = of_texts.document
        files = of_texts.write(folder, overwrite)
        files += write_tables(document.sections[0].tables, folder, csv=csv, latex=latex)
        if as_json:
            write_json(of_texts.as_json())
            return
        for line in document.caveats:
            click.secho(f"note: {line}", fg="yellow")
        for line in (document.verdict, *document.points):
            click.echo(line)
        click.echo(f"signature: {document.signature}\n{files[0]}")
        return
    groups = by_contrast_set(predictions, contrast_folders)
    several = len(groups) > 1
    if several and figure is not None:
        raise UsageError("--figure is of one contrast set; name its predictions alone")
    if several and label_agreement is not None:
        raise UsageError("--label-agreement is of one contrast set; name its predictions alone")
    reports = [
        build(
            of_one, Procedure(**given), contrast_folder=where, label_agreement=label_agreement,
            examples=examples, title=None if several else title,
        )
        for of_one, where in groups
    ]  # fmt: skip
    named = dict(zip(names_of(reports), reports, strict=True))
    if several:
        files = write_overview(named, folder, title, overwrite)
    else:
        files = write_report(reports[0], folder, overwrite)
    if figure is not None:
        write_figure(reports[0], figure)
    for name, report in named.items():
        where = folder / name if several else folder
        files += write_tables((*report.tables, *report.tests), where, csv=csv, latex=latex)
        if organization is not None:
            files += write_records(report, where, organization)
        if tracker is not None:
            log_report(tracker, report, where)
    if as_json:
        shown = [report.as_json() for report in reports]
        write_json({"contrast_sets": dict(zip(named, shown, strict=True))} if several else shown[0])
        return
    for name, report in named.items():
        if several:
            click.secho(f"\n{name}", bold=True, underline=True)
        _print_summary(report)
    others = ", ".join(str(path.relative_to(folder)) for path in files[1:])
    click.echo(f"{files[0]} (and {others})")
    if figure is not None:
        click.echo(figure)


def _print_summary(report: Report) -> None:
    for headline in report.headlines:
        click.echo(f"{click.style(headline.model, bold=True)}: {headline.first}")
        if headline.hardest:
            click.echo(f"  {headline.hardest}")
    if report.better:
        click.echo(report.better)
    for warning in report.warnings:
        click.secho(f"note: {warning}", fg="yellow")
    click.echo(f"signature (reproduces every number): {report.signature}")
