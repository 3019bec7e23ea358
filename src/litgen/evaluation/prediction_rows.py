"""A row of predictions made elsewhere: which pair, which label, which probabilities.

A row has an id (``id``, ``pairID`` ...: the ``id`` of a contrast pair or the ``pair_id`` of an
original) and a label (``prediction``, ``label`` ...), probabilities (``scores``, or a column for
each label) or raw outputs (``logits``). HANS (McCoy et al. 2019): CSV with the columns
``pairID,gold_label``, the latter being the prediction. Stress tests (Naik et al. 2018): JSON Lines,
``prediction`` beside ``gold_label``.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from litgen.data import LABELS
from litgen.evaluation.predictions import fault_of_scores
from litgen.exceptions import DataError, UsageError
from litgen.models.label_names import NON_ENTAILMENT, complete, model_label

IDS = ("id", "pairID", "pair_id", "pairId", "uid")
PREDICTED = ("prediction", "predicted_label", "predicted", "pred")
LABEL = ("label", "gold_label")
SCORES = ("scores", "probabilities", "probs")
LOGITS = "logits"
#: A label by its number, also as Hugging Face calls it.
_NUMBER = re.compile(r"(?:LABEL_)?(\d+)(?:\.0+)?", re.IGNORECASE)
TEXTS = {"premise": ("premise", "sentence1"), "hypothesis": ("hypothesis", "sentence2")}


class Row(NamedTuple):
    """One prediction as it stands in a file."""

    id: str  #: of a contrast pair or of an original
    side: str | None  #: ``contrast`` or ``original``, None where the row does not say
    label: str  #: by name
    scores: Mapping[str, float] | None  #: probabilities by label, None where there are none
    texts: Mapping[str, str]  #: ``premise`` and ``hypothesis``, as far as the row has them


class RowReader:
    """Makes sense of rows.

    Args:
        labels: what the numbers in them mean, separated by commas: the first is 0.

    Raises:
        UsageError: ``labels`` are not all labels of a model.

    Example:
        >>> RowReader().read({"pairID": "ex0", "gold_label": "entailment"}, "f:2", table=True).label
        'entailment'
    """

    def __init__(self, labels: str | None = None) -> None:
        self.order = _order(labels)

    def read(self, values: Mapping[str, Any], place: str, *, table: bool) -> Row:
        """A row.

        Args:
            values: by column.
            place: file and line, for messages.
            table: whether it comes from CSV or TSV.

        Raises:
            DataError: it is at fault.
        """
        name = next((each for each in IDS if values.get(each) not in (None, "")), None)
        if name is None:
            raise DataError(f"{place}: no id ({', '.join(IDS)}); name the pair it is for")
        side = values.get("side") or None
        if side not in (None, "contrast", "original"):
            raise DataError(f"{place}: side {side!r} is none of contrast, original")
        texts = {
            field: values[column]
            for field, columns in TEXTS.items()
            for column in columns
            if isinstance(values.get(column), str)
        }
        place_of = f"{place}: {str(values[name])!r}"
        scores = self._scores(values, place_of)
        label = self._label(values, place, guess=not texts, table=table)
        if label is None:
            if scores is None:
                raise DataError(
                    f"{place}: no prediction; give a label ({', '.join(PREDICTED)}, or label where "
                    "the row has no sentences) or scores"
                )
            label = max(scores, key=lambda each: scores[each])
        if scores is not None:
            if label not in scores:
                raise DataError(f"{place_of}: the label is {label!r}, of which there is no score")
            if fault := fault_of_scores(scores, label):
                raise DataError(f"{place_of}: {fault} (raw outputs of a model go under 'logits')")
        return Row(str(values[name]), side, label, scores, texts)

    def _label(
        self, values: Mapping[str, Any], place: str, *, guess: bool, table: bool
    ) -> str | None:
        """The predicted label; beside sentences ``label`` is the gold one, and so is
        ``gold_label``, except in a table of ids and labels (HANS)."""
        columns = [*PREDICTED]
        if guess:
            columns += LABEL if table else LABEL[:1]
        name = next((each for each in columns if values.get(each) not in (None, "")), None)
        if name is None:
            return None
        return self._meaning(values[name], place)

    def _meaning(self, value: Any, place: str) -> str:
        text = str(value).strip()
        label = model_label(text)
        number = _NUMBER.fullmatch(text)
        if label is None and number and int(number[1]) < len(self.order):
            label = self.order[int(number[1])]
        if label is None:
            hint = f"labels are {', '.join((*LABELS, NON_ENTAILMENT))}"
            if number and not self.order:
                hint = "say what numbers mean: --labels entailment,neutral,contradiction"
            elif number:
                hint = f"--labels names {len(self.order)}, from 0"
            raise DataError(f"{place}: unknown label {text!r}; {hint}")
        return label

    def _scores(self, values: Mapping[str, Any], place: str) -> dict[str, float] | None:
        name = next((each for each in (*SCORES, LOGITS) if values.get(each) is not None), None)
        found: Any = values[name] if name else None
        if isinstance(found, str):
            try:
                found = json.loads(found)
            except ValueError:
                raise DataError(f"{place}: {name}: broken JSON: {found[:60]!r}") from None
        if isinstance(found, list):
            if len(found) != len(self.order):
                raise DataError(
                    f"{place}: {name} is a list of {len(found)}; say what its places mean: "
                    "--labels entailment,neutral,contradiction"
                )
            found = dict(zip(self.order, found, strict=True))
        if found is None:
            columns = [each for each in values if model_label(str(each))]
            found = {each: values[each] for each in columns} if len(columns) > 1 else None
        if found is None:
            return None
        try:
            scores = {model_label(str(each)): float(value) for each, value in found.items()}
        except (TypeError, ValueError, AttributeError):
            raise DataError(f"{place}: scores are no numbers by label: {found!r}") from None
        if not complete(list(scores)):
            raise DataError(f"{place}: scores must be of every label of the model: {found!r}")
        if name == LOGITS:
            if not all(map(math.isfinite, scores.values())):
                raise DataError(f"{place}: logits must be finite numbers: {found!r}")
            scores = _softmax(scores)
        return {str(label): value for label, value in scores.items()}


def _softmax(logits: Mapping[str | None, float]) -> dict[str | None, float]:
    """Probabilities of raw outputs."""
    highest = max(logits.values())
    powers = {label: math.exp(value - highest) for label, value in logits.items()}
    total = sum(powers.values())
    return {label: power / total for label, power in powers.items()}


def _order(labels: str | None) -> list[str]:
    if labels is None:
        return []
    order = [model_label(part) for part in labels.split(",")]
    if not complete(order):
        raise UsageError(
            f"--labels {labels}: must be {', '.join(LABELS)} in the order of their numbers, or "
            f"entailment and {NON_ENTAILMENT}"
        )
    return [label for label in order if label is not None]
