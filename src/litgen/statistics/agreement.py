"""Measure agreement between judges with Fleiss' kappa, Krippendorff's alpha and majorities."""

import math
from collections.abc import Callable, Sequence
from typing import Literal

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

Judgements = Sequence[str | None]  #: an item's judgements, one per judge; None if missing
Floats = NDArray[np.float64]


def fleiss_kappa(items: Sequence[Judgements]) -> float:
    """Return Fleiss' kappa (Fleiss 1971): 1 for full agreement, 0 for agreement by chance.

    The result is nan if there are no items, only one judge, or only one distinct judgement.

    Raises:
        ValueError: the items have different numbers of judgements.

    Example:
        >>> fleiss_kappa([["yes", "yes"], ["no", "no"], ["yes", "no"], ["no", "yes"]])
        0.0
    """
    judges = {sum(value is not None for value in item) for item in items}
    if len(judges) > 1:
        raise ValueError(f"items are judged between {min(judges)} and {max(judges)} times")
    if not judges or judges.pop() < 2:
        return math.nan
    return _on_all(_kappa, items)


def krippendorff_alpha(items: Sequence[Judgements]) -> float:
    """Return Krippendorff's alpha for nominal values (Krippendorff 2004, chapter 11).

    Items may have different numbers of judgements; items with one judgement do not count. Alpha is
    nan if no item has two judgements, or if all judgements are the same.

    Example:
        >>> round(krippendorff_alpha([["a", "a"], ["b", "b"], ["a", "b"], ["b", None]]), 3)
        0.444
    """
    return _on_all(_alpha, items)


def _on_all(statistic: Callable[[Floats, Floats], Floats], items: Sequence[Judgements]) -> float:
    counts = _counts(items)
    return float(statistic(counts, np.ones((1, len(counts))))[0])


def agreement_interval(
    items: Sequence[Judgements],
    rng: Generator,
    statistic: Literal["kappa", "alpha"] = "alpha",
    replicates: int = 2_000,
) -> tuple[float, float]:
    """Return the 95 % bootstrap percentile interval of kappa or alpha, resampling items.

    Replicates in which all judgements are the same are omitted. Both ends are nan if the statistic
    is undefined or there are fewer than two items.

    Example:
        >>> items = [["yes", "yes"]] * 30 + [["no", "no"]] * 30 + [["yes", "no"]] * 10
        >>> low, high = agreement_interval(items, np.random.default_rng(0))
        >>> 0.5 < low < krippendorff_alpha(items) < high < 0.9
        True
    """
    counts = _counts(items)
    value = (fleiss_kappa if statistic == "kappa" else krippendorff_alpha)(items)
    if math.isnan(value) or len(counts) < 2:
        return math.nan, math.nan
    kinds, numbers = np.unique(counts, axis=0, return_counts=True)
    weights = rng.multinomial(len(counts), numbers / len(counts), size=replicates).astype(float)
    drawn = (_kappa if statistic == "kappa" else _alpha)(kinds, weights)
    low, high = np.nanquantile(drawn, [0.025, 0.975])
    return float(low), float(high)


def _counts(items: Sequence[Judgements]) -> Floats:
    """Count the judgements of each item by category, in an array of items x categories."""
    values = sorted({value for item in items for value in item if value is not None})
    counts = [[list(item).count(value) for value in values] for item in items]
    return np.array(counts, dtype=float).reshape(len(items), len(values))


def _kappa(counts: Floats, weights: Floats) -> Floats:
    """Return Fleiss' kappa of samples, each given as a row of item weights."""
    n = counts[0].sum()
    agreed = ((counts**2).sum(axis=1) - n) / (n * (n - 1))
    items = weights.sum(axis=1)
    shares = weights @ counts / (n * items)[:, None]
    expected = (shares**2).sum(axis=1)
    return _ratio(weights @ agreed / items - expected, 1 - expected)


def _alpha(counts: Floats, weights: Floats) -> Floats:
    """Return Krippendorff's alpha of samples, each given as a row of item weights."""
    judged = counts.sum(axis=1)
    pairable = judged > 1
    counts, judged, weights = counts[pairable], judged[pairable], weights[:, pairable]
    disagreed = (judged**2 - (counts**2).sum(axis=1)) / (judged - 1)
    total, n = weights @ counts, weights @ judged
    expected = (n**2 - (total**2).sum(axis=1)) / np.maximum(n - 1, 1)
    return _ratio(expected - weights @ disagreed, expected)


def _ratio(above: Floats, below: Floats) -> Floats:
    found: Floats = np.full(above.shape, math.nan)
    return np.divide(above, below, out=found, where=below > 1e-12)


def majority(judgements: Judgements) -> str | None:
    """Return the value of more than half of the judgements, or None if there is no majority.

    Example:
        >>> majority(["yes", "yes", "no"]), majority(["yes", "no"]), majority([None])
        ('yes', None, None)
    """
    given = [value for value in judgements if value is not None]
    return next((value for value in given if 2 * given.count(value) > len(given)), None)


def unanimous(judgements: Judgements) -> bool:
    """Check whether there are at least two judgements and all agree."""
    given = [value for value in judgements if value is not None]
    return len(given) > 1 and len(set(given)) == 1
