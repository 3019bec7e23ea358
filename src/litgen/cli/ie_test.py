"""``litgen study ie-test``: is a model invariant under a transformation that keeps meaning?"""

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from statistics import fmean
from typing import Any

import click

from litgen.cli.experiments import experiment_options, run_experiment
from litgen.cli.terminal import print_rows
from litgen.cli.values import TRANSFORMATION, Choice


@click.command("ie-test")
@click.option("--phi", default="synonym", show_default=True, type=TRANSFORMATION,
              help="The transformation; it must keep every label.")  # fmt: skip
@click.option("--rho", default="0,0.2,0.4,0.5,0.6,0.8,1", show_default=True, metavar="RHO,...",
              help="Probabilities that a pair is transformed in training; 0:1:0.05 is a sweep."
              )  # fmt: skip
@click.option("--samples", type=int, default=5, show_default=True, metavar="M",
              help="Number of samples to draw and train on for each rho.")  # fmt: skip
@click.option("--budget", type=int, default=10, show_default=True, metavar="B",
              help="Trainings of the hyperparameter search; 0 uses the defaults.")  # fmt: skip
@click.option("--search", type=Choice(["once", "each"]), default="once", show_default=True,
              help="Search once on the unchanged pairs, or on each sample.")  # fmt: skip
@click.option("--space", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE",
              help="A TOML file with the search space, instead of litgen's own.")  # fmt: skip
@click.option("--votes", type=int, default=1, show_default=True, metavar="K",
              help="Classifiers on each sample; their majority vote is tested.")  # fmt: skip
@click.option("--test", "statistic", type=Choice(["bootstrap", "mcnemar", "mid-p"]),
              default="bootstrap", show_default=True,
              help="The test whose p decides: bootstrap paired t, McNemar's exact, its mid-p."
              )  # fmt: skip
@click.option("--unit", type=Choice(["premise", "pair"]), default="premise",
              show_default=True, help="The unit of resampling; the paper's is pair.")  # fmt: skip
@click.option("--p-value", type=Choice(["symmetric", "paper"]), default="symmetric",
              show_default=True, help="The bootstrap's p, or the paper's equation 14."
              )  # fmt: skip
@click.option("--replicates", type=int, default=20_000, show_default=True, metavar="S",
              help="Number of bootstrap replicates.")  # fmt: skip
@click.option("--alpha", type=float, default=0.05, show_default=True,
              help="Level of the test for one rho; that of each sample has alpha / M.")  # fmt: skip
@experiment_options
def command(folder: Path, as_json: bool, **given: Any) -> None:
    """Test whether a model is invariant under a transformation, trained with a share of it.

    The Invariance-under-Equivalence test of Salvatore et al. (2023): for each rho, M samples are
    drawn in which each pair is transformed with probability rho, a model is trained on each, and
    its accuracies on the test pairs and on their transforms are compared.

    \b
    litgen study ie-test snli.jsonl --phi synonym -o out
    litgen study ie-test train.jsonl --test-set test.jsonl --rho 0:1:0.05 --jobs 2 -o out
    litgen study ie-test train.jsonl --model roberta-base --phi 'passive;original' -o out

    You can interrupt a run at any time: finished trainings are kept. Repeat the command to resume.
    """
    from litgen.experiments.invariance import Design
    from litgen.experiments.learner import Learner
    from litgen.experiments.search import load_space
    from litgen.experiments.sweep import ie_test

    names = ("phi", "samples", "votes", "budget", "search", "unit", "p_value", "replicates",
             "alpha", "seed")  # fmt: skip
    chosen = {name: given[name] for name in names}
    design = Design(rho=parse_rho(given["rho"]), test=given["statistic"], **chosen)
    space = load_space(Learner(given["model"]).kind, given["space"])
    test = partial(ie_test, space=space, design=design)
    run_experiment(test, folder, as_json, given, _print_summary)


def parse_rho(text: str) -> tuple[float, ...]:
    """Read ``--rho``: values between commas, and ranges as first:last:step.

    Example:
        >>> parse_rho("0:0.2:0.1,1")
        (0.0, 0.1, 0.2, 1.0)
    """
    found: list[float] = []
    for part in text.split(","):
        try:
            numbers = [float(each) for each in part.split(":")]
        except ValueError:
            numbers = []
        if len(numbers) == 1:
            found += numbers
        elif len(numbers) == 3 and 0 <= numbers[0] <= numbers[1] <= 1 and numbers[2] >= 1e-4:
            first, last, step = numbers
            count = int((last - first) / step + 1e-9) + 1
            found += [round(first + step * number, 10) for number in range(count)]
        elif len(numbers) == 3:
            raise click.UsageError(
                f"--rho {part}: FIRST and LAST are probabilities, FIRST the smaller; STEP is "
                "0.0001 or more"
            )
        else:
            raise click.UsageError(f"--rho {part}: write a number, or FIRST:LAST:STEP")
    return tuple(dict.fromkeys(found))


def _print_summary(result: Mapping[str, Any], folder: Path) -> None:
    from litgen.experiments.ie_report import snr_in_words

    def mean(row: Mapping[str, Any], key: str) -> float:
        return fmean(test[key] for test in row["tests"])

    rows = [
        [
            f"{row['rho']:g}",
            *(f"{mean(row, key):.1%}" for key in ("original", "changed")),
            f"{mean(row, 'statistic'):+.2f}",
            f"{row['p']:.4f}",
            f"{row['adjusted']:.4f}",
            "rejected" if row["adjusted"] < result["design"]["alpha"] else "",
        ]
        for row in result["tests"]
    ]
    test = result["data"]["test"]
    lines = (
        result["headline"],
        f"{result['n']:,} test pairs, {test['changed'][0] / test['pairs']:.1%} of them changed; "
        f"each rho alone, as in the paper: rejected for {result['rejected']} of "
        f"{len(result['tests'])} (min p < {result['level']:.4g})",
        snr_in_words(result),
        f"results: {folder}/report.html, report.md, ie-test.json",
    )
    titles = ("rho", "original", "transformed", "t (mean)", "min p", "adjusted p", "")
    print_rows(titles, rows, lines)
