"""The page of an IE test."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from litgen.experiments.figures import figures
from litgen.experiments.sheet import Sheet, Table
from litgen.report.wording import counted, number, p_value, percent, points, statistic

#: Below this share of changed test pairs, the page warns that there is little to test.
LITTLE = 0.5


def sheet(result: Mapping[str, Any]) -> Sheet:
    """What the page of the results of ``litgen.experiments.sweep.ie_test`` shows."""
    design = result["design"]
    tested = counted(result["n"], "test pair")
    return Sheet(
        f"IE test: {result['model']['name']}, {design['phi']}",
        f"{counted(len(result['tests']), 'value')} of rho, {counted(design['samples'], 'sample')} "
        f"each; {tested}, each also transformed by {' or '.join(result['contrasts'])}.",
        list(_sentences(result)),
        list(_warnings(result)),
        figures(result),
        [_by_rho(result), _by_sample(result), _about_data(result), _about_search(result)],
    )


def _sentences(result: Mapping[str, Any]) -> Iterator[str]:
    rows, level = result["tests"], result["level"]
    rejected = [row for row in rows if row["rejected"]]
    yield (
        f"Invariance is rejected for {number(len(rejected))} of {counted(len(rows), 'value')} of "
        f"rho, those where the smallest p of the samples is below {level:g} (alpha divided by "
        "their number)."
    )
    if rejected:
        yield "Rejected at rho = " + ", ".join(f"{row['rho']:g}" for row in rejected) + "."
    still = sum(row["adjusted"] < result["design"]["alpha"] for row in rows)
    yield (
        f"Corrected for all values of rho together, too (Holm), it is rejected for {still}. The "
        "paper corrects within a rho only."
    )
    differences = [(_mean(row, "original") - _mean(row, "changed"), row["rho"]) for row in rows]
    (least, where), (most, there) = min(differences), max(differences)
    yield (
        f"Accuracy on the originals less that on the transforms: from {points(least)} points at "
        f"rho = {where:g} to {points(most)} at rho = {there:g}."
    )
    yield (
        f"Signal-to-noise ratio of the accuracy on the originals: "
        f"{result['snr']['means']['ddof 1']:.1f} over the means for each rho, "
        f"{result['snr']['runs']['ddof 1']:.1f} over all runs (n - 1)."
    )


def _warnings(result: Mapping[str, Any]) -> Iterator[str]:
    test = result["data"]["test"]
    share = test["changed"][0] / test["pairs"]
    if share < LITTLE:
        yield (
            f"The transformation changes {percent(share)} % of the test pairs; the others are "
            "answered alike by definition and make every difference smaller."
        )
    common = max(test["labels"].values()) / test["pairs"]
    best = max(_mean(row, "original") for row in result["tests"])
    if best < common + 0.05:
        yield (
            f"The model hardly learns: at best {percent(best)} % of the originals are right, and "
            f"one label alone would be right in {percent(common)} %."
        )
    remarks = {each["remark"] for row in result["tests"] for each in row["tests"]} - {None}
    if remarks:
        yield "Some samples are special: " + ", ".join(sorted(remarks)) + "."


def _by_rho(result: Mapping[str, Any]) -> Table:
    rows = [
        [
            f"{row['rho']:g}",
            *(f"{percent(_mean(row, key))} ± {percent(_spread(row, key))}"
              for key in ("original", "changed")),
            points(_mean(row, "changed") - _mean(row, "original")),
            statistic(_mean(row, "statistic")),
            p_value(row["p"]),
            "rejected" if row["rejected"] else "–",
            p_value(row["adjusted"]),
        ]
        for row in result["tests"]
    ]  # fmt: skip
    return Table(
        "Tests for each rho",
        "Accuracies in per cent, mean and standard deviation over the samples; p is the smallest "
        "of the samples; adjusted: for the samples (Bonferroni) and all values of rho (Holm).",
        ["rho", "originals", "transforms", "difference", "t", "min p", "invariance", "adjusted p"],
        rows,
    )


def _by_sample(result: Mapping[str, Any]) -> Table:
    rows = []
    for row in result["tests"]:
        for test, learned in zip(row["tests"], row["learned_from"], strict=True):
            rows.append([
                f"{row['rho']:g}, {test['sample'] + 1}",
                percent(learned[1] / learned[0]),
                percent(test["original"]), percent(test["changed"]),
                number(test["lost"]), number(test["gained"]), statistic(test["statistic"]),
                *(p_value(test["p"][name]) for name in ("bootstrap", "mcnemar", "mid-p")),
            ])  # fmt: skip
    return Table(
        "Tests of each sample",
        "Transformed: per cent of the training pairs. Lost: right as they are, wrong transformed; "
        "gained: the other way round. McNemar's test is exact and takes the pairs of a premise for "
        "independent.",
        ["rho, sample", "transformed", "originals", "transforms", "lost", "gained", "t",
         "bootstrap p", "McNemar p", "mid-p"],
        rows,
    )  # fmt: skip


def _about_data(result: Mapping[str, Any]) -> Table:
    rows = [
        [part, number(each["pairs"]), number(each["changed"][0]),
         percent(each["changed"][0] / each["pairs"] if each["pairs"] else None)]
        for part, each in result["data"].items()
    ]  # fmt: skip
    return Table(
        "Pairs",
        "Changed: those of which the transformation rewrites at least one sentence. What it "
        f"declines and why is counted in {result['contrast_set']}/manifest.json.",
        ["part", "pairs", "changed", "%"],
        rows,
    )


def _about_search(result: Mapping[str, Any]) -> Table:
    rows = []
    for found in result["searches"]:
        best = found["tried"][found["best"]]
        chosen = ", ".join(f"{name} {value}" for name, value in best["values"].items())
        where = "the pairs as they are" if result["design"]["search"] == "once" else (
            f"rho {found['rho']:g}, sample {found['sample'] + 1}")  # fmt: skip
        rows.append([where, number(len(found["tried"])), percent(best["validation"]), chosen])
    return Table(
        "Hyperparameters",
        "Found by random search on the validation pairs; none was searched for where the table is "
        "empty.",
        ["searched on", "tried", "best accuracy", "hyperparameters"],
        rows,
    )


def _mean(row: Mapping[str, Any], key: str) -> float:
    values = _finite(row["tests"], key)
    return float(values.mean()) if values.size else float("nan")


def _spread(row: Mapping[str, Any], key: str) -> float:
    values = _finite(row["tests"], key)
    return float(values.std(ddof=1)) if values.size > 1 else 0.0


def _finite(tests: Sequence[Mapping[str, Any]], key: str) -> np.ndarray:
    values = np.array([test[key] for test in tests], float)
    finite: np.ndarray = values[np.isfinite(values)]
    return finite
