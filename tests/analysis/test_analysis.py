"""An analysis as a whole: its verdict, its files, its command line."""

from __future__ import annotations

import dataclasses
import html
import json
from pathlib import Path

import pytest

from litgen.analysis import Examination, analyse, as_json, document_of, judge, write_analysis
from litgen.analysis.verdict import level_of
from litgen.cli import run
from litgen.data import Pair
from litgen.exceptions import DataError, LitgenError, UsageError
from litgen.reporting.document import document_markdown
from litgen.statistics.intervals import Share
from tests.analysis.makers import make_pairs, write_pairs
from tests.evaluation.makers import make_contrast_set, record

QUICK = Examination(engine=None)
NASTY = """<script>alert("1")</script> | *x* & 'y' {{ 7*7 }}"""


@pytest.fixture(scope="module")
def cued(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data set with a cue in most hypotheses, and text that looks like HTML."""
    folder = tmp_path_factory.mktemp("cued")
    odd = [Pair(f"odd{n}", "A man.", f"{NASTY} {n}", "neutral") for n in range(12)]
    return write_pairs(folder / "cued.jsonl", [*make_pairs(1500, 0.7), *odd])


@pytest.fixture(scope="module")
def plain_pairs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("plain")
    return write_pairs(folder / "plain.jsonl", make_pairs(3000))


@pytest.fixture(autouse=True)
def baseline() -> None:
    pytest.importorskip("xgboost")


def test_the_verdict_on_a_data_set_with_a_cue(cued: Path) -> None:
    analysis = analyse(str(cued), QUICK)
    verdict = judge(analysis)
    assert verdict.level == "strong"
    levels = {finding.key: finding.level for finding in verdict.findings}
    assert levels["hypothesis"] == levels["words"] == "strong"
    assert levels["premise words"] == "none"
    assert levels["overlap"] in ("none", "unclear")
    (words,) = [each.sentence for each in verdict.findings if each.key == "words"]
    assert "nobody (contradiction, 100 %" in words
    giving = {each.word for each in analysis.words.artefacts() if each.gives_away}
    assert {"nobody", "outdoors", "tall"} <= giving


def test_the_verdict_on_a_data_set_without_one(plain_pairs: Path) -> None:
    verdict = judge(analyse(str(plain_pairs), QUICK))
    assert verdict.level in ("none", "unclear")
    assert not [each for each in verdict.findings if each.level in ("some", "strong")]
    assert "No word of the hypothesis" in verdict.findings[-2].sentence
    assert "No word of the premise" in verdict.findings[-1].sentence


def test_too_few_pairs_to_say(tmp_path: Path) -> None:
    few = write_pairs(tmp_path / "few.jsonl", make_pairs(40))
    verdict = judge(analyse(str(few), QUICK))
    assert verdict.level == "unclear"
    assert any("With only 40 pairs" in caveat for caveat in verdict.caveats)


@pytest.mark.parametrize(
    ("low", "high", "level"),
    [(0.50, 0.6, "strong"), (0.40, 0.45, "some"), (0.30, 0.36, "none"), (0.30, 0.6, "unclear")],
)
def test_levels(low: float, high: float, level: str) -> None:
    assert level_of(Share(0, 1, low, high), 1 / 3) == level


def test_without_baselines_the_verdict_says_so(cued: Path) -> None:
    analysis = analyse(str(cued), Examination(engine=None, baselines=False))
    assert analysis.baselines == ()
    assert "There are no baselines" in judge(analysis).caveats[0]


def test_before_and_after(cued: Path, tmp_path: Path) -> None:
    rows = [
        record(f"p{n}", "past;future", "neutral", "entailment",
               original_premise="A man rides.", original_hypothesis="He rides.",
               premise="A man rode.", hypothesis="He will ride.")
        for n in range(20)
    ] + [record(f"p{n}", "past;past", "entailment", "entailment") for n in range(20)]  # fmt: skip
    make_contrast_set(tmp_path / "set", rows)
    asked = QUICK._replace(after=str(tmp_path / "set"), contrasts=("past;future",))
    analysis = analyse(str(cued), asked)
    found = analysis.transformed
    assert found is not None
    assert found.changes.substitutions == {("rides", "rode"): 20, ("rides", "will ride"): 20}
    assert found.before.labels == {"entailment": 20}
    assert found.after.labels == {"neutral": 20}
    assert found.after.words["will"] == {"neutral": 20}
    assert (found.lengths["all"][0].mean, found.lengths["all"][1].mean) == (5, 6)
    text = document_markdown(document_of(analysis))
    assert "100.0 % entailment; after: 100.0 % neutral" in text
    with pytest.raises(DataError, match=r"past;past\. To analyse"):
        analyse(str(cued), asked._replace(contrasts=("may;original",)))


def test_new_pairs_are_looked_at_by_themselves(cued: Path, tmp_path: Path) -> None:
    rows = [
        record("p1", f"premise+frame:{n};premise", "entailment", None, id=f"p1:{n}")
        for n in range(9)
    ]
    made = make_contrast_set(tmp_path / "set", rows).path
    with pytest.raises(DataError) as error:
        analyse(str(cued), QUICK._replace(after=str(made)))
    assert "premise+frame:4;premise and 4 more. To analyse pairs" in str(error.value)
    assert str(error.value).endswith(f"litgen analyze {made}/contrast.jsonl")
    assert analyse(f"{made}/contrast.jsonl", QUICK).pairs == 9


def test_files(cued: Path, tmp_path: Path) -> None:
    analysis = analyse(str(cued), QUICK)
    files = write_analysis(analysis, tmp_path / "out")
    assert {path.name for path in files} >= {"analysis.html", "analysis.md", "analysis.json"}
    page = files[0].read_text()
    assert "<script" not in page.lower()
    assert html.escape("Many labels of this data set") in page
    assert "default-src 'none'" in html.unescape(page)
    value = json.loads((tmp_path / "out" / "analysis.json").read_text())
    assert value["verdict"]["level"] == "strong"
    assert value["baselines"]["hypothesis"]["accuracy"]["n"] == analysis.pairs
    assert value == as_json(analysis)
    with pytest.raises(UsageError, match="--overwrite"):
        write_analysis(analysis, tmp_path / "out")
    write_analysis(analysis, tmp_path / "out", overwrite=True)


def test_texts_are_escaped(cued: Path) -> None:
    analysis = analyse(str(cued), QUICK)
    document = document_of(dataclasses.replace(analysis, source=NASTY))
    from litgen.reporting.document import render_document

    page = render_document(document)
    assert "<script" not in page.lower()
    assert "&lt;script&gt;" in page
    assert "script\\> \\| \\*x\\*" in document_markdown(document)


def test_the_same_again(cued: Path) -> None:
    assert as_json(analyse(str(cued), QUICK)) == as_json(analyse(str(cued), QUICK))


def test_bad_input(tmp_path: Path) -> None:
    empty = tmp_path / "empty.jsonl"
    empty.write_text("")
    with pytest.raises(DataError, match="no labelled pair to analyse"):
        analyse(str(empty), QUICK)
    with pytest.raises(LitgenError, match="No such file"):
        analyse(str(tmp_path / "none.jsonl"), QUICK)
    with pytest.raises(LitgenError, match=r"no manifest\.json"):
        analyse(str(empty), QUICK._replace(after=str(tmp_path)))


def test_command_line(cued: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["analyze", str(cued), "--no-types"]
    assert run([*arguments, "-o", str(tmp_path / "out")]) == 0
    out = " ".join(capsys.readouterr().out.split())
    assert "Verdict. Many labels of this data set can be predicted" in out
    assert "analysis.html" in out
    assert run([*arguments, "--no-baselines", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["baselines"] == {}
    assert run([*arguments, "-o", str(tmp_path / "out")]) == 2
    assert "--overwrite" in capsys.readouterr().err
    assert run([*arguments, "--contrast", "past;past"]) == 2


def test_too_few_pairs_for_baselines(tmp_path: Path) -> None:
    path = tmp_path / "five.csv"
    words = ("ants eat", "bees fly", "cats nap", "dogs run", "elks jump")
    rows = [f"{each}.,{each[::-1]}.,{'ecn'[at % 3]}\n" for at, each in enumerate(words)]
    path.write_text("premise,hypothesis,label\n" + "".join(rows))
    with pytest.raises(DataError, match=r"too few pairs for the baselines.*--no-baselines"):
        analyse(str(path), QUICK)
    assert analyse(str(path), QUICK._replace(baselines=False))
