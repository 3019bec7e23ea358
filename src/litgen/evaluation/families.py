"""Consistency over families: whether every contrast of one edit of one sentence is answered right.

A model that only notices that there is a negation is right on some contrasts of a family, never on
all (ScoNe, She et al. 2023; contrast consistency over larger sets, Gardner et al. 2020).
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from litgen.evaluation.answers import Answers
from litgen.evaluation.columns import NONE, Columns
from litgen.statistics import Share, share


class FamilyConsistency(NamedTuple):
    """The results of one model on the families of a suite."""

    model: str
    suite: str
    families: int
    pairs: int  #: number of contrast pairs in the families
    accuracy: Share  #: accuracy on these pairs
    all_right: Share  #: share of families with every pair right
    #: the label that, if always predicted, is right on the most whole families; and on how many
    constant: str
    by_constant: Share


def family_consistency(models: Sequence[Answers], columns: Columns) -> Iterator[FamilyConsistency]:
    """Yield the consistency of every model over the families of each suite that has families."""
    for code, suite in enumerate(columns.suites):
        rows = np.flatnonzero((columns.suite == code) & (columns.family != NONE))
        if not rows.size:
            continue
        _, first, of = np.unique(columns.family[rows], return_index=True, return_inverse=True)
        unit = columns.unit[rows][first]

        def whole(so: np.ndarray, of: np.ndarray = of, unit: np.ndarray = unit) -> Share:
            wrong = np.bincount(of, weights=~so, minlength=unit.size)
            return share(wrong == 0, unit)

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
