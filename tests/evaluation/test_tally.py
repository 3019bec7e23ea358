"""Near and below chance, and labels that look mixed."""

from __future__ import annotations

import pytest

from litgen.evaluation.tally import Confusion

LABELS = ("entailment", "neutral", "contradiction")
SHIFTED = dict(zip(LABELS, (*LABELS[1:], LABELS[0]), strict=True))


def confusion(pairs, labels=LABELS):
    found = Confusion(labels)
    for gold, predicted in pairs:
        found.add(gold, predicted)
    return found


def test_a_good_model_is_no_cause_for_a_word():
    pairs = [(label, label) for label in LABELS] * 20 + [("neutral", "entailment")] * 10
    assert confusion(pairs).warning("original pairs") is None


def test_mixed_labels_are_recognised():
    """The model is right when its neutral is read as entailment, and so on."""
    found = confusion([(gold, SHIFTED[gold]) for gold in LABELS] * 20)
    assert found.accuracy() == 0
    order, best = found.best_order()
    assert best == 1
    # An output that is called neutral means entailment.
    assert dict(zip(LABELS, order, strict=True)) == {new: old for old, new in SHIFTED.items()}
    line = found.warning("original pairs")
    assert "100.0% with --labels contradiction,entailment,neutral" in line


@pytest.mark.parametrize(
    ("pairs", "word"),
    [
        ([(gold, predicted) for gold in LABELS for predicted in LABELS] * 10, "near chance (33.3%"),
        ([("neutral", "neutral")] * 14 + [("neutral", "entailment")] * 6
         + [("entailment", "neutral")] * 10, "below chance (66.7%"),
    ],
)  # fmt: skip
def test_chance(pairs, word):
    assert word in confusion(pairs).warning("original pairs")


def test_few_pairs_say_nothing():
    assert confusion([("neutral", "entailment")] * 19).warning("original pairs") is None


def test_two_classes():
    found = confusion(
        [("contradiction", "not_entailment"), ("neutral", "not_entailment"),
         ("entailment", "not_entailment")] * 10, ("entailment", "not_entailment"),
    )  # fmt: skip
    assert found.accuracy() == pytest.approx(2 / 3)
    assert found.majority() == pytest.approx(2 / 3)
    assert "near chance" in found.warning("original pairs")
