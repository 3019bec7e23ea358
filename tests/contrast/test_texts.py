"""Single texts: what is rewritten, what is carried along, what is left out and counted."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from litgen.contrast.pipeline import build
from litgen.contrast.texts import default_names, keeps_meaning
from litgen.data.texts import sentence_spans
from litgen.exceptions import DataError, UsageError
from litgen.options import Options

REVIEW = "The waiter brought the wrong dish. Avoid it!"
TEXTS = [
    {"id": "a", "review": REVIEW, "label": "negative", "transformation": "mine"},
    {"id": "b", "review": float("nan"), "label": "positive"},
    {"id": "c", "review": 7, "label": "positive"},
    {"id": "d", "review": "The chef cooked a meal.\nWe loved it.", "label": "positive"},
]


def rows_of(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / "contrast.jsonl").read_text().splitlines()]


def options(*names: str, **more: Any) -> Options:
    return Options(transformation=names, text="review", rank="none", **more)


def test_one_sentence_is_changed_and_the_rest_is_carried_along(tmp_path: Path) -> None:
    manifest = build(TEXTS, tmp_path / "out", options("passive"))
    original, made, *_ = rows_of(tmp_path / "out")
    assert (original["id"], original["transformation"], original["review"]) == (
        "a", "original", REVIEW,
    )  # fmt: skip
    assert made == {
        "id": "a:passive:ARG2:1", "row_id": "a", "transformation": "passive", "meaning": "kept",
        "review": "The wrong dish was brought by the waiter. Avoid it!", "label": "negative",
        "source_transformation": "mine", "original": REVIEW, "sentence": 1,
        "edit": {"start": 0, "before": "The waiter brought the wrong dish.",
                 "after": "The wrong dish was brought by the waiter."},
        "confidence": made["confidence"],
    }  # fmt: skip
    assert manifest["counts"]["pairs"]["skipped"] == {"not a text": 2}
    assert manifest["records"] == 2  # *It was loved* leaves out who did
    assert rows_of(tmp_path / "out")[-1]["review"] == (
        "A meal was cooked by the chef.\nWe loved it."
    )


def test_labels_are_left_out_or_mapped_where_the_meaning_changes(tmp_path: Path) -> None:
    build(TEXTS, tmp_path / "out", options("negation", meaning="change"))
    original, made, *_ = rows_of(tmp_path / "out")
    assert (original["label"], "label" in made, made["meaning"]) == ("negative", False, "changed")
    mapped = options("negation", meaning="change", labels_map={"negative": "positive"})
    build(TEXTS, tmp_path / "mapped", mapped)
    assert rows_of(tmp_path / "mapped")[1]["label"] == "positive"


def test_workers_and_another_start_change_no_byte(tmp_path: Path) -> None:
    many = [{"id": str(n), "review": f"{REVIEW} Room {n}."} for n in range(150)]
    for name, jobs in (("one", 1), ("two", 2)):
        build(many, tmp_path / name, options("passive", "cleft"), jobs=jobs)
    one, two = ((tmp_path / name / "contrast.jsonl").read_bytes() for name in ("one", "two"))
    assert one == two
    assert one.count(b"\n") == 150 * 4


def test_what_keeps_the_meaning_follows_from_the_table_of_meanings() -> None:
    assert {"passive", "active", "cleft", "synonym"} <= set(default_names("keep"))
    assert not {"passive-short", "may", "negation"} & set(default_names("keep"))
    assert {"passive-short", "may", "negation"} <= set(default_names("change"))
    assert keeps_meaning("passive+cleft")
    assert not keeps_meaning("passive+past")
    assert not keeps_meaning("passive", {"agent": "unsaid"})
    assert not keeps_meaning("swap-pair")


def test_a_passive_that_leaves_its_agent_out_is_left_out(tmp_path: Path) -> None:
    manifest = build([{"review": "They broke it. I loved this movie."}], tmp_path / "o", options())
    assert manifest["counts"]["contrasts"]["passive"]["changes the meaning"] >= 1
    assert all(row["meaning"] == "kept" for row in rows_of(tmp_path / "o"))


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"transformation": ("may;original",)}, "requires pairs"),
        ({"transformation": ("pasive",)}, "did you mean passive"),
        ({"suite": "lit"}, "a suite, phenomenon, contrast or sentences applies only to pairs"),
        ({"contrast": "may;original"}, "use transformation instead"),
        ({"text": None, "transformation": "past"}, "use contrast instead"),
        ({"text": "original"}, "litgen writes a column 'original'; rename"),
    ],
)
def test_options_that_are_for_pairs_are_refused(
    tmp_path: Path, changes: dict[str, Any], message: str
) -> None:
    given = {"text": "review", "rank": "none", **changes}
    with pytest.raises(UsageError, match=message):
        build(TEXTS, tmp_path / "out", Options(**given))


def test_a_column_that_is_missing_is_named_with_what_comes_near(tmp_path: Path) -> None:
    path = tmp_path / "reviews.csv"
    path.write_text("reviews,label\nGood.,1\n")
    with pytest.raises(DataError, match=r"no column 'review'.*did you mean reviews\?.*--text NAME"):
        build(path, tmp_path / "out", options("passive"))


def test_texts_that_are_too_long_are_counted_and_lines_are_texts(tmp_path: Path) -> None:
    path = tmp_path / "lines.txt"
    path.write_text(f"{REVIEW}\n" + "The cat broke the vase. " * 1000 + "\n")
    manifest = build(path, tmp_path / "out", options("passive"))
    assert manifest["counts"]["pairs"]["skipped"] == {"too long": 1}
    assert [row["id"] for row in rows_of(tmp_path / "out")] == ["lines-1", "lines-1:passive:ARG2:1"]


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("Mr. Smith left. He was tired.", ["Mr. Smith left.", "He was tired."]),
        ("In the U.S. We know. (Really?) Yes", ["In the U.S. We know.", "(Really?)", "Yes"]),
        ('"Stop!" he said. Nobody did...', ['"Stop!" he said.', "Nobody did..."]),
        ("A line\nA second, which\ngoes on.\n\n", ["A line", "A second, which\ngoes on."]),
        ("  \n ", []),
    ],
)  # fmt: skip
def test_where_sentences_end(text: str, sentences: list[str]) -> None:
    assert [text[start:end] for start, end in sentence_spans(text)] == sentences
