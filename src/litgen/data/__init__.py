"""Read labelled sentence pairs from files, the hub or memory."""

from litgen.data.labels import (
    ALL_LABELS,
    LABELS,
    NOT_ENTAILMENT,
    TWO_CLASSES,
    agree,
    as_written,
    canonical_label,
    classes_of,
    label_map_of,
    parse_map,
)
from litgen.data.pairs import Pair
from litgen.data.reading import PairReader, read_pairs

__all__ = [
    "ALL_LABELS",
    "LABELS",
    "NOT_ENTAILMENT",
    "TWO_CLASSES",
    "Pair",
    "PairReader",
    "agree",
    "as_written",
    "canonical_label",
    "classes_of",
    "label_map_of",
    "parse_map",
    "read_pairs",
]
