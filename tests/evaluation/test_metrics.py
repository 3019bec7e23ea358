"""Metrics of contrast sets small enough to count by hand."""

from __future__ import annotations

import math

import numpy as np
import pytest

from litgen.contrast.notation import parse_contrast
from litgen.data.labels import short
from litgen.evaluation.answers import read_answers
from litgen.evaluation.columns import NONE, read_columns
from litgen.evaluation.contrasts import contrasts_of, phenomenon_of, slices
from litgen.evaluation.metrics import error_share, measure
from litgen.evaluation.predictions import Predictions
from litgen.exceptions import DataError
from litgen.statistics.intervals import wilson
from tests.evaluation.makers import THREE, make_contrast_set, predict, record

#: Six pairs of one contrast: (original gold, gold), (said of the original, of the contrast).
SIX = {
    "a1": ("entailment", "neutral", "E", "N"),  # right, right
    "a2": ("entailment", "neutral", "E", "E"),  # right, wrong, the same said
    "b1": ("contradiction", "neutral", "C", "E"),  # right, wrong
    "b2": ("contradiction", "neutral", "N", "N"),  # wrong, right, the same said
    "c1": ("neutral", "neutral", "E", "E"),  # wrong, wrong, the same said
    "c2": ("neutral", "neutral", "E", "C"),  # wrong, wrong
}


def answer_six(folder, confidence):
    contrast_set = make_contrast_set(
        folder / "set",
        [
            record(pair, "past;future", gold, original)
            for pair, (original, gold, _, _) in SIX.items()
        ],
    )
    said = {pair: before for pair, (_, _, before, _) in SIX.items()}
    said |= {f"{pair}:past:future": after for pair, (_, _, _, after) in SIX.items()}
    predictions = predict(folder / "model", contrast_set, said, confidence=confidence)
    columns = read_columns(contrast_set)
    return columns, read_answers(Predictions(predictions), contrast_set, columns)


@pytest.fixture
def six(tmp_path):
    return answer_six(tmp_path, 0.8)


def test_counted_by_hand(six):
    columns, answers = six
    found = measure(answers, columns, np.arange(6))
    assert (found.n, found.pairs, found.units) == (6, 6, 3)
    assert (found.contrast.hits, found.original.hits) == (2, 3)
    assert found.difference.value == pytest.approx(-1 / 6)
    assert (found.lost, found.gained, found.changed) == (2, 1, 3)
    hits = [each.hits for each in found.consistency]
    assert hits == [3, 3, 1]  # same prediction, same correctness, both right
    assert found.repeat.hits == 1  # saying N of b2 again
    assert {label: each.hits for label, each in found.always.items()} == {
        "entailment": 0, "contradiction": 0, "neutral": 6,
    }  # fmt: skip
    assert found.best_constant[0] == "neutral"
    assert found.errors == {"N->E": 3, "N->C": 1}
    assert found.original_errors == {"C->N": 1, "N->E": 2}
    assert error_share(found.errors, "->N") == 0
    assert error_share(found.original_errors, "->N") == pytest.approx(1 / 3)
    assert error_share(found.original_errors, "C->N") == pytest.approx(1 / 3)
    assert found.confidence == pytest.approx((0.8, 0.8))


def test_confidence_of_right_and_of_wrong_answers_of_each_side(tmp_path):
    before = dict(zip(SIX, (0.9, 0.8, 0.7, 0.6, 0.5, 0.4), strict=True))
    after = dict(zip(SIX, (0.95, 0.85, 0.75, 0.65, 0.55, 0.45), strict=True))
    named = {f"{pair}:past:future": sure for pair, sure in after.items()}
    columns, answers = answer_six(tmp_path, before | named)
    found = measure(answers, columns, np.arange(6))
    assert found.original_confidence == pytest.approx((0.8, 0.5))  # a1 a2 b1; b2 c1 c2
    assert found.confidence == pytest.approx((0.8, 0.65))  # a1 b2; a2 b1 c1 c2


def test_identities_of_consistency(six):
    """Same correctness is all pairs less the flips; both right is right on both sides."""
    columns, answers = six
    found = measure(answers, columns, np.arange(6))
    assert found.consistency.same_correctness.hits == found.n - found.lost - found.gained
    assert found.consistency.both_right.hits == found.original.hits - found.lost
    assert found.consistency.same_prediction.hits == found.n - found.changed
    assert found.confusion.sum() == found.original_confusion.sum() == found.n
    assert np.trace(found.confusion) == found.contrast.hits


def test_intervals_take_premises_as_units(six):
    columns, answers = six
    found = measure(answers, columns, np.arange(6))
    assert found.difference.low < found.difference.value < found.difference.high
    together = measure(answers, columns, np.array([0, 0, 4, 4]))  # both of a premise alike
    assert (together.contrast.hits, together.contrast.n) == (2, 4)
    low, high = wilson(1, 2)  # as of two pairs, and no narrower
    assert together.contrast.low <= low < high <= together.contrast.high


def test_no_original_no_consistency(tmp_path):
    contrast_set = make_contrast_set(
        tmp_path / "set", [record("a", "original;premise+antonym", "contradiction", None)]
    )
    folder = predict(tmp_path / "model", contrast_set, {})
    columns = read_columns(contrast_set)
    found = measure(read_answers(Predictions(folder), contrast_set, columns), columns, np.arange(1))
    assert found.contrast.value == 1
    assert (found.original, found.difference, found.consistency, found.repeat) == (None,) * 4
    assert found.confidence is None
    assert math.isnan(error_share(found.errors, "->N"))
    assert found.original_errors == {}


def test_a_model_of_two_classes(tmp_path):
    contrast_set = make_contrast_set(
        tmp_path / "set",
        [
            record("a", "past;future", "neutral", "entailment"),
            record("b", "past;future", "neutral", "contradiction"),
        ],
    )
    folder = predict(
        tmp_path / "model", contrast_set, {"a": "E", "a:past:future": "entailment"},
        labels=("entailment", "not_entailment"),
    )  # fmt: skip
    columns = read_columns(contrast_set)
    answers = read_answers(Predictions(folder), contrast_set, columns)
    found = measure(answers, columns, np.arange(2))
    assert found.labels == ("entailment", "not_entailment")
    assert found.original.hits == 2
    assert found.contrast.hits == 1
    assert found.errors == {"not E->E": 1}
    assert short("not_entailment") == "not E"


@pytest.mark.parametrize("labels", [("entailment", "not_entailment"), THREE])
def test_a_contrast_set_of_two_classes(tmp_path, labels):
    """Of three classes, contradiction and neutral are both right of *not_entailment*."""
    two = ("entailment", "not_entailment")
    contrast_set = make_contrast_set(
        tmp_path / "set",
        [
            record("a", "original;negation", "not_entailment", "entailment"),
            record("b", "original;negation", "not_entailment", "entailment"),
            record("c", "original;negation", "entailment", "not_entailment"),
        ],
        labels=two,
    )
    wrong = "C" if labels == THREE else "not_entailment"
    said = {"a:original:negation": "C", "b:original:negation": "N", "c": "N", "b": wrong}
    folder = predict(tmp_path / "model", contrast_set, said, labels=labels, confidence=0.6)
    columns = read_columns(contrast_set)
    answers = read_answers(Predictions(folder), contrast_set, columns)
    found = measure(answers, columns, np.arange(3))
    assert found.labels == two
    assert (found.contrast.hits, found.original.hits) == (3, 2)
    assert found.original_errors == {"E->not E": 1}
    # What is said of *not_entailment* is the probability of both its labels together.
    sure = 0.6 if labels == two else 0.8
    assert answers.confidence == pytest.approx([sure, sure, 0.6])
    assert Predictions(folder).accuracy() == {"contrast": 1.0, "original": pytest.approx(2 / 3)}


def test_a_record_of_other_labels_than_the_set_is_refused(tmp_path):
    contrast_set = make_contrast_set(
        tmp_path / "set", [record("a", "past;future", "not_entailment", "entailment")]
    )
    with pytest.raises(DataError, match="the field 'label' must be null or one of"):
        read_columns(contrast_set)


def test_unlabelled_pairs_are_left_out_and_counted(tmp_path):
    contrast_set = make_contrast_set(
        tmp_path / "set",
        [
            record("a", "past;future", None, "entailment"),
            record("b", "past;future", "neutral", "neutral"),
        ],
    )
    folder = predict(tmp_path / "model", contrast_set, {})
    columns = read_columns(contrast_set)
    assert (len(columns), columns.unlabelled) == (1, 1)
    assert columns.row_of == {"a:past:future": NONE, "b:past:future": 0}
    answers = read_answers(Predictions(folder), contrast_set, columns)
    assert answers.right.tolist() == [True]


def test_an_original_counts_once_for_each_of_its_pairs(tmp_path):
    contrast_set = make_contrast_set(
        tmp_path / "set",
        [
            record("a", "cleft;cleft", "neutral", "neutral", id="a:cleft:cleft:ARG1"),
            record("a", "cleft;cleft", "neutral", "neutral", id="a:cleft:cleft:ARG2"),
            record("b", "cleft;cleft", "neutral", "neutral"),
        ],
    )
    folder = predict(tmp_path / "model", contrast_set, {"b": "E"})
    columns = read_columns(contrast_set)
    found = measure(read_answers(Predictions(folder), contrast_set, columns), columns, np.arange(3))
    assert (found.n, found.pairs, found.original.hits) == (3, 2, 2)
    assert columns.first_of_pair.tolist() == [0, 2]


def shape(contrast_set):
    columns = read_columns(contrast_set)
    return columns, contrasts_of(columns)


def test_kinds_and_controls(tmp_path):
    columns, infos = shape(
        make_contrast_set(
            tmp_path / "set",
            [
                record("a", "past;future", "neutral", "entailment"),
                record("b", "past;future", "neutral", "neutral"),
                record("a", "past;past", "entailment", "entailment"),
                record("a", "future;future", "entailment", "entailment"),
                record("a", "may;original", "neutral", "entailment"),
                record("a", "may;may", "entailment", "entailment"),
                record("a", "past+cleft;future+cleft", "neutral", "entailment"),
                record("a", "cleft;cleft", "entailment", "entailment"),
                record("a", "original;premise+antonym", "contradiction", None),
            ],
        )
    )
    assert [info.kind for info in infos] == [
        "changes", "keeps", "keeps", "changes", "keeps", "changes", "keeps", "new",
    ]  # fmt: skip
    assert [info.controls for info in infos] == [
        ("past;past", "future;future"), (), (), ("may;may",), (), (), (), (),
    ]  # fmt: skip
    assert infos[5].phenomenon == "cleft"
    found = {(each.by, each.name): each.rows.tolist() for each in slices(columns, infos)}
    assert found["contrast", "past;future"] == [0, 1]
    assert found["changed", "past;future"] == [0]
    assert found["ground", "default, label changes"] == [0, 1, 4, 6]
    assert found["phenomenon", "tense, label kept"] == [2, 3]
    assert found["suite", "lit, new pairs"] == [8]
    assert found["label", "entailment -> neutral"] == [0, 4, 6]
    assert found["label", "new -> contradiction"] == [8]


@pytest.mark.parametrize(
    ("contrast", "phenomenon"),
    [
        ("drop:NOUN;drop:NOUN", "drop"),
        ("original;negation", "negation"),
        ("may+passive;passive", "modality + passive"),
        ("hypothesis;premise", "exchange"),
        ("original;cleft+spelling:keyboard,content", "cleft + spelling"),
        ("swap-pair", "swap-pair"),
    ],
)
def test_phenomenon(contrast, phenomenon):
    phenomena = {"may": "modality", "passive": "passive", "negation": "negation"}
    assert phenomenon_of(parse_contrast(contrast), phenomena) == phenomenon


def test_genres(tmp_path):
    columns, infos = shape(
        make_contrast_set(
            tmp_path / "set",
            [
                record("a", "may;may", "neutral", "neutral", source={"genre": "fiction"}),
                record("b", "may;may", "neutral", "neutral", source={"genre": "travel"}),
                record("c", "may;may", "neutral", "neutral"),
                record(
                    "a", "original;premise+antonym", "neutral", None, source={"genre": "travel"}
                ),
                record(
                    "a",
                    "drop:NOUN;drop:NOUN",
                    "neutral",
                    "neutral",
                    label_basis="corruption",
                    source={"genre": "fiction"},
                ),
            ],
        )
    )
    found = {(each.by, each.name): each.rows.tolist() for each in slices(columns, infos)}
    assert found["genre", "fiction"] == [0]
    assert found["genre", "travel"] == [1]
    assert found["genre", "travel, new pairs"] == [3]
    assert found["genre", "fiction, corrupted"] == [4]
    assert found["contrast and genre", "may;may, travel"] == [1]


@pytest.fixture
def two(tmp_path):
    return make_contrast_set(
        tmp_path / "set",
        [
            record("a", "may;may", "neutral", "neutral"),
            record("b", "may;may", "neutral", "neutral"),
        ],
    )


def rewrite(folder, change):
    path = folder / "predictions.jsonl"
    path.write_text("".join(change(path.read_text().splitlines(keepends=True))))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            lambda lines: lines[:-1],
            "1 pair has no prediction, such as contrast pair 'b:may:may'",
        ),
        (lambda lines: lines[1:], "1 pair has no prediction, such as original pair 'a'"),
        (lambda lines: [*lines, lines[0].replace('"a"', '"z"')], "original pair 'z' is not in"),
        (
            lambda lines: [*lines, lines[1].replace('"a:', '"z:')],
            "contrast pair 'z:may:may' is not",
        ),
        (lambda lines: [*lines, lines[0]], "is predicted twice"),
    ],
)
def test_predictions_that_do_not_fit(two, tmp_path, change, message):
    folder = predict(tmp_path / "model", two, {})
    rewrite(folder, change)
    with pytest.raises(DataError, match=message):
        read_answers(Predictions(folder), two, read_columns(two))


def test_predictions_of_another_set(two, tmp_path):
    folder = predict(tmp_path / "model", two, {})
    other = make_contrast_set(tmp_path / "other", [record("a", "may;may", "neutral", "neutral")])
    with pytest.raises(DataError, match="predictions are for another contrast set"):
        read_answers(Predictions(folder), other, read_columns(other))


def test_classes_of_confidence(tmp_path):
    sides = {"a": (0.99, 0.99), "b": (0.9, 0.85), "c": (None, 0.93), "d": (None, None)}
    records = [
        record(
            pair, "may;may", "neutral", "neutral",
            premise_confidence=premise, hypothesis_confidence=hypothesis,
        )
        for pair, (premise, hypothesis) in sides.items()
    ]  # fmt: skip
    columns = read_columns(make_contrast_set(tmp_path / "set", records))
    found = {
        each.name: each.rows.tolist()
        for each in slices(columns, contrasts_of(columns))
        if each.by == "confidence"
    }
    assert found == {
        "0.97 to 0.99, label kept": [0],  # 0.98, the product of both
        "below 0.9, label kept": [1],  # 0.765
        "0.9 to 0.95, label kept": [2],  # the side that has one
    }


def test_of_one_class_of_confidence_there_is_nothing_to_say(tmp_path):
    rows = [record(pair, "may;may", "neutral", "neutral", premise_confidence=0.99) for pair in "ab"]
    columns = read_columns(make_contrast_set(tmp_path / "set", rows))
    assert all(each.by != "confidence" for each in slices(columns, contrasts_of(columns)))


def test_a_confidence_that_is_no_number_is_refused(tmp_path):
    rows = [record("a", "may;may", "neutral", "neutral", premise_confidence="high")]
    with pytest.raises(DataError, match="'premise_confidence' must be a number or null"):
        read_columns(make_contrast_set(tmp_path / "set", rows))
