"""A model's prediction for one pair: the record, its line in a file, and its checks."""

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from litgen.data import ALL_LABELS
from litgen.evaluation.contrast_set import SIDES, Side
from litgen.exceptions import DataError
from litgen.models.protocol import OUTCOMES, READINGS, Outcome

PREDICTABLE = ALL_LABELS
#: Maximum number of characters of a generated answer in a line.
RAW = 2000


class Prediction(NamedTuple):
    """A model's prediction for one pair."""

    id: str  #: ``id`` of a contrast pair, ``pair_id`` of an original
    side: Side  #: ``contrast`` or ``original``
    label: str | None  #: by name; None if the outcome is not ``answered``
    #: the probability of every label, None if the model gives none
    scores: Mapping[str, float] | None = None
    #: ``answered``, ``unreadable``, ``cut off``, ``refused`` or ``empty``
    outcome: Outcome = "answered"
    #: the first ``RAW`` characters of a language model's text; None for other models
    raw: str | None = None
    #: the label by ``text`` and by ``first-token``, None if that finds none; None if nothing was
    #: generated
    readings: Mapping[str, str | None] | None = None
    cut: bool = False  #: whether the input was too long for the model and was truncated

    def as_json(self) -> dict[str, Any]:
        """The prediction as JSON values, without most empty fields; scores have six digits."""
        values: dict[str, Any] = self._asdict()
        if self.outcome == "answered":
            del values["outcome"]
        for name in ("raw", "readings"):
            if values[name] is None:
                del values[name]
        if not self.cut:
            del values["cut"]
        if self.raw is not None:
            values["raw"] = self.raw[:RAW]
        if self.scores is not None:
            values["scores"] = {name: round(p, 6) for name, p in self.scores.items()}
        return values


class Check:
    """Refuses predictions with an unknown label or inconsistent scores, and repeated ones."""

    def __init__(self, labels: tuple[str, ...]) -> None:
        self.labels = frozenset(labels)
        self.seen: dict[str, set[str]] = {side: set() for side in SIDES}

    def __call__(self, prediction: Prediction, where: str) -> None:
        """Check one prediction; messages begin with ``where``.

        Raises:
            DataError: the prediction is refused.
        """
        known = ", ".join(sorted(self.labels))
        if (prediction.label is None) == (prediction.outcome == "answered"):
            raise DataError(f"{where}: label {prediction.label!r} beside {prediction.outcome!r}")
        if prediction.label is not None and prediction.label not in self.labels:
            raise DataError(f"{where}: label {prediction.label!r} is none of the model's: {known}")
        if prediction.id in self.seen[prediction.side]:
            raise DataError(
                f"{where}: the {prediction.side} pair {prediction.id!r} is predicted twice"
            )
        self.seen[prediction.side].add(prediction.id)
        scores = prediction.scores
        if scores is None:
            return
        if scores.keys() != self.labels:
            raise DataError(f"{where}: scores must give a probability of each of {known}, or null")
        if fault := fault_of_scores(scores, prediction.label):
            raise DataError(f"{where}: {fault}")


def parse_prediction(line: bytes, where: str) -> Prediction:
    try:
        values = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise DataError(f"{where}: broken JSON: {error}") from None
    if not isinstance(values, dict):
        raise DataError(f"{where}: not a prediction (a JSON object with id, side, label, scores)")
    identity, side, label = (values.get(name) for name in ("id", "side", "label"))
    scores = values.get("scores")
    outcome, raw = values.get("outcome", "answered"), values.get("raw")
    readings = values.get("readings")
    if not isinstance(identity, str) or not isinstance(label, str | None) or side not in SIDES:
        raise DataError(f"{where}: needs texts 'id' and 'label', and 'side' {' or '.join(SIDES)}")
    if outcome not in OUTCOMES or not isinstance(raw, str | None):
        raise DataError(f"{where}: 'outcome' must be one of {', '.join(OUTCOMES)}, 'raw' a text")
    if readings is not None and not (
        isinstance(readings, dict) and readings.keys() <= set(READINGS)
    ):
        raise DataError(f"{where}: 'readings' must give labels by {' and '.join(READINGS)}")
    if scores is not None and not isinstance(scores, dict):
        raise DataError(f"{where}: 'scores' must be an object of probabilities, or null")
    cut = values.get("cut") is True
    return Prediction(identity, side, label, scores, outcome, raw, readings, cut)


def fault_of_scores(scores: Mapping[str, Any], label: str | None = None) -> str | None:
    """The error in the scores of a prediction, None if there is none.

    Example:
        >>> fault_of_scores({"entailment": 0.9, "not_entailment": 0.1}, "not_entailment")
        "the label is 'not_entailment' (0.1), but the scores say 'entailment' (0.9)"
    """
    for name, value in scores.items():
        known = isinstance(value, int | float) and not isinstance(value, bool)
        if not known or not -_SLACK <= value <= 1 + _SLACK:  # also refuses NaN
            return f"the score of {name!r} is no probability: {value!r}"
    total = sum(scores.values())
    if abs(total - 1) > _SUM_SLACK:
        return f"the scores sum to {total:.4g}, not to 1"
    best = max(scores, key=lambda name: scores[name])
    if label is not None and scores[label] < scores[best] - _SLACK:
        return (
            f"the label is {label!r} ({scores[label]:.4g}), but the scores say {best!r} "
            f"({scores[best]:.4g})"
        )
    return None


#: The tolerances of a score and of the sum of scores, for rounding in float16.
_SLACK, _SUM_SLACK = 1e-3, 1e-2
