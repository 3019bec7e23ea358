"""Equivalence of both sides of a paired sample: two one-sided tests."""

from __future__ import annotations

import math
from typing import NamedTuple

from litgen.exceptions import UsageError
from litgen.statistics.bootstrap import exact_bound
from litgen.statistics.sample import PairedSample


class Equivalence(NamedTuple):
    """Two one-sided tests of the difference of accuracies.

    Attributes:
        p: of a difference at or beyond the margin, the larger of the two tests'; None where no
            margin is given.
        low: lower end of the interval that must lie within the margin: of level 1 - 2 alpha.
        high: its upper end.
        margin: the largest difference that counts as none.
        remark: what is special about the sample.
    """

    p: float | None
    low: float
    high: float
    margin: float | None
    remark: str | None = None


def equivalence(
    sample: PairedSample, margin: float | None = None, alpha: float = 0.05
) -> Equivalence:
    """Test whether both sides differ by less than a margin that was chosen beforehand.

    Two one-sided paired t-tests (Schuirmann 1987); the standard error is robust to what pairs of
    one unit share, with one degree of freedom less than there are units. Where no pair is
    discordant a t-test has nothing to go by; then the share of discordant pairs, which bounds the
    difference, is bounded exactly.

    Args:
        sample: right answers of both sides.
        margin: in accuracy, between 0 and 1; the interval alone is given without one.
        alpha: level of each one-sided test.

    Raises:
        UsageError: the margin is not between 0 and 1.

    Example:
        >>> found = equivalence(PairedSample.of_counts(n=1000, lost=20, gained=18), margin=0.02)
        >>> found.p < 0.05, round(found.low, 4), round(found.high, 4)
        (True, -0.0082, 0.0122)
    """
    from scipy.special import stdtr, stdtrit

    if margin is not None and not 0 < margin < 1:
        raise UsageError(f"--margin {margin}: a difference of accuracies lies between 0 and 1")
    if sample.groups < 2:
        return Equivalence(
            None if margin is None else 1.0, math.nan, math.nan, margin, "fewer than two premises"
        )
    if not sample.discordant:
        bound = exact_bound(sample.groups, alpha)
        p = None if margin is None else float((1 - margin) ** sample.groups)
        return Equivalence(p, -bound, bound, margin, "no discordant pairs")
    se, freedom = sample.standard_error, sample.groups - 1
    remark = None
    if se < 1e-12:  # all units alike, by chance: what their pairs show is the safer measure
        se, remark = sample.naive_error, "every premise differs alike"
    if se < 1e-12:
        p = None if margin is None else 1.0
        return Equivalence(p, sample.difference, sample.difference, margin, remark)
    reach = float(stdtrit(freedom, 1 - alpha)) * se
    p = None
    if margin is not None:
        below = float(stdtr(freedom, -(sample.difference + margin) / se))
        above = float(stdtr(freedom, (sample.difference - margin) / se))
        p = max(below, above)
    return Equivalence(p, sample.difference - reach, sample.difference + reach, margin, remark)
