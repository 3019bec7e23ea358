"""Confidence: log odds by weights, what an engine does not tell, the shipped weights."""

from __future__ import annotations

import json
import math

import pytest

from litgen.acceptability import Model, confidence, digest_of_weights, with_judge
from litgen.acceptability.model import READING, STEP, WEIGHTS, Linear
from litgen.files import digest

DATA = {
    "readings": {"main": {"odds": 2.0, "weights": {"commas": -1.0}, "means": {"commas": 0.5}}},
    "output": {
        "odds": 3.0,
        "weights": {"step past": 0.5, "commas": -1.0, "reading of main": 2.0},
        "means": {"step past": 0.25, "commas": 0.5, "reading of main": 1.0},
    },
    "judged": {
        "odds": 1.0,
        "weights": {"grammar": 1.0, "judge": 0.5},
        "means": {"grammar": 2.0, "judge": 4.0},
    },
    "doubts": {"no agent": -2.0},
}


def odds(probability: float) -> float:
    return math.log(probability / (1 - probability))


def test_weights_count_from_the_mean() -> None:
    model = Model.from_json(DATA)
    read = model.read({"commas": 2.0})
    assert read == {READING + "main": 2.0 - 1.5}
    expected = 3.0 + 0.5 * 0.75 - 1.5 + 2.0 * (0.5 - 1.0)
    found = model.probability(["past"], {"commas": 2.0, **read})
    assert odds(found) == pytest.approx(expected)


def test_of_an_engine_that_tells_nothing_the_steps_count_alone() -> None:
    model = Model.from_json(DATA)
    assert odds(model.probability(["past"], {})) == pytest.approx(3.0 + 0.5 * 0.75)
    assert odds(model.probability(["may"], {})) == pytest.approx(3.0 - 0.5 * 0.25)


def test_the_file_is_what_the_model_says() -> None:
    shipped = json.loads(WEIGHTS.read_text(encoding="utf-8"))
    model = Model.from_json(shipped)
    assert model.as_json() == shipped
    assert digest_of_weights() == digest(WEIGHTS)
    for each in (*model.readings.values(), model.output, model.judged):
        assert isinstance(each, Linear) and each.weights.keys() == each.means.keys()
    of_readings = {name for name in model.output.weights if READING in name}
    assert of_readings <= {READING + what for what in model.readings}
    assert any(name.startswith(STEP) for name in model.output.weights)


def test_a_doubtful_reading_is_less_sure() -> None:
    sure = {f"{READING}{what}": 4.0 for what in ("main verbs", "arguments", "attachment")}
    doubtful = dict.fromkeys(sure, -1.0)
    moved = {"reorder": 1.0, "passive": 1.0}
    less, more = (confidence(["passive"], {**moved, **each}) for each in (doubtful, sure))
    assert less < more


def test_the_judge_counts_beside_what_the_grammar_says() -> None:
    model = Model.from_json(DATA)
    sure = 1 / (1 + math.exp(-3.0))
    assert odds(model.with_judge(sure, 6.0)) == pytest.approx(1.0 + (3.0 - 2.0) + 0.5 * (6.0 - 4.0))
    assert math.isfinite(odds(model.with_judge(1.0, 6.0)))


def test_what_the_judge_calls_wrong_is_less_sure() -> None:
    assert with_judge(0.97, -2.0) < 0.97 < with_judge(0.97, 8.0)
    assert with_judge(0.9, 4.0) < with_judge(0.97, 4.0)
