"""``litgen study inoculate``: the effect of adding contrast pairs to the training data."""

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from statistics import fmean
from typing import Any

import click

from litgen.cli.experiments import experiment_options, run_experiment
from litgen.cli.terminal import print_rows


@click.command("inoculate")
@click.option("--contrast", required=True, metavar="P;H",
              help="The contrast, or name, to train on and to test on.")  # fmt: skip
@click.option("--test-contrast", "tests", multiple=True, metavar="P;H",
              help="A further contrast to test on; may be repeated.")  # fmt: skip
@click.option("--counts", default="0,10,50,100,500,1000", show_default=True, metavar="N,...",
              help="How many contrast pairs to add to the training pairs.")  # fmt: skip
@click.option("--samples", type=int, default=3, show_default=True, metavar="M",
              help="Number of samples to draw and train on for each number.")  # fmt: skip
@experiment_options
def command(folder: Path, as_json: bool, **given: Any) -> None:
    """Train with more and more contrast pairs; test on originals and contrasts.

    \b
    litgen study inoculate snli.jsonl --contrast overlap --test-contrast tautology:green -o out
    litgen study inoculate train.jsonl --test-set test.jsonl --contrast 'past;future' -o out

    You can interrupt a run at any time: finished trainings are kept. Repeat the command to resume.
    """
    from litgen.experiments.inoculation import Design, inoculate

    counts = parse_counts(given["counts"])
    design = Design(given["contrast"], given["tests"], counts, given["samples"], given["seed"])
    experiment = partial(inoculate, design=design)
    run_experiment(experiment, folder, as_json, given, _print_summary)


def parse_counts(text: str) -> tuple[int, ...]:
    """Read ``--counts``.

    Example:
        >>> parse_counts("0,100, 10")
        (0, 10, 100)
    """
    try:
        return tuple(sorted({int(part) for part in text.split(",")}))
    except ValueError:
        raise click.UsageError(f"--counts {text}: write whole numbers between commas") from None


def _print_summary(result: Mapping[str, Any], folder: Path) -> None:
    columns = [("originals", result["original"])]
    columns += [(row["contrast"], row) for row in result["contrasts"]]
    rows = [
        [f"{count:,}", *(f"{fmean(each['accuracies'][at]):.1%}" for _, each in columns)]
        for at, count in enumerate(result["counts"])
    ]
    titles = ("contrast pairs", *(name for name, _ in columns))
    print_rows(titles, rows, [f"results: {folder}/report.html, inoculation.json"])
