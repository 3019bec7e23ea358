"""The command ``litgen doctor``."""

from __future__ import annotations

import pkgutil
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from litgen.cli.engine_options import engine_options
from litgen.cli.shared_options import Verb, json_option, run_options
from litgen.cli.terminal import write_json

if TYPE_CHECKING:
    from litgen.diagnosis import Check
    from litgen.engines.check import Quality
    from litgen.fetching import Progress

#: Map components to functions that fetch them, as ``module:function``; other names are spaCy
#: pipelines. A function is called with ``progress``, and returns the lines to print.
FETCHERS = {"ace": "litgen.engines.ace.setup:install", "wordnet": "litgen.wordnet.setup:install"}
PARSER = "litgen.engines.dependency.setup:install"
#: Maximum number of reasons to list why sentences fail.
REASONS = 12


@click.command("doctor", cls=Verb)
@click.argument("file", type=click.Path(path_type=Path), required=False, metavar="[FILE]")
@click.option("--fetch", multiple=True, metavar="WHAT", help="Fetch a component that pip "
              "cannot install: wordnet, ace (with a grammar), or a larger spaCy pipeline "
              "(en_core_web_md, en_core_web_lg, en_core_web_trf). May be repeated.")  # fmt: skip
@click.option("--erg", default="1214", show_default=True, metavar="RELEASE",
              help="The grammar release for --fetch ace: 1214 (which can generate it-clefts), 2018 "
              "or 2025.")  # fmt: skip
@json_option
@engine_options
@run_options("limit", limit={"help": "Use only the first N sentences of FILE."})
@click.option("--semi", type=click.Path(dir_okay=False, exists=True, path_type=Path),
              metavar="FILE",
              help="The surface.smi of an ERG release, for sense names and frames.")  # fmt: skip
@click.option("--no-regenerate", is_flag=True, help="Only parse FILE; do not generate.")
@click.pass_context
def command(
    ctx: click.Context, file: Path | None, fetch: tuple[str, ...], erg: str, as_json: bool,
    engine: str, limit: int | None, semi: Path | None, no_regenerate: bool,
) -> None:  # fmt: skip
    """Report which components are installed or missing, and the commands that fix problems.

    \b
    litgen doctor
    litgen doctor --fetch wordnet
    litgen doctor sentences.txt

    The exit code is 0 if the embedded engine works, otherwise 1. With FILE, litgen reports how many
    of its sentences the engine parses and regenerates. FILE has one sentence per line, JSON lines
    with sentence pairs, or JSON lines with a "text" and optionally a gold "mrs" (SimpleMRS), with
    which litgen compares the engine's MRS.
    """
    if fetch:
        _fetch(fetch, erg)
        return
    if file is not None:
        _check(file, engine, semi, limit, regenerate=not no_regenerate, as_json=as_json)
        return
    from litgen.diagnosis import diagnose, works

    checks = diagnose()
    ready = works(checks)
    if as_json:
        write_json({"ready": ready, "checks": [check._asdict() for check in checks]})
    else:
        _print_checks(checks)
        verdict = (
            "The embedded engine works." if ready else "The embedded engine does not work yet."
        )
        click.secho(f"\n{verdict}", bold=True)
    ctx.exit(0 if ready else 1)


def _print_checks(checks: Sequence[Check]) -> None:
    width = max(len(check.name) for check in checks)
    for check in checks:
        bad = "red" if check.needed else "yellow"
        colour = "green" if check.state == "found" else bad
        state = check.state if check.needed or check.state != "missing" else "absent"
        click.echo(f"{click.style(f'{state:8}', fg=colour)}  {check.name:{width}}  {check.detail}")
        if check.fix:
            click.echo(f"{'':8}  {'':{width}}  fix: {click.style(check.fix, bold=True)}")


def _fetch(wanted: Sequence[str], erg: str) -> None:
    for name in wanted:
        options = {"erg": erg} if name == "ace" else {}
        if name not in FETCHERS:
            options = {"parser": name}
        with _progress(name) as progress:
            install = pkgutil.resolve_name(FETCHERS.get(name, PARSER))
            for line in install(progress=progress, **options):
                click.echo(line)


@contextmanager
def _progress(name: str) -> Iterator[Progress | None]:
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, DownloadColumn, TextColumn, TransferSpeedColumn
    from rich.progress import Progress as Bar

    columns = (TextColumn(name), BarColumn(), DownloadColumn(), TransferSpeedColumn())
    with Bar(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


def _check(
    file: Path, engine: str, semi: Path | None, limit: int | None, regenerate: bool, as_json: bool
) -> None:
    from rich.console import Console

    from litgen.engines import load_engine
    from litgen.engines.check import check_engine, read_records

    records = read_records(file)[:limit]
    with Console(stderr=True).status(f"{len(records):,} sentences"):  # shown only on a terminal
        loaded = load_engine(engine, semi)
        quality = check_engine(loaded, records, regenerate=regenerate)
    versions = dict(loaded.describe())
    if as_json:
        match = {kind: score._asdict() for kind, score in quality.match.items()}
        write_json({"file": str(file), "engine": versions, **quality._asdict(), "match": match})
    else:
        _print_quality(file, quality, versions)


def _print_quality(file: Path, quality: Quality, versions: Mapping[str, str]) -> None:
    click.secho(f"{file}: {quality.sentences:,} sentences", bold=True)
    click.echo(", ".join(f"{name} {value}" for name, value in versions.items()) + "\n")
    rows = [
        ("parsed", quality.parsed, quality.sentences, "of sentences"),
        ("words covered", quality.covered, quality.words, "of content words in parsed sentences"),
    ]
    if quality.regenerated is not None:
        rows.append(
            ("regenerated", quality.regenerated, quality.parsed, "of parsed sentences, verbatim")
        )
    for label, count, total, of in rows:
        share = f"{100 * count / total:6.2f} %" if total else f"{'-':>8}"
        click.echo(f"{label:14} {share}  {count:,} of {total:,} ({of})")
    _print_reasons("not parsed", quality.declined)
    _print_reasons("not regenerated", quality.not_generated)
    if quality.match:
        click.secho(f"\ndependency match with {quality.gold:,} gold MRSs", bold=True)
        click.echo(f"  {'':10} {'precision':>9} {'recall':>9} {'F1':>9}")
        for kind, score in quality.match.items():
            click.echo(
                f"  {kind:10} {score.precision:9.3f} {score.recall:9.3f} "
                + click.style(f"{score.f1:9.3f}", bold=kind == "all")
            )


def _print_reasons(title: str, counts: Mapping[str, int]) -> None:
    from litgen.contrast.manifest import in_words

    if not counts:
        return
    click.secho(f"\n{title}", bold=True)
    listed = list(counts.items())
    for reason, count in listed[:REASONS]:
        click.echo(f"  {count:6,}  {in_words(reason)}")
    if rest := listed[REASONS:]:
        click.echo(f"  {sum(count for _, count in rest):6,}  {len(rest)} other reasons")
