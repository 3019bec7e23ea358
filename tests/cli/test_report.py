"""``litgen report`` on the command line."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.evaluation.makers import make_contrast_set, predict, record

Litgen = Callable[..., tuple[int, str, str]]


@pytest.fixture
def predictions(tmp_path: Path) -> Path:
    rows = [record(f"{c}x", "may;may", "neutral", "neutral") for c in "abcdefgh"]
    contrast_set = make_contrast_set(tmp_path / "set", rows)
    return predict(tmp_path / "model", contrast_set, {"ax:may:may": "E"})


def test_writes_a_report(litgen: Litgen, predictions: Path, tmp_path: Path) -> None:
    code, out, err = litgen("report", predictions, "-o", tmp_path / "out")
    assert (code, err) == (0, "")
    assert "oracle: It shows no loss or gain where the label stays. The set has no controls" in out
    assert out.splitlines()[-2].startswith("signature (identifies all inputs and settings): set:")
    assert (tmp_path / "out" / "report.html").exists()


def test_json(litgen: Litgen, predictions: Path, tmp_path: Path) -> None:
    code, out, _ = litgen(
        "report", predictions, "-o", tmp_path / "out", "--json", "--margin", "0.2",
        "--correction", "bh", "--test", "mid-p", "--unit", "pair",
    )  # fmt: skip
    assert code == 0
    values = json.loads(out)
    assert values == json.loads((tmp_path / "out" / "report.json").read_text())
    assert values["procedure"] == {
        "test": "mid-p", "unit": "pair", "p_value": "symmetric", "replicates": 20000,
        "alpha": 0.05, "correction": "bh", "margin": 0.2, "power": 0.8, "min_pairs": 30,
        "contrasts": [], "suites": [], "seed": 0,
    }  # fmt: skip
    assert "--margin 0.2" in values["commands"][-1]


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["--replicates", "9"], 2, "--replicates 9: no p-value can fall below"),
        (["--margin", "2"], 2, "--margin is 2.0"),
        (["--alpha", "0"], 2, "--alpha is 0.0"),
        (["--power", "1"], 2, "--power is 1.0"),
        (["--min-pairs", "0"], 2, "--min-pairs is 0"),
        (["--contrast", "may;original"], 2, "--contrast: 'may;original' is not in"),
        (["--contrast", "may"], 2, "contrast 'may' does not specify which sentence to rewrite"),
        (["--suite", "stress"], 2, "--suite: 'stress' is not in this contrast set; use one of lit"),
        (["--unit", "image"], 2, "names its image; use --unit premise"),
        (["--label-agreement", "nowhere"], 1, "nowhere cannot be read"),
        (["--contrast-set", "nowhere"], 2, "nowhere: there is no manifest.json"),
    ],
)
def test_errors_are_one_line_and_nothing_is_written(
    litgen: Litgen, predictions: Path, tmp_path: Path, arguments: list[str], code: int, message: str
) -> None:
    found, out, err = litgen("report", predictions, "-o", tmp_path / "out", *arguments)
    assert (found, out) == (code, "")
    assert message in err
    assert err.count("\n") == 1
    assert not (tmp_path / "out").exists()


def test_folders_that_are_none(litgen: Litgen, predictions: Path, tmp_path: Path) -> None:
    code, _, err = litgen("report", tmp_path / "set", "-o", tmp_path / "out")
    assert (code, "no predictions" in err) == (2, True)
    code, _, err = litgen("report", predictions, predictions, "-o", tmp_path / "out")
    assert (code, "passed twice" in err) == (2, True)
    code, _, err = litgen("report", predictions, "-o", predictions)
    assert (code, "contains predictions" in err) == (2, True)


def test_a_report_is_not_overwritten(litgen: Litgen, predictions: Path, tmp_path: Path) -> None:
    litgen("report", predictions, "-o", tmp_path / "out")
    before = (tmp_path / "out" / "report.html").read_bytes()
    code, _, err = litgen("report", predictions, "-o", tmp_path / "out")
    assert (code, "--overwrite" in err) == (2, True)
    code, _, _ = litgen("report", predictions, "-o", tmp_path / "out", "--overwrite")
    assert code == 0
    assert (tmp_path / "out" / "report.html").read_bytes() == before


@pytest.fixture
def other(tmp_path: Path) -> Path:
    rows = [record(f"{c}x", "past;future", "neutral", "entailment") for c in "abcd"]
    contrast_set = make_contrast_set(tmp_path / "elsewhere" / "set", rows)
    return predict(tmp_path / "other", contrast_set, {}, name="model")


def test_several_contrast_sets(
    litgen: Litgen, predictions: Path, other: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    code, said, err = litgen("report", predictions, other, "-o", out, "--csv")
    assert (code, err) == (0, "")
    assert {"set", "set-2"} <= set(said.splitlines())
    page = (out / "report.html").read_text()
    for name, contrasts in (("set", "may;may"), ("set-2", "past;future")):
        assert f'href="{name}/report.html"' in page
        values = json.loads((out / name / "report.json").read_text())
        assert [each["name"] for each in values["contrasts"]] == [contrasts]
        assert (out / name / "tables" / "glance.csv").exists()
        assert json.loads((out / "report.json").read_text())["contrast_sets"][name] == values
        assert f"[The full report on {name}]({name}/report.html)" in (out / "report.md").read_text()
    code, _, err = litgen("report", predictions, other, "-o", out)
    assert (code, "--overwrite" in err) == (2, True)


def test_several_contrast_sets_that_were_moved(
    litgen: Litgen, predictions: Path, other: Path, tmp_path: Path
) -> None:
    (tmp_path / "elsewhere" / "set").rename(tmp_path / "moved")
    both = ("report", predictions, other, "-o", tmp_path / "out")
    assert litgen(*both)[0] == 1
    code, _, err = litgen(*both, "--contrast-set", tmp_path / "moved")
    assert (code, err) == (0, "")
    code, _, err = litgen(
        "report", predictions, "-o", tmp_path / "one", "--contrast-set", tmp_path / "moved",
        "--contrast-set", tmp_path / "set",
    )  # fmt: skip
    assert (code, "there are no predictions for this contrast set" in err) == (2, True)


def test_agreement_is_of_one_contrast_set(
    litgen: Litgen, predictions: Path, other: Path, tmp_path: Path
) -> None:
    code, _, err = litgen(
        "report", predictions, other, "-o", tmp_path / "out", "--label-agreement", "x.json"
    )
    assert (code, "--label-agreement does not apply" in err) == (2, True)


def test_tables_as_files(litgen: Litgen, predictions: Path, tmp_path: Path) -> None:
    code, said, _ = litgen("report", predictions, "-o", tmp_path / "out", "--csv", "--latex")
    assert (code, "tables/glance.tex" in said) == (0, True)
    names = {each.name for each in (tmp_path / "out" / "tables").iterdir()}
    assert {"glance.csv", "glance.tex", "suite-lit.csv"} <= names
    assert len([each for each in names if each.endswith("csv")]) == len(names) / 2
