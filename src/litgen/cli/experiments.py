"""The commands ``litgen study ie-test``, ``inoculate`` and ``ie-rank``."""

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from statistics import fmean
from typing import Any

import click

from litgen.cli.engine_options import engine_options
from litgen.cli.shared_options import reading_options, run_options, sources_of, together
from litgen.cli.terminal import print_rows, progress_bar, write_json
from litgen.cli.values import SOURCE, TRAINABLE, TRANSFORMATION, Choice

_OPTIONS = (
    click.argument("pairs", type=SOURCE, metavar="PAIRS...", nargs=-1, required=True),
    click.option("--test-set", "test", multiple=True, type=SOURCE,
                 help="Test pairs; their premises are not trained on. May be repeated."),
    click.option("--test-share", type=float, default=0.3, show_default=True, metavar="SHARE",
                 help="Without --test-set, the share of the premises in PAIRS to test on."),
    click.option("--validation", multiple=True, type=SOURCE,
                 help="Validation pairs; may be repeated."),
    click.option("--validation-share", type=float, default=0.1, show_default=True,
                 metavar="SHARE",
                 help="Without --validation, the share of premises to use for validation."),
    click.option("--train-limit", type=click.IntRange(min=1), metavar="N",
                 help="Train on a random sample of N pairs."),
    click.option("--model", type=TRAINABLE, default="bow", show_default=True,
                 help="The model to fine-tune (a folder or a name on the hub), or bow."),
    click.option("--set", "fixed", multiple=True, metavar="NAME=VALUE",
                 help="Set a hyperparameter, which is then not searched for; may be repeated."),
    click.option("-o", "--output", "folder", required=True, type=click.Path(path_type=Path),
                 metavar="DIR", help="The folder for the results and the finished trainings."),
    click.option("--device", metavar="DEVICE",
                 help="The device for training, such as cpu or cuda. Default: a GPU, if any."),
    run_options("labels", "mode", "rank", "rules", "seed", rank={"default": "none"}),
    engine_options,
    reading_options("Use only the first N pairs of each source."),
    run_options(
        "jobs", "scheduler", "overwrite",
        jobs={"help": "The number of trainings to run in parallel; -1 uses all cores."},
        overwrite={"help": "Replace the results of another design, but keep its trainings."},
    ),
    click.option("--json", "as_json", is_flag=True, help="Write the results to standard output."),
)  # fmt: skip


experiment_options = together(_OPTIONS)


def _run(
    experiment: Callable[..., dict[str, Any]],
    folder: Path,
    as_json: bool,
    given: Mapping[str, Any],
    show: Callable[[Mapping[str, Any], Path], None],
) -> None:
    from litgen.experiments.data import Data
    from litgen.experiments.learner import Learner, parse_settings
    from litgen.options import Options

    data = Data(sources_of(given), given["test"], given["test_share"], given["train_limit"])
    learner = Learner(given["model"], parse_settings(given["fixed"]), given["device"])
    names = ("labels", "engine", "rank", "seed", "mode", "rules")
    options = Options(**{name: given[name] for name in names})
    how = {name: given[name] for name in ("jobs", "scheduler", "overwrite")}
    with progress_bar("trainings") as bar:
        result = experiment(data, folder, learner, options=options, progress=bar, **how)
    if as_json:
        write_json(result)
    else:
        show(result, folder)


@click.command("ie-test")
@click.option("--phi", default="synonym", show_default=True, type=TRANSFORMATION,
              help="The transformation, which must keep every label.")  # fmt: skip
@click.option("--rho", default="0,0.2,0.4,0.5,0.6,0.8,1", show_default=True, metavar="RHO,...",
              help="The probabilities with which a training pair is transformed; 0:1:0.05 stands "
              "for steps of 0.05 from 0 to 1.")  # fmt: skip
@click.option("--samples", type=int, default=5, show_default=True, metavar="M",
              help="The number of samples to draw and train on for each rho.")  # fmt: skip
@click.option("--budget", type=int, default=10, show_default=True, metavar="B",
              help="The number of training runs in the hyperparameter search; 0 keeps the default "
              "values.")  # fmt: skip
@click.option("--search", type=Choice(["once", "each"]), default="once", show_default=True,
              help="Whether to search once, on the original pairs, or on each sample."
              )  # fmt: skip
@click.option("--space", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE",
              help="A TOML file with the search space, instead of litgen's own.")  # fmt: skip
@click.option("--votes", type=int, default=1, show_default=True, metavar="K",
              help="The number of classifiers per sample; their majority vote is tested."
              )  # fmt: skip
@click.option("--test", "statistic", type=Choice(["bootstrap", "mcnemar", "mid-p"]),
              default="bootstrap", show_default=True, help="The significance test: bootstrap "
              "paired t, exact McNemar, or McNemar with mid-p.")  # fmt: skip
@click.option("--unit", type=Choice(["premise", "pair"]), default="premise", show_default=True,
              help="The unit of resampling; the paper uses pair.")  # fmt: skip
@click.option("--p-value", type=Choice(["symmetric", "paper"]), default="symmetric",
              show_default=True, help="How to compute the bootstrap p-value: symmetric, or as in "
              "the paper (equation 14).")  # fmt: skip
@click.option("--replicates", type=int, default=20_000, show_default=True, metavar="S",
              help="The number of bootstrap replicates.")  # fmt: skip
@click.option("--alpha", type=float, default=0.05, show_default=True, help="The significance level "
              "for one rho; each sample is tested at alpha / M.")  # fmt: skip
@experiment_options
def test_invariance(folder: Path, as_json: bool, **given: Any) -> None:
    """Test whether a model trained on partly transformed pairs is invariant under a transformation.

    This is the Invariance-under-Equivalence test of Salvatore et al. (2023). For each rho, litgen
    draws M samples in which each pair is transformed with probability rho, trains a model on each
    sample, and compares its accuracy on the test pairs with that on their transformed versions.

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
    _run(test, folder, as_json, given, _print_tests)


def parse_rho(text: str) -> tuple[float, ...]:
    """Parse ``--rho``: values and ranges (first:last:step), separated by commas.

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
                f"--rho {part}: use probabilities for FIRST and LAST, FIRST not above LAST, and a "
                "STEP of at least 0.0001"
            )
        else:
            raise click.UsageError(f"--rho {part}: use a number, or FIRST:LAST:STEP")
    return tuple(dict.fromkeys(found))


def _print_tests(result: Mapping[str, Any], folder: Path) -> None:
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


@click.command("inoculate")
@click.option("--contrast", required=True, metavar="P;H",
              help="The contrast to train on and to test on, or its name.")  # fmt: skip
@click.option("--test-contrast", "tests", multiple=True, metavar="P;H",
              help="A further contrast to test on; may be repeated.")  # fmt: skip
@click.option("--counts", default="0,10,50,100,500,1000", show_default=True, metavar="N,...",
              help="The numbers of contrast pairs to add to the training pairs.")  # fmt: skip
@click.option("--samples", type=int, default=3, show_default=True, metavar="M",
              help="The number of samples to draw and train on for each of these numbers."
              )  # fmt: skip
@experiment_options
def inoculate(folder: Path, as_json: bool, **given: Any) -> None:
    """Train with increasing numbers of contrast pairs; test on originals and contrasts.

    \b
    litgen study inoculate snli.jsonl --contrast overlap --test-contrast tautology:green -o out
    litgen study inoculate train.jsonl --test-set test.jsonl --contrast 'past;future' -o out

    You can interrupt a run at any time: finished trainings are kept. Repeat the command to resume.
    """
    from litgen.experiments.inoculation import Design
    from litgen.experiments.inoculation import inoculate as experiment

    counts = parse_counts(given["counts"])
    design = Design(given["contrast"], given["tests"], counts, given["samples"], given["seed"])
    _run(partial(experiment, design=design), folder, as_json, given, _print_accuracies)


def parse_counts(text: str) -> tuple[int, ...]:
    """Parse ``--counts``: whole numbers, separated by commas.

    Example:
        >>> parse_counts("0,100, 10")
        (0, 10, 100)
    """
    try:
        return tuple(sorted({int(part) for part in text.split(",")}))
    except ValueError:
        raise click.UsageError(f"--counts {text}: use whole numbers, separated by commas") from None


def _print_accuracies(result: Mapping[str, Any], folder: Path) -> None:
    columns = [("originals", result["original"])]
    columns += [(row["contrast"], row) for row in result["contrasts"]]
    rows = [
        [f"{count:,}", *(f"{fmean(each['accuracies'][at]):.1%}" for _, each in columns)]
        for at, count in enumerate(result["counts"])
    ]
    titles = ("contrast pairs", *(name for name, _ in columns))
    print_rows(titles, rows, [f"results: {folder}/report.html, inoculation.json"])


@click.command("ie-rank")
@click.argument("folders", nargs=-1, required=True, type=click.Path(path_type=Path),
                metavar="DIR...")  # fmt: skip
@click.option("--over", type=Choice(["single", "means", "runs"]), default="single",
              show_default=True,
              help="The accuracies in the signal-to-noise ratio: single trainings or, as in the "
              "paper, the means for each rho or all runs.")  # fmt: skip
@click.option("--ddof", type=click.IntRange(0, 1), default=1, show_default=True,
              help="With means or runs, divide the variance by n - ddof.")  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Write the ranking to standard output.")
def rank(folders: tuple[Path, ...], over: Any, ddof: int, as_json: bool) -> None:
    """Rank models by the signal-to-noise ratio of their accuracy over rho, averaged over data sets.

    \b
    litgen study ie-rank out/bow-snli out/bow-mnli out/bert-snli out/bert-mnli

    Each DIR is a folder that litgen study ie-test wrote, all with the same settings (see Salvatore
    et al. 2023, section 5.3). A model whose accuracy is near chance, or that always predicts the
    same label, is not ranked.
    """
    from litgen.experiments.ranking import rank as ranking_of
    from litgen.experiments.sweep import read_results

    ranking = ranking_of({folder: read_results(folder) for folder in folders}, over, ddof)
    if as_json:
        write_json(ranking)
        return
    data = list(dict.fromkeys(name for each in ranking["ranked"] for name in each["by_data"]))
    rows = [
        [each["model"], f"{each['mean']:.1f}", *(_shown(each["by_data"][name]) for name in data)]
        for each in ranking["ranked"]
    ]
    unranked = (f"not ranked: {model}: {reason}" for model, reason in ranking["unranked"].items())
    print_rows(("model", "mean SNR", *data), rows, unranked)


def _shown(ratio: Any) -> str:
    value, low, high = (ratio[name] for name in ("value", "low", "high"))
    return f"{value:.1f}" if low is None else f"{value:.1f} ({low:.1f} to {high:.1f})"
