"""``litgen study train``: labelled pairs in, a folder with a classifier out."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import click

from litgen.cli.shared_options import Verb, reading_of, reading_options, run_options
from litgen.cli.terminal import progress_bar, write_json
from litgen.cli.values import SOURCE, TRAINABLE, Choice

#: Options of fine-tuning alone, and of the baseline alone, by their names in litgen.training.
_FINETUNING = ("epochs", "batch", "learning_rate", "max_length", "dtype")
_BOOSTING = ("bags", "min_count", "rounds", "depth", "rows", "columns_share")


@click.command("train", cls=Verb)
@click.argument("pairs", type=SOURCE, metavar="PAIRS...", nargs=-1, required=True)
@click.option("--model", type=TRAINABLE, required=True,
              help="What to fine-tune, a folder or a name on the hub, with or without a head for "
              "classification; or bow, the bag-of-words baseline.")  # fmt: skip
@click.option("-o", "--output", "folder", required=True, type=click.Path(path_type=Path),
              metavar="DIR", help="Where to write the model.")  # fmt: skip
@click.option("--validation", multiple=True, type=SOURCE,
              help="Pairs to validate on; may be repeated.")  # fmt: skip
@click.option("--validation-share", type=float, default=0.1, show_default=True, metavar="SHARE",
              help="Without --validation, the share of premises to validate on.")  # fmt: skip
@click.option("--exclude", multiple=True, type=SOURCE,
              help="Pairs for testing, whose premises are not learned from; may be repeated."
              )  # fmt: skip
@run_options("seed")
@click.option("--patience", type=click.IntRange(min=1), metavar="N",
              help="Epochs (bow: rounds) without a better validation after which it stops; 2 "
              "(bow: 20).")  # fmt: skip
@click.option("--epochs", type=int, metavar="N", help="How often to see every pair; 3.")
@click.option("--batch", type=int, metavar="N", help="Pairs in a step; 32.")
@click.option("--learning-rate", type=float, metavar="RATE", help="5e-5 (bow: 0.3).")
@click.option("--max-length", type=int, metavar="N", help="Tokens of the longest input.")
@click.option("--dtype", type=Choice(["auto", "float32", "bfloat16"]),
              help="auto is bfloat16, mixed, on a GPU that has it.")  # fmt: skip
@click.option("--device", metavar="DEVICE", help="cpu, cuda ...; the GPU where there is one.")
@click.option("--threads", type=click.IntRange(min=1), default=1, show_default=True,
              help="CPU threads.")  # fmt: skip
@click.option("--bags", type=Choice(["separate", "joint", "hypothesis"]),
              help="bow: a bag of each sentence, one of both, or of the hypothesis alone."
              )  # fmt: skip
@click.option("--min-count", type=int, metavar="N",
              help="bow: leave out words that stand in fewer sentences; 5.")  # fmt: skip
@click.option("--rounds", type=int, metavar="N", help="bow: rounds of boosting at most; 200.")
@click.option("--depth", type=int, metavar="N", help="bow: depth of a tree; 6.")
@click.option("--rows", type=float, metavar="SHARE", help="bow: of the pairs for a tree; 0.8.")
@click.option("--columns-share", type=float, metavar="SHARE",
              help="bow: of the words for a tree; 0.8.")  # fmt: skip
@reading_options("Take the first N pairs of every source.")
@run_options("overwrite")
@click.option("--json", "as_json", is_flag=True, help="Write training.json to standard output.")
def command(folder: Path, model: str, as_json: bool, **given: Any) -> None:
    """Train a classifier on PAIRS, and write it into a folder that litgen evaluate takes.

    \b
    litgen study train pairs.jsonl --model bert-base-uncased -o model
    litgen study train a.jsonl b.tsv --model bow -o baseline --exclude test.jsonl

    Pairs are split by premise. Stop it whenever you like: the same command goes on from the last
    checkpoint, and the best epoch is kept.
    """
    with progress_bar("steps") as bar:
        manifest = _train(folder, model, given, bar)
    if as_json:
        write_json(manifest)
    else:
        _print_summary(manifest, folder)


def _train(
    folder: Path, model: str, given: dict[str, Any], bar: Callable[[int, int], None]
) -> dict[str, Any]:
    from litgen.models.bow import Boosting
    from litgen.training.finetune import FineTuning
    from litgen.training.train import boost, finetune

    sources = _sources(given)
    progress = lambda done, total, loss: bar(done, total)  # noqa: E731
    common = {key: given[key] for key in ("threads", "overwrite")}
    if model == "bow":
        _refuse(given, (*_FINETUNING, "device"), "for fine-tuning, not for --model bow")
        options = _given(given, (*_BOOSTING, "learning_rate", "patience", "seed"))
        if "columns_share" in options:
            options["columns"] = options.pop("columns_share")
        return boost(sources, folder, Boosting(**options), progress=progress, **common)
    _refuse(given, _BOOSTING, "for --model bow")
    options = _given(given, (*_FINETUNING, "patience", "seed"))
    options["dtype"] = _dtype(options.get("dtype"), given["device"])
    return finetune(
        sources, folder, model, FineTuning(**options), device=given["device"], progress=progress,
        **common,
    )  # fmt: skip


def _sources(given: Mapping[str, Any]) -> Any:
    from litgen.training.data import Sources

    return Sources(
        given["pairs"], given["validation"], given["validation_share"], given["exclude"],
        reading_of(given),
    )  # fmt: skip


def _given(given: Mapping[str, Any], names: tuple[str, ...]) -> dict[str, Any]:
    """Return the options that the user gave, so that defaults have a single place."""
    return {name: given[name] for name in names if given[name] is not None}


def _refuse(given: Mapping[str, Any], names: tuple[str, ...], why: str) -> None:
    for name in names:
        if name != "learning_rate" and given[name] is not None:
            raise click.UsageError(f"--{name.replace('_', '-')} is {why}")


def _dtype(asked: str | None, device: str | None) -> str:
    from litgen.neural.devices import mixed_precision, need_torch

    need_torch("training")
    return mixed_precision(device) if asked in (None, "auto") else asked


def _print_summary(manifest: Mapping[str, Any], folder: Path) -> None:
    counts = manifest["counts"]
    pairs = counts["pairs"]
    left_out = ", ".join(f"{number:,} {reason}" for reason, number in counts["left out"].items())
    click.echo(
        f"{pairs['train']:,} pairs learned from, {pairs['validation']:,} validated on "
        f"({left_out or 'none'} left out)"
    )
    for entry in manifest.get("history", []):
        accuracy = f", accuracy {entry['accuracy']:.1%}" if "accuracy" in entry else ""
        kept = "  <- kept" if entry["epoch"] == manifest["best"] else ""
        click.echo(f"epoch {entry['epoch']}: loss {entry['loss']:.3f}{accuracy}{kept}")
    if "accuracy" in manifest:
        click.echo(f"{manifest['best']} rounds, accuracy {manifest['accuracy']:.1%}")
    click.echo(f"model: {folder}; next: litgen evaluate CONTRAST_DIR --model {folder} -o DIR")
