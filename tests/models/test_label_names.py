"""What the classes of a model mean."""

from __future__ import annotations

import pytest

from litgen.exceptions import UsageError
from litgen.models.label_names import class_labels, refuse_contradiction


@pytest.mark.parametrize(
    ("names", "labels"),
    [
        (["CONTRADICTION", "NEUTRAL", "ENTAILMENT"], ["contradiction", "neutral", "entailment"]),
        (["e", "n", "c"], ["entailment", "neutral", "contradiction"]),
        (["not_entailment", "entailment"], ["not_entailment", "entailment"]),
        (["entailment", "Non Entailment"], ["entailment", "not_entailment"]),
    ],
)
def test_the_models_own_names(names, labels):
    assert class_labels(names) == labels


def test_a_configuration_that_contradicts_itself_is_refused():
    names = ["entailment", "neutral", "contradiction"]
    right = {name: number for number, name in enumerate(names)}
    for known in (right, {}, {"LABEL_0": 0, "LABEL_1": 1}, {"ENTAILMENT": "0"}, {"entailment": 0}):
        refuse_contradiction(names, known, "m")
    for wrong in (
        {"contradiction": 0, "neutral": 1, "entailment": 2}, {"neutral": 0}, {"neutral": 7},
        {"neutral": "x"}, {"neutral": -1}, {"neutral": None},
    ):  # fmt: skip
        with pytest.raises(UsageError, match=r"m: config.json contradicts itself.*--labels"):
            refuse_contradiction(names, wrong, "m")


@pytest.mark.parametrize("names", [["LABEL_0", "LABEL_1", "LABEL_2"], ["0", "1", "2"]])
def test_opaque_names_are_refused_with_advice(names):
    with pytest.raises(UsageError, match=r"which are uninformative.*--labels entailment,"):
        class_labels(names, model="m")


def test_names_of_another_task_are_refused():
    with pytest.raises(UsageError, match="not NLI labels"):
        class_labels(["negative", "positive"], model="m")


@pytest.mark.parametrize("number", [1, 4, 1000])
def test_another_number_of_classes_is_refused(number):
    with pytest.raises(UsageError, match=rf"has {number} class"):
        class_labels([f"LABEL_{i}" for i in range(number)], model="m")


def test_given_labels_win_over_names():
    opaque = ["LABEL_0", "LABEL_1", "LABEL_2"]
    assert class_labels(opaque, "c, e, n") == ["contradiction", "entailment", "neutral"]
    assert class_labels(["entailment", "neutral", "contradiction"], "n,e,c")[0] == "neutral"


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ("entailment,neutral", "2 labels, but m has 3 classes"),
        ("entailment,neutral,neutral", "must be entailment"),
        ("entailment,neutral,positive", "must be entailment"),
    ],
)
def test_given_labels_must_fit(given, message):
    with pytest.raises(UsageError, match=message):
        class_labels(["LABEL_0", "LABEL_1", "LABEL_2"], given, "m")
