"""Sources that can be read only once, or not by path: copied to a file."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path

from litgen.data.hub import looks_like_hub_name, open_hub
from litgen.data.rows import Fault
from litgen.exceptions import DataError, UsageError
from litgen.folders import SPOOLED


def spool(source: str, folder: Path, format: str | None = None) -> Path:
    """A file that holds the source: itself, or a copy of standard input or of the hub's data.

    Args:
        source: path, name of a data set of the hub, or ``-``.
        folder: where a copy goes.

    Raises:
        DataError: there is no such file.
        UsageError: the source cannot be had without an extra.
    """
    path = Path(source)
    if source == "-":
        return spool_stdin(folder)
    if not path.exists() and looks_like_hub_name(source):
        if format is not None:
            raise UsageError(f"{source}: --format is for files, not for data sets of the hub")
        return _spool_hub(source, folder / SPOOLED[1])
    if not path.exists():
        raise DataError(f"{source}: no such file")
    return path


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
