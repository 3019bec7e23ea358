"""``litgen evaluate``: a contrast set and a model in, a folder of predictions out."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from litgen.cli.progress import progress_bar

if TYPE_CHECKING:
    from litgen.evaluation.evaluate import Evaluation


@click.command("evaluate")
@click.argument("contrast_set", metavar="CONTRAST_DIR", type=click.Path(path_type=Path))
@click.option("--model", required=True, metavar="MODEL",
              help="A folder or a name on the hub, a folder of litgen train, module:function, or "
              "predictions made elsewhere.")  # fmt: skip
@click.option("-o", "--output", "folder", required=True, type=click.Path(path_type=Path),
              metavar="DIR", help="Where to write the predictions.")  # fmt: skip
@click.option("--name", metavar="NAME", help="What reports are to call the model.")
@click.option("--labels", metavar="LABEL,...",
              help="What the model's outputs mean, in their order, where it does not say."
              )  # fmt: skip
@click.option("--device", metavar="DEVICE", help="cpu, cuda ...; the GPU where there is one.")
@click.option("--dtype", type=click.Choice(["float32", "bfloat16", "float16"]), default="float32",
              show_default=True, help="Number format of the weights; the labels that fewer bits "
              "change are counted.")  # fmt: skip
@click.option("--max-length", type=click.IntRange(min=8), metavar="N",
              help="Tokens of the longest input; as long as the model allows.")  # fmt: skip
@click.option("--tokens", type=click.IntRange(min=1), metavar="N",
              help="Tokens a batch, padding included; 1024 on a CPU, 32768 on a GPU.")  # fmt: skip
@click.option("--threads", type=click.IntRange(min=1), default=1, show_default=True,
              help="CPU threads of a process.")  # fmt: skip
@click.option("--jobs", type=int, default=1, show_default=True,
              help="Processes; -1 takes all cores. Two of one thread beat one of two."
              )  # fmt: skip
@click.option("--overwrite", is_flag=True, help="Replace predictions that are there.")
@click.option("--json", "as_json", is_flag=True, help="Write the manifest to standard output.")
def command(
    contrast_set: Path,
    folder: Path,
    model: str,
    name: str | None,
    jobs: int,
    overwrite: bool,
    as_json: bool,
    **given: Any,
) -> None:
    """Write what a model says about the pairs of CONTRAST_DIR, and about their originals.

    \b
    litgen evaluate out --model roberta-large-mnli -o predictions/roberta
    litgen evaluate out --model LABEL_0-model --labels entailment,neutral,contradiction -o p
    litgen evaluate out --model my_code:predict -o predictions/mine
    litgen evaluate out --model predicted.jsonl -o predictions/elsewhere

    CONTRAST_DIR is what litgen transform has written. Each distinct pair is classified once. Stop
    it whenever you like: the same command goes on where it stopped. litgen report reads the
    predictions.
    """
    from litgen.evaluation.evaluate import evaluate
    from litgen.models import ModelSpec

    with progress_bar("distinct pairs") as progress:
        result = evaluate(
            contrast_set, ModelSpec(model, **given), folder, name=name, jobs=jobs,
            overwrite=overwrite, progress=progress,
        )  # fmt: skip
    if as_json:
        click.echo(json.dumps(result.info.as_json(), indent=2, ensure_ascii=False))
    else:
        _print_summary(result, folder)


def _print_summary(result: Evaluation, folder: Path) -> None:
    counts = result.info.counts
    for side, what in (("original", "original pairs"), ("contrast", "contrast pairs")):
        accuracy = result.accuracy[side]
        shown = "" if accuracy is None else f", accuracy {accuracy:.1%}"
        click.echo(f"{counts[side]:,} {what}{shown}")
    if result.asked and result.seconds:
        rate = result.asked / result.seconds
        click.echo(f"{result.asked:,} distinct pairs classified, {rate:,.0f} a second")
    if changed := result.info.model.get("flips"):
        click.echo(f"{changed['flipped']} of {changed['pairs']} labels are other than in float32")
    click.echo(f"predictions: {folder}; next: litgen report {folder} -o REPORT")
