"""A Python function as a classifier, and what a model's name means."""

from __future__ import annotations

import subprocess
import sys
from types import SimpleNamespace

import numpy as np
import pytest
import torch
import transformers

from litgen.exceptions import LitgenError, UsageError
from litgen.models import ModelSpec, answers, load_model
from litgen.models.callable import CallableClassifier, classifier_of, load_callable

PAIRS = [("A man rides.", "A man moves."), ("A man rides.", "Nobody rides.")]


def by_label(pairs):
    return ["Entailment" if "Nobody" not in hypothesis else "c" for _, hypothesis in pairs]


def test_labels_have_no_scores():
    model = CallableClassifier(by_label, "m:f")
    found = answers(model, PAIRS)
    assert [each.label for each in found] == ["entailment", "contradiction"]
    assert [each.scores for each in found] == [None, None]


def test_probabilities():
    row = {"neutral": 0.7, "ENTAILMENT": 0.2, "contradiction": 0.1}
    model = CallableClassifier(lambda pairs: [row for _ in pairs], "m:f")
    assert model.labels == ("entailment", "contradiction", "neutral")
    scores = {"entailment": 0.2, "contradiction": 0.1, "neutral": 0.7}
    assert [each.scores for each in answers(model, PAIRS)] == [scores, scores]


def test_two_classes():
    def function(pairs):
        return ["not_entailment" for _ in pairs]

    says = r'attribute labels .* predict\.labels = \("entailment", "not_entailment"\)'
    with pytest.raises(LitgenError, match=says):
        answers(CallableClassifier(function, "m:f"), PAIRS)
    function.labels = ("entailment", "not_entailment")
    assert {each.label for each in answers(CallableClassifier(function, "m:f"), PAIRS)} == {
        "not_entailment"
    }


ORDER = ("contradiction", "neutral", "entailment")
PIPELINE = [{"label": "ENTAILMENT", "score": 0.7}, {"label": "neutral", "score": 0.2},
            {"label": "CONTRADICTION", "score": 0.1}]  # fmt: skip
ROW = [0.1, 0.2, 0.7]


@pytest.mark.parametrize(
    ("given", "ordered", "scored"),
    [
        (PIPELINE[:1] * 2, False, False),  # top_k=1 of a single text
        ([PIPELINE[:1]] * 2, False, False),
        ([PIPELINE[:2]] * 2, False, False),  # the third may have any share of the rest
        ([PIPELINE] * 2, False, True),  # top_k=None
        ([{"label": "LABEL_2", "score": 0.7}] * 2, True, False),
        ([ROW] * 2, True, True),
        (np.array([ROW] * 2), True, True),
        (np.array([ROW] * 2, dtype=np.float32), True, True),
        ([np.array(ROW)] * 2, True, True),
        (torch.tensor([ROW] * 2, requires_grad=True), True, True),
        (torch.tensor([2, 2]), True, False),
        (np.array([2, 2]), True, False),
        ([np.int64(2)] * 2, True, False),
        ([2, 2], True, False),
        (["2", "LABEL_2"], True, False),
        (np.array(["entailment", "e"]), False, False),
        ([{"entailment": np.float32(0.7), "neutral": 0.3}] * 2, False, True),
    ],
)
def test_what_libraries_give(given, ordered, scored):
    def function(pairs):
        return given

    def one_by_one(pairs):
        yield from given

    for each in (function, one_by_one):
        if ordered:
            with pytest.raises(LitgenError, match=r"predict\.labels = "):
                answers(CallableClassifier(each, "m:f"), PAIRS)
            each.labels = ORDER
        found = answers(CallableClassifier(each, "m:f"), PAIRS)
        assert [answer.label for answer in found] == ["entailment"] * 2
        assert (found[0].scores is not None) is scored
        if scored:
            assert found[0].scores["entailment"] == pytest.approx(0.7)


def test_a_pipeline_of_transformers():
    class Pipe(transformers.Pipeline):
        task = "text-classification"

        def __init__(self):
            self.model = SimpleNamespace(
                name_or_path="bert-nli", config=transformers.PretrainedConfig(num_labels=3)
            )

        def __call__(self, texts, top_k=1):
            assert texts == [{"text": p, "text_pair": h} for p, h in PAIRS] and top_k is None
            return [PIPELINE] * len(texts)

        _sanitize_parameters = preprocess = _forward = postprocess = None

    name, model = classifier_of(Pipe())
    assert name == "bert-nli"
    assert [each.label for each in answers(model, PAIRS)] == ["entailment"] * 2
    other = Pipe()
    other.task = "zero-shot-classification"
    with pytest.raises(UsageError, match="this is a pipeline for zero-shot-classification"):
        classifier_of(other)


def fails(pairs):
    raise ZeroDivisionError("by zero")


@pytest.mark.parametrize(
    ("function", "message"),
    [
        (fails, "ZeroDivisionError: by zero"),
        (lambda pairs: ["neutral"], "1 answers for 2 pairs"),
        (lambda pairs: ["positive", "neutral"], "'positive'"),
        (lambda pairs: [{"neutral": 0.5}, {"neutral": 1}], "sum to one"),
        (lambda pairs: [{"neutral": "high"}] * 2, "must be numbers"),
        (lambda pairs: [{"neutral": 1}, "neutral"], "labels and probabilities; it must return"),
        (lambda pairs: "neutral", "returned a str for 2 pairs"),
        (lambda pairs: {"neutral": 1}, "returned a dict for 2 pairs"),
        (lambda pairs: [None, "neutral"], "returned None; it must return the labels"),
        (lambda pairs: [True, False], "returned True; it must return the labels"),
        (lambda pairs: [[], []], r"returned \[\]; it must return a label"),
        (lambda pairs: [[{"score": 1}]] * 2, "it must return a label, or a mapping"),
        (lambda pairs: np.array([[0.5, 0.5]] * 2), "it must return 3 numbers"),
        (
            lambda pairs: [{"label": "POSITIVE", "score": 0.9}] * 2,
            "POSITIVE.*it must return the labels",
        ),
        (lambda pairs: [[float("nan")] * 3] * 2, "set the function's attribute labels"),
        (lambda pairs: [{"neutral": float("nan")}] * 2, "sum to one"),
    ],
)
def test_functions_that_misbehave(function, message):
    with pytest.raises(LitgenError, match=message):
        answers(CallableClassifier(function, "m:f"), PAIRS)


def kept(function, pairs):
    """The places of the replies that came before the function failed, and the message."""
    places = []
    try:
        for part in CallableClassifier(function, "m:f").replies(pairs):
            places += [place for place, _ in part]
    except LitgenError as error:
        return places, str(error)
    return places, None


NUMBERED = [("A premise.", f"Hypothesis {i}.") for i in range(50)]


def test_a_function_that_fails_loses_no_answer_before():
    def function(pairs):
        assert ("A premise.", "Hypothesis 37.") not in pairs
        return ["neutral"] * len(pairs)

    places, message = kept(function, NUMBERED)
    assert places == list(range(37))
    assert "'Hypothesis 37.'" in message and "AssertionError" in message


def test_a_generator_loses_no_answer_and_is_called_once():
    called = []

    def function(pairs):
        called.append(len(pairs))
        for _, hypothesis in pairs:
            assert hypothesis != "Hypothesis 37."
            yield {"neutral": 1.0}

    places, message = kept(function, NUMBERED)
    assert places == list(range(37)) and called == [50]
    assert "'Hypothesis 37.'" in message


def test_a_generator_that_ends_early():
    def function(pairs):
        yield "neutral"

    assert kept(function, PAIRS) == (
        [0],
        "m:f: the function returned 1 answers for 2 pairs; it must return one for each pair",
    )


def with_closure(word):
    def function(pairs):
        return [word for _ in pairs]

    return function


def test_the_key_holds_source_closure_and_what_is_referred_to(tmp_path):
    def key(function):
        return CallableClassifier(function, "m:f").describe()["sha256"]

    assert key(with_closure("neutral")) == key(with_closure("neutral"))
    assert key(with_closure("neutral")) != key(with_closure("entailment"))
    helper = "def helper(pair):\n    return 'neutral'\n"
    source = (
        "WORDS = ['a', {1, 2}]\n"
        + helper
        + "def predict(pairs):\n    return [helper(p) for p in pairs]\n"
    )
    keys = []
    for number, text in enumerate(
        (source, source, source.replace("'neutral'", "'entailment'"), source.replace("1", "3"))
    ):
        path = tmp_path / f"module{number}.py"
        path.write_text(text.replace("[helper(p)", "[WORDS and helper(p)"))
        keys.append(in_new_process(path))
    assert keys[0] == keys[1] and len(set(keys)) == 3


def in_new_process(path):
    code = (
        "import importlib.util, sys\n"
        "from litgen.models.fingerprint import function_digest\n"
        f"spec = importlib.util.spec_from_file_location('mine', {str(path)!r})\n"
        "module = sys.modules['mine'] = importlib.util.module_from_spec(spec)\n"
        "spec.loader.exec_module(module)\n"
        "print(function_digest(module.predict))"
    )
    return subprocess.run(
        [sys.executable, "-c", code], check=True, capture_output=True, text=True
    ).stdout


def test_found_in_the_current_folder(tmp_path, monkeypatch):
    (tmp_path / "my_litgen_model.py").write_text(
        "def predict(pairs):\n    return ['neutral'] * len(pairs)\n"
    )
    monkeypatch.chdir(tmp_path)
    model = load_model(ModelSpec("my_litgen_model:predict"))
    assert [each.label for each in answers(model, PAIRS)] == ["neutral"] * 2
    with pytest.raises(UsageError, match="there is no such function"):
        load_callable("my_litgen_model:other")
    with pytest.raises(UsageError, match="there is no such function"):
        load_callable("no_such_module_here:predict")
    with pytest.raises(UsageError, match="this is not a function"):
        load_callable("my_litgen_model:__name__")
