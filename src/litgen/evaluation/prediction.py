"""A model's prediction for one pair: the record, its line in a file, and the checks."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from litgen.evaluation.contrast_set import SIDES, Side, parse_object
from litgen.exceptions import DataError
from litgen.models.protocol import OUTCOMES, READINGS, Outcome

RAW = 2000  #: maximum number of characters of a generated answer that are written
_SLACK, _SUM_SLACK = 1e-3, 1e-2  #: tolerances for a score and for the sum of scores


class Prediction(NamedTuple):
    """A model's prediction for one pair."""

    id: str  #: ``id`` of a contrast pair, ``pair_id`` of an original
    side: Side  #: ``contrast`` or ``original``
    label: str | None  #: name of the label; None if the outcome is not ``answered``
    scores: Mapping[str, float] | None = None  #: probability of each label; None if not given
    outcome: Outcome = "answered"
    raw: str | None = None  #: the first ``RAW`` characters of a language model's text
    readings: Mapping[str, str | None] | None = None  #: the label that each of ``READINGS`` finds
    cut: bool = False  #: whether the input was too long for the model and was truncated

    def as_json(self) -> dict[str, Any]:
        """Return JSON values with rounded scores and without most empty fields."""
        default = {"outcome": "answered", "raw": None, "readings": None, "cut": False}
        values = {name: value for name, value in self._asdict().items()
                  if name not in default or value != default[name]}  # fmt: skip
        if self.raw is not None:
            values["raw"] = self.raw[:RAW]
        if self.scores is not None:
            values["scores"] = {name: round(p, 6) for name, p in self.scores.items()}
        return values


class Check:
    """Rejects predictions that are repeated or have unknown labels or inconsistent scores."""

    def __init__(self, labels: tuple[str, ...]) -> None:
        self.labels = frozenset(labels)
        self.seen: dict[str, set[str]] = {side: set() for side in SIDES}

    def __call__(self, prediction: Prediction, where: str) -> None:
        """Raise a ``DataError`` that starts with ``where`` if a prediction is invalid."""
        known = ", ".join(sorted(self.labels))
        if (prediction.label is None) == (prediction.outcome == "answered"):
            raise DataError(
                f"{where}: the label {prediction.label!r} contradicts the outcome "
                f"{prediction.outcome!r}"
            )
        if prediction.label is not None and prediction.label not in self.labels:
            raise DataError(f"{where}: the label {prediction.label!r} is not one of {known}")
        if prediction.id in self.seen[prediction.side]:
            raise DataError(
                f"{where}: the {prediction.side} pair {prediction.id!r} is predicted twice"
            )
        self.seen[prediction.side].add(prediction.id)
        scores = prediction.scores
        if scores is None:
            return
        if scores.keys() != self.labels:
            raise DataError(f"{where}: the scores must be null or give a probability for {known}")
        if fault := fault_of_scores(scores, prediction.label):
            raise DataError(f"{where}: {fault}")


def parse_prediction(line: bytes, where: str) -> Prediction:
    values = parse_object(line, where, "run litgen evaluate again")
    given = {name: values[name] for name in Prediction._fields if name in values}
    found = Prediction(**{"id": None, "side": None, "label": None, **given})
    if not isinstance(found.id, str) or not isinstance(found.label, str | None):
        raise DataError(f"{where}: 'id' must be a string, and 'label' a string or null")
    if found.side not in SIDES:
        raise DataError(f"{where}: 'side' must be {' or '.join(SIDES)}")
    if found.outcome not in OUTCOMES or not isinstance(found.raw, str | None):
        raise DataError(
            f"{where}: 'outcome' must be one of {', '.join(OUTCOMES)}, and 'raw' a string or null"
        )
    for name, known in (("scores", None), ("readings", READINGS)):
        value = getattr(found, name)
        object_of = isinstance(value, dict) and (known is None or value.keys() <= set(known))
        if value is not None and not object_of:
            keys = "labels" if known is None else " and ".join(known)
            raise DataError(f"{where}: {name!r} must be null or an object with the keys {keys}")
    return found._replace(cut=found.cut is True)


def fault_of_scores(scores: Mapping[str, Any], label: str | None = None) -> str | None:
    """Describe the error in the scores of a prediction, or return None if there is none."""
    for name, value in scores.items():
        known = isinstance(value, int | float) and not isinstance(value, bool)
        if not known or not -_SLACK <= value <= 1 + _SLACK:  # also rejects NaN
            return f"the score of {name!r} is not a probability: {value!r}"
    total = sum(scores.values())
    if abs(total - 1) > _SUM_SLACK:
        return f"the scores sum to {total:.4g} instead of 1"
    best = max(scores, key=lambda name: scores[name])
    if label is not None and scores[label] < scores[best] - _SLACK:
        return (
            f"the label is {label!r} ({scores[label]:.4g}), but {best!r} has a higher score "
            f"({scores[best]:.4g})"
        )
    return None
