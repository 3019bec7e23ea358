"""The calculus: which labels follow, from the meanings that litgen ships and from others."""

from __future__ import annotations

from typing import Literal

import pytest

from litgen.exceptions import RuleError
from litgen.logic import (
    Assumption,
    Meaning,
    Rewriting,
    Side,
    counterexample,
    load_meanings,
    parse_formula,
    possible,
    spaces,
)

MEANINGS = load_meanings()


def meaning(says: str, **more: object) -> Meaning:
    return Meaning(("test",), "test", (parse_formula(says),), **more)  # type: ignore[arg-type]


def side(of: str, text: str) -> Side:
    steps = tuple(MEANINGS.of[name] for name in text.split("+")) if text != "original" else ()
    return Side(of, steps)  # type: ignore[arg-type]


def labels(contrast: str, *conventions: str) -> str:
    """The labels that may come of E, of C and of N."""
    premise, hypothesis = contrast.split(";")
    held = [MEANINGS.conventions[name] for name in conventions]
    return " ".join(
        "".join(
            sorted(possible(Rewriting(side("p", premise), side("h", hypothesis), source), held))
        )
        for source in ("E", "C", "N")
    )


# Each cell was thought through by hand; the order is E, C, N.
@pytest.mark.parametrize(
    ("contrast", "expected"),
    [
        ("past;past", "E CEN EN"),
        ("past;future", "CEN CEN CEN"),
        ("may;original", "EN CN N"),
        ("original;may", "E CEN EN"),
        ("may;may", "E CEN EN"),
        ("manage-to;original", "E C CEN"),
        ("original;manage-to", "CEN C CN"),
        ("original;negation", "C CEN CN"),
        ("negation;original", "CEN CEN CEN"),
        ("passive-short;original", "EN CN N"),
        ("original;passive-short", "E CEN EN"),
        ("cleft;original", "E C CEN"),
        ("original;cleft", "CEN C CN"),
        ("cleft;cleft", "CEN C CEN"),
        ("{tautology};original", "E C N"),
        ("{surface};{surface}", "CEN CEN CEN"),
    ],
)
def test_what_follows(contrast: str, expected: str) -> None:
    assert labels(contrast) == expected


@pytest.mark.parametrize(
    ("contrast", "convention", "expected"),
    [
        ("past;past", "same setting", "E C N"),
        ("may;may", "same setting", "E C N"),
        ("past;future", "same setting", "CEN CEN CEN"),
        ("manage-to;manage-to", "same setting", "E C CEN"),
        ("{surface};original", "wording", "E C N"),
    ],
)
def test_what_follows_by_a_convention(contrast: str, convention: str, expected: str) -> None:
    assert labels(contrast, convention) == expected


def test_of_one_scene_no_contradiction_is_told() -> None:
    cleft, scene = side("p", "cleft"), [MEANINGS.conventions["one scene"]]
    assert possible(Rewriting(cleft, side("h", "cleft"), "E"), scene) == {"E"}
    with pytest.raises(RuleError, match="no model satisfies it"):
        possible(Rewriting(cleft, side("h", "cleft"), "C"), scene)


@pytest.mark.parametrize("source", ["E", "N"])
def test_a_conditional_says_nothing_of_what_follows(source: Literal["E", "N"]) -> None:
    both = MEANINGS.of["conditional:if"]
    assert possible(Rewriting(Side("p", (both,)), Side("p", (both,)), source)) == {"N"}


def form(premise: Meaning | None, hypothesis: Meaning | None, **given: str) -> str:
    """The label of a pair that is made of one sentence."""
    ours, theirs = (Side("p", (each,) if each else (), given) for each in (premise, hypothesis))
    return "".join(sorted(possible(Rewriting(ours, theirs, None))))


def test_new_pairs_have_the_label_of_their_form() -> None:
    said = meaning("v", where=(parse_formula("v -> p"), parse_formula("not v -> not p")))
    one_way = meaning("v", where=(parse_formula("v -> p"),))
    assert form(said, None) == "E"
    assert form(None, said) == "E"
    assert form(one_way, None) == "E"
    assert form(None, one_way) == "N"
    assert form(meaning("not p"), None) == "C"
    assert form(meaning("p or q"), None) == "N"


def test_a_presupposition_survives_negation() -> None:
    stop, no = meaning("not p", presupposes=parse_formula("some t' < t: p(t')")), meaning("not p")
    past = meaning("some t' < t: p(t')")
    for steps in ((stop,), (stop, no)):
        rewriting = Rewriting(Side("p", steps), Side("p", (past,)), None)
        assert possible(rewriting) == {"E"}
    told = meaning("some t' < t: p(t') and not p")
    rewriting = Rewriting(Side("p", (told, no)), Side("p", (past,)), None)
    assert possible(rewriting) == {"N"}


@pytest.mark.parametrize(
    ("direction", "expected"),
    [("weaker", "E"), ("stronger", "N")],
)
def test_the_direction_of_an_edit(direction: str, expected: str) -> None:
    assert form(None, MEANINGS.of["{edit}"], direction=direction) == expected


def test_readings_must_all_agree() -> None:
    must = MEANINGS.of["must"]
    assert form(must, None) == "EN"  # what must be so is so; what ought to be need not
    assert len(list(spaces(Rewriting(Side("p", (must,)), Side("p"), None)))) == 2


def test_an_assumption_of_a_guard() -> None:
    swap = Side("p", (MEANINGS.of["swap"],))
    symmetric = Assumption(parse_formula("p(y, x) <-> p"), (0,))
    assert possible(Rewriting(swap, Side("h"), "E")) == {"E", "C", "N"}
    assert possible(Rewriting(swap, Side("h"), "E", (symmetric,))) == {"E"}


def test_what_a_convention_lets_understand_may_be_understood_or_not() -> None:
    only = meaning("p", by_convention={"exhaustivity": parse_formula("no x' != x: p(x')")})
    nobody_else = meaning("no x' != x: p(x')")
    rewriting = Rewriting(Side("p", (only,)), Side("p", (nobody_else,)), None)
    assert possible(rewriting) == {"E", "N"}
    assert possible(rewriting, [MEANINGS.conventions["exhaustivity"]]) == {"E"}


def test_a_counterexample_in_words() -> None:
    future = MEANINGS.of["future"]
    (space,) = spaces(Rewriting(Side("p", (future,)), Side("h"), "E"))
    assert counterexample(space, ("E", "C", "N")) is None
    assert counterexample(space, ("E",)) == (
        "p and h are true now in world 4, later in world 3, much later in world 3: "
        "in world 3 the new premise is true and the new hypothesis is false"
    )
    past = MEANINGS.of["past"]
    (space,) = spaces(Rewriting(Side("p", (past,)), Side("h", (past,)), "C"))
    told = counterexample(space, ("C",))
    assert told is not None
    assert told.endswith("the new premise is true and the new hypothesis is true")


def test_a_meaning_that_no_model_satisfies() -> None:
    never = meaning("p and not p")
    with pytest.raises(RuleError, match="the meaning of test: no model satisfies it"):
        list(spaces(Rewriting(Side("p", (never,)), Side("h"), "E")))


def test_a_word_is_the_same_of_a_sentence_that_was_not_changed() -> None:
    word = {"words": ("under-way",), "where": (parse_formula("p -> under-way"),)}
    every_part = meaning("p", words=("under-way",), where=(parse_formula("under-way -> p"),))
    was = meaning("some t' < t: under-way(t')", **word)
    done = meaning("some t' < t: p(t')")
    assert form_of((every_part, was), (done,)) == "E"
    assert form_of((was,), (done,)) == "N"
    # Of another sentence it is another: what is under way of the past is not that of the present.
    assert form_of((done, was), (was,)) == "N"


def form_of(premise: tuple[Meaning, ...], hypothesis: tuple[Meaning, ...]) -> str:
    """The label of a pair that is made of one sentence, of several steps on a side."""
    return "".join(sorted(possible(Rewriting(Side("p", premise), Side("p", hypothesis), None))))
