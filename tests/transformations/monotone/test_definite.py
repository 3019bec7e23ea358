"""Subjects made definite."""

from __future__ import annotations

import pytest

from litgen.transformations import find


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a man in a hat is riding a bike", "The man in a hat is riding a bike."),
        ("An old man and two women are singing.", "The old man and the two women are singing."),
        ("Three dogs are running.", "The three dogs are running."),
        ("Some people are singing.", "The people are singing."),
        ("Young children are playing.", "The young children are playing."),
        ("His dog is barking.", "His dog is barking."),
        ("Alice and Bob are singing.", "Alice and Bob are singing."),
        ("They are singing.", "They are singing."),
    ],
)
def test_what_becomes_definite_or_is(text: str, expected: str) -> None:
    (outcome,) = find("under:the").apply([text])
    assert [each.text for each in outcome.variants] == [expected]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("Several men are singing.", "no subject that may be definite"),
        ("Another man is singing.", "no subject that may be definite"),
        ("A lot of people are singing.", "no subject that may be definite"),
        ("A couple of workers are singing.", "no subject that may be definite"),
        ("Nobody is singing.", "no subject that may be definite"),
        ("Every man is singing.", "no subject that may be definite"),
        ("This is a man.", "no subject that may be definite"),
        ("A man may be singing.", "modal"),
        ("I guess the man is singing.", "an opinion"),
        ("A man probably left.", "a judgement of the speaker"),
        ("A man said 'go' to a boy.", "a quotation"),
        ("However, a man is singing.", "joined to what stands before"),
        ("A man singing in a park.", "no clause"),
    ],
)
def test_what_cannot_be_definite_or_is_no_single_statement(text: str, reason: str) -> None:
    assert find("under:the").apply([text])[0].declined == reason
