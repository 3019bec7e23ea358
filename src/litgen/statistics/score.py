"""Tests and intervals for a paired difference, from its distribution under the hypothesis.

A *flip* is a pair on which only one side is right. If flips happen to be few, the standard error
estimated from them is too small. As in Tango's score test (1998), the test therefore uses the n d
flips that a true difference d leads one to expect. It sums the tail of the distribution
of the difference, without a normal approximation, and uses the most likely share of opposite flips
(an estimated p-value: Lloyd 2008).
"""

import math
from collections.abc import Callable
from statistics import NormalDist
from typing import NamedTuple

import numpy as np

from litgen.exceptions import UsageError
from litgen.statistics.sample import PRIOR, PairedSample


def score_p(sample: PairedSample, difference: float, cautious: bool = False) -> float:
    """Return the one-sided p of the hypothesis that the true difference is at least ``difference``.

    If pairs share units, the design effect reduces the size of the sample, and the tail is that of
    the t distribution with the degrees of freedom of units of these sizes.

    Args:
        difference: the hypothetical difference, between -1 and 1.
        cautious: whether to assume that unobserved flips affect whole units more often than
            observed flips do, especially if units are unequal.

    Example:
        >>> round(score_p(PairedSample.of_counts(200, 0, 0), 0.02), 4), round(0.98**200, 4)
        (0.0176, 0.0176)
    """
    from scipy.special import ndtri, stdtr

    unseen = PRIOR
    if cautious:
        even = sample.effective_units / sample.groups
        unseen += (1 - 0.75 * even) * abs(sample.n * difference - sample.total)
    effect = sample.inflation(unseen)
    if sample.absolute:  # fractions vary less than flips
        effect *= sample.squares / sample.absolute
    n, net = sample.n / effect, sample.total / effect
    sign = -1 if difference < 0 else 1
    p = _tail(n, sample.absolute / effect, sign * net, sign * difference, above=sign < 0)
    if sample.groups == sample.n:
        return p
    return float(stdtr(sample.freedom, ndtri(p)))


def difference_interval(sample: PairedSample) -> tuple[float, float]:
    """Return the ends of the 95 % interval of differences that ``score_p`` does not reject.

    The ends are between -1 and 1; they are nan for fewer than two units.

    Example:
        >>> low, high = difference_interval(PairedSample.of_counts(n=1000, lost=40, gained=12))
        >>> round(low, 4), round(high, 4)
        (0.0138, 0.0435)
    """
    if sample.groups < 2:
        return math.nan, math.nan
    return -upper_end(sample.swapped(), 0.025), upper_end(sample, 0.025)


def upper_end(sample: PairedSample, alpha: float, cautious: bool = False) -> float:
    """Return the largest difference that the one-sided ``score_p`` does not reject at a level."""
    return _boundary(lambda d: score_p(sample, d, cautious) - alpha, sample.difference)


def _boundary(excess: Callable[[float], float], start: float) -> float:
    """Return where a function, positive at ``start``, turns negative, or 1 if it does not."""
    from scipy.optimize import brentq

    if excess(1.0) > 0 or excess(start) <= 0:
        return 1.0 if excess(1.0) > 0 else start
    return float(brentq(excess, start, 1.0, xtol=1e-7))


def _tail(n: float, discordant: float, net: float, difference: float, above: bool) -> float:
    """Return P(L - G <= net), or >= if above, for L lost, G gained and a true difference >= 0."""
    from scipy.special import betainc, gammaln, xlog1py, xlogy

    gained = (discordant - net) / 2
    b = discordant + difference * (net - 2 * n)
    root = math.sqrt(max(b * b + 8 * n * gained * difference * (1 - difference), 0.0))
    q = min(max((b + root) / (4 * n), 0.0), (1 - difference) / 2)  # share of G; Tango (1998)
    reach = 9 * math.sqrt(n * q * (1 - q)) + 9
    g = np.arange(max(0, math.floor(n * q - reach)), math.floor(min(n, n * q + reach)) + 1)
    choices = gammaln(n + 1) - gammaln(g + 1) - gammaln(n - g + 1)
    weight = np.exp(choices + xlogy(g, q) + xlog1py(n - g, -q))
    chance = min((q + difference) / (1 - q), 1.0) if q < 1 else 0.0
    lost = net + g
    first, second = lost, n - g - lost + 1
    if not above:
        first, second, chance = n - g - lost, lost + 1, 1 - chance
    tail = np.where(
        first <= 0, 1.0, betainc(np.maximum(first, 1e-9), np.maximum(second, 1e-9), chance)
    )
    tail = np.where((first > 0) & (second <= 0), 0.0, tail)
    return float(min(1.0, weight @ tail / weight.sum()))


class Equivalence(NamedTuple):
    """The result of two one-sided tests of a difference in accuracy."""

    p: float | None  #: p-value of a difference at or beyond the margin; None without a margin
    low: float  #: lower end of the interval, of level 1 - 2 alpha, that must be within the margin
    high: float  #: upper end of the interval
    margin: float | None  #: largest difference that counts as none
    remark: str | None = None  #: a remark on the sample


def equivalence(
    sample: PairedSample, margin: float | None = None, alpha: float = 0.05
) -> Equivalence:
    """Test whether the two sides differ by less than a margin chosen in advance.

    The test consists of two one-sided tests (Schuirmann 1987) with the cautious ``score_p``. p is
    the larger of the two values, but at least the p of the same units without flips, so that more
    flips never make equivalence more likely.

    Args:
        margin: a difference in accuracy, between 0 and 1; None to return only the interval.
        alpha: level of each one-sided test.

    Raises:
        UsageError: the margin is not between 0 and 1.

    Example:
        >>> found = equivalence(PairedSample.of_counts(n=1000, lost=20, gained=18), margin=0.02)
        >>> found.p < 0.05, round(found.low, 4), round(found.high, 4)
        (True, -0.0089, 0.013)
    """
    if margin is not None and not 0 < margin < 1:
        raise UsageError(f"--margin {margin}: the value must be between 0 and 1")
    if sample.groups < 2:
        p = None if margin is None else 1.0
        return Equivalence(p, math.nan, math.nan, margin, "fewer than two premises")
    swapped = sample.swapped()
    high, low = upper_end(sample, alpha, True), -upper_end(swapped, alpha, True)
    min_end = _boundary(lambda d: _nothing_flips(sample, d) - alpha, 0.0)
    if max(-low, high) < min_end:  # no sample may be more convincing than one without flips
        low, high = -min_end, min_end
    if margin is None:
        return Equivalence(None, low, high, None)
    p = max(cautious_p(sample, margin), cautious_p(swapped, margin))
    remark = None
    if _nothing_flips(sample, margin) >= alpha:
        points = "1 point" if margin == 0.01 else f"{100 * margin:g} points"
        remark = f"too few premises for a margin of {points}"
    return Equivalence(p, low, high, margin, remark)


def cautious_p(sample: PairedSample, difference: float) -> float:
    """Return one of the p-values of ``equivalence``: that of at least ``difference``."""
    return max(score_p(sample, difference, cautious=True), _nothing_flips(sample, difference))


def _nothing_flips(sample: PairedSample, difference: float) -> float:
    """Return the p-value that the same units would have without flips."""
    if difference < 0:
        return 0.0
    nothing = PairedSample(sample.sizes, 0 * sample.differences, sample.units, 0)
    return score_p(nothing, difference)


def detectable_effect(
    n: float, discordance: float, alpha: float = 0.05, power: float = 0.8
) -> float | None:
    """Return the smallest difference in accuracy that n pairs can show with a given power.

    The formula is that of McNemar's two-sided test: n = (z_a sqrt(psi) + z_b sqrt(psi -
    delta^2))^2 / delta^2, solved for delta (Connor 1987; Miettinen 1968). The discordance is at
    least the difference: if fewer flips were observed, all are assumed to have one direction, and
    there must be as many as McNemar's exact test needs.

    Args:
        n: number of pairs, or the effective number if pairs share premises.
        discordance: the share of pairs that are right on one side only (psi).
        alpha: significance level, after correction.
        power: probability of detecting the difference.

    Returns:
        The difference in accuracy, or None if there are too few pairs to show any difference.

    Example:
        >>> round(detectable_effect(1000, 0.1), 4), round(detectable_effect(1000, 0), 4)
        (0.028, 0.0079)
    """
    from scipy.special import betaincinv

    if n <= 0:
        return None
    a, b = NormalDist().inv_cdf(1 - alpha / 2), NormalDist().inv_cdf(power)
    # (sqrt(n) d - a sqrt(psi))^2 = b^2 (psi - d^2), a quadratic in d; b has the sign of the root.
    inside = n - a * a + b * b
    if discordance > 0 and inside >= 0:
        delta = math.sqrt(discordance) * (a * math.sqrt(n) + b * math.sqrt(inside)) / (n + b * b)
        if 0 < delta <= discordance:
            return delta
    flips = math.floor(1 - math.log2(alpha)) + 1  # fewest flips with 2^(1 - flips) < alpha
    if n < flips:
        return None
    return max(discordance, float(betaincinv(flips, n - flips + 1, power)))
