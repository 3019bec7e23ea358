"""The rows of an augmented training set, and the words that give a label away."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from litgen.augmentation.options import steps_of
from litgen.augmentation.pool import Chosen
from litgen.contrast.notation import expand
from litgen.data import LABELS, Pair

#: The columns, all of them text or null.
COLUMNS = (
    "id", "premise", "hypothesis", "label", "kind", "contrast", "premise_transformation",
    "hypothesis_transformation", "label_basis", "original_id", "original_label", "genre",
)  # fmt: skip
#: Words that are added to fewer pairs are not shown.
MIN_ADDED = 10
_WORD = re.compile(r"\w+")


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
        "original_label": pair.label,
        "genre": None if genre is None else str(genre),
    }


class Counts:
    """What an augmented set holds, counted as its rows go by."""

    def __init__(self) -> None:
        self._labels: dict[str, Counter[str]] = defaultdict(Counter)
        self._contrasts: dict[str, Counter[str]] = defaultdict(Counter)
        self._cues: dict[str, Counter[str]] = defaultdict(Counter)
        self._added: dict[str, Counter[str]] = defaultdict(Counter)

    def watch(self, pairs: Iterable[Chosen]) -> Iterator[dict[str, str | None]]:
        """The rows of some pairs, counted."""
        for chosen in pairs:
            row = row_of(chosen)
            label = str(row["label"])
            self._labels[str(row["kind"])][label] += 1
            if chosen.record is not None:
                self._contrasts[str(row["contrast"])][label] += 1
                for step in steps_of(*expand(str(row["contrast"]))):
                    self._cues[step][label] += 1
                for word in added_words(chosen.record):
                    self._added[word][label] += 1
            yield {name: row.get(name) for name in COLUMNS}

    def as_json(self, names: Iterable[str]) -> dict[str, Any]:
        """Counts of rows and labels, of each transformation too; ``names`` are the contrasts."""
        kinds = {kind: by_label(self._labels[kind]) for kind in ("original", "contrast")}
        return {
            "rows": {kind: sum(labels.values()) for kind, labels in kinds.items()},
            "labels": kinds,
            "contrasts": {name: by_label(self._contrasts[name]) for name in names},
            "transformations": {name: by_label(self._cues[name]) for name in sorted(self._cues)},
        }

    def added(self, most: int = 20) -> dict[str, dict[str, int]]:
        """The words that contrast pairs have and their originals lack, the most frequent first."""
        often = sorted(self._added.items(), key=lambda each: (-each[1].total(), each[0]))
        return {
            word: by_label(labels) for word, labels in often[:most] if labels.total() >= MIN_ADDED
        }


def added_words(record: Mapping[str, Any]) -> set[str]:
    """The words of a contrast pair that its original does not have, in either sentence.

    Example:
        >>> sorted(added_words({"premise": "A man may ride.", "hypothesis": "He rode.",
        ...     "original_premise": "A man rides.", "original_hypothesis": "He rode."}))
        ['may', 'ride']
    """
    words, before = (
        set(_WORD.findall(f"{record[f'{which}premise']} {record[f'{which}hypothesis']}".casefold()))
        for which in ("", "original_")
    )
    return words - before


def by_label(counts: Mapping[str, int]) -> dict[str, int]:
    """Counts of all labels, in their order."""
    return {label: counts.get(label, 0) for label in LABELS}
