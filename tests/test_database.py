"""One way to SQLite files: all or nothing, damaged files, keys."""

from __future__ import annotations

from pathlib import Path

import pytest

from litgen.database import Database, DatabaseError, key_of

SCHEMA = "CREATE TABLE IF NOT EXISTS words (word TEXT PRIMARY KEY);"


def _interrupted(database: Database) -> None:
    with database.transaction():
        database.run_many("INSERT INTO words VALUES (?)", [("cat",), ("cow",)])
        raise KeyboardInterrupt


def test_a_transaction_is_all_or_nothing(tmp_path: Path) -> None:
    path = tmp_path / "words.sqlite"
    with Database(path, SCHEMA) as database:
        database.run("INSERT INTO words VALUES (?)", "dog")
        with pytest.raises(KeyboardInterrupt):
            _interrupted(database)
        with database.transaction():
            database.run("INSERT INTO words VALUES (?)", "hen")
    with Database(path, SCHEMA) as database:
        assert [word for (word,) in database.run("SELECT word FROM words ORDER BY word")] == [
            "dog",
            "hen",
        ]
        assert database.value("SELECT word FROM words WHERE word = ?", "cat") is None


def test_what_is_no_database_is_said(tmp_path: Path) -> None:
    path = tmp_path / "words.sqlite"
    path.write_bytes(b"no database, but long enough to be taken for one " * 50)
    with pytest.raises(DatabaseError):
        Database(path, SCHEMA)


def test_keys_tell_parts_apart() -> None:
    assert len({key_of("ab", "c"), key_of("a", "bc"), key_of("abc"), key_of("ab", "c ")}) == 4
