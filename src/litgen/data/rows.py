"""Read rows with line numbers from JSON, CSV, TSV, Parquet and text files, optionally ``.gz``.

A row that cannot be read is returned as a ``Fault``, so that the caller can decide whether to stop.
"""

import csv
import gzip
import io
import json
import re
import sys
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from typing import IO, Any, NamedTuple, TypeVar

from litgen.data.labels import map_of_names
from litgen.exceptions import DataError, InputError, UsageError
from litgen.version import install_command

FORMATS = ("jsonl", "csv", "tsv", "parquet", "text")
_SUFFIXES = {
    ".jsonl": "jsonl", ".json": "jsonl", ".ndjson": "jsonl",
    ".csv": "csv", ".tsv": "tsv", ".parquet": "parquet",
}  # fmt: skip
#: Number of characters of a JSON array to read at a time.
_CHUNK = 1 << 16
Item = TypeVar("Item")
Made = TypeVar("Made")
_QUOTED = re.compile(r'"((?:[^"]|"")*)"')


class Row(NamedTuple):
    """A row: the line number in the source, from 1, and the values by column."""

    line: int
    values: Mapping[str, Any]


class Fault(NamedTuple):
    """A row that cannot be read, with the kind of fault for the counts, and a message."""

    line: int
    kind: str
    message: str


class Rows(NamedTuple):
    """The rows of a source, the columns in its header, and the labels that its numbers denote."""

    rows: Iterator[Row | Fault]
    columns: Sequence[str] | None = None
    label_map: Mapping[str, str] = {}


def format_of(path: Path, wanted: str | None = None) -> str:
    """Return ``wanted`` or, if it is None, the format that a file's extension or beginning shows.

    Raises:
        UsageError: ``wanted`` is not a format.
    """
    if wanted:
        if wanted not in FORMATS:
            raise UsageError(f"--format {wanted}: use one of {', '.join(FORMATS)}")
        return wanted
    return _SUFFIXES.get(_suffix(path)) or _sniff(path)


def is_text(path: Path) -> bool:
    """Check by its extension whether a file is plain text."""
    return _suffix(path) == ".txt"


def _suffix(path: Path) -> str:
    suffixes = [suffix.lower() for suffix in path.suffixes if suffix.lower() != ".gz"]
    return suffixes[-1] if suffixes else ""


def open_rows(path: Path, format: str) -> Rows:
    """Open a file of pairs; raise a DataError if the file or its header cannot be read."""
    if format == "parquet":
        return _parquet(path)
    lines = _lines(path)
    if format == "jsonl":
        return Rows(_json_array(path) if _is_array(path) else _each(lines, _json_row))
    if format == "text":
        return Rows(_each(lines, _text_row), ("sentence",))
    return _table(path, lines, format)


def _open(path: Path) -> IO[bytes]:
    try:
        file: IO[bytes] = path.open("rb")
        zipped = file.read(2) == b"\x1f\x8b"
        file.seek(0)
    except IsADirectoryError as error:
        raise InputError(f"{path}: this is a folder; use a file in it") from error
    except (OSError, ValueError) as error:  # a ValueError is due to an invalid file name
        reason = getattr(error, "strerror", None) or error
        raise InputError(f"{path}: {reason}") from error
    return gzip.open(file) if zipped else file  # type: ignore[return-value]


@contextmanager
def _readable(path: Path) -> Iterator[None]:
    """Convert errors due to a broken disk or ``.gz`` file to a DataError."""
    try:
        yield
    except (OSError, EOFError, zlib.error) as error:
        raise DataError(f"{path}: the file cannot be read to its end: {error}") from error


def _sniff(path: Path) -> str:
    with _open(path) as file, _readable(path):
        head = file.read(4096).lstrip(b"\xef\xbb\xbf \r\n\t")
    if head.startswith(b"PAR1"):
        return "parquet"
    if head.startswith((b"{", b"[")):
        return "jsonl"
    return "tsv" if b"\t" in head.partition(b"\n")[0] else "csv"


def _lines(path: Path) -> Iterator[tuple[int, str] | Fault]:
    """Yield the lines of a file with their numbers, or a fault for a line that is not UTF-8."""
    with _open(path) as file, _readable(path):
        for number, raw in enumerate(file, 1):
            try:
                yield number, raw.decode("utf-8-sig" if number == 1 else "utf-8")
            except UnicodeDecodeError as error:
                message = f"the line is not UTF-8 (byte {error.start + 1}); convert the file"
                yield Fault(number, "not UTF-8", message)


def _each(
    items: Iterator[Item | Fault], read: Callable[[Item], Made | Fault | None]
) -> Iterator[Made | Fault]:
    """Yield faults unchanged, and for every other item the result of ``read`` unless it is None."""
    for item in items:
        made = item if isinstance(item, Fault) else read(item)
        if made is not None:
            yield made


def _text_row(line: tuple[int, str]) -> Row | None:
    number, text = line
    return Row(number, {"sentence": text.strip()}) if text.strip() else None


def _is_array(path: Path) -> bool:
    with _open(path) as file, _readable(path):
        for raw in file:
            if text := raw.lstrip(b"\xef\xbb\xbf").strip():
                return text.startswith(b"[")
    return False


def _json_array(path: Path) -> Iterator[Row | Fault]:
    """Yield the objects of an array with their line numbers, without loading the full array.

    Broken JSON yields a fault and ends the iteration, because nothing after it can be read.
    """
    decode, size = json.JSONDecoder().raw_decode, _CHUNK
    text, line, state = "", 1, "["
    opened = _open(path)
    with _readable(path), io.TextIOWrapper(opened, "utf-8-sig", newline="\n") as file:
        while True:
            body = text.lstrip()
            line += text.count("\n", 0, len(text) - len(body))
            text = body
            if state == "{" and text[:1] != "]":
                try:
                    value, end = decode(text)
                except (ValueError, RecursionError) as error:
                    value, end, reason = None, 0, str(error)
                if end:
                    yield _json_object(line, value)
                    line += text.count("\n", 0, end)
                    text, state, size = text[end:], ",", _CHUNK
                    continue
            elif text:
                if text[0] == "]" and state in "{,":
                    state, text = "", text[1:]
                elif text[0] == state:
                    state, text = "{", text[1:]
                else:
                    message = f"broken JSON: {text[0]!r} in an array of objects"
                    yield Fault(line, "broken JSON", message)
                    return
                continue
            try:
                more = file.read(size)
            except UnicodeDecodeError:
                message = "the file is not UTF-8 in or after this line; convert the file"
                yield Fault(line, "not UTF-8", message)
                return
            if not more:
                if state:
                    what = reason if text else "the array does not end"
                    yield Fault(line, "broken JSON", f"broken JSON: {what}")
                return
            text, size = text + more, 2 * size


def _json_row(line: tuple[int, str]) -> Row | Fault | None:
    number, text = line
    if not text.strip():
        return None
    try:
        values = json.loads(text)
    except (ValueError, RecursionError) as error:
        reason = error.msg if isinstance(error, json.JSONDecodeError) else str(error)
        where = f", column {error.colno}" if isinstance(error, json.JSONDecodeError) else ""
        return Fault(number, "broken JSON", f"broken JSON{where}: {reason}")
    return _json_object(number, values)


def _json_object(line: int, value: Any) -> Row | Fault:
    if isinstance(value, dict):
        return Row(line, value)
    message = f"the row must be a JSON object but has the type {type(value).__name__}"
    return Fault(line, "broken JSON", message)


def _table(path: Path, lines: Iterator[tuple[int, str] | Fault], format: str) -> Rows:
    cells = _csv_cells(lines) if format == "csv" else _each(lines, _tsv_cells)
    header = next(cells, None)
    if header is None:
        raise DataError(f"{path}: the file is empty")
    if isinstance(header, Fault):
        raise DataError(f"{path}:{header.line}: {header.message}")
    columns = [name.strip() for name in header[1]]

    def row(found: tuple[int, list[str]]) -> Row | Fault | None:
        line, values = found
        if not any(values):
            return None
        if len(values) != len(columns):
            plural = "s" * (len(values) != 1)
            message = f"the row has {len(values)} field{plural}, but the header has {len(columns)}"
            return Fault(line, "wrong number of fields", message)
        return Row(line, dict(zip(columns, values, strict=True)))

    return Rows(_each(cells, row), columns)


def _csv_cells(lines: Iterator[tuple[int, str] | Fault]) -> Iterator[tuple[int, list[str]] | Fault]:
    csv.field_size_limit(sys.maxsize)
    faults: list[Fault] = []
    at = 0
    head = next(lines, None)
    columns = "" if head is None or isinstance(head, Fault) else head[1]
    # In many locales, spreadsheet programs separate columns with semicolons.
    delimiter = ";" if columns.count(";") > columns.count(",") else ","

    def text() -> Iterator[str]:
        nonlocal at
        for item in lines if head is None else chain([head], lines):
            if isinstance(item, Fault):
                faults.append(item)
                continue
            at = item[0]
            yield item[1]

    reader = csv.reader(text(), delimiter=delimiter, strict=True)
    while True:
        first = at + 1
        try:
            values = next(reader)
        except StopIteration:
            break
        except csv.Error as error:
            faults.append(Fault(first, "broken CSV", f"broken CSV: {error}"))
            values = None
        yield from faults
        faults.clear()
        if values is not None:
            yield first, values
    yield from faults


def _tsv_cells(line: tuple[int, str]) -> tuple[int, list[str]]:
    """Split a line at tabs; remove the quotes around a field if they are well-formed.

    The fields of corpora such as SNLI and MultiNLI are not quoted but contain stray quotes.
    """
    number, text = line
    fields = text.rstrip("\r\n").split("\t")
    return number, [
        found[1].replace('""', '"') if (found := _QUOTED.fullmatch(field)) else field
        for field in fields
    ]


def _parquet(path: Path) -> Rows:
    try:
        import pyarrow.lib
        import pyarrow.parquet
    except ImportError as error:
        raise UsageError(
            f"{path}: litgen needs pyarrow to read Parquet; run {install_command('parquet')}"
        ) from error
    try:
        file = pyarrow.parquet.ParquetFile(path)
    except (OSError, pyarrow.lib.ArrowException) as error:
        raise DataError(f"{path}: this is not a readable Parquet file: {error}") from error
    schema = file.schema_arrow
    return Rows(_parquet_rows(path, file), schema.names, _class_labels(schema.metadata or {}))


def _parquet_rows(path: Path, file: Any) -> Iterator[Row | Fault]:
    import pyarrow.lib

    line = 0
    try:
        for batch in file.iter_batches(batch_size=1024):
            for values in batch.to_pylist():
                line += 1
                yield Row(line, values)
    except (OSError, pyarrow.lib.ArrowException) as error:
        raise DataError(f"{path}: row {line + 1} cannot be read: {error}") from error


def _class_labels(metadata: Mapping[bytes, bytes]) -> Mapping[str, str]:
    """Return the names of label numbers if the ``datasets`` library stored them in the file."""
    try:
        features = json.loads(metadata[b"huggingface"])["info"]["features"]
        return map_of_names(features["label"]["names"])
    except (KeyError, TypeError, ValueError):
        return {}
