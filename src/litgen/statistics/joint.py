"""Many paired comparisons on the same pairs as one hypothesis, whatever their dependence."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.random import Generator
from numpy.typing import ArrayLike, NDArray

from litgen.exceptions import UsageError

Floats = NDArray[np.float64]

#: Signs that are drawn at a time; bounds the memory.
_BLOCK = 8_000_000
#: Statistics are rounded before they are compared: equal values can differ in their last bits.
_DECIMALS = 8


class JointTest(NamedTuple):
    """A test of several hypotheses together.

    Attributes:
        p: of all hypotheses together: the smallest of ``adjusted``.
        adjusted: of each hypothesis, corrected for all of them.
        statistics: of each, its sum of differences over their root sum of squares.
        units: in which some difference is not 0; the sign flips of the others change nothing.
        replicates: how many were drawn.
    """

    p: float
    adjusted: tuple[float, ...]
    statistics: tuple[float, ...]
    units: int
    replicates: int


def joint_sign_flips(differences: ArrayLike, rng: Generator, replicates: int = 20_000) -> JointTest:
    """Test that several paired differences, measured on the same units, are all zero.

    The largest absolute statistic is compared with its distribution where both sides of every unit
    are exchanged with probability one half, for all hypotheses at once, so that their dependence
    stays as it is: the single-step maxT method of Westfall and Young (1993, section 2.3; under
    dependence also Romano and Wolf 2005). The statistic is Student's t before centring (Efron
    1969), of single pairs the root of McNemar's, of units of several pairs that of Yang, Sun and
    Hardin (2010). The level is exact, however few the units, where both sides of the units are
    exchangeable, and asymptotic where only their means are equal.

    Args:
        differences: one row a unit, one column a hypothesis; right answers of the first side less
            those of the second.
        rng: where the signs come from.
        replicates: how many.

    Raises:
        UsageError: ``replicates`` is below 1.
        ValueError: ``differences`` has not two dimensions, or holds what is no finite number.

    Example:
        >>> differences = np.zeros((100, 3))
        >>> differences[:12, 0] = differences[:6, 1] = 1
        >>> found = joint_sign_flips(differences, np.random.default_rng(0))
        >>> found.p < 0.002, [p < 0.05 for p in found.adjusted]
        (True, [True, False, False])
    """
    if replicates < 1:
        raise UsageError(f"--replicates {replicates}: a test by resampling needs at least 1")
    values = np.asarray(differences, dtype=float)
    if values.ndim != 2 or not np.isfinite(values).all():
        raise ValueError("differences need one row a unit, one column a hypothesis, all finite")
    values = values[values.any(axis=1)]
    scale = np.sqrt((values**2).sum(axis=0))
    shares = values / np.where(scale > 0, scale, 1.0)
    observed = np.round(shares.sum(axis=0), _DECIMALS)
    drawn = np.sort(_largest(shares, rng, replicates)) if values.size else np.zeros(replicates)
    reached = replicates - np.searchsorted(drawn, np.abs(observed), side="left")
    adjusted = (reached + 1) / (replicates + 1)
    return JointTest(
        float(adjusted.min(initial=1.0)),
        tuple(map(float, adjusted)),
        tuple(map(float, observed)),
        len(values),
        replicates,
    )


def _largest(shares: Floats, rng: Generator, replicates: int) -> Floats:
    """The largest absolute statistic of every replicate."""
    units = len(shares)
    found = []
    for start in range(0, replicates, size := max(1, _BLOCK // units)):
        rows = min(size, replicates - start)
        bits = np.unpackbits(rng.integers(0, 256, (rows, -(-units // 8)), dtype=np.uint8), axis=1)
        signs = 1.0 - 2.0 * bits[:, :units]
        found.append(np.abs(signs @ shares).max(axis=1))
    return np.round(np.concatenate(found), _DECIMALS)
