"""``litgen study ie-test`` on the command line."""

from __future__ import annotations

import json
import re

import pytest

from tests.experiments import accent

QUICK = ("--phi", "accent", "--rho", "0,1", "--samples", "2", "--budget", "0", "--set", "rounds=12",
         "--set", "min_count=1")  # fmt: skip


@pytest.fixture(autouse=True)
def _accent(monkeypatch):
    accent.install(monkeypatch)


@pytest.fixture
def pairs(tmp_path):
    return accent.write_pairs(tmp_path / "pairs.jsonl")


def test_summary_and_json(litgen, pairs, tmp_path):
    code, out, err = litgen("study", "ie-test", pairs, *QUICK, "-o", tmp_path / "out")
    assert (code, err) == (0, "")
    assert re.search(r"^0 +\S+% +\S+% +\+\d\.\d\d +0\.\d+ +0\.\d+ +rejected", out, re.MULTILINE)
    assert re.search(r"rejected for \d of 2 \(min p < 0.025\)", " ".join(out.split()))
    assert "Over the 2 values of rho together, invariance under accent is" in " ".join(out.split())
    assert "97.7% of them changed" in " ".join(out.split())  # the rest: a stone
    code, out, _ = litgen("study", "ie-test", pairs, *QUICK, "-o", tmp_path / "out", "--json")
    assert code == 0
    assert [test["rho"] for test in json.loads(out)["tests"]] == [0.0, 1.0]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--phi", "past;future"), "--phi past;future: past;future changes entailment to neutral"),
        (("--phi", "acent"), "did you mean accent"),
        (("--rho", "0:1"), "--rho 0:1: use a number, or FIRST:LAST:STEP"),
        (("--rho", "0,two"), "--rho two"),
        (("--rho", "1.5"), "a probability must be between 0 and 1"),
        (("--rho", "0:1:0"), "STEP of at least 0.0001"),
        (("--rho", "0:inf:0.1"), "use probabilities for FIRST and LAST"),
        (("--rho", "0:1:1e-12"), "STEP of at least 0.0001"),
        (("--rho", "nan"), "a probability must be between 0 and 1"),
        (("--replicates", "10"), "use at least"),
        (("--set", "epochs=3"), "--set epochs: bow has no such"),
        (("--device", "cpu"), "--model bow does not use it"),
        (("--test-share", "1"), "--test-share 1.0"),
        (("--jobs", "0"), "--jobs 0"),
    ],
)
def test_wrong_usage(litgen, pairs, tmp_path, arguments, message):
    code, _, err = litgen("study", "ie-test", pairs, *QUICK, *arguments, "-o", tmp_path / "out")
    assert code == 2
    assert message in err
    assert err.count("\n") == 1


def test_bad_input(litgen, tmp_path):
    path = tmp_path / "bad.jsonl"
    path.write_text('{"premise": "a", "hypothesis": "b", "label": "maybe"}\n')
    code, _, err = litgen("study", "ie-test", path, *QUICK, "-o", tmp_path / "out")
    assert code == 1
    assert f"{path}:1: unknown label 'maybe'" in err


def test_rank(litgen, pairs, tmp_path):
    for name, depth in (("a", 2), ("b", 3)):
        more = ("--samples", "3", "--set", f"depth={depth}")  # of two, both may be equally good
        assert litgen("study", "ie-test", pairs, *QUICK, *more, "-o", tmp_path / name)[0] == 0
    code, out, _ = litgen("study", "ie-rank", tmp_path / "a", tmp_path / "b")
    assert code == 0
    assert re.search(r"mean SNR +pairs", out) and "bow[depth=2,min_count=1,rounds=12]" in out
    assert re.search(r"\d \(\d+\.\d to \d+\.\d\)", out)
    code, out, _ = litgen("study", "ie-rank", tmp_path / "a", "--over", "runs", "--json")
    assert code == 0
    assert json.loads(out)["ranked"][0]["by_data"]["pairs"]["value"] > 0
    code, _, err = litgen("study", "ie-rank", tmp_path)
    assert code == 2 and "there are no results of litgen study ie-test" in err


def test_rank_refuses_other_test_pairs(litgen, pairs, tmp_path):
    for name, share in (("a", "0.3"), ("b", "0.4")):
        options = (*QUICK, "--set", f"depth={2 + (name == 'b')}", "--test-share", share)
        assert litgen("study", "ie-test", pairs, *options, "-o", tmp_path / name)[0] == 0
    code, out, err = litgen("study", "ie-rank", tmp_path / "a", tmp_path / "b")
    assert (code, out) == (2, "")
    assert f"{tmp_path / 'a'} and {tmp_path / 'b'} cannot be compared, because" in err
    assert "--test-share (0.3 and 0.4); run both on the same pairs with the same split" in err


def test_a_classifier_of_one_label_is_not_ranked(litgen, pairs, tmp_path):
    for name, settings in (("a", ()), ("constant", ("--set", "learning_rate=1e-9"))):
        options = (*QUICK, *settings, "-o", tmp_path / name)
        assert litgen("study", "ie-test", pairs, *options)[0] == 0
    code, out, _ = litgen("study", "ie-rank", tmp_path / "a", tmp_path / "constant")
    assert code == 0
    assert "not ranked: bow[learning_rate=1e-09,min_count=1,rounds=12]: not defined: the" in out
    assert out.splitlines()[1].startswith("bow[min_count=1,rounds=12]")
