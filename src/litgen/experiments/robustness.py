"""The signal-to-noise ratio of accuracies over rho, and models ranked by it (section 5.3)."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, NamedTuple

import numpy as np

from litgen.exceptions import UsageError

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


def rank_results(
    results: Sequence[Mapping[str, Any]], over: Over = "means", ddof: int = 1
) -> list[Ranked]:
    """Rank the models of several IE tests.

    Args:
        results: of ``litgen.experiments.sweep.ie_test``, one for each model and data set.
        over: ``means`` or ``runs``.
        ddof: 1 divides by n - 1, 0 by n.

    Raises:
        UsageError: two results are of one model on one data set, a model lacks a data set that
            another has, or they were not made alike: another phi, other values of rho.
    """
    ratios: dict[str, dict[str, float]] = {}
    designs = {(each["design"]["phi"], tuple(each["design"]["rho"])) for each in results}
    if len(designs) > 1:
        raise UsageError("the results are of different transformations or values of rho")
    for each in results:
        accuracies = [[test["original"] for test in row["tests"]] for row in each["tests"]]
        model, data = _name_of_model(each["model"]), _name_of_data(each["signature"]["data"])
        if data in ratios.setdefault(model, {}):
            raise UsageError(f"two results are of {model} on {data}; name one of them")
        ratios[model][data] = snr(accuracies, over, ddof)
    every = {data for by_data in ratios.values() for data in by_data}
    for model, by_data in ratios.items():
        if missing := sorted(every - set(by_data)):
            raise UsageError(
                f"{model} was not tested on {', '.join(missing)}: means over different data sets "
                "cannot be compared"
            )
    return rank(ratios)


def _name_of_model(model: Mapping[str, Any]) -> str:
    fixed = ",".join(f"{name}={value}" for name, value in model["fixed"].items())
    return f"{model['name']}[{fixed}]" if fixed else str(model["name"])


def _name_of_data(data: Mapping[str, Any]) -> str:
    return "+".join(Path(each["source"]).name.split(".")[0] for each in data["train"])
