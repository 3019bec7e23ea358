"""The tables of tests, one a family, and what is to be known to read them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from litgen.evaluation.assessment import Assessment
from litgen.evaluation.comparison import FAMILIES, ORIGINALS, Comparison
from litgen.evaluation.procedure import Procedure
from litgen.report.grid import Cell, Column, Row, Table
from litgen.report.summary import verdict
from litgen.report.wording import (
    NOTHING,
    counted,
    interval,
    number,
    p_value,
    percent,
    points,
    statistic,
    units,
)
from litgen.statistics import strictest_level
from litgen.statistics.corrections import NAMES

_TITLES = {
    "invariance": "Is the model as accurate on contrasts that keep the label?",
    "difference": "Differences on contrasts that change labels",
    "corruption": "Is the model as accurate on what is left of corrupted pairs?",
    "models": "Models compared",
}
_NOTES = {
    "invariance": "The label stays, so a model that is invariant is as accurate on both.",
    "difference": (
        "No test of invariance: the labels differ, so the difference measures the model's "
        "preference of labels, too. One that says neutral more often scores better here, whatever "
        "it understands; read it beside the controls."
    ),
    "corruption": (
        "No test of invariance: the label is the original's, as a target, though people could "
        "often not tell it. A model that is as accurate as before does without what was taken "
        "away; one that reads the sentences gets worse (Talman et al. 2021)."
    ),
    "models": "Lost: right by the first model only; gained: by the other only.",
}


def family_tables(assessment: Assessment) -> tuple[Table, ...]:
    """A table for each family that has a test."""
    found = []
    for family in list(FAMILIES)[1:]:  # the first has a table of its own, the report's first
        rows = assessment.family(family)
        if rows:
            found.append(_table(assessment, family, rows))
    return tuple(found)


def _table(assessment: Assessment, family: str, rows: list[Comparison]) -> Table:
    procedure = assessment.procedure
    tested = Counter(row.model for row in rows if row.tested)
    tests = max(tested.values(), default=0)
    level = strictest_level(procedure.alpha, max(tests, 1), procedure.correction)
    note = (
        f"{_NOTES[family]} Family: {FAMILIES[family]}; {counted(tests, 'test')} of each model, "
        f"{NAMES[procedure.correction]}, alpha {procedure.alpha:g} (the smallest p must be below "
        f"{level:.2g}). Contrasts of fewer than {procedure.min_pairs} pairs are in no family. The "
        "verdict goes by the "
        f"{_DECIDING[procedure.test]}. Not shown is not "
        f"shown to be equal: with {percent(procedure.power, 0)} % power a difference as large as "
        "the detectable one would have been found."
    )
    if procedure.margin is None:
        note += " No margin was given beforehand (--margin), so no equivalence is claimed."
    else:
        note += (
            " Equivalent: two one-sided tests, corrected, reject a difference of "
            f"{points(procedure.margin).removeprefix('+')} points or more either way; the 90 % "
            "interval is that of a single test."
        )
    several = len(assessment.models) > 1
    order = {name: at for at, name in enumerate((ORIGINALS, *assessment.named("contrast")))}
    by_contrast = sorted(rows, key=lambda row: order[row.contrast])
    names = ("contrast", "model") if several else ("contrast",)
    return Table(
        f"tests-{family}",
        _TITLES[family],
        note,
        names,
        tuple(_columns(procedure)),
        tuple(_row(row, several, procedure) for row in by_contrast),
    )


_DECIDING = {
    "bootstrap": "bootstrap's p",
    "mcnemar": "exact McNemar p",
    "mid-p": "mid-p McNemar p",
}


def _columns(procedure: Procedure) -> Iterator[Column]:
    yield Column("pairs", f"below: distinct {units(procedure.unit)}")
    yield Column("lost, gained", "right on the first side only; below, on the second only")
    yield Column("difference", "in points; below, its 95 % interval")
    yield Column("verdict", "whether a difference is shown at the corrected level")
    for test in _order(procedure):
        yield Column(_P[test], "corrected; below, as it is")
    yield Column("t", "bootstrap paired t (Salvatore et al. 2023); positive where it got worse")
    yield Column("detectable", "smallest difference that would have been found, in points")
    level = 100 * (1 - 2 * procedure.alpha)
    yield Column(f"{level:g} % interval", "of the difference, in points, for equivalence")
    if procedure.margin is not None:
        yield Column("p, equivalence", "corrected; below, as it is")


_P = {"bootstrap": "p, bootstrap", "mcnemar": "p, McNemar", "mid-p": "mid-p"}


def _order(procedure: Procedure) -> list[str]:
    """The tests, the deciding one first."""
    return sorted(_P, key=lambda test: test != procedure.test)


def _row(row: Comparison, several: bool, procedure: Procedure) -> Row:
    names = (row.contrast, row.model) if several else (row.contrast,)
    detectable = NOTHING if row.detectable is None else points(row.detectable).removeprefix("+")
    equal = row.equivalence
    cells = [
        Cell(number(row.n), number(row.units)),
        Cell(number(row.lost), number(row.gained)),
        Cell(points(row.difference), interval(row.low, row.high, signed=True)),
        Cell(verdict(row)),
        *(_p(row, test) for test in _order(procedure)),
        Cell(statistic(row.statistic)),
        Cell(detectable),
        Cell(interval(equal.low, equal.high, signed=True) if equal else NOTHING),
    ]
    if procedure.margin is not None:
        cells.append(Cell(p_value(row.equivalence_p), p_value(equal.p)) if equal else Cell(NOTHING))
    return Row(names, tuple(cells))


def _p(row: Comparison, test: str) -> Cell:
    if not row.tested:
        return Cell(NOTHING)
    return Cell(p_value(row.adjusted[test]), p_value(row.p[test]))
