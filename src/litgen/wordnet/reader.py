"""NLTK's WordNet reader for databases in any folder or archive.

NLTK opens files through a slow decoder, refuses folders outside its data path, needs ``lexnames``
(which Debian's package lacks), and needs a second WordNet for a mapping that litgen does not use.
"""

from __future__ import annotations

import hashlib
import mmap
import re
import warnings
import zipfile
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

from nltk.corpus.reader.wordnet import WordNetCorpusReader, WordNetError
from nltk.data import PathPointer

from litgen.exceptions import LitgenError
from litgen.wordnet.locations import BY_HAND, FILES, Place

#: Exceptions that NLTK raises for files that are truncated or not a database.
_DAMAGED = (
    WordNetError, AssertionError, AttributeError, IndexError, KeyError, StopIteration, TypeError,
    ValueError,
)  # fmt: skip


class _Stream:
    """A seekable text stream over bytes that several streams and processes can share."""

    def __init__(self, data: Any) -> None:
        self._data = data
        self._at = 0

    def readline(self) -> str:
        end = self._data.find(b"\n", self._at)
        start, self._at = self._at, len(self._data) if end < 0 else end + 1
        return bytes(self._data[start : self._at]).decode("utf-8", "replace")

    discard_line = readline

    def seek(self, offset: int, whence: int = 0) -> None:
        self._at = offset + (0, self._at, len(self._data))[whence]

    def tell(self) -> int:
        return self._at

    def __iter__(self) -> Iterator[str]:
        while line := self.readline():
            yield line

    def __enter__(self) -> _Stream:
        return self

    def __exit__(self, *_: object) -> None:
        return None


class _Root(PathPointer):  # type: ignore[misc]  # NLTK has no types
    """The root object that NLTK requires; the reader's own ``open`` opens all files."""

    def open(self, encoding: str | None = None) -> Any:
        raise NotImplementedError

    def file_size(self) -> int:
        raise NotImplementedError

    def join(self, fileid: str) -> _Root:
        raise NotImplementedError


class Reader(WordNetCorpusReader):  # type: ignore[misc]  # NLTK has no types
    """NLTK's reader for the database at a place.

    It is not thread-safe; see :class:`litgen.wordnet.WordNet`.

    Raises:
        LitgenError: the database is damaged.
    """

    def __init__(self, place: Place) -> None:
        self._contents = _read(place)
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # litgen does not need the multilingual data
                super().__init__(_Root(), None)
            self._check()
        except _DAMAGED as error:
            reason = " ".join(str(error).split()) or type(error).__name__
            raise LitgenError(f"{place}: this WordNet is damaged ({reason}): {BY_HAND}") from error

    def open(self, file: str) -> _Stream:
        return _Stream(self._contents[file])

    def map_wn(self, version: str = "wordnet") -> None:
        """Do nothing, since a mapping between versions would require a second WordNet."""
        return None

    def sha256(self) -> str:
        """Return the SHA-256 of the data and index files; other files are ignored."""
        digest = hashlib.sha256()
        for name in FILES:
            digest.update(name.encode() + b"\0")
            digest.update(self._contents[name])
        return digest.hexdigest()

    def _check(self) -> None:
        """Reject a truncated database, whose data files lack senses that the index files list."""
        if not self.get_version():
            raise ValueError("data.adj does not state the version of WordNet")
        for name in (each for each in FILES if each.startswith("index.")):
            index, data = self._contents[name], self._contents[name.replace("index", "data")]
            if index and index[-1:] != b"\n":
                raise ValueError(f"{name} ends in the middle of a line")
            last = max(re.findall(rb" (\d{8})(?= )", index), default=b"")
            if last and data[int(last) : int(last) + 9] != last + b" ":
                raise ValueError(f"{name.replace('index', 'data')}: no sense at byte {int(last)}")


def _read(place: Place) -> dict[str, Any]:
    try:
        if place.inside:
            contents = _unzip(place)
        else:
            contents = {path.name: _map(path) for path in place.path.iterdir() if path.is_file()}
    except (OSError, zipfile.BadZipFile) as error:
        raise LitgenError(f"{place}: WordNet cannot be read ({error}): {BY_HAND}") from error
    if "lexnames" not in contents:
        contents["lexnames"] = files("litgen.wordnet").joinpath("lexnames").read_bytes()
    contents.setdefault("cntlist.rev", b"")
    return contents


def _map(path: Path) -> Any:
    with path.open("rb") as file:
        if path.stat().st_size == 0:
            return b""
        return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)


def _unzip(place: Place) -> dict[str, Any]:
    wanted = {*FILES, "lexnames", "cntlist.rev"}
    with zipfile.ZipFile(place.path) as archive:
        names = set(archive.namelist())
        return {
            name: archive.read(f"{place.inside}/{name}")
            for name in wanted
            if f"{place.inside}/{name}" in names
        }
