"""Claims beside documents, counted by hand: false support, false alarm, balanced accuracy, cuts."""

from __future__ import annotations

import json

import pytest

from litgen.evaluation.answers import read_answers
from litgen.evaluation.assessment import assess
from litgen.evaluation.columns import read_columns
from litgen.evaluation.predictions import Predictions
from litgen.models import ModelSpec
from litgen.reporting.content import build
from litgen.reporting.page import render_details, render_markdown
from tests.evaluation.makers import THREE, make_contrast_set, predict, record
from tests.models.tiny import save_tiny

TWO = ("entailment", "not_entailment")
NEGATED, PASSIVE = "original;negation", "original;passive"


def claim(pair, contrast, label, original="entailment", words=10, **more):
    """A record whose premise, of so many words, stays as it is."""
    document = " ".join(["word"] * (words - 1) + [pair])
    return record(pair, contrast, label, original, premise=document,
                  original_premise=document, **more)  # fmt: skip


RECORDS = [
    claim("a", NEGATED, "contradiction"),  # accepted, and still: false support
    claim("b", NEGATED, "contradiction", words=50),  # accepted, then rejected
    claim("c", NEGATED, "neutral", words=900),  # rejected as it was
    claim("a", PASSIVE, "entailment"),  # accepted, and still
    claim("b", PASSIVE, "entailment", words=50),  # accepted, then rejected: false alarm
    claim("d", NEGATED, "neutral", "contradiction"),  # no supported claim
    record("e", "past;future", "neutral", "entailment"),  # no document: its premise is rewritten
]
SAID = {"a:original:negation": "E", "b:original:passive": "N", "c": "C"}


def folded(values):
    """A record, its labels of two classes."""
    names = {"entailment": "entailment", None: None}
    new = {name: names.get(values[name], "not_entailment") for name in ("label", "original_label")}
    return {**values, **new}


@pytest.mark.parametrize("labels", [THREE, TWO])
@pytest.mark.parametrize("classes", [THREE, TWO])
def test_counted_by_hand(tmp_path, labels, classes):
    records = RECORDS if classes == THREE else map(folded, RECORDS)
    contrast_set = make_contrast_set(
        tmp_path / "set", records, **({} if classes == THREE else {"labels": TWO})
    )
    found = assess([predict(tmp_path / "model", contrast_set, SAID, labels=labels)])
    by_name = {each.name: each for each in found.grounded}
    every = by_name["all"]
    assert (every.claims.hits, every.claims.n) == (2, 3)
    assert (every.false_support.hits, every.false_support.n) == (1, 2)
    assert (every.false_alarm.hits, every.false_alarm.n) == (1, 2)
    # Supported: a, b, c and two reworded, of which 2 + 1 are right; changed: 2 of 3.
    assert every.balanced.value == pytest.approx((3 / 5 + 2 / 3) / 2)
    assert 0 <= every.balanced.low < every.balanced.value < every.balanced.high <= 1
    assert by_name["below 50 words"].false_support.hits == 1
    assert by_name["50 to 199 words"].false_alarm.hits == 1 and "200 to 799 words" not in by_name
    assert by_name["800 words or more"].claims.n == 1
    assert by_name[NEGATED].false_alarm.n == 0 and by_name[PASSIVE].balanced is None
    assert "past;future" not in by_name
    assert not found.cut


def test_rewritings_are_counted_beside_the_claims(tmp_path):
    contrast_set = make_contrast_set(tmp_path / "set", RECORDS)
    report = build([predict(tmp_path / "model", contrast_set, SAID)])
    quotes = " ".join(report.headlines[0].grounded_quotes)
    assert (
        "of 3 supported claims" in quotes
        and "of 2 rewritings of accepted claims that change" in quotes
    )
    assert "of 2 rewritings of accepted claims that keep" in quotes


def test_no_claim_changes(tmp_path):
    """Without a changed meaning there is nothing to say of false support."""
    records = [claim("a", PASSIVE, "entailment"), record("e", "past;future", "neutral", "neutral")]
    contrast_set = make_contrast_set(tmp_path / "set", records)
    report = build([predict(tmp_path / "model", contrast_set, {})])
    assert report.assessment.grounded == ()
    assert "Claims and documents" not in render_markdown(report)


def test_originals_of_one_label_judge_no_model(tmp_path):
    """All claims are supported: always accepting is right on all, and says nothing of a model."""
    records = [claim(f"a{n}", NEGATED, "contradiction") for n in range(30)]
    contrast_set = make_contrast_set(tmp_path / "set", records)
    report = build([predict(tmp_path / "model", contrast_set, {"a1": "N"})])
    assert report.assessment.no_better("oracle") is None
    assert not any("better on the originals" in each for each in report.warnings)


def test_the_report_says_what_was_cut(tmp_path):
    """Inputs longer than the model's are marked in the predictions, and their accuracy is shown."""
    from litgen.evaluation.evaluate import evaluate

    contrast_set = make_contrast_set(tmp_path / "set", RECORDS)
    folder = save_tiny(tmp_path / "tiny")
    evaluate(contrast_set, str(folder), tmp_path / "p")
    lines = [json.loads(each) for each in (tmp_path / "p" / "predictions.jsonl").open()]
    assert {each["id"] for each in lines if each.get("cut")} >= {"b", "b:original:passive", "c"}
    answers = read_answers(Predictions(tmp_path / "p"), contrast_set, read_columns(contrast_set))
    assert answers.cut[1] and answers.original_cut[1]
    report = build([tmp_path / "p"])
    (cut,) = report.assessment.cut
    assert cut.inputs.n == 6 + 4 and cut.inputs.hits == cut.accuracy.n
    assert cut.accuracy.n + cut.whole.n == cut.inputs.n
    quote = report.headlines[0].grounded_quotes[0]
    assert "were truncated. Accuracy:" in quote
    for text in (render_markdown(report), render_details(report)):
        assert text.index("were truncated. Accuracy:") < text.index("False support")
    assert report.as_json()["cut_inputs"][0]["inputs"]["n"] == 10
    windowed = evaluate(contrast_set, ModelSpec(str(folder), window=10), tmp_path / "w").info
    assert windowed.name == "tiny window 10" and windowed.model["window"] == 10
    assert "truncated" not in windowed.model
    (command,) = (each for each in build([tmp_path / "w"]).commands if "evaluate" in each)
    assert command.split()[-6:-2] == ["--max-length", "32", "--window", "10"]
