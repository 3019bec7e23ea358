"""Contrast notation: what it means, its canonical form, where it is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from litgen.contrast.notation import parse_contrast
from litgen.contrast.suites import find_suite, load_suites
from litgen.exceptions import RuleError, UsageError


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("past;future", "past;future"),
        (" past + cleft ; future+cleft", "past+cleft;future+cleft"),
        ("(past;future)+cleft", "past+cleft;future+cleft"),
        ("(past; original) + passive + cleft", "past+passive+cleft;passive+cleft"),
        ("may;original", "may;original"),
        ("hypothesis;premise", "hypothesis;premise"),
        ("premise+may;hypothesis", "may;original"),
        ("hypothesis+negation;premise+negation", "hypothesis+negation;premise+negation"),
        ("original;premise+antonym", "original;premise+antonym"),
    ],
)
def test_canonical_form(text: str, canonical: str) -> None:
    contrast = parse_contrast(text)
    assert str(contrast) == canonical
    assert parse_contrast(canonical) == contrast


def test_forms() -> None:
    forms = {text: parse_contrast(text).form for text in ("may;may", "hypothesis;premise",
             "original;premise+antonym", "hypothesis;antonym")}  # fmt: skip
    assert list(forms.values()) == ["pair", "exchanged", "new", "new"]


@pytest.mark.parametrize(
    ("text", "position", "what"),
    [
        ("original", 9, "';' is missing"),
        ("", 1, "the name of a transformation is missing"),
        ("a;b;c", 4, "only one ';' is allowed"),
        ("past+;future", 6, "the name of a transformation is missing"),
        (";past", 1, "the name of a transformation is missing"),
        ("pa st;x", 1, "'pa st' is not the name"),
        ("past;original+may", 6, "nothing may follow 'original'"),
        ("past;may+original", 10, "'original' must come first"),
        ("original;original", 1, "changes nothing"),
        ("(a;b)", 6, "'+' must follow ')'"),
        ("(a;b)+", 7, "the name of a transformation is missing"),
        ("(a)+b", 2, "the brackets must contain one ';'"),
        ("x(a;b)+c", 1, "'(' must come first"),
        ("(a;b+c", 1, "brackets do not match"),
    ],
)
def test_errors_say_where_and_how(text: str, position: int, what: str) -> None:
    with pytest.raises(UsageError) as error:
        parse_contrast(text)
    message = str(error.value)
    assert f"position {position}: " in message
    assert what in message
    assert "use the form premise;hypothesis" in message


def test_the_papers_nine_and_their_controls() -> None:
    suite = find_suite("lit")
    assert [str(each) for each in suite.contrasts] == [
        "cleft;cleft", "passive;passive", "future;past", "past;future", "may;original",
        "past+cleft;future+cleft", "past+passive;future+passive",
        "future+cleft;past+cleft", "future+passive;past+passive",
    ]  # fmt: skip
    sides = {side.steps for contrast in suite.contrasts for side in contrast if side.steps}
    controlled = {control.premise.steps for control in suite.controls}
    assert all(control.premise.steps == control.hypothesis.steps for control in suite.controls)
    assert sides - controlled == {("cleft",), ("passive",)}  # these keep their labels themselves


def test_no_such_suite() -> None:
    with pytest.raises(UsageError, match="did you mean lit or lit-paper"):
        find_suite("lite")


def test_all_is_made_of_the_suites_of_the_papers() -> None:
    parts = [find_suite(name) for name in ("lit", "stress", "antonym", "synonym", "sanity")]
    expected = [(contrast, part.name) for part in parts for contrast in part.all]
    assert list(find_suite("all").named) == expected


def test_suites_of_meaning_take_labels_by_logic_alone() -> None:
    suites = load_suites()
    strict = {name for name, suite in suites.items() if suite.by_logic == frozenset(suite.all)}
    assert strict >= {
        "monotonicity", "negation-scope", "aspect", "implicatives", "presupposition", "conditionals"
    }  # fmt: skip
    assert not find_suite("lit").by_logic


def test_a_ground_that_is_none_is_refused(tmp_path: Path) -> None:
    text = '[mine]\ncontrasts = ["past;future"]\nlabels = "proof"\n'
    (tmp_path / "suites.toml").write_text(text, encoding="utf-8")
    with pytest.raises(RuleError, match="labels is 'proof', but must be default or logic"):
        load_suites(tmp_path)


def test_a_contrast_is_repeated_over_lists(tmp_path: Path) -> None:
    text = """[mine]
contrasts = ["{verb};past", ["{side}+{verb};{side}", "{side};{side}+{verb}"], "swap-pair"]
families = [["{verb};past", "{verb};future"]]
over.verb = ["may", "must"]
over.side = ["premise", "hypothesis"]
"""
    (tmp_path / "suites.toml").write_text(text, encoding="utf-8")
    suite = find_suite("mine", tmp_path)
    assert [str(each) for each in suite.contrasts] == [
        "may;past", "must;past",
        "may;premise", "original;premise+may", "hypothesis+may;original", "hypothesis;may",
        "must;premise", "original;premise+must", "hypothesis+must;original", "hypothesis;must",
        "swap-pair",
    ]  # fmt: skip
    families = [[str(each) for each in family] for family in suite.families]
    assert families == [["may;past", "may;future"], ["must;past", "must;future"]]


@pytest.mark.parametrize(
    ("over", "message"),
    [
        ('over.verbs = ["may"]', r"suite 'mine': add a list for \{verb\} to \[mine.over\]"),
        ("over.verb = 3", "the form differs from that of litgen's file"),
        ('over.verb = [["may"]]', "the form differs from that of litgen's file"),
    ],
)
def test_a_list_that_is_none_is_refused(tmp_path: Path, over: str, message: str) -> None:
    text = f'[mine]\ncontrasts = ["{{verb}};past"]\n{over}\n'
    (tmp_path / "suites.toml").write_text(text, encoding="utf-8")
    with pytest.raises(RuleError, match=message):
        load_suites(tmp_path)
