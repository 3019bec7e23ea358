"""McNemar's test, exactly."""

from __future__ import annotations

import math
from typing import NamedTuple


class McNemar(NamedTuple):
    """McNemar's test of a two-by-two table.

    Attributes:
        p: exact, two-sided; 1 where no pair is discordant.
        mid_p: the mid-p value, less conservative (Fagerland, Lydersen and Laake 2013).
    """

    p: float
    mid_p: float


def mcnemar(lost: int, gained: int) -> McNemar:
    """Test whether as many pairs were lost as gained.

    Under the null hypothesis the lost among the discordant pairs are binomial with one half.

    Args:
        lost: pairs right on the first side only.
        gained: pairs right on the second side only.

    Raises:
        ValueError: a number is negative.

    Example:
        >>> found = mcnemar(6, 0)
        >>> round(found.p, 5), round(found.mid_p, 5)
        (0.03125, 0.01562)
    """
    from scipy.special import bdtr, gammaln

    if min(lost, gained) < 0:
        raise ValueError("numbers of pairs cannot be negative")
    discordant, smaller, larger = lost + gained, min(lost, gained), max(lost, gained)
    if not discordant:
        return McNemar(1.0, 1.0)
    tail = float(bdtr(smaller, discordant, 0.5))
    choices = gammaln(discordant + 1) - gammaln(smaller + 1) - gammaln(larger + 1)
    point = math.exp(choices - discordant * math.log(2))
    return McNemar(min(1.0, 2 * tail), min(1.0, 2 * tail - point))
