"""Adjust the p-values of a family of tests for multiple testing."""

from collections.abc import Sequence
from typing import Literal, get_args

import numpy as np

from litgen.exceptions import UsageError

Correction = Literal["none", "bonferroni", "holm", "bh"]
CORRECTIONS: tuple[Correction, ...] = get_args(Correction)
#: Maps each method to its name in reports.
NAMES = {
    "none": "no correction",
    "bonferroni": "Bonferroni",
    "holm": "Holm",
    "bh": "Benjamini-Hochberg",
}


def adjust(p_values: Sequence[float], method: Correction = "holm") -> list[float]:
    """Return the adjusted p-values of a family; those below the level reject their hypotheses.

    ``bonferroni`` and ``holm`` (Holm 1979) bound the probability of any false rejection; ``bh``
    (Benjamini and Hochberg 1995) bounds the expected share of false rejections.

    Raises:
        UsageError: the method is unknown.
        ValueError: a p-value is not a number between 0 and 1.

    Example:
        >>> [round(p, 3) for p in adjust([0.01, 0.04, 0.03], "holm")]
        [0.03, 0.06, 0.06]
    """
    p = np.asarray(p_values, dtype=float)
    if p.size and not ((p >= 0) & (p <= 1)).all():
        raise ValueError("p-values must be between 0 and 1")
    if method not in CORRECTIONS:
        raise UsageError(f"there is no correction {method!r}: use one of {', '.join(CORRECTIONS)}")
    if method == "bonferroni":
        p = p * p.size
    elif method != "none":
        p = _stepwise(p, method)
    return [float(each) for each in np.minimum(p, 1.0)]


def strictest_level(alpha: float, tests: int, method: Correction = "holm") -> float:
    """Return the level below which a family's smallest p must fall to reject its hypothesis."""
    return alpha if method == "none" else alpha / max(tests, 1)


def _stepwise(p: np.ndarray, method: str) -> np.ndarray:
    order = np.argsort(p, kind="stable")
    rank = np.arange(1, p.size + 1)
    if method == "holm":
        raised = np.maximum.accumulate(p[order] * (p.size - rank + 1))
    else:
        raised = np.minimum.accumulate((p[order] * p.size / rank)[::-1])[::-1]
    adjusted = np.empty_like(p)
    adjusted[order] = raised
    return adjusted
