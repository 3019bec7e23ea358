"""What the verbs share that train models for an experiment: options, running it, its results."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import click

from litgen.cli.engine_options import engine_options
from litgen.cli.shared_options import reading_options, run_options, sources_of, together
from litgen.cli.terminal import progress_bar, write_json
from litgen.cli.values import SOURCE, TRAINABLE

_OPTIONS = (
    click.argument("pairs", type=SOURCE, metavar="PAIRS...", nargs=-1, required=True),
    click.option("--test-set", "test", multiple=True, type=SOURCE,
                 help="Pairs to test on; their premises are not learned from; may be repeated."),
    click.option("--test-share", type=float, default=0.3, show_default=True, metavar="SHARE",
                 help="Without --test-set, the share of the premises of PAIRS to test on."),
    click.option("--validation", multiple=True, type=SOURCE,
                 help="Pairs to validate on; may be repeated."),
    click.option("--validation-share", type=float, default=0.1, show_default=True,
                 metavar="SHARE",
                 help="Without --validation, the share of premises to validate on."),
    click.option("--train-limit", type=click.IntRange(min=1), metavar="N",
                 help="Learn from a random sample of N pairs."),
    click.option("--model", type=TRAINABLE, default="bow", show_default=True,
                 help="bow, or what to fine-tune: a folder or a name on the hub."),
    click.option("--set", "fixed", multiple=True, metavar="NAME=VALUE",
                 help="A hyperparameter that is not searched for; may be repeated."),
    click.option("-o", "--output", "folder", required=True, type=click.Path(path_type=Path),
                 metavar="DIR", help="Where to write results and trainings."),
    click.option("--device", metavar="DEVICE",
                 help="cpu, cuda ... Default: the GPU, if there is one."),
    run_options("labels", "mode", "rank", "rules", "seed", rank={"default": "none"}),
    engine_options,
    reading_options("Take the first N pairs of every source."),
    run_options(
        "jobs", "scheduler", "overwrite",
        jobs={"help": "Trainings in parallel; -1 uses all cores."},
        overwrite={"help": "Replace the results of another design; trainings are kept."},
    ),
    click.option("--json", "as_json", is_flag=True, help="Write the results to standard output."),
)  # fmt: skip


#: Gives a command the options of an experiment, after its own.
experiment_options = together(_OPTIONS)


def run_experiment(
    experiment: Callable[..., dict[str, Any]],
    folder: Path,
    as_json: bool,
    given: Mapping[str, Any],
    show: Callable[[Mapping[str, Any], Path], None],
) -> None:
    """Run an experiment with the shared options, and show its results."""
    from litgen.experiments.data import Data
    from litgen.experiments.learner import Learner, parse_settings
    from litgen.options import Options

    data = Data(sources_of(given), given["test"], given["test_share"], given["train_limit"])
    learner = Learner(given["model"], parse_settings(given["fixed"]), given["device"])
    names = ("labels", "engine", "rank", "seed", "mode", "rules")
    options = Options(**{name: given[name] for name in names})
    how = {name: given[name] for name in ("jobs", "scheduler", "overwrite")}
    with progress_bar("trainings") as bar:
        result = experiment(data, folder, learner, options=options, progress=bar, **how)
    if as_json:
        write_json(result)
    else:
        show(result, folder)
