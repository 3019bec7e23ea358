"""A model's answers, aligned with the columns of the contrast set and checked against it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from litgen.data import ALL_LABELS, LABELS, NOT_ENTAILMENT, TWO_CLASSES
from litgen.evaluation.columns import NONE, Codes, Columns, Mask
from litgen.evaluation.contrast_set import ContrastSet
from litgen.evaluation.prediction import Prediction
from litgen.evaluation.predictions import Predictions
from litgen.exceptions import DataError
from litgen.models.protocol import OUTCOMES, READINGS

Floats = NDArray[np.float64]


class Readings(NamedTuple):
    """How often two ways of reading the same generated answers agree."""

    n: int  #: answers read both ways, on contrast pairs and originals
    agree: int  #: both give the same label
    differ: int  #: they give different labels
    text_only: int  #: only the text gives a label
    first_token_only: int  #: only the first token gives a label
    neither: int  #: neither gives a label


@dataclass(frozen=True)
class Answers:
    """Predictions and gold labels of one model, in the rows of ``Columns``."""

    name: str  #: name of the model
    #: by code: ``TWO_CLASSES`` if the model or the contrast set has two classes
    labels: tuple[str, ...]
    gold: Codes  #: code of the gold label of the contrast pair
    #: code of the predicted label, ``NONE`` without an answer, which counts as wrong
    predicted: Codes
    original_gold: Codes  #: code for the original pair, ``NONE`` without an original
    original_predicted: Codes  #: ``predicted`` for the original pair, ``NONE`` without an original
    #: probability of the predicted label (for *not_entailment* that of contradiction and neutral
    #: together); nan if the model gives none
    confidence: Floats
    original_confidence: Floats  #: the same for the original pair
    outcome: Codes  #: index in ``OUTCOMES`` for the contrast pair; 0 is an answer
    original_outcome: Codes  #: the same for the original pair, ``NONE`` without an original
    cut: Mask  #: whether the input for the contrast pair was truncated
    original_cut: Mask  #: the same for the original pair
    #: agreement of two ways of reading the answers; None if nothing was generated
    readings: Readings | None = None

    @cached_property
    def right(self) -> Mask:
        return np.equal(self.predicted, self.gold)

    @cached_property
    def original_right(self) -> Mask:
        """Whether the answer on the original pair is right; False without an original."""
        return np.equal(self.original_predicted, self.original_gold) & self.has_original

    @cached_property
    def same(self) -> Mask:
        """Whether both pairs get the same label; a missing answer is never the same."""
        both = np.equal(self.predicted, self.original_predicted)
        return both & np.not_equal(self.predicted, NONE)

    @cached_property
    def folded(self) -> Answers:
        """The answers reduced to two classes, *entailment* and *not_entailment*."""
        if self.labels == TWO_CLASSES:
            return self
        codes = [_code(label, TWO_CLASSES) for label in self.labels]
        fold = np.array([*codes, NONE])  # NONE is the last
        nothing = np.full(self.confidence.size, np.nan)
        return replace(
            self, labels=TWO_CLASSES, gold=fold[self.gold], predicted=fold[self.predicted],
            original_gold=fold[self.original_gold],
            original_predicted=fold[self.original_predicted],
            confidence=nothing, original_confidence=nothing,
        )  # fmt: skip

    @cached_property
    def has_original(self) -> Mask:
        return np.not_equal(self.original_gold, NONE)


def read_answers(
    predictions: Predictions, contrast_set: ContrastSet, columns: Columns, name: str | None = None
) -> Answers:
    """Align a model's predictions with the columns of a contrast set.

    Raises:
        DataError: predictions are for other pairs, are missing, or occur twice.
    """
    info = predictions.info
    if info.contrast_sha256 != contrast_set.sha256:
        raise DataError(
            f"{predictions.path}: predictions of another contrast set than {contrast_set.path} "
            "(SHA-256 of contrast.jsonl differs); run litgen evaluate on this one"
        )
    labels = TWO_CLASSES if NOT_ENTAILMENT in (*info.labels, *columns.labels) else LABELS
    code = {label: _code(label, labels) for label in ALL_LABELS}
    rows, pairs = len(columns), len(columns.pairs)
    said = np.full(rows, NONE, dtype=np.int64), np.full(pairs, NONE, dtype=np.int64)
    outcome = np.full(rows, NONE, dtype=np.int64), np.full(pairs, NONE, dtype=np.int64)
    sure = np.full(rows, np.nan), np.full(pairs, np.nan)
    cut = np.zeros(rows, dtype=bool), np.zeros(pairs, dtype=bool)
    readings: Counter[tuple[str | None, ...]] = Counter()
    unlabelled = 0
    for prediction in predictions:
        which, row = _find(prediction, columns, predictions, contrast_set)
        if row == NONE:
            unlabelled += 1
            continue
        outcome[which][row] = OUTCOMES.index(prediction.outcome)
        cut[which][row] = prediction.cut
        if prediction.readings is not None:
            readings[tuple(map(prediction.readings.get, READINGS))] += 1
        if prediction.label is None:
            continue
        said[which][row] = code[prediction.label]
        if prediction.scores is not None:
            sure[which][row] = sum(
                score
                for label, score in prediction.scores.items()
                if code[label] == code[prediction.label]
            )
    _refuse_missing(outcome, unlabelled, columns, predictions)
    gold_code = np.array([code[label] for label in columns.labels] + [NONE])  # NONE is the last
    there = columns.pair != NONE
    return Answers(
        name or info.name,
        labels,
        gold_code[columns.gold],
        said[0],
        gold_code[columns.original_gold],
        np.where(there, _at(said[1], columns.pair), NONE),
        sure[0],
        np.where(there, _at(sure[1], columns.pair), np.nan),
        outcome[0],
        np.where(there, _at(outcome[1], columns.pair), NONE),
        cut[0],
        there & _at(cut[1], columns.pair),
        _agreement(readings) if readings else None,
    )


def _agreement(counts: Counter[tuple[str | None, ...]]) -> Readings:
    kinds: Counter[str] = Counter()
    for (text, token), number in counts.items():
        if text is not None and token is not None:
            kinds["agree" if text == token else "differ"] += number
        elif text is not None:
            kinds["text_only"] += number
        else:
            kinds["neither" if token is None else "first_token_only"] += number
    return Readings(counts.total(), *(kinds[name] for name in Readings._fields[1:]))


def _code(label: str, labels: tuple[str, ...]) -> int:
    """The code of a label; with two classes, neutral and contradiction are *not_entailment*."""
    if label in labels:
        return labels.index(label)
    return labels.index(NOT_ENTAILMENT) if NOT_ENTAILMENT in labels else NONE


def _at(values: NDArray[np.generic], where: Codes) -> NDArray[np.generic]:
    """Values by code, the first one for ``NONE``."""
    if not values.size:
        return np.zeros(where.size, dtype=values.dtype)
    return values[np.maximum(where, 0)]


def _find(
    prediction: Prediction, columns: Columns, predictions: Predictions, contrast_set: ContrastSet
) -> tuple[int, int]:
    """The position of a prediction: 0 and the row of a contrast pair, 1 and an original's code."""
    if prediction.side == "contrast":
        which, row = 0, columns.row_of.get(prediction.id)
    else:
        code = columns.pairs.find(prediction.id)
        which, row = 1, None if code == NONE else code
    if row is None:
        raise DataError(
            f"{predictions.path}: the {prediction.side} pair {prediction.id!r} is not in "
            f"{contrast_set.path}; these are predictions of other pairs"
        )
    return which, row


def _refuse_missing(
    outcome: tuple[Codes, Codes], unlabelled: int, columns: Columns, predictions: Predictions
) -> None:
    missing = [np.flatnonzero(each == NONE) for each in outcome]
    number = columns.unlabelled - unlabelled
    if not predictions.whole:
        missing[1], number = np.intersect1d(missing[1], columns.pair), 0
    number += sum(each.size for each in missing)
    if not number:
        return
    if missing[0].size:
        row = int(missing[0][0])
        first = next(name for name, at in columns.row_of.items() if at == row)
        what = f", the first contrast pair {first!r}"
    elif missing[1].size:
        what = f", the first original pair {columns.pairs.all[int(missing[1][0])]!r}"
    else:
        what = " (pairs without a label)"
    raise DataError(
        f"{predictions.path}: {number:,} {'pair is' if number == 1 else 'pairs are'} not "
        f"predicted{what}; run litgen evaluate again"
    )
