"""The distinct pairs of a contrast set and what a model says of them, in one SQLite file.

Pairs repeat: an original stands beside several contrast pairs, and contrasts can come to the same
sentences. The model is asked once for each. Whenever the process is stopped, the windows of pairs
that are done stay done.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from litgen.evaluation.contrast_set import Item

if TYPE_CHECKING:
    from litgen.models.protocol import Probabilities

_SCHEMA = """
CREATE TABLE about (name TEXT PRIMARY KEY, value TEXT);
CREATE TABLE pairs (
    number INTEGER PRIMARY KEY, key BLOB UNIQUE, premise TEXT, hypothesis TEXT, scores BLOB);
"""


class PairStore:
    """The file.

    Args:
        path: of the file; one of another run is replaced.
        signature: what determines the predictions, as JSON values.
    """

    def __init__(self, path: Path, signature: Mapping[str, Any]) -> None:
        self._path = path
        self._signature = json.dumps(signature, sort_keys=True)
        self._database = self._open()

    def _open(self) -> sqlite3.Connection:
        database = sqlite3.connect(self._path, isolation_level=None)
        try:
            (found,) = database.execute(
                "SELECT value FROM about WHERE name = 'signature'"
            ).fetchone()
            if found == self._signature:
                return database
        except (sqlite3.DatabaseError, TypeError):
            pass  # new, half-made or damaged: begun anew below
        database.close()
        for leftover in self._path.parent.glob(f"{self._path.name}*"):
            leftover.unlink()
        database = sqlite3.connect(self._path, isolation_level=None)
        database.executescript(_SCHEMA)
        return database

    def close(self) -> None:
        """Close the file."""
        self._database.close()

    def fill(self, items: Iterable[Item]) -> int:
        """Put the distinct pairs in, unless they are; return how many there are."""
        if not self._filled():
            rows = ((_key(each.premise, each.hypothesis), each.premise, each.hypothesis)
                    for each in items)  # fmt: skip
            self._database.execute("BEGIN IMMEDIATE")
            try:
                self._database.execute("DELETE FROM pairs")
                # Numbers without gaps, so that windows of numbers are windows of pairs.
                self._database.executemany(
                    "INSERT INTO pairs (number, key, premise, hypothesis) "
                    "SELECT (SELECT COALESCE(MAX(number) + 1, 0) FROM pairs), ?1, ?2, ?3 "
                    "WHERE NOT EXISTS (SELECT 1 FROM pairs WHERE key = ?1)",
                    rows,
                )
                self._database.execute(
                    "INSERT INTO about VALUES ('signature', ?)", (self._signature,)
                )
                self._database.execute("COMMIT")
            except BaseException:
                if self._database.in_transaction:
                    self._database.execute("ROLLBACK")
                raise
        (number,) = self._database.execute("SELECT COUNT(*) FROM pairs").fetchone()
        return int(number)

    def done(self) -> int:
        """How many pairs have scores; they are the first ones."""
        (number,) = self._database.execute(
            "SELECT COUNT(*) FROM pairs WHERE scores IS NOT NULL"
        ).fetchone()
        return int(number)

    def pairs(self, first: int, number: int) -> list[tuple[str, str]]:
        """Some pairs, in order."""
        return self._database.execute(
            "SELECT premise, hypothesis FROM pairs WHERE number >= ? AND number < ? "
            "ORDER BY number",
            (first, first + number),
        ).fetchall()

    def windows(self, size: int) -> Iterator[tuple[int, list[tuple[str, str]]]]:
        """The windows of pairs that are not done, each with the number of its first pair.

        Windows begin at the same pairs whenever the run was stopped, since what stands in a batch
        can show in the last digit of a model's score.
        """
        at = self.done() // size * size
        while window := self.pairs(at, size):
            yield at, window
            at += size

    def add(self, first: int, scores: Probabilities) -> None:
        """Note the scores of a window, all or nothing."""
        self._database.execute("BEGIN IMMEDIATE")
        try:
            self._database.executemany(
                "UPDATE pairs SET scores = ? WHERE number = ?",
                ((row.tobytes(), first + number) for number, row in enumerate(scores)),
            )
            self._database.execute("COMMIT")
        except BaseException:
            if self._database.in_transaction:
                self._database.execute("ROLLBACK")
            raise

    def scores(self, premise: str, hypothesis: str) -> Sequence[float]:
        """The scores of a pair that is done."""
        import numpy as np

        (packed,) = self._database.execute(
            "SELECT scores FROM pairs WHERE key = ?", (_key(premise, hypothesis),)
        ).fetchone()
        values: list[float] = np.frombuffer(packed, np.float64).tolist()
        return values

    def _filled(self) -> bool:
        return (
            self._database.execute("SELECT 1 FROM about WHERE name = 'signature'").fetchone()
            is not None
        )


def _key(premise: str, hypothesis: str) -> bytes:
    return hashlib.blake2b(json.dumps([premise, hypothesis]).encode(), digest_size=16).digest()
