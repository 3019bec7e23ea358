"""The command ``litgen evaluate``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from litgen.cli.shared_options import prompt_options, run_options
from litgen.cli.terminal import progress_bar, write_json
from litgen.cli.values import MODEL, Choice

if TYPE_CHECKING:
    from litgen.evaluation.evaluate import Evaluation


@click.command("evaluate")
@click.argument("contrast_set", metavar="CONTRAST_DIR", type=click.Path(path_type=Path))
@click.option("--model", type=MODEL, required=True,
              help="The model: a name on the hub, a folder, module:function, causal:NAME, "
              "openai:URL#NAME, or a file of predictions.")  # fmt: skip
@click.option("-o", "--output", "folder", required=True, type=click.Path(path_type=Path),
              metavar="DIR", help="The folder for the predictions.")  # fmt: skip
@click.option("--name", metavar="NAME", help="The model's name in reports.")
@click.option("--labels", metavar="LABEL,...",
              help="The labels of the model's outputs, in order, if the model does not define them."
              )  # fmt: skip
@click.option("--device", metavar="DEVICE",
              help="The device for the model, such as cpu or cuda. Default: the GPU, if available."
              )  # fmt: skip
@click.option("--dtype", type=Choice(["float32", "bfloat16", "float16"]),
              help="The number format of the weights. Default: float32, or bfloat16 for causal: on "
              "a GPU. For a 16-bit format, litgen counts the labels that change.")  # fmt: skip
@click.option("--max-length", type=click.IntRange(min=8), metavar="N",
              help="The maximum length of an input in tokens. Default: the model's.")  # fmt: skip
@click.option("--window", type=click.IntRange(min=8), metavar="N",
              help="Split a premise of more than N tokens between sentences into overlapping "
              "pieces, and use the highest probability of entailment (SummaC).")  # fmt: skip
@click.option("--tokens", type=click.IntRange(min=1), metavar="N",
              help="The number of tokens per batch, including padding. Default: 1024 on a CPU, "
              "32768 on a GPU.")  # fmt: skip
@click.option("--threads", type=click.IntRange(min=1), default=1, show_default=True,
              help="The number of CPU threads per process.")  # fmt: skip
@click.option("--jobs", type=int, default=1, show_default=True, metavar="N",
              help="The number of processes; -1 uses all cores. Two processes with one thread each "
              "are faster than one with two.")  # fmt: skip
@run_options("scheduler")
@prompt_options
@click.option("--chat-template", type=Choice(["auto", "none"]), default="auto",
              show_default=True, help="Whether to send a prompt as a conversation: auto does so "
              "for endpoints and for prompts written as conversations.")  # fmt: skip
@click.option("--scoring", type=Choice(["sum", "per-character", "unconditional"]),
              help="How a causal: model scores answers. Default: as the prompt specifies."
              )  # fmt: skip
@click.option("--answer-by", type=Choice(["auto", "text", "first-token"]), default="auto",
              show_default=True, help="How to read the replies of an openai: model: auto uses the "
              "text, and adds probabilities if the first token agrees.")  # fmt: skip
@click.option("--concurrency", type=click.IntRange(min=1), default=8, show_default=True,
              metavar="N", help="The number of parallel calls to an openai: model.")  # fmt: skip
@click.option("--max-calls", type=click.IntRange(min=0), metavar="N",
              help="The maximum number of calls to an openai: model; repeat the command to resume."
              )  # fmt: skip
@click.option("--reread", is_flag=True, help="Parse the stored replies of an openai: model again, "
              "without calls.")  # fmt: skip
@click.option("--overwrite", is_flag=True, help="Replace existing predictions.")
@click.option("--json", "as_json", is_flag=True, help="Write the manifest to standard output.")
def command(
    contrast_set: Path, folder: Path, model: str, prompts: tuple[str, ...], as_json: bool,
    **of_model: Any,
) -> None:  # fmt: skip
    """Write a model's predictions for the pairs in CONTRAST_DIR and for their originals.

    \b
    litgen evaluate out --model roberta-large-mnli -o predictions/roberta
    litgen evaluate out --model my_code:predict -o predictions/mine
    litgen evaluate out --model causal:smollm2 --prompt anli --prompt right -o predictions/smollm2
    litgen evaluate out --model openai:http://localhost:8000/v1#NAME -o predictions/endpoint
    litgen evaluate out --model predicted.jsonl -o predictions/elsewhere

    CONTRAST_DIR is a folder that litgen transform wrote. Each distinct pair is classified once. You
    can interrupt a run at any time; repeat the command to resume. Set the key of an endpoint in
    LITGEN_API_KEY or OPENAI_API_KEY.
    """
    from litgen.evaluation.evaluate import evaluate, evaluate_prompts
    from litgen.models import ModelSpec

    names = ("name", "jobs", "scheduler", "shots", "shots_file", "overwrite", "reread")
    given = {name: of_model.pop(name) for name in names}
    spec = ModelSpec(model, prompt=prompts[0] if prompts else None, **of_model)
    with progress_bar("distinct pairs") as progress:
        if len(prompts) > 1:
            found = evaluate_prompts(
                contrast_set, spec, folder, prompts, progress=progress, **given
            )
        else:
            found = {folder: evaluate(contrast_set, spec, folder, progress=progress, **given)}
    if as_json:
        infos = [each.info.as_json() for each in found.values()]
        write_json(infos if len(prompts) > 1 else infos[0])
        return
    for where, result in found.items():
        _print_summary(result, where)
    folders = " ".join(map(str, found))
    click.echo(f"next: litgen report {folders} -o REPORT")


def _print_summary(result: Evaluation, folder: Path) -> None:
    from litgen.evaluation.contrast_set import SIDES

    counts = result.info.counts
    for side in reversed(SIDES):
        accuracy = result.accuracy[side]
        shown = "" if accuracy is None else f", accuracy {accuracy:.1%}"
        none = {key: n for key, n in (result.info.outcomes or {}).get(side, {}).items() if n}
        shown += "".join(f", {n:,} {key}" for key, n in none.items())
        plural = "" if counts[side] == 1 else "s"
        click.echo(f"{counts[side]:,} {side} {result.of}{plural}{shown}")
    if result.classified and result.seconds:
        rate = result.classified / result.seconds
        click.echo(f"{result.classified:,} distinct {result.of}s classified, {rate:,.0f} a second")
    if changed := result.info.model.get("flips"):
        click.echo(f"{changed['flipped']} of {changed['pairs']} labels differ from float32")
    click.echo(f"predictions: {folder}")
