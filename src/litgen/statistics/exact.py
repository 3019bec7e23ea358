"""McNemar's exact test for independent pairs and for pairs that share units.

If neither side is better, the opposite sign of each unit's difference is equally likely. McNemar's
test compares the sum of the differences with the sums for all ways of reversing discordant pairs.
If pairs share a unit, such as a premise, this test reverses whole units, as a randomisation test
does (Fisher 1935, section 21; for exchanging whole blocks, Winkler et al. 2014).
"""

import math
from fractions import Fraction
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from litgen.statistics.sample import PairedSample

Floats = NDArray[np.float64]
DEFAULT_LEVEL = 0.05  #: the level that a sample should be able to reach
_STEPS = 200_000  #: maximum sum in steps; fractions are rounded accordingly


class McNemar(NamedTuple):
    p: float  #: the exact two-sided p-value; 1 if no unit differs
    mid_p: float  #: mid-p value, less conservative (Fagerland, Lydersen and Laake 2013)


def mcnemar(sample: PairedSample) -> McNemar:
    """Test whether the two sides are equally accurate, from the exact distribution of the sum.

    Example:
        >>> found = mcnemar(PairedSample.of_counts(n=100, lost=6, gained=0))
        >>> round(found.p, 5), round(found.mid_p, 5)
        (0.03125, 0.01562)
        >>> premises = PairedSample.of_values([1, 1, 1, 1, 1, 0], unit_of=[0, 0, 0, 1, 1, 2])
        >>> mcnemar(premises).p
        0.5
    """
    differ = (sample.units > 0) & (sample.differences != 0)
    sizes, units = np.abs(sample.differences[differ]), sample.units[differ]
    if not units.size:
        return McNemar(1.0, 1.0)
    floor = min_p(sample)
    if (sizes == sizes[0]).all():
        tail, point = _binomial(int(units.sum()), abs(sample.total) / sizes[0])
    else:
        tail, point = _randomised(sizes, units, abs(sample.total))
    p = min(1.0, max(2 * tail, floor))
    return McNemar(p, min(1.0, max(2 * tail - point, floor / 2)))


def min_p(sample: PairedSample) -> float:
    """Return the smallest p that is possible with the sample's differing units."""
    return float(2.0 ** min(1 - _differing(sample), 0))


def remark_on(sample: PairedSample) -> str | None:
    """Return a remark if a sample is too small to reach the default level, or else None."""
    if min_p(sample) <= DEFAULT_LEVEL:
        return None
    number, unit = _differing(sample), "pair" if sample.groups == sample.n else "premise"
    differ = f"{unit} differs" if number == 1 else f"{unit}s differ"
    return f"only {number} {differ}: no p below {min_p(sample):g}"


def _differing(sample: PairedSample) -> int:
    """Count the units in which one side is better than the other."""
    return int(sample.units[sample.differences != 0].sum())


def _binomial(units: int, total: float) -> tuple[float, float]:
    """Return P(S >= total) and P(S = total) for the sum S of ``units`` random signs."""
    from scipy.special import bdtr, gammaln

    smaller = round((units - total) / 2)
    choices = gammaln(units + 1) - gammaln(smaller + 1) - gammaln(units - smaller + 1)
    return float(bdtr(smaller, units, 0.5)), math.exp(choices - units * math.log(2))


def _randomised(sizes: Floats, units: NDArray[np.int64], total: float) -> tuple[float, float]:
    """Return P(S >= total) and P(S = total) for the sum S of all units with random signs."""
    step, slack = _step(sizes, units)
    whole = np.rint(sizes / step).astype(np.int64)
    largest = int(whole @ units)
    length = 1 << (2 * largest + 1).bit_length()
    frequencies = np.arange(length // 2 + 1)
    product = np.ones(frequencies.size)  # product of cosines, one per unit: the transform of S
    for size in np.unique(whole):
        turned = np.cos(2 * math.pi / length * ((size * frequencies) % length))
        product *= turned ** int(units[whole == size].sum())
    density = np.fft.irfft(product, length)
    at = round(total / step)
    return (
        float(density[max(at - slack, 0) : largest + 1].sum()),
        float(density[max(at - slack, 0) : at + slack + 1].sum()),
    )


def _step(sizes: Floats, units: NDArray[np.int64]) -> tuple[float, int]:
    """Return a step that divides all sizes, or a coarser step, and the error of a sum in steps."""
    fractions = [Fraction(float(each)).limit_denominator(1000) for each in sizes]
    step = 1 / math.lcm(*(each.denominator for each in fractions))
    largest = float(sizes @ units)
    exact = all(abs(float(f) - s) < 1e-8 for f, s in zip(fractions, sizes, strict=True))
    if exact and largest / step <= _STEPS:
        return step, 0
    return largest / _STEPS, 1 + math.ceil(math.sqrt(int(units.sum())))
