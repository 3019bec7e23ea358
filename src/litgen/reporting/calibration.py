"""The calibration of models: a table of errors and a reliability plot."""

from collections.abc import Iterator
from functools import partial

from litgen.evaluation.assessment import Assessment
from litgen.evaluation.calibration import BINS, CONTRASTS, ORIGINALS, Calibration, calibrations
from litgen.reporting.figures import Axis, Figure, Line, Point, Shape, line_chart
from litgen.reporting.grid import Cell, Column, Table, table
from litgen.reporting.wording import percent, points

_NOTE = (
    "The expected calibration error is the mean distance between the probability of the predicted "
    f"label and the accuracy over {BINS} bins of equal width, in points (Guo et al. 2017, section "
    "3). It is overestimated if there are few pairs. Below: the mean probability minus the "
    "accuracy; above 0, the model is overconfident."
)
_CAPTION = (
    "Accuracy against the mean probability of the predicted label, in 15 bins of equal width. "
    "Rings: originals; dots: contrasts without corruptions. A model is calibrated if it is on the "
    "dotted line, and overconfident if it is below. Paler marks stand for fewer than {} pairs. "
    "Models without probabilities for all pairs are left out."
)
_HINTS = {ORIGINALS: "distinct original pairs", CONTRASTS: "all contrast pairs except corruptions"}


def calibration_table(assessment: Assessment) -> Table:
    """Return a table of calibration errors; empty if no model gives probabilities."""
    models: dict[str, dict[str, Calibration]] = {}
    for each in calibrations(assessment):
        models.setdefault(each.model, {})[each.part] = each
    parts = dict.fromkeys(part for found in models.values() for part in found)
    columns = [Column(part, partial(_error, part), _HINTS.get(part, "")) for part in parts]
    rows = (((model,), found, "") for model, found in models.items())
    return table("calibration", "Calibration", _NOTE, ("model",), columns, rows)


def _error(part: str, found: dict[str, Calibration]) -> Cell:
    each = found.get(part)
    return Cell(percent(each.error), points(each.excess)) if each else Cell()


def reliability(assessment: Assessment) -> tuple[Figure, ...]:
    """Return the reliability plot; empty if no model gives probabilities."""
    found = calibrations(assessment)
    if not found:
        return ()
    return (
        line_chart(
            "calibration",
            "Reliability: accuracy by confidence",
            _CAPTION.format(assessment.procedure.min_pairs),
            tuple(_lines(assessment, found)),
            Axis("probability of the predicted label", _percent, (0, 1)),
            Axis("accuracy", _percent, (0, 1)),
            diagonal=True,
        ),
    )


def _percent(value: float) -> str:
    return f"{percent(value, 0)} %"


def _lines(assessment: Assessment, found: list[Calibration]) -> Iterator[Line]:
    colours = {answers.name: at for at, answers in enumerate(assessment.models)}
    kinds: dict[str, Shape] = {ORIGINALS: "ring", CONTRASTS: "fill"}
    for each in found:
        if each.part in kinds:
            few = assessment.procedure.min_pairs
            dots = tuple(
                Point(one.confidence, one.accuracy, one.accuracy, one.accuracy, one.n < few)
                for one in each.bins
            )
            yield Line("", dots, colours[each.model], kinds[each.part])
