"""Archives unpacked so that nothing lands outside the folder that was named."""

from __future__ import annotations

import bz2
import gzip
import lzma
import os
import shutil
import tarfile
import tempfile
import zipfile
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path, PurePosixPath
from typing import IO, Any, NamedTuple

from litgen.fetching import FetchError

_BLOCK = 1 << 20
_DAMAGED = (tarfile.TarError, zipfile.BadZipFile, zlib.error, lzma.LZMAError, EOFError, OSError)


class _Member(NamedTuple):
    name: str
    folder: bool
    size: int
    mode: int
    content: IO[bytes] | None


def unpack(archive: Path, folder: Path, limit: int = 1 << 33) -> None:
    """Unpack ``.tar.gz``, ``.tar.bz2``, ``.tar.xz``, ``.tgz`` or ``.zip`` as a new folder.

    Only regular files and folders are taken, and none may lie outside the folder. All are
    unpacked beside it first; the folder takes its name, and the place of an older one, when it is
    whole.

    Args:
        limit: how many bytes they may have.

    Raises:
        FetchError: it is damaged, too large, or has a member that may not be.
    """
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent, prefix=f".{folder.name}-") as work:
        made = Path(work) / "made"
        _extract(archive, made, limit)
        if folder.is_dir():
            shutil.move(folder, Path(work) / "old")
        os.replace(made, folder)


def decompress(archive: Path, target: Path, limit: int = 1 << 33) -> None:
    """Decompress a single ``.bz2``, ``.gz`` or ``.xz`` file.

    Raises:
        FetchError: it is damaged, or too large.
    """
    target.parent.mkdir(parents=True, exist_ok=True)
    part = target.with_name(target.name + ".part")
    try:
        _expand(archive, part, limit)
        os.replace(part, target)
    finally:
        part.unlink(missing_ok=True)


def _extract(archive: Path, folder: Path, limit: int) -> None:
    """Unpack an archive into a new folder (see :func:`litgen.fetching.unpack`)."""
    left = limit
    folder.mkdir()
    try:
        for member in _members(archive):
            target = _inside(archive, folder, member.name)
            left -= member.size
            if left < 0:
                raise FetchError(f"{archive}: unpacks to more than {limit:,} bytes")
            if member.folder:
                target.mkdir(parents=True, exist_ok=True)
            elif member.content is not None:
                _write(member.content, target, member.size)
                target.chmod(0o755 if member.mode & 0o100 else 0o644)
    except _DAMAGED as error:
        raise FetchError(f"{archive}: cannot be unpacked ({error}); remove it") from error


def _inside(archive: Path, folder: Path, name: str) -> Path:
    """Where a member goes; an error for one that would lie outside the folder."""
    path = PurePosixPath(name.replace("\\", "/"))
    if path.is_absolute() or ".." in path.parts or ":" in (path.parts or ("",))[0]:
        raise FetchError(f"{archive}: {name!r} would lie outside the folder; it is not unpacked")
    return folder.joinpath(*path.parts)


def _write(content: IO[bytes], target: Path, size: int) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    with target.open("xb") as out:
        shutil.copyfileobj(content, out, _BLOCK)
        if out.tell() != size:
            raise EOFError(f"{target.name}: {out.tell()} of {size} bytes")


def _members(archive: Path) -> Iterator[_Member]:
    if zipfile.is_zipfile(archive):
        yield from _zip_members(archive)
    else:
        yield from _tar_members(archive)


def _zip_members(archive: Path) -> Iterator[_Member]:
    with zipfile.ZipFile(archive) as file:
        for info in file.infolist():
            mode = info.external_attr >> 16
            if mode & 0o170000 not in (0, 0o100000, 0o040000):
                raise FetchError(f"{archive}: {info.filename!r} is neither file nor folder")
            if info.is_dir():
                yield _Member(info.filename, True, 0, mode, None)
                continue
            with file.open(info) as content:
                yield _Member(info.filename, False, info.file_size, mode, content)


def _tar_members(archive: Path) -> Iterator[_Member]:
    with tarfile.open(archive) as file:
        for info in file:
            if not (info.isfile() or info.isdir()):
                raise FetchError(f"{archive}: {info.name!r} is neither file nor folder")
            content = file.extractfile(info) if info.isfile() else None
            yield _Member(info.name, info.isdir(), info.size, info.mode, content)


def _expand(archive: Path, target: Path, limit: int) -> None:
    """Decompress one file (see :func:`litgen.fetching.decompress`)."""
    openers: dict[str, Callable[..., Any]] = {
        ".bz2": bz2.open, ".gz": gzip.open, ".xz": lzma.open,
    }  # fmt: skip
    opener = openers.get(archive.suffix)
    if opener is None:
        raise FetchError(f"{archive}: not one of {', '.join(openers)}")
    try:
        with opener(archive, "rb") as content, target.open("wb") as out:
            while block := content.read(_BLOCK):
                if out.tell() + len(block) > limit:
                    raise FetchError(f"{archive}: unpacks to more than {limit:,} bytes")
                out.write(block)
    except _DAMAGED as error:
        raise FetchError(f"{archive}: cannot be unpacked ({error}); remove it") from error
