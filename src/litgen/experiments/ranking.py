"""Models ranked by their robustness over data sets, where they can be compared (table 2)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from litgen.exceptions import UsageError
from litgen.experiments.robustness import Over, Ratio, undefined

#: What all results must have alike: the name in the design, the option that sets it.
_DESIGN = (
    ("phi", "--phi"),
    ("rho", "--rho"),
    ("samples", "--samples"),
    ("votes", "--votes"),
    ("budget", "--budget"),
    ("search", "--search"),
    ("seed", "--seed"),
)
#: What the pairs of one data set must have alike: the name in the signature, what it says.
_DATA = (
    ("test", "test sets"),
    ("train", "training pairs"),
    ("validation", "validation pairs"),
    ("exclude", "pairs left out"),
    ("reading", "ways of reading"),
    ("test_share", "--test-share"),
    ("validation_share", "--validation-share"),
    ("train_limit", "--train-limit"),
)


class Ranked(NamedTuple):
    """A model's place: its mean SNR over data sets, and the SNR on each."""

    model: str
    mean: float
    by_data: Mapping[str, Ratio]


class Ranking(NamedTuple):
    """Models in order, and those that have no place.

    Attributes:
        ranked: the most robust first.
        unranked: a model and why it has no place.
    """

    ranked: tuple[Ranked, ...]
    unranked: Mapping[str, str]

    def as_json(self) -> dict[str, Any]:
        """The ranking as JSON values."""
        ranked = [
            {**each._asdict(), "by_data": {k: v._asdict() for k, v in each.by_data.items()}}
            for each in self.ranked
        ]
        return {"ranked": ranked, "unranked": dict(self.unranked)}


def rank(
    results: Mapping[Path, Mapping[str, Any]], over: Over = "single", ddof: int = 1
) -> Ranking:
    """Rank the models of several IE tests by their mean SNR over data sets.

    A model that says one label, or is hardly right more often than one label would be, varies
    little because it has learned nothing; it has no place.

    Args:
        results: of ``litgen.experiments.sweep.ie_test``, by folder; one for each model and data
            set.
        over: ``single``, or as in the paper ``means`` or ``runs``.
        ddof: of means and runs: 1 divides by n - 1, 0 by n.

    Raises:
        UsageError: two results are of one model on one data set, a model lacks a data set that
            another has, or they were not made alike; names the folders and what differs.
    """
    found = [(folder, _model(each), _data(each), each) for folder, each in results.items()]
    _refuse_unlike(found)
    _refuse_gaps(found)
    ratios: dict[str, dict[str, Ratio]] = {}
    unranked: dict[str, str] = {}
    for _, model, data, result in found:
        reason = undefined(result)
        value = _ratio(result["snr"], over, ddof)
        if reason is None and value is None:
            reason = "not defined: no two accuracies differ"
        if reason is not None or value is None:
            unranked.setdefault(model, f"{reason} ({data})")
        else:
            ratios.setdefault(model, {})[data] = value
    ranked = [
        Ranked(model, float(np.mean([each.value for each in by_data.values()])), by_data)
        for model, by_data in ratios.items()
        if model not in unranked
    ]
    ranked.sort(key=lambda each: (-each.mean, each.model))
    return Ranking(tuple(ranked), unranked)


def _ratio(ratios: Mapping[str, Any], over: Over, ddof: int) -> Ratio | None:
    found = Ratio(**ratios["single"]) if over == "single" else Ratio(
        ratios["paper"][over][f"ddof {ddof}"])  # fmt: skip
    return None if found.value is None else found


_Found = tuple[Path, str, str, Mapping[str, Any]]


def _refuse_unlike(found: list[_Found]) -> None:
    """Refuse results whose SNR would differ if the models were the same."""
    first = found[0]
    for other in found[1:]:
        _refuse(first, other, _design_differences(first[3], other[3]))
    by_data = sorted(found, key=lambda each: each[2])
    for _, several in groupby(by_data, key=lambda each: each[2]):
        one, *others = several
        for other in others:
            _refuse(one, other, _data_differences(one[3], other[3]))


def _refuse(one: _Found, other: _Found, differences: Iterator[tuple[str, Any, Any, str]]) -> None:
    for what, *values, cure in differences:
        here, there = ("not given" if each in (None, "") else each for each in values)
        raise UsageError(
            f"{one[0]} and {other[0]} cannot be compared: different {what} ({here} and {there}); "
            f"{cure}"
        )


def _design_differences(
    one: Mapping[str, Any], other: Mapping[str, Any]
) -> Iterator[tuple[str, Any, Any, str]]:
    for name, option in _DESIGN:
        here, there = (_plain(each["design"][name]) for each in (one, other))
        if here != there:
            cure = f"run one again with {option} of the other and --overwrite, trainings are kept"
            yield option, here, there, cure
    ways = [each["signature"]["transformation"] for each in (one, other)]
    for name in sorted(ways[0].keys() | ways[1].keys()):
        here, there = (each.get(name) for each in ways)
        if here != there:
            yield f"transformations, {name}", here, there, "transform both alike"


def _data_differences(
    one: Mapping[str, Any], other: Mapping[str, Any]
) -> Iterator[tuple[str, Any, Any, str]]:
    cure = "run both on the same pairs, split alike"
    for name, what in _DATA:
        here, there = (_contents(each["signature"]["data"].get(name)) for each in (one, other))
        if here != there:
            yield what, here, there, cure
    if one["n"] != other["n"]:
        yield "numbers of test pairs", one["n"], other["n"], cure
    if one["contrast_set"] != other["contrast_set"]:
        yield "pairs or transforms", one["contrast_set"], other["contrast_set"], cure


def _plain(value: Any) -> Any:
    """Values of rho in any order, as they are written on the command line."""
    return ",".join(f"{each:.10g}" for each in sorted(value)) if isinstance(value, list) else value


def _contents(value: Any) -> Any:
    """Sources by what is in them, wherever they lie."""
    if not isinstance(value, list):
        return value
    return ", ".join(
        f"sha256 {each['sha256'][:12]}" if "sha256" in each else str(each["source"])
        for each in value
    )


def _refuse_gaps(found: list[_Found]) -> None:
    seen: dict[tuple[str, str], Path] = {}
    for folder, model, data, _ in found:
        if (model, data) in seen:
            raise UsageError(
                f"{seen[model, data]} and {folder} are both of {model} on {data}; name one of them"
            )
        seen[model, data] = folder
    every = {data for _, data in seen}
    for model in dict.fromkeys(model for model, _ in seen):
        if missing := sorted(data for data in every if (model, data) not in seen):
            raise UsageError(
                f"{model} was not tested on {', '.join(missing)}: means over different data sets "
                "cannot be compared; add its folder, or leave out that data set"
            )


def _model(result: Mapping[str, Any]) -> str:
    model = result["model"]
    fixed = ",".join(f"{name}={value}" for name, value in model["fixed"].items())
    return f"{model['name']}[{fixed}]" if fixed else str(model["name"])


def _data(result: Mapping[str, Any]) -> str:
    sources = result["signature"]["data"]["train"]
    return "+".join(Path(each["source"]).name.split(".")[0] for each in sources)
