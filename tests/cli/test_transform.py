"""``litgen transform`` and ``litgen explain`` on the command line, over fake transformations."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "contrast"))


ROWS = [
    {"pairID": "a", "sentence1": "The man is riding.", "sentence2": "The man is sitting.",
     "gold_label": "entailment"},
    {"pairID": "b", "sentence1": "The man is riding.", "sentence2": "A stone.",
     "gold_label": "neutral"},
]  # fmt: skip


@pytest.fixture(autouse=True)
def fakes(monkeypatch: pytest.MonkeyPatch) -> None:
    import contrast_fakes

    contrast_fakes.install(monkeypatch.setattr)


@pytest.fixture
def pairs(tmp_path: Path) -> Path:
    path = tmp_path / "pairs.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in ROWS))
    return path


Litgen = Callable[..., tuple[int, str, str]]


def test_summary(litgen: Litgen, pairs: Path, tmp_path: Path) -> None:
    code, out, _ = litgen("transform", pairs, "-o", tmp_path / "out", "--rank", "none")
    assert code == 0
    assert "past+cleft;future+cleft" in out
    assert "50.0 % of pairs have a version of each sentence" in out
    assert "nothing was ranked" in out


def test_no_coverage_of_contrasts_that_rewrite_one_sentence(
    litgen: Litgen, pairs: Path, tmp_path: Path
) -> None:
    one_sided = ("transform", pairs, "--rank", "none", "--contrast", "past;original")
    code, out, _ = litgen(*one_sided, "-o", tmp_path / "one")
    assert (code, "a version of each sentence" in out) == (0, False)
    code, out, _ = litgen(*one_sided, "--contrast", "past;past", "-o", tmp_path / "two")
    assert (code, "a version of each sentence" in out) == (0, True)


def test_json_and_own_contrasts(litgen: Litgen, pairs: Path, tmp_path: Path) -> None:
    code, out, _ = litgen(
        "transform", pairs, "-o", tmp_path / "out", "--rank", "none", "--json",
        "--contrast", "(past;future)+cleft", "--contrast", "may;original",
    )  # fmt: skip
    assert code == 0
    assert list(json.loads(out)["counts"]["contrasts"]) == [
        "past+cleft;future+cleft",
        "may;original",
    ]


def test_standard_input(
    litgen: Litgen, pairs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for said in (0, 1):  # the second run finds the first one finished, and says so
        stdin = SimpleNamespace(buffer=io.BytesIO(pairs.read_bytes()))
        monkeypatch.setattr(sys, "stdin", stdin)
        code, _, err = litgen("transform", "-", "-o", tmp_path / "out", "--rank", "none")
        assert (code, err.count("finished already, left as it is")) == (0, said)


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["--contrast", "past"], 2, "'past;original' rewrites the premise, 'original;past' the"),
        (["--contrast", "original"], 2, "position 9: ';' is missing"),
        (["--suite", "let"], 2, "there is no suite 'let': did you mean lit?"),
        (["--labels", "papr"], 2, "there is no 'papr': did you mean paper?"),
        (["--columns", "premis=a"], 2, "did you mean premise?"),
        (["--columns", "premise=sentnce1"], 1, "did you mean premise=sentence1"),
        (["--labels-map", "0=entailmnt"], 2, "did you mean entailment?"),
        (["--labels-map", "0"], 2, "--labels-map: '0' is not value=label"),
        (["--columns", "text=a"], 2, "--columns: 'text=a' is not FIELD=NAME"),
        (["--columns", "label=gold"], 1, "no column for the label (gold)"),
        (["--rank", "none", "--jobs", "0"], 2, "--jobs 0"),
    ],
)
def test_errors_are_one_line(
    litgen: Litgen, pairs: Path, tmp_path: Path, arguments: list[str], code: int, message: str
) -> None:
    result, out, err = litgen("transform", pairs, "-o", tmp_path / "out", *arguments)
    assert (result, out) == (code, "")
    assert message in err
    assert err.count("\n") == 1


def test_a_scheduler_without_dask(
    litgen: Litgen, pairs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    code, _, err = litgen(
        "transform", pairs, "-o", tmp_path / "out", "--rank", "none", "--scheduler", "tcp://x:1"
    )
    assert code == 2
    assert "pip install 'litgen-nli[dask]'" in err


def test_explain(litgen: Litgen, pairs: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    litgen("transform", pairs, "-o", out, "--rank", "none")
    code, text, _ = litgen("explain", out, "a:past+cleft:future+cleft:ARG1")
    assert code == 0
    for part in (
        "premise  past+cleft[role=ARG1]",
        "The man is riding.",
        "past+cleftARG1: The man is riding.",
        "label  entailment -> neutral (default)",
        "past;future: entailment -> neutral",
        "cleft;cleft: neutral -> neutral",
        "eventive holds",
        "tense pres",
    ):
        assert part in text
    code, text, _ = litgen("explain", out, "a:past:future", "--json")
    assert json.loads(text)["steps"][0]["guards"][0]["name"] == "asserted or denied"


def test_explain_a_pair_without_a_label(litgen: Litgen, pairs: Path, tmp_path: Path) -> None:
    pairs.write_text(pairs.read_text().replace("is riding", "rode"))
    out = tmp_path / "out"
    litgen("transform", pairs, "-o", out, "--rank", "none", "--keep-unlabelled")
    code, text, _ = litgen("explain", out, "a:past:future")
    assert code == 0
    assert "entailment -> no label" in text
    assert "present fails" in text


def test_explain_what_is_not_there(litgen: Litgen, pairs: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    code, _, err = litgen("explain", out, "a")
    assert (code, "no manifest.json" in err) == (1, True)
    litgen("transform", pairs, "-o", out, "--rank", "none", "--contrast", "may;original")
    code, _, err = litgen("explain", out, "a")
    assert code == 1
    assert "this pair has a:may:original" in err


@pytest.mark.parametrize(
    ("rows", "arguments", "warning"),
    [
        ([], [], "holds no pairs"),
        ([{**ROWS[0], "gold_label": "-"}], [], "no pair was taken (no gold label)"),
        (ROWS, ["--limit", 0], "no pair was taken (--limit 0)"),
        ([{**ROWS[0], "gold_label": "neutral"}], ["--contrast", "swap-pair"], "--keep-unlabelled"),
        (ROWS[1:], ["--contrast", "past;past"], "no contrast pair could be made; --keep-declined"),
    ],
)
def test_an_empty_contrast_set_is_warned_of(
    litgen: Litgen, tmp_path: Path, rows: list[dict[str, str]], arguments: list[str], warning: str
) -> None:
    path = tmp_path / "some.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    for more in ([], ["--json"]):
        code, out, err = litgen(
            "transform", path, "-o", tmp_path / "out", "--rank", "none", *arguments, *more
        )
        assert (code, bool(out)) == (0, True)
        assert warning in err
