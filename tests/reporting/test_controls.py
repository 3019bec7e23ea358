"""Contrast against control in the report: first on the page, in words, and with label errors."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import pytest

from litgen.evaluation.procedure import Procedure
from litgen.reporting import build
from litgen.reporting.page import render_details, render_markdown
from tests.evaluation.makers import THREE, make_contrast_set, predict, record

PROCEDURE = Procedure(replicates=2000)


@pytest.fixture(scope="module")
def contrast_set(tmp_path_factory):
    """Sixty pairs of a contrast; its control has those that are no contradictions."""
    rows = []
    for n in range(60):
        pair, label = f"{chr(97 + n % 26)}{'xyz'[n // 26]}", THREE[n % 3]
        rows.append(record(pair, "may;original", "neutral", label))
        if label != "contradiction":
            rows.append(record(pair, "may;may", label, label))
    return make_contrast_set(tmp_path_factory.mktemp("controls") / "set", rows)


def said_by(contrast_set, name):
    of = {item.id: item.label for item in contrast_set.items() if item.side == "original"}
    if name == "ignores":
        return {item.id: of[item.id.split(":")[0]] for item in contrast_set.items()}
    if name == "word":
        return {item.id: "N" for item in contrast_set.items() if item.side == "contrast"}
    return {"always": {item.id: "N" for item in contrast_set.items()}, "understands": {}}[name]


@pytest.fixture(scope="module")
def folders(contrast_set, tmp_path_factory):
    folder = tmp_path_factory.mktemp("models")
    return {
        name: predict(folder / name, contrast_set, said_by(contrast_set, name), name=name)
        for name in ("ignores", "word", "always", "understands")
    }


@pytest.fixture(scope="module")
def report(folders):
    return build(list(folders.values()), PROCEDURE, examples=2)


def test_sentences_to_quote(report):
    quotes = {each.model: " ".join(each.quotes) for each in report.headlines}
    assert re.match(
        r"ignores loses 50\.0 points more on “‘May’ in the "
        r"premise” than on “‘May’ on both sides” for the 40 pairs that have both \(95 % "
        r"interval \d\d\.\d to \d\d\.\d; p = 0\.\d+, "
        r"Holm-corrected\): the loss is due to the change in meaning\. "
        r"The labels of these pairs are 50 % entailment, 0 % contradiction and 50 % neutral; "
        r"those of all 60 pairs of “‘May’ in the premise” are 33 % entailment, 33 % contradiction "
        r"and 33 % neutral\.$",
        quotes["ignores"],
    )
    assert (
        "word loses 50.0 points less on “‘May’ in the premise” than on “‘May’ on both sides”"
        in quotes["word"]
    )
    assert (
        "It predicts neutral for 50 % of the originals, 100 % of “‘May’ on both sides” and 100 % "
        "of the contrasts: its answers follow the words."
    ) in quotes["word"]
    assert "100 % of the contrasts, whatever the input." in quotes["always"]
    assert "No difference is shown between the losses of understands" in quotes["understands"]
    first = report.headlines[0]
    assert first.first == (
        "It loses 50 points on 1 of 1 phenomenon because the meaning changed, not only the words."
    )
    assert re.match(
        r"The largest loss is on “Possibility \(‘may’\)”: 50\.0 points more than on the controls "
        r"\(95 % interval \d\d\.\d to \d\d\.\d; p = 0\.\d+\)\.$",
        first.hardest,
    )
    other = {each.model: each.first for each in report.headlines}
    assert other["word"] == (
        "It shows no loss beyond the controls on the only phenomenon with enough pairs; on 1, it "
        "loses less than on the controls."
    )
    assert other["always"].startswith("It cannot be judged: it is no better than a constant.")


def test_it_comes_first(report):
    page, text = render_details(report), render_markdown(report)
    quote = report.headlines[0].quotes[0]
    for written, places in (
        (page, ('id="control"', "due to the change in meaning", 'id="summary"')),
        (text, ("## Contrast against control", quote[:60], "| may;original |", "## Summary")),
    ):  # fmt: skip
        at = [written.index(each) for each in places]
        assert at == sorted(at)
    assert report.tables[0].key == "control"
    values = report.as_json()
    assert list(values)[2] == "contrast_against_control"
    assert values["contrast_against_control"][0]["extra"]["value"] == 0.5
    assert values["models"][0]["quotes"] == [quote]


def test_the_table(report):
    table = report.tables[0]
    cells = dict(zip((each.title for each in table.columns), table.rows[0].cells, strict=True))
    assert cells["source pairs"] == ("40 of 60", "40")
    assert cells["E, C, N"] == ("50, 0, 50", "33, 33, 33")
    assert cells["extra loss"].text == "+50.0"
    assert cells["verdict"].text == "loses more"
    assert cells["predicts it"] == ("50, 50, 50", "neutral")
    assert "with label error" not in cells


def test_too_few_are_shown_and_not_quoted(folders):
    report = build([folders["ignores"]], replace(PROCEDURE, min_pairs=41), examples=1)
    assert report.headlines[0].quotes == ()
    assert report.headlines[0].first == (
        "It cannot be judged yet: a test needs 41 source pairs with controls, and this one has 40."
    )
    assert report.tables[0].rows[0].cells[6].text == "too few to test"
    assert any(
        "Contrasts with fewer than 41 pairs are shown but not tested: “‘May’ on both sides”."
        in each
        for each in report.warnings
    )
    assert '<div class="model">' not in render_details(report).partition('id="summary"')[0]


def test_label_errors_in_the_report(folders, contrast_set, tmp_path):
    path = tmp_path / "agreement.json"
    judged = {"may;original": {"judged": 30, "agreed": 27}, "may;may": {"judged": 30, "agreed": 30}}
    path.write_text(
        json.dumps({"contrast_set": {"sha256": contrast_set.sha256}, "contrasts": judged})
    )
    two = [folders["ignores"], folders["understands"]]
    report = build(two, PROCEDURE, label_agreement=path, examples=1)
    tables = {table.key: table for table in report.tables}
    assert tables["label-error"].rows[0].names == ("may;original", "ignores")
    titles = [each.title for each in tables["label-error"].columns]
    cells = dict(zip(titles, tables["label-error"].rows[0].cells, strict=True))
    assert (cells["errors"].text, cells["could be the label's"].text) == ("40", "6")
    assert "with label error" in [each.title for each in tables["control"].columns]
    assert "If label errors are allowed for, the interval is +" in report.headlines[0].quotes[0]
    assert report.warnings[-1].startswith("People agree with 57 of 60 labels that they judged")
    assert "|labels:" in report.signature
    assert f"--label-agreement {path}" in report.commands[-1]
    without = build(two, PROCEDURE, examples=1)
    assert without.warnings[-1].startswith("The number of wrong labels is unknown")
    assert "|labels:taken-as-right|" in without.signature
    same = [row.cells for table in without.tests for row in table.rows]
    assert [row.cells for table in report.tests for row in table.rows] == same


@pytest.mark.parametrize("pairs", [2, 3, 4, 8])
def test_no_interval_is_impossible(tmp_path, pairs):
    """Few pairs of two premises that differ as much as can be: t went from -214 to +347 points."""
    rows = []
    for n in range(pairs):
        pair = f"{'ab'[n % 2]}{n}"
        rows.append(record(pair, "past;past", "neutral", "neutral"))
        rows.append(record(pair, "past;future", "neutral", "entailment"))
    contrast_set = make_contrast_set(tmp_path / "set", rows)
    lost = {item.id: "E" for item in contrast_set.items() if item.id.startswith("a")}
    procedure = replace(PROCEDURE, min_pairs=1, margin=0.02)
    report = build(
        [predict(tmp_path / "one", contrast_set, lost, name="one"),
         predict(tmp_path / "two", contrast_set, {}, name="two")],
        procedure, examples=0,
    )  # fmt: skip
    text = render_markdown(report).replace("−", "-")
    ends = re.findall(r"([-+]?\d+\.\d) to ([-+]?\d+\.\d)", text)
    assert ends
    for low, high in ends:
        assert -100 <= float(low) <= float(high) <= 100
    for row in report.assessment.comparisons:
        if row.units > 1:
            assert -1 <= row.equivalence.low <= row.difference <= row.equivalence.high <= 1
