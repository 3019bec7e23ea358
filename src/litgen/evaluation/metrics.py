"""What a model does on some pairs of a contrast set."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

import numpy as np

from litgen.data.labels import short
from litgen.evaluation.answers import Answers, Floats
from litgen.evaluation.columns import NONE, Codes, Columns, Mask
from litgen.models.protocol import OUTCOMES
from litgen.statistics import PairedSample, Share, difference_interval, share


class Difference(NamedTuple):
    """Accuracy of the second side less that of the first, with its interval over units."""

    value: float
    low: float
    high: float


class Consistency(NamedTuple):
    """The three readings of consistency."""

    #: the same label is said of both pairs (Li et al. 2020, their words). No answer is never
    #: the same, not even as another one.
    same_prediction: Share
    same_correctness: Share  #: both are right or both are wrong (what their tables hold)
    both_right: Share  #: contrast consistency (Gardner et al. 2020)


class Confidence(NamedTuple):
    """Mean probability of what was said, where it was right and where it was wrong; else nan."""

    right: float
    wrong: float


class Bounds(NamedTuple):
    """The smallest and the largest share that missing answers leave possible."""

    low: float
    high: float


class Unanswered(NamedTuple):
    """Pairs without an answer, of some contrast pairs and of their originals."""

    contrast: dict[str, int]  #: contrast pairs that are ``unreadable``, ``refused``, ``empty``
    accuracy: Bounds  #: on the contrast, had these all been wrong, or right
    #: the same of the originals, which count once for each of their contrast pairs; None of new
    #: pairs, as all that follows
    original: dict[str, int] | None = None
    original_accuracy: Bounds | None = None  #: on the originals
    #: had they all been another answer than the other pair's, or the same
    same_prediction: Bounds | None = None
    #: had they all been right where the other pair is wrong, or as it is
    same_correctness: Bounds | None = None
    both_right: Bounds | None = None  #: had they all been wrong, or right

    @property
    def total(self) -> int:
        """Pairs without an answer, of both sides."""
        return sum(self.contrast.values()) + sum((self.original or {}).values())


@dataclass(frozen=True, kw_only=True)
class Metrics:
    """What a model does on some contrast pairs, and on the originals of these same pairs."""

    n: int  #: contrast pairs; an original counts once for each of its contrast pairs
    pairs: int  #: distinct original pairs (of new pairs, ``n``)
    units: int  #: distinct images or premises (``Columns.unit``)
    labels: tuple[str, ...]
    contrast: Share  #: accuracy on the contrast pairs (Acc@Ctr)
    original: Share | None = None  #: accuracy on their originals (Acc@Ori); None of new pairs
    difference: Difference | None = None  #: of the two
    consistency: Consistency | None = None  #: in its three readings
    lost: int = 0  #: right on the original, wrong on the contrast
    gained: int = 0  #: wrong on the original, right on the contrast
    changed: int = 0  #: not the same label said as of the original
    confusion: Codes  #: gold by predicted label on the contrast, counts; of those that have a label
    original_confusion: Codes | None = None  #: the same on the originals
    #: wrong labels on the contrast by gold and predicted label, such as ``C->E``; those that occur
    errors: dict[str, int]
    original_errors: dict[str, int] = field(default_factory=dict)  #: the same on the originals
    always: dict[str, Share]  #: accuracy on the contrast of saying one label always, by label
    #: accuracy on the contrast of repeating what was said of the original
    repeat: Share | None = None
    #: on the contrast; None of a model that gives no probabilities
    confidence: Confidence | None = None
    original_confidence: Confidence | None = None  #: on the originals
    #: pairs without an answer, and what they may hide; None where all have one
    unanswered: Unanswered | None = None

    @property
    def best_constant(self) -> tuple[str, Share]:
        """The label that scores best when it is always said, and its accuracy."""
        return max(self.always.items(), key=lambda each: each[1].value)


def error_share(errors: Mapping[str, int], kind: str) -> float:
    """The share of errors of a kind: ``C->E``, or ``->N``, false neutral (Naik et al. 2018).

    It is nan where nothing is wrong.

    Example:
        >>> error_share({"E->N": 1, "C->N": 2, "C->E": 1}, "->N")
        0.75
    """
    total = sum(errors.values())
    wrong = sum(number for name, number in errors.items() if name.endswith(kind))
    return wrong / total if total else math.nan


def measure(answers: Answers, columns: Columns, rows: Codes) -> Metrics:
    """Measure a model on some rows, of which all have an original or none has."""
    unit, labels = columns.unit[rows], answers.labels
    gold, said, right = answers.gold[rows], answers.predicted[rows], answers.right[rows]

    def of(values: np.ndarray) -> Share:
        return share(values, unit)

    has_original = bool(answers.has_original[rows].all())
    confusion = _confusion(gold, said, len(labels))
    found = Metrics(
        n=int(rows.size),
        pairs=int(np.unique(columns.pair[rows]).size) if has_original else int(rows.size),
        units=int(np.unique(unit).size),
        labels=labels,
        contrast=of(right),
        confusion=confusion,
        errors=_errors(confusion, labels),
        always={label: of(gold == code) for code, label in enumerate(labels)},
        confidence=_confidence(answers.confidence[rows], right),
        unanswered=count_unanswered(answers, rows),
    )
    if not has_original:
        return found
    before, same = answers.original_right[rows], answers.same[rows]
    was_said = answers.original_predicted[rows]
    confusion = _confusion(answers.original_gold[rows], was_said, len(labels))
    return replace(
        found,
        original=of(before),
        difference=difference_of(right.astype(float) - before, unit),
        consistency=Consistency(of(same), of(right == before), of(right & before)),
        lost=int((before & ~right).sum()),
        gained=int((right & ~before).sum()),
        changed=int((~same).sum()),
        original_confusion=confusion,
        original_errors=_errors(confusion, labels),
        repeat=of(was_said == gold),
        original_confidence=_confidence(answers.original_confidence[rows], before),
    )


def difference_of(values: Floats, unit: Codes) -> Difference:
    """A mean difference of pairs, with an interval that knows what units they share."""
    sample = PairedSample.of_values(values, unit)
    return Difference(sample.difference, *difference_interval(sample))


def _confusion(gold: Codes, predicted: Codes, labels: int) -> Codes:
    """Counts by gold and predicted label, of the pairs that have one."""
    cells = (gold * labels + predicted)[predicted != NONE]
    return np.bincount(cells, minlength=labels**2).reshape(labels, labels)


def _errors(confusion: Codes, labels: Sequence[str]) -> dict[str, int]:
    return {
        f"{short(gold)}->{short(said)}": int(confusion[g, s])
        for g, gold in enumerate(labels)
        for s, said in enumerate(labels)
        if g != s and confusion[g, s]
    }


def _confidence(confidence: Floats, right: np.ndarray) -> Confidence | None:
    if np.isnan(confidence).any():
        return None
    return Confidence(_mean(confidence[right]), _mean(confidence[~right]))


def _mean(values: Floats) -> float:
    return float(values.mean()) if values.size else math.nan


def count_unanswered(answers: Answers, rows: Codes) -> Unanswered | None:
    """Pairs without an answer, and bounds of what they may hide; None where all have one."""
    after, before = answers.outcome[rows], answers.original_outcome[rows]
    missing, missed = after > 0, before > 0
    if not (missing | missed).any():
        return None
    right, was_right = answers.right[rows], answers.original_right[rows]
    accuracy = _bounds(right, missing)
    if not answers.has_original[rows].all():
        return Unanswered(_counts(after), accuracy)
    both = (right | missing) & (was_right | missed)
    return Unanswered(
        _counts(after), accuracy, _counts(before), _bounds(was_right, missed),
        _bounds(answers.same[rows], missing | missed),
        _bounds((right == was_right) & ~missing & ~missed, missing | missed),
        Bounds(float((right & was_right).mean()), float(both.mean())),
    )  # fmt: skip


def _counts(outcome: Codes) -> dict[str, int]:
    return {name: int((outcome == at).sum()) for at, name in enumerate(OUTCOMES) if at}


def _bounds(so: Mask, unknown: Mask) -> Bounds:
    """The share that is so, and the share that is so or unknown."""
    return Bounds(float(np.mean(so)), float(np.mean(so | unknown)))
