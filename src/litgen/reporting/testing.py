"""The tables of tests, one per family, and notes on how to read them."""

from collections.abc import Iterator
from functools import partial

from litgen.evaluation.assessment import Assessment
from litgen.evaluation.comparison import FAMILIES, ORIGINALS, Comparison
from litgen.evaluation.procedure import Procedure
from litgen.reporting.controls import strictness
from litgen.reporting.grid import Cell, Column, Table, count, difference_cell, naming, table
from litgen.reporting.summary import verdict
from litgen.reporting.wording import counted, interval, p_value, percent, statistic, units
from litgen.statistics.intervals import Estimate

_TITLES = {
    "invariance": "Is the model as accurate on contrasts that keep the label?",
    "difference": "Differences on contrasts that change labels",
    "corruption": "Is the model as accurate on corrupted pairs?",
    "models": "Models compared",
}
_NOTES = {
    "invariance": "The label stays, so an invariant model is equally accurate on both sides.",
    "difference": (
        "This is not a test of invariance: the labels differ, so the difference also measures the "
        "model's preference for labels. A model that predicts neutral more often scores better "
        "here, whatever it understands; compare the controls."
    ),
    "corruption": (
        "This is not a test of invariance: the target is the original's label, which people often "
        "cannot determine. A model that is as accurate as before does not need the missing words; "
        "a model that reads the sentences gets worse (Talman et al. 2021)."
    ),
    "models": "Lost: only the first model is right; gained: only the other model is right.",
}


def family_tables(assessment: Assessment) -> tuple[Table, ...]:
    return tuple(
        _table(assessment, family, rows)
        for family in _TITLES  # the report's first tables show the tests against controls
        if (rows := assessment.family(family))
    )


def _table(assessment: Assessment, family: str, rows: list[Comparison]) -> Table:
    procedure = assessment.procedure
    note = (
        f"{_NOTES[family]} Family: {FAMILIES[family]}; "
        f"{counted(assessment.size(family), 'test')} of each model, "
        f"{strictness(assessment, family)}. Contrasts with fewer than {procedure.min_pairs} pairs "
        f"are not tested. The verdict is based on the {_DECIDING[procedure.test]}. A difference "
        "may exist even if it is not shown: the test has a power of "
        f"{percent(procedure.power, 0)} % for a difference as large as the detectable one."
    )
    if procedure.margin is None:
        note += " Without a margin (--margin), equivalence is not tested."
    else:
        note += (
            " Equivalent: two one-sided tests reject, after correction, a difference of "
            f"{percent(procedure.margin)} points or more in either direction; the 90 % interval is "
            "not corrected."
        )
    order = [ORIGINALS, *assessment.named("contrast")]
    return table(
        f"tests-{family}",
        _TITLES[family],
        note,
        naming(assessment, "contrast"),
        list(_columns(procedure)),
        ((naming(assessment, row.contrast, row.model), row, "")
         for row in sorted(rows, key=lambda row: order.index(row.contrast))),
    )  # fmt: skip


_DECIDING = {
    "bootstrap": "bootstrap p-value",
    "mcnemar": "exact McNemar p-value",
    "mid-p": "mid-p of McNemar's test",
}
_P = {"bootstrap": "p, bootstrap", "mcnemar": "p, McNemar", "mid-p": "mid-p"}


def _columns(procedure: Procedure) -> Iterator[Column[Comparison]]:
    yield Column("pairs", lambda row: count(row.n, row.units),
                 f"below: distinct {units(procedure.unit)}")  # fmt: skip
    yield Column("lost, gained", lambda row: count(row.lost, row.gained),
                 "only the first side is right; below, only the second")  # fmt: skip
    yield Column("difference",
                 lambda row: difference_cell(Estimate(row.difference, row.low, row.high)),
                 "in points; below, its 95 % interval")  # fmt: skip
    yield Column("verdict", lambda row: Cell(verdict(row)),
                 "whether a difference is shown at the corrected level")  # fmt: skip
    for test in sorted(_P, key=lambda test: test != procedure.test):  # the deciding test first
        yield Column(_P[test], partial(_p, test), "corrected; below, uncorrected")
    yield Column("t", lambda row: Cell(statistic(row.statistic)),
                 "bootstrap paired t (Salvatore et al. 2023); positive for a loss")  # fmt: skip
    yield Column("detectable", lambda row: Cell(percent(row.detectable)),
                 "smallest difference that the test would have detected, in points")  # fmt: skip
    yield Column(f"{100 * (1 - 2 * procedure.alpha):g} % interval", _equivalence_interval,
                 "of the difference, in points, for equivalence")  # fmt: skip
    if procedure.margin is not None:
        yield Column("p, equivalence", _equivalence_p, "corrected; below, uncorrected")


def _p(test: str, row: Comparison) -> Cell:
    return Cell(p_value(row.adjusted[test]), p_value(row.p[test])) if row.tested else Cell()


def _equivalence_interval(row: Comparison) -> Cell:
    found = row.equivalence
    return Cell(interval(found.low, found.high, signed=True)) if found else Cell()


def _equivalence_p(row: Comparison) -> Cell:
    found = row.equivalence
    return Cell(p_value(row.equivalence_p), p_value(found.p)) if found else Cell()
