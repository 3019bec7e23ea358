"""NLTK's WordNet reader over memory-mapped files.

NLTK's own reader opens files through a slow decoder, reads whole indexes before its first result,
refuses folders outside its data path, needs ``lexnames`` (which Debian's package lacks), and needs
a second WordNet for a mapping between versions that litgen does not use.
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
    """A seekable text stream over bytes with its own position, so processes can share the bytes."""

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


class _Index(dict[str, dict[str, list[int]]]):
    """NLTK's map from a lemma to the offsets of its senses by part of speech, read on demand."""

    def __init__(self, reader: Reader) -> None:
        super().__init__()
        self._reader = reader

    def __missing__(self, lemma: str) -> dict[str, list[int]]:
        found: dict[str, list[int]] = {}
        for pos, file in self._reader._FILEMAP.items():
            offsets = self._reader.listed(lemma, file)
            if offsets:
                found[pos] = offsets
            if offsets and pos == "a":
                found["s"] = [o for o in offsets if self._reader.is_satellite(o)]
        self[lemma] = found
        return found

    def __contains__(self, lemma: object) -> bool:
        return bool(self[str(lemma)])

    def __iter__(self) -> Iterator[str]:
        return iter(dict.fromkeys(self._reader.entries()))


class _Root(PathPointer):  # type: ignore[misc]  # NLTK has no types
    """A root that NLTK requires; the reader's own ``open`` opens all files."""

    def open(self, encoding: str | None = None) -> Any:
        raise NotImplementedError

    def file_size(self) -> int:
        raise NotImplementedError

    def join(self, fileid: str) -> _Root:
        raise NotImplementedError


class Reader(WordNetCorpusReader):  # type: ignore[misc]  # as above
    """NLTK's reader over a database that was found.

    It is not safe for several threads (see :class:`litgen.wordnet.WordNet`).

    Raises:
        LitgenError: the database is damaged.
    """

    def __init__(self, place: Place) -> None:
        self._contents = _read(place)
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # no multilingual data, on purpose
                super().__init__(_Root(), None)
            self._check()
        except _DAMAGED as error:
            reason = " ".join(str(error).split()) or type(error).__name__
            raise LitgenError(f"{place}: this WordNet is damaged ({reason}): {BY_HAND}") from error

    def open(self, file: str) -> _Stream:
        return _Stream(self._contents[file])

    def _scan_satellites(self) -> None:
        """Do nothing, since :class:`_Index` reads the senses of each word on demand."""

    def _load_lemma_pos_offset_map(self) -> None:
        self._lemma_pos_offset_map = _Index(self)

    def listed(self, lemma: str, file: str) -> list[int]:
        """Return the offsets of a lemma in an index, whose lines are sorted by lemma."""
        if not lemma:  # NLTK's base form of *s*; it would match lines of the licence
            return []
        data = self._contents[f"index.{file}"]
        wanted = lemma.encode() + b" "
        low, high = 0, len(data)
        while low < high:
            middle = data.rfind(b"\n", low, (low + high) // 2) + 1 or low
            end = data.find(b"\n", middle) + 1 or len(data)
            line = bytes(data[middle:end])
            if line.startswith(wanted):
                _, _, senses, pointers, *rest = line.split()
                return [int(offset) for offset in rest[int(pointers) + 2 :][: int(senses)]]
            if line < wanted:
                low = end
            else:
                high = middle
        return []

    def is_satellite(self, offset: int) -> bool:
        """Return whether an adjective sense is a satellite, similar to the head of its cluster."""
        return self._line("a", offset)[12:13] == b"s"

    def entries(self) -> Iterator[str]:
        for file in self._FILEMAP.values():
            for found in re.finditer(rb"^[^ \n]+", self._contents[f"index.{file}"], re.MULTILINE):
                yield found[0].decode()

    def phrases(self) -> list[str]:
        """Return the multi-word lemmas, with spaces and possibly with duplicates."""
        found: list[bytes] = []
        for file in self._FILEMAP.values():
            found += re.findall(
                rb"^[^ \n_]*_[^ \n]*", self._contents[f"index.{file}"], re.MULTILINE
            )
        return b"\n".join(found).decode().replace("_", " ").splitlines()

    def map_wn(self, version: str = "wordnet") -> None:
        """Do nothing, since a mapping between versions would need a second WordNet."""
        return None

    def sha256(self) -> str:
        """Return the SHA-256 of the data and index files, ignoring other files."""
        digest = hashlib.sha256()
        for name in FILES:
            digest.update(name.encode() + b"\0")
            digest.update(self._contents[name])
        return digest.hexdigest()

    def _check(self) -> None:
        """Refuse a truncated database, whose index has senses that its data lacks."""
        if not self.get_version():
            raise ValueError("data.adj does not say its version")
        for file in self._FILEMAP.values():
            index = self._contents[f"index.{file}"]
            if index and index[-1:] != b"\n":
                raise ValueError(f"index.{file} ends in the middle of a line")
            senses = re.findall(rb" (\d{8})(?= )", index)
            last = max(senses, default=b"")
            at = int(last or 0)
            if last and self._contents[f"data.{file}"][at : at + 9] != last + b" ":
                raise ValueError(f"data.{file} has no sense at {at}")

    def _line(self, pos: str, offset: int) -> bytes:
        data = self._contents[f"data.{self._FILEMAP.get(pos, 'adj')}"]
        end = data.find(b"\n", offset)
        return bytes(data[offset : end + 1]) if end >= 0 else b""


def _read(place: Place) -> dict[str, Any]:
    try:
        if place.inside:
            contents = _unzip(place)
        else:
            contents = {path.name: _map(path) for path in place.path.iterdir() if path.is_file()}
    except (OSError, zipfile.BadZipFile) as error:
        raise LitgenError(f"{place}: cannot be read ({error}): {BY_HAND}") from error
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
