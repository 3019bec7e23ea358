"""Contrast against control on the same originals: by hand, and models that should come apart."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from litgen.evaluation.assessment import assess
from litgen.evaluation.procedure import Procedure
from litgen.statistics.bootstrap import bootstrap_paired_t
from litgen.statistics.resampling import generator
from litgen.statistics.sample import PairedSample
from tests.evaluation.makers import THREE, make_contrast_set, predict, record

PROCEDURE = Procedure(replicates=2000)


def by_hand(folder: Path):
    """Four source pairs of two premises: c has no control, d no contrast, a two of either."""
    more = {"id": "a:may:original:2"}
    again = {"id": "a:may:may:2"}
    rows = [
        record("a1", "may;original", "neutral", "entailment"),
        record("a1", "may;original", "neutral", "entailment", **more),
        record("a1", "may;may", "entailment", "entailment"),
        record("a1", "may;may", "entailment", "entailment", **again),
        record("a2", "may;original", "neutral", "neutral"),
        record("a2", "may;may", "neutral", "neutral"),
        record("b1", "may;original", "neutral", "contradiction"),
        record("b1", "may;may", None, "contradiction"),
        record("b2", "may;may", "neutral", "neutral"),
    ]
    return make_contrast_set(folder, rows)


def test_counted_by_hand(tmp_path):
    contrast_set = by_hand(tmp_path / "set")
    said = {"a1:may:original": "E", "a:may:may:2": "N", "a2:may:original": "C", "a1": "N"}
    found = assess([predict(tmp_path / "m", contrast_set, said)], replace(PROCEDURE, min_pairs=2))
    (row,) = found.controlled
    assert (row.n, row.units, row.of) == (2, 1, 3)
    assert row.controls == ("may;may",)
    assert row.labels == {"entailment": 1, "neutral": 1, "contradiction": 0}
    assert row.labels_of == {"entailment": 1, "neutral": 1, "contradiction": 1}
    # a1: half of its controls and of its contrasts are right; a2: the control alone.
    assert (row.original, row.control, row.accuracy) == (0.5, 0.75, 0.25)
    assert row.extra.value == 0.5
    assert row.answer == "neutral"
    # Both originals; half of a1's controls and a2's; half of a1's contrasts.
    assert row.says == {"originals": 1.0, "may;may": 0.75, "contrast": 0.25}
    test = found.comparison("oracle", "may;original", control=True)
    assert (test.family, test.n, test.lost, test.gained) == ("control", 2, 1, 0)
    assert test.difference == -0.5
    assert found.comparison("oracle", "may;original").family == "difference"


def test_no_control_on_the_same_originals(tmp_path):
    rows = [record("a", "may;original", "neutral", "entailment")]
    rows += [record("b", "may;may", "neutral", "neutral")]
    contrast_set = make_contrast_set(tmp_path / "set", rows)
    found = assess([predict(tmp_path / "m", contrast_set, {})], PROCEDURE)
    assert found.infos[0].controls == ("may;may",)
    assert found.controlled == ()
    assert found.family("control") == []


@pytest.fixture
def tense(tmp_path):
    """Ninety pairs, two of a premise; all have the contrast and both controls."""
    rows = []
    for n in range(90):
        pair, label = f"{chr(97 + n // 2 % 26)}{'xyz'[n // 52]}{n % 2}", THREE[n % 3]
        rows.append(record(pair, "past;future", "neutral", label))
        rows.append(record(pair, "past;past", label, label))
        rows.append(record(pair, "future;future", label, label))
    return make_contrast_set(tmp_path / "set", rows)


def models(contrast_set):
    """What models say that ignore the change, go by the word, always say neutral, understand."""
    of = {item.id: item.label for item in contrast_set.items() if item.side == "original"}
    items = list(contrast_set.items())
    return {
        "ignores": {item.id: of[item.id.split(":")[0]] for item in items},
        "word": {item.id: "neutral" for item in items if item.side == "contrast"},
        "always": {item.id: "neutral" for item in items},
        "understands": {},
    }


def test_models_come_apart(tense, tmp_path):
    found = {}
    for name, said in models(tense).items():
        assessed = assess([predict(tmp_path / name, tense, said, name=name)], PROCEDURE)
        (row,) = assessed.controlled
        test = assessed.comparison(name, "past;future", control=True)
        found[name] = (
            round(row.extra.value, 3),
            test.rejected,
            tuple(np.round([*row.says.values()], 2)),
        )
    third = round(1 / 3, 2)
    assert found == {
        "ignores": (0.667, True, (third, third, third, third)),
        "word": (-0.667, True, (third, 1.0, 1.0, 1.0)),
        "always": (-0.667, True, (1.0, 1.0, 1.0, 1.0)),
        "understands": (0.0, False, (third, third, third, 1.0)),
    }


def test_the_test_is_of_the_differences_by_source_pair(tense, tmp_path):
    """The bootstrap of the values put together here, one a source pair, drawn by premise."""
    ids = [item.id for item in tense.items() if item.side == "contrast"]
    said = {each: "E" if "a" in each[:2] else "N" for each in ids[::4]}
    found = assess([predict(tmp_path / "m", tense, said)], PROCEDURE)
    right = {
        item.id: said.get(item.id, item.label[0].upper()) == item.label[0].upper()
        for item in tense.items() if item.side == "contrast"
    }  # fmt: skip
    pairs = list(dict.fromkeys(each.split(":")[0] for each in ids))
    values = [
        (right[f"{pair}:past:past"] + right[f"{pair}:future:future"]) / 2
        - right[f"{pair}:past:future"]
        for pair in pairs
    ]
    sample = PairedSample.of_values(values, [pair[:-1] for pair in pairs])
    expected = bootstrap_paired_t(
        sample, generator(0, "test", "control", "past;future"), PROCEDURE.replicates
    )
    test = found.comparison("oracle", "past;future", control=True)
    assert test.difference == pytest.approx(-np.mean(values))
    assert (test.p["bootstrap"], test.statistic) == (expected.p, expected.statistic)
    assert test.low < test.difference < test.high


def test_models_of_two_classes(tense, tmp_path):
    """Neutral and contradiction are one to them, so that a third of the contrasts changes."""
    of = {item.id: item.label for item in tense.items() if item.side == "original"}
    said = {item.id: of[item.id.split(":")[0]] for item in tense.items()}
    two = ("entailment", "not_entailment")
    found = assess([predict(tmp_path / "two", tense, said, labels=two)], PROCEDURE)
    (row,) = found.controlled
    assert row.answer == "not_entailment"
    assert row.extra.value == pytest.approx(1 / 3)
    assert [*row.says.values()] == pytest.approx([2 / 3] * 4)
