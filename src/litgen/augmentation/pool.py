"""Store the candidate pairs of an augmented set, with their status, in an SQLite file."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from litgen.augmentation.allocation import Cell
from litgen.data import Pair
from litgen.database import Database, key_of

#: Reasons for omitting a contrast pair.
LIKE_ORIGINAL = "the same text as an original pair"
LIKE_ANOTHER = "the same text as another contrast pair"
OTHER_LABEL = "the same text has another label"
SAME_ID = "the same id as another pair"
OVER_LIMIT = "over the limit per source pair"
NO_SOURCE = "its original is not among the pairs to replace"

#: SQL conditions under which a contrast pair ``c`` is omitted, by reason, in order.
_DUPLICATES = {
    NO_SOURCE: "position IS NULL",
    LIKE_ORIGINAL:
        "EXISTS (SELECT 1 FROM originals o WHERE o.text = c.text AND o.label = c.label)",
    OTHER_LABEL:
        "EXISTS (SELECT 1 FROM originals o WHERE o.text = c.text) OR EXISTS (SELECT 1 FROM "
        "contrasts d WHERE d.text = c.text AND d.label <> c.label)",
    LIKE_ANOTHER:
        "EXISTS (SELECT 1 FROM contrasts d WHERE d.text = c.text AND d.reason IS NULL AND "
        "(d.draw < c.draw OR (d.draw = c.draw AND d.number < c.number)))",
    SAME_ID:
        "EXISTS (SELECT 1 FROM originals o WHERE o.id = c.id) OR EXISTS (SELECT 1 FROM "
        "contrasts d WHERE d.id = c.id AND d.reason IS NULL AND d.number < c.number)",
}  # fmt: skip
_SCHEMA = """
CREATE TABLE originals (
    position INTEGER PRIMARY KEY, id TEXT UNIQUE, text BLOB, label TEXT, premise TEXT,
    hypothesis TEXT, genre TEXT);
CREATE INDEX original_text ON originals (text);
CREATE TABLE contrasts (
    number INTEGER PRIMARY KEY, id TEXT, position INTEGER, text BLOB, contrast TEXT, label TEXT,
    draw BLOB, chosen INTEGER DEFAULT 0, reason TEXT, record TEXT);
"""
_INDICES = tuple(
    f"CREATE INDEX IF NOT EXISTS by_{name} ON contrasts ({columns})"
    for name, columns in (
        ("text", "text"), ("id", "id"), ("cell", "contrast, label, draw"), ("position", "position")
    )
)  # fmt: skip


class Pool:
    """The candidate pairs, in an SQLite file (by default a temporary file) to save memory."""

    def __init__(self, path: Path | None = None) -> None:
        self._database = Database(path, _SCHEMA)

    @classmethod
    @contextmanager
    def opened(cls, path: Path) -> Iterator[Pool]:
        """Open a new pool in a file, which is removed when the context ends."""
        path.unlink(missing_ok=True)
        pool = cls(path)
        try:
            with pool._database:
                yield pool
        finally:
            path.unlink(missing_ok=True)

    def add_originals(self, pairs: Iterable[Pair]) -> None:
        """Add the pairs to augment; append the position to a repeated id."""
        with self._database.transaction():
            for at, pair in enumerate(pairs):
                genre = pair.source.get("genre")
                row = (_text(pair.premise, pair.hypothesis), pair.label, pair.premise,
                       pair.hypothesis, None if genre is None else str(genre))  # fmt: skip
                for identity in (pair.id, f"{pair.id}@{at}"):
                    insert = "INSERT OR IGNORE INTO originals VALUES (?, ?, ?, ?, ?, ?, ?)"
                    if self._database.run(insert, at, identity, *row).rowcount:
                        break

    def originals(self) -> Iterator[Pair]:
        """Yield the pairs to augment, in order."""
        return (pair for _, pair in self._originals())

    def _originals(self) -> Iterator[tuple[int, Pair]]:
        columns = "position, genre, id, premise, hypothesis, label"
        rows = self._database.run(f"SELECT {columns} FROM originals ORDER BY position")
        for position, genre, *texts in rows:
            identity, premise, hypothesis, label = texts
            source = {} if genre is None else {"genre": genre}
            yield position, Pair(identity, premise, hypothesis, label, source)

    def add_contrasts(self, records: Iterable[Mapping[str, Any]], seed: int) -> None:
        """Add labelled pairs from ``contrast.jsonl``; the seed determines their random order."""
        with self._database.transaction():
            self._database.run_many(
                "INSERT INTO contrasts (id, position, text, contrast, label, draw, record) VALUES "
                "(?, (SELECT position FROM originals WHERE text = ? ORDER BY id = ? DESC, position "
                "LIMIT 1), ?, ?, ?, ?, ?)",
                (_row(record, seed) for record in records),
            )

    def settle(self, *, need_source: bool, per_pair: int | None, rare_first: bool) -> None:
        """Omit duplicates and pairs beyond the limit per source pair, and record the reasons.

        With ``need_source``, pairs whose original is not in the pool are also omitted. With
        ``rare_first``, the limit keeps the rarest contrasts of a source pair.
        """
        for index in _INDICES:
            self._database.run(index)
        with self._database.transaction():
            for reason, where in _DUPLICATES.items():
                if need_source or reason != NO_SOURCE:
                    self._leave_out(reason, where)
            if per_pair is not None:
                self._limit(per_pair, rare_first)

    def _leave_out(self, reason: str, where: str) -> None:
        self._database.run(
            f"UPDATE contrasts AS c SET reason = ? WHERE number IN "
            f"(SELECT number FROM contrasts c WHERE reason IS NULL AND ({where}))",
            reason,
        )

    def _limit(self, per_pair: int, rare_first: bool) -> None:
        rows = "SELECT COUNT(*) FROM contrasts d WHERE d.contrast = c.contrast AND d.reason IS NULL"
        rarity = f"({rows})," if rare_first else ""
        self._database.run(
            "UPDATE contrasts SET reason = ? WHERE number IN (SELECT number FROM (SELECT number, "
            f"ROW_NUMBER() OVER (PARTITION BY position ORDER BY {rarity} draw, number) AS place "
            "FROM contrasts c WHERE reason IS NULL AND position IS NOT NULL) WHERE place > ?)",
            OVER_LIMIT,
            per_pair,
        )

    def cells(self) -> dict[Cell, int]:
        rows = self._database.run(
            "SELECT contrast, label, COUNT(*) FROM contrasts WHERE reason IS NULL "
            "GROUP BY contrast, label ORDER BY contrast, label"
        )
        return {Cell(contrast, label): number for contrast, label, number in rows}

    def take(self, numbers: Mapping[Cell, int]) -> None:
        """Choose the given number of contrast pairs from each cell at random."""
        with self._database.transaction():
            for cell, number in numbers.items():
                self._database.run(
                    "UPDATE contrasts SET chosen = 1 WHERE number IN (SELECT number FROM contrasts "
                    "WHERE contrast = ? AND label = ? AND reason IS NULL ORDER BY draw, number "
                    "LIMIT ?)", *cell, number,
                )  # fmt: skip

    def labels(self) -> Counter[str]:
        rows = self._database.run("SELECT label, COUNT(*) FROM originals GROUP BY label")
        return Counter(dict(rows))

    def reasons(self) -> dict[str, int]:
        """Return the number of contrast pairs that ``settle`` omitted, by reason."""
        rows = self._database.run(
            "SELECT reason, COUNT(*) FROM contrasts WHERE reason IS NOT NULL GROUP BY reason "
            "ORDER BY reason"
        )
        return dict(rows)

    def chosen(self, *, replace: bool) -> Iterator[Pair | dict[str, Any]]:
        """Yield each original, followed or replaced by its chosen contrast pairs."""
        for position, pair in self._originals():
            found = self._records("position = ?", position)
            if not (replace and found):
                yield pair
            yield from found
        yield from self._records("position IS NULL")

    def _records(self, where: str, *values: object) -> list[dict[str, Any]]:
        sql = f"SELECT record FROM contrasts WHERE chosen AND {where} ORDER BY number"
        return [json.loads(text) for (text,) in self._database.run(sql, *values)]


def _row(record: Mapping[str, Any], seed: int) -> tuple[object, ...]:
    premise, hypothesis = record["premise"], record["hypothesis"]
    # The key does not contain the id, so that new ids do not change the random order of pairs.
    draw = key_of(str(seed), record["contrast"], premise, hypothesis)
    source = _text(record["original_premise"], record["original_hypothesis"] or "")
    return (
        record["id"], source, record["pair_id"], _text(premise, hypothesis), record["contrast"],
        record["label"], draw, json.dumps(record, ensure_ascii=False),
    )  # fmt: skip


def _text(premise: str, hypothesis: str) -> bytes:
    """Return a key for the texts of a pair that ignores case and repeated white space."""
    return key_of(" ".join(premise.split()).casefold(), " ".join(hypothesis.split()).casefold())
