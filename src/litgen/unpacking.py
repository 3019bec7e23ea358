"""Unpack archives safely, without writing outside the target folder."""

import bz2
import gzip
import lzma
import os
import shutil
import stat
import tarfile
import tempfile
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path, PurePosixPath
from typing import Any

from litgen.fetching import FetchError

_BLOCK = 1 << 20
_DAMAGED = (tarfile.TarError, zipfile.BadZipFile, zlib.error, lzma.LZMAError, EOFError, OSError)


def unpack(archive: Path, folder: Path, limit: int = 1 << 33) -> None:
    """Unpack ``.tar.gz``, ``.tar.bz2``, ``.tar.xz``, ``.tgz`` or ``.zip`` into a new folder.

    An archive may contain only regular files and folders, with paths inside the target folder. The
    new folder replaces an existing folder only when it is complete.

    Args:
        limit: maximum total size in bytes.

    Raises:
        FetchError: the archive is damaged or too large, or contains a member that is not allowed.
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
        FetchError: the file is damaged or too large.
    """
    target.parent.mkdir(parents=True, exist_ok=True)
    part = target.with_name(target.name + ".part")
    try:
        _expand(archive, part, limit)
        os.replace(part, target)
    finally:
        part.unlink(missing_ok=True)


def _extract(archive: Path, folder: Path, limit: int) -> None:
    left = limit

    def check(name: str, plain: bool, size: int) -> None:
        nonlocal left
        path = PurePosixPath(name.replace("\\", "/"))
        if path.is_absolute() or ".." in path.parts or ":" in (path.parts or ("",))[0]:
            raise FetchError(
                f"{archive}: {name!r} is outside the target folder; remove the archive"
            )
        if not plain:
            raise FetchError(f"{archive}: {name!r} is neither a file nor a folder; remove the file")
        left -= size
        if left < 0:
            raise FetchError(f"{archive}: the content has more than {limit:,} bytes")

    folder.mkdir()
    try:
        if zipfile.is_zipfile(archive):
            with zipfile.ZipFile(archive) as zipped:
                for entry in zipped.infolist():
                    mode = entry.external_attr >> 16
                    plain = mode & 0o170000 in (0, stat.S_IFREG, stat.S_IFDIR)
                    check(entry.filename, plain, entry.file_size)
                    made = Path(zipped.extract(entry, folder))
                    if mode & stat.S_IXUSR and not entry.is_dir():
                        made.chmod(0o755)
        else:
            with tarfile.open(archive) as tar:
                # The first releases of Python 3.11 lack this filter.
                tar.extraction_filter = getattr(tarfile, "data_filter", lambda member, _: member)
                for member in tar:
                    check(member.name, member.isfile() or member.isdir(), member.size)
                    tar.extract(member, folder)
    except _DAMAGED as error:
        raise FetchError(f"{archive}: the file cannot be unpacked ({error}); remove it") from error


def _expand(archive: Path, target: Path, limit: int) -> None:
    openers: dict[str, Callable[..., Any]] = {
        ".bz2": bz2.open, ".gz": gzip.open, ".xz": lzma.open,
    }  # fmt: skip
    opener = openers.get(archive.suffix)
    if opener is None:
        raise FetchError(f"{archive}: the file name must end in one of {', '.join(openers)}")
    try:
        with opener(archive, "rb") as content, target.open("wb") as out:
            while block := content.read(_BLOCK):
                if out.tell() + len(block) > limit:
                    raise FetchError(f"{archive}: the content has more than {limit:,} bytes")
                out.write(block)
    except _DAMAGED as error:
        raise FetchError(f"{archive}: the file cannot be unpacked ({error}); remove it") from error
