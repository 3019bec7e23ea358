"""What a report says of language models: prompts, answers that are none, readings, calibration."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET

import pytest

from litgen.reporting import build
from litgen.reporting.figures import PALETTE
from litgen.reporting.page import render_details, render_markdown
from tests.evaluation.makers import THREE, make_contrast_set, predict, record
from tests.reporting.conftest import PROCEDURE

KEYS = {"prompts", "unanswered", "readings"}


@pytest.fixture(scope="module")
def asked(tmp_path_factory):
    """A model with two prompts, one of which it often does not answer, and a classifier."""
    folder = tmp_path_factory.mktemp("asked")
    rows = []
    for n in range(40):
        pair, label = f"{chr(97 + n // 2)}x{n % 2}", THREE[n % 3]
        rows.append(record(pair, "past;past", label, label))
        rows.append(record(pair, "past;future", "neutral", label))
    contrast_set = make_contrast_set(folder / "set", rows)
    ids = sorted(item.id for item in contrast_set.items() if item.id.endswith("past:past"))
    said = dict.fromkeys(ids[:4], "refused") | dict.fromkeys(ids[4:7], "unreadable")
    said[ids[0].split(":")[0]] = "empty"
    read = {each: ("neutral", "neutral" if at % 4 else None) for at, each in enumerate(ids)}
    one, two = {"prompt": {"name": "anli"}}, {"prompt": {"name": "<chat>"}}
    return [
        predict(folder / "anli", contrast_set, {}, name="m anli", readings=read, **one),
        predict(folder / "chat", contrast_set, said, name="m <chat>", **two),
        predict(folder / "bow", contrast_set, {}, name="bow", confidence=0.8),
    ]


@pytest.fixture(scope="module")
def told(asked):
    return build(asked, PROCEDURE, examples=40)


def cells(report, key, *names):
    (table,) = (each for each in report.tables if each.key == key)
    (row,) = (each for each in table.rows if each.names == names)
    assert len(row.cells) == len(table.columns)
    return [tuple(each) for each in row.cells]


def test_prompts_side_by_side_with_a_classifier(told):
    row = cells(told, "prompts", "past;past", "m")
    assert row[0][0] == "2"
    assert row[4:7] == [("91.2", ""), ("82.5", "<chat>"), ("17.5", "")]
    assert row[1:4] == [("98.8", ""), ("97.5", "<chat>"), ("2.5", "")]
    bow = cells(told, "prompts", "past;past", "bow")
    assert [each[0] for each in bow[:5]] == ["–", "100.0", "–", "–", "100.0"]
    assert cells(told, "prompts", "originals", "m")[1:3] == [("98.8", ""), ("97.5", "<chat>")]


def test_answers_that_are_none(told):
    row = cells(told, "unanswered", "past;past", "m <chat>")
    assert row[:5] == [("40", ""), ("3", "0"), ("0", "0"), ("4", "0"), ("0", "1")]
    assert row[5] == ("82.5 to 100.0", "97.5 to 100.0")
    assert row[6] == ("82.5 to 100.0", "")  # the refused pair's original is empty: not the same
    (table,) = (each for each in told.tables if each.key == "unanswered")
    assert {row.names for row in table.rows} == {
        ("past;past", "m <chat>"), ("past;future", "m <chat>")
    }  # fmt: skip
    (note,) = (each for each in told.warnings if "no answer" in each)
    assert note == (
        "m <chat> has no answer to 7 contrast pairs (3 unreadable and 4 refused) and 1 original "
        "(1 empty); these count as wrong."
    )


def test_what_was_cut_is_said_with_what_to_change(tmp_path):
    rows = [record(f"{c}x", "past;past", "neutral", "neutral") for c in "abcdef"]
    contrast_set = make_contrast_set(tmp_path / "set", rows)
    said = {"ax": "cut off", "ax:past:past": "cut off"}
    found = {"prompt": {"name": "chat"}, "max_tokens": 16, "kind": "openai"}
    folders = [
        predict(tmp_path / "m", contrast_set, said, name="m", **found),
        predict(tmp_path / "logs", contrast_set, said, name="l", **{**found, "kind": "inspect"}),
        predict(tmp_path / "short", contrast_set, {}, name="short",
                truncated={"inputs": 12, "of": 12, "max_length": 64}),
    ]  # fmt: skip
    notes = build(folders, PROCEDURE).warnings
    assert {
        "m: 2 of 12 answers were cut off at 16 tokens; raise --max-tokens.",
        "l: 2 of 12 answers were cut off at 16 tokens; raise the task's maximum answer length.",
        "short: 12 of 12 inputs were longer than the model's 64 positions and were truncated.",
        "m has no answer to 1 contrast pair (1 cut off) and 1 original (1 cut off); these count "
        "as wrong.",
    } <= set(notes)


def test_examples_say_why_there_is_no_label(told):
    said = {
        (example.record["id"], each.model): each
        for example in told.examples for each in example.said
    }  # fmt: skip
    assert said["ax0:past:past", "m <chat>"].contrast == "refused"
    assert said["ax0:past:past", "m <chat>"].original == "empty"
    assert said["ax0:past:past", "bow"].contrast == THREE[0]


def test_readings(told):
    row = cells(told, "readings", "m anli")
    assert row == [("40", ""), ("100.0", "of 30"), ("25.0", ""), ("0.0", ""), ("0.0", "")]


def test_calibration(told):
    assert cells(told, "calibration", "bow")[:2] == [("20.0", "−20.0"), ("20.0", "−20.0")]
    (figure,) = (each for each in told.figures if each.key == "calibration")
    root = ET.fromstring(figure.wide)
    dots = [each for each in root.iter() if each.tag.endswith("use") and each.get("fill")]
    # The third model has the third colour, though the others are not drawn.
    drawn = {each.get("stroke") for each in dots if "--m" in (each.get("stroke") or "")}
    assert drawn == {f"var(--m2, {PALETTE[2]})"}
    assert any("--page" in each.get("fill") for each in dots)  # a ring


def test_json_and_every_form(told):
    values = json.loads(json.dumps(told.as_json(), allow_nan=False))
    (row,) = (
        each for each in values["prompts"]
        if (each["model"], each["name"]) == ("m", "past;past")
    )  # fmt: skip
    assert row["contrast"] == {
        "mean": 0.9125, "worst": 0.825, "prompt": "<chat>", "spread": 0.175
    }  # fmt: skip
    assert values["readings"]["m anli"]["text_only"] == 10
    (slice,) = (
        each for each in values["measures"]
        if (each["model"], each["by"], each["name"]) == ("m <chat>", "contrast", "past;past")
    )  # fmt: skip
    assert slice["unanswered"]["contrast"] == {
        "unreadable": 3,
        "cut off": 0,
        "refused": 4,
        "empty": 0,
    }
    assert slice["unanswered"]["accuracy"] == {"low": 0.825, "high": 1.0}
    page, text = render_details(told), render_markdown(told)
    for title in (
        "Prompts: mean, worst and spread", "Pairs without an answer", "First token and text",
        "Calibration", "Reliability: accuracy by confidence",
    ):  # fmt: skip
        assert title in page
        assert title in text
    assert "<chat>" not in page
    assert any("--prompt anli" in each for each in told.commands)


def test_classifiers_have_none_of_it(report, asked):
    alone = build(asked[2:], PROCEDURE, examples=1)
    for each in (report, alone):
        assert not KEYS & {table.key for table in each.tables}
        assert not {"prompts", "readings"} & each.as_json().keys()
        assert not any("unanswered" in row for row in each.as_json()["measures"])
        assert "without an answer" not in render_details(each)
    mute = build(asked[:1], PROCEDURE, examples=1)
    assert "calibration" not in mute.as_json()
    assert "calibration" not in {each.key for each in (*mute.tables, *mute.figures)}


def test_near_chance_by_a_prompt_is_not_said_to_be_a_wrong_mapping(tmp_path):
    labels = dict(zip("abcdef", ["neutral", "contradiction"] * 3, strict=True))
    rows = [record(f"{c}x", "may;may", label, label) for c, label in labels.items()]
    contrast_set = make_contrast_set(tmp_path / "set", rows)
    said = {item.id: "E" for item in contrast_set.items()}
    folder = predict(tmp_path / "m", contrast_set, said, prompt={"name": "anli"})
    (note, *_) = build([folder], PROCEDURE).warnings
    assert note.endswith("with this prompt it does not do the task.")
