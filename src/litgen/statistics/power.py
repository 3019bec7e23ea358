"""What a paired comparison of so many pairs could have shown."""

from __future__ import annotations

import math
from statistics import NormalDist


def detectable_effect(
    n: float, discordance: float, alpha: float = 0.05, power: float = 0.8
) -> float | None:
    """The smallest difference of accuracies that n pairs show with a given power.

    Of McNemar's test, two-sided: n = (z_a sqrt(psi) + z_b sqrt(psi - delta^2))^2 / delta^2, solved
    for delta (Connor 1987; Miettinen 1968). Pairs differ at least as often as accuracies do: where
    fewer were seen to, all flips are taken to go one way, and there must be as many of them as
    McNemar's exact test needs.

    Args:
        n: pairs; an effective number where pairs share premises.
        discordance: the share of pairs right on one side only (psi); 0 where none was seen.
        alpha: level of significance, after correction.
        power: probability of showing it.

    Returns:
        In accuracy; None where there are too few pairs for any.

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
    flips = math.floor(1 - math.log2(alpha)) + 1  # the fewest with 2^(1 - flips) < alpha
    if n < flips:
        return None
    return max(discordance, float(betaincinv(flips, n - flips + 1, power)))
