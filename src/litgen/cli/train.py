"""The command ``litgen study train``."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import click

from litgen.cli.shared_options import (
    Verb,
    reading_options,
    refuse_options,
    run_options,
    sources_of,
)
from litgen.cli.terminal import progress_bar, write_json
from litgen.cli.values import SOURCE, TRAINABLE, Choice

#: Options that apply only to fine-tuning, or only to the baseline.
_FINETUNING = ("epochs", "batch", "learning_rate", "max_length", "dtype")
_BOOSTING = ("bags", "min_count", "rounds", "depth", "rows", "columns_share")


@click.command("train", cls=Verb)
@click.argument("pairs", type=SOURCE, metavar="PAIRS...", nargs=-1, required=True)
@click.option("--model", type=TRAINABLE, required=True,
              help="The model to fine-tune (a folder or a name on the hub, with or without a "
              "classification head), or bow for the bag-of-words baseline.")  # fmt: skip
@click.option("-o", "--output", "folder", required=True, type=click.Path(path_type=Path),
              metavar="DIR", help="The folder for the model.")  # fmt: skip
@click.option("--validation", multiple=True, type=SOURCE,
              help="Validation pairs; may be repeated.")  # fmt: skip
@click.option("--validation-share", type=float, default=0.1, show_default=True, metavar="SHARE",
              help="Without --validation, the share of premises to use for validation."
              )  # fmt: skip
@click.option("--exclude", multiple=True, type=SOURCE,
              help="Test pairs whose premises must not be trained on; may be repeated."
              )  # fmt: skip
@run_options("seed")
@click.option("--patience", type=click.IntRange(min=1), metavar="N",
              help="Stop after N epochs (bow: rounds) without improvement on the validation pairs. "
              "Default: 2 (bow: 20).")  # fmt: skip
@click.option("--epochs", type=int, metavar="N", help="The maximum number of epochs. Default: 3.")
@click.option("--batch", type=int, metavar="N", help="The number of pairs per step. Default: 32.")
@click.option("--learning-rate", type=float, metavar="RATE",
              help="The peak learning rate. Default: 5e-5 (bow: 0.3).")  # fmt: skip
@click.option("--max-length", type=int, metavar="N",
              help="The maximum length of an input in tokens. Default: the model's.")  # fmt: skip
@click.option("--dtype", type=Choice(["auto", "float32", "bfloat16"]),
              help="The number format. Default: auto, which is mixed bfloat16 on a GPU that "
              "supports it, otherwise float32.")  # fmt: skip
@click.option("--device", metavar="DEVICE",
              help="The device for training, such as cpu or cuda. Default: a GPU, if any."
              )  # fmt: skip
@click.option("--threads", type=click.IntRange(min=1), default=1, show_default=True,
              help="The number of CPU threads.")  # fmt: skip
@click.option("--bags", type=Choice(["separate", "joint", "hypothesis"]),
              help="bow: one bag for each sentence (default), one for both, or one for the "
              "hypothesis only.")  # fmt: skip
@click.option("--min-count", type=int, metavar="N",
              help="bow: ignore words that occur in fewer than N sentences. Default: 5."
              )  # fmt: skip
@click.option("--rounds", type=int, metavar="N",
              help="bow: the maximum number of boosting rounds. Default: 200.")  # fmt: skip
@click.option("--depth", type=int, metavar="N",
              help="bow: the maximum depth of a tree. Default: 6.")  # fmt: skip
@click.option("--rows", type=float, metavar="SHARE",
              help="bow: the share of pairs for each tree. Default: 0.8.")  # fmt: skip
@click.option("--columns-share", type=float, metavar="SHARE",
              help="bow: the share of words for each tree. Default: 0.8.")  # fmt: skip
@reading_options("Use only the first N pairs of each source.")
@run_options("overwrite")
@click.option("--json", "as_json", is_flag=True, help="Write training.json to standard output.")
def command(folder: Path, model: str, as_json: bool, **given: Any) -> None:
    """Train a classifier on PAIRS, and write it to a folder for litgen evaluate.

    \b
    litgen study train pairs.jsonl --model bert-base-uncased -o model
    litgen study train a.jsonl b.tsv --model bow -o baseline --exclude test.jsonl

    Pairs are split by premise, and the best epoch is kept. You can interrupt a run at any time;
    repeat the command to resume from the last checkpoint.
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
    from litgen.neural.devices import mixed_precision, need_torch
    from litgen.training.finetune import FineTuning
    from litgen.training.train import boost, finetune

    progress = lambda done, total, loss: bar(done, total)  # noqa: E731
    sources, common = sources_of(given), {key: given[key] for key in ("threads", "overwrite")}
    if model == "bow":
        others = {*_FINETUNING, "device"} - {"learning_rate"}
        refuse_options(others, "--model bow does not use it")
        options = _given(given, (*_BOOSTING, "learning_rate", "patience", "seed"))
        if "columns_share" in options:
            options["columns"] = options.pop("columns_share")
        return boost(sources, folder, Boosting(**options), progress=progress, **common)
    refuse_options(_BOOSTING, "only --model bow uses it")
    options = _given(given, (*_FINETUNING, "patience", "seed"))
    need_torch("training")
    if options.get("dtype", "auto") == "auto":
        options["dtype"] = mixed_precision(given["device"])
    return finetune(
        sources, folder, model, FineTuning(**options), device=given["device"], progress=progress,
        **common,
    )  # fmt: skip


def _given(given: Mapping[str, Any], names: tuple[str, ...]) -> dict[str, Any]:
    """Return the options that the user set; for the others, the library's defaults apply."""
    return {name: given[name] for name in names if given[name] is not None}


def _print_summary(manifest: Mapping[str, Any], folder: Path) -> None:
    counts = manifest["counts"]
    pairs = counts["pairs"]
    left_out = ", ".join(f"{number:,} {reason}" for reason, number in counts["left out"].items())
    click.echo(
        f"{pairs['train']:,} training pairs, {pairs['validation']:,} validation pairs "
        f"({left_out or 'none'} left out)"
    )
    for entry in manifest.get("history", []):
        accuracy = f", accuracy {entry['accuracy']:.1%}" if "accuracy" in entry else ""
        kept = "  <- kept" if entry["epoch"] == manifest["best"] else ""
        click.echo(f"epoch {entry['epoch']}: loss {entry['loss']:.3f}{accuracy}{kept}")
    if "accuracy" in manifest:
        click.echo(f"{manifest['best']} rounds, accuracy {manifest['accuracy']:.1%}")
    click.echo(f"model: {folder}; next: litgen evaluate CONTRAST_DIR --model {folder} -o DIR")
