"""Sources that are no files: what the ``datasets`` library has on the hub or has saved (through an
extra), and standard input."""

import json
import re
import shutil
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from litgen.data.in_memory import open_in_memory
from litgen.data.labels import map_of_names
from litgen.data.rows import Fault, Row, Rows
from litgen.exceptions import DataError, InputError, UsageError
from litgen.folders import SPOOLED
from litgen.version import install_command

_NAME = re.compile(r"[A-Za-z0-9][\w.-]*(/[\w.-]+)?(:[\w.+-]+)?")
#: Short names that people know, and where the hub keeps them.
KNOWN = {"snli": "stanfordnlp/snli", "multi_nli": "nyu-mll/multi_nli", "anli": "facebook/anli"}


def looks_like_hub_name(name: str) -> bool:
    """Whether a name that is no file may be a data set's, such as ``nyu-mll/multi_nli``.

    Example:
        >>> looks_like_hub_name("snli"), looks_like_hub_name("pairs.jsonl")
        (True, False)
    """
    known = name.partition(":")[0] in KNOWN
    is_file = re.search(r"\.(jsonl?|ndjson|csv|tsv|txt|parquet|gz)$", name)
    return bool(_NAME.fullmatch(name)) and (known or "/" in name) and not is_file


def open_hub(name: str) -> Rows:
    """Open a data set of the hub, ``owner/name`` or ``owner/name:split``, streaming.

    Raises:
        UsageError: the ``datasets`` library is missing, or the split is not named.
        DataError: the hub does not answer, or has no such data set.
    """
    try:
        import datasets
    except ImportError as error:
        raise UsageError(
            f"{name}: no such file; to read it from the hub, {install_command('hub')}"
        ) from error
    path, _, split = name.partition(":")
    path = KNOWN.get(path, path)
    try:
        splits = datasets.get_dataset_split_names(path)
        if split not in splits:
            raise UsageError(
                f"{name}: name one of its splits: " + ", ".join(f"{path}:{each}" for each in splits)
            )
        data = datasets.load_dataset(path, split=split, streaming=True)
    except (OSError, ValueError, RuntimeError) as error:
        reason = " ".join(str(error).split())[:200]
        raise DataError(f"{name}: not a file, and not to be had from the hub: {reason}") from error
    features = data.features or {}
    names = getattr(features.get("label"), "names", None) or ()
    return Rows(_rows(name, data), list(features) or None, map_of_names(names))


def is_saved(path: Path) -> bool:
    """Whether a folder is a data set that the ``datasets`` library wrote with ``save_to_disk``."""
    return any((path / name).is_file() for name in ("state.json", "dataset_dict.json"))


def open_saved(path: Path, label_columns: Iterable[str]) -> Rows:
    """Open a data set that was written with ``save_to_disk``.

    Args:
        label_columns: see :func:`litgen.data.in_memory.open_in_memory`.

    Raises:
        UsageError: the ``datasets`` library is missing, or the split is not named.
        DataError: it cannot be read.
    """
    try:
        import datasets
    except ImportError as error:
        raise UsageError(
            f"{path}: a data set of the datasets library; to read it, {install_command('hub')}"
        ) from error
    try:
        data = datasets.load_from_disk(str(path))
    except Exception as error:  # of Arrow, of JSON, of features that a later version has ...
        reason = " ".join(str(error).split())[:200]
        raise DataError(f"{path}: not a data set that can be read: {reason}") from error
    if isinstance(data, datasets.DatasetDict):
        splits = ", ".join(str(path / split) for split in data)
        raise UsageError(f"{path}: name one of its splits: {splits}")
    return open_in_memory(data, label_columns)


def _rows(name: str, data: Any) -> Iterator[Row | Fault]:
    try:
        for line, values in enumerate(data, 1):
            yield Row(line, values)
    except OSError as error:
        raise DataError(f"{name}: the hub stopped answering: {error}") from error


def spool(source: str, folder: Path, format: str | None = None) -> Path:
    """A file that holds the source: itself, or a copy of standard input or of the hub's data.

    Args:
        source: path, name of a data set of the hub, or ``-``.

    Raises:
        DataError: there is no such file.
        UsageError: the source cannot be had without an extra.
    """
    path = Path(source)
    if source == "-":
        return spool_stdin(folder)
    found = exists(source)
    if not found and looks_like_hub_name(source):
        if format is not None:
            raise UsageError(f"{source}: --format is for files, not for data sets of the hub")
        return _spool_hub(source, folder / SPOOLED[1])
    if not found:
        raise InputError(f"{source}: no such file")
    return path


def exists(source: str) -> bool:
    """Whether there is a file or folder of a name, which need not be fit for one.

    Example:
        >>> exists("."), exists("x" * 9999), exists("a\\0b")
        (True, False, False)
    """
    try:
        return Path(source).exists()
    except (OSError, ValueError):
        return False


def spool_stdin(folder: Path) -> Path:
    """Copy standard input to a file, so that it can be read twice."""
    path = folder / SPOOLED[0]
    with path.open("wb") as file:
        shutil.copyfileobj(sys.stdin.buffer, file)
    return path


def _spool_hub(source: str, path: Path) -> Path:
    """Copy a data set of the hub, its label numbers turned into names."""
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
