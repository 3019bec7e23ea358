"""Make and count the rows of an augmented training set."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from litgen.augmentation.cues import CueCounts
from litgen.data import LABELS, Pair

#: The columns, whose values are strings or null.
COLUMNS = (
    "id", "premise", "hypothesis", "label", "kind", "contrast", "premise_transformation",
    "hypothesis_transformation", "label_basis", "original_id", "original_premise",
    "original_label", "genre",
)  # fmt: skip


def row_of(chosen: Pair | Mapping[str, Any]) -> dict[str, str | None]:
    """Return the row of ``train.jsonl`` for an original pair, or for a contrast pair's record.

    Example:
        >>> row = row_of(Pair("p1", "A man sleeps.", "A man rests.", "entailment"))
        >>> row["kind"], row["contrast"], row["original_id"]
        ('original', None, 'p1')
    """
    if isinstance(chosen, Pair):
        genre = chosen.source.get("genre")
        texts = {"premise": chosen.premise, "hypothesis": chosen.hypothesis, "label": chosen.label}
        own = {**texts, "id": chosen.id, "kind": "original", "original_id": chosen.id,
               "original_premise": chosen.premise, "original_label": chosen.label}  # fmt: skip
    else:
        genre = chosen["source"].get("genre")
        own = {"kind": "contrast", **chosen, "original_id": chosen["pair_id"]}
    row = {**own, "genre": None if genre is None else str(genre)}
    return {name: row.get(name) for name in COLUMNS}


class Counts:
    """Counts of an augmented set, updated row by row."""

    def __init__(self) -> None:
        self._labels: dict[str, Counter[str]] = defaultdict(Counter)
        self._contrasts: dict[str, Counter[str]] = defaultdict(Counter)
        self.cues = CueCounts()

    def watch(self, pairs: Iterable[Pair | Mapping[str, Any]]) -> Iterator[dict[str, str | None]]:
        for chosen in pairs:
            row = row_of(chosen)
            label = str(row["label"])
            self._labels[str(row["kind"])][label] += 1
            if isinstance(chosen, Pair):
                self.cues.add(row, chosen.hypothesis)
            else:
                self._contrasts[chosen["contrast"]][label] += 1
                self.cues.add(row, chosen["original_hypothesis"] or "")
            yield row

    def as_json(self, names: Iterable[str], classes: Sequence[str] = LABELS) -> dict[str, Any]:
        """Return the counts of rows and labels; ``names`` are the contrasts."""
        kinds = {
            kind: {label: self._labels[kind][label] for label in classes}
            for kind in ("original", "contrast")
        }
        return {
            "rows": {kind: sum(labels.values()) for kind, labels in kinds.items()},
            "labels": kinds,
            "contrasts": {
                n: {label: self._contrasts[n][label] for label in classes} for n in names
            },
        }
