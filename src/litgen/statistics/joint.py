"""Jointly test many paired comparisons on the same pairs, however they depend on each other."""

import math
from typing import NamedTuple

import numpy as np
from numpy.random import Generator
from numpy.typing import ArrayLike, NDArray

from litgen.exceptions import UsageError

Floats = NDArray[np.float64]

_BLOCK = 4_000_000  #: maximum number of weights drawn at a time, to limit memory
#: Statistics are rounded before comparison, since equal values can differ in their last bits.
_DECIMALS = 8
#: Mammen's (1993) weights and the probability of the first; their mean is 0, their second and third
#: moments are 1, and the square of each weight is the weight plus 1.
_WEIGHTS = ((1 - math.sqrt(5)) / 2, (1 + math.sqrt(5)) / 2)
_FIRST = (math.sqrt(5) + 1) / (2 * math.sqrt(5))


class JointTest(NamedTuple):
    """A joint test of several hypotheses."""

    p: float  #: p-value for all hypotheses together: the smallest of ``adjusted``
    adjusted: tuple[float, ...]  #: p-value of each hypothesis, corrected for all of them
    #: for each hypothesis, the sum of the differences divided by the root of the sum of their
    #: squares
    statistics: tuple[float, ...]
    units: int  #: number of units with a nonzero difference; others have no effect
    #: number of units with a nonzero difference, for the hypothesis with the fewest (at least one)
    fewest: int
    signs: bool  #: whether the weights were signs; otherwise, they preserved the skewness
    min_p: float  #: smallest possible p-value


def joint_test(differences: ArrayLike, rng: Generator, replicates: int = 20_000) -> JointTest:
    """Test the hypotheses that each of several paired differences on the same units has mean zero.

    The largest absolute statistic is compared with its distribution when every unit has a random
    weight, the same for all hypotheses, so that their dependence is preserved: the single-step maxT
    method of Westfall and Young (1993, section 2.3; under dependence also Romano and Wolf 2005).
    The statistic is Student's t before centring (Efron 1969): for single pairs, the square root of
    McNemar's statistic; for units of several pairs, that of the statistic of Yang, Sun and Hardin
    (2010). If all nonzero differences have the same size, as for single pairs, a mean of zero makes
    them symmetric. The weights are then signs, and the level is exact for one hypothesis and for
    several whose units can be exchanged together. Sums over pairs that share a premise may be
    skewed even if their mean is zero. The weights are then Mammen's (1993), which preserve the
    third moment, and the level is asymptotic.

    Args:
        differences: the number of correct predictions of the first side minus that of the second,
            with one row per unit and one column per hypothesis.

    Raises:
        UsageError: ``replicates`` is below 1.
        ValueError: ``differences`` is not two-dimensional, or has an entry that is not finite.

    Example:
        >>> differences = np.zeros((100, 3))
        >>> differences[:12, 0] = differences[:4, 1] = 1
        >>> found = joint_test(differences, np.random.default_rng(0))
        >>> found.p < 0.002, [p < 0.05 for p in found.adjusted]
        (True, [True, False, False])
    """
    if replicates < 1:
        raise UsageError(f"--replicates {replicates}: the value must be at least 1")
    values = np.asarray(differences, dtype=float)
    if values.ndim != 2 or not np.isfinite(values).all():
        raise ValueError("differences must be finite, one row per unit, one column per hypothesis")
    values = values[values.any(axis=1)]
    signs = np.unique(np.abs(values[values != 0])).size < 2
    scale = np.sqrt((values**2).sum(axis=0))
    shares = values / np.where(scale > 0, scale, 1.0)
    observed = np.round(shares.sum(axis=0), _DECIMALS)
    drawn = np.sort(_largest(shares, signs, rng, replicates))
    reached = replicates - np.searchsorted(drawn, np.abs(observed), side="left")
    adjusted = (reached + 1) / (replicates + 1)
    counts = np.count_nonzero(values, axis=0)
    first = 0.5 if signs else _FIRST
    return JointTest(
        float(adjusted.min(initial=1.0)),
        tuple(map(float, adjusted)),
        tuple(map(float, observed)),
        len(values),
        int(counts[counts > 0].min(initial=len(values))),
        signs,
        min(1.0, first ** len(values) + (1 - first) ** len(values)),  # all weights are equal
    )


def _largest(shares: Floats, signs: bool, rng: Generator, replicates: int) -> Floats:
    units = len(shares)
    if not shares.size:
        return np.zeros(replicates)
    low, high, first = (-1.0, 1.0, 0.5) if signs else (*_WEIGHTS, _FIRST)
    squares, found = shares**2, []
    for start in range(0, replicates, size := max(1, _BLOCK // units)):
        rows = min(size, replicates - start)
        weights = np.where(rng.random((rows, units), dtype=np.float32) < first, low, high)
        sums = np.abs(weights @ shares)
        if not signs:  # the square of each weight is the weight plus 1
            spread = np.maximum(weights @ squares + squares.sum(axis=0), 1e-12)
            sums /= np.sqrt(spread)
        found.append(sums.max(axis=1))
    return np.round(np.concatenate(found), _DECIMALS)
