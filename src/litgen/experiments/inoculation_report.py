"""The page of an inoculation."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from litgen.experiments.sheet import Sheet, Table
from litgen.report.charts import Axis, Line, Point, line_chart, linear
from litgen.report.figures import Figure
from litgen.report.wording import counted, number, percent, points


def sheet(result: Mapping[str, Any]) -> Sheet:
    """What the page of the results of ``litgen.experiments.inoculation.inoculate`` shows."""
    trained = result["contrasts"][0]["contrast"]
    return Sheet(
        f"Inoculation: {result['model']['name']}, {trained}",
        f"Up to {counted(result['counts'][-1], 'pair')} of {trained} added to "
        f"{counted(result['data']['train']['pairs'], 'training pair')}; "
        f"{counted(result['design']['samples'], 'sample')} for each number.",
        list(_sentences(result)),
        (),
        (_figure(result),),
        (_accuracies(result),),
    )


def _sentences(result: Mapping[str, Any]) -> Iterator[str]:
    most = counted(result["counts"][-1], "contrast pair")
    first, last = (_mean(result["original"]["accuracies"][at]) for at in (0, -1))
    yield (
        f"On the originals: {percent(first)} % without contrast pairs, {percent(last)} % with "
        f"{most} ({points(last - first)} points)."
    )
    for row in result["contrasts"]:
        before, after = (_mean(row["accuracies"][at]) for at in (0, -1))
        gaps = [_mean(row["originals"][at]) - _mean(row["accuracies"][at]) for at in (0, -1)]
        what = "trained on" if row["trained on"] else "not trained on"
        yield (
            f"On {row['contrast']} ({what}): {percent(before)} % without, {percent(after)} % with "
            f"{most}; the same pairs' originals are ahead by {points(gaps[0])}, then by "
            f"{points(gaps[1])} points."
        )


def _figure(result: Mapping[str, Any]) -> Figure:
    counts = result["counts"]
    series = [("originals", result["original"]["accuracies"])]
    series += [(row["contrast"], row["accuracies"]) for row in result["contrasts"]]
    lines = [
        Line(name, [_point(count, values, name)
                    for count, values in zip(counts, accuracies, strict=True)])
        for name, accuracies in series
    ]  # fmt: skip
    ends = [end for line in lines for point in line.points for end in (point.low, point.high)]
    up = linear("accuracy, %", min(ends), max(ends), lambda value: f"{100 * value:.3g}")
    return line_chart(
        "inoculation",
        "Accuracy against the number of contrast pairs in training",
        "The numbers stand at equal distances. Dots: means over the samples; bars: one standard "
        "deviation each way.",
        lines,
        _steps(counts),
        up,
    )


def _steps(counts: Sequence[int]) -> Axis:
    """An axis on which the counts stand at equal distances."""
    places = {count: at / max(1, len(counts) - 1) for at, count in enumerate(counts)}
    ticks = [(count, number(count)) for count in counts]
    return Axis("contrast pairs added to the training pairs", ticks, lambda x: places[int(x)])


def _point(count: int, values: Sequence[float], name: str) -> Point:
    mean, spread = _mean(values), _spread(values)
    text = f"{name}, {counted(count, 'contrast pair')}: {percent(mean)} %, standard deviation "
    return Point(count, mean, mean - spread, mean + spread, f"{text}{percent(spread)} %")


def _accuracies(result: Mapping[str, Any]) -> Table:
    every = [result["original"], *result["contrasts"]]
    rows = [
        [number(count), *(f"{percent(_mean(each['accuracies'][at]))} ± "
                          f"{percent(_spread(each['accuracies'][at]))}" for each in every)]
        for at, count in enumerate(result["counts"])
    ]  # fmt: skip
    names = ["originals", *(row["contrast"] for row in result["contrasts"])]
    columns = [f"{name} (n {number(each['n'])})" for name, each in zip(names, every, strict=True)]
    return Table(
        "Accuracies",
        "In per cent, mean and standard deviation over the samples; on each contrast those test "
        "pairs that have a labelled version.",
        ["contrast pairs", *columns],
        rows,
    )


def _mean(values: Sequence[float]) -> float:
    return float(np.mean(values))


def _spread(values: Sequence[float]) -> float:
    return float(np.std(values, ddof=1)) if len(values) > 1 else 0.0
