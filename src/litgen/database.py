"""Keep data that grows with the input in SQLite files instead of memory, and compute its keys."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

#: The exception for a file that is damaged or is not a database.
DatabaseError = sqlite3.DatabaseError
#: The exception for a file that is read-only or locked, a subclass of ``DatabaseError``.
OperationalError = sqlite3.OperationalError


class Database:
    """An SQLite file; outside a transaction, each statement is committed separately.

    Args:
        path: the file, which is created if it is missing; None for a temporary file.
        patience: number of seconds to wait while another process writes.

    Raises:
        DatabaseError: the file is damaged, or is not a database.

    Example:
        >>> with Database(None, "CREATE TABLE words (word TEXT PRIMARY KEY)") as database:
        ...     _ = database.run("INSERT INTO words VALUES (?)", "dog")
        ...     database.value("SELECT COUNT(*) FROM words")
        1
    """

    def __init__(
        self, path: Path | None, schema: str, *, patience: float = 5, any_thread: bool = False
    ) -> None:
        self._connection = sqlite3.connect(
            "" if path is None else path,
            timeout=patience,
            isolation_level=None,
            check_same_thread=not any_thread,
        )
        try:
            self._connection.executescript(schema)
        except sqlite3.DatabaseError:
            self.close()
            raise

    def close(self) -> None:
        """Close the file, and delete it if it is temporary."""
        self._connection.close()

    def __enter__(self) -> Database:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def run(self, statement: str, *values: Any) -> sqlite3.Cursor:
        """Run a statement and return a cursor over its rows."""
        return self._connection.execute(statement, values)

    def run_many(self, statement: str, rows: Iterable[Sequence[Any]]) -> None:
        self._connection.executemany(statement, rows)

    def value(self, statement: str, *values: Any) -> Any:
        """Return the first column of the first row, or None if there are no rows."""
        row = self.run(statement, *values).fetchone()
        return None if row is None else row[0]

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Commit all statements of the block, or none if it is interrupted."""
        self.run("BEGIN IMMEDIATE")
        try:
            yield
            self.run("COMMIT")
        except BaseException:
            if self._connection.in_transaction:
                self.run("ROLLBACK")
            raise


def key_of(*parts: str) -> bytes:
    """Return a short key for texts; it is practically unique.

    Example:
        >>> len(key_of("A man sleeps.", "past")), key_of("ab", "c") == key_of("a", "bc")
        (16, False)
    """
    return hashlib.blake2b("\0".join(parts).encode(), digest_size=16).digest()


def marks(values: Collection[object]) -> str:
    """Return placeholders for values in a statement.

    Example:
        >>> marks(["a", "b"])
        '?, ?'
    """
    return ", ".join("?" * len(values))
