"""Write files atomically: a file gets its name only when it is complete and on disk."""

import hashlib
import json
import os
import platform
import shutil
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from litgen.exceptions import UsageError


def refuse_taken(folder: Path, names: Iterable[str], overwrite: bool = False) -> None:
    """Raise an error if files must not be written to a folder; call this before any work.

    Raises:
        UsageError: the path is a file, or it contains one of the files and ``overwrite`` is False.
    """
    if folder.exists() and not folder.is_dir():
        raise UsageError(f"{folder}: this is a file; use a folder")
    for name in names:
        if (folder / name).exists() and not overwrite:
            raise UsageError(f"{folder / name} exists; use another folder or --overwrite")


def digest(path: Path) -> str:
    """Return the SHA-256 checksum of a file, or of the names and contents of a folder's files.

    Example:
        >>> digest(Path(os.devnull))[:12]
        'e3b0c44298fc'
    """
    if path.is_dir():
        total = hashlib.sha256()
        for each in sorted(path.rglob("*")):
            if each.is_file():
                total.update(f"{each.relative_to(path).as_posix()}\0{digest(each)}\0".encode())
        return total.hexdigest()
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def write_whole(path: Path, parts: Iterable[bytes]) -> None:
    """Write a file atomically."""
    temporary = path.with_name(f".{path.name}.part")
    try:
        with temporary.open("wb") as file:
            for part in parts:
                file.write(part)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


@contextmanager
def folder_whole(path: Path) -> Iterator[Path]:
    """Yield a folder to write to; it replaces ``path`` only if the block succeeds."""
    building = path.with_name(f".{path.name}.part")
    shutil.rmtree(building, ignore_errors=True)
    building.mkdir(parents=True)
    try:
        yield building
        if path.is_dir():
            shutil.rmtree(path)
        building.replace(path)
    finally:
        shutil.rmtree(building, ignore_errors=True)


def copy_whole(source: Path, target: Path) -> None:
    """Copy a file atomically."""
    with source.open("rb") as file:
        write_whole(target, iter(lambda: file.read(1 << 20), b""))


def write_json(path: Path, value: Any) -> None:
    """Write human-readable JSON atomically."""
    text = json.dumps(value, indent=2, ensure_ascii=False) + "\n"
    write_whole(path, [text.encode()])


def run_facts(seconds: float, **done: int) -> dict[str, Any]:
    """Return facts that differ between runs (time, machine, throughput) for ``run.json``.

    Example:
        >>> run_facts(2.0, pairs=3)["pairs_per_second"]
        1.5
    """
    rates = {
        f"{what}_per_second": round(number / seconds, 2) if number and seconds > 0 else None
        for what, number in done.items()
    }
    return {
        "finished": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
        "seconds": round(seconds, 3),
        **rates,
        "python": platform.python_version(),
        "machine": platform.platform(),
    }


def write_texts(folder: Path, texts: Mapping[str, str]) -> list[Path]:
    """Write texts, given by file name, to a folder; create the folder if it is missing."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in texts.items():
        write_whole(folder / name, [text.encode("utf-8", "replace")])
    return [folder / name for name in texts]
