"""The tables of errors: what was taken for what, and how sure the model was."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from litgen.data import LABELS
from litgen.evaluation.assessment import Assessment
from litgen.evaluation.metrics import Metrics, short
from litgen.report.grid import Cell, Column, Row, Table, headings, rows_of
from litgen.report.wording import NOTHING, number, percent

#: What errors are counted by.
_DIMENSIONS = ("contrast", "suite", "phenomenon", "ground", "label", "genre")
_NO_LABEL = " Pairs without an answer are not among them."


def errors(assessment: Assessment) -> Table:
    """Shares of kinds of errors, and confidence."""
    return Table(
        "errors",
        "Errors and confidence",
        "Shares of all errors, in per cent, on the contrast; below, on the originals. Confidence "
        f"is the mean probability of what was said.{_NO_LABEL * _unanswered(assessment)}",
        headings(assessment, "pairs"),
        (
            Column("errors"),
            Column("false neutral", "errors that say neutral (Naik et al. 2018)"),
            Column("C->E", "contradiction taken for entailment"),
            Column("C->N", "contradiction taken for neutral"),
            Column("E->C", "entailment taken for contradiction"),
            Column("N->C", "neutral taken for contradiction"),
            Column("confidence, right"),
            Column("confidence, wrong"),
            *(Column(f"always {short(each)}", f"accuracy of always saying {each}")
              for each in LABELS),
        ),
        tuple(_of_every_kind(assessment, _error_cells)),
    )  # fmt: skip


def _unanswered(assessment: Assessment) -> bool:
    return any(each.metrics.unanswered for each in assessment.measures)


def _of_every_kind(
    assessment: Assessment, cells: Callable[[Metrics], tuple[Cell, ...]]
) -> Iterator[Row]:
    """Rows by contrast, then by everything else."""
    for by in _DIMENSIONS:
        names = assessment.named(by)
        yield from rows_of(assessment, by, names, cells, lambda _, by=by: f"By {by}")  # type: ignore[misc]


def _error_cells(metrics: Metrics) -> tuple[Cell, ...]:
    def both(value: Callable[[bool], float]) -> Cell:
        below = percent(value(True)) if metrics.original is not None else ""
        return Cell(percent(value(False)), below)

    def kind(name: str) -> Cell:
        return both(lambda original: metrics.error_share(name, original))

    total = sum(metrics.errors().values())
    before = number(sum(metrics.errors(original=True).values())) if metrics.original else ""
    sure, was = metrics.confidence, metrics.original_confidence
    return (
        Cell(number(total), before),
        both(metrics.false_neutral),
        *(kind(name) for name in ("C->E", "C->N", "E->C", "N->C")),
        Cell(percent(sure.right if sure else None), percent(was.right) if was else ""),
        Cell(percent(sure.wrong if sure else None), percent(was.wrong) if was else ""),
        *(
            Cell(percent(metrics.always[each].value) if each in metrics.always else NOTHING)
            for each in LABELS
        ),
    )


def confusion(assessment: Assessment) -> Table:
    """Gold by predicted labels; without rows where the models do not share their labels."""
    labels = assessment.models[0].labels
    if any(answers.labels != labels for answers in assessment.models):
        return Table("confusion", "", "", (), (), ())
    return Table(
        "confusion",
        "Gold and predicted labels",
        "Numbers of contrast pairs; below, of the originals of the same pairs. E E is entailment "
        "taken for entailment, E C entailment taken for contradiction."
        f"{_NO_LABEL * _unanswered(assessment)}",
        headings(assessment, "pairs"),
        tuple(
            Column(f"{short(gold)} {short(said)}", f"gold {gold}, predicted {said}")
            for gold in labels
            for said in labels
        ),
        tuple(_of_every_kind(assessment, _confusion_cells)),
    )


def _confusion_cells(metrics: Metrics) -> tuple[Cell, ...]:
    now = metrics.confusion.ravel()
    before = metrics.original_confusion
    below = [""] * now.size if before is None else [number(int(each)) for each in before.ravel()]
    return tuple(Cell(number(int(n)), b) for n, b in zip(now, below, strict=True))
