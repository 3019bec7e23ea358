"""``litgen show SENTENCE --rule NAME``: the way of one sentence through the embedded engine."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path

import pytest

from litgen.acceptability import DEFAULT_THRESHOLD, decider_of

BIKE = "A man is riding a bike."
#: The reading of the candidate has the relative clause's subject for that of the main clause.
MISREAD = "The changes managers make in production will save money."


@pytest.fixture
def explain(litgen):
    return partial(litgen, "show")


@pytest.fixture
def record(explain):
    def traced(sentence, rule):
        code, out, err = explain(sentence, "--rule", rule, "--json")
        assert (code, err) == (0, "")
        return json.loads(out)

    return traced


def test_the_way_of_a_sentence(explain):
    code, out, err = explain(BIKE, "--rule", "past+cleft")
    assert (code, err) == (0, "")
    for part in (
        "  riding  VBG   ROOT\n    man   NN    nsubj\n      A   DT    det\n",
        "_ride_v_1<9:15>",
        "  past: applies (",
        "  cleft: applies (",
        "edits (role ARG2)\n  Tense: clause riding, tense past\n  Focus: focus bike,",
        "candidate  It was a bike that a man was riding.",
        "fields: It was a bike that | a man | was riding | - | .",
        "read back: equal",
        "outcome: kept\n  It was a man who was riding a bike.",
    ):
        assert part in out
    assert "\x1b" not in out
    assert not any(line.endswith(" ") for line in out.splitlines())


def test_the_outcome_is_that_of_transform(record):
    from litgen.transformations import Settings, find

    for sentence, rule in ((BIKE, "past+cleft"), (BIKE, "swap"), (MISREAD, "past"),
                           ("A man rode a bike.", "past"), ("A dog.", "past")):  # fmt: skip
        outcome = record(sentence, rule)["outcome"]
        (made,) = find(rule, settings=Settings(lenient=True)).apply([sentence])
        assert (outcome["stage"], outcome["declined"]) == (made.stage, made.declined)
        for surface, variant in zip(outcome["surfaces"], made.variants, strict=True):
            assert surface in variant.candidates
        for assessment in outcome["assessments"]:
            assert assessment["confidence"] >= DEFAULT_THRESHOLD


def test_a_caption_is_read_as_a_clause(explain, record):
    text = "Two dogs running on the grass."
    assert "as a caption: Two dogs are running on the grass." in explain(text, "--rule", "past")[1]
    found = record(text, "past")
    assert (found["form"], found["read_as"]) == ("caption", "Two dogs are running on the grass.")


def test_repairs_of_the_tree_are_named(explain, record):
    import tomllib

    from litgen.tables import rules_folder

    repairs = tomllib.loads((rules_folder() / "repairs.toml").read_text("utf-8"))["repair"]
    repair = next(each for each in repairs if each["example"].endswith("."))
    text = repair["example"]
    assert repair["name"] in record(text, "past")["repairs"]
    assert f"repairs of the tree\n  {repair['name']}" in explain(text, "--rule", "past")[1]


def test_stopped_by_a_guard(explain, record):
    found = record(BIKE, "swap")
    assert found["variants"][0]["declined"] == "swap.inanimate-object"
    why = decider_of("swap.inanimate-object").reason
    out = explain(BIKE, "--rule", "swap")[1]
    assert found["variants"][0]["words"] == found["outcome"]["words"] == ["bike"]
    assert f"outcome: not generated\n  guard swap.inanimate-object (bike): {why}" in out
    assert out.count(why) == 2  # of the edits, and of the outcome


def test_a_rule_that_does_not_apply(record):
    found = record("A man rode a bike.", "past+cleft")
    past, cleft = found["rules"]
    assert (past["reached"], past["declined"]) == (True, "tense.already-past")
    assert (cleft["reached"], cleft["declined"]) == (False, None)
    assert found["variants"] == []


def test_not_read_back(explain):
    out = explain(MISREAD, "--rule", "past")[1]
    assert "generation.not-read-back: ARG1 differs: wanted changes, got managers" in out
    assert "strongest evidence, in log odds: not read back -" in out


def test_no_reading_has_a_tree_all_the_same(explain):
    code, out, _ = explain("A dog.", "--rule", "past")
    assert code == 0
    assert "tree\n  dog  NN    ROOT\n    A  DT    det\n" in out
    assert "past: not reached" in out
    assert "outcome: unparsed\n  parser parse.no-finite-verb: The text has no finite verb." in out
    assert (
        "outcome: unparsed\n  parser parse.empty: The text is empty."
        in explain("  ", "--rule", "past")[1]
    )


def test_a_page(explain, tmp_path):
    page = tmp_path / "way.html"
    assert explain(BIKE, "--rule", "past", "--html", page)[0] == 0
    written = page.read_text("utf-8")
    assert "<svg" in written and "A man was riding a bike." in written
    assert explain("Is <b> & a man riding?", "--rule", "past", "--html", page)[0] == 0
    assert "<b>" not in page.read_text("utf-8")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([BIKE, "--rule", "pats"], "there is no rule 'pats': did you mean past?"),
        ([BIKE, "--rule", "past+clef"], "there is no rule 'clef': did you mean cleft?"),
        ([BIKE, "--rule", "past+future"], "cannot be composed"),
        ([BIKE, "--rule", "past", "--engine", "ace"], "--rule needs the dependency engine"),
        ([BIKE, "--rule", "past", "--mrs"], "--mrs does not apply"),
        ([".", "--rule", "past"], "--rule does not apply: . is a contrast set"),
        ([BIKE, "--declined", "--rule", "past"], "--rule does not apply"),
        (["."], "either the ID of a contrast pair or --declined"),
        ([".", "--declined", "--html", "x.html"], "--html does not apply: . is a contrast set"),
    ],
)
def test_wrong_use_is_one_line(
    explain, arguments, message, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(tmp_path)
    code, out, err = explain(*arguments)
    assert (code, out) == (2, "")
    assert message in err
    assert err.count("\n") == 1


def test_sets_and_verbs_are_shown_by_what_they_hold():
    from litgen.engines.dependency.analysis import Verb
    from litgen.gallery.trace import as_text

    assert as_text(frozenset({"b", "a"})) == "a b"
    assert as_text(frozenset()) == "none"
    keep = Verb("keep", complement="gerund")
    assert "frozenset" not in as_text((keep,)) and " no" not in as_text((keep,))
    assert "keep" in as_text((keep,)) and "complement gerund" in as_text((keep,))
