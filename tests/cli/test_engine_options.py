"""Every verb that generates takes the engine's options and hands them on."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from litgen.cli import run
from litgen.exceptions import LitgenError

#: Verb, its arguments, and the function that does its work.
VERBS = {
    "transform": (["pairs.jsonl", "-o", "out"], "litgen.contrast.pipeline.build"),
    "show": (["A dog barks."], "litgen.gallery.gallery_of"),
    "analyze": (["pairs.jsonl"], "litgen.analysis.analyse"),
    "augment": (["pairs.jsonl", "-o", "out"], "litgen.augmentation.augment"),
    "study ie-test": (["pairs.jsonl", "-o", "out"], "litgen.experiments.sweep.ie_test"),
    "study inoculate": (
        ["pairs.jsonl", "-o", "out", "--contrast", "past;future"],
        "litgen.experiments.inoculation.inoculate",
    ),
}


class Asked(LitgenError):
    """What the work was asked to do."""


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with what stands for ACE and for an image of the ERG; options go to its files."""
    (tmp_path / "out").mkdir()
    for name in ("ace", "erg.dat", "pairs.jsonl"):
        (tmp_path / name).touch()
    for name in ("LITGEN_ACE", "LITGEN_ERG"):
        monkeypatch.setenv(name, "elsewhere")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def spy(monkeypatch: pytest.MonkeyPatch, work: str) -> list[str]:
    asked: list[str] = []

    def note(*args: Any, **given: Any) -> None:
        asked.append(repr((args, given)))
        raise Asked("that is all")

    monkeypatch.setattr(work, note)
    return asked


@pytest.mark.parametrize("verb", VERBS)
def test_engine(verb: str, place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    arguments, work = VERBS[verb]
    asked = spy(monkeypatch, work)
    options = ["--engine", "ace+dependency", "--readings", "2", "--ace-path", "ace",
               "--grammar", "erg.dat"]  # fmt: skip
    assert run([*verb.split(), *arguments, *options]) == 1
    (said,) = asked
    assert "'ace:2+dependency'" in said
    assert os.environ["LITGEN_ACE"] == str(place / "ace")
    assert os.environ["LITGEN_ERG"] == str(place / "erg.dat")


@pytest.mark.parametrize("verb", VERBS)
def test_readings_of_an_engine_that_has_one(
    verb: str, place: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments, work = VERBS[verb]
    assert not spy(monkeypatch, work)
    assert run([*verb.split(), *arguments, "--readings", "2"]) == 2
    assert "only the ace engine has several" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "work"),
    [
        (["show", "out", "a:past"], "litgen.contrast.explain.explain"),
        (["transform", "--manifest", "m.json", "-o", "o"], "litgen.contrast.repetition.repeated"),
    ],
)
def test_where_ace_is_if_a_manifest_says_the_engine(
    arguments: list[str], work: str, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = spy(monkeypatch, work)
    assert run([*arguments, "--ace-path", "ace", "--grammar", "erg.dat"]) == 1
    assert len(asked) == 1
    assert os.environ["LITGEN_ACE"] == str(place / "ace")
