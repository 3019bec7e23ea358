"""The example pairs shown in a report, with every model's answers."""

import hashlib
import json
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Any, Literal, NamedTuple

import numpy as np

from litgen.evaluation.answers import Answers, Floats
from litgen.evaluation.assessment import Assessment
from litgen.evaluation.columns import Codes, Columns
from litgen.evaluation.contrast_set import parse_record
from litgen.gallery.marks import Segment, marked
from litgen.models.protocol import OUTCOMES as WITHOUT_LABEL

#: The outcome of a pair: right or wrong on the original, then on the contrast. A new pair has only
#: ``right`` or ``wrong``.
Outcome = Literal["lost", "gained", "right", "wrong"]
OUTCOMES: dict[Outcome, str] = {
    "lost": "right on the original, wrong on the contrast",
    "gained": "wrong on the original, right on the contrast",
    "wrong": "wrong on both",
    "right": "right on both",
}
#: Approximate maximum number of answers in all examples, to keep the page below 3 MB.
_ROOM = 2400
#: The order in which kinds of pairs are chosen, so that even a few examples vary.
_TURNS: tuple[str, ...] = ("hard", "hard", "hard", "lost", "lost", "gained", "wrong", "right")


class Said(NamedTuple):
    """A model's answers to a pair and its original: labels, or outcomes such as ``refused``."""

    model: str
    original: str | None  #: answer to the original; None if there is none
    original_confidence: float | None
    contrast: str
    contrast_confidence: float | None
    original_right: bool | None
    contrast_right: bool
    outcome: Outcome


class Example(NamedTuple):
    """A contrast pair and every model's answers."""

    record: dict[str, Any]  #: the pair's record in ``contrast.jsonl``
    said: tuple[Said, ...]
    hard: bool  #: whether every model is right on the original and wrong on the contrast

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        return tuple(dict.fromkeys(each.outcome for each in self.said))

    def wrong_by(self) -> str:
        """Return the names of the models that are wrong on the contrast, as a JSON list."""
        names = [each.model for each in self.said if not each.contrast_right]
        return json.dumps(names, ensure_ascii=False)

    def by_model(self) -> str:
        """Return the outcomes by model, as JSON."""
        return json.dumps({each.model: each.outcome for each in self.said}, ensure_ascii=False)

    def marked(self, side: Literal["premise", "hypothesis"]) -> list[Segment]:
        """Split a premise or hypothesis of the contrast where it differs from the original's."""
        before = self.record[f"original_{side}"]
        return marked(self.record[side] if before is None else before, self.record[side])

    def marked_original(self, side: Literal["premise", "hypothesis"]) -> list[Segment]:
        """Split the original's premise or hypothesis where it differs from the contrast's."""
        return marked(self.record[side], self.record[f"original_{side}"])


def choose(assessment: Assessment, per_contrast: int) -> tuple[Example, ...]:
    """Choose examples of every contrast: first hard pairs, then pairs with each outcome.

    With many contrasts or models, fewer pairs are chosen to keep the page small. The result begins
    with the first pair of every contrast. The choice does not depend on the order of the pairs in
    the file.
    """
    room = _ROOM // (max(len(assessment.infos), 1) * (2 + len(assessment.models)))
    per_contrast = min(per_contrast, max(1, room))
    by_contrast = [
        _some(assessment, np.flatnonzero(assessment.columns.contrast == code), per_contrast)
        for code in range(len(assessment.infos))
    ]
    turns = zip_longest(*by_contrast)
    return tuple(
        examples_of(assessment, [row for turn in turns for row in turn if row is not None])
    )


def shuffled(columns: Columns, rows: Codes) -> list[int]:
    """Return rows in an order that does not depend on their order in the file."""
    ids = columns.ids
    return sorted(rows.tolist(), key=lambda row: hashlib.sha256(ids[row].encode()).digest())


def _some(assessment: Assessment, rows: Codes, per_contrast: int) -> list[int]:
    heaps: dict[str, list[int]] = {}
    for row in reversed(shuffled(assessment.columns, rows)):
        heaps.setdefault(_heap(assessment, row), []).append(row)
    taken: list[int] = []
    while len(taken) < per_contrast and any(heaps.values()):
        for turn in _TURNS:
            if heaps.get(turn) and len(taken) < per_contrast:
                taken.append(heaps[turn].pop())
    order = {turn: at for at, turn in enumerate(dict.fromkeys(_TURNS))}
    return sorted(taken, key=lambda row: order[_heap(assessment, row)])


def _heap(assessment: Assessment, row: int) -> str:
    if assessment.hard[row]:
        return "hard"
    outcomes = {outcome_of(answers, row) for answers in assessment.models}
    return next(each for each in ("lost", "gained", "wrong", "right") if each in outcomes)


def outcome_of(answers: Answers, row: int) -> Outcome:
    right = bool(answers.right[row])
    if answers.has_original[row] and bool(answers.original_right[row]) != right:
        return "gained" if right else "lost"
    return "right" if right else "wrong"


def examples_of(assessment: Assessment, rows: Sequence[int]) -> Iterator[Example]:
    path = assessment.contrast_set.file
    with path.open("rb") as file:
        for row in rows:
            file.seek(int(assessment.columns.offset[row]))
            record = parse_record(file.readline(), str(path))
            said = tuple(_said(answers, row) for answers in assessment.models)
            yield Example(record, said, bool(assessment.hard[row]))


def _said(answers: Answers, row: int) -> Said:
    def label(said: Codes, outcome: Codes) -> str:
        return WITHOUT_LABEL[int(outcome[row])] if outcome[row] else answers.labels[int(said[row])]

    def known(confidence: Floats) -> float | None:
        return None if np.isnan(confidence[row]) else round(float(confidence[row]), 4)

    said = Said(
        answers.name, None, None, label(answers.predicted, answers.outcome),
        known(answers.confidence), None, bool(answers.right[row]), outcome_of(answers, row),
    )  # fmt: skip
    if not answers.has_original[row]:
        return said
    return said._replace(
        original=label(answers.original_predicted, answers.original_outcome),
        original_confidence=known(answers.original_confidence),
        original_right=bool(answers.original_right[row]),
    )
