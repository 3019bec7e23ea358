"""Convert rows to a pandas DataFrame or to HTML for notebooks; import pandas only if needed."""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from litgen.exceptions import UsageError
from litgen.version import install_command

if TYPE_CHECKING:
    import pandas

#: Maps a package to the extra that installs it if their names differ.
_EXTRAS = {"datasets": "hub", "huggingface_hub": "hub"}
#: The keys of an estimate and of the ends of its interval.
_INTERVAL = ("value", "low", "high")


def optional(name: str) -> Any:
    """Import an optional package.

    Raises:
        UsageError: the package is not installed; the message names the extra that installs it.

    Example:
        >>> optional("json").__name__
        'json'
    """
    try:
        return importlib.import_module(name)
    except ImportError as error:
        extra = _EXTRAS.get(name, name)
        raise UsageError(
            f"this needs {name}, which is not installed; run {install_command(extra)}"
        ) from error


def data_frame(
    rows: Iterable[Mapping[str, Any]], columns: Sequence[str] | None = None
) -> pandas.DataFrame:
    """Return rows as a DataFrame, with nested tables as separate columns.

    Args:
        columns: names of the first columns, which exist even without rows.

    Raises:
        UsageError: pandas is not installed.

    Example:
        >>> data_frame([{"id": "a", "source": {"genre": "fiction"}}]).columns.tolist()
        ['id', 'source.genre']
    """
    pandas = optional("pandas")
    flat = [dict(flattened(row)) for row in rows]
    names = dict.fromkeys([*(columns or ()), *(name for row in flat for name in row)])
    return pandas.DataFrame.from_records(flat, columns=list(names))


def flattened(row: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, Any]]:
    """Yield a row's columns without nesting: three for an estimate, one for any other value.

    Example:
        >>> dict(flattened({"n": 2, "accuracy": {"value": 0.5, "low": 0.1, "high": 0.9, "n": 2}}))
        {'n': 2, 'accuracy': 0.5, 'accuracy.low': 0.1, 'accuracy.high': 0.9}
        >>> dict(flattened({"id": "a", "source": {"genre": "fiction"}}))
        {'id': 'a', 'source.genre': 'fiction'}
    """
    for key, value in row.items():
        name = f"{before}{key}"
        if isinstance(value, Mapping) and all(part in value for part in _INTERVAL):
            yield name, value["value"]
            yield from ((f"{name}.{end}", value[end]) for end in _INTERVAL[1:])
        elif isinstance(value, Mapping):
            yield from flattened(value, f"{name}.")
        else:
            yield name, value


def html_table(titles: Sequence[str], rows: Iterable[Sequence[Any]], caption: str = "") -> str:
    """Return an HTML table with row headers; all text except ``Markup`` is escaped.

    Example:
        >>> html_table(["contrast"], [["may;original"]], "one")[:58]
        '<table><caption>one</caption><thead><tr><th scope="col">co'
    """
    from markupsafe import escape

    head = "".join(f'<th scope="col">{escape(title)}</th>' for title in titles)
    body = "".join(
        f'<tr><th scope="row">{escape(first)}</th>'
        + "".join(f"<td>{escape(cell)}</td>" for cell in rest)
        + "</tr>"
        for first, *rest in rows
    )
    above = f"<caption>{escape(caption)}</caption>" if caption else ""
    return f"<table>{above}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
