"""Pattern accuracy: of how many originals enough versions are answered right (MERGE).

Accuracy counts pairs; a model that is right on most versions of each original, and wrong on some,
has a high one. Pattern accuracy at a threshold t is the share of originals of whose versions at
least t are answered right (arXiv 2510.24295).
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from litgen.evaluation.answers import Answers
from litgen.evaluation.columns import NONE, Codes, Columns, Mask
from litgen.statistics import Share, share

#: Which share of an original's versions must be right, in per cent.
THRESHOLDS = (50, 75, 90, 100)


class PatternAccuracy(NamedTuple):
    """What one model does on the families of versions of originals."""

    model: str
    versions: str  #: which: ``label kept``, ``all``, or ``meaning kept`` of single texts
    families: int  #: originals of two versions or more
    pairs: int  #: versions of these
    accuracy: Share  #: on these
    #: share of the families of whose versions so many per cent are right, by threshold
    reached: Mapping[str, Share]


def pattern_accuracy(
    model: str, versions: str, right: Mask, family: Codes, unit: Codes | None = None
) -> PatternAccuracy | None:
    """Pattern accuracy of a model; None where no original has two versions.

    Args:
        right: whether each version is right.
        family: code of its original.
        unit: what is not independent; the original when None.

    Example:
        >>> right, of = np.array([True, True, False, True]), np.array([0, 0, 1, 1])
        >>> found = pattern_accuracy("m", "all", right, of)
        >>> {name: each.hits for name, each in found.reached.items()}
        {'50': 2, '75': 1, '90': 1, '100': 1}
    """
    unit = family if unit is None else unit
    _, of, size = np.unique(family, return_inverse=True, return_counts=True)
    rows = np.flatnonzero(size[of] > 1)
    if not rows.size:
        return None
    _, first, of, size = np.unique(
        family[rows], return_index=True, return_inverse=True, return_counts=True
    )
    hits = np.bincount(of, weights=right[rows]).astype(np.int64)
    return PatternAccuracy(
        model,
        versions,
        int(size.size),
        int(rows.size),
        share(right[rows], unit[rows]),
        {str(least): share(100 * hits >= least * size, unit[rows][first]) for least in THRESHOLDS},
    )


def patterns(models: Sequence[Answers], columns: Columns) -> Iterator[PatternAccuracy]:
    """Pattern accuracy of every model over the versions of each source pair.

    The versions are those that keep its label (*label kept*), then *all* that have one, whether it
    is kept or not; corrupted pairs and new pairs are no versions.
    """
    whole = (columns.original_gold != NONE) & ~columns.corrupted
    kept = whole & (columns.gold == columns.original_gold)
    which = {"label kept": kept} | ({"all": whole} if (kept != whole).any() else {})
    for answers in models:
        for name, mask in which.items():
            rows = np.flatnonzero(mask)
            found = pattern_accuracy(
                answers.name, name, answers.right[rows], columns.pair[rows], columns.unit[rows]
            )
            if found is not None:
                yield found
