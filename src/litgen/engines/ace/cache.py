"""Answers of ACE kept on disk, so that what was asked once starts no process again.

An SQLite file that several processes may use at the same time. It is a convenience: where it cannot
be read or written, ACE is asked, and that is said once.
"""

from __future__ import annotations

import hashlib
import json
import logging
import os
import zlib
from collections.abc import Iterable, Mapping
from pathlib import Path

from litgen.database import Database, DatabaseError
from litgen.engines.ace.answers import Answer, Result
from litgen.files import digest

logger = logging.getLogger(__name__)

#: Answers of another shape than this version's are not found.
_FORM = 3
_SCHEMA = """
PRAGMA journal_mode = WAL;
PRAGMA synchronous = NORMAL;
CREATE TABLE IF NOT EXISTS answers (key BLOB PRIMARY KEY, value BLOB) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS digests (
    path TEXT PRIMARY KEY, size INTEGER, modified INTEGER, sha256 TEXT) WITHOUT ROWID;
"""
#: Seconds to wait for another process that writes.
_PATIENCE = 60


class AnswerCache:
    """Answers by key.

    What a fault of the process caused is not kept, as it may be chance. A time-out that ACE itself
    reports after its time is: its key holds the limit, so a higher one asks again.

    Args:
        path: the file, made where it is missing; None keeps nothing.
    """

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._database: Database | None = None
        self._process = os.getpid()
        if path is not None:
            self._open(path)

    def _open(self, path: Path) -> None:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            # One thread at a time, but not always the same one (a Dask worker's).
            self._database = Database(path, _SCHEMA, patience=_PATIENCE, any_thread=True)
        except (DatabaseError, OSError) as error:
            self._give_up(error)

    def _give_up(self, error: Exception) -> None:
        logger.warning("%s: %s; ACE's answers are not kept (remove it)", self._path, error)
        self.close()

    def close(self) -> None:
        """Close the file; nothing is found or kept any more."""
        database, self._database = self._database, None
        if database is not None:
            database.close()

    def find(self, keys: Iterable[bytes]) -> dict[bytes, Answer]:
        """The answers that are known, by key."""
        found: dict[bytes, Answer] = {}
        if self._database is None:
            return found
        try:
            for key in keys:
                value = self._database.value("SELECT value FROM answers WHERE key = ?", key)
                if value is not None:
                    found[key] = _unpack(value)
        except (DatabaseError, zlib.error, ValueError, TypeError) as error:
            self._give_up(error)
        return found

    def keep(self, answers: Mapping[bytes, Answer]) -> None:
        """Keep answers, all in one transaction."""
        rows = [(k, _pack(a)) for k, a in answers.items() if a.failure is None]
        if self._database is None or not rows:
            return
        try:
            with self._database.transaction():
                self._database.run_many("INSERT OR REPLACE INTO answers VALUES (?, ?)", rows)
        except DatabaseError as error:
            self._give_up(error)

    def digest_of(self, path: Path) -> str:
        """SHA-256 of a large file, worked out again only when its size or time changed."""
        status = path.stat()
        same = (str(path.resolve()), status.st_size, status.st_mtime_ns)
        if self._database is None:
            return digest(path)
        try:
            known = self._database.value(
                "SELECT sha256 FROM digests WHERE path = ? AND size = ? AND modified = ?", *same
            )
            if known is not None:
                return str(known)
            found = digest(path)
            self._database.run("INSERT OR REPLACE INTO digests VALUES (?, ?, ?, ?)", *same, found)
            return found
        except DatabaseError as error:
            self._give_up(error)
            return digest(path)


def key_of(*parts: str) -> bytes:
    """The key of an answer: all that it depends on."""
    text = json.dumps([_FORM, *parts], ensure_ascii=False)
    return hashlib.blake2b(text.encode(errors="surrogatepass"), digest_size=20).digest()


def _pack(answer: Answer) -> bytes:
    results = [[each.mrs, each.surface, " ".join(each.nodes)] for each in answer.results]
    return zlib.compress(json.dumps([answer.problem, results], ensure_ascii=False).encode(), 3)


def _unpack(data: bytes) -> Answer:
    problem, results = json.loads(zlib.decompress(data))
    return Answer(
        tuple(Result(mrs, surface, tuple(nodes.split())) for mrs, surface, nodes in results),
        problem,
    )
