"""Fine-tuning a tiny model: it learns, it goes on after a kill, it stops early."""

from __future__ import annotations

import json

import pytest
import torch
from safetensors.torch import load_file, save_file

from litgen.exceptions import LitgenError, UsageError
from litgen.models import ModelSpec, load_model
from litgen.training import finetune as loop
from litgen.training.data import Sources
from litgen.training.finetune import FineTuning
from litgen.training.train import finetune
from tests.models.tiny import save_encoder, save_tiny
from tests.training.examples import write_pairs

OPTIONS = FineTuning(epochs=3, batch=8, learning_rate=5e-3)


@pytest.fixture
def sources(tmp_path):
    return Sources((str(write_pairs(tmp_path / "pairs.jsonl", 90)),), validation_share=0.3)


@pytest.fixture
def encoder(tmp_path):
    return str(save_encoder(tmp_path / "encoder"))


def weights(folder):
    return load_file(folder / "model.safetensors")


def assert_same(one, other):
    assert one.keys() == other.keys()
    for name, value in one.items():
        assert torch.equal(value, other[name]), name


def test_an_encoder_without_a_head_learns(sources, encoder, tmp_path):
    options = OPTIONS._replace(epochs=12, patience=12, learning_rate=0.02)
    result = finetune(sources, tmp_path / "m", encoder, options)
    best = result["history"][result["best"] - 1]
    assert best["accuracy"] == max(entry["accuracy"] for entry in result["history"]) > 0.7
    model = load_model(ModelSpec(str(tmp_path / "m")))
    assert model.labels == ("entailment", "contradiction", "neutral")
    found = model.classify([("a man sleeps", "the dog is outside"), ("a man", "the is not")])
    assert [model.labels[i] for i in found.argmax(1)] == ["entailment", "contradiction"]


def test_what_is_written(sources, encoder, tmp_path):
    finetune(sources, tmp_path / "m", encoder, OPTIONS)
    names = {path.name for path in (tmp_path / "m").iterdir()}
    assert {"config.json", "model.safetensors", "tokenizer.json", "training.json"} <= names
    assert not {".work", ".lock"} & names
    assert not [name for name in names if name.endswith((".bin", ".pt", ".pkl", ".pth"))]
    modes = {path.stat().st_mode for path in (tmp_path / "m").iterdir()}
    assert len(modes) == 1  # the weights can be read by whoever can read the rest
    training = json.loads((tmp_path / "m" / "training.json").read_text())
    assert training["signature"]["options"]["batch"] == 8
    assert len(training["signature"]["sources"]["train"][0]["sha256"]) == 64


def test_a_seed_repeats_and_another_differs(sources, encoder, tmp_path):
    for name, seed in (("a", 0), ("b", 0), ("c", 1)):
        finetune(sources, tmp_path / name, encoder, OPTIONS._replace(seed=seed, epochs=1))
    assert_same(weights(tmp_path / "a"), weights(tmp_path / "b"))
    with pytest.raises(AssertionError):
        assert_same(weights(tmp_path / "a"), weights(tmp_path / "c"))


@pytest.mark.parametrize("stop", [3, 8, 9, 20])
def test_goes_on_after_a_kill_and_ends_the_same(sources, encoder, tmp_path, monkeypatch, stop):
    """Killed within an epoch, at its end, and in a later one; a checkpoint after every step."""
    whole = finetune(sources, tmp_path / "whole", encoder, OPTIONS)
    monkeypatch.setattr(loop, "CHECKPOINT_SECONDS", 0.0)
    steps = []

    def kill(done, total, loss):
        steps.append(done)
        if len(steps) == stop:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        finetune(sources, tmp_path / "m", encoder, OPTIONS, progress=kill)
    assert not (tmp_path / "m" / "training.json").exists()
    again = finetune(sources, tmp_path / "m", encoder, OPTIONS,
                     progress=lambda done, total, loss: steps.append(done))  # fmt: skip
    assert steps[stop] == stop  # the step that was not saved, and no earlier one
    assert_same(weights(tmp_path / "m"), weights(tmp_path / "whole"))
    assert again["history"] == whole["history"]


def test_a_finished_training_is_not_done_again(sources, encoder, tmp_path):
    first = finetune(sources, tmp_path / "m", encoder, OPTIONS)
    again = finetune(sources, tmp_path / "m", encoder, OPTIONS, progress=pytest.fail)
    assert again == first
    with pytest.raises(UsageError, match=r"contains another run \(different: options\.seed\)"):
        finetune(sources, tmp_path / "m", encoder, OPTIONS._replace(seed=5))
    changed = finetune(sources, tmp_path / "m", encoder, OPTIONS._replace(seed=5), overwrite=True)
    assert changed["signature"]["options"]["seed"] == 5


@pytest.mark.parametrize("overwrite", [False, True])
def test_a_mistake_leaves_the_folder_as_it_was(sources, encoder, tmp_path, overwrite):
    """The right command is not refused after a wrong one, and a good model is not lost."""
    folder = tmp_path / "m"
    if overwrite:
        finetune(sources, folder, encoder, OPTIONS._replace(epochs=1))
    before = {path.name: path.read_bytes() for path in folder.glob("*")}
    with pytest.raises(LitgenError, match="cannot be loaded"):
        finetune(sources, folder, str(tmp_path / "nowhere"), OPTIONS, overwrite=overwrite)
    with pytest.raises(LitgenError, match=r"(?i)no such file"):
        finetune(Sources((str(tmp_path / "nowhere.jsonl"),)), folder, encoder, OPTIONS,
                 overwrite=overwrite)  # fmt: skip
    assert {path.name: path.read_bytes() for path in folder.glob("*")} == before
    finetune(sources, folder, encoder, OPTIONS, overwrite=overwrite)


def test_stops_early_and_keeps_the_best(sources, encoder, tmp_path, monkeypatch):
    accuracies = iter([0.4, 0.7, 0.6, 0.7, 0.9])
    heads = []

    def validate(self, examples):
        heads.append(self.model.classifier.weight.detach().clone())
        return {"accuracy": next(accuracies), "validation_loss": 1.0}

    monkeypatch.setattr(loop.FineTuner, "validate", validate)
    options = OPTIONS._replace(epochs=5, patience=2)
    result = finetune(sources, tmp_path / "m", encoder, options)
    assert [entry["accuracy"] for entry in result["history"]] == [0.4, 0.7, 0.6, 0.7]
    assert result["best"] == 2
    kept = weights(tmp_path / "m")["classifier.weight"]
    assert [torch.equal(kept, head) for head in heads] == [False, True, False, False]


def test_a_classifier_goes_on_with_its_own_head(sources, tmp_path):
    start = str(save_tiny(tmp_path / "start"))  # contradiction, neutral, entailment
    before = load_model(ModelSpec(start))
    finetune(sources, tmp_path / "m", start, OPTIONS._replace(learning_rate=1e-9, epochs=1))
    after = load_model(ModelSpec(str(tmp_path / "m")))
    assert after.labels == before.labels == ("contradiction", "neutral", "entailment")
    pair = [("a man sleeps", "the dog is red")]
    assert abs(after.classify(pair) - before.classify(pair)).max() < 1e-4


def test_a_classifier_of_something_else_gets_a_new_head(sources, tmp_path):
    start = str(save_tiny(tmp_path / "start", ("negative", "positive")))
    finetune(sources, tmp_path / "m", start, OPTIONS._replace(epochs=1))
    model = load_model(ModelSpec(str(tmp_path / "m")))
    assert model.labels == ("entailment", "contradiction", "neutral")


def test_without_validation_the_last_epoch_stays(sources, encoder, tmp_path):
    result = finetune(sources._replace(validation_share=0.0), tmp_path / "m", encoder, OPTIONS)
    assert result["best"] == 3
    assert "accuracy" not in result["history"][0]
    assert result["counts"]["pairs"] == {"train": 90, "validation": 0}


def test_out_of_memory_cuts_the_batch_in_parts(sources, encoder, tmp_path, monkeypatch):
    """The sum of the parts' gradients is the batch's, up to the dropout of the parts."""
    whole = loop.FineTuner._loss

    def small(self, part, examples):
        if len(part) > 2:
            raise torch.OutOfMemoryError("CUDA out of memory")
        return whole(self, part, examples)

    monkeypatch.setattr(loop.FineTuner, "_loss", small)
    result = finetune(sources, tmp_path / "m", encoder, OPTIONS._replace(epochs=1))
    assert json.loads((tmp_path / "m" / "run.json").read_text())["pairs_at_a_time"] == 2
    monkeypatch.undo()
    plain = finetune(sources, tmp_path / "n", encoder, OPTIONS._replace(epochs=1))
    assert result["history"][0]["loss"] == pytest.approx(plain["history"][0]["loss"], rel=0.2)
    monkeypatch.setattr(loop.FineTuner, "_loss", lambda *_: small(*_) if 0 else _raise())
    with pytest.raises(LitgenError, match="one pair does not fit"):
        finetune(sources, tmp_path / "o", encoder, OPTIONS._replace(epochs=1))


def _raise():
    raise torch.OutOfMemoryError("CUDA out of memory")


def test_a_loss_that_is_no_number(sources, encoder, tmp_path):
    path = tmp_path / "encoder" / "model.safetensors"
    broken = load_file(path)
    broken["embeddings.LayerNorm.bias"][0] = float("inf")
    save_file(broken, path, {"format": "pt"})
    with pytest.raises(LitgenError, match=r"step 0: the loss is nan; use a lower --learning-rate"):
        finetune(sources, tmp_path / "m", encoder, OPTIONS)


def test_a_damaged_checkpoint(sources, encoder, tmp_path, monkeypatch):
    monkeypatch.setattr(loop, "CHECKPOINT_SECONDS", 0.0)

    def kill(done, total, loss):
        if done == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        finetune(sources, tmp_path / "m", encoder, OPTIONS, progress=kill)
    path = tmp_path / "m" / ".work" / "checkpoint.safetensors"
    path.write_bytes(path.read_bytes()[:1000])
    with pytest.raises(LitgenError, match=r"cannot be read.*--overwrite"):
        finetune(sources, tmp_path / "m", encoder, OPTIONS)
    finetune(sources, tmp_path / "m", encoder, OPTIONS, overwrite=True)


@pytest.mark.parametrize(
    ("option", "message"),
    [({"epochs": 0}, "--epochs 0"), ({"learning_rate": 3}, "--learning-rate 3"),
     ({"dtype": "float16"}, "--dtype float16"), ({"max_length": 2}, "--max-length 2")],
)  # fmt: skip
def test_options_out_of_range(sources, tmp_path, option, message):
    with pytest.raises(UsageError, match=message):
        finetune(sources, tmp_path / "m", "any", OPTIONS._replace(**option))


def test_mixed_precision_trains(sources, encoder, tmp_path):
    options = OPTIONS._replace(dtype="bfloat16", epochs=2)
    result = finetune(sources, tmp_path / "m", encoder, options)
    assert result["history"][1]["loss"] < result["history"][0]["loss"]
    assert all(value.dtype == torch.float32 for value in weights(tmp_path / "m").values())
