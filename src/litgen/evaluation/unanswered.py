"""Pairs to which a language model gave no answer, and what they may hide.

No answer counts as wrong and is never the same answer as another. What accuracy and consistency
could have been lies between the ends that they take when each missing answer is taken at its worst
and at its best: the bounds of Manski (1989) for missing outcomes, which suppose nothing about them.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from litgen.evaluation.answers import Answers
from litgen.evaluation.columns import Codes, Mask
from litgen.models.protocol import OUTCOMES


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


def count_unanswered(answers: Answers, rows: Codes) -> Unanswered | None:
    """Count the pairs without an answer, and bound what they may hide.

    Args:
        answers: the model's.
        rows: at least one; all of them have an original, or none has.

    Returns:
        None where all have an answer.
    """
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
