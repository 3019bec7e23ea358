"""From a contrast set and a model to a folder of predictions."""

from __future__ import annotations

import importlib
import json
import logging
import shutil
import sys

import numpy as np
import pytest

from litgen.evaluation import evaluate as module
from litgen.evaluation import inference
from litgen.evaluation.contrast_set import ContrastSet, Item
from litgen.evaluation.evaluate import evaluate
from litgen.evaluation.inference import PairStore
from litgen.evaluation.predictions import Predictions
from litgen.exceptions import DataError, LitgenError, UsageError
from litgen.models import ModelSpec
from litgen.models.callable import CallableClassifier
from litgen.models.protocol import Classifier
from tests.evaluation.makers import make_contrast_set, record
from tests.models.tiny import save_tiny

LABELS = ("entailment", "contradiction", "neutral")


class Fake(Classifier):
    """Says what stands at the end of the hypothesis; counts what it was asked."""

    kind, labels, dtype, window = "python", LABELS, None, 4

    def __init__(self, fail_after=None):
        self.asked = []
        self.fail_after = fail_after

    def classify(self, pairs):
        if self.fail_after is not None and len(self.asked) >= self.fail_after:
            raise KeyboardInterrupt
        self.asked += pairs
        rows = [[len(h) % 3 == i for i in range(3)] for _, h in pairs]
        return np.array(rows, float)

    def describe(self):
        return {"name": "fake"}


@pytest.fixture
def contrast_set(tmp_path):
    records = []
    for i in range(1, 8):
        records.append(record(f"a{i}", "past;future", "neutral", "entailment"))
        # The same sentences as the original: asked about once.
        twin = record(f"a{i}", "passive;passive", "entailment", "entailment")
        records.append({**twin, "premise": twin["original_premise"],
                        "hypothesis": twin["original_hypothesis"]})  # fmt: skip
    records.append(record("n1", "antonym;original", "contradiction", None))
    return make_contrast_set(tmp_path / "contrast", records).path


def use(monkeypatch, fake):
    monkeypatch.setattr(module, "load_model", lambda spec: fake)
    return fake


def test_every_pair_and_every_original_once(monkeypatch, contrast_set, tmp_path):
    fake = use(monkeypatch, Fake())
    told = []
    result = evaluate(contrast_set, "m:f", tmp_path / "p", progress=lambda *done: told.append(done))
    assert len(fake.asked) == len(set(fake.asked)) == 7 + 7 + 1
    assert result.classified == 15
    assert told[0] == (0, 15) and told[-1] == (15, 15)
    predictions = Predictions(tmp_path / "p")
    assert predictions.info.counts == {"contrast": 15, "original": 7}
    items = {(item.id, item.side): item for item in ContrastSet(contrast_set).items()}
    for each in predictions:
        expected = LABELS[len(items.pop((each.id, each.side)).hypothesis) % 3]
        assert each.label == expected
        assert each.scores[expected] == 1
    assert not items
    assert sorted(path.name for path in (tmp_path / "p").iterdir()) == [
        "manifest.json", "predictions.jsonl", "run.json",
    ]  # fmt: skip


def test_goes_on_where_it_stopped_and_ends_with_the_same_bytes(monkeypatch, contrast_set, tmp_path):
    use(monkeypatch, Fake())
    evaluate(contrast_set, "m:f", tmp_path / "whole")
    use(monkeypatch, Fake(fail_after=8))
    with pytest.raises(KeyboardInterrupt):
        evaluate(contrast_set, "m:f", tmp_path / "p")
    assert not (tmp_path / "p" / "predictions.jsonl").exists()
    fake = use(monkeypatch, Fake())
    evaluate(contrast_set, "m:f", tmp_path / "p")
    assert len(fake.asked) == 15 - 8
    for name in ("predictions.jsonl", "manifest.json"):
        assert (tmp_path / "p" / name).read_bytes() == (tmp_path / "whole" / name).read_bytes()


def test_another_model_does_not_go_on_with_this_ones_answers(monkeypatch, contrast_set, tmp_path):
    use(monkeypatch, Fake(fail_after=8))
    with pytest.raises(KeyboardInterrupt):
        evaluate(contrast_set, "m:f", tmp_path / "p")
    fake = use(monkeypatch, Fake())
    fake.describe = lambda: {"name": "fake", "sha256": "another"}
    evaluate(contrast_set, "m:f", tmp_path / "p")
    assert len(fake.asked) == 15


def test_a_damaged_store_is_begun_anew(tmp_path):
    path = tmp_path / "pairs.sqlite"
    path.write_bytes(b"no database" * 1000)
    store = PairStore(path, lambda premise, hypothesis: [premise, hypothesis])
    item = Item("i", "contrast", "P", "H", None)
    assert (store.fill([item, item]), store.missing()) == (1, 1)
    store.add([(0, [0.1, 0.9])])
    assert (store.reply("P", "H"), store.missing()) == ([0.1, 0.9], 0)
    store.close()


def test_an_edited_function_is_asked_anew(contrast_set, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    source = """
def edited(pairs):
    for number, (_, hypothesis) in enumerate(pairs):
        assert {limit} or number < 5
        yield "{label}"
"""
    path = tmp_path / "litgen_edited.py"
    for limit, label, asked in ((0, "neutral", None), (1, "neutral", 15), (1, "entailment", 15)):
        sys.modules.pop("litgen_edited", None)
        path.write_text(source.format(limit=limit, label=label))
        importlib.invalidate_caches()
        shutil.rmtree(tmp_path / "__pycache__", ignore_errors=True)
        if asked is None:
            with pytest.raises(LitgenError, match="AssertionError"):
                evaluate(contrast_set, "litgen_edited:edited", tmp_path / "p")
            continue
        result = evaluate(contrast_set, "litgen_edited:edited", tmp_path / "p", overwrite=True)
        assert result.classified == asked
        assert {each.label for each in Predictions(tmp_path / "p")} == {label}


def test_a_function_that_fails_goes_on_behind_what_it_answered(contrast_set, tmp_path, monkeypatch):
    calls = []

    def failing(pairs):
        for pair in pairs:
            calls.append(pair)
            if len(calls) == 10:
                raise ConnectionError("gone")
            yield "neutral"

    model = CallableClassifier(failing, "m:f")
    monkeypatch.setattr(module, "load_model", lambda spec: model)
    with pytest.raises(LitgenError, match="ConnectionError: gone"):
        evaluate(contrast_set, "m:f", tmp_path / "p")
    assert evaluate(contrast_set, "m:f", tmp_path / "p").classified == 15 - 9
    assert len(calls) == 16


def test_a_real_model(contrast_set, tmp_path):
    folder = save_tiny(tmp_path / "tiny")
    result = evaluate(contrast_set, str(folder), tmp_path / "p")
    info = Predictions(tmp_path / "p").info
    assert info.name == "tiny"
    assert info.labels == ("contradiction", "neutral", "entailment")
    assert info.dtype == "float32"
    assert "flips" not in info.model
    assert result.info.as_json() == info.as_json()


def test_inputs_that_are_cut_are_counted_and_said(contrast_set, tmp_path, caplog):
    spec = ModelSpec(str(save_tiny(tmp_path / "tiny")), max_length=8)
    line = "15 of 15 inputs were longer than the model's 8 positions and were truncated"
    for _ in range(2):
        with caplog.at_level(logging.WARNING, "litgen"):
            result = evaluate(contrast_set, spec, tmp_path / "p")
        assert line in caplog.text and line in result.warnings
        caplog.clear()
    found = Predictions(tmp_path / "p").info.model["truncated"]
    assert found == {"inputs": 15, "of": 15, "max_length": 8}


def test_flips_of_fewer_bits_are_counted(contrast_set, tmp_path):
    spec = ModelSpec(str(save_tiny(tmp_path / "tiny")), dtype="bfloat16")
    info = evaluate(contrast_set, spec, tmp_path / "p").info
    flips = info.model["flips"]
    exact = evaluate(contrast_set, str(tmp_path / "tiny"), tmp_path / "exact")
    assert flips["pairs"] == 15 and flips["against"] == "float32"
    assert 0 <= flips["flipped"] <= 15
    assert exact.info.dtype == "float32" and info.dtype == "bfloat16"


def test_flips_are_those_there_are(monkeypatch, contrast_set, tmp_path):
    """A model that in float32 gives the next label for everything."""
    fake = use(monkeypatch, Fake())
    fake.dtype = "bfloat16"
    exact = Fake()
    exact.classify = lambda pairs: np.roll(Fake().classify(pairs), 1, axis=1)
    monkeypatch.setattr(inference, "load_model", lambda spec: exact)
    info = evaluate(contrast_set, ModelSpec("m:f", dtype="bfloat16"), tmp_path / "p").info
    assert info.model["flips"] == {"against": "float32", "pairs": 15, "flipped": 15}


@pytest.mark.slow
def test_two_processes_write_the_same(contrast_set, tmp_path):
    folder = str(save_tiny(tmp_path / "tiny"))
    evaluate(contrast_set, folder, tmp_path / "one")
    evaluate(contrast_set, folder, tmp_path / "two", jobs=2)
    one, two = ((tmp_path / name / "predictions.jsonl").read_bytes() for name in ("one", "two"))
    assert one == two


def test_mixed_labels_are_warned_of(monkeypatch, tmp_path, caplog):
    records = [record(f"a{i}", "past;future", "neutral", LABELS[i % 3]) for i in range(1, 40)]
    for i, each in enumerate(records, 1):
        each["original_hypothesis"] = "x" * (i // 3 * 3 + 3 + (i + 1) % 3)
    contrast = make_contrast_set(tmp_path / "c", records).path
    use(monkeypatch, Fake())
    with caplog.at_level(logging.WARNING, "litgen"):
        result = evaluate(contrast, "m:f", tmp_path / "p")
    assert result.accuracy["original"] == 0
    assert "check which labels" in caplog.text


def test_predictions_made_elsewhere(contrast_set, tmp_path):
    folder = tmp_path / "mine"
    folder.mkdir()
    rows = [{"id": each.id, "side": each.side, "label": "neutral"}
            for each in ContrastSet(contrast_set).items()]  # fmt: skip
    (folder / "p.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    result = evaluate(contrast_set, str(folder), tmp_path / "p", name="always neutral")
    assert result.info.name == "always neutral"
    assert result.info.model["kind"] == "predictions"
    assert result.accuracy == {"contrast": pytest.approx(7 / 15, abs=1e-6), "original": 0.0}


def test_nothing_half_written_at_a_fault(contrast_set, tmp_path):
    path = tmp_path / "p.jsonl"
    path.write_text('{"id": "a1", "label": "neutral"}\n')
    with pytest.raises(DataError, match="missing for 21 of 22"):
        evaluate(contrast_set, str(path), tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_good_predictions_survive_a_fault(monkeypatch, contrast_set, tmp_path):
    use(monkeypatch, Fake())
    evaluate(contrast_set, "m:f", tmp_path / "p")
    before = (tmp_path / "p" / "predictions.jsonl").read_bytes()
    with pytest.raises(UsageError, match=r"different: model\.name.*--overwrite"):
        evaluate(contrast_set, "m:f", tmp_path / "p", name="other")
    monkeypatch.undo()
    bad = tmp_path / "bad.jsonl"
    bad.write_text('{"id": "a1", "label": "neutral"}\n')
    with pytest.raises(DataError):
        evaluate(contrast_set, str(bad), tmp_path / "p", overwrite=True)
    assert (tmp_path / "p" / "predictions.jsonl").read_bytes() == before
    assert len(list(Predictions(tmp_path / "p"))) == 22


def test_a_folder_that_is_no_contrast_set(tmp_path):
    (tmp_path / "c").mkdir()
    with pytest.raises(LitgenError, match=r"no manifest\.json"):
        evaluate(tmp_path / "c", "m", tmp_path / "p")
    assert not (tmp_path / "p").exists()


def test_predictions_are_not_written_into_the_contrast_set(contrast_set):
    with pytest.raises(UsageError, match="contains a contrast set"):
        evaluate(contrast_set, "m", contrast_set)


def test_the_same_again_is_left_as_it_is(monkeypatch, contrast_set, tmp_path, caplog):
    caplog.set_level("INFO", "litgen")
    use(monkeypatch, Fake())
    first = evaluate(contrast_set, "m:f", tmp_path / "p")
    before = {each.name: each.stat().st_mtime_ns for each in (tmp_path / "p").iterdir()}
    again = evaluate(contrast_set, "m:f", tmp_path / "p")
    assert (again.classified, again.accuracy) == (0, first.accuracy)
    assert again.info.as_json() == first.info.as_json()
    assert before == {each.name: each.stat().st_mtime_ns for each in (tmp_path / "p").iterdir()}
    assert "this run is finished" in caplog.text
    predictions = tmp_path / "p" / "predictions.jsonl"
    lines = predictions.read_bytes().splitlines(keepends=True)
    predictions.write_bytes(b"".join(lines[:-1]))
    with pytest.raises(DataError, match="for other pairs; use --overwrite"):
        evaluate(contrast_set, "m:f", tmp_path / "p")


def test_changed_predictions_of_others_are_not_the_same(contrast_set, tmp_path):
    path = tmp_path / "mine.jsonl"

    def write(label):
        rows = [{"id": each.id, "side": each.side, "label": label}
                for each in ContrastSet(contrast_set).items()]  # fmt: skip
        path.write_text("".join(json.dumps(row) + "\n" for row in rows))

    write("neutral")
    evaluate(contrast_set, str(path), tmp_path / "p")
    assert evaluate(contrast_set, str(path), tmp_path / "p").accuracy["original"] == 0.0
    write("entailment")
    with pytest.raises(UsageError, match=r"different: model\.sha256"):
        evaluate(contrast_set, str(path), tmp_path / "p")


def test_one_label_is_no_chance_to_compare_with(monkeypatch, tmp_path, caplog):
    """All new pairs of antonyms are contradictions: always saying so says nothing of a model."""
    records = [record(f"a{i}", "original;premise+antonym", "contradiction", None)
               for i in range(1, 40)]  # fmt: skip
    use(monkeypatch, Fake())
    with caplog.at_level(logging.WARNING, "litgen"):
        evaluate(make_contrast_set(tmp_path / "c", records).path, "m:f", tmp_path / "p")
    assert caplog.text == ""


def test_stopped_while_the_manifest_was_to_come(monkeypatch, contrast_set, tmp_path):
    use(monkeypatch, Fake())
    expected = evaluate(contrast_set, "m:f", tmp_path / "whole").info

    def killed(path, value):
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr("litgen.evaluation.predictions.write_json", killed)
        with pytest.raises(KeyboardInterrupt):
            evaluate(contrast_set, "m:f", tmp_path / "p", name=expected.name)
    assert (tmp_path / "p" / "predictions.jsonl").exists()
    result = evaluate(contrast_set, "m:f", tmp_path / "p", name=expected.name)
    assert result.info.as_json() == expected.as_json()
    (tmp_path / "p" / "manifest.json").unlink()
    with pytest.raises(UsageError, match="another folder"):  # these may be anybody's
        evaluate(contrast_set, "m:f", tmp_path / "p")
