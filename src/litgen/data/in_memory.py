"""Read rows in memory: a pandas DataFrame, a ``datasets.Dataset``, or a sequence of mappings.

This module does not import pandas or ``datasets``, because a caller that passes one of their
objects has imported the package.
"""

import math
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from litgen.data.labels import map_of_names
from litgen.data.pairs import Pair
from litgen.data.rows import Fault, Row, Rows
from litgen.exceptions import UsageError

if TYPE_CHECKING:
    from typing import TypeAlias

    import datasets
    import pandas

    #: A source of pairs: the path of a file, the name of a data set on the hub, ``-`` for standard
    #: input, or rows in memory (mappings from columns to values, or pairs).
    Source: TypeAlias = (
        str | Path | pandas.DataFrame | datasets.Dataset | Iterable[Mapping[str, Any] | Pair]
    )

#: The name for rows in memory in messages and generated ids.
NAME = "pairs"
#: The reason for skipping a value that is not a row.
NO_ROW = "no row"
#: The number of DataFrame rows converted at a time.
_CHUNK = 1024


def in_memory(source: Any) -> bool:
    """Check whether a source consists of rows in memory rather than a name."""
    return not isinstance(source, str | Path)


def as_rows(source: Any) -> Any:
    """Return a source that can be iterated repeatedly; raise a UsageError if it has no rows."""
    if _is(source, "pandas", "DataFrame") or _is(source, "datasets", "Dataset", "IterableDataset"):
        return source
    if _is(source, "datasets", "DatasetDict", "IterableDatasetDict"):
        splits = ", ".join(f"pairs[{name!r}]" for name in source)
        raise UsageError(f"pairs: the data set has several splits; use one of {splits}")
    if isinstance(source, list | tuple) and not isinstance(source, Pair):
        return source
    if not isinstance(source, Mapping | Pair | bytes):
        rows = None
        with suppress(TypeError):
            rows = iter(source)
        if rows is not None:
            return list(rows)
    raise UsageError(
        f"pairs: {type(source).__name__} has no rows; pass a path, a DataFrame, a Dataset, or a "
        'list of dicts such as [{"premise": ..., "hypothesis": ..., "label": ...}]'
    )


def open_in_memory(source: Any, label_columns: Iterable[str]) -> Rows:
    """Open the rows of a source returned by ``as_rows``.

    Args:
        label_columns: possible names of the label column; the first column of type ``ClassLabel``
            determines the meaning of label numbers.

    Raises:
        UsageError: two columns have the same name.
    """
    if _is(source, "pandas", "DataFrame"):
        names = [str(name) for name in source.columns]
        if twice := sorted({name for name in names if names.count(name) > 1}):
            raise UsageError(f"pairs: two columns are called {twice[0]!r}; rename one of them")
        return Rows(_of_frame(source, names), names)
    features = getattr(source, "features", None) or {}
    classes = (getattr(features.get(name), "names", None) for name in label_columns)
    known = next(filter(None, classes), ())
    rows = source.with_format(None) if _is(source, "datasets", "Dataset") else source
    return Rows(_of_mappings(rows), list(features) or None, map_of_names(known))


def place(source: Any, line: int) -> str:
    """Return the Python expression for a row, given its number from 1."""
    return f"{NAME}{'.iloc' if _is(source, 'pandas', 'DataFrame') else ''}[{line - 1}]"


def is_missing(value: Any) -> bool:
    """Check whether a value is missing: ``None``, NaN, or pandas' ``NA`` or ``NaT``."""
    if isinstance(value, float):
        return math.isnan(value)
    return value is None or type(value).__name__ in ("NAType", "NaTType")


def _of_frame(frame: Any, names: list[str]) -> Iterator[Row]:
    line = 0
    for at in range(0, len(frame), _CHUNK):
        # Access columns by position, because a name need not be a string.
        columns = [frame.iloc[at : at + _CHUNK, number].tolist() for number in range(len(names))]
        for values in zip(*columns, strict=True):
            line += 1
            yield Row(line, dict(zip(names, map(_plain, values), strict=True)))


def _of_mappings(rows: Iterable[Any]) -> Iterator[Row | Fault]:
    for line, row in enumerate(rows, 1):
        if isinstance(row, Pair):
            own = {name: getattr(row, name) for name in ("id", "premise", "hypothesis", "label")}
            yield Row(line, {**row.source, **own})
        elif isinstance(row, Mapping):
            yield Row(line, {str(name): _plain(value) for name, value in row.items()})
        elif isinstance(row, str):
            yield Row(line, {"sentence": row})
        else:
            kind = type(row).__name__
            yield Fault(line, NO_ROW, f"the row must be a dict but has the type {kind}")


def _plain(value: Any) -> Any:
    """Convert a NumPy or pandas scalar to a plain Python value."""
    if is_missing(value):
        return None
    if type(value).__module__ == "numpy" and hasattr(value, "tolist"):
        return value.tolist()
    return value


def _is(value: Any, package: str, *names: str) -> bool:
    """Check whether a value is an instance of a package's class, without importing the package."""
    module = sys.modules.get(package)
    classes = (getattr(module, name, None) for name in names)
    return isinstance(value, tuple(each for each in classes if each is not None))
