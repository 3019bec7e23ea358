"""Suites of new pairs against their controls: by hand, and models whose answers are known."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from litgen.contrast.notation import parse_contrast
from litgen.contrast.suites import Suite, load_suites
from litgen.evaluation import suite_controls
from litgen.evaluation.assessment import assess
from litgen.evaluation.procedure import Procedure
from litgen.reporting import build
from litgen.reporting.page import render_details, render_markdown
from litgen.statistics.bootstrap import bootstrap_paired_t
from litgen.statistics.resampling import generator
from litgen.statistics.sample import PairedSample
from tests.evaluation.makers import make_contrast_set, predict, record

PROCEDURE = Procedure(replicates=2000)
_SUITES = load_suites()
#: Two contrasts of a suite and one of its controls; the labels are ours.
MANAGED, FAILED = map(str, _SUITES["implicatives"].contrasts[:2])
HOPED = str(_SUITES["implicatives"].controls[0])


def new_pair(pair, contrast, label, **more):
    return record(pair, contrast, label, None, suite="implicatives", **more)


def test_counted_by_hand(tmp_path):
    rows = [
        new_pair("a1", MANAGED, "entailment"),
        new_pair("a1", FAILED, "contradiction"),
        new_pair("a1", HOPED, "neutral"),
        new_pair("a2", HOPED, "neutral"),  # of the premise of a1
        new_pair("b1", MANAGED, "entailment"),
        new_pair("b1", HOPED, "entailment"),  # a control with the contrast's label tells nothing
        new_pair("c1", MANAGED, "entailment"),  # no control
        new_pair("d1", HOPED, "neutral"),  # no contrast
        new_pair("e1", MANAGED, "entailment"),
        new_pair("e1", HOPED, None),  # without a label
        record("a1", "may;original", "neutral", "entailment"),
    ]
    contrast_set = make_contrast_set(tmp_path / "set", rows)
    said = {rows[1]["id"]: "E", rows[2]["id"]: "E", rows[5]["id"]: "N"}
    found = assess([predict(tmp_path / "m", contrast_set, said)], replace(PROCEDURE, min_pairs=1))
    (row,) = found.suites_controlled
    assert (row.suite, row.n, row.units, row.pairs, row.control_pairs) == (
        "implicatives", 1, 1, 2, 2,
    )  # fmt: skip
    # The first contrast is right, the second is not; entailment is said of one control of two,
    # contradiction of none.
    assert (row.contrast, row.control, row.right) == (0.5, 0.25, 0.5)
    assert row.apart.value == 0.25


@pytest.fixture
def suite(tmp_path):
    """Sixty premises; of each two contrasts and two controls, of every other a third contrast."""
    rows = []
    for n in range(60):
        pair = f"{chr(97 + n % 26)}{'xyz'[n // 26]}"
        rows += [new_pair(pair, MANAGED, "entailment"), new_pair(pair, FAILED, "contradiction")]
        rows += [new_pair(pair, HOPED, "neutral"), new_pair(pair, HOPED, "neutral", id=f"{pair}:2")]
        if n % 2:
            rows.append(new_pair(pair, MANAGED, "entailment", id=f"{pair}:3"))
    return make_contrast_set(tmp_path / "set", rows)


def models(suite):
    """What models say that always say one label, guess, know half of it, understand."""
    items = list(suite.items())
    rng = np.random.default_rng(1)
    guessed = {item.id: "ENC"[rng.integers(3)] for item in items}
    words = {item.id: "E" for item in items if item.label != "contradiction"}
    return {
        "always E": {item.id: "E" for item in items},
        "always C": {item.id: "C" for item in items},
        "guesses": guessed,
        "sees failed alone": words,
        "understands": {},
    }


def test_models_come_apart(suite, tmp_path):
    found = {}
    for name, said in models(suite).items():
        assessed = assess([predict(tmp_path / name, suite, said, name=name)], PROCEDURE)
        (row,) = assessed.suites_controlled
        (test,) = assessed.family("suite")
        assert (test.contrast, test.n, test.difference) == ("implicatives", 60, row.apart.value)
        found[name] = (row.apart.value, test.rejected)
    # Of half of the premises one contrast of two says entailment, of the others two of three.
    seen = np.mean([1 / 2, 1 / 3])
    assert found.pop("guesses")[1] is False
    assert found == {
        "always E": (0.0, False),
        "always C": (0.0, False),
        "sees failed alone": (pytest.approx(seen), True),
        "understands": (1.0, True),
    }


def test_the_test_is_of_premises_drawn_by_image(suite, tmp_path):
    """The bootstrap of values put together here: two premises have an image in common."""
    rows = list(suite)
    pairs = list(dict.fromkeys(row["pair_id"] for row in rows))
    image = {pair: f"{pairs.index(pair) // 2}.jpg" for pair in pairs}
    with_image = [
        {
            **row,
            "source": {"captionID": f"{image[row['pair_id']]}#{pairs.index(row['pair_id']) % 2}"},
        }
        for row in rows
    ]
    contrast_set = make_contrast_set(tmp_path / "images", with_image)
    rng = np.random.default_rng(5)
    said = {row["id"]: "ENC"[rng.choice(3, p=(0.5, 0.3, 0.2))] for row in rows}
    found = assess([predict(tmp_path / "m", contrast_set, said)], PROCEDURE)
    values = []
    for pair in pairs:
        own = [row for row in rows if row["pair_id"] == pair]
        controls = [said[row["id"]] for row in own if row["contrast"] == HOPED]
        each = [
            (said[row["id"]] == gold) - controls.count(gold) / 2
            for row in own
            if row["contrast"] != HOPED and (gold := row["label"][0].upper())
        ]
        values.append(-np.mean(each))
    sample = PairedSample.of_values(values, [image[pair] for pair in pairs])
    expected = bootstrap_paired_t(
        sample, generator(0, "test", "suite", "implicatives"), PROCEDURE.replicates
    )
    (test,) = found.family("suite")
    assert (test.n, test.units) == (60, 30)
    assert test.difference == pytest.approx(-np.mean(values))
    assert (test.p["bootstrap"], test.statistic) == (expected.p, expected.statistic)


def test_a_preference_for_a_label_is_not_taken_for_reading(tmp_path):
    """Answers depend on the premise and on chance, entailment being said most."""
    rows = []
    for n in range(400):
        pair = f"{chr(97 + n % 26)}{chr(97 + n // 26)}"
        rows += [new_pair(pair, MANAGED, "entailment"), new_pair(pair, HOPED, "neutral")]
    contrast_set = make_contrast_set(tmp_path / "set", rows)
    rng = np.random.default_rng(0)
    likes = {row["pair_id"]: rng.dirichlet((3, 0.5, 0.5)) for row in rows}
    said = {row["id"]: "ENC"[rng.choice(3, p=likes[row["pair_id"]])] for row in rows}
    found = assess([predict(tmp_path / "m", contrast_set, said)], PROCEDURE)
    (row,) = found.suites_controlled
    assert row.contrast - row.right > 0.5  # accuracies, which say nothing
    assert row.apart.low < 0 < row.apart.high
    assert row.apart.high - row.apart.low < 0.12
    assert not found.family("suite")[0].rejected


def test_pairs_rewritten_are_not_mixed_with_new_ones(tmp_path, monkeypatch):
    names = ("negation;premise+negation+hypernym", "original;hypernym", "original;premise+hypernym")
    *contrasts, control = map(parse_contrast, names)
    suite = Suite("edits", "", tuple(contrasts), (control,))
    monkeypatch.setattr(suite_controls, "load_suites", lambda: {"edits": suite})
    labels = (("neutral", None), ("entailment", "neutral"), ("entailment", None))
    rows = [
        record("a1", str(each), *label, suite="edits")
        for each, label in zip((*contrasts, control), labels, strict=True)
    ]
    contrast_set = make_contrast_set(tmp_path / "set", rows)
    found = assess([predict(tmp_path / "m", contrast_set, {})], PROCEDURE)
    (row,) = found.suites_controlled
    assert (row.pairs, row.control_pairs) == (1, 1)


def test_a_suite_of_rewritten_pairs_has_its_controls_elsewhere(tmp_path):
    rows = []
    for n in range(4):
        rows.append(record(f"a{n}", "may;original", "neutral", "entailment"))
        rows.append(record(f"a{n}", "may;may", "entailment", "entailment"))
    contrast_set = make_contrast_set(tmp_path / "set", rows)
    found = assess([predict(tmp_path / "m", contrast_set, {})], PROCEDURE)
    assert found.controlled
    assert found.suites_controlled == ()


def test_only_the_suites_that_are_named_are_tested(suite, tmp_path):
    folder = predict(tmp_path / "m", suite, {})
    named = assess([folder], replace(PROCEDURE, suites=("implicatives",)))
    assert [row.contrast for row in named.family("suite")] == ["implicatives"]
    other = assess([folder], replace(PROCEDURE, contrasts=(MANAGED,)))
    assert other.family("suite") == []
    assert other.suites_controlled  # shown all the same


def test_the_report_says_it(suite, tmp_path):
    every = models(suite)
    folders = [
        predict(tmp_path / name, suite, every[name], name=name)
        for name in ("always E", "sees failed alone", "understands")
    ]
    report = build(folders, PROCEDURE, examples=1)
    always, words, understands = (" ".join(each.suite_quotes) for each in report.headlines)
    assert "(0.0 points" in always.replace("+0.0", "0.0")
    assert "discrimination is not shown" in always
    assert words.endswith("it discriminates between them.")
    assert "for 100.0 % of the contrasts and 0.0 % of the controls" in understands
    for text in (render_details(report), render_markdown(report)):
        assert "Suites of new pairs against their controls" in text
        assert "it discriminates between them." in text
    shown = report.to_pandas("suite_controls")
    assert [*shown["apart"]] == pytest.approx(
        [row.apart.value for row in report.assessment.suites_controlled]
    )


def test_new_pairs_of_a_suite_that_also_rewrites_pairs(tmp_path):
    manage, plan = (f"premise+under:the+preterite+{verb}-to;premise+under:the+preterite"
                    for verb in ("manage", "plan"))  # fmt: skip
    rows = [
        record("a1", "past;future", "entailment", "neutral", suite="core"),
        record("a1", "past;past", "entailment", "entailment", suite="core"),
        record("a1", str(parse_contrast(manage)), "entailment", None, suite="core"),
        record("a1", str(parse_contrast(plan)), "neutral", None, suite="core"),
    ]
    contrast_set = make_contrast_set(tmp_path / "set", rows)
    found = assess([predict(tmp_path / "m", contrast_set, {})], PROCEDURE)
    (row,) = found.suites_controlled
    assert (row.suite, row.pairs, row.control_pairs) == ("core", 1, 1)


def test_a_phenomenon_beside_its_controls(tmp_path):
    about = (f"premise+under:the+accomplishment+be-about-to+preterite;premise+under:the+{end}"
             for end in ("preterite", "preterite+negation"))  # fmt: skip
    rows = [
        record("a1", str(parse_contrast(each)), label, None, suite="prospective")
        for each, label in zip(about, ("neutral", "contradiction"), strict=True)
    ]
    contrast_set = make_contrast_set(tmp_path / "set", rows)
    found = assess([predict(tmp_path / "m", contrast_set, {})], PROCEDURE)
    (row,) = found.suites_controlled
    assert (row.suite, row.pairs, row.control_pairs) == ("prospective", 1, 1)
