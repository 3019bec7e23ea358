"""``litgen doctor FILE``: the coverage of an engine on a file of sentences."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from litgen.cli.terminal import write_json

if TYPE_CHECKING:
    from litgen.engines.check import Quality

#: Maximum number of reasons to list; the rest is summed up.
REASONS = 12


def check(
    file: Path, engine: str, semi: Path | None, limit: int | None, regenerate: bool, as_json: bool
) -> None:
    """Measure how many sentences an engine parses, covers and regenerates."""
    from rich.console import Console

    from litgen.engines import load_engine
    from litgen.engines.check import check_engine, read_records

    records = read_records(file)[:limit]
    with Console(stderr=True).status(f"{len(records):,} sentences"):  # draws on a terminal only
        loaded = load_engine(engine, semi)
        quality = check_engine(loaded, records, regenerate=regenerate)
    versions = dict(loaded.describe())
    if as_json:
        write_json(_record(file, quality, versions))
    else:
        _print(file, quality, versions)


def _record(file: Path, quality: Quality, versions: Mapping[str, str]) -> dict[str, Any]:
    match = {kind: score._asdict() for kind, score in quality.match.items()}
    return {"file": str(file), "engine": versions, **quality._asdict(), "match": match}


def _print(file: Path, quality: Quality, versions: Mapping[str, str]) -> None:
    click.secho(f"{file}: {quality.sentences:,} sentences", bold=True)
    click.echo(", ".join(f"{name} {value}" for name, value in versions.items()) + "\n")
    rows = [
        ("parsed", quality.parsed, quality.sentences, "of sentences"),
        ("words covered", quality.covered, quality.words, "of content words in parsed sentences"),
    ]
    if quality.regenerated is not None:
        rows.append(
            ("regenerated", quality.regenerated, quality.parsed, "of parsed, word for word")
        )
    for label, count, total, of in rows:
        share = f"{100 * count / total:6.2f} %" if total else f"{'-':>8}"
        click.echo(f"{label:14} {share}  {count:,} of {total:,} ({of})")
    _reasons("not parsed", quality.declined)
    _reasons("not regenerated", quality.not_generated)
    if quality.match:
        click.secho(f"\ndependency match with {quality.gold:,} gold MRSs", bold=True)
        click.echo(f"  {'':10} {'precision':>9} {'recall':>9} {'F1':>9}")
        for kind, score in quality.match.items():
            click.echo(
                f"  {kind:10} {score.precision:9.3f} {score.recall:9.3f} "
                + click.style(f"{score.f1:9.3f}", bold=kind == "all")
            )


def _reasons(title: str, counts: Mapping[str, int]) -> None:
    """Print the most frequent reasons, and the others in one line."""
    if not counts:
        return
    click.secho(f"\n{title}", bold=True)
    listed = list(counts.items())
    for reason, count in listed[:REASONS]:
        click.echo(f"  {count:6,}  {reason}")
    if rest := listed[REASONS:]:
        click.echo(f"  {sum(count for _, count in rest):6,}  {len(rest)} other reasons")
