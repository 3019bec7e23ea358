"""The distinct pairs of a contrast set and what a model replied, in one SQLite file.

Pairs repeat: an original stands beside several contrast pairs, and contrasts can come to the same
sentences. The model is asked once for each. A reply is kept under a key of all that determines it,
as soon as it is there: whenever the process is stopped, no reply is lost, and another model or
prompt does not find it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from litgen.database import Database, DatabaseError, key_of
from litgen.evaluation.contrast_set import Item
from litgen.models.protocol import Reply

_SCHEMA = """
PRAGMA journal_mode = WAL;
PRAGMA synchronous = NORMAL;
CREATE TABLE IF NOT EXISTS replies (key BLOB PRIMARY KEY, reply TEXT NOT NULL) WITHOUT ROWID;
CREATE TEMPORARY TABLE pairs (
    number INTEGER PRIMARY KEY, key BLOB UNIQUE, premise TEXT, hypothesis TEXT);
"""
_MISSING = "NOT EXISTS (SELECT 1 FROM replies WHERE replies.key = pairs.key)"


class PairStore:
    """The file.

    Args:
        path: of the file; a damaged one is begun anew.
        determined_by: all that determines the reply about a premise and a hypothesis, as a JSON
            value.
    """

    def __init__(self, path: Path, determined_by: Callable[[str, str], Any]) -> None:
        self._determined_by = determined_by
        try:
            self._database = Database(path, _SCHEMA)
        except DatabaseError:
            for leftover in path.parent.glob(f"{path.name}*"):
                leftover.unlink()
            self._database = Database(path, _SCHEMA)

    def close(self) -> None:
        """Close the file."""
        self._database.close()

    def fill(self, items: Iterable[Item]) -> int:
        """Note the distinct pairs of some items; return how many there are."""
        rows = ((self._key(each.premise, each.hypothesis), each.premise, each.hypothesis)
                for each in items)  # fmt: skip
        # Numbers without gaps, so that windows of numbers are windows of pairs.
        self._database.run_many(
            "INSERT INTO pairs (number, key, premise, hypothesis) "
            "SELECT (SELECT COALESCE(MAX(number) + 1, 0) FROM pairs), ?1, ?2, ?3 "
            "WHERE NOT EXISTS (SELECT 1 FROM pairs WHERE key = ?1)",
            rows,
        )
        return self._count("SELECT COUNT(*) FROM pairs")

    def missing(self) -> int:
        """How many pairs have no reply."""
        return self._count(f"SELECT COUNT(*) FROM pairs WHERE {_MISSING}")

    def pairs(self, number: int) -> list[tuple[str, str]]:
        """The first pairs, in order."""
        return self._database.run(
            "SELECT premise, hypothesis FROM pairs ORDER BY number LIMIT ?", number
        ).fetchall()

    def windows(self, size: int) -> Iterator[tuple[list[int], list[tuple[str, str]]]]:
        """The pairs without a reply by window, each window with the numbers of its pairs.

        Windows begin at the same pairs whenever the run was stopped, since what stands in a batch
        can show in the last digit of a model's score.
        """
        for at in range(0, self._count("SELECT COUNT(*) FROM pairs"), size):
            rows = self._database.run(
                "SELECT number, premise, hypothesis FROM pairs "
                f"WHERE number >= ? AND number < ? AND {_MISSING} ORDER BY number",
                at,
                at + size,
            ).fetchall()
            if rows:
                yield [number for number, *_ in rows], [(p, h) for _, p, h in rows]

    def add(self, replies: Sequence[tuple[int, Reply]]) -> None:
        """Keep the replies about the pairs of some numbers, all or none."""
        with self._database.transaction():
            self._database.run_many(
                "INSERT OR REPLACE INTO replies SELECT key, ?2 FROM pairs WHERE number = ?1",
                ((number, json.dumps(reply)) for number, reply in replies),
            )

    def reply(self, premise: str, hypothesis: str) -> Reply:
        """The reply about a pair that has one."""
        key = self._key(premise, hypothesis)
        return json.loads(self._database.value("SELECT reply FROM replies WHERE key = ?", key))

    def replies(self) -> Iterator[Reply]:
        """The replies about all distinct pairs."""
        for (packed,) in self._database.run(
            "SELECT reply FROM pairs JOIN replies USING (key) ORDER BY number"
        ):
            yield json.loads(packed)

    def _key(self, premise: str, hypothesis: str) -> bytes:
        return key_of(json.dumps(self._determined_by(premise, hypothesis), sort_keys=True))

    def _count(self, query: str) -> int:
        return int(self._database.value(query))
