"""Without WordNet: what needs it is left out of a suite, counted and said; the rest is made."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from litgen.catalogue import catalogue
from litgen.cli import run
from litgen.contrast.manifest import warnings_of
from litgen.contrast.options import wanted_contrasts
from litgen.contrast.pipeline import build
from litgen.contrast.preparation import as_installed
from litgen.exceptions import LitgenError, UsageError
from litgen.options import Options
from litgen.wordnet import find_wordnet, locations
from tests.wordnet.tiny import write_tiny

pytestmark = pytest.mark.usefixtures("nowhere")


@pytest.fixture(params=["none", "named"])
def nowhere(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """No WordNet on the machine; or LITGEN_WORDNET names a folder without one."""
    for variable in ("LITGEN_WORDNET", "WNHOME", "WNSEARCHDIR"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv("LITGEN_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(locations, "SYSTEM", ())
    monkeypatch.setattr(locations, "_nltk_folders", list)
    if request.param == "named":
        monkeypatch.setenv("LITGEN_WORDNET", str(tmp_path / "empty"))


@pytest.mark.parametrize(("suite", "kept"), [("monotonicity", 20), ("all", 48), ("lit", 16)])
def test_the_rest_of_a_suite_is_wanted(suite: str, kept: int) -> None:
    options = as_installed(Options(suite=suite))
    wanted = wanted_contrasts(options)
    assert len(wanted) == kept
    assert not any(each.needs_wordnet for each in wanted)
    assert options.wordnet is (suite == "lit")
    assert Options.from_json(options.as_json()) == options


@pytest.mark.parametrize("suite", ["negation-scope", "antonym", "synonym"])
def test_a_suite_that_needs_it_throughout(
    suite: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pairs = tmp_path / "pairs.csv"
    pairs.write_text("premise,hypothesis,label\nA man sleeps.,A man rests.,entailment\n")
    assert run(["transform", str(pairs), "-o", str(tmp_path / "out"), "--suite", suite]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert f"every contrast in {suite} needs WordNet" in said
    assert "litgen doctor --fetch wordnet" in said


def test_a_contrast_that_was_named_is_not_left_out() -> None:
    options = Options(suite="lit", contrast=("antonym",))
    assert as_installed(options).wordnet
    with pytest.raises(UsageError):
        as_installed(Options(suite="antonym", contrast=("past;past",)))


@pytest.mark.usefixtures("fake_registry")
def test_a_run_counts_what_it_leaves_out(
    tmp_path: Path, write_pairs: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "litgen.contrast.suites.shipped_and_own", lambda *_: [tmp_path / "suites.toml"]
    )
    both = ["past;past", "may;original", "antonym;original"]
    (tmp_path / "suites.toml").write_text(
        f"[lit]\ncontrasts = ['past;past']\n[mixed]\ncontrasts = {json.dumps(both)}\n"
    )
    made = build(write_pairs(6), tmp_path / "out", Options(suite="mixed", rank="none"))
    assert made["counts"]["contrasts left out"] == {"WordNet is not installed": 1}
    assert list(made["counts"]["contrasts"]) == both[:2]
    assert made["signature"]["options"]["wordnet"] is False
    (line,) = warnings_of(made)
    assert line.startswith("1 of 3 contrasts of mixed is left out: WordNet is not installed")
    assert "litgen doctor --fetch wordnet" in line
    # The same run again is the same run, WordNet installed or not; another one is refused.
    monkeypatch.setenv("LITGEN_WORDNET", str(write_tiny(tmp_path / "wordnet")))
    assert find_wordnet() is not None
    with pytest.raises(LitgenError):
        build(tmp_path / "pairs.jsonl", tmp_path / "out", Options(suite="mixed", rank="none"))


def test_lists_mark_what_needs_it() -> None:
    suites = {each.name: each.summary for each in catalogue("suites")["suites"]}
    assert suites["negation-scope"].endswith("36 contrasts; needs WordNet")
    assert suites["monotonicity"].endswith("; needs WordNet for 48 of its 68 contrasts")
    assert "WordNet" not in suites["lit"]
    marked = {
        each.name
        for each in catalogue("transformations")["transformations"]
        if each.summary.endswith("; needs WordNet")
    }
    assert marked == {"synonym", "antonym", "drop-modifier", "hypernym", "hyponym", "shared-word"}
