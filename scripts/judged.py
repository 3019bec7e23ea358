"""The lists of judged outputs that the training scripts read."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple


class Row(NamedTuple):
    """A judged output."""

    transformation: str
    source: str
    output: str
    verdict: str  #: W wrong, S flawed as its source may be, else right
    corpus: str  #: as the file says, or its name
    guard: str = ""  #: that speaks against it, where one was passed over

    @property
    def wrong(self) -> bool:
        return self.verdict == "W"


def read_rows(path: Path) -> list[Row]:
    """The judged outputs of a file with columns ``transformation``, ``output``, ``source`` and
    ``verdict``, or in its place ``why wrong``; where it has neither, all are right."""
    with path.open(encoding="utf-8", newline="") as file:
        lines = csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        return [
            Row(
                line["transformation"], line["source"].strip(), line["output"].strip(),
                "W" if "why wrong" in line else line.get("verdict") or "",
                line.get("corpus") or ("snli" if "snli" in path.name else "mnli"),
                line.get("guard") or "",
            )
            for line in lines
        ]  # fmt: skip


def beside_sources(rows: Sequence[Row]) -> list[Row]:
    """The rows, but what is wrong where the source, read untouched, is wrong, too, is flawed as its
    source: nothing that an edit did. Untouched sources are rows among them."""
    broken = {row.source for row in rows if row.source == row.output and row.wrong}
    return [
        row._replace(verdict="S") if row.wrong and row.source in broken else row for row in rows
    ]
