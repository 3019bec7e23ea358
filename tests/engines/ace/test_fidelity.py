from __future__ import annotations

import pytest

from litgen.engines.ace.fidelity import parted, unfaithful

SHELVES = "A man with a cart is studying the shelves in an aisle."


@pytest.mark.parametrize(
    ("source", "surface"),
    [
        ("A boy plays.", "No boy plays."),
        ("The children can swim.", "The children can't swim."),
        ("The man's dog swims.", "The man’s dog won't be swimming."),
        ("boys play football", "Boys will play football."),
        ("Alice saw Bob.", "Did Alice see Bob?"),
        ("Two dogs ran.", "Two dogs seem to have run."),
    ],
)
def test_what_operators_change(source, surface):
    assert unfaithful(surface, source, moved=False) is None


@pytest.mark.parametrize(
    "surface",
    [
        "The shelves are being studied by a man with a cart in an aisle.",
        "It was the shelves that a man with a cart was studying in an aisle.",
        "It is a man with a cart who is studying the shelves in an aisle.",
    ],
)
def test_arguments_that_move(surface):
    assert unfaithful(surface, SHELVES, moved=True) is None


@pytest.mark.parametrize(
    ("source", "surface", "why"),
    [
        ("A dog runs in the sand.", "A dog ran in the Sand.", "other words"),
        ("Two dogs run.", "2 dogs ran.", "other words"),
        ("Boys of teams play.", "Boys of of teams will play.", "other words"),
        ("Two dogs run in a park.", "Two dogs ran.", "other words"),
        ("Two dogs chase a cat.", "Two dogs tried and chase a cat.", "other words"),
        ("She leaves after just eating.", "She left after eating just.", "another order"),
        ("A girl swings high in the air.", "A girl swung in the air high.", "another order"),
        ("A girl swings high in the air.", "A girl will swing, high in the air.", "added comma"),
    ],
)
def test_what_no_rule_asked_for(source, surface, why):
    assert unfaithful(surface, source, moved=False) == why


def test_what_a_rule_takes_away():
    source, surface = "The cats were chased by a dog.", "The cats were chased."
    assert unfaithful(surface, source, moved=True, shorter=True) is None
    assert unfaithful(surface, source, moved=True) == "other words"
    assert unfaithful("The cats were hunted.", source, moved=True, shorter=True) == "other words"


def test_parted_neighbours():
    assert parted(SHELVES, SHELVES) == 0
    assert parted("In an aisle a man with a cart is studying the shelves.", SHELVES) == 1
    assert parted("Something else.", SHELVES) > 10
