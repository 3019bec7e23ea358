"""``entity``: another name of the document in the claim, where the document does not support it."""

from __future__ import annotations

import pytest

from litgen.transformations.entities import MAX_CHARACTERS, Entity
from litgen.transformations.protocol import Order, Outcome

CLAIM = "Tom Hanks met Mary Brown in Paris."


def entity(document: str, claim: str = CLAIM) -> Outcome:
    (made,) = Entity(Order("entity")).apply_pairs([(document, claim)])
    return made


def test_a_name_of_the_same_type_and_the_document_as_it_is() -> None:
    document = f"{CLAIM} Two days later, Bill Clinton arrived."
    (variant,) = entity(document).variants
    assert variant.candidates == (document,)
    assert variant.hypothesis in (
        "Bill Clinton met Mary Brown in Paris.",
        "Tom Hanks met Bill Clinton in Paris.",
    )
    (edit,) = variant.edits
    assert edit.made_in(CLAIM) == variant.hypothesis


@pytest.mark.parametrize(
    "more",
    [
        "Bill Clinton met them there.",  # The document may support the new claim.
        "Bill Clinton left. Later, Clinton saw the director in Paris.",
        "That was Tom Hanks Junior.",  # A name with a word of the old one may be the same.
        "Two days later, the rain stopped in Texas.",  # A place takes no part in a meeting.
        "",
    ],
)
def test_no_name_that_might_be_right(more: str) -> None:
    assert not entity(f"{CLAIM} {more}").variants


def test_a_year_of_an_event_and_no_year_of_a_state() -> None:
    document = "The treaty was signed in 1979. Nothing changed until 1984."
    (variant,) = entity(document, "The treaty was signed in 1979.").variants
    assert variant.hypothesis == "The treaty was signed in 1984."
    assert not entity("He was ill in 1979. It rained in 1984.", "He was ill in 1979.").variants


def test_long_claims_and_claims_without_a_name_are_declined() -> None:
    assert entity("Bill Clinton left.", "It rained " * MAX_CHARACTERS).declined == "parse.too-long"
    assert entity("Bill Clinton left.", "It rained.").declined == "name.none"
    assert entity("It rained.").declined == "name.no-replacement"
