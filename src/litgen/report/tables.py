"""The tables of measures, as texts: the same for Markdown and for the page."""

from __future__ import annotations

from collections.abc import Iterator

from litgen.evaluation.assessment import Assessment
from litgen.evaluation.metrics import Metrics
from litgen.evaluation.slices import KINDS
from litgen.report.calibration import calibration_table
from litgen.report.controls import control_table
from litgen.report.errors import confusion, errors
from litgen.report.grid import (
    Cell,
    Column,
    Row,
    Table,
    difference_cell,
    headings,
    rows_of,
    share_cell,
)
from litgen.report.label_error import label_error_table
from litgen.report.language_models import prompts_table, readings_table, unanswered_table
from litgen.report.wording import NOTHING, number, percent, units

_ORIGINAL = Column("Acc@Ori", "accuracy on the originals of these pairs, in per cent")
_CONTRAST = Column("Acc@Ctr", "accuracy on the contrast pairs, in per cent")
_DIFFERENCE = Column("difference", "Acc@Ctr less Acc@Ori, in points")
_CORE = (_ORIGINAL, _CONTRAST, _DIFFERENCE)
_CONSISTENCY = (
    Column("same answer", "the same label said of both pairs (Li et al. 2020, in words)"),
    Column("same correctness", "both right or both wrong (Li et al. 2020, their tables)"),
    Column("both right", "contrast consistency (Gardner et al. 2020)"),
)
_FLIPS = (
    Column("lost", "right on the original, wrong on the contrast"),
    Column("gained", "wrong on the original, right on the contrast"),
)


def tables(assessment: Assessment) -> tuple[Table, ...]:
    """Every table of measures, those without a row left out."""
    found = [
        control_table(assessment),
        label_error_table(assessment),
        _glance(assessment),
        prompts_table(assessment),
        unanswered_table(assessment),
        readings_table(assessment),
        *_by_suite(assessment),
        _changed(assessment),
        _breakdown(assessment, "suite", "suite", "By suite"),
        _breakdown(assessment, "phenomenon", "phenomenon", "By phenomenon"),
        _breakdown(assessment, "ground", "ground of the label", "By ground"),
        _breakdown(assessment, "label", "original and gold label", "By label"),
        _breakdown(assessment, "genre", "genre", "By genre"),
        errors(assessment),
        confusion(assessment),
        calibration_table(assessment),
    ]
    return tuple(table for table in found if table.rows)


def _glance(assessment: Assessment) -> Table:
    """Every model on a line."""
    keeps, changes, corrupted, new = (
        KINDS[kind] for kind in ("keeps", "changes", "corrupted", "new")
    )
    there = assessment.named("all")
    columns, parts = [Column("originals", "accuracy on the distinct original pairs")], []
    if keeps in there:
        columns += [
            Column(f"{keeps}: Acc@Ctr", "accuracy on contrasts that keep the label"),
            Column("difference", "of it to the originals of the same pairs, in points"),
            Column("same answer", "to the original and to the contrast"),
            Column("rejected", "contrasts on which equal accuracy is rejected, of those tested"),
        ]
    if changes in there:
        columns += [
            Column(f"{changes}: Acc@Ctr", "accuracy on contrasts that change labels"),
            Column("best constant", "what always saying one label would score there"),
        ]
    if corrupted in there:
        columns += [
            Column(f"{corrupted}: Acc@Ctr", "accuracy on what is left of corrupted pairs"),
            Column("difference", "of it to the originals of the same pairs, in points"),
        ]
    if new in there:
        columns.append(Column(new, "accuracy on pairs that have no original"))
    for answers in assessment.models:
        parts.append(Row((answers.name,), tuple(_glance_cells(assessment, answers.name))))
    note = "In per cent, with 95 % intervals; differences in points."
    return Table("glance", "At a glance", note, ("model",), tuple(columns), tuple(parts))


def _glance_cells(assessment: Assessment, model: str) -> Iterator[Cell]:
    originals = [each.accuracy for each in assessment.originals if each.model == model]
    yield share_cell(originals[0] if originals else None)
    if kept := assessment.metrics(model, "all", KINDS["keeps"]):
        tested = [row for row in assessment.family("invariance", model) if row.tested]
        rejected = sum(each.rejected for each in tested)
        yield share_cell(kept.contrast)
        yield difference_cell(kept.difference)
        yield share_cell(kept.consistency.same_prediction if kept.consistency else None)
        yield Cell(f"{rejected} of {len(tested)}")
    if changed := assessment.metrics(model, "all", KINDS["changes"]):
        label, constant = changed.best_constant
        yield share_cell(changed.contrast)
        yield Cell(percent(constant.value), label)
    if corrupted := assessment.metrics(model, "all", KINDS["corrupted"]):
        yield share_cell(corrupted.contrast)
        yield difference_cell(corrupted.difference)
    if new := assessment.metrics(model, "all", KINDS["new"]):
        yield share_cell(new.contrast)


def _by_suite(assessment: Assessment) -> Iterator[Table]:
    kinds = {info.name: KINDS[info.kind].capitalize() for info in assessment.infos}
    shared = units(assessment.procedure.unit)
    for suite in dict.fromkeys(info.suite for info in assessment.infos):
        names = [info.name for info in assessment.infos if info.suite == suite]
        names.sort(key=lambda name: list(KINDS.values()).index(kinds[name].lower()))
        yield Table(
            f"suite-{suite or 'none'}",
            f"Suite {suite}" if suite else "Contrasts without a suite",
            "Everything on the pairs that the contrast has; an original counts once for each of "
            "its contrast pairs. In brackets or below: 95 % intervals, of the effective number of "
            f"pairs where {shared} are shared; wrong labels are not "
            "counted in.",
            headings(assessment, "contrast"),
            (
                Column("pairs", f"contrast pairs; below, distinct {shared}"),
                *_CORE, *_CONSISTENCY, *_FLIPS,
                Column("best constant", "accuracy of always saying one label; below, which"),
            ),
            tuple(rows_of(assessment, "contrast", names, _suite_cells, kinds.__getitem__)),
        )  # fmt: skip


def _suite_cells(metrics: Metrics) -> tuple[Cell, ...]:
    label, constant = metrics.best_constant
    return (
        Cell(number(metrics.n), number(metrics.units)),
        *_core(metrics),
        *_consistency(metrics),
        *_flips(metrics),
        Cell(percent(constant.value), label),
    )


def _core(metrics: Metrics) -> tuple[Cell, ...]:
    return (
        share_cell(metrics.original),
        share_cell(metrics.contrast),
        difference_cell(metrics.difference),
    )


def _consistency(metrics: Metrics) -> tuple[Cell, ...]:
    if metrics.consistency is None:
        return (Cell(NOTHING),) * 3
    return tuple(share_cell(each) for each in metrics.consistency)


def _flips(metrics: Metrics) -> tuple[Cell, ...]:
    if metrics.original is None:
        return (Cell(NOTHING),) * 2
    return Cell(number(metrics.lost)), Cell(number(metrics.gained))


def _changed(assessment: Assessment) -> Table:
    return Table(
        "changed",
        "Pairs whose label changes",
        "Only the pairs of these contrasts whose label is another than the original's: what Li et "
        "al. (2020) report, where entailment and contradiction become neutral.",
        headings(assessment, "contrast"),
        (Column("pairs"), *_CORE, *_CONSISTENCY),
        tuple(
            rows_of(
                assessment, "changed", assessment.named("changed"),
                lambda metrics: (
                    Cell(number(metrics.n)), *_core(metrics), *_consistency(metrics),
                ),
            )
        ),
    )  # fmt: skip


_APART = "Contrasts that keep the label, that change it, corruptions and new pairs stand apart."
_NOTES = {
    "phenomenon": _APART,
    "suite": _APART,
    "ground": (
        f"What the label rests on: logic, or a default with which people may disagree. {_APART}"
    ),
}


def _breakdown(assessment: Assessment, by: str, what: str, title: str) -> Table:
    return Table(
        by,
        title,
        _NOTES.get(by, "Over all contrasts; corruptions and new pairs apart."),
        headings(assessment, what),
        (Column("pairs"), *_CORE, *_CONSISTENCY, *_FLIPS),
        tuple(
            rows_of(
                assessment, by, assessment.named(by),
                lambda metrics: (
                    Cell(number(metrics.n)), *_core(metrics), *_consistency(metrics),
                    *_flips(metrics),
                ),
            )
        ),
    )  # fmt: skip
