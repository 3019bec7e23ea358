"""Pattern accuracy over the versions of source pairs, counted by hand."""

from __future__ import annotations

from pathlib import Path

from litgen.evaluation.assessment import assess
from litgen.reporting.tables import tables
from tests.evaluation.makers import make_contrast_set, predict, record

KEEPS = ("past;past", "future;future", "may;may", "cleft;cleft")


def test_the_share_of_originals_with_enough_right_versions(tmp_path: Path) -> None:
    records = [
        record(f"{pair}1", contrast, "entailment", "entailment")
        for pair in "ab"
        for contrast in KEEPS
    ]
    records.append(record("a1", "past;future", "neutral", "entailment"))
    records.append(record("c1", "past;past", "entailment", "entailment"))  # a family of one
    contrast_set = make_contrast_set(tmp_path / "set", records)
    wrong = {"b1:past:past": "N", "a1:past:future": "E", "c1:past:past": "C"}
    found = assess([predict(tmp_path / "predictions", contrast_set, wrong)])
    kept, every = found.patterns
    assert (kept.versions, kept.families, kept.pairs) == ("label kept", 2, 8)
    assert {key: each.hits for key, each in kept.reached.items()} == {
        "50": 2, "75": 2, "90": 1, "100": 1,
    }  # fmt: skip
    assert (every.versions, every.pairs, every.reached["100"].hits) == ("all", 9, 0)
    (table,) = (each for each in tables(found) if each.key == "patterns")
    assert [row.names for row in table.rows] == [("label kept",), ("all",)]
    assert [cell.text for cell in table.rows[0].cells] == [
        "2", "87.5", "100.0", "100.0", "50.0", "50.0",
    ]  # fmt: skip
