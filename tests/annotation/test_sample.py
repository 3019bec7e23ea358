"""Drawing a sample and writing its sheets."""

from __future__ import annotations

import csv
import json
import random
import xml.etree.ElementTree as ET

import pytest

from litgen.annotation import Plan, draw, write_sheets
from litgen.exceptions import DataError, UsageError
from tests.annotation.conftest import NASTY, records
from tests.evaluation.makers import make_contrast_set, record


def ids(sample):
    return [(item.number, item.candidate.id, item.stratum) for item in sample.items]


def test_so_many_of_each_stratum_of_distinct_premises(contrast_set):
    sample = draw(contrast_set, Plan(per=10))
    assert sample.sizes == {"past;future": 15, "past;past": 30}
    for stratum in sample.sizes:
        drawn = [item.candidate for item in sample.items if item.stratum == stratum]
        assert len(drawn) == len({each.id for each in drawn}) == 10
        assert len({each.source for each in drawn}) == 10
    assert sample.short() == {}


def test_a_small_stratum_is_taken_whole(contrast_set):
    sample = draw(contrast_set, Plan(per=100))
    assert len(sample.items) == 45
    assert sample.short() == {"past;future": 15, "past;past": 30}


def test_premises_come_again_only_when_all_have_come(contrast_set):
    drawn = draw(contrast_set, Plan(per=12)).items
    for stratum in {item.stratum for item in drawn}:
        sources = [item.candidate.source for item in drawn if item.stratum == stratum]
        assert len(set(sources)) == 10
        assert max(sources.count(source) for source in sources) == 2


def test_the_order_of_the_file_does_not_matter(contrast_set, tmp_path):
    rows = records()
    random.Random(1).shuffle(rows)
    other = make_contrast_set(tmp_path / "other", rows)
    for unit in ("pair", "sentence"):
        plan = Plan(unit=unit, per=7)
        assert ids(draw(other, plan)) == ids(draw(contrast_set, plan))
    assert ids(draw(other, Plan(per=7, seed=1))) != ids(draw(contrast_set, Plan(per=7)))


def test_many_premises_leave_memory_and_change_nothing(tmp_path):
    """What can no longer be drawn is forgotten; the smallest ranks of all are what is drawn."""
    rows = [record(f"{'abcdefghij'[n % 10]}{n:04}y", "past;past", "neutral", "neutral")
            for n in range(1500)]  # fmt: skip
    first = ids(draw(make_contrast_set(tmp_path / "a", rows), Plan(per=5)))
    assert ids(draw(make_contrast_set(tmp_path / "b", rows[::-1]), Plan(per=5))) == first


def test_every_pair_is_as_likely(tmp_path):
    contrast_set = make_contrast_set(
        tmp_path / "set",
        [record(f"{c}x", "past;past", "neutral", "neutral") for c in "abcdefghij"],
    )
    counts = dict.fromkeys("abcdefghij", 0)
    for seed in range(400):
        for item in draw(contrast_set, Plan(per=3, seed=seed)).items:
            counts[item.candidate.id[0]] += 1
    assert all(abs(count - 120) < 4 * (400 * 0.3 * 0.7) ** 0.5 for count in counts.values())


def test_strata_of_two_traits(contrast_set):
    sizes = draw(contrast_set, Plan(by=("contrast", "label"))).sizes
    assert sizes["past;past / entailment"] == 10
    assert list(draw(contrast_set, Plan(by=("all",))).sizes) == ["all"]


def test_sentences_are_drawn_once_and_by_transformation(contrast_set):
    sample = draw(contrast_set, Plan(unit="sentence", per=100))
    assert set(sample.sizes) == {"past", "future", "may"}
    texts = [(item.stratum, item.candidate.texts["sentence"]) for item in sample.items]
    assert len(set(texts)) == len(texts)
    assert all(item.candidate.traits["phenomenon"] in ("tense", "modality")
               for item in sample.items)  # fmt: skip


@pytest.mark.parametrize(
    ("plan", "message"),
    [
        (Plan(per=0), "--per is 0"),
        (Plan(annotators=0), "--annotators is 0"),
        (Plan(by=("colour",)), "--by: 'colour' is not one of contrast"),
        (Plan(unit="sentence", by=("label",)), "--by: 'label' is not one of transformation"),
        (Plan(ask=("taste",)), "--ask: 'taste' is not one of label"),
        (Plan(unit="sentence", ask=("label",)), "--ask: 'label' does not apply to a sentence"),
    ],
)
def test_plans_that_cannot_be(contrast_set, plan, message):
    with pytest.raises(UsageError, match=message):
        draw(contrast_set, plan)


def test_nothing_to_judge(tmp_path):
    contrast_set = make_contrast_set(tmp_path / "set", [record("a", "may;may", None, "neutral")])
    with pytest.raises(DataError, match="no pair to judge because none has a label"):
        draw(contrast_set, Plan())


def read_sheet(path):
    with path.open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


def test_sheets_are_blind_and_each_in_its_own_order(sheets):
    first, second = (read_sheet(sheets / f"sheet-{n}.csv") for n in (1, 2))
    assert list(first[0]) == ["item", "premise", "hypothesis", "label", "grammatical", "comment"]
    assert {row["item"] for row in first} == {row["item"] for row in second}
    assert [row["item"] for row in first] != [row["item"] for row in second]
    assert all(not row["label"] and not row["grammatical"] for row in first)
    for name in ("sheet-1.csv", "tasks.json", "tasks.jsonl"):
        text = (sheets / name).read_text(encoding="utf-8")
        assert "neutral" not in text
        assert "x0:past" not in text


def test_no_spreadsheet_runs_a_sentence(contrast_set, tmp_path):
    write_sheets(draw(contrast_set, Plan(per=40)), tmp_path / "out")
    (row,) = (row for row in read_sheet(tmp_path / "out" / "sheet-1.csv")
              if "HYPERLINK" in row["premise"])  # fmt: skip
    assert row["premise"] == f"'{NASTY}"


def test_originals_are_shown_where_soundness_is_asked(contrast_set, tmp_path):
    write_sheets(draw(contrast_set, Plan(per=3, ask=("sound",))), tmp_path / "out")
    row = read_sheet(tmp_path / "out" / "sheet-1.csv")[0]
    assert row["original_premise"].startswith("Premise of")
    assert row["change"] in ("past;past", "past;future")


def test_label_studio(sheets):
    rows = [json.loads(line) for line in (sheets / "tasks.jsonl").read_text().splitlines()]
    assert rows == json.loads((sheets / "tasks.json").read_text())
    shown = set(rows[0]["data"])
    view = ET.parse(sheets / "label-studio.xml").getroot()
    texts = {text.get("name"): text.get("value") for text in view.iter("Text")}
    assert all(value == f"${name}" and name in shown for name, value in texts.items())
    for choices in view.iter("Choices"):
        assert choices.get("toName") in texts
    assert [choices.get("name") for choices in view.iter("Choices")] == ["label", "grammatical"]


def test_a_folder_that_holds_something_is_left_alone(contrast_set, sheets):
    before = {path.name: path.read_bytes() for path in sheets.iterdir()}
    with pytest.raises(UsageError, match="may contain answers"):
        write_sheets(draw(contrast_set, Plan()), sheets)
    assert {path.name: path.read_bytes() for path in sheets.iterdir()} == before


def test_nothing_half_written(contrast_set, tmp_path, monkeypatch):
    def fail(*_):
        raise OSError("disk full")

    monkeypatch.setattr("litgen.annotation.sheets.interface", fail)
    with pytest.raises(OSError, match="disk full"):
        write_sheets(draw(contrast_set, Plan()), tmp_path / "out")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["set"]


def test_the_same_bytes_again(contrast_set, tmp_path):
    for name in ("a", "b"):
        write_sheets(draw(contrast_set, Plan()), tmp_path / name)
    for path in (tmp_path / "a").iterdir():
        assert path.read_bytes() == (tmp_path / "b" / path.name).read_bytes()
