"""Pattern accuracy: for how many originals a model gets enough versions right (MERGE).

Accuracy counts pairs, so a model can score high although it is wrong on some versions of every
original. Pattern accuracy at a threshold t is the share of originals for which at least a share t
of the versions is answered correctly (arXiv 2510.24295).
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from litgen.evaluation.answers import Answers
from litgen.evaluation.columns import NONE, Codes, Columns, Mask
from litgen.statistics import Share, share

#: The share of an original's versions that must be right, in per cent.
THRESHOLDS = (50, 75, 90, 100)


class PatternAccuracy(NamedTuple):
    """The results of one model on originals with several versions."""

    model: str
    versions: str  #: which versions: ``label kept``, ``all``, or ``meaning kept`` (single texts)
    families: int  #: originals with two versions or more
    pairs: int  #: their versions
    accuracy: Share  #: on these versions
    #: share of the originals with at least so many per cent of their versions right, by threshold
    reached: Mapping[str, Share]


def pattern_accuracy(
    model: str, versions: str, right: Mask, family: Codes, unit: Codes | None = None
) -> PatternAccuracy | None:
    """Pattern accuracy of a model; None if no original has two versions.

    Args:
        right: whether each version is right.
        family: code of its original.
        unit: code of the cluster of each version, for intervals; that of its original when None.

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

    The versions are those that keep its label (*label kept*), then *all* versions with a label.
    Corrupted pairs and new pairs do not count as versions.
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
