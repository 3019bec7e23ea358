"""The folder of predictions: what is written is what is read; what is at fault is refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from litgen.evaluation.contrast_set import ContrastSet
from litgen.evaluation.prediction import Prediction
from litgen.evaluation.predictions import Predictions, write_predictions
from litgen.exceptions import DataError, LitgenError, UsageError
from tests.evaluation.makers import THREE, make_contrast_set, record

MODEL = {"name": "oracle", "kind": "callable"}


@pytest.fixture
def contrast_set(tmp_path: Path) -> ContrastSet:
    return make_contrast_set(
        tmp_path / "set",
        [
            record("a", "past;future", "neutral", "entailment"),
            record("a", "may;may", "entailment", "entailment"),
            record("b", "original;premise+antonym", "contradiction", None),
        ],
    )


def oracle(contrast_set: ContrastSet) -> list[Prediction]:
    return [Prediction(item.id, item.side, item.label) for item in contrast_set.items()]


def test_every_pair_once_and_originals_once(contrast_set):
    assert [(item.id, item.side) for item in contrast_set.items()] == [
        ("a", "original"),
        ("a:past:future", "contrast"),
        ("a:may:may", "contrast"),
        ("b:original:premise+antonym", "contrast"),
    ]


def test_round_trip(contrast_set, tmp_path):
    given = [
        Prediction("a", "original", "entailment", {"entailment": 0.7, "neutral": 0.2,
                                                   "contradiction": 0.1}),
        *oracle(contrast_set)[1:],
    ]  # fmt: skip
    info = write_predictions(
        tmp_path / "out", contrast_set, iter(given), model=MODEL, labels=THREE, run={"seconds": 1}
    )
    found = Predictions(tmp_path / "out")
    assert list(found) == given
    assert found.info == info
    assert found.info.counts == {"contrast": 3, "original": 1}
    assert found.contrast_folder() == contrast_set.path
    assert found.info.contrast_sha256 == contrast_set.sha256
    assert json.loads((tmp_path / "out" / "run.json").read_text()) == {"seconds": 1}


@pytest.mark.parametrize(
    ("fault", "message"),
    [
        (Prediction("a", "original", "maybe"), "label 'maybe' is not one of"),
        (Prediction("a:may:may", "contrast", "neutral"), "'a:may:may' is predicted twice"),
        (Prediction("a", "original", "neutral", {"neutral": 1.0}), "scores must be null or"),
        (
            Prediction("a", "original", "neutral", dict.fromkeys(THREE, float("nan"))),
            "'a': the score of 'entailment' is not a probability: nan",
        ),
    ],
)
def test_a_fault_leaves_nothing(contrast_set, tmp_path, fault, message):
    given = [each for each in oracle(contrast_set) if each.side == "contrast"]
    with pytest.raises(DataError, match=message):
        write_predictions(
            tmp_path / "out", contrast_set, [*given, fault], model=MODEL, labels=THREE
        )
    assert list((tmp_path / "out").iterdir()) == []


@pytest.mark.parametrize("labels", [["yes", "no"], ["neutral"], ["neutral", "neutral"], []])
def test_labels_that_are_none(contrast_set, tmp_path, labels):
    with pytest.raises(DataError, match="two or three different labels"):
        write_predictions(tmp_path / "out", contrast_set, [], model=MODEL, labels=labels)


def test_what_is_there_is_kept(contrast_set, tmp_path):
    def write(**more):
        write_predictions(
            tmp_path / "out", contrast_set, oracle(contrast_set), model=MODEL, labels=THREE, **more
        )

    write()
    with pytest.raises(UsageError, match="--overwrite"):
        write()
    write(overwrite=True)
    with pytest.raises(UsageError, match="contains a contrast set"):
        write_predictions(contrast_set.path, contrast_set, [], model=MODEL, labels=THREE)


def scored(entailment, neutral, contradiction):
    """A line that says neutral, with these scores."""
    return (
        '{"id": "z", "side": "contrast", "label": "neutral", "scores": '
        f'{{"entailment": {entailment}, "neutral": {neutral}, "contradiction": {contradiction}}}}}'
    )


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("{", "predictions.jsonl:5: the JSON is invalid"),
        ("[]", "predictions.jsonl:5: the line is not a JSON object"),
        ('{"id": 1}', "predictions.jsonl:5: 'id' must be a string"),
        (
            '{"id": "z", "side": "contrast", "label": "neutral", "scores": 3}',
            "null or an object",
        ),
        ('{"id": "a", "side": "original", "label": "neutral"}', "is predicted twice"),
        (scored(0.9, 0.9, 0.9), "predictions.jsonl:5: 'z': the scores sum to 2.7 instead of 1"),
        (scored(0.9, 0.05, 0.05), "predictions.jsonl:5: 'z': the label is 'neutral' .0.05., but"),
        (
            scored("NaN", 0.5, 0.5),
            "predictions.jsonl:5: 'z': the score of 'entailment' is not a prob",
        ),
    ],
)
def test_a_broken_line(contrast_set, tmp_path, line, message):
    write_predictions(
        tmp_path / "out", contrast_set, oracle(contrast_set), model=MODEL, labels=THREE
    )
    with (tmp_path / "out" / "predictions.jsonl").open("a") as file:
        file.write(line + "\n")
    with pytest.raises(DataError, match=message):
        list(Predictions(tmp_path / "out"))


def test_folders_that_are_no_predictions(contrast_set, tmp_path):
    with pytest.raises(DataError, match=r"no manifest\.json"):
        Predictions(tmp_path)
    with pytest.raises(DataError, match="no predictions"):
        Predictions(contrast_set.path)
    write_predictions(
        tmp_path / "out", contrast_set, oracle(contrast_set), model=MODEL, labels=THREE
    )
    with pytest.raises(LitgenError, match="not the manifest of a contrast set"):
        ContrastSet(tmp_path / "out")
    manifest = tmp_path / "out" / "manifest.json"
    manifest.write_text(manifest.read_text().replace('"format": 1', '"format": 2'))
    with pytest.raises(LitgenError, match="format 2"):
        Predictions(tmp_path / "out")


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"premise": None}, "'premise' must be a string"),
        ({"label": "yes"}, "the field 'label' must be null or one of"),
        ({"source": 3}, "'source' must be an object"),
    ],
)
def test_a_record_at_fault(tmp_path, changes, message):
    rows = [record("a", "may;may", "neutral", "neutral") | changes]
    found = make_contrast_set(tmp_path / "set", rows)
    with pytest.raises(DataError, match=rf"contrast\.jsonl:1: .*{message}"):
        list(found)


def test_a_record_twice(tmp_path):
    found = make_contrast_set(tmp_path / "set", [record("a", "may;may", "neutral", "neutral")] * 2)
    with pytest.raises(DataError, match=r"contrast\.jsonl:2: the id 'a:may:may' occurs twice"):
        list(found)


def test_scores_may_be_rounded(contrast_set, tmp_path):
    """To float16: the sum is off by some thousandths, and two scores may have become alike."""
    rounded = {"entailment": 0.3999, "neutral": 0.3997, "contradiction": 0.1975}
    said = [each._replace(scores=rounded, label="neutral") for each in oracle(contrast_set)]
    write_predictions(tmp_path / "out", contrast_set, said, model=MODEL, labels=THREE)
    assert len(list(Predictions(tmp_path / "out"))) == len(said)
