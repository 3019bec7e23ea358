"""Calibration: whether a model is right as often as its probabilities say.

The expected calibration error (ECE) of Guo et al. (2017, section 3): the probabilities of the
predicted labels are put into bins of equal width; the error is the mean over bins of the absolute
difference between mean probability and accuracy, weighted by the bin's share of the pairs.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from litgen.evaluation.answers import Floats
from litgen.evaluation.assessment import Assessment
from litgen.evaluation.columns import Mask
from litgen.evaluation.contrasts import slices

#: Number of bins, as in Guo et al. (2017).
BINS = 15
#: The names of the parts for the two sides; other parts are the slices of ``all``.
ORIGINALS, CONTRASTS = "originals", "contrasts"


class Bin(NamedTuple):
    """Pairs whose predicted label has a probability above ``low`` and at most ``high``."""

    low: float  #: the lower edge
    high: float  #: the upper edge
    n: int  #: number of pairs, at least one
    confidence: float  #: mean probability of the predicted label
    accuracy: float  #: share of right predictions


class Calibration(NamedTuple):
    """The calibration of a model on some pairs."""

    model: str  #: its name
    #: ``originals`` (distinct ones), ``contrasts`` (all but corruptions), or a slice of ``all``
    #: such as ``label kept``
    part: str
    n: int  #: pairs
    error: float  #: the expected calibration error
    excess: float  #: mean probability of the predicted label minus accuracy; overconfident above 0
    bins: tuple[Bin, ...]  #: the nonempty bins


def calibrations(assessment: Assessment) -> list[Calibration]:
    """The calibration of every model with probabilities for all pairs, on every part."""
    columns = assessment.columns
    parts = [each for each in slices(columns, assessment.infos) if each.by == "all"]
    sides = [(CONTRASTS, np.flatnonzero(~columns.corrupted))]
    sides += [(each.name, each.rows) for each in parts]
    found = []
    for answers in assessment.models:
        before = answers.original_confidence[columns.first_of_pair]
        if np.isnan(answers.confidence).any() or np.isnan(before).any():
            continue
        rights = answers.original_right[columns.first_of_pair]
        every = [(ORIGINALS, before, rights)]
        every += [(name, answers.confidence[rows], answers.right[rows]) for name, rows in sides]
        found += [calibrate(answers.name, *each) for each in every if each[1].size]
    return found


def calibrate(model: str, part: str, confidence: Floats, right: Mask) -> Calibration:
    """Compute the calibration of probabilities against right answers.

    Example:
        >>> found = calibrate("m", "all", np.array([0.9, 0.9, 0.5]), np.array([True, False, True]))
        >>> round(found.error, 4), round(found.excess, 4)  # (2 * 0.4 + 1 * 0.5) / 3
        (0.4333, 0.1)
    """
    bins = tuple(_bins(confidence, right))
    n = int(confidence.size)
    error = sum(each.n / n * abs(each.accuracy - each.confidence) for each in bins)
    return Calibration(model, part, n, error, float(confidence.mean() - right.mean()), bins)


def _bins(confidence: Floats, right: Mask) -> Iterator[Bin]:
    place = np.clip(np.ceil(confidence * BINS).astype(int) - 1, 0, BINS - 1)
    for at in np.unique(place).tolist():
        here = place == at
        yield Bin(
            at / BINS, (at + 1) / BINS, int(here.sum()),
            float(confidence[here].mean()), float(right[here].mean()),
        )  # fmt: skip
