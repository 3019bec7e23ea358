"""Agreement between judges: Fleiss' kappa, Krippendorff's alpha, majorities."""

import math
from collections import Counter
from collections.abc import Sequence
from typing import Literal

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

#: The judgements of one item; None if a judge gave none.
Judgements = Sequence[str | None]
Counts = NDArray[np.int64]
Floats = NDArray[np.float64]


def fleiss_kappa(items: Sequence[Judgements]) -> float:
    """Return Fleiss' kappa (Fleiss 1971); all items need the same number of judgements.

    Returns:
        1 for full agreement, 0 for chance; nan for no item, for one judge, or if all judgements
        are the same, so that chance alone would give full agreement.

    Raises:
        ValueError: some items are judged more often than others.

    Example:
        >>> fleiss_kappa([["yes", "yes"], ["no", "no"], ["yes", "no"], ["no", "yes"]])
        0.0
    """
    counts = _counts(items)
    judges = set(counts.sum(axis=1).tolist())
    if len(judges) > 1:
        raise ValueError(f"items are judged between {min(judges)} and {max(judges)} times")
    if not judges or judges.pop() < 2:
        return math.nan
    return float(_kappa(counts, np.ones((1, len(counts))))[0])


def krippendorff_alpha(items: Sequence[Judgements]) -> float:
    """Return Krippendorff's alpha for nominal values (Krippendorff 2004, chapter 11).

    Items may have different numbers of judgements; those with one do not count.

    Returns:
        1 for full agreement, 0 for chance; nan if it is undefined: no item is judged twice, or all
        judgements are the same.

    Example:
        >>> round(krippendorff_alpha([["a", "a"], ["b", "b"], ["a", "b"], ["b", None]]), 3)
        0.444
    """
    counts = _counts(items)
    return float(_alpha(counts, np.ones((1, len(counts))))[0])


def agreement_interval(
    items: Sequence[Judgements],
    rng: Generator,
    statistic: Literal["kappa", "alpha"] = "alpha",
    replicates: int = 2_000,
) -> tuple[float, float]:
    """Return the 95 % bootstrap percentile interval over items of kappa or alpha.

    Replicates in which all judgements are the same have no value and are omitted.

    Returns:
        Its two ends; nan if the statistic is undefined or there are fewer than two items.

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
    drawn = drawn[~np.isnan(drawn)]
    low, high = np.quantile(drawn, [0.025, 0.975])
    return float(low), float(high)


def _counts(items: Sequence[Judgements]) -> Counts:
    """Count the judgements of each item for each category, as items x categories."""
    values = sorted({value for item in items for value in item if value is not None})
    code = {value: at for at, value in enumerate(values)}
    counts = np.zeros((len(items), len(values)), dtype=np.int64)
    for row, item in enumerate(items):
        for value in item:
            if value is not None:
                counts[row, code[value]] += 1
    return counts


def _kappa(counts: Counts, weights: Floats) -> Floats:
    """Return Fleiss' kappa of samples, each a row of item weights."""
    n = counts[0].sum()
    agreed = ((counts**2).sum(axis=1) - n) / (n * (n - 1))
    items = weights.sum(axis=1)
    shares = weights @ counts / (n * items)[:, None]
    expected = (shares**2).sum(axis=1)
    return _ratio(weights @ agreed / items - expected, 1 - expected)


def _alpha(counts: Counts, weights: Floats) -> Floats:
    """Return Krippendorff's alpha of samples, each a row of item weights."""
    judged = counts.sum(axis=1)
    pairable = judged > 1
    counts, judged, weights = counts[pairable], judged[pairable], weights[:, pairable]
    disagreed = (judged**2 - (counts**2).sum(axis=1)) / np.maximum(judged - 1, 1)
    total, n = weights @ counts, weights @ judged.astype(float)
    expected = (n**2 - (total**2).sum(axis=1)) / np.maximum(n - 1, 1)
    return _ratio(expected - weights @ disagreed, expected)


def _ratio(above: Floats, below: Floats) -> Floats:
    """Return a ratio; nan if the denominator is 0, as when all judgements are the same."""
    found: Floats = np.full(above.shape, math.nan)
    np.divide(above, below, out=found, where=below > 1e-12)
    return found


def majority(judgements: Judgements) -> str | None:
    """Return the value of more than half of the judgements given, or None if there is none.

    Example:
        >>> majority(["yes", "yes", "no"]), majority(["yes", "no"]), majority([None])
        ('yes', None, None)
    """
    counts = Counter(value for value in judgements if value is not None)
    if not counts:
        return None
    value, number = counts.most_common(1)[0]
    return value if 2 * number > sum(counts.values()) else None


def unanimous(judgements: Judgements) -> bool:
    """Return whether at least two judges gave a judgement and all of these agree."""
    said = [value for value in judgements if value is not None]
    return len(said) > 1 and len(set(said)) == 1
