"""A Python function as a classifier, and what a model's name means."""

from __future__ import annotations

import numpy as np
import pytest

from litgen.exceptions import LitgenError, UsageError
from litgen.models import ModelSpec, kind_of, load_model
from litgen.models.callable import CallableClassifier, load_callable

PAIRS = [("A man rides.", "A man moves."), ("A man rides.", "Nobody rides.")]


def by_label(pairs):
    return ["Entailment" if "Nobody" not in hypothesis else "c" for _, hypothesis in pairs]


def test_labels_have_no_scores():
    model = CallableClassifier(by_label, "m:f")
    found = model.classify(PAIRS)
    assert [model.labels[i] for i in found.argmax(1)] == ["entailment", "contradiction"]
    assert model.scored is False


def test_probabilities():
    row = {"neutral": 0.7, "ENTAILMENT": 0.2, "contradiction": 0.1}
    model = CallableClassifier(lambda pairs: [row for _ in pairs], "m:f")
    assert model.labels == ("entailment", "contradiction", "neutral")
    np.testing.assert_allclose(model.classify(PAIRS), [[0.2, 0.1, 0.7]] * 2)
    assert model.scored is True


def test_two_classes():
    def function(pairs):
        return ["not_entailment" for _ in pairs]

    with pytest.raises(LitgenError, match="attribute labels"):
        CallableClassifier(function, "m:f").classify(PAIRS)
    function.labels = ("entailment", "not_entailment")
    assert CallableClassifier(function, "m:f").classify(PAIRS).tolist() == [[0, 1], [0, 1]]


def fails(pairs):
    raise ZeroDivisionError("by zero")


@pytest.mark.parametrize(
    ("function", "message"),
    [
        (fails, "ZeroDivisionError: by zero"),
        (lambda pairs: ["neutral"], "1 answers for 2 pairs"),
        (lambda pairs: ["positive", "neutral"], "'positive'"),
        (lambda pairs: [{"neutral": 0.5}, {"neutral": 1}], "sum to one"),
        (lambda pairs: [{"neutral": "high"}] * 2, "no probabilities"),
        (lambda pairs: [{"neutral": 1}, "neutral"], "mixed"),
    ],
)
def test_functions_that_misbehave(function, message):
    with pytest.raises(LitgenError, match=message):
        CallableClassifier(function, "m:f").classify(PAIRS)


def test_found_in_the_current_folder(tmp_path, monkeypatch):
    (tmp_path / "my_litgen_model.py").write_text(
        "def predict(pairs):\n    return ['neutral'] * len(pairs)\n"
    )
    monkeypatch.chdir(tmp_path)
    model = load_model(ModelSpec("my_litgen_model:predict"))
    assert model.classify(PAIRS).tolist() == [[0, 0, 1]] * 2
    with pytest.raises(UsageError, match="no such function"):
        load_callable("my_litgen_model:other")
    with pytest.raises(UsageError, match="no such function"):
        load_callable("no_such_module_here:predict")
    with pytest.raises(UsageError, match="is no function"):
        load_callable("my_litgen_model:__name__")


def test_what_a_name_means(tmp_path):
    assert kind_of("owner/model") == "huggingface"
    assert kind_of("module.part:function") == "callable"
    for name, kind in (("config.json", "huggingface"), ("bow.json", "bow"), ("p.csv.gz", "file")):
        folder = tmp_path / kind
        folder.mkdir()
        (folder / name).touch()
        assert kind_of(str(folder)) == kind
    assert kind_of(str(tmp_path / "file" / "p.csv.gz")) == "file"


@pytest.mark.parametrize("name", ["./nowhere", "nowhere.jsonl", "/nowhere/at/all"])
def test_a_path_that_is_not_there(name):
    with pytest.raises(UsageError, match="no such file or folder"):
        kind_of(name)


def test_folders_that_hold_no_model(tmp_path):
    with pytest.raises(UsageError, match="holds no model"):
        kind_of(str(tmp_path))
    with pytest.raises(UsageError, match="train it first"):
        kind_of("bow")
