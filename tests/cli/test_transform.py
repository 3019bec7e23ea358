"""``litgen transform`` and ``litgen show`` on the command line, over fake transformations."""

from __future__ import annotations

import io
import json
import re
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

from litgen.options import DEFAULT_SUITE

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
    assert re.search(r"Tense\n  Past, then future +\d.*\n    past;future\n", out)
    assert re.search(r"\nControls: tense\n  Past on both sides +\d.*\n    past;past\n", out)
    assert out.index("Controls: tense") > out.index("    may;original\n")
    assert "pairs with a version of each sentence: 1 of 2, with a two-sided contrast: 1 of 2" in out
    assert "nothing was ranked" in out


def test_no_coverage_of_contrasts_that_rewrite_one_sentence(
    litgen: Litgen, pairs: Path, tmp_path: Path
) -> None:
    one_sided = ("transform", pairs, "--rank", "none", "--contrast", "past;original")
    code, out, _ = litgen(*one_sided, "-o", tmp_path / "one")
    assert (code, "a version of each sentence" in out) == (0, False)
    code, out, _ = litgen(*one_sided, "--contrast", "past;past", "-o", tmp_path / "two")
    assert (code, "a version of each sentence" in out) == (0, True)


def test_one_phenomenon(litgen: Litgen, pairs: Path, tmp_path: Path) -> None:
    cleft = ("transform", pairs, "-o", tmp_path / "out", "--rank", "none", "--phenomenon")
    code, out, _ = litgen(*cleft, "cleft")
    assert code == 0
    past = r"Controls: cleft\n  Past and cleft on both sides +\d.*\n    past\+cleft;past\+cleft\n"
    assert re.search(rf"Cleft\n  Cleft on both sides (.*\n)+{past}", out)
    assert "may;original" not in out
    assert re.search(r"contrasts: \d+ labelled pairs \(E \d+, C \d+, N \d+\)\ncontrols: ", out)
    code, _, err = litgen(*cleft, "clefts")
    assert (code, err.count("\n")) == (2, 1)
    assert "there is no phenomenon 'clefts': did you mean cleft?" in err


def test_the_help_names_the_default_suite(litgen: Litgen) -> None:
    _, out, _ = litgen("transform", "--help")
    assert f"Default: {DEFAULT_SUITE}," in " ".join(out.split())


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
        assert (code, err.count("this run is finished")) == (0, said)


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["--contrast", "past"], 2, "use 'past;original' for the premise"),
        (["--contrast", "original"], 2, "position 9: ';' is missing"),
        (["--suite", "let"], 2, "there is no suite 'let': did you mean lit?"),
        (["--labels", "papr"], 2, "there is no 'papr': did you mean paper?"),
        (["--columns", "premis=a"], 2, "did you mean premise?"),
        (["--columns", "premise=sentnce1"], 1, "did you mean premise=sentence1"),
        (["--labels-map", "0=entailmnt"], 2, "did you mean entailment or not_entailment?"),
        (["--labels-map", "0"], 2, "labels_map: '0' does not have the form VALUE=LABEL"),
        (["--columns", "text=a"], 2, "columns: 'text=a' does not have the form FIELD=NAME"),
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
    litgen("transform", pairs, "-o", out, "--rank", "none", "--suite", "lit")
    code, text, _ = litgen("show", out, "a:past+cleft:future+cleft:ARG1")
    assert code == 0
    for part in (
        "premise  past+cleft[role=ARG1]",
        "The man is riding.",
        "past+cleftARG1: The man is riding.",
        "label  entailment -> neutral (default)",
        "past;future: entailment -> neutral",
        "cleft;cleft: neutral -> neutral",
        "guard eventive passed; required because",
        "tense pres",
    ):
        assert part in text
    code, text, _ = litgen("show", out, "a:past:future", "--json")
    assert json.loads(text)["steps"][0]["guards"][0]["name"] == "asserted or denied"


def test_explain_a_pair_without_a_label(litgen: Litgen, pairs: Path, tmp_path: Path) -> None:
    pairs.write_text(pairs.read_text().replace("is riding", "rode"))
    out = tmp_path / "out"
    litgen("transform", pairs, "-o", out, "--rank", "none", "--keep-unlabelled")
    code, text, _ = litgen("show", out, "a:past:future")
    assert code == 0
    assert "entailment -> no label" in text
    assert "guard present failed; required because" in text


def test_explain_what_is_not_there(litgen: Litgen, pairs: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    code, _, err = litgen("show", out, "a:past")
    assert (code, "no manifest.json" in err) == (2, True)
    litgen("transform", pairs, "-o", out, "--rank", "none", "--contrast", "may;original")
    code, _, err = litgen("show", out, "a")
    assert code == 1
    assert "use one of a:may:original" in err


@pytest.mark.parametrize(
    ("rows", "arguments", "warning"),
    [
        ([], [], "contains no pairs, so the contrast set is empty"),
        ([{**ROWS[0], "gold_label": "-"}], [], "no pair was used (no gold label)"),
        (ROWS, ["--limit", 0], "no pair was used (--limit 0)"),
        (
            [{**ROWS[0], "gold_label": "neutral"}],
            ["--contrast", "swap-pair"],
            "(1 more than one label possible)",
        ),
        (
            ROWS[1:],
            ["--contrast", "past;past"],
            "no contrast pair could be made: The clause has no subject; use --keep-declined",
        ),
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


def test_counts_of_one_and_names_that_do_not_fit(
    litgen: Litgen, tmp_path: Path, pairs: Path
) -> None:
    pairs.write_text(json.dumps(ROWS[0]) + "\n")
    long = [f"past+{'cleft+' * 20}{end};future+cleft" for end in ("past", "may")]
    wanted = [word for name in ("past;future", *long) for word in ("--contrast", name)]
    code, out, _ = litgen("transform", pairs, "-o", tmp_path / "out", "--rank", "none", *wanted)
    assert code == 0
    assert "1 pair (none left out), 2 sentences (2 parsed)" in out
    assert "3 contrast pairs: " in out
    assert "\u2026" not in out  # not cut: two names never look the same
    assert all(f"  {name}\n" in out for name in long)


def test_long_texts_are_named_and_shown_short(litgen: Litgen, tmp_path: Path) -> None:
    long = "The man is riding and " * 100
    rows = [ROWS[0], {**ROWS[0], "pairID": "c", "sentence1": f"{long}sitting."}]
    path = tmp_path / "long.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    out = tmp_path / "out"
    _, text, _ = litgen("transform", path, "-o", out, "--rank", "none", "--keep-declined")
    assert "too long to be parsed reliably (at most 70 words and 1,000 characters): 1" in text
    _, text, _ = litgen("show", out, "--declined")
    assert "too long to be parsed reliably: The man is riding and" in text
    assert max(map(len, text.splitlines())) < 200
    path.write_text(json.dumps(rows[1]) + "\n")
    _, text, err = litgen(
        "transform", path, "-o", out, "--rank", "none", "--contrast", "past;past", "--overwrite"
    )
    assert "too long to be parsed reliably (1 of 2 sentences)" in " ".join(text.split())
    assert "1 of 1 premises has more than 70 words" in err and "--suite grounded" in err


def test_another_language_is_named(litgen: Litgen, tmp_path: Path) -> None:
    path = tmp_path / "de.csv"
    path.write_text(
        "premise,hypothesis,label\nDer Hund schl\u00e4ft.,Ein Tier schl\u00e4ft.,entailment\n"
    )
    _, _, err = litgen("transform", path, "-o", tmp_path / "out", "--rank", "none")
    assert "seems to be in another language (de)" in err


@pytest.mark.parametrize(
    "arguments",
    [
        ("transform", "nowhere.csv", "-o", "out"),
        ("transform", ".", "-o", "out"),
        ("transform", "--manifest", "nowhere.json", "-o", "out"),
        ("transform", "--manifest", "some.csv", "-o", "out"),
        ("evaluate", "nowhere", "--model", "some.csv", "-o", "out"),
        ("evaluate", ".", "--model", "some.csv", "-o", "out"),
        ("report", "nowhere", "-o", "out"),
        ("report", ".", "-o", "out"),
        ("show", ".", "--declined"),
        ("transform", "--join", "nowhere", "-o", "out"),
        ("analyze", "nowhere.csv"),
        ("doctor", "nowhere.txt"),
    ],
)  # fmt: skip
def test_an_input_that_is_not_there_is_wrong_usage(
    litgen: Litgen, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("some.csv").write_text("premise,hypothesis,label\n")
    code, _, err = litgen(*arguments)
    assert (code, err.count("\n")) == (2, 1), err


def test_single_texts_from_the_column_to_the_report(
    litgen: Litgen, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("reviews.csv").write_text(
        "review,label\nThe waiter brought the wrong dish. Avoid it!,negative\n,positive\n"
        "The battery was damaged by the heat.,negative\n"
    )
    made = ("transform", "reviews.csv", "-o", "out", "--text", "review", "--rank", "none")
    code, out, _ = litgen(*made)
    assert code == 0
    assert "2 texts (1 empty text left out), 3 sentences" in out
    changed = ("--meaning", "change", "--transformation", "negation", "--overwrite")
    _, out, _ = litgen(*made, *changed)
    assert "the labels (gold_label and label) are left out of rewritings" in out
    assert litgen(*made, "--overwrite")[0] == 0
    answers = [
        json.loads(line)["id"] for line in Path("out/contrast.jsonl").read_text().split("\n")[:-1]
    ]
    Path("a.csv").write_text("id,answer\n" + "".join(f"{each},negative\n" for each in answers))
    code, out, _ = litgen("evaluate", "out", "--model", "a.csv", "-o", "said")
    assert code == 0 and "2 original texts, accuracy 100.0%" in out
    code, out, _ = litgen("report", "said", "-o", "report", "--csv")
    assert code == 0 and "a gives all rewritings of a text the same answer as the original" in out
    assert Path("report/tables/invariance.csv").is_file()
    code, _, err = litgen("export", "out", "--to", "datasets", "-o", "exported")
    assert code == 2 and "pass a folder of pairs" in err
