"""What a report says: numbers from the assessment, the same bytes again, JSON that is JSON."""

from __future__ import annotations

import json
import shutil
import xml.etree.ElementTree as ET
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from litgen.cli.transform import command
from litgen.evaluation.assessment import assess
from litgen.evaluation.procedure import Procedure
from litgen.exceptions import UsageError
from litgen.options import Options
from litgen.reporting import build, refuse_folder, write_report
from litgen.reporting.examples import choose
from litgen.reporting.page import render_markdown, render_page
from litgen.reporting.several import names_of
from litgen.reporting.signature import _transform_options
from litgen.reporting.summary import verdict, warnings
from litgen.reporting.tables import errors
from litgen.reporting.templates import breakable, escape
from tests.evaluation.makers import THREE, make_contrast_set, predict, record
from tests.reporting.conftest import PROCEDURE, QUOTES


def test_the_signature_has_whole_names_of_models_that_are_called_the_same(folders, tmp_path):
    same = tmp_path / "same"
    shutil.copytree(folders[0], same)
    named = build([folders[0], same], PROCEDURE).signature.split("|models:")[1].partition("|")[0]
    assert [each.partition("@")[0] for each in named.split(",")] == ["one", "one"]


def test_the_same_again(folders, report):
    again = build(folders, PROCEDURE, examples=20)
    assert render_page(again) == render_page(report)
    assert render_markdown(again) == render_markdown(report)
    assert again.as_json() == report.as_json()


def test_json(report):
    values = json.loads(json.dumps(report.as_json(), allow_nan=False))
    assert [each["name"] for each in values["models"]] == ["one", f"two {QUOTES}"]
    (row,) = (
        each for each in values["measures"]
        if (each["model"], each["by"], each["name"]) == ("one", "contrast", "past;past")
    )  # fmt: skip
    assert (row["n"], row["lost"], row["contrast"]["hits"]) == (40, 14, 26)
    assert sum(map(sum, row["confusion"])) == 40
    (new,) = (
        each for each in values["measures"]
        if (each["model"], each["by"], each["name"]) == ("one", "all", "new pairs")
    )  # fmt: skip
    assert "original" not in new
    assert values["families"]["invariance"]["tests_of_each_model"] == 1
    (first, _) = values["contrast_against_control"]
    assert (first["contrast"], first["n"], first["extra"]["value"]) == ("past;future", 40, 0.0)
    assert values["signature"] == report.signature


def test_summary_says_the_numbers(report):
    text = " ".join(report.headlines[0].summary)
    assert "It is right on 100.0 % (" in text
    assert "65.0 % of the contrasts, a difference of −35.0 points (" in text
    assert (
        "Equal accuracy is rejected on 1 of 1 contrast that keeps the label: “Past on both sides”."
        in text
    )
    assert ") of the new pairs; always" in text


def test_the_verdict_goes_by_the_interval(folders, report):
    one, two = report.headlines
    assert one.verdict == (
        "It loses 35.0 points where the label stays, is right on 65.0 % where the label "
        "changes (always predicting neutral: 100.0 %) and is right on 65.0 % of new pairs (always "
        "predicting contradiction: 100.0 %)."
    )
    assert two.verdict.startswith("It shows no loss or gain where the label stays, is right on")
    assert f"**one.** {one.verdict}" in render_markdown(report)
    turned = build(folders[::-1], PROCEDURE, examples=1)
    found = turned.assessment.metrics("one", "all", "label kept").difference
    assert found.high < 0


def test_a_further_model_is_set_against_the_first(report):
    """The second model is right wherever the first is wrong; on the originals both are."""
    assert not any("Compared" in sentence for sentence in report.headlines[0].summary)
    last = report.headlines[1].summary[-1]
    assert last.startswith("Compared with one, the difference on the originals is 0.0 points (")
    assert "more accurate in 3 and less accurate in 0 of 4 comparisons" in last


def test_tables_hold_the_numbers(report):
    tables = {table.key: table for table in report.tables}
    suite = tables["suite-lit"]
    assert [group for group, _ in suite.groups] == ["Label changes", "Label kept", "New pairs"]
    row = next(row for row in suite.rows if row.names == ("past;past", "one"))
    titles = [column.title for column in suite.columns]
    cells = dict(zip(titles, row.cells, strict=True))
    assert cells["pairs"] == ("40", "40")
    assert cells["Acc@Ori"].text == "100.0"
    assert cells["Acc@Ctr"].text == "65.0"
    assert cells["difference"].text == "−35.0"
    assert (cells["lost"].text, cells["gained"].text) == ("14", "0")
    assert report.tables[0].key == "control"
    controls = tables["control"].rows[0]
    assert controls.names == ("past;future", "one")
    assert controls.cells[-1].text == "past;past"
    for table in report.tables + report.tests:
        assert all(len(row.cells) == len(table.columns) for row in table.rows)
        assert all(len(row.names) == len(table.names) for row in table.rows)


def test_differences_that_change_labels_are_no_tests_of_invariance(report):
    notes = {table.key: table.note for table in report.tests}
    assert "This is not a test of invariance" in notes["tests-difference"]
    assert "preference for labels" in notes["tests-difference"]
    assert "equivalence is not tested" in notes["tests-invariance"]
    assert "1 test of each model, Holm" in notes["tests-invariance"]


def test_verdicts(folders, report):
    found = report.assessment
    assert verdict(found.comparison("one", "past;past")) == "differs"
    two = found.models[1].name
    assert verdict(found.comparison(two, "past;past")) == "no discordant pairs"
    wide = build(folders, replace(PROCEDURE, margin=0.5), examples=1).assessment
    assert verdict(wide.comparison(two, "past;past")) == "equivalent"
    assert verdict(wide.comparison("one", "past;past")) == "differs, within the margin"
    narrow = build(folders, replace(PROCEDURE, margin=0.01), examples=1).assessment
    few = verdict(narrow.comparison(two, "past;past"))
    assert few == "too few premises for a margin of 1 point"


def test_hard_pairs_need_every_model(report):
    assert not report.assessment.hard.any()
    assert not any(example.hard for example in report.examples)


def test_errors_on_the_contrasts_and_on_their_originals(tmp_path):
    rows = [record(f"{each}x", "past;past", "neutral", "neutral") for each in LETTERS]
    said = {"ax:past:past": "E", "bx:past:past": "C", "cx:past:past": "C", "dx": "E"}
    folder = predict(tmp_path / "model", make_contrast_set(tmp_path / "set", rows), said)
    table = errors(assess([folder], PROCEDURE))
    (by_contrast,) = [rows for group, rows in table.groups if group == "By contrast"]
    cells = dict(zip((each.title for each in table.columns), by_contrast[0].cells, strict=True))
    assert (cells["errors"].text, cells["errors"].below) == ("3", "1")
    assert (cells["false neutral"].text, cells["false neutral"].below) == ("0.0", "0.0")
    assert cells["always N"].text == "100.0"


LETTERS = "abcdefghijkl"


def two_models(folder, letters, lost_by_one, lost_by_both):
    """A model that loses some pairs, and one that loses few of them, on pairs in this order."""
    rows = [record(f"{each}x", "past;past", "neutral", "neutral") for each in letters]
    contrast_set = make_contrast_set(folder / "set", rows)
    return [
        predict(
            folder / name, contrast_set, {f"{each}x:past:past": "E" for each in lost}, name=name
        )
        for name, lost in (("one", lost_by_one), ("two", lost_by_both))
    ]


def test_hard_pairs_come_first(tmp_path):
    for number, hard in enumerate(LETTERS[:8]):
        found = assess(two_models(tmp_path / str(number), LETTERS, LETTERS[:8], hard), PROCEDURE)
        (example,) = choose(found, 1)
        assert (example.hard, example.record["pair_id"]) == (True, f"{hard}x")


def test_examples_do_not_depend_on_the_order_of_the_file(tmp_path):
    chosen = [
        [example.record["id"] for example in choose(assess(folders, PROCEDURE), 3)]
        for folders in (
            two_models(tmp_path / "one", LETTERS, LETTERS[:8], "a"),
            two_models(tmp_path / "turned", LETTERS[::-1], LETTERS[:8], "a"),
        )
    ]
    assert chosen[0] == chosen[1]


def test_models_of_two_classes_are_a_caveat_beside_others_only(tmp_path):
    rows = [record(f"{each}x", "past;past", "neutral", "neutral") for each in LETTERS]
    contrast_set = make_contrast_set(tmp_path / "set", rows)
    two = predict(tmp_path / "two", contrast_set, {}, name="two",
                  labels=("entailment", "not_entailment"))  # fmt: skip
    three = predict(tmp_path / "three", contrast_set, {}, name="three")
    for folders, said in (([two], False), ([three], False), ([three, two], True)):
        found = warnings(assess(folders, PROCEDURE))
        assert any("Two classes (entailment or not)" in each for each in found) == said


def test_examples_are_varied_and_reproducible(report):
    contrasts = [example.record["contrast"] for example in report.examples]
    assert contrasts[:3] == ["past;past", "past;future", "original;premise+antonym"]
    assert all(contrasts.count(each) == 20 for each in set(contrasts))
    outcomes = [e.said[0].outcome for e in report.examples if e.record["contrast"] == "past;past"]
    assert outcomes[:3] == ["lost", "lost", "lost"]
    assert "right" in outcomes


def test_no_examples(folders):
    report = build(folders, PROCEDURE, examples=0)
    assert report.examples == ()
    assert "## Examples" not in render_markdown(report)
    assert 'class="example"' not in render_page(report)


def test_signature_tells_runs_apart(folders, report):
    assert report.signature.startswith(f"set:{report.assessment.contrast_set.sha256[:12]}|n:120|")
    other = build(folders, Procedure(replicates=2000, seed=1), examples=20)
    assert "seed:1" in other.signature
    assert len(report.signature.splitlines()) == 1


def test_commands(report):
    transform, one, two, last = report.commands
    assert transform.startswith("litgen transform pairs.jsonl -o ")
    assert transform.endswith("--suite lit")
    assert one.startswith("litgen evaluate ")
    assert "--model one " in one
    assert "two" in two
    assert last.endswith("-o REPORT --unit premise --replicates 2000 --examples 20")


def test_a_number_stands_where_folders_have_one_name():
    sets = [SimpleNamespace(path=Path(path)) for path in ("a/x-big", "b/x", "c/x", "d/x-2")]
    reports = [SimpleNamespace(assessment=SimpleNamespace(contrast_set=each)) for each in sets]
    assert names_of(reports) == ["x-big", "x", "x-2", "x-2-2"]


def test_every_option_of_a_run_can_be_given_again():
    options = Options(
        contrast=("may;original", "drop:NOUN"), labels="logic", conventions=(),
        keep_declined=True, min_confidence=0.5, engine="ace+dependency", rank="none", seed=7,
        tokenized=True, tautology={"up": "and up is up", "now": "and now is now"},
        sentences=True, shard=(1, 4), limit=0, labels_map={"0": "neutral"},
        columns={"premise": "a", "label": "b"},
    )  # fmt: skip
    given = [*_transform_options(options.as_json()), "pairs.tsv", "-o", "out"]
    read = command.make_context("transform", given).params
    for name in ("sources", "folder", "again", "join", "jobs", "scheduler", "overwrite", "as_json",
                 "readings", "parser", "ace_path", "grammar"):  # fmt: skip
        del read[name]
    assert Options(**read) == options


def test_figures_are_svg(report):
    assert [figure.key for figure in report.figures] == ["overview", "calibration"]
    for figure in report.figures:
        root = ET.fromstring(figure.file())
        assert root.tag == "{http://www.w3.org/2000/svg}svg"
        ET.fromstring(figure.narrow)
    texts = [each.text for each in ET.fromstring(report.figures[0].wide).iter() if each.text]
    assert "Past and future" in texts
    (row,) = [each for each in report.rows if each.phenomenon == "tense"]
    assert row.marks[0].short == "0.0" and "0.0" in texts  # as much on past;past
    wide, narrow = (
        float(ET.fromstring(svg).get("viewBox").split()[2])
        for svg in (report.figures[0].wide, report.figures[0].narrow)
    )
    assert narrow < 0.6 * wide


def test_figures_show_few_pairs(tmp_path):
    rows = [
        record(f"{chr(97 + n % 26)}{n // 26}x", "past;past", THREE[n % 2], THREE[n % 2])
        for n in range(40)
    ]
    rows += [record(f"{chr(97 + n)}0x", "past;future", "neutral", "entailment") for n in range(5)]
    contrast_set = make_contrast_set(tmp_path / "set", rows)
    said = {item.id: "E" for item in contrast_set.items() if "future" in item.id}
    report = build([predict(tmp_path / "model", contrast_set, said)], PROCEDURE)
    assert [(row.n, row.few) for row in report.rows] == [(5, True)]
    root = ET.fromstring(report.figures[0].wide)
    assert any(each.get("stroke-opacity") == "0.5" for each in root.iter())


def test_new_pairs_alone(tmp_path):
    contrast_set = make_contrast_set(
        tmp_path / "set", [record("a", "original;premise+antonym", "contradiction", None)]
    )
    report = build([predict(tmp_path / "model", contrast_set, {})], PROCEDURE)
    assert [figure.key for figure in report.figures] == ["overview"]
    assert report.tests == ()
    assert "fewer than 30 pairs" in report.warnings[0]
    assert "Hard pairs" not in render_markdown(report)


def test_a_model_near_chance_is_named(tmp_path):
    rows = [
        record(f"{c}x", "may;may", label, label)
        for c, label in zip("abcdef", 2 * ("neutral", "entailment", "contradiction"), strict=True)
    ]
    contrast_set = make_contrast_set(tmp_path / "set", rows)
    turned = {"neutral": "E", "entailment": "C", "contradiction": "N"}
    said = {item.id: turned[item.label] for item in contrast_set.items()}
    report = build([predict(tmp_path / "model", contrast_set, said)], PROCEDURE)
    assert "labels may be mapped wrongly" in report.warnings[0]
    assert report.headlines[0].verdict == (
        "It cannot be judged: it is no better than a constant. It is right on 0.0 % of the "
        "originals; always predicting entailment would be right on 33.3 %."
    )


@pytest.mark.parametrize(("others", "judged"), [(0, False), (2, False), (10, True)])
def test_a_model_that_gives_one_answer_cannot_be_judged(tmp_path, others, judged):
    """Right on every pair whose label changes, but so is a constant."""
    names = [f"{a}{b}x" for a in "abcdef" for b in "abcdefghij"]
    golds = 20 * ("neutral", "entailment", "contradiction")
    rows = [record(each, "past;past", gold, gold) for each, gold in zip(names, golds, strict=True)]
    rows += [
        record(each, "past;future", "neutral", gold)
        for each, gold in zip(names, golds, strict=True)
        if gold != "neutral"
    ]
    contrast_set = make_contrast_set(tmp_path / "set", rows)
    chosen = [each for each, gold in zip(names, golds, strict=True) if gold == "entailment"]
    right = {id for each in chosen[:others] for id in (each, f"{each}:past:past")}
    said = {item.id: "E" if item.id in right else "N" for item in contrast_set.items()}
    report = build([predict(tmp_path / "model", contrast_set, said)], PROCEDURE)
    verdict = report.headlines[0].verdict
    assert (
        verdict.startswith("It cannot be judged: it is no better than a constant. It pred")
        is not judged
    )
    first = report.headlines[0].first
    assert first.startswith("It cannot be judged") is not judged
    bold = '<p class="first">It cannot be judged: it is no better than a constant.'
    assert render_page(report).count(bold) == (0 if judged else 1)
    assert f"**oracle.** {verdict}" in render_markdown(report)
    assert report.as_json()["models"][0]["verdict"] == verdict


def test_markdown(report):
    text = render_markdown(report)
    for line in text.splitlines():
        if line.startswith("|"):
            assert line.endswith("|")
    assert "<script>" not in text
    assert escape("<script>") in text
    assert "![Reliability: accuracy by confidence](calibration.svg)" in text
    tables = [block for block in text.split("\n\n") if block.startswith("|")]
    for table in tables:
        widths = {line.replace("\\|", "").count("|") for line in table.splitlines()}
        assert len(widths) == 1


def test_many_models_stand_below_each_other(folders):
    contrast_set = build(folders[:1], PROCEDURE).assessment.contrast_set
    many = [
        predict(folders[0].parent / f"more{n}", contrast_set, {}, name=f"model {n}")
        for n in range(3)
    ]
    wide = "@media screen and (max-width: 60rem)"
    assert wide in render_page(build([folders[0], *many[:2]], PROCEDURE, examples=1))
    page = render_page(build([folders[0], *many], PROCEDURE, examples=1))
    assert wide not in page
    assert '<body class="many">' in page


def test_breakable_keeps_entities_whole():
    assert str(breakable("a+b;<c>")) == "a+<wbr>b;<wbr>&lt;c&gt;"


def test_files(report, tmp_path):
    files = write_report(report, tmp_path / "out")
    assert [path.name for path in files] == [
        "report.html", "report.md", "report.json", "details.html", "card.md",
        "overview.svg", "calibration.svg",
    ]  # fmt: skip
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == sorted(
        path.name for path in files
    )
    with pytest.raises(UsageError, match="--overwrite"):
        write_report(report, tmp_path / "out")
    write_report(report, tmp_path / "out", overwrite=True)


def test_folders_that_are_refused(report, folders, tmp_path):
    (tmp_path / "file").write_text("")
    for folder, message in (
        (tmp_path / "file", "is a file"),
        (folders[0], "contains predictions"),
        (report.assessment.contrast_set.path, "contains a contrast set"),
    ):
        with pytest.raises(UsageError, match=message):
            refuse_folder(folder, overwrite=True)


def test_accuracy_by_confidence(tmp_path):
    sure = {"a1": 0.99, "a2": 0.99, "b1": 0.7, "c1": 0.7}
    records = [
        record(pair, "may;may", "neutral", "neutral", premise_confidence=each)
        for pair, each in sure.items()
    ]
    contrast_set = make_contrast_set(tmp_path / "set", records)
    said = {"b1:may:may": "E", "c1:may:may": "E"}
    made = build([predict(tmp_path / "model", contrast_set, said)], PROCEDURE)
    (found,) = (each for each in made.tables if each.key == "confidence")
    text = render_markdown(made)
    assert "By confidence" in text and len(found.rows) == 2
    rows = {
        each["name"]: each["contrast"]
        for each in made.as_json()["measures"]
        if each["by"] == "confidence"
    }
    assert rows["0.99 to 1, label kept"]["value"] == 1.0
    assert rows["below 0.9, label kept"]["value"] == 0.0
    assert rows["below 0.9, label kept"]["low"] < rows["below 0.9, label kept"]["high"]
