"""SQLite files for what grows with the data: one way to open them, to write, and to make keys."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

#: What is raised where a file is damaged, or no database.
DatabaseError = sqlite3.DatabaseError
#: What is raised where a file cannot be written or is locked; the other one's subclass.
OperationalError = sqlite3.OperationalError


class Database:
    """An SQLite file; each statement outside a transaction stands by itself.

    Args:
        path: the file, made where it is missing; None for a temporary one.
        patience: seconds to wait for another process that writes.

    Raises:
        DatabaseError: the file is damaged, or something else.

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
        """Close the file; a temporary one is gone."""
        self._connection.close()

    def __enter__(self) -> Database:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def run(self, statement: str, *values: Any) -> sqlite3.Cursor:
        """Run a statement; its rows."""
        return self._connection.execute(statement, values)

    def run_many(self, statement: str, rows: Iterable[Sequence[Any]]) -> None:
        self._connection.executemany(statement, rows)

    def value(self, statement: str, *values: Any) -> Any:
        """The first column of the first row, None where there is none."""
        row = self.run(statement, *values).fetchone()
        return None if row is None else row[0]

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Run what follows all or not at all, also on Ctrl-C."""
        self.run("BEGIN IMMEDIATE")
        try:
            yield
            self.run("COMMIT")
        except BaseException:
            if self._connection.in_transaction:
                self.run("ROLLBACK")
            raise


def key_of(*parts: str) -> bytes:
    """A short key of texts: those that differ in any part have, for all that is known, others.

    Example:
        >>> len(key_of("A man sleeps.", "past")), key_of("ab", "c") == key_of("a", "bc")
        (16, False)
    """
    return hashlib.blake2b("\0".join(parts).encode(), digest_size=16).digest()


def marks(values: Collection[object]) -> str:
    """Placeholders for values in a statement.

    Example:
        >>> marks(["a", "b"])
        '?, ?'
    """
    return ", ".join("?" * len(values))
