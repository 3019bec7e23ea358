"""Bootstrap a paired sample by drawing the count of each kind of unit, not the units one by one.

A replicate of the paired t-test of Salvatore et al. (2023, section 3.2) draws n pairs with
replacement and exchanges the two sides of each with probability one half. Its statistic depends
only on how often each size of difference is drawn, and how often its sides are exchanged.
"""

import math
from collections.abc import Iterator
from typing import Literal, NamedTuple

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from litgen.exceptions import UsageError
from litgen.statistics.exact import min_p, remark_on
from litgen.statistics.resampling import heads, multinomial
from litgen.statistics.sample import PairedSample

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
PValue = Literal["symmetric", "paper"]

_BLOCK = 1_000_000  #: maximum number of values drawn at a time, to limit memory
_DECIMALS = 8  #: t is rounded before comparison, since equal values can differ in their last bits


class BootstrapTest(NamedTuple):
    """The result of the bootstrap version of the paired t-test."""

    statistic: float  #: t; 0 if no pair is discordant, infinite if all are, in one direction
    p: float  #: p-value of the hypothesis that the two sides do not differ
    replicates: int  #: number of replicates drawn; 0 if none were needed
    remark: str | None = None  #: a remark on the sample, such as that no pair is discordant


def paired_t(sample: PairedSample) -> float:
    """Return the statistic t of a paired sample (Salvatore et al. 2023, equation 12).

    The standard error is robust to dependence within a unit.

    Example:
        >>> round(paired_t(PairedSample.of_counts(n=100, lost=9, gained=2)), 3)
        2.159
    """
    if not sample.n:
        return math.nan
    drawn = sample.units[:, None]
    signed = (sample.units * np.sign(sample.differences).astype(np.int64))[sample.differences != 0]
    sizes, differences = sample.sizes.astype(float), np.abs(sample.differences)
    return float(_statistics(drawn, signed[:, None], sizes, differences)[0])


def bootstrap_paired_t(
    sample: PairedSample, rng: Generator, replicates: int = 100_000, p_value: PValue = "symmetric"
) -> BootstrapTest:
    """Test whether the two sides are equally accurate.

    Each replicate draws as many units as the sample has, with replacement, and exchanges the sides
    of all pairs of a unit together, with probability one half.

    Args:
        p_value: ``symmetric`` counts the sample itself among the replicates: twice the smaller of
            (#{t* <= t} + 1) / (S + 1) and (#{t* >= t} + 1) / (S + 1), and never below ``min_p``.
            ``paper`` is equation 14: twice the smaller of #{t* <= t} / S and #{t* > t} / S, but 1
            if no pair is discordant.

    Raises:
        UsageError: ``replicates`` is below 1.

    Example:
        >>> sample = PairedSample.of_counts(n=1000, lost=40, gained=12)
        >>> bootstrap_paired_t(sample, np.random.default_rng(0)).p < 0.001
        True
    """
    if replicates < 1:
        raise UsageError(f"--replicates {replicates}: the value must be at least 1")
    if not sample.n:
        return BootstrapTest(math.nan, math.nan, 0, "no pairs")
    if not sample.discordant:
        return BootstrapTest(0.0, 1.0, 0, "no discordant pairs")
    if not sample.differences[sample.units > 0].any():
        return BootstrapTest(0.0, 1.0, 0, "flips cancel within every premise")
    t = round(paired_t(sample), _DECIMALS)
    if sample.groups == 1:
        return BootstrapTest(t, 1.0, 0, "one pair" if sample.n == 1 else "one premise")
    below = above = 0
    for drawn in null_statistics(sample, rng, replicates):
        below += int(np.count_nonzero(drawn < t))
        above += int(np.count_nonzero(drawn > t))
    equal = replicates - below - above
    if p_value == "paper":
        p = 2 * min(below + equal, above) / replicates
    else:
        p = max(2 * (min(below, above) + equal + 1) / (replicates + 1), min_p(sample))
    return BootstrapTest(t, min(1.0, p), replicates, remark_on(sample))


def null_statistics(sample: PairedSample, rng: Generator, replicates: int) -> Iterator[Floats]:
    """Yield the rounded statistics of the replicates under the null hypothesis, in blocks."""
    stacked = np.column_stack([sample.sizes, np.abs(sample.differences)])[sample.units > 0]
    kinds, which = np.unique(stacked, axis=0, return_inverse=True)
    units = np.bincount(which.reshape(-1), sample.units[sample.units > 0]).astype(np.int64)
    sizes, differences = kinds[:, 0], kinds[:, 1]
    differ = differences > 0
    block = max(1, _BLOCK // units.size)
    for start in range(0, replicates, block):
        drawn = multinomial(rng, sample.groups, units, min(block, replicates - start))
        signed = drawn[differ]
        for kind in signed:
            kind -= 2 * heads(rng, kind)
        yield np.round(_statistics(drawn, signed, sizes, differences), _DECIMALS)


def replicates_needed(level: float, p_value: PValue = "symmetric") -> int:
    """Return the smallest number of replicates for which p can be below a corrected level.

    The ``paper`` p-value can be 0 with any number of replicates, but its steps must not be coarser
    than the level.

    Example:
        >>> replicates_needed(0.05), replicates_needed(0.05 / 16)
        (40, 640)
    """
    return math.floor(2 / level + 1e-9) + (0 if p_value == "symmetric" else 1)


def check_replicates(replicates: int, level: float, p_value: PValue = "symmetric") -> None:
    """Raise a UsageError if there are too few replicates for p to fall below a corrected level."""
    needed = replicates_needed(level, p_value)
    if replicates < needed:
        raise UsageError(
            f"--replicates {replicates}: no p-value can fall below the corrected level "
            f"{level:.3g}; use at least {needed}"
        )


def _statistics(drawn: Integers, signed: Integers, sizes: Floats, differences: Floats) -> Floats:
    """Return t for counts (kinds x samples); ``signed`` is positive minus negative units."""
    differ = differences > 0
    signs, counts = signed.astype(float), drawn.astype(float)
    total: Floats = differences[differ] @ signs
    squares = differences**2 @ counts
    if (sizes == sizes[0]).all():  # the sums over sizes are already known
        spread = squares - total**2 / counts[:, 0].sum()
    else:
        mean = total / (sizes @ counts)
        across = (differences * sizes)[differ] @ signs
        spread = squares - 2 * mean * across + mean**2 * (sizes**2 @ counts)
    spread = np.where(spread < 1e-9, 0.0, spread)
    with np.errstate(divide="ignore", invalid="ignore"):
        t: Floats = total / np.sqrt(spread)
    return np.where(total == 0, 0.0, t)
