"""Calibration: whether a model is right as often as its probabilities imply.

The expected calibration error (ECE) of Guo et al. (2017, section 3) is the mean, over bins of equal
width, of the absolute difference between mean probability and accuracy, weighted by the number of
pairs.
"""

from typing import NamedTuple

import numpy as np

from litgen.evaluation.answers import Floats
from litgen.evaluation.assessment import Assessment
from litgen.evaluation.columns import Mask
from litgen.evaluation.contrasts import slices

BINS = 15  #: Number of bins, as in Guo et al. (2017).
ORIGINALS, CONTRASTS = "originals", "contrasts"  #: parts other than the slices by ``all``


class Bin(NamedTuple):
    """Pairs whose predicted label has a probability above ``low`` and at most ``high``."""

    low: float
    high: float
    n: int  #: number of pairs, at least one
    confidence: float  #: mean probability of the predicted label
    accuracy: float  #: share of right predictions


class Calibration(NamedTuple):
    """The calibration of a model on some pairs."""

    model: str
    part: str  #: ``originals``, ``contrasts`` (without corruptions), or a slice of ``all``
    n: int  #: number of pairs
    error: float  #: the expected calibration error
    excess: float  #: mean probability of the predicted label minus accuracy; if > 0, overconfident
    bins: tuple[Bin, ...]  #: the nonempty bins


def calibrations(assessment: Assessment) -> list[Calibration]:
    """Return, for each part, the calibration of every model with probabilities for all pairs."""
    columns = assessment.columns
    sides = [(CONTRASTS, np.flatnonzero(~columns.corrupted))]
    sides += [(name, rows) for by, name, rows in slices(columns, assessment.infos) if by == "all"]
    found = []
    for answers in assessment.models:
        before = answers.original_confidence[columns.first_of_pair]
        if np.isnan(answers.confidence).any() or np.isnan(before).any():
            continue
        every = [(ORIGINALS, before, answers.original_right[columns.first_of_pair])]
        every += [(name, answers.confidence[rows], answers.right[rows]) for name, rows in sides]
        found += [calibrate(answers.name, *each) for each in every if each[1].size]
    return found


def calibrate(model: str, part: str, confidence: Floats, right: Mask) -> Calibration:
    """Compute how closely the probabilities match the shares of right answers.

    Example:
        >>> found = calibrate("m", "all", np.array([0.9, 0.9, 0.5]), np.array([True, False, True]))
        >>> round(found.error, 4), round(found.excess, 4)  # (2 * 0.4 + 1 * 0.5) / 3
        (0.4333, 0.1)
    """
    place = np.clip(np.ceil(confidence * BINS).astype(int) - 1, 0, BINS - 1)
    bins = []
    for at in np.unique(place).tolist():
        here = place == at
        means = float(confidence[here].mean()), float(right[here].mean())
        bins.append(Bin(at / BINS, (at + 1) / BINS, int(here.sum()), *means))
    n = int(confidence.size)
    error = sum(each.n / n * abs(each.accuracy - each.confidence) for each in bins)
    excess = float(confidence.mean() - right.mean())
    return Calibration(model, part, n, error, excess, tuple(bins))
