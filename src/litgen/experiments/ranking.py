"""A ranking of models by their robustness across data sets, as in table 2 of the paper."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from litgen.exceptions import UsageError
from litgen.experiments.robustness import Over, Ratio, undefined

#: Settings that all results must share; these are also the names of options.
_DESIGN = ("phi", "rho", "samples", "votes", "budget", "search", "seed")
#: Inputs that results on one data set must share: their names in the signature and in messages.
_DATA = (
    ("test", "test sets"),
    ("train", "training pairs"),
    ("validation", "validation pairs"),
    ("exclude", "excluded pairs"),
    ("reading", "options for reading pairs"),
    ("test_share", "--test-share"),
    ("validation_share", "--validation-share"),
    ("train_limit", "--train-limit"),
)
_Found = tuple[Path, str, str, Mapping[str, Any]]


def rank(
    results: Mapping[Path, Mapping[str, Any]], over: Over = "single", ddof: int = 1
) -> dict[str, Any]:
    """Rank the models of several IE tests by their mean SNR across data sets.

    A model that has learned nothing is not ranked, since it would seem stable.

    Args:
        results: results of ``litgen.experiments.sweep.ie_test`` by folder, one for each model
            and data set.
        over, ddof: see ``litgen.experiments.robustness.snr``.

    Returns:
        JSON values: ``ranked``, the most robust first, with ``model``, ``mean`` SNR and the SNR
        ``by_data``; ``unranked``, the other models with the reasons.

    Raises:
        UsageError: two results are for the same model and data set, a model was not tested on a
            data set that another was tested on, or the settings differ.
    """
    found = [(folder, _model(each), _data(each), each) for folder, each in results.items()]
    _refuse_unlike(found)
    _refuse_gaps(found)
    ratios: dict[str, dict[str, Any]] = {}
    unranked: dict[str, str] = {}
    for _, model, data, result in found:
        reason, snr = undefined(result), result["snr"]
        value = snr["single"]
        if over != "single":
            value = Ratio(snr["paper"][over][f"ddof {ddof}"])._asdict()
        if reason is None and value["value"] is None:
            reason = "not defined: no two accuracies differ"
        if reason is not None:
            unranked.setdefault(model, f"{reason} ({data})")
        else:
            ratios.setdefault(model, {})[data] = value
    ranked: list[dict[str, Any]] = [
        {"model": model, "mean": float(np.mean([each["value"] for each in by_data.values()])),
         "by_data": by_data}
        for model, by_data in ratios.items() if model not in unranked
    ]  # fmt: skip
    ranked.sort(key=lambda each: (-each["mean"], each["model"]))
    return {"ranked": ranked, "unranked": unranked}


def _refuse_unlike(found: list[_Found]) -> None:
    first: dict[str, _Found] = {}  # first result on each data set
    for other in found:
        for one, differences in (
            (found[0], _design_differences), (first.setdefault(other[2], other), _data_differences)
        ):  # fmt: skip
            for what, here, there, cure in differences(one[3], other[3]):
                if here != there:
                    values = ("not given" if each in (None, "") else each for each in (here, there))
                    raise UsageError(
                        f"{one[0]} and {other[0]} cannot be compared, because they have different "
                        f"{what} ({' and '.join(map(str, values))}); {cure}"
                    )


def _design_differences(
    one: Mapping[str, Any], other: Mapping[str, Any]
) -> Iterator[tuple[str, Any, Any, str]]:
    """Yield each setting that designs must share, with both values and advice if they differ."""
    for name in _DESIGN:
        option = f"--{name}"
        cure = f"repeat one with the {option} of the other and --overwrite, which keeps trainings"
        yield option, _plain(one["design"][name]), _plain(other["design"][name]), cure
    here, there = (each["signature"]["transformation"] for each in (one, other))
    for name in sorted(here.keys() | there.keys()):
        what = f"transformations, {name}"
        yield what, here.get(name), there.get(name), "transform both in the same way"


def _data_differences(
    one: Mapping[str, Any], other: Mapping[str, Any]
) -> Iterator[tuple[str, Any, Any, str]]:
    cure = "run both on the same pairs with the same split"
    for name, what in _DATA:
        here, there = (_contents(each["signature"]["data"].get(name)) for each in (one, other))
        yield what, here, there, cure
    yield "numbers of test pairs", one["n"], other["n"], cure
    yield "pairs or transforms", one["contrast_set"], other["contrast_set"], cure


def _plain(value: Any) -> Any:
    """Format values of rho as on the command line, in order; return any other value unchanged."""
    return ",".join(f"{each:.10g}" for each in sorted(value)) if isinstance(value, list) else value


def _contents(value: Any) -> Any:
    """Return a text that identifies sources by their contents; return any other value unchanged."""
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
                f"{seen[model, data]} and {folder} both contain results of {model} on {data}; pass "
                "only one of them"
            )
        seen[model, data] = folder
    every = {data for _, data in seen}
    for model in dict.fromkeys(model for model, _ in seen):
        if missing := sorted(data for data in every if (model, data) not in seen):
            raise UsageError(
                f"{model} was not tested on {', '.join(missing)}: means over different data sets "
                "cannot be compared; add the missing folder, or leave out this data set"
            )


def _model(result: Mapping[str, Any]) -> str:
    model = result["model"]
    fixed = ",".join(f"{name}={value}" for name, value in model["fixed"].items())
    return f"{model['name']}[{fixed}]" if fixed else str(model["name"])


def _data(result: Mapping[str, Any]) -> str:
    sources = result["signature"]["data"]["train"]
    return "+".join(Path(each["source"]).name.split(".")[0] for each in sources)
