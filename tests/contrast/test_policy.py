"""The label policy against the table of labels that it must reproduce, cell by cell."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import pytest
from contrast_fakes import TRAITS

from litgen.contrast.decision import Decision
from litgen.contrast.notation import parse_contrast
from litgen.contrast.policy import load_policy
from litgen.exceptions import RuleError, UsageError
from litgen.transformations.protocol import Variant

WIDE = {"scope": "wide"}


def decide(
    text: str,
    label: str | None,
    grounds: Any = "default",
    premise: dict[str, Any] | None = None,
    hypothesis: dict[str, Any] | None = None,
    parameters: tuple[dict[str, str], dict[str, str]] = ({"role": "ARG1"}, {"role": "ARG1"}),
) -> Decision:
    contrast = parse_contrast(text)
    sides = [
        Variant(("",), given, traits={**TRAITS, **(traits or {})})
        for traits, given in zip((premise, hypothesis), parameters, strict=True)
    ]
    return load_policy(grounds).decide(contrast, label, *sides)


#: What two-class sources give, of entailment and of not entailment.
TWO = {
    "original;may": "entailment -",
    "original;negation": "not_entailment -",
    "negation;original": "- -",
    "past;future": "not_entailment not_entailment",
    "past;past": "entailment not_entailment",
    "may;original": "not_entailment not_entailment",
}


@pytest.mark.parametrize("text", TWO)
def test_two_classes(text: str) -> None:
    decisions = [
        load_policy().decide(
            parse_contrast(text), label,
            *[Variant(("",), {"role": "ARG1", "scope": "wide"}, traits=TRAITS)] * 2,
            two_classes=True,
        )
        for label in ("entailment", "not_entailment")
    ]  # fmt: skip
    assert " ".join(each.label or "-" for each in decisions) == TWO[text]


def test_two_classes_need_no_convention_where_logic_excludes_entailment() -> None:
    """That what may be contradicted is neutral is a convention; that it is not entailed is not."""
    assert decide("may;original", "contradiction").basis == "default"
    assert decide("may;original", "not_entailment").basis == "logic"
    assert decide("original;cleft", "neutral").label is None
    assert decide("original;cleft", "not_entailment").label == "not_entailment"


def row(text: str, grounds: Any = "default", **given: Any) -> str:
    """The cells for E, C and N: label and first letter of its basis, ``-`` for none."""
    cells = []
    for label in ("entailment", "contradiction", "neutral"):
        decision = decide(text, label, grounds, **given)
        cells.append(decision.label[0].upper() + decision.basis[0].upper()
                     if decision.label and decision.basis else "-")  # fmt: skip
    return " ".join(cells)


# contrast -> E, C, N with the ground: L logic, D default, C corruption.
TABLE = {
    "past;future": "ND ND ND",
    "future;past": "ND ND ND",
    "past;past": "EL CD ND",
    "future;future": "EL CD ND",
    "may;original": "ND ND NL",
    "might;original": "ND ND NL",
    "can;original": "ND ND NL",
    "original;may": "EL - -",
    "original;might": "EL - -",
    "original;can": "EL - -",
    "could;original": "ND ND ND",
    "should;original": "ND ND ND",
    "must;original": "- - ND",
    "original;must": "- - ND",
    "original;should": "- - ND",
    "original;could": "- - ND",
    "would;original": "- - -",
    "original;would": "- - -",
    "would;would": "- - -",
    "negation;original": "- - -",
    "negation;negation": "- - -",
    "passive;passive": "EL CD NL",
    "passive;original": "EL CD NL",
    "original;passive": "EL CD NL",
    "passive-short;original": "- - NL",
    "original;passive-short": "EL - -",
    "cleft;original": "EL CL -",
    "original;cleft": "- CL -",
    "cleft;cleft": "ED CL ND",
    "question;original": "- - -",
    "original;question": "- - -",
    "question;question": "- - -",
    "swap;swap": "- - -",
    "seem;original": "ND - ND",
    "want;original": "ND - ND",
    "try;original": "ND - ND",
    "original;seem": "- - ND",
    "original;want": "- - ND",
    "original;try": "- - ND",
    "hypothesis;premise": "- CL -",
    "synonym;synonym": "ED CD ND",
    "spelling;original": "ED CD ND",
    "original;tautology": "EL CL NL",
    "drop:NOUN;drop:NOUN": "EC CC NC",
    "shuffle;shuffle": "EC CC NC",
    "hypothesis-only;original": "EC CC NC",
    "past;original": "- - -",
    "may;may": "EL - ND",
    "original;negation+may": "- - -",
    "original;can+negation": "- - -",
    "negation+may;original": "- - -",
}


@pytest.mark.parametrize("contrast", TABLE)
def test_table(contrast: str) -> None:
    assert row(contrast) == TABLE[contrast]


def test_negation_with_wide_scope() -> None:
    wide = ({}, WIDE)
    assert row("original;negation", parameters=wide) == "CL EL NL"
    other = {"subject": "woman"}
    assert row("original;negation", parameters=wide, hypothesis=other) == "CL - NL"
    indefinite = {"subject_kind": "indefinite"}
    assert row("original;negation", parameters=wide, hypothesis=indefinite) == "CL - NL"


def test_negation_where_all_and_none_leave_a_gap() -> None:
    """What is said of all or none: a contradiction follows, and of what else is denied nothing."""
    wide = ({}, WIDE)
    row_of = partial(row, "original;negation", parameters=wide)
    several, part = {"homogeneity": "subject"}, {"homogeneity": "other"}
    assert row_of(hypothesis=several) == row_of(hypothesis=part) == "CL - -"
    assert row_of(hypothesis={"homogeneity": None}) == "CL - -"
    # The premise says of each of them what it says.
    assert row_of(premise=several, hypothesis=several) == "CL EL NL"
    for partly in ({"adverbs": True}, {"coordinated": True}, {"content": ["different"]}):
        assert row_of(premise={**several, **partly}, hypothesis=several) == "CL - -"


@pytest.mark.parametrize(
    ("premise", "hypothesis", "cells"),
    [
        ("episode", "habit", "CL EL NL"),
        ("habit", "habit", "CL - -"),
        ("state", "habit", "CL - -"),
        ("frequency", "habit", "CL - -"),
        ("frequency", "state", "CL - -"),
        ("frequency", "frequency", "CL EL NL"),
        ("habit", "frequency", "CL EL NL"),
        ("caption", "caption", "CL EL NL"),
        ("state", "caption", "CL - -"),
        ("caption", "state", "CL EL NL"),
        (None, "state", "CL EL NL"),
        (None, "habit", "CL - -"),
        (None, "episode", "CL EL NL"),
    ],
)
def test_negation_of_habits(premise: str | None, hypothesis: str, cells: str) -> None:
    told = {"premise": {"situation": premise}, "hypothesis": {"situation": hypothesis}}
    assert row("original;negation", parameters=({}, WIDE), **told) == cells


def test_negation_under_an_indefinite_or_a_numeral() -> None:
    assert row("original;negation", parameters=({}, {"scope": "narrow"})) == "- - -"
    assert row("original;negation", hypothesis={"subject_kind": "numeral"}) == "- - -"


def test_contraposition() -> None:
    text = "hypothesis+negation;premise+negation"
    assert row(text, parameters=(WIDE, WIDE)) == "ED - -"
    assert row(text, "logic", parameters=(WIDE, WIDE)) == "- - -"
    assert row(text, parameters=(WIDE, {"scope": "narrow"})) == "- - -"


def test_new_pairs() -> None:
    for text in ("original;premise+antonym", "hypothesis;antonym"):
        decision = decide(text, None)
        assert (decision.label, decision.basis) == ("contradiction", "default")


def test_symmetric_swap() -> None:
    both = {"symmetric": True}
    assert row("swap;swap", premise=both, hypothesis=both) == "EL CL NL"


@pytest.mark.parametrize(
    ("text", "cells"),
    [
        ("past+cleft;future+cleft", "ND ND ND"),
        ("past+passive;future+passive", "ND ND ND"),
        ("past+cleft;past+cleft", "ED CD ND"),
        ("may+passive;passive", "ND ND NL"),
        ("may+cleft;original", "- - -"),
        ("hypothesis+passive;premise", "- CD -"),
        ("passive+cleft;original", "EL CD -"),
        ("past+question;future", "- - -"),
    ],
)
def test_compositions_multiply_sets(text: str, cells: str) -> None:
    assert row(text) == cells


def test_the_focus_of_a_cleft_that_is_entailed() -> None:
    both = {role: {**TRAITS["arguments"][role], "coordinated": True} for role in ("ARG1", "ARG2")}
    decision = decide("cleft;cleft", "entailment", premise={"arguments": both})
    assert decision.reason == "focus covered"
    for label in ("contradiction", "neutral"):
        assert decide("cleft;cleft", label, premise={"arguments": both}).label == label


def test_sets_and_not_cells_are_multiplied() -> None:
    # may in the hypothesis leaves neutral {E, N}: no label; a premise with could then makes both N.
    assert decide("original;may", "neutral").label is None
    assert row("could;may") == "ND ND ND"


@pytest.mark.parametrize(
    ("text", "traits", "guard"),
    [
        ("may;original", {"modal": True}, "asserted"),
        ("may;original", {"negated": True}, "asserted"),
        ("passive;passive", {"question": True}, "asserted"),
        ("may;original", {"uncovered_clauses": 1}, "covered"),
        ("past;future", {"tense": "past"}, "present"),
        ("past;past", {"tense": "past"}, "present"),
        ("past;future", {"lasting": True}, "eventive"),
        ("past;future", {"generic": True}, "eventive"),
        ("past;future", {"end_of_state": True}, "no end of a state"),
        ("past;future", {"time_adverb": True}, "untimed"),
        ("passive;original", {"quantifiers": ["_every_q", "_a_q"]}, "one quantifier"),
        ("past+cleft;future+cleft", {"lasting": True}, "eventive"),
        ("past;future", {"modal": True}, "asserted or denied"),
    ],
)
def test_guards(text: str, traits: dict[str, Any], guard: str) -> None:
    decision = decide(text, "entailment", premise=traits)
    assert (decision.label, decision.reason) == (None, guard)
    assert decision.steps[-1].failed == guard


def test_existentials_commute() -> None:
    two = {"quantifiers": ["_a_q", "udef_q", "_the_q"]}
    assert decide("passive;original", "neutral", premise=two).label == "neutral"


def test_a_guard_asks_edited_sides_only() -> None:
    assert decide("may;original", "entailment", hypothesis={"negated": True}).label == "neutral"


def test_a_stative_hypothesis_about_a_bare_subject() -> None:
    state = {"stative": True, "roots": ["be"], "content": ["man", "bike"]}
    assert decide("may;original", "entailment", hypothesis=state).label == "neutral"
    dressed = {"arguments": {"subject": {**TRAITS["arguments"]["subject"], "words": ["jacket"]}}}
    decision = decide("may;original", "entailment", premise=dressed, hypothesis=state)
    assert decision.reason == "not of the participants"


def test_equal_texts_are_entailed_or_have_no_label() -> None:
    policy = load_policy()
    contrast = parse_contrast("past;past")
    sides = [Variant((text,), traits=TRAITS) for text in ("A man rode.", "a man rode")]
    assert policy.decide(contrast, "entailment", *sides).label == "entailment"
    for label in ("neutral", "contradiction"):
        decision = policy.decide(contrast, label, *sides)
        assert (decision.label, decision.basis, decision.reason) == (None, None, "equal texts")
    # What is corrupted keeps its label as a target; the papers' rules stay theirs.
    assert policy.decide(parse_contrast("shuffle;shuffle"), "neutral", *sides).label == "neutral"
    paper = load_policy("paper")
    assert paper.decide(parse_contrast("passive;passive"), "neutral", *sides).label == "neutral"


@pytest.mark.parametrize("trait", ["lasting", "generic", "perfect"])
def test_what_lasts_keeps_a_neutral_pair_neutral(trait: str) -> None:
    for text in ("past;future", "future;past"):
        assert decide(text, "neutral", premise={trait: True}).label == "neutral"
        assert decide(text, "contradiction", premise={trait: True}).reason == "eventive"


def test_a_missing_trait_gives_no_label() -> None:
    contrast = parse_contrast("past;future")
    edited = Variant(("",), traits={key: TRAITS[key] for key in TRAITS if key != "lasting"})
    decision = load_policy().decide(contrast, "entailment", edited, edited)
    assert decision.reason == "eventive (not known)"


def test_logic_keeps_only_what_follows() -> None:
    assert row("may;original", "logic") == "- - NL"
    assert row("passive;passive", "logic") == "EL - NL"
    assert row("cleft;cleft", "logic") == "- CL -"
    assert row("drop:NOUN;drop:NOUN", "logic") == "- - -"


PAPER = {
    "cleft;cleft": "ED CD ND",
    "passive;passive": "ED CD ND",
    "past;future": "ND ND -",
    "future;past": "ND ND -",
    "may;original": "ND ND -",
    "past+cleft;future+cleft": "ND ND -",
    "future+passive;past+passive": "ND ND -",
    "past;past": "- - -",
    "negation+passive;passive": "- - -",
    "cleft;original": "- - -",
}


@pytest.mark.parametrize("contrast", PAPER)
def test_the_papers_rules(contrast: str) -> None:
    assert row(contrast, "paper") == PAPER[contrast]


def test_the_paper_asks_for_the_present_tense_and_nothing_else() -> None:
    assert decide("past;future", "entailment", "paper", hypothesis={"tense": "past"}).label is None
    assert decide("past;future", "entailment", "paper", premise={"lasting": True}).label


def test_unknown_grounds() -> None:
    with pytest.raises(UsageError, match="'wild' is not one of default, logic, paper"):
        load_policy("wild")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("[[rule", "Expected"),
        ("[[rule]]\nbecause = 'x'", "rule 1: 'patterns' is missing"),
        ("[[rule]]\npatterns = ['a;b']", "'because' is missing"),
        ("[[rule]]\npatterns = ['a;b']\nbecause = 'x'\nguards = ['g']", "there is no guard 'g'"),
        ("[[rule]]\npatterns = ['{c};b']\nbecause = 'x'", "there is no class 'c'"),
        ("[[rule]]\npatterns = ['a;b']\nbecause = 'x'\nE = { logic = 'Q' }", "the letters E, C"),
        ("[[rule]]\npatterns = ['a b']\nbecause = 'x'", "pattern 'a b'"),
        ("[[rule]]\npatterns = ['a;b']\nbecause = 'x'\nX = 1", "unknown key 'X'"),
        ("[[rule]]\npatterns = ['a']\nbecause = 'x'\ndenied = []", "'denied' needs a pattern"),
        ("[[guard]]\nname = 'g'", "guard 'g': 'because' is missing"),
        (
            "[[guard]]\nname='g'\nbecause='x'\nfails=[]\nholds=[]\nsides='left'",
            "guard 'g' sides: Input should be 'edited', 'both'",
        ),
        (
            "[[guard]]\nname='g'\nbecause='x'\nfails=[]\nholds=[]\nsides='both'\ntraits={mood=1}",
            "there is no trait 'mood'",
        ),
        (
            "[[guard]]\nname='g'\nbecause='x'\nfails=[]\nholds=[]\nsides='both'\nrelation='moon'",
            "there is no relation 'moon'",
        ),
        (
            "[[guard]]\nname='g'\nbecause='x'\nfails=[]\nholds=[]\nsides='both'\nlight=['be']",
            "guard 'g': unknown key 'light'",
        ),
    ],
)
def test_a_bad_policy_file_names_file_and_reason(tmp_path: Path, text: str, reason: str) -> None:
    (tmp_path / "labels.toml").write_text(text)
    with pytest.raises(RuleError) as error:
        load_policy("default", tmp_path)
    assert str(tmp_path / "labels.toml") in str(error.value)
    assert reason in str(error.value)


def test_guards_and_rules_give_reasons() -> None:
    file = load_policy().file
    assert all(each.because for each in (*file.guards.values(), *file.rules, *file.paper))
