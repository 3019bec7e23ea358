"""Predictions made elsewhere, matched with the pairs of a contrast set by id.

``litgen.evaluation.prediction_rows`` says what the files may look like.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

from litgen.data import LABELS
from litgen.data.rows import Fault, format_of, open_rows
from litgen.database import Database
from litgen.evaluation.contrast_set import ContrastSet, Item
from litgen.evaluation.prediction_rows import RowReader
from litgen.evaluation.predictions import Prediction
from litgen.exceptions import DataError
from litgen.models.label_names import NON_ENTAILMENT

#: How many ids a message shows.
SHOWN = 3
_SCHEMA = """
CREATE TABLE rows (id TEXT, side TEXT, label TEXT, scores TEXT, texts TEXT, place TEXT,
    used INTEGER DEFAULT 0, PRIMARY KEY (id, side));
"""


class Elsewhere:
    """The predictions of some files.

    They are kept in a temporary file, not in memory.

    Args:
        files: read in this order.
        labels: what the numbers in them mean, separated by commas: the first is 0.

    Attributes:
        labels: all labels that were predicted or can be, by name.
        extra: how many predictions belong to no pair of the contrast set; known at the end.

    Raises:
        DataError: a row is at fault; file and line are named.
    """

    def __init__(self, files: Sequence[Path], labels: str | None = None) -> None:
        self._reader = RowReader(labels)
        self._source = ", ".join(map(str, files[:SHOWN])) + (" ..." if len(files) > SHOWN else "")
        self._database = Database(None, _SCHEMA)
        with self._database.transaction():
            for path in files:
                self._read(path)
        self.labels = self._found_labels()
        self.extra = 0

    def close(self) -> None:
        """Remove the temporary file."""
        self._database.close()

    def predictions(self, contrast_set: ContrastSet) -> Iterator[Prediction]:
        """The prediction of every pair of a contrast set, in its order.

        Raises:
            DataError: a pair has none, or the predictions are for other pairs.
        """
        missing: list[Item] = []
        total = 0
        ids = self._ambiguous(contrast_set)
        for item in contrast_set.items():
            total += 1
            prediction = self._find(item, item.id in ids)
            if prediction is None:
                missing.append(item)
            elif not missing:
                yield prediction
        if missing:
            raise DataError(self._missing(missing, total))
        self.extra = self._database.value("SELECT COUNT(*) FROM rows WHERE used = 0")

    def _ambiguous(self, contrast_set: ContrastSet) -> set[str]:
        """Ids that stand for a contrast pair and for an original, too."""
        sides: dict[str, set[str]] = {"contrast": set(), "original": set()}
        for item in contrast_set.items():
            sides[item.side].add(item.id)
        return sides["contrast"] & sides["original"]

    def _find(self, item: Item, ambiguous: bool) -> Prediction | None:
        row = self._database.run(
            "SELECT rowid, side, label, scores, texts, place FROM rows WHERE id = ? AND side IN "
            "(?, '') ORDER BY side DESC",
            item.id,
            item.side,
        ).fetchone()
        if row is None:
            return None
        number, side, label, scores, texts, place = row
        if not side and ambiguous:
            raise DataError(
                f"{place}: {item.id!r} is the id of a contrast pair and of an original; say which "
                "in a column 'side' (contrast, original)"
            )
        for name, text in json.loads(texts).items():
            if text != getattr(item, name):
                raise DataError(
                    f"{place}: predictions are for other pairs: the {name} of {item.id!r} is "
                    f"{text[:60]!r}, in the contrast set {getattr(item, name)[:60]!r}"
                )
        self._database.run("UPDATE rows SET used = 1 WHERE rowid = ?", number)
        found = None if scores is None else json.loads(scores)
        if found is not None and found.keys() != set(self.labels):
            raise DataError(f"{place}: scores must be of {', '.join(self.labels)}")
        return Prediction(item.id, item.side, label, found)

    def _missing(self, missing: Sequence[Item], total: int) -> str:
        number = self._database.value("SELECT COUNT(*) FROM rows")
        shown = ", ".join(f"{item.id!r} ({item.side})" for item in missing[:SHOWN])
        if len(missing) == total:
            example = self._database.value("SELECT id FROM rows") or "none"
            return (
                f"{self._source}: predictions are for other pairs: none of the {number:,} ids "
                f"(such as {example!r}) stands in the contrast set, whose ids are such as {shown}"
            )
        sides = {item.side for item in missing}
        hint = (
            "; ids of originals are the pair_id of contrast.jsonl" if sides == {"original"} else ""
        )
        return (
            f"{self._source}: predictions are missing for {len(missing):,} of {total:,} pairs, "
            f"such as {shown}; predict every contrast pair and every original{hint}"
        )

    def _read(self, path: Path) -> None:
        format = format_of(path)
        rows = open_rows(path, format)
        for raw in rows.rows:
            place = f"{path}:{raw.line}"
            if isinstance(raw, Fault):
                raise DataError(f"{place}: {raw.message}")
            row = self._reader.read(raw.values, place, table=format != "jsonl")
            key = row.id, row.side or ""
            written = self._database.run(
                "INSERT OR IGNORE INTO rows (id, side, label, scores, texts, place) "
                "VALUES (?, ?, ?, ?, ?, ?)",
                *key, row.label, None if row.scores is None else json.dumps(row.scores),
                json.dumps(row.texts), place,
            )  # fmt: skip
            if not written.rowcount:
                first = self._database.value(
                    "SELECT place FROM rows WHERE id = ? AND side = ?", *key
                )
                raise DataError(f"{place}: {row.id!r} is predicted twice (first at {first})")

    def _found_labels(self) -> tuple[str, ...]:
        found = {label for (label,) in self._database.run("SELECT DISTINCT label FROM rows")}
        if not found:
            raise DataError(f"{self._source}: holds no predictions")
        found |= set(self._reader.order)
        if NON_ENTAILMENT not in found:
            return LABELS
        if found - {"entailment", NON_ENTAILMENT}:
            others = " and ".join(sorted(found - {"entailment", NON_ENTAILMENT}))
            raise DataError(
                f"{self._source}: predictions mix {NON_ENTAILMENT} with {others}; give either two "
                "labels or three"
            )
        return ("entailment", NON_ENTAILMENT)


def elsewhere(files: Sequence[Path], labels: str | None = None) -> closing[Elsewhere]:
    """``Elsewhere`` as a context manager."""
    return closing(Elsewhere(files, labels))
