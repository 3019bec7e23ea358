"""Suites of new pairs with ACE: frames are made as text, and an empty suite says why it is."""

from __future__ import annotations

import json

import pytest

from litgen.cli import main, run

AS_TEXT = ("frame:realizes-that;premise", "frame:not-false;premise")


def test_frames_need_no_ace(standin, tmp_path):
    pairs = tmp_path / "pairs.tsv"
    rows = "premise\thypothesis\tlabel\nThe dog barks.\tThe cat sleeps.\tneutral\n"
    pairs.write_text(rows, "utf-8")
    out = tmp_path / "out"
    asked = [word for each in (*AS_TEXT, "past;future") for word in ("--contrast", each)]
    with pytest.raises(SystemExit) as ended:
        main(["transform", str(pairs), "-o", str(out), "--engine", "ace", "--rank", "none", *asked])
    assert not ended.value.code
    lines = (out / "contrast.jsonl").read_text("utf-8").splitlines()
    made = {record["contrast"]: record for record in map(json.loads, lines)}
    assert {name: made[name]["label"] for name in AS_TEXT} == dict.fromkeys(AS_TEXT, "entailment")
    assert {made[name]["engine"] for name in AS_TEXT} == {None}
    assert made["past;future"]["engine"] == "ace"


@pytest.mark.parametrize(
    ("engine", "text", "why"),
    [
        ("ace", "The dog pauses.", "The grammar generates no sentence"),
        ("ace", "In the old park.", "The text has no finite verb"),
        ("dependency", "In the old park.", "The text has no finite verb"),
    ],
)
def test_an_empty_suite_says_why(standin, tmp_path, capsys, engine, text, why):
    pairs, out = tmp_path / "pairs.tsv", tmp_path / "out"
    pairs.write_text(f"premise\thypothesis\tlabel\n{text}\t{text}\tneutral\n", "utf-8")
    command = ["transform", str(pairs), "-o", str(out), "--engine", engine, "--rank", "none"]
    assert run([*command, "--suite", "lit", "--json"]) == 0
    said = capsys.readouterr()
    manifest = json.loads(said.out)
    assert manifest["records"] == 0, manifest["counts"]["guards"]
    line = said.err.splitlines()[-1]
    assert line.startswith("litgen: warning: no contrast pair could be made: ") and why in line
    assert run([*command, "--suite", "lit"]) == 0  # finished, and says it again
    said = capsys.readouterr()
    assert "Contrasts without pairs, with the most frequent reason" in said.out and why in said.err
