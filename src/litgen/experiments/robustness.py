"""The signal-to-noise ratio of accuracies over rho, and models ranked by it (section 5.3)."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

import numpy as np

#: Over which accuracies: the mean for each rho, or every single run.
Over = Literal["means", "runs"]


class Ranked(NamedTuple):
    """A model's place: its mean SNR over data sets, and the SNR on each."""

    model: str
    mean: float
    by_data: Mapping[str, float]


def snr(accuracies: Sequence[Sequence[float]], over: Over = "means", ddof: int = 1) -> float:
    """Mean over standard deviation of the accuracies on the original test pairs (equation 15).

    Salvatore et al. do not say whether their sample is the means for each rho or all runs, nor
    which standard deviation they take; the defaults are the means, with n - 1.

    Args:
        accuracies: for each rho, those of its runs.
        over: ``means`` or ``runs``.
        ddof: 1 divides by n - 1, 0 by n.

    Returns:
        The ratio; infinite where nothing varies, nan of fewer than two accuracies.

    Example:
        >>> round(snr([[0.5, 0.52], [0.54, 0.56]]), 2)
        18.74
        >>> round(snr([[0.5, 0.52], [0.54, 0.56]], "runs", ddof=0), 2)
        23.7
    """
    if over == "means":
        values = np.array([np.mean(each) for each in accuracies])
    else:
        values = np.concatenate([np.asarray(each, float) for each in accuracies])
    if values.size < 2:
        return math.nan
    spread = float(values.std(ddof=ddof))
    return float(values.mean()) / spread if spread > 1e-12 else math.inf


def rank(ratios: Mapping[str, Mapping[str, float]]) -> list[Ranked]:
    """Models by their mean SNR over data sets, the most robust first; nan goes last.

    Args:
        ratios: of each model, the SNR by data set.

    Example:
        >>> [each.model for each in rank({"a": {"snli": 9.0}, "b": {"snli": 30.0, "mnli": 20.0}})]
        ['b', 'a']
    """
    ranked = [
        Ranked(model, float(np.mean(list(by_data.values()))), dict(by_data))
        for model, by_data in ratios.items()
    ]
    return sorted(ranked, key=lambda each: (math.isnan(each.mean), -each.mean, each.model))
