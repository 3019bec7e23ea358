"""The command ``litgen report``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from litgen.cli.shared_options import refuse_options, run_options
from litgen.cli.terminal import write_json
from litgen.cli.values import CONTRAST, SUITE, Choice

if TYPE_CHECKING:
    from litgen.reporting import Report
    from litgen.reporting.texts import TextReport

#: Options that apply only to reports on predictions for pairs.
_OF_PAIRS = ("figure", "tracker", "organization")


@click.command("report")
@click.argument("predictions", nargs=-1, required=True, metavar="PREDICTIONS...",
                type=click.Path(path_type=Path))  # fmt: skip
@click.option("-o", "--output", "folder", required=True, type=click.Path(path_type=Path),
              metavar="DIR",
              help="The folder for the report (HTML, Markdown and JSON).")  # fmt: skip
@click.option("--contrast-set", "contrast_folders", type=click.Path(path_type=Path), metavar="DIR",
              multiple=True, help="The folder of the contrast set, if it has moved; may be "
              "repeated.")  # fmt: skip
@click.option("--test", type=Choice(["bootstrap", "mcnemar", "mid-p"]), default="bootstrap",
              show_default=True, help="The significance test.")  # fmt: skip
@click.option("--unit", type=Choice(["image", "premise", "pair"]),
              help="The unit of resampling. Default: the image if the data set names it, otherwise "
              "the premise.")  # fmt: skip
@click.option("--contrast", "contrasts", type=CONTRAST, multiple=True,
              help="Test only this contrast; may be repeated. Default: all.")  # fmt: skip
@click.option("--suite", "suites", type=SUITE, multiple=True,
              help="Test only the contrasts of this suite; may be repeated.")  # fmt: skip
@click.option("--min-pairs", type=int, default=30, show_default=True, metavar="N",
              help="Test only contrasts with at least N pairs; the report also shows the others."
              )  # fmt: skip
@click.option("--label-agreement", type=click.Path(path_type=Path), metavar="FILE",
              help="How often people agree with the labels: agreement.json from litgen study "
              "agree, or a file in the format that docs/formats.md describes.")  # fmt: skip
@click.option("--p-value", type=Choice(["symmetric", "paper"]), default="symmetric",
              show_default=True, help="How to compute the bootstrap p-value: symmetric, or as in "
              "the paper (Salvatore et al. 2023).")  # fmt: skip
@click.option("--replicates", type=int, default=20_000, show_default=True,
              help="The number of bootstrap replicates.")  # fmt: skip
@click.option("--alpha", type=float, default=0.05, show_default=True,
              help="The significance level for each family of a model's tests.")  # fmt: skip
@click.option("--correction", type=Choice(["none", "bonferroni", "holm", "bh"]),
              default="holm", show_default=True,
              help="The multiple-testing correction within each family.")  # fmt: skip
@click.option("--margin", type=float, metavar="DIFFERENCE",
              help="Test equivalence: the largest difference in accuracy that you regard as "
              "negligible, such as 0.02. Choose it before you see the results.")  # fmt: skip
@click.option("--power", type=float, default=0.8, show_default=True,
              help="The statistical power that defines the detectable difference.")  # fmt: skip
@run_options("seed")
@click.option("--examples", type=click.IntRange(min=0), default=24, show_default=True,
              help="The maximum number of pairs to show for each contrast.")  # fmt: skip
@click.option("--title", help="The report's title.")
@click.option("--figure", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE",
              help="Also write the first figure to a .svg, .png or .pdf file.")  # fmt: skip
@click.option("--csv", is_flag=True, help="Also write every table as CSV, into DIR/tables.")
@click.option("--latex", is_flag=True, help="Also write every table as LaTeX, into DIR/tables.")
@click.option("--log", "tracker", type=Choice(["mlflow", "wandb"]),
              help="Also log the report with this tool, one run per model. The tool's environment "
              "variables determine the destination.")  # fmt: skip
@click.option("--every-eval-ever", "organization", metavar="ORGANIZATION",
              help="Also write Every Eval Ever JSON that names ORGANIZATION as the evaluator."
              )  # fmt: skip
@click.option("--overwrite", is_flag=True, help="Replace an existing report.")
@click.option("--json", "as_json", is_flag=True, help="Print the report as JSON.")
def command(
    predictions: tuple[Path, ...], folder: Path, contrast_folders: tuple[Path, ...],
    label_agreement: Path | None, examples: int, title: str | None, overwrite: bool,
    as_json: bool, **given: Any,
) -> None:  # fmt: skip
    """Write a report on PREDICTIONS: folders from litgen evaluate, or logs of other harnesses.

    \b
    litgen report minilm -o report
    litgen report before after -o report --margin 0.02
    litgen report minilm -o report --figure figure.pdf

    Several models are compared with the first one. Several contrast sets get a page each, in a
    folder with the name of the set.
    """
    from litgen.evaluation.procedure import Procedure
    from litgen.frames import optional
    from litgen.reporting import build, refuse_folder, write_report
    from litgen.reporting.exports import log_report, write_records
    from litgen.reporting.plot import check_figure, save
    from litgen.reporting.several import by_contrast_set, names_of, write_overview
    from litgen.reporting.table_files import write_tables
    from litgen.reporting.texts import build_text_report

    kinds = {name: given.pop(name) for name in ("csv", "latex")}
    figure, tracker, organization = (given.pop(name) for name in _OF_PAIRS)
    refuse_folder(folder, overwrite)
    if figure is not None:
        check_figure(figure, overwrite)
    if tracker is not None:
        optional(tracker)  # refuse it before any work
    first = contrast_folders[0] if len(contrast_folders) == 1 else None
    of_texts = build_text_report(predictions, first, title=title, seed=given["seed"])
    if of_texts is not None:
        refuse_options(_OF_PAIRS, "the predictions are for single texts")
        files = of_texts.write(folder, overwrite)
        write_tables(of_texts.document.sections[0].tables, folder, **kinds)
        _print_texts(of_texts, files[0], as_json)
        return
    groups = by_contrast_set(predictions, contrast_folders)
    several = len(groups) > 1
    if several:
        refuse_options(
            ("figure", "label_agreement"), "the predictions are for several contrast sets"
        )
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
        save(reports[0].rows, figure)
    for name, report in named.items():
        where = folder / name if several else folder
        files += write_tables((*report.tables, *report.tests), where, **kinds)
        if organization is not None:
            files += write_records(report, where, organization)
        if tracker is not None:
            log_report(tracker, report, where)
    if as_json:
        values = {name: report.as_json() for name, report in named.items()}
        write_json({"contrast_sets": values} if several else reports[0].as_json())
        return
    for name, report in named.items():
        if several:
            click.secho(f"\n{name}", bold=True, underline=True)
        _print_summary(report)
    others = ", ".join(str(path.relative_to(folder)) for path in files[1:])
    click.echo(f"{files[0]} (and {others})")
    if figure is not None:
        click.echo(figure)


def _print_texts(report: TextReport, page: Path, as_json: bool) -> None:
    if as_json:
        write_json(report.as_json())
        return
    document = report.document
    for line in document.caveats:
        click.secho(f"note: {line}", fg="yellow")
    for line in (document.verdict, *document.points):
        click.echo(line)
    click.echo(f"signature: {document.signature}\n{page}")


def _print_summary(report: Report) -> None:
    for headline in report.headlines:
        click.echo(f"{click.style(headline.model, bold=True)}: {headline.first}")
        if headline.hardest:
            click.echo(f"  {headline.hardest}")
    if report.better:
        click.echo(report.better)
    for warning in report.warnings:
        click.secho(f"note: {warning}", fg="yellow")
    click.echo(f"signature (identifies all inputs and settings): {report.signature}")
