"""Read rewritings of single texts from a folder written by ``litgen transform --text``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from litgen.contrast.folder import read_manifest
from litgen.contrast.texts import ORIGINAL, OWN, label_columns
from litgen.data.labels import as_written, is_no_gold
from litgen.evaluation.contrast_set import (
    SIDES,
    ContrastSet,
    Item,
    Records,
    Side,
    holds_texts,
    parse_object,
)
from litgen.exceptions import DataError
from litgen.frames import data_frame, html_table, optional

if TYPE_CHECKING:
    import datasets
    import pandas

_TEXTS = ("id", "row_id", "transformation", "original")  #: fields of a row that must be text


class TextSet(Records):
    """Rewritings of single texts in a folder; iterating over it streams the rows in order.

    Args:
        path: a folder that ``litgen transform --text`` or :func:`litgen.rewrite` wrote.

    Raises:
        LitgenError: the folder does not contain rewritings of single texts.

    Example:
        >>> made = litgen.load("out")  # doctest: +SKIP
        >>> made.to_pandas()[["review", "transformation", "label"]]  # doctest: +SKIP
    """

    of_texts = True

    @property
    def column(self) -> str:
        return str(self.manifest["signature"]["options"]["text"])

    @cached_property
    def counts(self) -> Mapping[str, int]:
        """Number of rows by transformation; ``original`` counts the original texts."""
        return Counter(str(record["transformation"]) for record in self)

    def __len__(self) -> int:
        return sum(self.counts.values())

    def gold(self, record: Mapping[str, Any]) -> str | None:
        """Return the gold label of a row as text, or None if it has none."""
        names = label_columns(self.manifest["signature"]["options"]["columns"])
        value = next((record[name] for name in names if name in record), None)
        return None if value is None or is_no_gold(value) else as_written(value)

    def items(self) -> Iterator[Item]:
        """Yield every row as an item with the text as its premise."""
        for each in self:
            side = "original" if each["transformation"] == ORIGINAL else "contrast"
            yield Item(each["id"], side, each[self.column], "", self.gold(each))  # type: ignore[arg-type]

    def _record(self, line: bytes, where: str) -> dict[str, Any]:
        values = parse_object(line, where, "run litgen transform again")
        for name in (*_TEXTS, self.column):
            if not isinstance(values.get(name), str):
                raise DataError(f"{where}: the field {name!r} must be a string")
        return values

    def to_pandas(self) -> pandas.DataFrame:
        """Convert the rows to a DataFrame."""
        return data_frame(self, (*OWN[:4], self.column))

    def to_dataset(self) -> datasets.Dataset:
        """Convert the rows to a ``datasets.Dataset``."""
        return optional("datasets").Dataset.from_list([dict(record) for record in self])

    def __repr__(self) -> str:
        made = len(self) - self.counts.get(ORIGINAL, 0)
        where = "not saved" if self.is_temporary else str(self.path)
        return f"TextSet({made:,} rewritings of {self.counts.get(ORIGINAL, 0):,} texts, {where})"

    def _repr_html_(self) -> str:
        return html_table(("transformation", "rows"), self.counts.items(), repr(self))


def accuracy_on_texts(
    items: Iterable[Item], answers: Mapping[str, str | None]
) -> dict[Side, float | None]:
    """Return the share of right answers on each side, or None without gold labels."""
    right: dict[Side, list[bool]] = {side: [] for side in SIDES}
    for item in items:
        if item.label is not None and (answer := answers.get(item.id)) is not None:
            right[item.side].append(answer.casefold() == item.label.casefold())
    return {side: sum(each) / len(each) if each else None for side, each in right.items()}


def open_set(path: str | Path) -> ContrastSet | TextSet:
    """Open a folder that ``litgen transform`` wrote: pairs, or rewritings of single texts."""
    return TextSet(path) if holds_texts(read_manifest(Path(path))) else ContrastSet(path)
