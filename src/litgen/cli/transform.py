"""The command ``litgen transform``."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING, Any

import click

from litgen.cli.engine_options import engine_options
from litgen.cli.shared_options import Option, Verb, refuse_options, run_options
from litgen.cli.terminal import print_rows, progress_bar, terminal, write_json
from litgen.cli.values import SOURCE
from litgen.exceptions import UsageError
from litgen.options import RUN, declared

if TYPE_CHECKING:
    from litgen.contrast.card import Row

logger = logging.getLogger(__name__)


#: Options that the decorators below declare separately.
_APART = ("engine", "parser", "jobs", "scheduler", "overwrite")


@click.command("transform", cls=Verb)
@click.argument("sources", type=SOURCE, metavar="[PAIRS]", nargs=-1)
@click.option("-o", "--output", "folder", required=True, type=click.Path(path_type=Path),
              metavar="DIR", cls=Option, help="The folder for the contrast set.")  # fmt: skip
@click.option("--json", "as_json", is_flag=True, cls=Option,
              help="Write the manifest to standard output.")  # fmt: skip
@run_options(*(name for name in declared() if name not in _APART))
@engine_options
@run_options("jobs", "scheduler", "overwrite")
@click.option("--manifest", "again", type=click.Path(path_type=Path), metavar="FILE", cls=Option,
              group=RUN, help="Repeat the run that a manifest.json records.")  # fmt: skip
@click.option("--join", is_flag=True, cls=Option, group=RUN,
              help="Merge all shards of a run, listed in place of PAIRS.")  # fmt: skip
@click.pass_context
def command(
    ctx: click.Context, /, sources: tuple[str, ...], folder: Path, as_json: bool,
    again: Path | None, join: bool, **given: Any,
) -> None:  # fmt: skip
    """Make a contrast set from PAIRS: a file, a data set on the hub, or - (stdin).

    \b
    litgen transform snli:validation -o out --limit 1000
    litgen transform pairs.tsv -o out --contrast 'may;original' --jobs 2
    litgen transform reviews.csv -o out --text review
    litgen transform --manifest out/manifest.json -o again
    litgen transform --join part1 part2 -o whole

    A file may be JSON Lines, CSV, TSV or Parquet, and may be compressed (.gz). Repeat the command
    to resume a run that was interrupted, or that lost sentences to engine faults (exit code 1).
    """
    from litgen.contrast.folder import Lost
    from litgen.contrast.manifest import warnings_of
    from litgen.contrast.pipeline import build
    from litgen.options import Options

    every = {option.name or "" for option in ctx.command.params}
    if join:
        allowed = {"sources", "folder", "join", "overwrite", "as_json"}
        refuse_options(every - allowed, "the shards of --join determine it")
        _join(sources, folder, overwrite=given["overwrite"], as_json=as_json)
        return
    if len(sources) > 1:
        raise UsageError(
            f"PAIRS: {sources[1]!r} is a second source; use one source, or --join to merge shards"
        )
    pairs = sources[0] if sources else None
    jobs, scheduler, overwrite = (given.pop(key) for key in ("jobs", "scheduler", "overwrite"))
    expected = None
    if again is not None:
        from litgen.contrast.repetition import repeated

        refuse_options(every - _FREE, "the manifest determines it")
        expected = repeated(again)
        pairs, options = expected.check_source(pairs), expected.options
    elif pairs is None:
        raise UsageError(
            "PAIRS is missing; pass a file, a data set on the hub, or - for standard input"
        )
    else:
        options = Options(**given)
    lost = None
    try:
        with progress_bar("pairs") as progress:
            manifest = build(
                pairs, folder, options, jobs=jobs, scheduler=scheduler, overwrite=overwrite,
                progress=progress,
            )  # fmt: skip
    except Lost as error:
        lost, manifest = error, dict(error.manifest)
    if expected is not None and lost is None:
        expected.compare(manifest)
    if as_json:
        write_json(manifest)
    else:
        _print_summary(manifest, folder)
        if expected is not None and lost is None:
            click.echo("the output is byte-identical to that of the recorded run")
    for line in warnings_of(manifest):
        logger.warning("warning: %s", line)
    if lost is not None:
        raise lost


#: Options allowed when repeating a run; the manifest supplies all others.
_FREE = {
    "sources", "folder", "again", "jobs", "scheduler", "ace_path", "grammar", "overwrite",
    "as_json",
}  # fmt: skip


def _join(folders: Sequence[str], folder: Path, *, overwrite: bool, as_json: bool) -> None:
    from litgen.contrast.folder import RECORDS
    from litgen.contrast.joining import join
    from litgen.reporting.wording import counted

    if not folders:
        raise UsageError("--join: no folders are given; pass the folders of all shards")
    manifest = join(folders, folder, overwrite=overwrite)
    if as_json:
        write_json(manifest)
    else:
        click.echo(f"{counted(manifest['records'], 'contrast pair')}: {folder / RECORDS}")


def _print_summary(manifest: Mapping[str, Any], folder: Path) -> None:
    from litgen.contrast.card import summary_of
    from litgen.contrast.manifest import labels_of

    if manifest["signature"]["options"].get("text") is not None:
        counts = manifest["counts"]["contrasts"]
        named = ((name, each["pairs"], each["records"]) for name, each in counts.items())
        heads = "transformation", "from texts", "rewritings"
        print_rows(heads, named, _lines_of_texts(manifest, folder))
        return
    groups = summary_of(manifest)
    labels = labels_of(manifest)
    _print_table(groups, labels, terminal().width)
    click.echo()
    for line in (*_lines(manifest, folder), *_totals(groups, manifest, folder)):
        click.echo(line)


def _print_table(groups: Mapping[str, Sequence[Row]], labels: Sequence[str], width: int) -> None:
    """Print contrasts with pairs, then controls, then contrasts without pairs."""
    from litgen.contrast.names import named
    from litgen.data.labels import short

    rows = [row for group in groups.values() for row in group]
    titles = ["pairs", *map(short, labels)]
    titles += ["no label"] * any(row.unlabelled for row in rows)
    wide = [max(len(title), 5) + 2 for title in titles]
    room = max(width - sum(wide), 12)

    def line(name: str, numbers: Sequence[object], *, bold: bool = False) -> None:
        cells = "".join(f"{each:>{w}}" for each, w in zip(numbers, wide, strict=False))
        if len(name) >= room:  # a long name goes on a separate line
            click.echo(name)
            name = ""
        click.secho(f"{name:<{room}}{cells}", bold=bold)

    line("contrast", titles, bold=True)
    for control, heading in ((False, ""), (True, "Controls")):
        for phenomenon, group in groups.items():
            some = [row for row in group if row.control == control and row.written]
            if some:
                title = f"{heading}: {phenomenon}" if heading else phenomenon.capitalize()
                click.secho(title, bold=True)
            for row in some:
                numbers = [f"{each:,}" for each in (row.written, *row.labels, row.unlabelled)]
                line(f"  {named(row.contrast).name}", numbers)
                click.secho(f"    {row.contrast}", dim=True)
    if empty := [row for row in rows if not row.written]:
        click.secho("Contrasts without pairs, with the most frequent reason", bold=True)
    for row in empty:
        gap = "      "
        click.echo(f"  {named(row.contrast).name}{' (control)' * row.control}")
        click.secho(f"    {row.contrast}", dim=True)
        why = fill(row.why or "", width, initial_indent=gap, subsequent_indent=gap)
        click.secho(why, dim=True)


def _totals(
    groups: Mapping[str, Sequence[Row]], manifest: Mapping[str, Any], folder: Path
) -> Iterator[str]:
    from litgen.contrast.manifest import labels_of
    from litgen.data.labels import short
    from litgen.reporting.wording import counted

    labels = labels_of(manifest)
    for noun, control in (("contrasts", False), ("controls", True)):
        some = [row for group in groups.values() for row in group if row.control == control]
        numbers = [sum(row.labels[at] for row in some) for at in range(len(labels))]
        if total := sum(numbers):
            shown = [f"{_percent(n, total)} %" if total >= 100 else f"{n}" for n in numbers]
            each = ", ".join(f"{short(label)} {n}" for label, n in zip(labels, shown, strict=True))
            yield f"{noun}: {counted(total, 'labelled pair')} ({each})"
    yield f"{counted(manifest['records'], 'contrast pair')}: {folder}/contrast.jsonl"


def _lines(manifest: Mapping[str, Any], folder: Path) -> Iterator[str]:
    from litgen.contrast.manifest import pairs_done
    from litgen.contrast.notation import parse_contrast
    from litgen.reporting.wording import counted

    counts = manifest["counts"]
    pairs, sentences, coverage = counts["pairs"], counts["sentences"], counts["coverage"]
    skipped = ", ".join(f"{number:,} {reason}" for reason, number in pairs["skipped"].items())
    done = pairs_done(pairs)
    yield (
        f"{counted(done, 'pair')} ({skipped or 'none'} left out), "
        f"{counted(sentences.get('distinct', 0), 'sentence')} "
        f"({sentences.get('parsed', 0):,} parsed)"
    )
    if reasons := sentences.get("declined"):
        named = "; ".join(f"{_explained(reason)}: {number:,}" for reason, number in reasons.items())
        yield f"not parsed: {named}"
    if done and any(parse_contrast(name).two_sided for name in coverage["contrasts"]):
        every, two = "pairs with a version of each sentence", "two-sided pairs"
        yield (
            f"pairs with a version of each sentence: {_share(coverage[every], done)}, "
            f"with a two-sided contrast: {_share(coverage[two], done)}"
        )
    if unchanged := sum(each.get("unchanged", 0) for each in counts["contrasts"].values()):
        yield (
            f"{counted(unchanged, 'pair')} left out because a corruption did not change them "
            "(use --keep-unchanged to write them)"
        )
    versions = manifest["signature"]["versions"]
    if _could_rank(manifest) and versions["ranker"] is versions["quality_model"] is None:
        yield "nothing was ranked: litgen took the engine's first candidate"


def _lines_of_texts(manifest: Mapping[str, Any], folder: Path) -> Iterator[str]:
    from litgen.contrast.manifest import pairs_done
    from litgen.contrast.texts import LABEL_LEFT_OUT, label_columns
    from litgen.reporting.wording import counted

    counts, options = manifest["counts"], manifest["signature"]["options"]
    sentences = counts["sentences"]
    done = pairs_done(counts["pairs"])
    skipped = counts["pairs"]["skipped"].items()
    left = ", ".join(f"{number:,} {reason}" for reason, number in skipped)
    yield (
        f"{counted(done, 'text')} ({left or 'none'} left out), "
        f"{counted(sentences.get('distinct', 0), 'sentence')} ({sentences.get('parsed', 0):,} read)"
    )
    if done:
        made = counts["coverage"]["texts with a version"]
        yield f"texts with a rewriting: {_share(made, done)}"
    if options.get("meaning") == "change" and not options["labels_map"]:
        yield LABEL_LEFT_OUT.format(" and ".join(label_columns(options["columns"])))
    yield f"{counted(manifest['records'], 'rewriting')}: {folder}/contrast.jsonl"


def _share(number: int, of: int) -> str:
    """Format a number of pairs, with the percentage if there are many.

    Example:
        >>> _share(5, 6), _share(41, 100), _share(411, 1000)
        ('5 of 6', '41 of 100 (41 %)', '411 of 1,000 (41.1 %)')
    """
    return f"{number:,} of {of:,}" + (f" ({_percent(number, of)} %)" if of >= 100 else "")


def _percent(number: int, of: int) -> str:
    """Format a percentage with as many digits as the number of pairs supports."""
    return f"{100 * number / of:.{int(of >= 1000)}f}"


def _explained(reason: str) -> str:
    from litgen.contrast.manifest import in_words
    from litgen.engines.limits import OF_LENGTH

    return in_words(reason) + (f" ({OF_LENGTH[reason]})" if reason in OF_LENGTH else "")


def _could_rank(manifest: Mapping[str, Any]) -> bool:
    from litgen.transformations.declarations import declaration
    from litgen.transformations.naming import split_steps

    names = manifest["signature"]["versions"]["transformations"]
    stated = [declaration(step) for name in names for step in split_steps(name)]
    return any(each is None or each.ranked for each in stated)
