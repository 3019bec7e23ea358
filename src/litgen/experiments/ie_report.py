"""The report page of an IE test: smallest p, accuracy and t against rho, as in the paper."""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from importlib.resources import files
from typing import Any, NamedTuple

from litgen.experiments.robustness import undefined, unlearned
from litgen.experiments.spread import ACCURACY, accuracy_pm, mean_and_spread, spread_point
from litgen.reporting.document import Document, Section
from litgen.reporting.figures import Axis, Figure, Line, Point, line_chart
from litgen.reporting.grid import Table, plain_table
from litgen.reporting.wording import counted, number, p_value, percent, points, statistic

#: The page warns if the share of changed test pairs is below this, as there is little to test.
LITTLE = 0.5
#: A joint test over sums of pairs is approximate if results differ for fewer premises than this.
FEW = 100


def page(result: Mapping[str, Any]) -> Document:
    design = result["design"]
    tested = counted(result["n"], "test pair")
    verdict, *points = _sentences(result)
    tables = (
        _by_rho(result), _by_sample(result), _about_data(result), _about_search(result),
        plain_table(
            "deviations",
            "Differences from the paper",
            "Salvatore et al. (2023); where the paper is silent, the code published with it.",
            ["what", "here", "the paper", "why"],
            deviations(result),
        ),
    )  # fmt: skip
    return Document(
        f"IE test: {result['model']['name']}, {design['phi']}",
        f"{counted(len(result['tests']), 'value')} of rho, {counted(design['samples'], 'sample')} "
        f"each; {tested}, each also transformed by {' or '.join(result['contrasts'])}.",
        verdict,
        tuple(points),
        tuple(_warnings(result)),
        (
            Section("figures", "Figures", figures=_figures(result)),
            Section("tables", "Tables", tables=tables),
        ),
    )


class Deviation(NamedTuple):
    what: str
    here: str
    paper: str
    why: str


def deviations(result: Mapping[str, Any]) -> list[Deviation]:
    """Return the deviations from the paper that ``deviations.toml`` lists for these results."""
    from jinja2 import Environment, StrictUndefined

    environment = Environment(undefined=StrictUndefined)
    table = files("litgen.experiments").joinpath("deviations.toml").read_text("utf-8")
    found = []
    for each in tomllib.loads(table)["deviation"]:
        holds = environment.compile_expression(each.get("when", "true"), undefined_to_none=False)
        if holds(**result):
            here = environment.from_string(each["here"]).render(result)
            found.append(Deviation(each["what"], here, each["paper"], each["why"]))
    return found


def headline(result: Mapping[str, Any]) -> str:
    """Return the result of the joint test over the whole sweep as a sentence."""
    joint, design = result["joint"], result["design"]
    rhos, alpha = len(design["rho"]), design["alpha"]
    swept = "a single value of rho" if rhos == 1 else f"the {number(rhos)} values of rho together"
    found = (
        f"Over {swept}, invariance under {design['phi']} is "
        f"{'rejected' if joint['rejected'] else 'not rejected'} at {alpha:g}: joint p "
        f"{'= ' * (joint['p'] >= 0.0001)}{p_value(joint['p'])} "
        f"({counted(joint['classifiers'], 'classifier')}, {counted(result['n'], 'test pair')})"
    )
    if not joint["units"]:
        return (
            f"{found}; every classifier is right on a pair if and only if it is right on its "
            "transform."
        )
    if joint["smallest possible p"] >= alpha:
        what = "premise" if design["unit"] == "premise" else "pair"
        return (
            f"{found}; transforms make a difference in only {counted(joint['units'], what)}, too "
            f"few for a p below {alpha:g}."
        )
    most = joint["most"]
    better = "originals" if most["statistic"] > 0 else "transforms"
    return (
        f"{found}; the clearest difference is at rho = {most['rho']:g}, in favour of the {better}."
    )


def _sentences(result: Mapping[str, Any]) -> Iterator[str]:
    rows, alpha = result["tests"], result["design"]["alpha"]
    yield headline(result)
    rejected = [f"{row['rho']:g}" for row in rows if row["adjusted"] < alpha]
    yield (
        f"With correction for all values of rho, it is rejected for {number(len(rejected))} of "
        f"{counted(len(rows), 'value')}{_at(rejected)}."
    )
    alone = [f"{row['rho']:g}" for row in rows if row["rejected"]]
    yield (
        "For each rho alone, as in the paper (the smallest p of its samples is below "
        f"{result['level']:g}, which is alpha divided by their number), it is rejected for "
        f"{counted(len(alone), 'value')}{_at(alone)}."
    )
    differences = [(_mean(row, "original") - _mean(row, "changed"), row["rho"]) for row in rows]
    (low, where), (high, there) = min(differences), max(differences)
    yield (
        f"The accuracy on the originals minus that on the transforms ranges from {points(low)} "
        f"points at rho = {where:g} to {points(high)} at rho = {there:g}."
    )
    yield snr_in_words(result)


def _at(rhos: Sequence[str]) -> str:
    return f" (rho = {', '.join(rhos)})" if rhos else ""


def snr_in_words(result: Mapping[str, Any]) -> str:
    """Return sentences on the SNR and the paper's variants of it, or on why it is undefined."""
    ratios, reason = result["snr"], undefined(result)
    if reason is not None:
        return f"The signal-to-noise ratio of the accuracy on the originals is {reason}."
    single, paper = ratios["single"], ratios["paper"]
    within = "" if single["low"] is None else (
        f" (95 % interval {single['low']:.1f} to {single['high']:.1f})")  # fmt: skip
    read = [paper[over]["ddof 1"] for over in ("means", "runs")]
    means, runs = ("–" if each is None else f"{each:.1f}" for each in read)
    return (
        f"The signal-to-noise ratio of the accuracy on the originals is {single['value']:.1f} for "
        f"single trainings{within}. As in the paper, it is {means} over the means for each rho, "
        f"which grows with the number of samples, or {runs} over all runs."
    )


def _warnings(result: Mapping[str, Any]) -> Iterator[str]:
    test = result["data"]["test"]
    share = test["changed"][0] / test["pairs"]
    if share < LITTLE:
        yield (
            f"The transformation changes {percent(share)} % of the test pairs; the predictions for "
            "the unchanged pairs are the same, which makes every difference smaller."
        )
    if (reason := unlearned(result)) is not None:
        yield f"Little can be concluded: {reason}."
    tests = [each for row in result["tests"] for each in row["tests"]]
    if 0 < (same := sum(each["labels"] == 1 for each in tests)) < len(tests):
        yield f"{number(same)} of {number(len(tests))} classifiers predicted only one label."
    joint = result["joint"]
    if joint["weights"] != "signs" and joint["fewest units"] < FEW:
        yield (
            "For one of the classifiers, the results on originals and transforms differ in only "
            f"{counted(joint['fewest units'], 'premise')}. Below {FEW}, the joint test is "
            "approximate: where some premises lost several pairs and others gained few, it "
            "rejected up to 10 % of true null hypotheses at 5 % (docs/ie-test.md)."
        )
    remarks = {each["remark"] for each in tests} - {None}
    if remarks:
        yield "Some samples are special cases: " + ", ".join(sorted(remarks)) + "."


def _by_rho(result: Mapping[str, Any]) -> Table:
    alpha = result["design"]["alpha"]
    rows = [
        [
            f"{row['rho']:g}",
            *(accuracy_pm(_values(row, key)) for key in ("original", "changed")),
            points(_mean(row, "changed") - _mean(row, "original")),
            statistic(_mean(row, "statistic")),
            p_value(row["p"]),
            "rejected" if row["rejected"] else "–",
            p_value(row["adjusted"]),
            "rejected" if row["adjusted"] < alpha else "–",
        ]
        for row in result["tests"]
    ]
    return plain_table(
        "rho",
        "Tests for each rho",
        "Accuracies are in per cent (mean and standard deviation over the samples). Min p: the "
        "smallest p of the samples for this rho alone, to compare with alpha divided by their "
        "number. Adjusted p: corrected for all samples and all values of rho by the joint test "
        "(single-step maxT, Westfall and Young 1993), to compare with alpha.",
        ["rho", "originals", "transforms", "difference", "t", "min p", "as in the paper",
         "adjusted p", "corrected"],
        rows,
    )  # fmt: skip


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
    return plain_table(
        "samples",
        "Tests of each sample",
        "Transformed: per cent of the training pairs. Lost: right on the original, wrong on the "
        "transform; gained: the reverse. McNemar's test is exact; if pairs share premises, it "
        "exchanges originals and transforms for all pairs of a premise together.",
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
    return plain_table(
        "pairs",
        "Pairs",
        "Changed: the transformation rewrites at least one sentence. The reasons for declined "
        f"pairs are counted in {result['contrast_set']}/manifest.json.",
        ["part", "pairs", "changed", "%"],
        rows,
    )


def _about_search(result: Mapping[str, Any]) -> Table:
    rows = []
    for found in result["searches"]:
        best = found["tried"][found["best"]]
        chosen = ", ".join(f"{name} {value}" for name, value in best["values"].items())
        where = "the unchanged pairs" if result["design"]["search"] == "once" else (
            f"rho {found['rho']:g}, sample {found['sample'] + 1}")  # fmt: skip
        rows.append([where, number(len(found["tried"])), percent(best["validation"]), chosen])
    return plain_table(
        "hyperparameters",
        "Hyperparameters",
        "The results of a random search on the validation pairs; empty without a search.",
        ["searched on", "tried", "best accuracy", "hyperparameters"],
        rows,
    )


def _values(row: Mapping[str, Any], key: str) -> list[float]:
    return [test[key] for test in row["tests"]]


def _mean(row: Mapping[str, Any], key: str) -> float:
    return mean_and_spread(_values(row, key))[0]


def _figures(result: Mapping[str, Any]) -> tuple[Figure, ...]:
    rows, level = result["tests"], result["level"]
    samples = result["design"]["samples"]
    spread = f"Dots: means over the {samples} samples; bars: plus or minus one standard deviation."
    rho = Axis("rho, the probability that a pair is transformed in training", "{:.1f}".format)

    def line(name: str, key: str) -> Line:
        return Line(name, [spread_point(row["rho"], _values(row, key)) for row in rows])

    smallest = [Point(row["rho"], *[row["p"]] * 3) for row in rows]
    lines = [line("originals", "original"), line("transforms", "changed")]
    return (
        line_chart(
            "min-p",
            "Smallest p of the samples against rho",
            "Below the dotted line, alpha divided by the number of samples, invariance is "
            "rejected. Values below 0.0001 are drawn on the lowest line.",
            [Line("smallest p", smallest)],
            rho,
            Axis("smallest p", ends=(1e-4, 1), log=True),
            (level, f"{level:g}"),
        ),
        line_chart("accuracy", "Accuracy on the test pairs and on their transforms against rho",
                   spread, lines, rho, ACCURACY),
        line_chart(
            "t",
            "Test statistic t against rho",
            "Above 0, the accuracy is higher on the originals; below 0, on the transforms. "
            + spread,
            [line("t", "statistic")],
            rho,
            Axis("t"),
        ),
    )  # fmt: skip
