"""``litgen study`` on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from litgen.cli import run
from litgen.evaluation.contrast_set import ContrastSet
from tests.annotation.conftest import fill, records
from tests.evaluation.makers import make_contrast_set


@pytest.fixture
def contrast_set(tmp_path: Path) -> ContrastSet:
    return make_contrast_set(tmp_path / "set", records())


def test_from_sample_to_agreement(contrast_set, tmp_path, capsys):
    sheets, out = str(tmp_path / "sheets"), str(tmp_path / "out")
    assert run(["study", "sample", str(contrast_set.path), "-o", sheets, "--per", "12"]) == 0
    assert "24 pairs of 2 strata, 3 sheets" in capsys.readouterr().out
    for n in (1, 2, 3):
        fill(tmp_path / "sheets" / f"sheet-{n}.csv", lambda row: {"label": "n"})
    assert run(["study", "agree", sheets, "-o", out]) == 0
    text = capsys.readouterr().out
    assert "24 items have no answer to grammatical" in text
    assert "with strata weighted by size" in text
    assert max(map(len, text.splitlines())) < 110
    assert run(["study", "agree", sheets, "-o", out]) == 2
    assert "--overwrite" in capsys.readouterr().err
    assert run(["study", "agree", sheets, "--json", "--by", "label"]) == 0
    groups = json.loads(capsys.readouterr().out)["groups"]
    assert {each["name"] for each in groups} == {"entailment", "contradiction", "neutral", "all"}


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["sample", "{set}", "-o", "{set}"], 2, "not empty"),
        (["sample", "{nowhere}", "-o", "{out}"], 2, "no manifest.json"),
        (["sample", "{set}", "-o", "{out}", "--by", "taste"], 2, "--by: 'taste' is not one of"),
        (["sample", "{set}", "-o", "{out}", "--per", "0"], 2, "--per is 0"),
        (["agree", "{set}"], 1, "not written by litgen study sample"),
    ],
)
def test_errors_are_one_line(contrast_set, tmp_path, capsys, arguments, code, message):
    names = {name: tmp_path / name for name in ("set", "out", "nowhere")}
    assert run(["study", *(each.format(**names) for each in arguments)]) == code
    error = capsys.readouterr().err
    assert message in error
    assert error.count("\n") == 1
    assert not (tmp_path / "out").exists()
