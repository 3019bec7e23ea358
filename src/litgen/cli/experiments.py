"""Options that all verbs share that train for an experiment."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import click

_OPTIONS = (
    click.argument("pairs", nargs=-1, required=True),
    click.option("--test-set", "test", multiple=True, metavar="PAIRS",
                 help="Pairs to test on; their premises are not learned from; may be repeated."),
    click.option("--test-share", type=float, default=0.3, show_default=True, metavar="SHARE",
                 help="Without --test-set, the share of the premises of PAIRS to test on."),
    click.option("--validation", multiple=True, metavar="PAIRS",
                 help="Pairs to validate on; may be repeated."),
    click.option("--validation-share", type=float, default=0.1, show_default=True,
                 metavar="SHARE",
                 help="Without --validation, the share of premises to validate on."),
    click.option("--train-limit", type=click.IntRange(min=1), metavar="N",
                 help="Learn from a random sample of N pairs."),
    click.option("--model", default="bow", show_default=True, metavar="MODEL",
                 help="bow, or what to fine-tune: a folder or a name on the hub."),
    click.option("--set", "fixed", multiple=True, metavar="NAME=VALUE",
                 help="A hyperparameter that is not searched for; may be repeated."),
    click.option("-o", "--output", "folder", required=True, type=click.Path(path_type=Path),
                 metavar="DIR", help="Where results and trainings go."),
    click.option("--seed", type=int, default=0, show_default=True),
    click.option("--device", metavar="DEVICE", help="cpu, cuda ...; the GPU where there is one."),
    click.option("--jobs", type=int, default=1, show_default=True,
                 help="Trainings side by side; -1 takes all cores."),
    click.option("--scheduler", metavar="ADDRESS", help="A Dask scheduler whose workers to use."),
    click.option("--labels", type=click.Choice(["default", "logic", "paper"]), default="default",
                 show_default=True, help="Grounds on which a label is taken."),
    click.option("--mode", type=click.Choice(["sound", "paper"]), default="sound",
                 show_default=True,
                 help="litgen's construction, or the paper's, where they differ."),
    click.option("--engine", default="dependency", show_default=True,
                 help="The grammar's engine."),
    click.option("--rank", default="none", show_default=True, metavar="MODEL",
                 help="The language model that chooses among candidates: none, auto or a name."),
    click.option("--rules", type=click.Path(file_okay=False, exists=True), metavar="DIR",
                 help="A folder of your own rules, besides the shipped ones."),
    click.option("--on-error", type=click.Choice(["stop", "skip"]), default="stop",
                 show_default=True, help="What to do at a row that is at fault."),
    click.option("--limit", type=click.IntRange(min=0), metavar="N",
                 help="Take the first N pairs of every source."),
    click.option("--format", "format_", type=click.Choice(["jsonl", "csv", "tsv", "parquet"]),
                 help="The format where the files' names do not say it."),
    click.option("--labels-map", default="", metavar="VALUE=LABEL,...",
                 help="What the values of the label column mean."),
    click.option("--columns", default="", metavar="FIELD=NAME,...",
                 help="Names of the columns: premise=, hypothesis=, label=, id=."),
    click.option("--overwrite", is_flag=True,
                 help="Replace the results of another design; trainings are kept."),
    click.option("--json", "as_json", is_flag=True, help="Write the results to standard output."),
)  # fmt: skip


def experiment_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the options of an experiment, after its own."""
    for option in reversed(_OPTIONS):
        function = option(function)
    return function


def read_orders(given: Mapping[str, Any]) -> tuple[Any, Any, Any]:
    """What the shared options say: the data, the learner, how transformations are applied."""
    from litgen.contrast import Options
    from litgen.contrast.options import parse_columns
    from litgen.data import parse_label_map
    from litgen.experiments.data import Data
    from litgen.experiments.learner import Learner
    from litgen.experiments.space import parse_settings
    from litgen.training.data import Reading
    from litgen.training.train import Sources

    reading = Reading(
        given["format_"],
        tuple(parse_label_map(given["labels_map"]).items()),
        parse_columns(given["columns"]),
        given["on_error"],
        given["limit"],
    )
    sources = Sources(
        given["pairs"], given["validation"], given["validation_share"], (), reading
    )  # fmt: skip
    data = Data(sources, given["test"], given["test_share"], given["train_limit"])
    learner = Learner(given["model"], parse_settings(given["fixed"]), given["device"])
    how = ("labels", "engine", "rank", "seed", "mode", "rules")
    return data, learner, Options(suite=None, **{key: given[key] for key in how})
