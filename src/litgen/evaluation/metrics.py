"""Compute the metrics of a model on some pairs of a contrast set."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

import numpy as np

from litgen.data.labels import short
from litgen.evaluation.answers import Answers, Floats
from litgen.evaluation.columns import NONE, Codes, Columns, Mask
from litgen.models.protocol import OUTCOMES
from litgen.statistics.intervals import Estimate, Share, share
from litgen.statistics.sample import PairedSample
from litgen.statistics.score import difference_interval


class Consistency(NamedTuple):
    """Three definitions of consistency."""

    same_prediction: Share  #: pair and original get the same label (Li et al. 2020, in the text)
    same_correctness: Share  #: both are right or both are wrong (Li et al. 2020, in the tables)
    both_right: Share  #: both are right: contrast consistency (Gardner et al. 2020)


class Confidence(NamedTuple):
    """Mean probability of right and of wrong predictions; nan if there are none."""

    right: float
    wrong: float


class Bounds(NamedTuple):
    """The smallest and the largest possible share, whatever the missing answers would have been."""

    low: float
    high: float


class Unanswered(NamedTuple):
    """Missing answers among contrast pairs and their originals, and their possible effect.

    ``original`` and the fields after it are None for new pairs.
    """

    contrast: dict[str, int]  #: number of contrast pairs by outcome, such as ``refused``
    accuracy: Bounds  #: accuracy on the contrast pairs if all missing answers were wrong, or right
    original: dict[str, int] | None = None  #: an original counts once for each contrast pair
    original_accuracy: Bounds | None = None
    #: share of equal labels if each missing answer differed from the other pair's answer, or
    #: equalled it
    same_prediction: Bounds | None = None
    #: share of equal correctness if each missing answer differed from the other pair's in
    #: correctness, or was like it
    same_correctness: Bounds | None = None
    #: contrast consistency if all missing answers were wrong, or right
    both_right: Bounds | None = None

    @property
    def total(self) -> int:
        """The number of pairs without an answer, on both sides."""
        return sum(self.contrast.values()) + sum((self.original or {}).values())


@dataclass(frozen=True, kw_only=True)
class Metrics:
    """The metrics of a model on some contrast pairs, and on the originals of these pairs."""

    n: int  #: number of contrast pairs; an original counts once for each of them
    pairs: int  #: number of distinct original pairs (``n`` for new pairs)
    units: int  #: number of distinct images or premises (``Columns.unit``)
    labels: tuple[str, ...]
    contrast: Share  #: accuracy on the contrast pairs (Acc@Ctr)
    original: Share | None = None  #: accuracy on their originals (Acc@Ori); None for new pairs
    difference: Estimate | None = None  #: ``contrast`` minus ``original``, with an interval
    consistency: Consistency | None = None  #: consistency by three definitions
    lost: int = 0  #: number of pairs that are right on the original and wrong on the contrast
    gained: int = 0  #: number of pairs that are wrong on the original and right on the contrast
    changed: int = 0  #: number of pairs whose predicted label differs from the original's
    confusion: Codes  #: counts on the contrast by gold and predicted label, without missing answers
    original_confusion: Codes | None = None  #: the same on the originals
    errors: dict[str, int]  #: counts of each kind of error on the contrast, such as ``C->E``
    original_errors: dict[str, int] = field(default_factory=dict)  #: the same on the originals
    always: dict[str, Share]  #: accuracy on the contrast if one label is always predicted
    #: accuracy on the contrast if the prediction for the original is repeated
    repeat: Share | None = None
    confidence: Confidence | None = None  #: None if the model gives no probabilities
    original_confidence: Confidence | None = None
    unanswered: Unanswered | None = None  #: None if no answer is missing

    @property
    def best_constant(self) -> tuple[str, Share]:
        """The label that is right most often if always predicted, and its accuracy."""
        return max(self.always.items(), key=lambda each: each[1].value)


def error_share(errors: Mapping[str, int], kind: str) -> float:
    """Return the share of errors such as ``C->E`` or ``->N`` (Naik et al. 2018), or nan."""
    total = sum(errors.values())
    wrong = sum(number for name, number in errors.items() if name.endswith(kind))
    return wrong / total if total else math.nan


def measure(answers: Answers, columns: Columns, rows: Codes) -> Metrics:
    """Measure a model on the given rows, of which either all or none must have an original."""
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
        unanswered=_unanswered(answers, rows),
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


def difference_of(values: Floats, unit: Codes) -> Estimate:
    """Return the mean difference over pairs, with an interval that allows for shared units."""
    sample = PairedSample.of_values(values, unit)
    return Estimate(sample.difference, *difference_interval(sample))


def _confusion(gold: Codes, predicted: Codes, labels: int) -> Codes:
    """Count the answered pairs for each gold and predicted label."""
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
    groups = confidence[right], confidence[~right]
    return Confidence(*(float(each.mean()) if each.size else math.nan for each in groups))


def _unanswered(answers: Answers, rows: Codes) -> Unanswered | None:
    after, before = answers.outcome[rows], answers.original_outcome[rows]
    missing, missed = after > 0, before > 0
    if not (missing | missed).any():
        return None
    right, was_right = answers.right[rows], answers.original_right[rows]
    found = Unanswered(_counts(after), _bounds(right, missing))
    if not answers.has_original[rows].all():
        return found
    unknown = missing | missed
    both = (right | missing) & (was_right | missed)
    return found._replace(
        original=_counts(before),
        original_accuracy=_bounds(was_right, missed),
        same_prediction=_bounds(answers.same[rows], unknown),
        same_correctness=_bounds((right == was_right) & ~unknown, unknown),
        both_right=_bounds(right & was_right, both),
    )


def _counts(outcome: Codes) -> dict[str, int]:
    return {name: int((outcome == at).sum()) for at, name in enumerate(OUTCOMES) if at}


def _bounds(so: Mask, unknown: Mask) -> Bounds:
    """Return the shares of pairs for which ``so`` holds, and for which it may hold."""
    return Bounds(float(np.mean(so)), float(np.mean(so | unknown)))
