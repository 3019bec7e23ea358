"""No answer: wrong, never the same answer, in no confusion; bounds found by trying every answer."""

from __future__ import annotations

import itertools
import json
import random

import numpy as np
import pytest

from litgen.evaluation.answers import read_answers
from litgen.evaluation.assessment import assess
from litgen.evaluation.columns import NONE, read_columns
from litgen.evaluation.metrics import error_share, measure
from litgen.evaluation.predictions import Predictions
from litgen.evaluation.procedure import Procedure
from litgen.models.protocol import OUTCOMES
from tests.evaluation.makers import THREE, make_contrast_set, predict, record

#: Six pairs: (original gold, gold), (said of the original, of the contrast).
SIX = {
    "a": ("entailment", "entailment", "E", "E"),
    "b": ("neutral", "neutral", "N", "unreadable"),
    "c": ("neutral", "neutral", "refused", "refused"),
    "d": ("contradiction", "contradiction", "empty", "C"),
    "e": ("entailment", "entailment", "N", "empty"),
    "f": ("neutral", "neutral", "E", "E"),
}
AFTER = "past;past"


def ask(folder, six, **given):
    rows = [record(f"{pair}x", AFTER, gold, was) for pair, (was, gold, _, _) in six.items()]
    contrast_set = make_contrast_set(folder / "set", rows)
    said = {f"{pair}x": before for pair, (_, _, before, _) in six.items()}
    said |= {f"{pair}x:past:past": after for pair, (_, _, _, after) in six.items()}
    return predict(folder / "model", contrast_set, said, **given), contrast_set


def measured(folder, six):
    path, contrast_set = ask(folder, six)
    columns = read_columns(contrast_set)
    answers = read_answers(Predictions(path), contrast_set, columns)
    return answers, measure(answers, columns, np.arange(len(six)))


def test_counted_by_hand(tmp_path):
    answers, found = measured(tmp_path, SIX)
    assert (found.contrast.hits, found.original.hits) == (2, 2)  # a d; a b
    assert [each.hits for each in found.consistency] == [2, 4, 1]  # a f; a c e f; a
    assert (found.lost, found.gained, found.changed) == (1, 1, 4)
    assert found.confusion.sum() == 3
    assert found.original_confusion.sum() == 4
    assert found.errors == {"N->E": 1}
    assert found.original_errors == {"N->E": 1, "E->N": 1}
    assert error_share(found.errors, "->N") == 0
    assert found.unanswered.contrast == {"unreadable": 1, "cut off": 0, "refused": 1, "empty": 1}
    assert found.unanswered.original == {"unreadable": 0, "cut off": 0, "refused": 1, "empty": 1}
    assert found.unanswered.accuracy == pytest.approx((2 / 6, 5 / 6))
    assert answers.folded.predicted.tolist().count(NONE) == 3


def test_bounds_are_what_some_answers_reach_and_none_pass(tmp_path):
    """Against all answers that could stand where there are none."""
    draw = random.Random(3)
    labels = dict(zip("ENC", THREE, strict=True))
    for number in range(8):
        six = {
            pair: (
                draw.choice(THREE), draw.choice(THREE),
                draw.choice([*"ENC", "refused"]), draw.choice([*"ENCE", "unreadable"]),
            )
            for pair in "abcdef"
        }  # fmt: skip
        missing = [
            (pair, at) for pair in six for at in (2, 3) if six[pair][at] in OUTCOMES
        ]  # fmt: skip
        _, found = measured(tmp_path / str(number), six)
        if not missing:
            assert found.unanswered is None
            continue
        reached = []
        for filled in itertools.product("ENC", repeat=len(missing)):
            full = {pair: list(each) for pair, each in six.items()}
            for (pair, at), letter in zip(missing, filled, strict=True):
                full[pair][at] = letter
            rows = [(was, now, labels[b], labels[a]) for was, now, b, a in full.values()]
            reached.append((
                sum(a == now for _, now, _, a in rows),
                sum(b == was for was, _, b, _ in rows),
                sum(a == b for _, _, b, a in rows),
                sum((b == was) == (a == now) for was, now, b, a in rows),
                sum(b == was and a == now for was, now, b, a in rows),
            ))  # fmt: skip
        found = found.unanswered
        for bounds, values in zip(
            (found.accuracy, found.original_accuracy, found.same_prediction,
             found.same_correctness, found.both_right),
            zip(*reached, strict=True), strict=True,
        ):  # fmt: skip
            assert bounds == pytest.approx((min(values) / 6, max(values) / 6))


def test_tests_controls_and_label_errors_count_no_answer_as_wrong(tmp_path):
    """The same figures as of a model that says something wrong in its place."""
    rows, said, wrong = [], {}, {}
    for n in range(24):
        pair = f"{chr(97 + n)}x"
        rows.append(record(pair, "past;past", "entailment", "entailment"))
        rows.append(record(pair, "past;future", "neutral", "entailment"))
        if n % 3 == 0:
            said[f"{pair}:past:past"], wrong[f"{pair}:past:past"] = "refused", "C"
        if n % 4 == 0:
            said[f"{pair}:past:future"], wrong[f"{pair}:past:future"] = "empty", "C"
            said[pair], wrong[pair] = "unreadable", "N"
    contrast_set = make_contrast_set(tmp_path / "set", rows)
    agreement = tmp_path / "agreement.json"
    judged = {"past;past": {"judged": 10, "agreed": 5}}
    known = {"contrast_set": {"sha256": contrast_set.sha256}, "contrasts": judged}
    agreement.write_text(json.dumps(known))
    silent, loud = (
        assess([predict(tmp_path / f"{what}", contrast_set, answers, name="m")],
               Procedure(replicates=500, min_pairs=5), label_agreement=agreement)
        for what, answers in (("silent", said), ("loud", wrong))
    )  # fmt: skip
    assert repr(silent.comparisons) == repr(loud.comparisons)
    (mine,), (other,) = silent.controlled, loud.controlled
    assert mine.extra == other.extra
    assert mine.says == {**other.says, "originals": 0.0}
    (error,), (full,) = silent.label_errors, loud.label_errors
    assert (error.low, error.high) == (full.low, full.high)
    # Eight are wrong; a wrong label is no reason for an answer that is not there.
    assert (full.errors, full.could_be, error.errors, error.could_be) == (8, 8, 0, 0)


def test_new_pairs_have_one_side(tmp_path):
    rows = [record(pair, "original;premise+antonym", "contradiction", None) for pair in "ab"]
    contrast_set = make_contrast_set(tmp_path / "set", rows)
    said = {"a:original:premise+antonym": "refused"}
    path = predict(tmp_path / "model", contrast_set, said)
    columns = read_columns(contrast_set)
    found = measure(read_answers(Predictions(path), contrast_set, columns), columns, np.arange(2))
    assert found.unanswered.accuracy == (0.5, 1.0)
    assert found.unanswered.original is None
    assert found.unanswered.total == 1


def test_readings(tmp_path):
    read = {
        "ax": ("neutral", "neutral"),
        "bx": ("neutral", "entailment"),
        "cx": ("neutral", None),
        "dx": (None, "neutral"),
        "ax:past:past": (None, None),
        "bx:past:past": ("entailment", "entailment"),
    }
    path, contrast_set = ask(tmp_path, SIX, readings=read)
    answers = read_answers(Predictions(path), contrast_set, read_columns(contrast_set))
    assert answers.readings == (6, 2, 1, 1, 1, 1)
