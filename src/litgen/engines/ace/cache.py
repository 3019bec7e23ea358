"""Answers of ACE kept on disk, so that what was asked once starts no process again.

An SQLite file that several processes may use at the same time. It is a convenience: where it cannot
be read or written, ACE is asked, and that is said once.
"""

import hashlib
import json
import logging
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from litgen.database import Database, DatabaseError
from litgen.engines.ace.answers import TIMED_OUT, Answer, Result
from litgen.files import digest

logger = logging.getLogger(__name__)

#: Answers of another shape than this version's are not found.
_FORM = 3
#: What a time-out is marked with whose time is processor time.
_CPU = "cpu"
_SCHEMA = """
PRAGMA journal_mode = WAL;
PRAGMA synchronous = NORMAL;
CREATE TABLE IF NOT EXISTS answers (key BLOB PRIMARY KEY, value BLOB) WITHOUT ROWID;
"""
#: Seconds to wait for another process that writes.
_PATIENCE = 60


class AnswerCache:
    """Answers by key.

    What a fault of the process caused is not kept, as it may be chance. A time-out of the item's
    own is: its key holds the limit, so a higher one asks again. Those of versions that counted time
    by the clock are not found.

    Args:
        path: the file, made where it is missing; None keeps nothing.
    """

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._database: Database | None = None
        if path is not None:
            with self._giving_up():
                path.parent.mkdir(parents=True, exist_ok=True)
                # One thread at a time, but not always the same one (a Dask worker's).
                self._database = Database(path, _SCHEMA, patience=_PATIENCE, any_thread=True)

    @contextmanager
    def _giving_up(self) -> Iterator[None]:
        """Do without the file from here on where it cannot be read or written."""
        try:
            yield
        except (DatabaseError, OSError, zlib.error, ValueError, TypeError) as error:
            logger.warning("%s: %s; ACE's answers are not kept (remove it)", self._path, error)
            self.close()

    def close(self) -> None:
        """Close the file; nothing is found or kept any more."""
        database, self._database = self._database, None
        if database is not None:
            database.close()

    def find(self, keys: Iterable[bytes]) -> dict[bytes, Answer]:
        found: dict[bytes, Answer] = {}
        with self._giving_up():
            for key in keys:
                if (value := self._value(key)) is not None and (answer := _unpack(value)):
                    found[key] = answer
        return found

    def keep(self, answers: Mapping[bytes, Answer]) -> None:
        self._write([(k, _pack(a)) for k, a in answers.items() if a.failure is None])

    def digest_of(self, path: Path) -> str:
        """SHA-256 of a large file, worked out again only when its size or time changed."""
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
    """The key of an answer: all that it depends on."""
    text = json.dumps([_FORM, *parts], ensure_ascii=False)
    return hashlib.blake2b(text.encode(errors="surrogatepass"), digest_size=20).digest()


def _pack(answer: Answer) -> bytes:
    results = [[each.mrs, each.surface, " ".join(each.nodes)] for each in answer.results]
    value = [answer.problem, results, *([_CPU] if answer.problem == TIMED_OUT else [])]
    return zlib.compress(json.dumps(value, ensure_ascii=False).encode(), 3)


def _unpack(data: bytes) -> Answer | None:
    problem, results, *time = json.loads(zlib.decompress(data))
    if problem == TIMED_OUT and time != [_CPU]:
        return None
    return Answer(
        tuple(Result(mrs, surface, tuple(nodes.split())) for mrs, surface, nodes in results),
        problem,
    )
