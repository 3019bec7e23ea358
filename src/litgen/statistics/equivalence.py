"""Equivalence of both sides of a paired sample: two one-sided tests."""

from __future__ import annotations

import math
from typing import NamedTuple

from litgen.exceptions import UsageError
from litgen.statistics.sample import PairedSample
from litgen.statistics.score import boundary, score_p


class Equivalence(NamedTuple):
    """Two one-sided tests of the difference of accuracies."""

    #: of a difference at or beyond the margin, the larger of the two tests'; None where no
    #: margin is given
    p: float | None
    low: float  #: lower end of the interval that must lie within the margin: of level 1 - 2 alpha
    high: float  #: its upper end
    margin: float | None  #: the largest difference that counts as none
    remark: str | None = None  #: what is special about the sample


def equivalence(
    sample: PairedSample, margin: float | None = None, alpha: float = 0.05
) -> Equivalence:
    """Test whether both sides differ by less than a margin that was chosen beforehand.

    Two one-sided tests (Schuirmann 1987) by ``score_p``, cautiously. No sample is more convincing
    than one of the same units in which nothing flips: its p bounds p from below, so that more flips
    to one side, or to both, never make equivalence likelier.

    Args:
        sample: right answers of both sides.
        margin: in accuracy, between 0 and 1; the interval alone is given without one.
        alpha: level of each one-sided test.

    Raises:
        UsageError: the margin is not between 0 and 1.

    Example:
        >>> found = equivalence(PairedSample.of_counts(n=1000, lost=20, gained=18), margin=0.02)
        >>> found.p < 0.05, round(found.low, 4), round(found.high, 4)
        (True, -0.0089, 0.013)
    """
    if margin is not None and not 0 < margin < 1:
        raise UsageError(f"--margin {margin}: a difference of accuracies lies between 0 and 1")
    if sample.groups < 2:
        p = None if margin is None else 1.0
        return Equivalence(p, math.nan, math.nan, margin, "fewer than two premises")
    swapped = sample.swapped()
    high = boundary(lambda d: score_p(sample, d, cautious=True) - alpha, sample.difference)
    low = -boundary(lambda d: score_p(swapped, d, cautious=True) - alpha, swapped.difference)
    least = boundary(lambda d: _nothing_flips(sample, d) - alpha, 0.0)
    if max(-low, high) < least:  # no sample is more convincing than one without flips
        low, high = -least, least
    if margin is None:
        return Equivalence(None, low, high, None)
    p = max(cautious_p(sample, margin), cautious_p(swapped, margin))
    remark = None
    if _nothing_flips(sample, margin) >= alpha:
        points = "1 point" if margin == 0.01 else f"{100 * margin:g} points"
        remark = f"too few premises for a margin of {points}"
    return Equivalence(p, low, high, margin, remark)


def cautious_p(sample: PairedSample, difference: float) -> float:
    """The one-sided p of a true difference of ``difference`` or more, for claims of equivalence.

    Example:
        >>> few = [PairedSample.of_counts(200, lost, 0) for lost in (0, 1, 2)]
        >>> [round(cautious_p(sample, 0.02), 3) for sample in few]
        [0.018, 0.089, 0.235]
    """
    return max(score_p(sample, difference, cautious=True), _nothing_flips(sample, difference))


def _nothing_flips(sample: PairedSample, difference: float) -> float:
    """The p of the same units if nothing flipped."""
    if difference < 0:
        return 0.0
    nothing = PairedSample(sample.sizes, 0 * sample.differences, sample.units, 0)
    return score_p(nothing, difference)
