"""Store the finished part of a run in one SQLite file: chunks, sentences and counts.

Each chunk is written with its sentences and counts in one transaction, in the order of the input.
Therefore, whenever the process is stopped, the file contains a complete initial part of the run.
Chunks that lost output because of a fault are removed so that they can be repeated.
"""

import json
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from litgen.contrast.chunks import LAG, Result, sentence_counts
from litgen.contrast.pairing import Tally, counts_from_json, counts_to_json
from litgen.contrast.sentences import unpack
from litgen.database import Database, key_of, marks

_SCHEMA = """
PRAGMA synchronous = FULL;
CREATE TABLE IF NOT EXISTS chunks (
    number INTEGER PRIMARY KEY, pairs INTEGER, seconds REAL, tally TEXT, lines BLOB, once TEXT,
    declined BLOB, lost INTEGER);
CREATE TABLE IF NOT EXISTS sentences (
    key BLOB PRIMARY KEY, chunk INTEGER, packed BLOB) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS once (key BLOB PRIMARY KEY, rank TEXT) WITHOUT ROWID;
"""
_ADD = "INSERT INTO chunks VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
#: The table of lines already seen, which may be too many for memory.
_SEEN = "PRAGMA synchronous = OFF; CREATE TABLE seen (key BLOB PRIMARY KEY) WITHOUT ROWID;"


class Store:
    """The finished chunks of a run, in an SQLite file that is created if it is missing."""

    def __init__(self, path: Path) -> None:
        self._database = Database(path, _SCHEMA)

    def close(self) -> None:
        self._database.close()

    def finished(self) -> frozenset[int]:
        return frozenset(number for (number,) in self._database.run("SELECT number FROM chunks"))

    def take_out_lost(self) -> None:
        """Remove chunks that lost output because of a fault, with everything that they added."""
        lost = "SELECT number FROM chunks WHERE lost"
        with self._database.transaction():
            if self._database.value(f"{lost} LIMIT 1") is None:
                return
            self._database.run(f"DELETE FROM sentences WHERE chunk IN ({lost})")
            self._database.run("DELETE FROM chunks WHERE lost")
            self._database.run("DELETE FROM once")
            for (noted,) in self._database.run("SELECT once FROM chunks").fetchall():
                for _, key, rank, _ in json.loads(noted):
                    self._note(bytes.fromhex(key), rank)

    def pairs(self) -> int:
        return int(self._database.value("SELECT TOTAL(pairs) FROM chunks"))

    def known(self, keys: Iterable[str], chunk: int) -> dict[str, bytes]:
        """Return stored outcomes of sentences from chunks ``LAG`` or more places before a chunk."""
        if chunk < LAG:
            return {}
        wanted = {key_of(key): key for key in keys}
        rows = self._database.run(
            f"SELECT key, packed FROM sentences WHERE key IN ({marks(wanted)}) AND chunk <= ?",
            *wanted,
            chunk - LAG,
        )
        return {wanted[digest]: packed for digest, packed in rows}

    def add(self, result: Result, pairs: int, seconds: float) -> None:
        tally = Counter(result.tally)
        declined = list(result.declined)
        with self._database.transaction():
            for key, (packed, counts, failed) in result.sentences.items():
                new = "INSERT OR IGNORE INTO sentences VALUES (?, ?, ?)"
                if self._database.run(new, key_of(key), result.number, packed).rowcount:
                    tally.update(counts)
                    declined += failed
            text = "".join(line.text for line in result.lines)
            self._database.run(
                _ADD,
                result.number,
                pairs,
                seconds,
                json.dumps(counts_to_json(tally)),
                zlib.compress(text.encode(), 3),
                json.dumps(list(self._note_once(result))),
                zlib.compress("".join(declined).encode(), 3),
                result.lost,
            )

    def take(self, other: Path) -> None:
        """Add the chunks of another store; a sentence in both stores counts once."""
        with closing(Store(other)) as theirs, self._database.transaction():
            twice: dict[int, Tally] = {}
            for key, chunk, packed in theirs._database.run("SELECT * FROM sentences"):
                new = "INSERT OR IGNORE INTO sentences VALUES (?, ?, '')"
                if not self._database.run(new, key, chunk).rowcount:
                    twice.setdefault(chunk, Counter()).update(sentence_counts(unpack(packed)))
            chunks = theirs._database.run("SELECT * FROM chunks ORDER BY number")
            for number, pairs, seconds, text, lines, once, declined, lost in chunks:
                tally = counts_from_json(json.loads(text))
                tally.subtract(twice.get(number, {}))  # unlike -, keeps counts of 0
                counts = json.dumps(counts_to_json(tally))
                row = number, pairs, seconds, counts, lines, once, declined, lost
                self._database.run(_ADD, *row)
                for _, key, rank, _ in json.loads(once):
                    self._note(bytes.fromhex(key), rank)

    def _note_once(self, result: Result) -> Iterator[list[Any]]:
        """Yield the place, key, rank and counts of each line that may recur."""
        for place, line in enumerate(result.lines):
            if line.once is None:
                continue
            key = key_of(line.once)
            self._note(key, line.rank)
            yield [place, key.hex(), line.rank, counts_to_json(line.counts)]

    def _note(self, key: bytes, rank: str) -> None:
        self._database.run(
            "INSERT INTO once VALUES (?, ?) "
            "ON CONFLICT (key) DO UPDATE SET rank = min(rank, excluded.rank)",
            key,
            rank,
        )

    def declined(self) -> Iterator[bytes]:
        """Yield the distinct lines that all chunks have for ``declined.jsonl``, in order."""
        with Database(None, _SEEN) as seen:
            for (packed,) in self._database.run("SELECT declined FROM chunks ORDER BY number"):
                for line in zlib.decompress(packed).splitlines(keepends=True):
                    key = key_of(line.decode())
                    if seen.run("INSERT OR IGNORE INTO seen VALUES (?)", key).rowcount:
                        yield line

    def lines(self) -> Iterator[bytes]:
        """Yield the records of each chunk, in order, with one copy of each recurring record."""
        for packed, noted in self._database.run("SELECT lines, once FROM chunks ORDER BY number"):
            dropped = {place for place, *_, written in self._once(noted) if not written}
            lines = zlib.decompress(packed).splitlines(keepends=True)
            yield b"".join(line for at, line in enumerate(lines) if at not in dropped)

    def _once(self, noted: str) -> Iterator[tuple[int, list[list[str | int]], bool]]:
        """Yield the place and counts of a chunk's recurring lines, and whether each is written."""
        for place, key, rank, counts in json.loads(noted):
            first = self._database.value("SELECT rank FROM once WHERE key = ?", bytes.fromhex(key))
            yield place, counts, first == rank

    def tally(self) -> Tally:
        """Return the counts of all chunks, with one copy of each recurring line."""
        total: Tally = Counter()
        for (noted,) in self._database.run("SELECT once FROM chunks ORDER BY number"):
            for _, counts, written in self._once(noted):
                if written:
                    total.update(counts_from_json(counts))
        for (text,) in self._database.run("SELECT tally FROM chunks ORDER BY number"):
            total.update(counts_from_json(json.loads(text)))
        return total

    def seconds(self) -> float:
        """Return the total wall time of the chunks in seconds, even if the run was interrupted."""
        return float(self._database.value("SELECT TOTAL(seconds) FROM chunks"))
