"""Files that appear under their names only when they are whole and on the disk."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from pathlib import Path
from typing import IO, Any


def write_whole(path: Path, parts: Iterable[bytes]) -> None:
    """Write a file so that it appears under its name only when it is whole and on the disk."""
    temporary = path.with_name(f".{path.name}.part")
    try:
        with temporary.open("wb") as file:
            for part in parts:
                file.write(part)
            _sync(file)
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def write_json(path: Path, value: Any) -> None:
    """Write JSON that people can read, whole or not at all."""
    text = json.dumps(value, indent=2, ensure_ascii=False) + "\n"
    write_whole(path, [text.encode()])


def _sync(file: IO[bytes]) -> None:
    file.flush()
    os.fsync(file.fileno())
