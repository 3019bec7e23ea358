"""Gates: known models fail and pass, too few pairs decide nothing."""

from __future__ import annotations

import json
from xml.etree import ElementTree

import pytest

from litgen.cli import run
from litgen.evaluation.gate import Check, Condition, gate, parse_condition
from litgen.exceptions import UsageError
from tests.evaluation.makers import make_contrast_set, predict, record

NEGATION, CONTROL = "original;negation", "negation;negation"


def a_set(folder, pairs):
    """Entailed pairs, each on a premise of its own, with a contrast and its control."""
    names = [f"p{chr(97 + i // 26)}{chr(97 + i % 26)}" for i in range(pairs)]
    return make_contrast_set(folder, [
        record(name, contrast, label, "entailment")
        for name in names
        for contrast, label in ((NEGATION, "contradiction"), (CONTROL, "entailment"))
    ])  # fmt: skip


def wrong(contrast_set, every, contrast=NEGATION):
    """Wrong answers to every so-many-th pair."""
    ids = [row["id"] for row in contrast_set if row["contrast"] == contrast]
    return dict.fromkeys(ids[::every], "E" if contrast == NEGATION else "N")


@pytest.mark.parametrize(
    ("condition", "every", "outcome"),
    [
        ("negation: loss > 2 points", None, "passed"),
        ("negation: loss > 2 points", 4, "failed"),
        ("negation: loss > 30 points", 4, "passed"),
        ("original;negation: accuracy < 90 %", 4, "failed"),
        ("original;negation: accuracy < 70 %", None, "passed"),
        ("negation: consistency < 90 %", 2, "failed"),
    ],
)
def test_outcomes(tmp_path, condition, every, outcome):
    contrast_set = a_set(tmp_path / "set", 400)
    said = wrong(contrast_set, every) if every else {}
    found = gate(predict(tmp_path / "model", contrast_set, said), [condition])
    assert found.outcome == outcome, [check.line for check in found.checks]


def test_words_alone_are_no_loss(tmp_path):
    """What is lost on the control as well is not lost because the meaning changed."""
    contrast_set = a_set(tmp_path / "set", 400)
    said = {**wrong(contrast_set, 4), **wrong(contrast_set, 4, CONTROL)}
    model = predict(tmp_path / "model", contrast_set, said)
    assert gate(model, ["loss > 2 points"]).outcome == "passed"
    assert gate(model, ["accuracy < 90 %"]).outcome == "failed"


@pytest.mark.parametrize("every", [None, 4])
def test_twenty_pairs_decide_nothing(tmp_path, every):
    contrast_set = a_set(tmp_path / "set", 20)
    said = wrong(contrast_set, every) if every else {}
    found = gate(predict(tmp_path / "model", contrast_set, said), ["loss > 2 points"])
    assert found.outcome == ("undecided" if every is None else found.outcome)
    assert found.outcome != "passed"


def test_against_a_baseline(tmp_path):
    contrast_set = a_set(tmp_path / "set", 400)
    good = predict(tmp_path / "good", contrast_set, {}, name="good")
    bad = predict(tmp_path / "bad", contrast_set, wrong(contrast_set, 5), name="bad")
    for condition in ("accuracy < baseline - 1 point", "loss > baseline + 1 point"):
        assert gate(bad, [condition], baseline=good).outcome == "failed"
        assert gate(good, [condition], baseline=bad).outcome == "passed"
    (check,) = gate(bad, ["loss > baseline"], baseline=good).checks
    assert check.value == pytest.approx(0.2)


def test_the_command(tmp_path, capsys):
    contrast_set = a_set(tmp_path / "set", 400)
    bad = predict(tmp_path / "bad", contrast_set, wrong(contrast_set, 4))
    junit, summary = tmp_path / "junit.xml", tmp_path / "summary.md"
    arguments = ["gate", str(bad), "--junit", str(junit), "--markdown", str(summary)]
    assert run([*arguments, "--fail-if", "original;negation: accuracy < 50 %"]) == 0
    assert run([*arguments, "--fail-if", "negation: loss > 2 points"]) == 3
    suite = ElementTree.parse(junit).getroot()
    assert (suite.get("tests"), suite.get("failures"), suite.get("errors")) == ("1", "1", "0")
    assert summary.read_text().count("###") == 2
    capsys.readouterr()
    assert run([*arguments, "--json", "--fail-if", "loss > 2 points"]) == 3
    assert json.loads(capsys.readouterr().out)["outcome"] == "failed"


@pytest.mark.parametrize(
    "text",
    [
        "loss",
        "loss > ",
        "loss < 2 points",
        "accuracy > 80 %",
        "speed > 2",
        "accuracy < baseline + 1",
    ],
)
def test_what_is_no_condition(text):
    with pytest.raises(UsageError):
        parse_condition(text)


def test_spelling_of_conditions():
    wanted = Condition("negation:  loss>2%", "negation", "loss", 0.02)
    assert parse_condition("negation:  loss>2%") == wanted
    assert parse_condition("past;future: accuracy < 80").where == "past;future"


def test_bad_input(tmp_path, capsys):
    contrast_set = a_set(tmp_path / "set", 40)
    other = make_contrast_set(tmp_path / "other", [record("a", NEGATION, "neutral", "neutral")])
    model = predict(tmp_path / "model", contrast_set, {})
    elsewhere = predict(tmp_path / "elsewhere", other, {})
    for arguments, says in [
        (["--fail-if", "negotiation: loss > 2"], "did you mean negation?"),
        (["--fail-if", "accuracy < baseline"], "needs a baseline"),
        (
            ["--fail-if", "accuracy < baseline", "--baseline", str(elsewhere)],
            "another contrast set",
        ),
        (["--fail-if", "loss > 2", "--tolerance", "1"], "between 0 and 1"),
    ]:
        assert run(["gate", str(model), *arguments]) in (1, 2)
        error = capsys.readouterr().err
        assert says in error and error.count("\n") == 1


def test_one_premise_decides_nothing(tmp_path):
    contrast_set = make_contrast_set(
        tmp_path / "set", [record("a", NEGATION, "neutral", "neutral")]
    )
    (check,) = gate(predict(tmp_path / "model", contrast_set, {}), ["accuracy < 50 %"]).checks
    assert (check.outcome, check.n, check.why) == ("undecided", 1, "fewer than two premises")


def test_a_check_without_power_gives_no_excess() -> None:
    condition = parse_condition("negation: loss > 2 points")
    few = Check(condition, NEGATION, "undecided", 3, -0.0, -0.5, 0.5, 0.4, detectable=2.476)
    assert "too few pairs to detect any excess" in few.line and "loss 0.0 points" in few.line
    assert "detects an excess of 12.5 points" in few._replace(detectable=0.125).line
