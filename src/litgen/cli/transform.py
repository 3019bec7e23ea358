"""``litgen transform``: labelled pairs in, a contrast set out."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import click

from litgen.cli.engine_options import engine_options
from litgen.cli.progress import progress_bar


@click.command("transform")
@click.argument("pairs")
@click.option("-o", "--output", "folder", required=True, type=click.Path(path_type=Path),
              metavar="DIR", help="Where to write the contrast set.")  # fmt: skip
@click.option("--suite", metavar="NAME", help="A suite of contrasts; lit, the paper's nine with "
              "their controls, where no --contrast is named.")  # fmt: skip
@click.option("--contrast", "contrasts", multiple=True, metavar="P;H",
              help="A contrast such as 'past+cleft;future+cleft'; may be repeated.")  # fmt: skip
@click.option("--labels", type=click.Choice(["default", "logic", "paper"]), default="default",
              show_default=True, help="Grounds on which a label is taken.")  # fmt: skip
@click.option("--keep-unlabelled", is_flag=True, help="Write pairs without a label, too.")
@engine_options
@click.option("--rank", default="auto", show_default=True, metavar="MODEL",
              help="The language model that chooses among candidates: auto, none or a name."
              )  # fmt: skip
@click.option("--score", type=click.Choice(["mean", "lit"]), default="mean", show_default=True,
              help="Its measure: mean log probability, or the paper's.")  # fmt: skip
@click.option("--jobs", type=int, default=1, show_default=True,
              help="Worker processes; -1 takes all cores.")  # fmt: skip
@click.option("--scheduler", metavar="ADDRESS", help="A Dask scheduler whose workers to use.")
@click.option("--seed", type=int, default=0, show_default=True)
@click.option("--on-error", type=click.Choice(["stop", "skip"]), default="stop",
              show_default=True, help="What to do at a row that is at fault.")  # fmt: skip
@click.option("--limit", type=click.IntRange(min=0), metavar="N",
              help="Take the first N pairs.")  # fmt: skip
@click.option("--rules", type=click.Path(file_okay=False, exists=True), metavar="DIR",
              help="A folder of your own rules, besides the shipped ones.")  # fmt: skip
@click.option("--format", "format_", type=click.Choice(["jsonl", "csv", "tsv", "parquet"]),
              help="The format where the file's name does not say it.")  # fmt: skip
@click.option("--labels-map", default="", metavar="VALUE=LABEL,...",
              help="What the values of the label column mean.")  # fmt: skip
@click.option("--columns", default="", metavar="FIELD=NAME,...",
              help="Names of the columns: premise=, hypothesis=, label=, id=.")  # fmt: skip
@click.option("--overwrite", is_flag=True, help="Remove what another run wrote into DIR.")
@click.option("--json", "as_json", is_flag=True, help="Write the manifest to standard output.")
def command(pairs: str, folder: Path, as_json: bool, **given: Any) -> None:
    """Write the contrast set of PAIRS: a file, a data set of the hub, or - for standard input.

    \b
    litgen transform pairs.jsonl -o out
    litgen transform pairs.tsv -o out --contrast 'may;original' --jobs 2
    litgen transform snli:validation -o out --limit 1000

    PAIRS may be JSON Lines, CSV, TSV or Parquet, also with .gz. Stop it whenever you like: the same
    command goes on where it stopped.
    """
    from litgen.contrast.pipeline import build

    jobs, scheduler, overwrite = (given.pop(key) for key in ("jobs", "scheduler", "overwrite"))
    options = _options(given)
    with progress_bar("pairs") as progress:
        manifest = build(
            pairs, folder, options, jobs=jobs, scheduler=scheduler, overwrite=overwrite,
            progress=progress,
        )  # fmt: skip
    if as_json:
        click.echo(json.dumps(manifest, indent=2, ensure_ascii=False))
    else:
        _print_summary(manifest, folder)


def _options(given: dict[str, Any]) -> Any:
    from litgen.contrast.options import Options, parse_columns
    from litgen.data import parse_label_map

    contrasts = tuple(given.pop("contrasts"))
    suite = given.pop("suite") or (None if contrasts else "lit")
    return Options(
        suite=suite,
        contrasts=contrasts,
        labels_map=tuple(parse_label_map(given.pop("labels_map")).items()),
        columns=parse_columns(given.pop("columns")),
        format=given.pop("format_"),
        **given,
    )


def _print_summary(manifest: Mapping[str, Any], folder: Path) -> None:
    from rich.console import Console
    from rich.table import Table

    counts = manifest["counts"]
    table = Table("contrast", box=None, header_style="bold", pad_edge=False)
    for title in ("from pairs", "pairs", "E", "C", "N", "without label"):
        table.add_column(title, justify="right")
    for name, each in counts["contrasts"].items():
        labels = each.get("labels", {})
        numbers = [each["pairs"], each["records"]]
        numbers += [labels.get(label, 0) for label in ("entailment", "contradiction", "neutral")]
        numbers.append(sum(each.get("unlabelled", {}).values()))
        table.add_row(name, *(f"{number:,}" for number in numbers))
    console = Console(width=None if sys.stdout.isatty() else 100)
    console.print(table)
    console.print("\n" + "\n".join(_lines(manifest, folder)), highlight=False)


def _lines(manifest: Mapping[str, Any], folder: Path) -> Iterator[str]:
    counts = manifest["counts"]
    pairs, sentences, coverage = counts["pairs"], counts["sentences"], counts["coverage"]
    skipped = ", ".join(f"{number:,} {reason}" for reason, number in pairs["skipped"].items())
    yield (
        f"{pairs['kept']:,} pairs ({skipped or 'none'} left out), "
        f"{sentences.get('distinct', 0):,} sentences ({sentences.get('parsed', 0):,} parsed)"
    )
    each = "pairs with a version of each sentence"
    yield (
        f"{coverage[f'{each}, %']} % of pairs have a version of each sentence, "
        f"{coverage['two-sided pairs, %']} % a two-sided contrast"
    )
    for reason in ("crashed", "rule at fault"):
        if number := counts["guards"].get(reason):
            yield f"warning: {number:,} times a transformation failed on a sentence ({reason})"
    if manifest["signature"]["versions"]["ranker"] is None:
        yield "nothing was ranked: the engine's first candidate stands"
    yield f"{manifest['records']:,} contrast pairs: {folder}/contrast.jsonl"
