"""``litgen transform``: labelled pairs in, a contrast set out."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING, Any

import click

from litgen.acceptability import BEST_THRESHOLD, DEFAULT_THRESHOLD
from litgen.cli.engine_options import engine_options
from litgen.cli.shared_options import (
    FORMATS,
    jobs_option,
    labels_option,
    mode_option,
    rank_option,
    reading_options,
    rules_option,
    scheduler_option,
    score_option,
    seed_option,
)
from litgen.cli.terminal import print_rows, progress_bar, terminal, write_json
from litgen.cli.values import CONTRAST, PHENOMENON, SOURCE, SUITE, Choice
from litgen.exceptions import UsageError

if TYPE_CHECKING:
    from litgen.contrast.options import Options
    from litgen.contrast.repetition import Repeated
    from litgen.contrast.summary import Row

logger = logging.getLogger(__name__)


@click.command("transform")
@click.argument("pairs", type=SOURCE, metavar="[PAIRS]", required=False)
@click.option("-o", "--output", "folder", required=True, type=click.Path(path_type=Path),
              metavar="DIR", help="Where to write the contrast set.")  # fmt: skip
@click.option("--suite", type=SUITE, help="A suite of contrasts (litgen list suites). Default: "
              "core, if neither --phenomenon nor --contrast is given.")  # fmt: skip
@click.option("--phenomenon", "phenomena", type=PHENOMENON, multiple=True,
              help="All labelled contrasts of a phenomenon such as negation, with their controls "
              "(litgen list phenomena); may be repeated.")  # fmt: skip
@click.option("--contrast", "contrasts", type=CONTRAST, multiple=True,
              help="A contrast such as 'past+cleft;future+cleft', or a name such as drop:NOUN; may "
              "be repeated.")  # fmt: skip
@labels_option
@click.option("--conventions", metavar="NAME,...", help="The conventions that default labels may "
              "rely on, or none (see litgen labels list). Default: all of them.")  # fmt: skip
@click.option("--keep-unlabelled", is_flag=True, help="Also write pairs without a label.")
@click.option("--keep-unchanged", is_flag=True, help="Also write pairs that a corruption "
              "leaves unchanged, such as those without a word to drop.")  # fmt: skip
@click.option("--keep-declined", is_flag=True, help="Write declined.jsonl: every declined "
              "sentence and transformation, with the reason.")  # fmt: skip
@click.option("--min-confidence", type=float, metavar="P", help="Keep rewritings by the grammar "
              f"that the quality model scores at P or above. Default: {DEFAULT_THRESHOLD}, and "
              f"{BEST_THRESHOLD} for the best contrast of a pair; 0 without the quality model."
              )  # fmt: skip
@engine_options
@rank_option
@score_option
@jobs_option
@scheduler_option
@click.option("--shard", metavar="I/N", help="Process the I-th of N parts of PAIRS, for example "
              "on one of N machines; litgen join merges the folders of all parts.")  # fmt: skip
@seed_option
@mode_option
@click.option("--tagger", type=Choice(["auto", "nltk", "spacy"]), default="auto",
              show_default=True, help="The part-of-speech tagger; auto is nltk if its data is "
              "installed, else spacy.")  # fmt: skip
@click.option(
    "--tokenized", is_flag=True, help="The text is already tokenized: split it at spaces."
)
@click.option("--tautology", "tautologies", multiple=True, metavar="NAME=TEXT",
              help="A tautology of your own for tautology:NAME; may be repeated.")  # fmt: skip
@click.option("--sentences", is_flag=True, help="PAIRS holds single sentences (one per line of a "
              "text file, or a column named sentence), for contrasts that make new pairs."
              )  # fmt: skip
@click.option("--text", metavar="COLUMN", help="Rewrite the texts in this column of PAIRS, one "
              "sentence at a time, and keep the other columns. --contrast then names "
              "transformations.")  # fmt: skip
@click.option("--keep-meaning/--change-meaning", "keeps", default=True, show_default=True,
              help="The transformations that --text applies if --contrast names none. Rewritings "
              "that change the meaning have no label unless --labels-map gives one."
              )  # fmt: skip
@click.option("--manifest", "again", type=click.Path(path_type=Path), metavar="FILE",
              help="Repeat the run of a manifest.json, with all its options.")  # fmt: skip
@reading_options(formats=(*FORMATS, "text"))
@rules_option
@click.option("--overwrite", is_flag=True, help="Remove what another run wrote into DIR.")
@click.option("--json", "as_json", is_flag=True, help="Write the manifest to standard output.")
@click.pass_context
def command(
    ctx: click.Context,
    /,
    pairs: str | None,
    folder: Path,
    as_json: bool,
    again: Path | None,
    **given: Any,
) -> None:
    """Make a contrast set from PAIRS: a file, a data set of the hub, or - for standard input.

    \b
    litgen transform pairs.jsonl -o out
    litgen transform pairs.tsv -o out --contrast 'may;original' --jobs 2
    litgen transform snli:validation -o out --limit 1000
    litgen transform pairs.jsonl -o out --suite lit
    litgen transform pairs.jsonl -o out --phenomenon negation
    litgen transform problems.txt -o out --sentences --contrast numerical
    litgen transform reviews.csv -o out --text review
    litgen transform --manifest out/manifest.json -o again

    PAIRS may be JSON Lines, CSV, TSV or Parquet, also with .gz. You can interrupt a run at any
    time; the same command resumes it. If a grammar engine failed on some sentences, the exit code
    is 1, and the same command tries them again.
    """
    from litgen.contrast.declined import Lost
    from litgen.contrast.manifest import warnings_of
    from litgen.contrast.pipeline import build

    jobs, scheduler, overwrite = (given.pop(key) for key in ("jobs", "scheduler", "overwrite"))
    expected = None
    if again is not None:
        pairs, options, expected = _repeat(ctx, again, pairs)
    elif pairs is None:
        raise UsageError(
            "PAIRS is missing: give a file, a data set of the hub, or - for standard input"
        )
    else:
        options = _options(given)
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
            click.echo("the same bytes as the manifest's")
    for line in warnings_of(manifest):
        logger.warning("warning: %s", line)
    if lost is not None:
        raise lost


#: What a run may be repeated with; all other options are the manifest's.
_FREE = (
    "pairs", "folder", "again", "jobs", "scheduler", "ace_path", "grammar", "overwrite", "as_json",
)  # fmt: skip


def _repeat(ctx: click.Context, manifest: Path, pairs: str | None) -> tuple[str, Options, Repeated]:
    from litgen.contrast.repetition import repeated

    for option in ctx.command.params:
        source = ctx.get_parameter_source(option.name or "")
        if option.name not in _FREE and source is click.core.ParameterSource.COMMANDLINE:
            raise UsageError(f"--manifest sets all options; leave out {option.opts[0]}")
    expected = repeated(manifest)
    return expected.check_source(pairs), expected.options, expected


def _options(given: dict[str, Any]) -> Options:
    from litgen.contrast.options import (
        Options,
        parse_columns,
        parse_shard,
        parse_tautologies,
        suite_of,
    )
    from litgen.data import parse_label_map, parse_map
    from litgen.logic import parse_conventions

    conventions, shard = given.pop("conventions"), given.pop("shard")
    contrasts, phenomena = (tuple(given.pop(name)) for name in ("contrasts", "phenomena"))
    suite, labels_map, text = given.pop("suite"), given.pop("labels_map"), given["text"]
    parse = parse_label_map if text is None else parse_map
    return Options(
        suite=suite_of(suite, phenomena, contrasts) if text is None else suite,
        phenomena=phenomena,
        contrasts=contrasts,
        meaning="keep" if given.pop("keeps") else "change",
        conventions=None if conventions is None else parse_conventions(conventions),
        labels_map=tuple(parse(labels_map).items()),
        columns=parse_columns(given.pop("columns")),
        tautologies=parse_tautologies(given.pop("tautologies")),
        shard=None if shard is None else parse_shard(shard),
        format=given.pop("format_"),
        **given,
    )


def _print_summary(manifest: Mapping[str, Any], folder: Path) -> None:
    """Print the counts of a run: a row for each contrast, then what was read and left out."""
    from litgen.contrast.manifest import labels_of
    from litgen.contrast.summary import summary_of

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
    """Print what was made, then the controls, then what has no pairs, each by phenomenon.

    A name that is too long for its column has its own line.
    """
    from litgen.contrast.names import named
    from litgen.data.labels import short

    rows = [row for group in groups.values() for row in group]
    titles = ["pairs", *map(short, labels)]
    titles += ["no label"] * any(row.unlabelled for row in rows)
    wide = [max(len(title), 5) + 2 for title in titles]
    room = max(width - sum(wide), 12)

    def line(name: str, numbers: Sequence[object], *, bold: bool = False) -> None:
        cells = "".join(f"{each:>{w}}" for each, w in zip(numbers, wide, strict=False))
        if len(name) >= room:
            click.echo(name)
            name = ""
        click.secho(f"{name:<{room}}{cells}", bold=bold)

    def show(row: Row) -> None:
        numbers = [f"{each:,}" for each in (row.written, *row.labels, row.unlabelled)]
        line(f"  {named(row.contrast).name}", numbers)
        click.secho(f"    {row.contrast}", dim=True)

    line("contrast", titles, bold=True)
    for control, heading in ((False, ""), (True, "Controls")):
        for phenomenon, group in groups.items():
            some = [row for row in group if row.control == control and row.written]
            if some:
                title = f"{heading}: {phenomenon}" if heading else phenomenon.capitalize()
                click.secho(title, bold=True)
            for row in some:
                show(row)
    if empty := [row for row in rows if not row.written]:
        click.secho("No pairs, with the most frequent reason", bold=True)
    for row in empty:
        gap = "      "
        click.echo(f"  {named(row.contrast).name}{' (control)' * row.control}")
        click.secho(f"    {row.contrast}", dim=True)
        why = fill(row.why or "", width, initial_indent=gap, subsequent_indent=gap)
        click.secho(why, dim=True)


def _totals(
    groups: Mapping[str, Sequence[Row]], manifest: Mapping[str, Any], folder: Path
) -> Iterator[str]:
    """How many pairs have which label, contrasts and controls apart; where they are."""
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
        named = ", ".join(f"{number:,} {_explained(reason)}" for reason, number in reasons.items())
        yield f"not parsed: {named}"
    if done and any(parse_contrast(name).two_sided for name in coverage["contrasts"]):
        every, two = "pairs with a version of each sentence", "two-sided pairs"
        yield (
            f"pairs with a version of each sentence: {_share(coverage[every], done)}, "
            f"with a two-sided contrast: {_share(coverage[two], done)}"
        )
    if unchanged := sum(each.get("unchanged", 0) for each in counts["contrasts"].values()):
        yield (
            f"{counted(unchanged, 'pair')} left out that a corruption did not change "
            "(--keep-unchanged writes them)"
        )
    for reason in ("crashed", "rule at fault"):
        if number := counts["guards"].get(reason):
            yield (
                f"warning: a transformation failed on {counted(number, 'sentence')} ({reason}); "
                f"litgen explain {folder} --declined tells where"
            )
    versions = manifest["signature"]["versions"]
    if _could_rank(manifest) and versions["ranker"] is versions["quality_model"] is None:
        yield "nothing was ranked: the engine's first candidate stands"


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
    """How many of the pairs, with the percentage where they are many.

    Example:
        >>> _share(5, 6), _share(41, 100), _share(411, 1000)
        ('5 of 6', '41 of 100 (41 %)', '411 of 1,000 (41.1 %)')
    """
    return f"{number:,} of {of:,}" + (f" ({_percent(number, of)} %)" if of >= 100 else "")


def _percent(number: int, of: int) -> str:
    """A percentage, with no digit that so few cannot tell."""
    return f"{100 * number / of:.{int(of >= 1000)}f}"


def _explained(reason: str) -> str:
    """Why a sentence is not parsed, with the limit that it passes."""
    from litgen.engines.limits import OF_LENGTH

    return f"{reason} ({OF_LENGTH[reason]})" if reason in OF_LENGTH else reason


def _could_rank(manifest: Mapping[str, Any]) -> bool:
    """Whether a language model could have chosen among candidates."""
    from litgen.transformations.declarations import declaration
    from litgen.transformations.naming import split_steps

    names = manifest["signature"]["versions"]["transformations"]
    stated = [declaration(step) for name in names for step in split_steps(name)]
    return any(each is None or each.ranked for each in stated)
