"""A disk cache of ACE's answers, so that a repeated item does not start a process.

The cache is an SQLite file that several processes may use at the same time. If it cannot be read
or written, litgen logs one warning and continues without it.
"""

import hashlib
import json
import logging
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from litgen.database import Database, DatabaseError
from litgen.engines.ace.answers import Answer, Result
from litgen.files import digest

logger = logging.getLogger(__name__)

#: Version of the stored format, part of each key; answers in another format are not found.
_FORM = 5
_SCHEMA = """
PRAGMA journal_mode = WAL;
PRAGMA synchronous = NORMAL;
CREATE TABLE IF NOT EXISTS answers (key BLOB PRIMARY KEY, value BLOB) WITHOUT ROWID;
"""
#: Seconds to wait while another process writes.
_PATIENCE = 60


class AnswerCache:
    """A store of ACE's answers, indexed by key.

    Failures of the process are not stored, as they may be random. A time-out that the item caused
    is stored: as its key contains the limit, litgen tries the item again if you raise the limit.

    Args:
        path: the file, which is created if it is missing; if None, nothing is stored.
    """

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._database: Database | None = None
        if path is not None:
            with self._giving_up():
                path.parent.mkdir(parents=True, exist_ok=True)
                # A Dask worker uses the connection from several threads, one at a time.
                self._database = Database(path, _SCHEMA, patience=_PATIENCE, any_thread=True)

    @contextmanager
    def _giving_up(self) -> Iterator[None]:
        """Stop using the file if it cannot be read or written."""
        try:
            yield
        except (DatabaseError, OSError, zlib.error, ValueError, TypeError) as error:
            logger.warning("%s: %s; ACE's answers are not cached; remove the file to cache them "
                           "again", self._path, error)  # fmt: skip
            self.close()

    def close(self) -> None:
        """Close the file; after that, nothing is found or stored."""
        database, self._database = self._database, None
        if database is not None:
            database.close()

    def find(self, keys: Iterable[bytes]) -> dict[bytes, Answer]:
        found: dict[bytes, Answer] = {}
        with self._giving_up():
            for key in keys:
                if (value := self._value(key)) is not None:
                    found[key] = _unpack(value)
        return found

    def keep(self, answers: Mapping[bytes, Answer]) -> None:
        self._write([(k, _pack(a)) for k, a in answers.items() if a.failure is None])

    def digest_of(self, path: Path) -> str:
        """Return the SHA-256 of a file, cached until its size or modification time changes."""
        status = path.stat()
        key = key_of(str(path.resolve()), str(status.st_size), str(status.st_mtime_ns))
        known = None
        with self._giving_up():
            known = self._value(key)
        found = known or digest(path).encode()
        if known is None:
            self._write([(key, found)])
        return found.decode()

    def _value(self, key: bytes) -> bytes | None:
        if self._database is None:
            return None
        found: bytes | None = self._database.value("SELECT value FROM answers WHERE key = ?", key)
        return found

    def _write(self, rows: Sequence[tuple[bytes, bytes]]) -> None:
        if self._database is None or not rows:
            return
        with self._giving_up(), self._database.transaction():
            self._database.run_many("INSERT OR REPLACE INTO answers VALUES (?, ?)", rows)


def key_of(*parts: str) -> bytes:
    """Return the key of an answer: a hash of everything that the answer depends on."""
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
