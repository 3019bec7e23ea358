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
    """How often two ways of reading the same generated answers agree, on all pairs."""

    n: int  #: number of answers that were read both ways
    agree: int  #: number of answers for which both ways give the same label
    differ: int
    text_only: int  #: number of answers for which only the text gives a label
    first_token_only: int
    neither: int


@dataclass(frozen=True)
class Answers:
    """Predictions and gold labels for one model, aligned with the rows of ``Columns``."""

    name: str
    labels: tuple[str, ...]  #: ``TWO_CLASSES`` if the model or the contrast set has two classes
    #: code of the contrast pair's gold label; fields that begin with ``original_`` concern the
    #: original
    gold: Codes
    predicted: Codes  #: ``NONE`` if the answer is missing, which counts as wrong
    original_gold: Codes  #: ``NONE`` without an original
    original_predicted: Codes
    #: probability of the predicted label (for *not_entailment*, the sum of those of contradiction
    #: and neutral); nan if the model gives none
    confidence: Floats
    original_confidence: Floats
    outcome: Codes  #: index in ``OUTCOMES``; 0 means answered
    original_outcome: Codes
    cut: Mask  #: whether the input was truncated
    original_cut: Mask
    readings: Readings | None = None  #: None if the model generates no text

    @cached_property
    def right(self) -> Mask:
        return np.equal(self.predicted, self.gold)

    @cached_property
    def original_right(self) -> Mask:
        """Whether the answer to the original pair is right; False without an original."""
        return np.equal(self.original_predicted, self.original_gold) & self.has_original

    @cached_property
    def same(self) -> Mask:
        """Whether a pair gets the same label as its original; False if an answer is missing."""
        both = np.equal(self.predicted, self.original_predicted)
        return both & np.not_equal(self.predicted, NONE)

    @cached_property
    def folded(self) -> Answers:
        """The answers reduced to two classes, *entailment* and *not_entailment*."""
        if self.labels == TWO_CLASSES:
            return self
        fold = np.array([*(_code(label, TWO_CLASSES) for label in self.labels), NONE])
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
    """Align predictions with the columns of a contrast set; reject predictions for other sets."""
    info = predictions.info
    if info.contrast_sha256 != contrast_set.sha256:
        raise DataError(
            f"{predictions.path}: the predictions are for another contrast set than "
            f"{contrast_set.path} (the SHA-256 of contrast.jsonl differs); run litgen evaluate on "
            "this set"
        )
    labels = TWO_CLASSES if NOT_ENTAILMENT in (*info.labels, *columns.labels) else LABELS
    code = {label: _code(label, labels) for label in ALL_LABELS}
    # Entries: the contrast pairs, the originals by code, and one for pairs without an original.
    rows, total = len(columns), len(columns) + len(columns.pairs) + 1
    said, outcome = (np.full(total, NONE, dtype=np.int64) for _ in range(2))
    sure, cut = np.full(total, np.nan), np.zeros(total, dtype=bool)
    readings: Counter[str] = Counter()
    unlabelled = 0
    for prediction in predictions:
        at = _place(prediction, columns)
        if at is None:
            raise DataError(
                f"{predictions.path}: the {prediction.side} pair {prediction.id!r} is not in "
                f"{contrast_set.path}; use predictions for these pairs"
            )
        if at == NONE:
            unlabelled += 1
            continue
        outcome[at] = OUTCOMES.index(prediction.outcome)
        cut[at] = prediction.cut
        if prediction.readings is not None:
            readings[_agreement(*map(prediction.readings.get, READINGS))] += 1
        if prediction.label is None:
            continue
        said[at] = code[prediction.label]
        if prediction.scores is not None:
            scores = prediction.scores.items()
            sure[at] = sum(score for label, score in scores if code[label] == said[at])
    _refuse_missing(outcome, unlabelled, columns, predictions)
    gold_code = np.array([*(code[label] for label in columns.labels), NONE])
    before = np.where(columns.pair == NONE, total - 1, rows + columns.pair)
    return Answers(
        name or info.name,
        labels,
        gold_code[columns.gold],
        said[:rows],
        gold_code[columns.original_gold],
        said[before],
        sure[:rows],
        sure[before],
        outcome[:rows],
        outcome[before],
        cut[:rows],
        cut[before],
        Readings(readings.total(), *(readings[each] for each in Readings._fields[1:]))
        if readings
        else None,
    )


def _agreement(text: str | None, token: str | None) -> str:
    """Return the name of the field of ``Readings`` that counts an answer."""
    if text is None:
        return "neither" if token is None else "first_token_only"
    if token is None:
        return "text_only"
    return "agree" if text == token else "differ"


def _code(label: str, labels: tuple[str, ...]) -> int:
    """Return a label's code; with two classes, neutral and contradiction are *not_entailment*."""
    if label in labels:
        return labels.index(label)
    return labels.index(NOT_ENTAILMENT) if NOT_ENTAILMENT in labels else NONE


def _place(prediction: Prediction, columns: Columns) -> int | None:
    """Return a prediction's index: ``NONE`` for an unlabelled pair, None for an unknown pair."""
    if prediction.side == "contrast":
        return columns.row_of.get(prediction.id)
    code = columns.pairs.find(prediction.id)
    return None if code == NONE else len(columns) + code


def _refuse_missing(
    outcome: Codes, unlabelled: int, columns: Columns, predictions: Predictions
) -> None:
    rows = len(columns)
    pairs, originals = (np.flatnonzero(each == NONE) for each in (outcome[:rows], outcome[rows:-1]))
    number = columns.unlabelled - unlabelled
    if not predictions.whole:
        originals, number = np.intersect1d(originals, columns.pair), 0
    number += pairs.size + originals.size
    if not number:
        return
    what = " (pairs without a label)"
    if pairs.size:
        what = f", such as contrast pair {columns.ids[int(pairs[0])]!r}"
    elif originals.size:
        what = f", such as original pair {columns.pairs.all[int(originals[0])]!r}"
    raise DataError(
        f"{predictions.path}: {number:,} {'pair has' if number == 1 else 'pairs have'} no "
        f"prediction{what}; run litgen evaluate again"
    )
