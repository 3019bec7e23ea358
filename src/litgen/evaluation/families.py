"""Measure how often a model is right on all versions of an original, or on all pairs in a family.

Accuracy counts pairs, so a model can score high although it is wrong on some versions of every
original. Pattern accuracy at a threshold t (MERGE, arXiv 2510.24295) is the share of originals of
which at least a share t of the versions get the right answer. The contrasts made by one edit of one
sentence form a family: a model that only notices a negation is right on some members, never on all
(ScoNe, She et al. 2023; contrast consistency over larger sets, Gardner et al. 2020).
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from litgen.evaluation.answers import Answers
from litgen.evaluation.columns import NONE, Codes, Columns, Mask
from litgen.statistics.intervals import Share, share

THRESHOLDS = (50, 75, 90, 100)  #: shares of versions that must be right, in per cent


class FamilyConsistency(NamedTuple):
    """The results of one model on the families of a suite."""

    model: str
    suite: str
    families: int
    pairs: int  #: number of contrast pairs in the families
    accuracy: Share  #: accuracy on these pairs
    all_right: Share  #: share of families with every pair right
    constant: str  #: the label that gets the most families all right if always predicted
    by_constant: Share  #: share of families in which this label is right for every pair


class PatternAccuracy(NamedTuple):
    """The results of one model on originals with several versions."""

    model: str
    versions: str  #: which versions: ``label kept``, ``all``, or ``meaning kept`` (single texts)
    families: int  #: number of originals with two or more versions
    pairs: int  #: number of versions of these originals
    accuracy: Share  #: accuracy on these versions
    reached: Mapping[str, Share]  #: pattern accuracy by threshold in per cent


def family_consistency(models: Sequence[Answers], columns: Columns) -> Iterator[FamilyConsistency]:
    """Yield every model's consistency on the families of each suite that has families."""
    for code, suite in enumerate(columns.suites):
        rows = np.flatnonzero((columns.suite == code) & (columns.family != NONE))
        if not rows.size:
            continue
        _, first, of = np.unique(columns.family[rows], return_index=True, return_inverse=True)
        unit = columns.unit[rows][first]

        def whole(so: Mask, of: Codes = of, unit: Codes = unit) -> Share:
            return share(np.bincount(of, weights=~so, minlength=unit.size) == 0, unit)

        for answers in models:
            gold, right = answers.gold[rows], answers.right[rows]
            constant = {label: whole(gold == number) for number, label in enumerate(answers.labels)}
            best = max(constant, key=lambda label: constant[label].value)
            yield FamilyConsistency(
                answers.name,
                suite or "no suite",
                int(first.size),
                int(rows.size),
                share(right, columns.unit[rows]),
                whole(right),
                best,
                constant[best],
            )


def pattern_accuracy(
    model: str, versions: str, right: Mask, family: Codes, unit: Codes | None = None
) -> PatternAccuracy | None:
    """Return the pattern accuracy of a model, or None if no original has two or more versions.

    Args:
        right: whether each version is answered right.
        family: code of each version's original.
        unit: code of each version's cluster, for intervals; by default the original.

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
    _, first, of = np.unique(family[rows], return_index=True, return_inverse=True)
    hits, size = np.bincount(of, weights=right[rows]), np.bincount(of)
    reached = {
        str(threshold): share(100 * hits >= threshold * size, unit[rows][first])
        for threshold in THRESHOLDS
    }
    accuracy = share(right[rows], unit[rows])
    return PatternAccuracy(model, versions, int(size.size), int(rows.size), accuracy, reached)


def patterns(models: Sequence[Answers], columns: Columns) -> Iterator[PatternAccuracy]:
    """Yield the pattern accuracy of every model over the versions of each source pair.

    For each model, the first result is for versions that keep the label (*label kept*), the second
    for *all* versions with a label, except for corrupted pairs and new pairs.
    """
    whole = (columns.original_gold != NONE) & ~columns.corrupted
    kept = whole & (columns.gold == columns.original_gold)
    which = {"label kept": kept} | ({"all": whole} if (kept != whole).any() else {})
    for answers in models:
        for name, rows in which.items():
            found = pattern_accuracy(
                answers.name, name, answers.right[rows], columns.pair[rows], columns.unit[rows]
            )
            if found is not None:
                yield found
