"""Predictions made elsewhere, in all their styles, and what may be wrong with them."""

from __future__ import annotations

import json
import math

import pytest

from litgen.evaluation.elsewhere import Elsewhere
from litgen.exceptions import DataError, UsageError
from tests.evaluation.makers import make_contrast_set, record

#: Ids to predict: two originals, three contrast pairs.
RECORDS = [
    record("a1", "past;future", "neutral", "entailment"),
    record("a1", "cleft;cleft", "entailment", "entailment"),
    record("b1", "past;future", "neutral", "contradiction"),
]
GOOD = {
    "a1": "entailment", "a1:past:future": "neutral", "a1:cleft:cleft": "contradiction",
    "b1": "neutral", "b1:past:future": "entailment",
}  # fmt: skip


@pytest.fixture
def contrast_set(tmp_path):
    return make_contrast_set(tmp_path / "contrast", RECORDS)


def write(path, rows):
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def read(contrast_set, *files, labels=None):
    found = Elsewhere(files, labels)
    return {(each.id, each.side): each for each in found.predictions(contrast_set)}, found


def labels_of(predictions):
    return {identity: each.label for (identity, _), each in predictions.items()}


def test_json_lines(contrast_set, tmp_path):
    rows = [{"id": each, "label": label} for each, label in GOOD.items()]
    predictions, found = read(contrast_set, write(tmp_path / "p.jsonl", rows))
    assert labels_of(predictions) == GOOD
    assert found.labels == ("entailment", "contradiction", "neutral")
    assert predictions["a1", "original"].scores is None


def test_csv_in_the_style_of_hans(contrast_set, tmp_path):
    path = tmp_path / "p.csv"
    path.write_text("pairID,gold_label\n" + "".join(f"{k},{v}\n" for k, v in GOOD.items()))
    assert labels_of(read(contrast_set, path)[0]) == GOOD


def test_two_classes_in_the_style_of_hans(contrast_set, tmp_path):
    path = tmp_path / "preds.txt"
    rows = [f"{k},{'entailment' if v == 'entailment' else 'not_entailment'}\n"
            for k, v in GOOD.items()]  # fmt: skip
    path.write_text("pairID,gold_label\n" + "".join(rows))
    predictions, found = read(contrast_set, path)
    assert found.labels == ("entailment", "not_entailment")
    assert predictions["b1", "original"].label == "not_entailment"


def test_in_the_style_of_the_stress_tests(contrast_set, tmp_path):
    """JSON Lines with the gold label beside the prediction."""
    rows = [
        {"pairID": item.id, "sentence1": item.premise, "sentence2": item.hypothesis,
         "gold_label": "entailment", "prediction": GOOD[item.id], "source": "negation"}
        for item in contrast_set.items()
    ]  # fmt: skip
    assert labels_of(read(contrast_set, write(tmp_path / "p.jsonl", rows))[0]) == GOOD


def test_several_files_with_scores(contrast_set, tmp_path):
    """One file of originals, one of contrast pairs; probabilities by name, by column, in order."""
    rest = [each for each in GOOD if each not in ("a1", "b1")]
    one = write(
        tmp_path / "1.jsonl",
        [{"id": "a1", "scores": {"ENTAILMENT": 0.7, "NEUTRAL": 0.2, "CONTRADICTION": 0.1}}],
    )
    two = write(tmp_path / "2.jsonl", [{"id": each, "probs": [0.1, 0.2, 0.7]} for each in rest])
    three = tmp_path / "3.csv"
    three.write_text("id,contradiction,entailment,neutral\nb1,0.5,0.3,0.2\n")
    predictions, _ = read(contrast_set, one, two, three, labels="entailment,neutral,contradiction")
    assert predictions["a1", "original"].label == "entailment"
    assert predictions["b1", "original"].label == "contradiction"
    last = predictions["a1:past:future", "contrast"]
    assert last.label == "contradiction"
    assert last.scores == {"entailment": 0.1, "neutral": 0.2, "contradiction": 0.7}


@pytest.mark.parametrize("number", [2, "2", "LABEL_2", 2.0])
def test_numbers_need_their_meaning(contrast_set, tmp_path, number):
    path = write(tmp_path / "p.jsonl", [{"id": each, "label": number} for each in GOOD])
    with pytest.raises(DataError, match=r"p.jsonl:1: the label .*2.* is unknown; use --labels ent"):
        read(contrast_set, path)
    with pytest.raises(DataError, match=r"--labels names 2 labels, from 0"):
        read(contrast_set, path, labels="entailment,not_entailment")
    predictions, _ = read(contrast_set, path, labels="entailment,neutral,contradiction")
    assert set(labels_of(predictions).values()) == {"contradiction"}


def test_rows_of_the_contrast_set_with_a_prediction(contrast_set, tmp_path):
    rows = [{**each, "prediction": GOOD[each["id"]]} for each in RECORDS]
    rows += [{"id": each, "prediction": GOOD[each]} for each in ("a1", "b1")]
    assert labels_of(read(contrast_set, write(tmp_path / "p.jsonl", rows))[0]) == GOOD


def test_the_gold_labels_are_no_predictions(contrast_set):
    with pytest.raises(DataError, match="no prediction"):
        read(contrast_set, contrast_set.file)


def test_missing_ids(contrast_set, tmp_path):
    rows = [{"id": each, "label": GOOD[each]} for each in list(GOOD)[1:]]
    with pytest.raises(DataError, match=r"missing for 1 of 5 pairs, such as 'a1' .*pair_id"):
        read(contrast_set, write(tmp_path / "p.jsonl", rows))


def test_predictions_for_other_pairs(contrast_set, tmp_path):
    path = write(tmp_path / "p.jsonl", [{"id": "snli-1", "label": "neutral"}])
    with pytest.raises(DataError, match=r"for other pairs: none of the 1 ids \(such as 'snli-1'\)"):
        read(contrast_set, path)


def test_predictions_for_other_sentences(contrast_set, tmp_path):
    rows = [{"id": each, "prediction": label, "premise": "Something else."}
            for each, label in GOOD.items()]  # fmt: skip
    with pytest.raises(DataError, match=r"p.jsonl:1: the predictions are for other pairs.*Someth"):
        read(contrast_set, write(tmp_path / "p.jsonl", rows))


def test_doubled_ids(contrast_set, tmp_path):
    rows = [{"id": each, "label": label} for each, label in GOOD.items()]
    one, two = write(tmp_path / "1.jsonl", rows), write(tmp_path / "2.jsonl", rows[2:3])
    with pytest.raises(DataError, match=r"2.jsonl:1: .* is predicted twice .*1.jsonl:3"):
        read(contrast_set, one, two)


def test_the_same_id_on_both_sides(tmp_path):
    own = make_contrast_set(tmp_path / "c", [{**RECORDS[0], "id": "a1"}])
    plain = write(tmp_path / "p.jsonl", [{"id": "a1", "label": "neutral"}])
    with pytest.raises(DataError, match="column 'side'"):
        read(own, plain)
    rows = [{"id": "a1", "side": "contrast", "label": "neutral"},
            {"id": "a1", "side": "original", "label": "entailment"}]  # fmt: skip
    predictions, _ = read(own, write(tmp_path / "s.jsonl", rows))
    assert predictions["a1", "contrast"].label == "neutral"
    assert predictions["a1", "original"].label == "entailment"


def test_extra_predictions_are_counted(contrast_set, tmp_path):
    rows = [{"id": each, "label": label} for each, label in [*GOOD.items(), ("z", "neutral")]]
    _, found = read(contrast_set, write(tmp_path / "p.jsonl", rows))
    assert found.extra == 1


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ({"id": "a1", "label": "positive"}, "the label 'positive' is unknown"),
        ({"id": "a1"}, "no prediction"),
        ({"label": "neutral"}, "no id"),
        ({"id": "a1", "side": "left", "label": "neutral"}, "the side is 'left'"),
        ({"id": "a1", "scores": {"entailment": 1.0}}, "every label"),
        (
            {"id": "a1", "scores": {"entailment": 2, "neutral": -1, "contradiction": 0}},
            "'a1': the score of 'entailment' is not a probability: 2",
        ),
        (
            {"id": "a1", "scores": {"entailment": 1.5, "neutral": 0.9, "contradiction": 0.6}},
            "'a1': the score of 'entailment' is not a probability: 1.5; use 'logits'",
        ),
        (
            {"id": "a1", "scores": {"entailment": 1.0, "neutral": 1.0, "contradiction": 1.0}},
            "'a1': the scores sum to 3 instead of 1",
        ),
        (
            {"id": "a1", "scores": {"entailment": float("nan"), "neutral": 1, "contradiction": 0}},
            "'a1': the score of 'entailment' is not a probability: nan",
        ),
        (
            {
                "id": "a1",
                "label": "neutral",
                "scores": {"entailment": 0.8, "neutral": 0.1, "contradiction": 0.1},
            },
            r"'a1': the label is 'neutral' \(0.1\), but 'entailment' has a higher score \(0.8\)",
        ),
        (
            {
                "id": "a1",
                "label": "not_entailment",
                "scores": {"entailment": 0.8, "neutral": 0.1, "contradiction": 0.1},
            },
            "'a1': the label 'not_entailment' has no score",
        ),
        (
            {"id": "a1", "logits": {"entailment": float("inf"), "neutral": 1, "contradiction": 0}},
            "'a1': the logits must be finite",
        ),
        ({"id": "a1", "scores": [0.1, 0.9]}, "--labels"),
        ({"id": "a1", "scores": {"entailment": "x", "neutral": 0, "contradiction": 0}}, "numbers"),
        ({"id": "a1", "scores": "{"}, "scores is not valid JSON"),
    ],
)
def test_rows_at_fault(contrast_set, tmp_path, row, message):
    path = write(tmp_path / "p.jsonl", [{"id": "b1", "label": "neutral"}, row])
    with pytest.raises(DataError, match=rf"p.jsonl:2: .*{message}"):
        read(contrast_set, path)


@pytest.mark.parametrize(
    ("content", "message"),
    [(b"", "p.jsonl contains no predictions"), (b"\x00\xff\xfe binary", "UTF-8|no id|fields"),
     (b'{"id": "a1", "label": "neu', "broken JSON")],
)  # fmt: skip
def test_files_at_fault(tmp_path, content, message):
    path = tmp_path / "p.jsonl"
    path.write_bytes(content)
    with pytest.raises(DataError, match=message):
        Elsewhere([path])


def test_two_and_three_labels_mixed(tmp_path):
    rows = [{"id": "a", "label": "not_entailment"}, {"id": "b", "label": "neutral"}]
    with pytest.raises(DataError, match="mix not_entailment with neutral"):
        Elsewhere([write(tmp_path / "p.jsonl", rows)])


def test_labels_that_are_none():
    with pytest.raises(UsageError, match="--labels"):
        Elsewhere([], "yes,no")


def test_raw_outputs_become_probabilities(contrast_set, tmp_path):
    """Logits of any size, which as scores would be refused; and scores as float16 rounds them."""
    rows = [{"id": each, "label": label} for each, label in GOOD.items() if each != "a1"]
    outputs = {"entailment": 1000.0, "neutral": 1001.0, "contradiction": -3.0}
    predictions, _ = read(
        contrast_set, write(tmp_path / "l.jsonl", [*rows, {"id": "a1", "logits": outputs}])
    )
    said = next(each for (identity, _), each in predictions.items() if identity == "a1")
    assert said.label == "neutral"
    assert said.scores["neutral"] == pytest.approx(1 / (1 + math.exp(-1)))
    assert sum(said.scores.values()) == pytest.approx(1)
    half = {"entailment": 0.4, "neutral": 0.39978, "contradiction": 0.2}
    row = {"id": "a1", "label": "neutral", "scores": half}
    predictions, _ = read(contrast_set, write(tmp_path / "h.jsonl", [*rows, row]))
