"""The signal-to-noise ratio of accuracies over rho, a stability measure (section 5.3)."""

import math
from collections.abc import Mapping, Sequence
from typing import Any, Literal, NamedTuple, get_args

import numpy as np
from numpy.typing import NDArray

#: Accuracies in the ratio: single trainings or, as in the paper, means for each rho or all runs.
Over = Literal["single", "means", "runs"]
OVER: tuple[Over, ...] = get_args(Over)
#: A model has hardly learned if its best mean accuracy exceeds the most frequent label's share by
#: less than this; a small variation of its accuracy then shows nothing.
LEARNED = 0.05


class Ratio(NamedTuple):
    """A signal-to-noise ratio with its 95 % interval; undefined values are None."""

    value: float | None
    low: float | None = None
    high: float | None = None


def snr(accuracies: Sequence[Sequence[float]], over: Over = "single", ddof: int = 1) -> float:
    """Return the mean accuracy on original pairs divided by the standard deviation (equation 15).

    Salvatore et al. do not state whether their sample consists of the means for each rho or of all
    runs. The ratio of the means grows with the number of runs. The default does not: it uses the
    standard deviation of one training at a rho drawn from the sweep. The variance of such a
    training is the sum of components between and within values of rho, estimated without bias
    (Searle, Casella and McCulloch 1992, chapter 3).

    Args:
        accuracies: for each rho, the accuracies of its runs; the same number of runs for each.
        over: ``single`` trainings or, as in the paper, ``means`` or ``runs``.
        ddof: 1 to divide by n - 1, 0 to divide by n; for means and runs only.

    Returns:
        The ratio; nan if nothing varies, or for fewer than two accuracies.

    Example:
        >>> runs = [[0.5, 0.52], [0.54, 0.56]]
        >>> round(snr(runs), 2), round(snr(runs, "means"), 2), round(snr(runs, "runs", ddof=0), 2)
        (17.67, 18.74, 23.7)
    """
    values = np.asarray(accuracies, float)
    if over == "single":
        between, within = _components(values)
        variance = between + within
    else:
        sample = values.mean(axis=1) if over == "means" else values.ravel()
        variance = float(sample.var(ddof=ddof)) if sample.size > 1 else math.nan
    return float(values.mean()) / math.sqrt(variance) if variance > 1e-24 else math.nan


def ratio(accuracies: Sequence[Sequence[float]]) -> Ratio:
    """Return the SNR of single trainings, with an interval unless there is only one run or rho.

    The test pairs and the values of rho are treated as fixed; trainings vary. The interval is
    Satterthwaite's (1946) for a sum of mean squares, with a fixed variance between the values of
    rho (a scaled non-central chi-square). It assumes that the accuracies at one rho are normally
    distributed, and is too narrow if single trainings collapse. ``accuracies`` are as for ``snr``.

    Example:
        >>> [round(each, 1) for each in ratio([[0.5, 0.52], [0.54, 0.56], [0.5, 0.51]])]
        [20.0, 11.5, 28.4]
    """
    from scipy.stats import chi2

    values = np.asarray(accuracies, float)
    value = snr(accuracies)
    if math.isnan(value):
        return Ratio(None)
    rhos, runs = values.shape
    between, within = _components(values)
    noise = within / runs  # the variance of a mean of runs
    if not noise:
        return Ratio(value)
    spread = (2 * noise**2 + 4 * max(0.0, between) * noise) / (rhos - 1)
    spread += 2 * noise**2 * (runs - 1) / rhos
    freedom = 2 * (between + within) ** 2 / spread
    low, high = (value * math.sqrt(chi2.ppf(tail, freedom) / freedom) for tail in (0.025, 0.975))
    return Ratio(value, low, high)


def robustness(accuracies: Sequence[Sequence[float]]) -> dict[str, Any]:
    """Return all ratios of the given accuracies as JSON values; undefined ratios are None."""

    def paper(over: Over, ddof: int) -> float | None:
        value = snr(accuracies, over, ddof)
        return None if math.isnan(value) else value

    return {
        "single": ratio(accuracies)._asdict(),
        "paper": {
            over: {f"ddof {ddof}": paper(over, ddof) for ddof in (0, 1)} for over in OVER[1:]
        },
    }


def unlearned(result: Mapping[str, Any]) -> str | None:
    """Return the reason to think that a model has learned nothing, or None."""
    tests = [test for row in result["tests"] for test in row["tests"]]
    if all(test["labels"] == 1 for test in tests):
        return "the classifier predicts only one label"
    labels = result["data"]["test"]["labels"]
    common = max(labels.values()) / sum(labels.values())
    best = max(np.mean([test["original"] for test in row["tests"]]) for row in result["tests"])
    if best < common + LEARNED:
        return (
            f"the classifier is near chance: at best, it is right on {100 * best:.1f} % of the "
            f"originals; always predicting one label would be right on {100 * common:.1f} %"
        )
    return None


def undefined(result: Mapping[str, Any]) -> str | None:
    """Return the reason why an IE test has no meaningful SNR, or None if it has one."""
    if (reason := unlearned(result)) is not None:
        return f"not defined: {reason}"
    if len(result["tests"]) < 2:
        return "not defined: it needs two values of rho"
    if result["snr"]["single"]["value"] is None:
        return "not defined: no two accuracies differ"
    return None


def _components(values: NDArray[np.float64]) -> tuple[float, float]:
    """Estimate without bias the variances of accuracies between and within values of rho."""
    runs = values.shape[1]
    within = float(values.var(axis=1, ddof=1).mean()) if runs > 1 else 0.0
    if len(values) < 2:
        return math.nan, within
    return float(values.mean(axis=1).var(ddof=1)) - within / runs, within
