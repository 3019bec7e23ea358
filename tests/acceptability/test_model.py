"""Confidence: log odds by weights, engines that give no evidence, the shipped weights."""

from __future__ import annotations

import json
import math
from pathlib import Path

import pytest

from litgen.acceptability import Model, Thresholds, assess, combine, confidence, digest_of_weights
from litgen.acceptability import model as module
from litgen.acceptability.model import FORMAT, RULE, WEIGHTS
from litgen.exceptions import LitgenError
from litgen.files import digest

DATA = {
    "format": FORMAT,
    "evidence": {
        "odds": 3.0,
        "weights": {"rule past": 0.5, "commas": -1.0},
        "means": {"rule past": 0.25, "commas": 0.5},
    },
    "combined": {
        "odds": 1.0,
        "weights": {"evidence": 1.0, "network": 0.5},
        "means": {"evidence": 2.0, "network": 4.0},
    },
}


def odds(probability: float) -> float:
    return math.log(probability / (1 - probability))


def test_weights_count_from_the_mean() -> None:
    found = Model.from_json(DATA).probability(["past"], {"commas": 2.0})
    assert odds(found) == pytest.approx(3.0 + 0.5 * 0.75 - 1.5)


def test_of_an_engine_without_evidence_the_rules_count_alone() -> None:
    model = Model.from_json(DATA)
    assert odds(model.probability(["past"], {})) == pytest.approx(3.0 + 0.5 * 0.75)
    assert odds(model.probability(["may"], {})) == pytest.approx(3.0 - 0.5 * 0.25)


def test_the_file_holds_the_model() -> None:
    shipped = json.loads(WEIGHTS.read_text(encoding="utf-8"))
    model = Model.from_json(shipped)
    assert model.as_json() == shipped
    assert digest_of_weights() == digest(WEIGHTS)
    for each in (model.evidence, model.combined):
        assert each.weights.keys() == each.means.keys()
    assert any(name.startswith(RULE) for name in model.evidence.weights)


def test_the_network_counts_beside_the_evidence() -> None:
    model = Model.from_json(DATA)
    sure = 1 / (1 + math.exp(-3.0))
    assert odds(model.combine(sure, 6.0)) == pytest.approx(1.0 + (3.0 - 2.0) + 0.5 * (6.0 - 4.0))
    assert math.isfinite(odds(model.combine(1.0, 6.0)))


def test_what_the_network_calls_wrong_has_a_lower_confidence() -> None:
    assert combine(0.97, -2.0) < 0.97 < combine(0.97, 8.0)
    assert combine(0.9, 4.0) < combine(0.97, 4.0)


def test_an_assessment_names_the_evidence_that_counts_most(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "shipped", lambda: Model.from_json(DATA))
    found = assess(["past"], {"commas": 2.0}, 6.0)
    assert found.counted == (("commas", -1.5), ("rule past", 0.38))
    assert found.confidence == combine(confidence(["past"], {"commas": 2.0}), 6.0)
    assert assess(["past"], {"commas": 2.0}, None).network is None


def test_thresholds() -> None:
    assert Thresholds.of(None, has_model=False) == (0, 0)
    assert Thresholds.of(0.5, has_model=False) == (0.5, 0.5)
    each, best = Thresholds.of(None, has_model=True)
    assert 0 < best < each < 1


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", '{"format": 1}', '{"format": 2}'])
def test_a_damaged_file_is_one_line_with_the_cure(
    text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "weights.json"
    path.write_text(text, "utf-8")
    monkeypatch.setattr(module, "WEIGHTS", path)
    module.shipped.cache_clear()
    try:
        with pytest.raises(LitgenError, match=r"weights\.json: .*reinstall litgen"):
            module.shipped()
    finally:
        module.shipped.cache_clear()
