"""``litgen ie-rank``: models ranked by their robustness over data sets."""

from __future__ import annotations

import json
from pathlib import Path

import click


@click.command("ie-rank")
@click.argument("folders", nargs=-1, required=True, type=click.Path(path_type=Path),
                metavar="DIR...")  # fmt: skip
@click.option("--over", type=click.Choice(["means", "runs"]), default="means", show_default=True,
              help="The accuracies that vary: the mean for each rho, or every run.")  # fmt: skip
@click.option("--ddof", type=click.IntRange(0, 1), default=1, show_default=True,
              help="1 divides by n - 1, 0 by n.")  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Write the ranking to standard output.")
def command(folders: tuple[Path, ...], over: str, ddof: int, as_json: bool) -> None:
    """Rank models by the signal-to-noise ratio of their accuracy over rho, averaged over data sets.

    \b
    litgen ie-rank out/bow-snli out/bow-mnli out/bert-snli out/bert-mnli

    Each DIR is one of litgen ie-test (Salvatore et al. 2023, section 5.3).
    """
    from litgen.experiments.robustness import rank_results
    from litgen.experiments.sweep import read_results

    ranked = rank_results([read_results(folder) for folder in folders], over, ddof)  # type: ignore[arg-type]
    if as_json:
        click.echo(json.dumps([each._asdict() for each in ranked], indent=2, ensure_ascii=False))
        return
    data = list(dict.fromkeys(name for each in ranked for name in each.by_data))
    width = max(len(each.model) for each in ranked)
    click.echo("  ".join(["model".ljust(width), "mean SNR", *data]))
    for each in ranked:
        ratios = [f"{each.by_data[name]:.1f}" if name in each.by_data else "-" for name in data]
        cells = [ratio.rjust(len(name)) for ratio, name in zip(ratios, data, strict=True)]
        click.echo("  ".join([each.model.ljust(width), f"{each.mean:8.1f}", *cells]))
