"""Open data sets on the hub, folders written by the ``datasets`` library, and standard input."""

import json
import re
import shutil
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from litgen.data.in_memory import open_in_memory
from litgen.data.rows import Fault, Row, Rows
from litgen.exceptions import DataError, InputError, UsageError
from litgen.folders import SPOOLED
from litgen.version import install_command

_NAME = re.compile(r"[A-Za-z0-9][\w.-]*(/[\w.-]+)?(:[\w.+-]+)?")
_FILE = re.compile(r"\.(jsonl?|ndjson|csv|tsv|txt|parquet|gz)$")
#: Maps well-known short names to names on the hub.
KNOWN = {"snli": "stanfordnlp/snli", "multi_nli": "nyu-mll/multi_nli", "anli": "facebook/anli"}


def is_hub_name(source: str) -> bool:
    """Check whether a source is not a file but may be a data set on the hub.

    Example:
        >>> is_hub_name("snli"), is_hub_name("nyu-mll/multi_nli:train"), is_hub_name("a/b.jsonl")
        (True, True, False)
    """
    known = source.partition(":")[0] in KNOWN
    named = bool(_NAME.fullmatch(source)) and (known or "/" in source) and not _FILE.search(source)
    return named and not exists(source)


def open_hub(name: str) -> Rows:
    """Open a data set on the hub for streaming: ``owner/name:split``.

    Raises:
        UsageError: the ``datasets`` library or the split is missing.
        DataError: the hub cannot be reached, or does not have the data set.
    """
    datasets = _datasets(f"{name}: there is no such file; to read it from the hub")
    path, _, split = name.partition(":")
    path = KNOWN.get(path, path)
    try:
        splits = datasets.get_dataset_split_names(path)
        if split not in splits:
            raise UsageError(
                f"{name}: use one of its splits: " + ", ".join(f"{path}:{each}" for each in splits)
            )
        data = datasets.load_dataset(path, split=split, streaming=True)
    except (OSError, ValueError, RuntimeError) as error:
        raise DataError(
            f"{name}: this is not a file, and the hub does not provide it: {_short(error)}"
        ) from error
    found = open_in_memory(data, ("label",))
    return found._replace(rows=_streamed(name, found.rows))


def open_saved(path: Path, label_columns: Iterable[str]) -> Rows:
    """Open a data set written by ``save_to_disk``.

    Raises:
        UsageError: the ``datasets`` library or the split is missing.
        DataError: the data set cannot be read.
    """
    datasets = _datasets(f"{path}: this is a data set of the datasets library; to read it")
    try:
        data = datasets.load_from_disk(str(path))
    except Exception as error:  # errors from Arrow, JSON, features of a later version ...
        raise DataError(f"{path}: litgen cannot read the data set: {_short(error)}") from error
    if isinstance(data, datasets.DatasetDict):
        splits = ", ".join(str(path / split) for split in data)
        raise UsageError(f"{path}: use one of its splits: {splits}")
    return open_in_memory(data, label_columns)


def is_saved(path: Path) -> bool:
    """Check whether a folder was written by ``datasets.Dataset.save_to_disk``."""
    return any((path / name).is_file() for name in ("state.json", "dataset_dict.json"))


def _datasets(what: str) -> Any:
    try:
        import datasets
    except ImportError as error:
        raise UsageError(f"{what}, run {install_command('hub')}") from error
    return datasets


def _short(error: Exception) -> str:
    return " ".join(str(error).split())[:200]


def _streamed(name: str, rows: Iterator[Row | Fault]) -> Iterator[Row | Fault]:
    try:
        yield from rows
    except OSError as error:
        raise DataError(f"{name}: the connection to the hub was lost: {error}") from error


def spool(source: str, folder: Path, format: str | None = None) -> Path:
    """Return the path of a source; copy standard input or a data set on the hub to a file first.

    Raises:
        DataError: the file does not exist.
        UsageError: the source needs an extra that is not installed.
    """
    if source == "-":
        return spool_stdin(folder)
    if is_hub_name(source):
        if format is not None:
            raise UsageError(f"{source}: a data set on the hub has no file format; omit --format")
        return _spool_hub(source, folder / SPOOLED[1])
    if not exists(source):
        raise InputError(f"{source}: there is no such file")
    return Path(source)


def exists(source: str) -> bool:
    """Check whether a file or folder exists; if a name is not a valid path, return False."""
    try:
        return Path(source).exists()
    except (OSError, ValueError):
        return False


def spool_stdin(folder: Path) -> Path:
    """Copy standard input to a file, so that litgen can read it repeatedly."""
    path = folder / SPOOLED[0]
    with path.open("wb") as file:
        shutil.copyfileobj(sys.stdin.buffer, file)
    return path


def _spool_hub(source: str, path: Path) -> Path:
    rows = open_hub(source)
    with path.open("w", encoding="utf-8") as file:
        for row in rows.rows:
            if isinstance(row, Fault):
                raise DataError(f"{source}:{row.line}: {row.message}")
            values = dict(row.values)
            label = str(values.get("label"))
            if label in rows.label_map:
                values["label"] = rows.label_map[label]
            file.write(json.dumps(values, ensure_ascii=False, default=str) + "\n")
    return path
