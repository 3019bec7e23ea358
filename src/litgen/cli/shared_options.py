"""Options that several verbs have: how pairs are read, and how contrast pairs are made of them."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from litgen.cli.values import Choice

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]

FORMATS = ("jsonl", "csv", "tsv", "parquet")

labels_option = click.option(
    "--labels", type=Choice(["default", "logic", "paper"]), default="default",
    show_default=True, help="The grounds on which a contrast gets a label.",
)  # fmt: skip
mode_option = click.option(
    "--mode", type=Choice(["sound", "paper"]), default="sound", show_default=True,
    help="Which construction to use where litgen's differs from the paper's.",
)  # fmt: skip
rank_option = click.option(
    "--rank", default="auto", show_default=True, metavar="MODEL",
    help="The language model that chooses among wordings: a folder or a name on the hub such as "
    "gpt2; auto for the quality model, none for no model.",
)  # fmt: skip
score_option = click.option(
    "--score", type=Choice(["mean", "lit"]), default="mean", show_default=True,
    help="The score of --rank: mean log probability, or the paper's.",
)  # fmt: skip
jobs_option = click.option(
    "--jobs", type=int, default=1, show_default=True,
    help="Worker processes; -1 uses all cores.",
)  # fmt: skip
scheduler_option = click.option(
    "--scheduler", metavar="ADDRESS", help="Use the workers of this Dask scheduler."
)
seed_option = click.option("--seed", type=int, default=0, show_default=True)
rules_option = click.option(
    "--rules", type=click.Path(file_okay=False, exists=True), metavar="DIR",
    help="A folder of your own rules, in addition to those of litgen.",
)  # fmt: skip

#: The same where a folder is opened at once, and not written into a manifest.
rules_folder_option = click.option(
    "--rules", "folder", type=click.Path(file_okay=False, exists=True, path_type=Path),
    metavar="DIR", help="A folder of your own rules, in addition to those of litgen.",
)  # fmt: skip
json_option = click.option("--json", "as_json", is_flag=True, help="Write JSON.")


def together(options: Sequence[Decorator]) -> Decorator:
    """One decorator that gives a command several options, in their order."""

    def add(function: Callable[..., Any]) -> Callable[..., Any]:
        for option in reversed(options):
            function = option(function)
        return function

    return add


#: How answers are generated: of an endpoint, or of the harness that runs exported tasks.
generation_options = together([
    click.option(
        "--max-tokens", type=click.IntRange(min=1), metavar="N",
        help="Maximum length of a generated answer, in tokens, reasoning included. Default: as the "
        "prompt specifies, or 8192 with --reasoning-effort.",
    ),
    click.option(
        "--reasoning-effort", type=Choice(["none", "minimal", "low", "medium", "high", "xhigh"]),
        help="How much a model reasons, for openai: and inspect.",
    ),
    click.option(
        "--extra-body", metavar="JSON",
        help="Further parameters of a call, such as '{\"top_k\": 1}', for openai: and inspect.",
    ),
])  # fmt: skip


def reading_options(
    limit: str = "Take the first N pairs.",
    *,
    several: bool = False,
    formats: Sequence[str] = FORMATS,
) -> Decorator:
    """Add what ``reading_of`` takes: --on-error, --limit, --format, --labels-map, --columns."""
    names = "files' names do" if several else "file's name does"
    options = (
        click.option("--on-error", type=Choice(["stop", "skip"]), default="stop",
                     show_default=True, help="What to do at a row that cannot be read."),
        click.option("-n", "--limit", type=click.IntRange(min=0), metavar="N", help=limit),
        click.option("--format", "format_", type=Choice(list(formats)),
                     help=f"The format, if the {names} not show it."),
        click.option("--labels-map", default="", metavar="VALUE=LABEL,...",
                     help="The labels that the values of the label column stand for."),
        click.option("--columns", default="", metavar="FIELD=NAME,...",
                     help="Names of the columns: premise=, hypothesis=, label=, id=."),
    )  # fmt: skip
    return together(options)


def reading_of(given: Mapping[str, Any]) -> Any:
    """The ``litgen.training.data.Reading`` that the reading options say."""
    from litgen.contrast.options import parse_columns
    from litgen.data import parse_label_map
    from litgen.training.data import Reading

    return Reading(
        given["format_"],
        tuple(parse_label_map(given["labels_map"]).items()),
        parse_columns(given["columns"]),
        given["on_error"],
        given["limit"],
    )
