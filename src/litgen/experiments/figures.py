"""The figures of an IE test: smallest p, accuracy and t against rho (figures 3, 4 and 6)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from litgen.report.charts import Axis, Line, Point, line_chart, linear, logarithmic
from litgen.report.figures import Figure
from litgen.report.wording import p_value, percent, statistic

_SPREAD = "Dots: means over the {samples} samples; bars: one standard deviation each way."


def figures(result: Mapping[str, Any]) -> tuple[Figure, ...]:
    """The figures of the results of ``litgen.experiments.sweep.ie_test``."""
    rows = result["tests"]
    spread = _SPREAD.format(samples=result["design"]["samples"])
    rho = linear(
        "rho, the probability that a pair is transformed in training", 0, 1, "{:.1f}".format
    )
    return (
        _smallest_p(result, rho),
        _accuracy(rows, rho, spread),
        _statistic(rows, rho, spread),
    )


def _smallest_p(result: Mapping[str, Any], rho: Axis) -> Figure:
    level = result["level"]
    points = [
        Point(row["rho"], row["p"], row["p"], row["p"],
              f"rho {row['rho']:g}: smallest p {p_value(row['p'])}")
        for row in result["tests"]
    ]  # fmt: skip
    return line_chart(
        "min-p",
        "Smallest p of the samples against rho",
        "Below the dashed line, alpha divided by the number of samples, invariance is rejected. "
        "What is below 0.0001 stands on the lowest line.",
        [Line("smallest p", points)],
        rho,
        logarithmic("smallest p", range(-4, 1), "{:g}".format),
        (level, f"{level:g}"),
    )


def _accuracy(rows: Sequence[Mapping[str, Any]], rho: Axis, spread: str) -> Figure:
    lines = [
        Line(name, [_point(row, key, lambda value: f"{percent(value)} %", name) for row in rows])
        for key, name in (("original", "originals"), ("changed", "transforms"))
    ]
    ends = [end for line in lines for point in line.points for end in (point.low, point.high)]
    return line_chart(
        "accuracy",
        "Accuracy on the test pairs and on their transforms against rho",
        spread,
        lines,
        rho,
        linear("accuracy, %", min(ends), max(ends), lambda value: f"{100 * value:.3g}"),
    )


def _statistic(rows: Sequence[Mapping[str, Any]], rho: Axis, spread: str) -> Figure:
    points = [_point(row, "statistic", statistic, "t") for row in rows]
    ends = [0.0, *(end for point in points for end in (point.low, point.high))]
    return line_chart(
        "t",
        "Test statistic t against rho",
        f"Above 0 the originals are answered better, below 0 their transforms. {spread}",
        [Line("t", points)],
        rho,
        linear("t", min(ends), max(ends), "{:g}".format),
    )


def _point(row: Mapping[str, Any], key: str, write: Any, name: str) -> Point:
    values = np.array([test[key] for test in row["tests"]], float)
    values = values[np.isfinite(values)]
    if not values.size:
        return Point(row["rho"], 0.0, 0.0, 0.0, f"rho {row['rho']:g}: no number")
    mean, spread = float(values.mean()), float(values.std(ddof=1)) if values.size > 1 else 0.0
    text = f"rho {row['rho']:g}: {name} {write(mean)}, standard deviation {write(spread)}"
    return Point(row["rho"], mean, mean - spread, mean + spread, text)
