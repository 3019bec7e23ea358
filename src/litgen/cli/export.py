"""``litgen export``: a contrast set as tasks of other harnesses."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from litgen.cli.shared_options import generation_options
from litgen.cli.values import PROMPT, Choice


@click.command("export")
@click.argument("contrast_set", metavar="CONTRAST_DIR", type=click.Path(path_type=Path))
@click.option("--to", "harness", required=True,
              type=Choice(["lm-eval", "inspect", "datasets"]),
              help="lm-evaluation-harness, inspect_ai, or a folder for datasets.load_dataset."
              )  # fmt: skip
@click.option("-o", "--output", "out", required=True, type=click.Path(path_type=Path),
              metavar="DIR", help="Where to write the tasks.")  # fmt: skip
@click.option("--prompt", "prompts", type=PROMPT, multiple=True,
              help="What is asked (litgen prompts list); may be given several times.")  # fmt: skip
@click.option("--shots", type=click.IntRange(min=0), metavar="N",
              help="Pairs with answers that are shown first; as the prompt says.")  # fmt: skip
@click.option("--shots-file", type=click.Path(path_type=Path), metavar="PAIRS",
              help="Where they are taken from.")  # fmt: skip
@generation_options
@click.option("--overwrite", is_flag=True, help="Replace an export that is there.")
def command(
    contrast_set: Path,
    harness: str,
    out: Path,
    prompts: tuple[str, ...],
    shots: int | None,
    shots_file: Path | None,
    overwrite: bool,
    **generation: Any,
) -> None:
    """Write CONTRAST_DIR as tasks of another harness, which run offline as they are.

    \b
    litgen export out --to lm-eval -o tasks --prompt anli --prompt lettered
    lm-eval run --include_path tasks --tasks litgen --model hf ... --log_samples --output_path logs
    litgen report logs --contrast-set out -o report

    Both sides of each pair are asked. litgen report reads the logs.
    """
    from litgen.export import export

    export(contrast_set, harness, out, prompts, shots=shots, shots_file=shots_file,  # type: ignore[arg-type]
           overwrite=overwrite, **generation)  # fmt: skip
    click.echo(f"{out}: tasks for {harness}; {out / 'README.md'} says how to run them")
