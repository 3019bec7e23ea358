"""Means and standard deviations over an experiment's samples, as text and as chart points."""

import math
from collections.abc import Sequence

import numpy as np

from litgen.reporting.figures import Axis, Point
from litgen.reporting.wording import percent

#: The axis for accuracies.
ACCURACY = Axis("accuracy, %", lambda value: f"{100 * value:.3g}", within=(0, 1))


def mean_and_spread(values: Sequence[float]) -> tuple[float, float]:
    """Return the mean and standard deviation of the finite values; nan and 0 if there are none."""
    finite = np.array(values, float)
    finite = finite[np.isfinite(finite)]
    mean = float(finite.mean()) if finite.size else math.nan
    return mean, float(finite.std(ddof=1)) if finite.size > 1 else 0.0


def accuracy_pm(values: Sequence[float]) -> str:
    """Format the mean and standard deviation of accuracies in per cent, such as ``61.2 ± 0.8``."""
    return " ± ".join(percent(each) for each in mean_and_spread(values))


def spread_point(x: float, values: Sequence[float]) -> Point:
    """Return a chart point at the mean of some values, plus or minus a standard deviation."""
    mean, spread = mean_and_spread(values)
    return Point(x, mean, mean - spread, mean + spread)
