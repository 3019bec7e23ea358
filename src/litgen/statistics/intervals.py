"""Confidence intervals for shares."""

import math
from statistics import NormalDist
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from litgen.statistics.sample import PairedSample

_UNSEEN = 6.0  #: rare items to add, in whole units, to those observed (docs/statistics.md)


class Share(NamedTuple):
    hits: int  #: number of hits
    n: int  #: number of all items
    low: float  #: lower end of the interval; nan if ``n`` is 0
    high: float  #: upper end of the interval

    @property
    def value(self) -> float:
        """The share; nan if ``n`` is 0."""
        return self.hits / self.n if self.n else math.nan


def wilson(count: float, n: float, level: float = 0.95) -> tuple[float, float]:
    """Return the bounds of the Wilson score interval for a share (Wilson 1927); nan if n is 0.

    Example:
        >>> [round(end, 4) for end in wilson(8, 10)]
        [0.4902, 0.9433]
    """
    if not 0 <= count <= n:
        raise ValueError(f"{count} of {n} is not a share")
    if not n:
        return math.nan, math.nan
    z = NormalDist().inv_cdf((1 + level) / 2)
    p, square = count / n, z * z / n
    middle = (p + square / 2) / (1 + square)
    reach = z * math.sqrt(p * (1 - p) / n + square / n / 4) / (1 + square)
    return max(0.0, middle - reach), min(1.0, middle + reach)


def share(right: ArrayLike, unit_of: ArrayLike | None = None) -> Share:
    """Return a share with Wilson's interval, for the effective number of items if they share units.

    Args:
        right: 1 (right) or 0 (wrong), one entry per item.
        unit_of: the unit of each item, such as its premise; by default each item is its own unit.

    Example:
        >>> alone, together = share([1, 1, 0, 0]), share([1, 1, 0, 0], unit_of=[0, 0, 1, 1])
        >>> together.high - together.low > alone.high - alone.low
        True
    """
    values = np.asarray(right).astype(np.int64)
    count, n = int(values.sum()), int(values.size)
    effective = float(n) if unit_of is None else effective_size(values, unit_of)
    scaled = count / n * effective if n else 0.0
    return Share(count, n, *wilson(scaled, effective))


def effective_size(values: ArrayLike, unit_of: ArrayLike) -> float:
    """Return the number of independent items that would be equally informative about a share.

    n is divided by the design effect (``PairedSample.inflation``; Kish 1965). With few units, whose
    design effect is uncertain, n is reduced further by the squared ratio of the quantiles of the t
    and the normal distributions (Korn and Graubard 1998).
    """
    from scipy.special import stdtrit

    items = np.asarray(values, dtype=float)
    if 2 * items.sum() > items.size:  # count the rarer of right and wrong
        items = 1 - items
    sample = PairedSample.of_pairs(items, np.zeros(items.size), unit_of)
    if sample.groups == sample.n:
        return float(sample.n)
    widened = float(stdtrit(sample.freedom, 0.975)) / NormalDist().inv_cdf(0.975)
    return sample.n / sample.inflation(_UNSEEN) / widened**2


class Estimate(NamedTuple):
    """An estimate with its confidence interval."""

    value: float
    low: float
    high: float


def stratified_share(hits: ArrayLike, drawn: ArrayLike, sizes: ArrayLike) -> Estimate:
    """Estimate a population share from independent draws in each stratum, weighted by size.

    The interval is Wilson's for the effective number of draws, which is the size of a simple random
    sample with the same variance. The variance of a stratum uses (hits + 1) / (drawn + 2) as its
    share, so that a stratum with only hits is not treated as known.

    Args:
        hits: for each stratum, the number of hits among its draws.
        drawn: for each stratum, the number of draws; at least 1.
        sizes: the size of each stratum.

    Example:
        >>> found = stratified_share([45, 10], [50, 50], [900, 100])
        >>> round(found.value, 2)  # 0.9 * 0.9 + 0.1 * 0.2
        0.83
    """
    x, n, size = (np.asarray(each, dtype=float) for each in (hits, drawn, sizes))
    if not n.size:
        return Estimate(math.nan, math.nan, math.nan)
    if (n < 1).any() or (x > n).any():
        raise ValueError("each stratum needs a draw and at most as many hits as draws")
    weight = size / size.sum()
    value = float(weight @ (x / n))
    smooth = (x + 1) / (n + 2)
    middle = float(weight @ smooth)
    effective = middle * (1 - middle) / float(weight**2 @ (smooth * (1 - smooth) / n))
    return Estimate(value, *wilson(value * effective, effective))
