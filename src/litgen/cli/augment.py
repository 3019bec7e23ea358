"""The command ``litgen augment``."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import click

from litgen.cli.engine_options import engine_options
from litgen.cli.shared_options import Verb, reading_of, reading_options, run_options
from litgen.cli.terminal import print_rows, progress_bar, write_json
from litgen.cli.values import CONTRAST, SOURCE, SUITE

#: Options that control how contrast pairs are made, as named in litgen.options.
_MAKING = ("labels", "engine", "rank", "score", "rules")


@click.command("augment", cls=Verb)
@click.argument("train", type=SOURCE, metavar="TRAIN...", nargs=-1, required=True)
@click.option("-o", "--output", "folder", required=True, type=click.Path(path_type=Path),
              metavar="DIR", help="The folder for the training set.")  # fmt: skip
@click.option("--suite", type=SUITE, help="Make the contrasts of a suite. Default: lit, if neither "
              "--contrast nor --from is used.")  # fmt: skip
@click.option("--contrast", "contrasts", type=CONTRAST, multiple=True,
              help="Make a contrast such as 'may;original'; may be repeated.")  # fmt: skip
@click.option("--from", "folders", multiple=True, type=click.Path(), metavar="DIR",
              help="Use contrast pairs from a folder that litgen transform wrote; may be repeated."
              )  # fmt: skip
@click.option("--hold-out", multiple=True, metavar="CONTRAST",
              help="Leave out a contrast, all that match a pattern such as '*cleft*', or all with "
              "several steps ('compositions'); may be repeated.")  # fmt: skip
@click.option("--exclude", multiple=True, type=click.Path(), metavar="PAIRS|DIR",
              help="An evaluation set whose premises are to be excluded; may be repeated."
              )  # fmt: skip
@click.option("--share", type=float, metavar="SHARE",
              help="The share of contrast pairs in the result, such as 0.5. Default: use "
              "all contrast pairs.")  # fmt: skip
@click.option("--replace", is_flag=True,
              help="Replace source pairs with their contrast pairs.")  # fmt: skip
@click.option("--per-pair", type=int, metavar="N",
              help="Use at most N contrast pairs for each source pair.")  # fmt: skip
@click.option("--balance", default="cues", show_default=True, metavar="HOW,...",
              help="What to balance: cues (no transformation reveals a label), label (labels are "
              "distributed as in the source), contrast (all contrasts are equally frequent), or "
              "none.")  # fmt: skip
@run_options("labels")
@engine_options
@run_options("rank", "score", "rules", "seed", "jobs", "scheduler", "overwrite")
@reading_options("Use only the first N pairs of each file.")
@click.option("--json", "as_json", is_flag=True, help="Write the manifest to standard output.")
def command(train: tuple[str, ...], folder: Path, as_json: bool, **given: Any) -> None:
    """Add contrast pairs to the pairs in TRAIN: files, data sets on the hub, or - (stdin).

    \b
    litgen augment train.jsonl -o augmented --exclude dev.jsonl --hold-out compositions
    litgen augment a.jsonl b.tsv -o half --share 0.5 --replace
    litgen augment train.jsonl -o more --from contrast-set --balance cues,contrast

    You can interrupt a run at any time. Repeat the command to resume.
    """
    from litgen.augmentation import augment

    with progress_bar("pairs") as progress:
        manifest = augment(
            train, folder, _options(given), making=_making(given), reading=reading_of(given),
            exclude=given["exclude"], jobs=given["jobs"], scheduler=given["scheduler"],
            overwrite=given["overwrite"], progress=progress,
        )  # fmt: skip
    if as_json:
        write_json(manifest)
    else:
        _print_summary(manifest, folder)


def _options(given: Mapping[str, Any]) -> Any:
    from litgen.augmentation import Augmentation

    names = tuple(name.strip() for name in given["balance"].split(",") if name.strip())
    chosen = {name: given[name] for name in ("share", "replace", "per_pair", "hold_out", "seed")}
    return Augmentation(balance=() if names == ("none",) else names, **chosen)


def _making(given: Mapping[str, Any]) -> Any:
    from litgen.augmentation import Making
    from litgen.options import Options

    contrasts, folders = given["contrasts"], given["folders"]
    suite = given["suite"] or (None if contrasts or folders else "lit")
    if suite is None and not contrasts:
        return Making(None, folders)
    options = Options(
        suite=suite, contrast=contrasts, seed=given["seed"],
        **{name: given[name] for name in _MAKING},
    )  # fmt: skip
    return Making(options, folders)


def _print_summary(manifest: Mapping[str, Any], folder: Path) -> None:
    from litgen.data.labels import short

    counts = manifest["counts"]
    titles = ("contrast", "to choose from", "taken", *map(short, counts["labels"]["original"]))
    available = counts["contrasts to choose from"]
    rows = (
        [name, sum(available[name].values()), sum(labels.values()), *labels.values()]
        for name, labels in counts["contrasts"].items()
    )
    print_rows(titles, rows, _lines(manifest, folder))


def _lines(manifest: Mapping[str, Any], folder: Path) -> Iterator[str]:
    from litgen.augmentation.cues import sentences

    counts = manifest["counts"]
    for what, reasons in (
        ("pairs", counts["originals"]["left out"]),
        ("contrast pairs", counts["contrasts left out"]),
    ):
        shown = ", ".join(f"{number:,} {reason}" for reason, number in reasons.items())
        yield f"{what} left out: {shown or 'none'}"
    for name, labels in counts["contrasts"].items():
        if not any(labels.values()):
            there = sum(counts["contrasts to choose from"][name].values())
            yield f"warning: none of the {there:,} pairs of {name} was used"
    if "cues" in manifest["signature"]["options"]["balance"]:
        for cue, missing in counts["cues that lack labels"].items():
            labels = " or ".join(missing)
            yield f"note: pairs with {cue} are left out, because none of them is labelled {labels}"
    yield from sentences(manifest["cues"])
    rows = counts["rows"]
    yield (
        f"{rows['original']:,} original and {rows['contrast']:,} contrast pairs: "
        f"{folder}/train.jsonl; next: litgen study train {folder}/train.jsonl --model MODEL -o DIR"
    )
