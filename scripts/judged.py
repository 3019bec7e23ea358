"""The judged outputs that the training scripts read (``data/judged``)."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

#: Every judged output of the repository; ``data/judged/README.md`` describes the columns.
JUDGED = Path(__file__).parents[1] / "data" / "judged" / "outputs.parquet"


class Row(NamedTuple):
    """A judged output."""

    transformation: str
    source: str
    output: str
    verdict: str  #: W: wrong; S: wrong, but perhaps only because its source is; otherwise right
    corpus: str
    held_out: bool = False  #: whether it was kept out of the network's training data

    @property
    def wrong(self) -> bool:
        return self.verdict == "W"


def read_rows(list_or_file: str) -> list[Row]:
    """The judged outputs of a list of ``data/judged``, or of a TSV file.

    Args:
        list_or_file: the name of a list, such as ``unseen``; or a file with the columns
            ``transformation``, ``source``, ``output``, ``verdict`` (or ``why wrong``; with neither
            column, every output counts as right) and optionally ``corpus``.

    Raises:
        SystemExit: the list or file does not exist.
    """
    if (found := _lists().get(list_or_file)) is not None:
        return [_row(line) for line in found]
    path = Path(list_or_file)
    if not path.is_file():
        names = ", ".join(sorted(_lists()))
        raise SystemExit(f"{list_or_file}: is neither a file nor a list of {JUDGED.name}: {names}")
    with path.open(encoding="utf-8", newline="") as file:
        lines = csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        return [_row(line) for line in lines]


def _row(line: dict[str, Any]) -> Row:
    return Row(
        line["transformation"],
        (line["source"] or "").strip(),
        line["output"].strip(),
        "W" if "why wrong" in line else line.get("verdict") or "",
        line.get("corpus") or "mnli",
        bool(line.get("held_out")),
    )


def read_all() -> list[Row]:
    """The judged outputs of all lists that have verdicts."""
    names = sorted(name for name in _lists() if not name.startswith("variants"))
    return [row for name in names for row in read_rows(name)]


@lru_cache(maxsize=1)
def _lists() -> dict[str, list[dict[str, Any]]]:
    """The lines of each list."""
    from pyarrow.parquet import read_table

    found: dict[str, list[dict[str, Any]]] = {}
    for line in read_table(JUDGED).to_pylist():
        found.setdefault(line["list"], []).append(line)
    return found


def beside_sources(rows: Sequence[Row]) -> list[Row]:
    """The rows, with S for each wrong output whose unchanged source is wrong as well.

    A row for an unchanged source has the same text as source and output.
    """
    broken = {row.source for row in rows if row.source == row.output and row.wrong}
    return [
        row._replace(verdict="S") if row.wrong and row.source in broken else row for row in rows
    ]
