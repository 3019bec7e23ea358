"""``litgen evaluate``: write a model's predictions for a contrast set to a folder."""

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
              help="A folder or a name on the hub, a folder of litgen study train, "
              "module:function, causal:NAME, openai:URL#NAME, or predictions.")  # fmt: skip
@click.option("-o", "--output", "folder", required=True, type=click.Path(path_type=Path),
              metavar="DIR", help="Where to write the predictions.")  # fmt: skip
@click.option("--name", metavar="NAME", help="The model's name in reports.")
@click.option("--labels", metavar="LABEL,...",
              help="Labels of the model's outputs, in order, if it does not define them."
              )  # fmt: skip
@click.option("--device", metavar="DEVICE",
              help="Where to run the model: cpu, cuda ... Default: the GPU, if there is one."
              )  # fmt: skip
@click.option("--dtype", type=Choice(["float32", "bfloat16", "float16"]),
              help="Number format of the weights. Default: float32, or bfloat16 for causal: on a "
              "GPU. With fewer bits, the labels that change are counted.")  # fmt: skip
@click.option("--max-length", type=click.IntRange(min=8), metavar="N",
              help="Maximum length of an input in tokens. Default: that of the model.")  # fmt: skip
@click.option("--window", type=click.IntRange(min=8), metavar="N",
              help="Split a premise of more than N tokens between sentences into overlapping "
              "pieces; the highest probability of entailment counts (SummaC).")  # fmt: skip
@click.option("--tokens", type=click.IntRange(min=1), metavar="N",
              help="Tokens per batch, padding included. Default: 1024 on a CPU, 32768 on a GPU."
              )  # fmt: skip
@click.option("--threads", type=click.IntRange(min=1), default=1, show_default=True,
              help="CPU threads per process.")  # fmt: skip
@click.option("--jobs", type=int, default=1, show_default=True,
              help="Processes; -1 uses all cores. Two with 1 thread are faster than one with 2."
              )  # fmt: skip
@run_options("scheduler")
@prompt_options
@click.option("--chat-template", type=Choice(["auto", "none"]), default="auto",
              show_default=True, help="auto: a conversation for endpoints and for prompts written "
              "as one; none: plain text.")  # fmt: skip
@click.option("--scoring", type=Choice(["sum", "per-character", "unconditional"]),
              help="How causal: compares answers. Default: as the prompt specifies.")  # fmt: skip
@click.option("--answer-by", type=Choice(["auto", "text", "first-token"]), default="auto",
              show_default=True, help="How to read the replies of openai: models. auto: from "
              "the text, with probabilities if the first token agrees.")  # fmt: skip
@click.option("--concurrency", type=click.IntRange(min=1), default=8, show_default=True,
              help="Number of parallel calls, for openai:.")  # fmt: skip
@click.option("--max-calls", type=click.IntRange(min=0), metavar="N",
              help="Maximum number of calls, for openai:; the same command resumes afterwards."
              )  # fmt: skip
@click.option("--reread", is_flag=True, help="Parse the replies of an earlier run of openai: "
              "again, without calls.")  # fmt: skip
@click.option("--overwrite", is_flag=True, help="Replace existing predictions.")
@click.option("--json", "as_json", is_flag=True, help="Write the manifest to standard output.")
def command(
    contrast_set: Path, folder: Path, model: str, prompts: tuple[str, ...], as_json: bool,
    **of_model: Any,
) -> None:  # fmt: skip
    """Write a model's predictions on the pairs of CONTRAST_DIR, and on their originals.

    \b
    litgen evaluate out --model roberta-large-mnli -o predictions/roberta
    litgen evaluate out --model my_code:predict -o predictions/mine
    litgen evaluate out --model causal:smollm2 --prompt anli --prompt right -o predictions/smollm2
    litgen evaluate out --model openai:http://localhost:8000/v1#NAME -o predictions/endpoint
    litgen evaluate out --model predicted.jsonl -o predictions/elsewhere

    CONTRAST_DIR is a folder that litgen transform has written. Each distinct pair is classified
    once. You can interrupt a run at any time; the same command resumes it. litgen report reads the
    predictions. The key of an endpoint is taken from LITGEN_API_KEY or OPENAI_API_KEY.
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
