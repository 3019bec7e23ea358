"""Suites of new pairs against their controls: a table, and quotable sentences."""

from litgen.evaluation.assessment import Assessment
from litgen.evaluation.comparison import Comparison
from litgen.evaluation.suite_controls import SuiteControlled
from litgen.reporting.controls import corrected_p, strictness, verdict_cell
from litgen.reporting.grid import Cell, Column, Table, count, difference_cell, naming, table
from litgen.reporting.wording import counted, interval, percent, points, units


def suite_control_table(assessment: Assessment) -> Table:
    """Every suite of new pairs that has controls on the same source premises."""
    columns: tuple[Column[SuiteControlled], ...] = (
        Column("premises", lambda s: count(s.n, s.units),
               "source premises that have contrasts, and controls with another label; below, "
               f"distinct {units(assessment.procedure.unit)}"),
        Column("pairs", lambda s: count(s.pairs, s.control_pairs),
               "contrasts of these premises; below, controls"),
        Column("contrasts", lambda s: Cell(percent(s.contrast)),
               "accuracy on the contrasts: how often their gold label is said of them"),
        Column("said of controls", lambda s: Cell(percent(s.control)),
               "how often that label is said of the controls of the same premise, which have "
               "another"),
        Column("told apart", lambda s: difference_cell(s.apart),
               "the first less the second, in points; below, its 95 % interval"),
        Column("verdict", lambda s: verdict_cell(
                   assessment, _test(assessment, s), "tells apart", "the wrong way round"),
               "whether it differs from 0; below, the corrected p"),
        Column("detectable", lambda s: Cell(points(
            test.detectable if (test := _test(assessment, s)) else None).removeprefix("+")),
               "smallest difference that would have been found, in points"),
        Column("controls", lambda s: Cell(percent(s.right)), "accuracy on the controls"),
    )  # fmt: skip
    return table(
        "control-suites",
        "Suites of new pairs against their controls",
        "A new pair has no original; its controls are pairs of the same sentence with another "
        "label (managed to, hoped to). Accuracies on the two cannot be compared: who always says "
        "one label is right on all of one and none of the other. So a contrast's label is looked "
        "for in the answers to both. Told apart is 0 for a model that always says one label, or "
        "goes by the words that both have, and 100 for one that is always right. A premise counts "
        f"once. A family of its own for each model: {counted(assessment.size('suite'), 'test')}, "
        f"{strictness(assessment, 'suite')}.",
        naming(assessment, "suite"),
        columns,
        ((naming(assessment, s.suite, s.model), s, "") for s in assessment.suites_controlled),
    )


def _test(assessment: Assessment, each: SuiteControlled) -> Comparison | None:
    rows = assessment.family("suite", each.model)
    return next((row for row in rows if row.contrast == each.suite), None)


def suite_quotes(assessment: Assessment, model: str) -> tuple[str, ...]:
    """Return a quotable sentence for every suite that was tested against its controls."""
    return tuple(
        _quote(assessment, each, test)
        for each in assessment.suites_controlled
        if each.model == model and (test := _test(assessment, each)) and test.tested
    )


def _quote(assessment: Assessment, each: SuiteControlled, test: Comparison) -> str:
    value, low, high = each.apart
    conclusion = "it is not shown to tell them apart."
    if test.rejected:
        conclusion = "it tells them apart."
        if value < 0:
            conclusion = "it goes by what is on the surface, the wrong way round."
    return (
        f"On the {counted(each.n, 'premise')} that have both, {each.model} says the label of a "
        f"contrast of {each.suite} of {percent(each.contrast)} % of the contrasts and of "
        f"{percent(each.control)} % of the controls that have another ({points(value)} points, "
        f"95 % interval {interval(low, high, signed=True)}; {corrected_p(assessment, test)}): "
        f"{conclusion}"
    )
