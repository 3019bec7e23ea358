"""Reading answers back, and what they amount to."""

from __future__ import annotations

import json
import math
import random

import pytest

from litgen.annotation import Plan, draw, measure_agreement, write_sheets
from litgen.annotation.writing import agreement_as_json, render_agreement, write_agreement
from litgen.exceptions import DataError, UsageError
from litgen.statistics.intervals import wilson
from tests.annotation.conftest import fill
from tests.evaluation.makers import make_contrast_set, record


def labels(sheets):
    rows = map(json.loads, (sheets / "key.jsonl").read_text().splitlines())
    return {row["item"]: row["label"] for row in rows}


def group(report, question, name):
    (found,) = (g for g in report.groups if (g.question, g.name) == (question, name))
    return found


def fill_all(sheets, *answers):
    for number, answer in enumerate(answers, 1):
        fill(sheets / f"sheet-{number}.csv", answer)


def test_everybody_agrees_with_the_given_label(sheets):
    gold = labels(sheets)
    fill_all(sheets, *[lambda row: {"label": gold[row["item"]][0].upper(), "grammatical": "y"}] * 3)
    report = measure_agreement(sheets)
    assert report.annotators == ("sheet-1", "sheet-2", "sheet-3")
    whole = group(report, "label", "all")
    assert (whole.items, whole.judgements, whole.undecided) == (20, 60, 0)
    assert whole.majority.value == whole.unanimous.value == whole.single.value == 1
    assert whole.kappa.value == whole.alpha.value == 1
    assert math.isnan(group(report, "grammatical", "all").kappa.value)
    assert report.disputed == ()


def test_two_classes(tmp_path):
    """Contradiction and neutral are both right of *not_entailment*, and agree."""
    rows = [record(f"{c}x", "past;future", "not_entailment", "entailment") for c in "abcd"]
    rows += [record(f"{c}x", "past;past", "entailment", "entailment") for c in "abcd"]
    two = make_contrast_set(tmp_path / "set", rows, labels=("entailment", "not_entailment"))
    write_sheets(draw(two, Plan(per=4)), tmp_path / "sheets")
    gold = labels(tmp_path / "sheets")

    def judge(otherwise):
        return lambda row: {"label": "E" if gold[row["item"]] == "entailment" else otherwise}

    fill_all(tmp_path / "sheets", judge("C"), judge("N"), judge("non-entailment"))
    whole = group(measure_agreement(tmp_path / "sheets"), "label", "all")
    assert (whole.majority.hits, whole.majority.n, whole.unanimous.value) == (8, 8, 1)


def test_by_hand(sheets):
    """Grammatical: two judges say yes of everything, the third no of five items of ten and ten."""
    bad = {f"p{n:03}" for n in range(1, 6)}
    careless = {"p001"}

    def strict(row):
        return {"grammatical": "no" if row["item"] in bad else "yes"}

    def mild(row):
        return {"grammatical": "no" if row["item"] in careless else "yes"}

    fill_all(sheets, strict, mild, lambda row: {"grammatical": "yes"})
    report = measure_agreement(sheets)
    whole = group(report, "grammatical", "all")
    assert (whole.majority.hits, whole.majority.n, whole.undecided) == (19, 20, 0)
    assert (whole.unanimous.hits, whole.unanimous.n) == (15, 20)
    assert (whole.single.hits, whole.single.n) == (54, 60)
    # Fleiss: mean of P_i is (15 + 5/3) / 20; P_e is .9^2 + .1^2.
    assert whole.kappa.value == pytest.approx(((15 + 5 / 3) / 20 - 0.82) / 0.18)
    # Krippendorff: 1 - (n - 1) * o_01 / (n_0 n_1), each of five items adding 2 * 2 / 2 both ways.
    assert whole.alpha.value == pytest.approx(1 - 59 * 5 * 1 / (54 * 6))
    assert whole.alpha.low < whole.alpha.value < whole.alpha.high
    assert whole.answers == {"yes": {"yes": 19, "no": 1}}
    assert [each.item for each in report.disputed] == ["p001"]
    assert report.unanswered == {"label": 20, "grammatical": 0}
    judged = {each.annotator: each for each in report.judges}
    assert judged["sheet-1"].expected.hits == 15
    assert judged["sheet-1"].others.hits == 15  # p001: the others tie and say nothing
    assert judged["sheet-1"].others.n == 19


def test_intervals_are_wilsons_of_independent_items(sheets):
    fill(sheets / "sheet-1.csv", lambda row: {"label": "n"})
    found = group(measure_agreement(sheets), "label", "past;future").majority
    assert (found.hits, found.n) == (10, 10)
    assert (found.low, found.high) == pytest.approx(wilson(10, 10))


def test_strata_are_weighted_by_their_sizes(sheets):
    """Neutral is right of all of past;future (15 pairs) and of some of past;past (30)."""
    fill(sheets / "sheet-1.csv", lambda row: {"label": "n"})
    report = measure_agreement(sheets)
    part = group(report, "label", "past;past").majority
    weighted = group(report, "label", "all").weighted
    assert weighted.value == pytest.approx((15 * 1 + 30 * part.value) / 45)
    assert weighted.low < weighted.value < weighted.high


def test_one_judge_has_no_agreement(sheets):
    fill(sheets / "sheet-2.csv", lambda row: {"label": "e"})
    report = measure_agreement(sheets)
    whole = group(report, "label", "all")
    assert math.isnan(whole.alpha.value) and math.isnan(whole.kappa.value)
    assert whole.unanimous.n == 0
    assert [path.name for path in report.blank] == ["sheet-1.csv", "sheet-3.csv"]


def test_missing_answers(sheets):
    rng = random.Random(0)
    for n in (1, 2, 3):
        fill(
            sheets / f"sheet-{n}.csv",
            lambda row: {"label": rng.choice("ecn") if rng.random() < 0.7 else ""},
        )
    report = measure_agreement(sheets)
    whole = group(report, "label", "all")
    assert whole.items + report.unanswered["label"] == 20
    assert 0 < whole.kappa_items < whole.items
    assert -1 < whole.alpha.value < 1


def test_groups(sheets):
    fill(sheets / "sheet-1.csv", lambda row: {"label": "n"})
    assert [g.name for g in measure_agreement(sheets).groups if g.question == "label"] == [
        "past;future", "past;past", "tense, label changes", "tense, label kept", "all"
    ]  # fmt: skip
    by = measure_agreement(sheets, by=["label"]).groups
    assert {g.name for g in by} == {"entailment", "contradiction", "neutral", "all"}
    with pytest.raises(UsageError, match="--by: 'colour' is not one of contrast"):
        measure_agreement(sheets, by=["colour"])


def test_semicolons_and_names(sheets, tmp_path):
    """Spreadsheets write what their language calls for."""
    fill(sheets / "sheet-1.csv", lambda row: {"label": "n"}, delimiter=";")
    assert group(measure_agreement(sheets), "label", "all").items == 20
    (tmp_path / "ann").mkdir()
    moved = (sheets / "sheet-1.csv").rename(tmp_path / "ann" / "sheet-2.csv")
    fill(sheets / "sheet-2.csv", lambda row: {"label": "n"})
    report = measure_agreement(sheets, [moved, sheets / "sheet-2.csv"])
    assert len(report.annotators) == 2


def export(sheets, *people):
    """What Label Studio exports: a task for each item, an annotation for each person."""
    tasks = json.loads((sheets / "tasks.json").read_text())
    for task in tasks:
        task["annotations"] = [
            {
                "completed_by": who,
                "was_cancelled": False,
                "result": [
                    {"from_name": name, "type": "choices", "value": {"choices": [value]}}
                    for name, value in answer(task["data"]["item"]).items()
                ]
                + [{"from_name": "comment", "type": "textarea", "value": {"text": ["hm"]}}],
            }
            for who, answer in people
        ]
        task["annotations"].append({"completed_by": 9, "was_cancelled": True, "result": []})
    return tasks


def test_label_studio_and_sheets_say_the_same(sheets, tmp_path):
    rng = random.Random(3)
    drawn = [{item: rng.choice(["entailment", "neutral"]) for item in labels(sheets)}
             for _ in range(2)]  # fmt: skip
    people = [
        (7, lambda item: {"label": drawn[0][item], "grammatical": "yes"}),
        ({"id": 8, "email": "b@x.org"}, lambda item: {"label": drawn[1][item]}),
    ]
    path = tmp_path / "export.json"
    path.write_text(json.dumps(export(sheets, *people)))
    theirs = measure_agreement(sheets, [path])
    assert theirs.annotators == ("7", "b@x.org")
    small = [{"item": item, "label": said, "annotator": who + 7}
             for who in (0, 1) for item, said in drawn[who].items()]  # fmt: skip
    (tmp_path / "min.json").write_text(json.dumps(small))
    flat = measure_agreement(sheets, [tmp_path / "min.json"])
    fill(sheets / "sheet-1.csv", lambda row: {"label": drawn[0][row["item"]], "grammatical": "1"})
    fill(sheets / "sheet-2.csv", lambda row: {"label": drawn[1][row["item"]]})
    ours = measure_agreement(sheets)
    for other in (theirs, flat):
        found = group(other, "label", "all")
        assert found == group(ours, "label", "all")
    theirs, ours = (group(each, "grammatical", "all") for each in (theirs, ours))
    assert (theirs.majority, theirs.items) == (ours.majority, ours.items)


def test_bad_answers(sheets, tmp_path):
    fill(sheets / "sheet-1.csv", lambda row: {"label": "maybe"})
    with pytest.raises(DataError, match=r"sheet-1.csv:2: the answer 'maybe' to label is not"):
        measure_agreement(sheets)
    fill(sheets / "sheet-1.csv", lambda row: {"label": "e", "item": "p001"})
    with pytest.raises(DataError, match=r"sheet-1 answered label twice for item p001"):
        measure_agreement(sheets)
    fill(sheets / "sheet-1.csv", lambda row: {"label": "e", "item": "q7"})
    with pytest.raises(DataError, match=r"there is no item 'q7'; use a sheet of this sample"):
        measure_agreement(sheets)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"a,b\n1,2\n", "column 'item' is missing"),
        (b"", "the file is empty"),
        (b"item,label\np001,\n", "contains no answers"),
        (b'item,label\np001,"e\n', "broken CSV"),
        (b"item,label\np001,\xff\n", "not UTF-8"),
        (b"item,label\np001,e,e\n", "the row has 3 fields, but the header has 2"),
    ],
)
def test_files_that_are_no_sheets(sheets, tmp_path, content, message):
    (tmp_path / "x.csv").write_bytes(content)
    with pytest.raises(DataError, match=message):
        measure_agreement(sheets, [tmp_path / "x.csv"])


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("{", "the JSON is invalid"),
        ('{"a": 1}', "contains no list of tasks"),
        ('[{"annotations": [], "data": {}}]', "task 1: the task has no item"),
        ('[{"annotations": [7], "data": {"item": "p001"}}]', "'int' object"),
        ("[7]", "column 'item' is missing"),
        ("[]", "contains no answers"),
    ],
)
def test_exports_that_are_none(sheets, tmp_path, content, message):
    (tmp_path / "x.json").write_text(content)
    with pytest.raises(DataError, match=message):
        measure_agreement(sheets, [tmp_path / "x.json"])


def test_folders_that_are_none(sheets, tmp_path):
    with pytest.raises(DataError, match="not written by litgen study sample"):
        measure_agreement(tmp_path)
    (sheets / "key.jsonl").write_text((sheets / "key.jsonl").read_text()[:5000])
    with pytest.raises(DataError, match="not written by litgen study sample"):
        measure_agreement(sheets)


def test_writing(sheets, tmp_path):
    fill(sheets / "sheet-1.csv", lambda row: {"label": "n", "grammatical": "n"})
    report = measure_agreement(sheets)
    write_agreement(report, tmp_path / "out")
    assert json.loads((tmp_path / "out" / "agreement.json").read_text()) == agreement_as_json(
        report
    )
    text = (tmp_path / "out" / "agreement.md").read_text()
    assert text == render_agreement(report)
    assert "NaN" not in json.dumps(agreement_as_json(report))
    assert "\\<b\\>" in text or "<b>" not in text
    with pytest.raises(UsageError, match="--overwrite"):
        write_agreement(report, tmp_path / "out")
    write_agreement(report, tmp_path / "out", overwrite=True)
