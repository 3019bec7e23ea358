"""The rows of an augmented training set, counted."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from litgen.augmentation.cues import CueCounts
from litgen.augmentation.pool import Chosen
from litgen.data import LABELS, Pair

#: The columns, all of them text or null.
COLUMNS = (
    "id", "premise", "hypothesis", "label", "kind", "contrast", "premise_transformation",
    "hypothesis_transformation", "label_basis", "original_id", "original_premise",
    "original_label", "genre",
)  # fmt: skip


def row_of(chosen: Chosen) -> dict[str, str | None]:
    """A row of ``train.jsonl``; every row has all columns, so that ``datasets`` reads one schema.

    Example:
        >>> row = row_of(Chosen(Pair("p1", "A man sleeps.", "A man rests.", "entailment"), None))
        >>> row["kind"], row["contrast"], row["original_id"]
        ('original', None, 'p1')
    """
    if chosen.original is not None:
        return _original(chosen.original)
    record = chosen.record or {}
    genre = record["source"].get("genre")
    return {
        "kind": "contrast",
        **{name: record[name] for name in COLUMNS if name in record},
        "original_id": record["pair_id"],
        "genre": None if genre is None else str(genre),
    }


def _original(pair: Pair) -> dict[str, str | None]:
    genre = pair.source.get("genre")
    return {
        **dict.fromkeys(COLUMNS),
        "id": pair.id,
        "premise": pair.premise,
        "hypothesis": pair.hypothesis,
        "label": pair.label,
        "kind": "original",
        "original_id": pair.id,
        "original_premise": pair.premise,
        "original_label": pair.label,
        "genre": None if genre is None else str(genre),
    }


class Counts:
    """What an augmented set holds, counted as its rows go by."""

    def __init__(self) -> None:
        self._labels: dict[str, Counter[str]] = defaultdict(Counter)
        self._contrasts: dict[str, Counter[str]] = defaultdict(Counter)
        self.cues = CueCounts()

    def watch(self, pairs: Iterable[Chosen]) -> Iterator[dict[str, str | None]]:
        """The rows of some pairs, counted."""
        for chosen in pairs:
            row = row_of(chosen)
            label = str(row["label"])
            self._labels[str(row["kind"])][label] += 1
            before = row["hypothesis"]
            if chosen.record is not None:
                self._contrasts[str(row["contrast"])][label] += 1
                before = chosen.record["original_hypothesis"]
            self.cues.add(row, before or "")
            yield {name: row.get(name) for name in COLUMNS}

    def as_json(self, names: Iterable[str]) -> dict[str, Any]:
        """Counts of rows and labels; ``names`` are the contrasts."""
        kinds = {kind: by_label(self._labels[kind]) for kind in ("original", "contrast")}
        return {
            "rows": {kind: sum(labels.values()) for kind, labels in kinds.items()},
            "labels": kinds,
            "contrasts": {name: by_label(self._contrasts[name]) for name in names},
        }


def by_label(counts: Mapping[str, int]) -> dict[str, int]:
    """Counts of all labels, in their order."""
    return {label: counts.get(label, 0) for label in LABELS}
