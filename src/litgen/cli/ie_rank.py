"""``litgen study ie-rank``: models ranked by their robustness over data sets."""

from pathlib import Path
from typing import Any

import click

from litgen.cli.terminal import print_rows, write_json
from litgen.cli.values import Choice


@click.command("ie-rank")
@click.argument("folders", nargs=-1, required=True, type=click.Path(path_type=Path),
                metavar="DIR...")  # fmt: skip
@click.option("--over", type=Choice(["single", "means", "runs"]), default="single",
              show_default=True,
              help="The accuracies for the SNR: single trainings; as in the paper, the means for "
              "each rho, or all runs.")  # fmt: skip
@click.option("--ddof", type=click.IntRange(0, 1), default=1, show_default=True,
              help="For means and runs: 1 divides by n - 1, 0 by n.")  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Write the ranking to standard output.")
def command(folders: tuple[Path, ...], over: Any, ddof: int, as_json: bool) -> None:
    """Rank models by the signal-to-noise ratio of their accuracy over rho, averaged over data sets.

    \b
    litgen study ie-rank out/bow-snli out/bow-mnli out/bert-snli out/bert-mnli

    Each DIR is a folder of litgen study ie-test (Salvatore et al. 2023, section 5.3), all with the
    same settings. A model near chance, or one that predicts a single label, is not ranked.
    """
    from litgen.experiments.ranking import rank
    from litgen.experiments.sweep import read_results

    ranking = rank({folder: read_results(folder) for folder in folders}, over, ddof)
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
