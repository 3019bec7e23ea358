"""The command ``litgen export``."""

from pathlib import Path
from typing import Any

import click

from litgen.cli.shared_options import prompt_options, refuse_options
from litgen.cli.values import Choice


@click.command("export")
@click.argument("contrast_set", metavar="CONTRAST_DIR", type=click.Path(path_type=Path))
@click.option("--to", "harness", required=True,
              type=Choice(["lm-eval", "inspect", "datasets"]),
              help="The target: lm-evaluation-harness, inspect_ai, or datasets.load_dataset."
              )  # fmt: skip
@click.option("-o", "--output", "out", required=True, type=click.Path(path_type=Path),
              metavar="DIR", help="The folder for the tasks.")  # fmt: skip
@prompt_options
@click.option("--negation-choices", "choices", is_flag=True,
              help="Write multiple-choice items (which sentence is the negation?) instead of pairs."
              )  # fmt: skip
@click.option("--seed", type=int, metavar="N",
              help="With --negation-choices, the seed for their order. Default: 0.")  # fmt: skip
@click.option("--overwrite", is_flag=True, help="Replace an existing export.")
def command(
    contrast_set: Path, harness: Any, out: Path, choices: bool, seed: int | None, overwrite: bool,
    **given: Any,
) -> None:  # fmt: skip
    """Write CONTRAST_DIR as tasks for another harness, ready to run offline.

    \b
    litgen export out --to lm-eval -o tasks --prompt anli --prompt lettered
    lm-eval run --include_path tasks --tasks litgen --model hf ... --log_samples --output_path logs
    litgen report logs --contrast-set out -o report

    The tasks contain the contrast pairs and their originals. litgen report reads the logs.

    \b
    litgen transform pairs.csv -o out --suite negation-choices
    litgen export out --to inspect -o tasks --negation-choices
    """
    from litgen.exceptions import UsageError
    from litgen.export import export, export_choices

    if choices:
        refuse_options(given, "--negation-choices uses its own prompt")
        export_choices(contrast_set, harness, out, seed=seed or 0, overwrite=overwrite)
        click.echo(f"{out}: items for {harness}; see {out / 'README.md'} for how to run them")
        return
    if seed is not None:
        raise UsageError("--seed needs --negation-choices")
    export(contrast_set, harness, out, overwrite=overwrite, **given)
    click.echo(f"{out}: tasks for {harness}; see {out / 'README.md'} for how to run them")
