"""``litgen evaluate`` and ``litgen study train`` on the command line."""

from __future__ import annotations

import json

import pytest

from litgen.data import LABELS
from tests.evaluation.makers import make_contrast_set, record
from tests.models.tiny import save_encoder, save_tiny
from tests.training.examples import write_pairs


@pytest.fixture
def contrast_set(tmp_path):
    records = [record(f"a{i}", "past;future", "neutral", LABELS[i % 3]) for i in range(1, 30)]
    return make_contrast_set(tmp_path / "contrast", records).path


def test_summary(litgen, contrast_set, tmp_path):
    model = save_tiny(tmp_path / "tiny")
    code, out, err = litgen("evaluate", contrast_set, "--model", model, "-o", tmp_path / "p")
    assert code == 0
    assert "29 original pairs, accuracy" in out
    assert "58 distinct pairs classified" in out
    assert "litgen report" in out
    assert "litgen: accuracy on 29 original pairs" in err  # random weights: near chance


def test_json_and_dtype(litgen, contrast_set, tmp_path):
    model = save_tiny(tmp_path / "tiny")
    code, out, _ = litgen(
        "evaluate", contrast_set, "--model", model, "-o", tmp_path / "p", "--json",
        "--dtype", "bfloat16", "--name", "small",
    )  # fmt: skip
    assert code == 0
    manifest = json.loads(out)
    assert manifest["model"]["name"] == "small"
    assert manifest["model"]["flips"]["pairs"] == 58


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (("--model", "./nowhere"), 2, "no such file or folder"),
        (("--model", "bow"), 2, "litgen study train PAIRS --model bow"),
        (("--model", "opaque"), 2, "--labels entailment,neutral,contradiction"),
        (("--model", "encoder"), 2, "no classification head"),
        (("--model", "tiny", "--device", "cuda:77"), 2, "--device cuda:77"),
        (("--model", "tiny", "--jobs", "0"), 2, "--jobs 0"),
        (("--model", "no_such_module_at_all:f"), 2, "there is no such function"),
    ],
)
def test_one_line_for_each_mistake(
    litgen, contrast_set, tmp_path, monkeypatch, arguments, code, message
):
    monkeypatch.chdir(tmp_path)
    save_tiny(tmp_path / "opaque", ("LABEL_0", "LABEL_1", "LABEL_2"))
    save_encoder(tmp_path / "encoder")
    save_tiny(tmp_path / "tiny")
    found, out, err = litgen("evaluate", contrast_set, "-o", "p", *arguments)
    err = "".join(line for line in err.splitlines(keepends=True) if line.startswith("litgen"))
    assert (found, out) == (code, "")
    assert message in err and err.count("\n") == 1
    assert not (tmp_path / "p").exists()


def test_train_and_evaluate(litgen, contrast_set, tmp_path):
    pairs = write_pairs(tmp_path / "pairs.jsonl")
    code, out, _ = litgen(
        "study", "train", pairs, "--model", save_encoder(tmp_path / "e"), "-o", tmp_path / "m",
        "--epochs", 2, "--learning-rate", 0.005, "--validation-share", 0.3,
    )  # fmt: skip
    assert code == 0
    assert "epoch 2: loss" in out and "<- kept" in out
    code, out, _ = litgen("evaluate", contrast_set, "--model", tmp_path / "m", "-o", tmp_path / "p")
    assert code == 0


def test_the_baseline(litgen, contrast_set, tmp_path):
    pairs = write_pairs(tmp_path / "pairs.jsonl", 120)
    arguments = ("study", "train", pairs, "--model", "bow", "-o", tmp_path / "bow", "--rounds", 10)
    code, out, _ = litgen(*arguments, "--json")
    assert code == 0
    first = json.loads(out)
    assert first["accuracy"] > 0.9  # the label stands in the hypothesis
    assert first["signature"]["options"]["rounds"] == 10
    code, out, _ = litgen(*arguments)  # finished already
    assert code == 0 and "rounds, accuracy" in out
    code, out, _ = litgen(
        "evaluate", contrast_set, "--model", tmp_path / "bow", "-o", tmp_path / "p"
    )
    assert code == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ("--model", "bow", "--epochs", "3"),
            "--model bow does not use it",
        ),
        (("--model", "some/model", "--bags", "joint"), "--bags does not apply: only --model"),
        (("--model", "bow", "--rows", "2"), "--rows 2.0"),
        (("--model", "bow", "--validation-share", "1"), "--validation-share 1.0"),
    ],
)
def test_mistakes_in_training(litgen, tmp_path, arguments, message):
    pairs = write_pairs(tmp_path / "pairs.jsonl")
    code, _, err = litgen("study", "train", pairs, "-o", tmp_path / "m", *arguments)
    assert code == 2
    assert message in err
