"""What sentences take for granted."""

from __future__ import annotations

import pytest

from litgen.exceptions import UsageError
from litgen.transformations import find


def told(name: str, text: str) -> str:
    (outcome,) = find(f"presupposed:{name}").apply([text])
    return outcome.variants[0].text if outcome.variants else f"({outcome.declined})"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The old man is riding a bike.", "There is an old man."),
        ("The old man isn't riding a bike.", "There is an old man."),
        ("The two girls were singing.", "There were two girls."),
        ("The man in a hat left.", "There was a man in a hat."),
        ("The man who sang left.", "There was a man who sang."),
        ("The man who is singing bought a hat.", "(presupposition.complex-description)"),
        ("The group of men left.", "There was a group of men."),
        ("The manner of it helped.", "(presupposition.complex-description)"),
        ("The manner helped the boys.", "(presupposition.relational-noun)"),
        ("The parent left.", "(presupposition.kinship-noun)"),
        ("The parent who left was old.", "There was a parent who left."),
        ("A man is riding a bike.", "(presupposition.no-definite-subject)"),
        ("Alice is riding a bike.", "(presupposition.no-definite-subject)"),
        ("The other man left.", "(presupposition.complex-description)"),
        ("The tallest man is singing.", "(presupposition.complex-description)"),
        ("The man and the woman left.", "(presupposition.complex-description)"),
        ("The emergence of the city is a surprise.", "(presupposition.complex-description)"),
        ("The sun is shining.", "(presupposition.unique)"),
        ("The Boston coast is beautiful.", "(presupposition.unique)"),
    ],
)
def test_a_definite_subject_presupposes_that_there_is_one(text: str, expected: str) -> None:
    assert told("existence", text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The man's old dog is barking.", "The man has an old dog."),
        ("The girls' dogs were barking.", "The girls had dogs."),
        ("His dog is barking.", "(presupposition.no-possessive)"),
        ("The dog is barking.", "(presupposition.no-possessive)"),
    ],
)
def test_a_possessive_presupposes_that_somebody_has_one(text: str, expected: str) -> None:
    assert told("possession", text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("A man in a hat is riding a bike.", "Someone is riding a bike."),
        ("Two girls sang.", "Someone sang."),
        ("Two girls are singing.", "(presupposition.plural-subject)"),
        ("A couple of workers are singing.", "(presupposition.plural-subject)"),
        ("A man and a woman sit on a deck.", "(presupposition.plural-subject)"),
        ("Two girls will sing.", "Someone will sing."),
        ("A dog is barking.", "(presupposition.no-person)"),
        ("He is riding a bike.", "(presupposition.no-person)"),
        ("A man lost his hat.", "(presupposition.pronoun)"),
        ("Is a man riding a bike?", "(text.question)"),
    ],
)
def test_somebody_in_place_of_the_subject(text: str, expected: str) -> None:
    assert told("somebody", text) == expected


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("absence", "The old man is riding a bike.", "There is no old man."),
        ("lack", "The man's old dog is barking.", "The man has no old dog."),
        ("nobody", "A man in a hat is riding a bike.", "No one is riding a bike."),
        ("nobody", "A dog is barking.", "(presupposition.no-person)"),
        ("nobody", "The man will never win.", "(clause.negated)"),
    ],
)
def test_what_contradicts_a_presupposition(name: str, text: str, expected: str) -> None:
    assert told(name, text) == expected


def test_another_name_is_refused() -> None:
    with pytest.raises(UsageError, match="possession, somebody, absence, lack, nobody"):
        find("presupposed:uniqueness")
