"""Contrasts of the suites of new pairs with ACE: frames are made as text."""

from __future__ import annotations

import json

import pytest

from litgen.cli import main

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
