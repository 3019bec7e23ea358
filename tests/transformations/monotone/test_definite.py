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
        ("It is old.", "It is old."),
        ("This is a man.", "This is a man."),
        ("There is a house.", "There is a house."),
        ("Esther Dyson left.", "Esther Dyson left."),
        ("A man and woman left.", "The man and woman left."),
        ("A black race car stopped.", "The black race car stopped."),
        ("A man singing in a park.", "The man is singing in a park."),
        # What stands in front, and clauses of other subjects and asides at the end are left out.
        ("However, a man is singing.", "The man is singing."),
        ("After the war, the city grew, but its people left.", "The city grew."),
        ("They have a bar, which is always packed.", "They have a bar."),
        ("He met Kim, a doctor from Ohio.", "He met Kim."),
        ("The wind was cold so I had to take shelter.", "The wind was cold."),
        ("A Man in a hat is asleep.", "The man in a hat is asleep."),
    ],
)
def test_what_becomes_definite_or_is(text: str, expected: str) -> None:
    (outcome,) = find("under:the").apply([text])
    assert [each.text for each in outcome.variants] == [expected]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("Several men are singing.", "definite.no-such-subject"),
        ("Another man is singing.", "definite.no-such-subject"),
        ("A lot of people are singing.", "definite.no-such-subject"),
        ("A couple of workers are singing.", "definite.no-such-subject"),
        ("Not a single tree was cut down.", "definite.no-such-subject"),
        ("Thousands of fans were singing.", "definite.no-such-subject"),
        ("Two thirds of the voters left.", "definite.no-such-subject"),
        ("Several thousand fans were singing.", "definite.no-such-subject"),
        ("Nobody is singing.", "definite.no-such-subject"),
        ("Every man is singing.", "definite.no-such-subject"),
        ("There are many houses.", "definite.no-such-subject"),
        ("There was me.", "definite.no-such-subject"),
        ("There are some houses.", "definite.no-such-subject"),
        ("Only a man is singing.", "definite.no-such-subject"),
        ("70 percent of the dogs left.", "definite.no-such-subject"),
        ("A man may be singing.", "clause.modal"),
        ("I guess the man is singing.", "definite.opinion-verb"),
        ("A man probably left.", "statement.speaker-comment"),
        ("A man said 'go' to a boy.", "statement.quotation"),
        ("Never did a man sing.", "text.question"),
        ("(Yesterday) the man left.", "statement.fronted-phrase"),
        ("Either the man left or the woman did.", "statement.refers-back"),
    ],
)
def test_what_cannot_be_definite_or_is_no_single_statement(text: str, reason: str) -> None:
    assert find("under:the").apply([text])[0].declined == reason
