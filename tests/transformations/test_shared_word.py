"""``shared-word``: which word of both sentences is exchanged, and for what."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from litgen.transformations.protocol import Order, Outcome
from litgen.transformations.shared_word import SharedWord
from litgen.wordnet.locations import find_wordnet

pytestmark = pytest.mark.skipif(find_wordnet() is None, reason="WordNet is not installed")


class Ranker:
    """Gives a text less for each word that it does not like."""

    def __init__(self, *liked: str) -> None:
        self.liked = liked

    def total(self, texts: Sequence[str]) -> list[float]:
        return [0.0 if any(word in text for word in self.liked) else -9.0 for text in texts]


def made(premise: str, hypothesis: str, ranker: Any = None) -> Outcome:
    return SharedWord(Order("shared-word", ranker=ranker)).apply_pairs([(premise, hypothesis)])[0]


def test_a_noun_of_both_sentences_is_exchanged_in_both() -> None:
    both = "A man throws a frisbee at other frisbees.", "A frisbee is red."
    (variant,) = made(*both, Ranker("frisbee", "doll")).variants
    assert variant.parameters == {"edit": "frisbee-doll"}
    assert variant.text == "A man throws a doll at other dolls."
    assert variant.hypothesis == "A doll is red."
    badly = made(*both, Ranker("frisbee"))
    assert (badly.declined, badly.stage) == ("generation.implausible", "not read back")


def test_no_more_than_three_versions_of_a_word() -> None:
    found = made("A dog is running in a park.", "A dog is outside.").variants
    assert len(found) == 3
    assert len({each.text for each in found}) == 3


@pytest.mark.parametrize(
    ("premise", "hypothesis", "reason"),
    [
        ("A dog is running.", "A cat is outside.", "shared-word.none"),
        ("A dog is running.", "An animal, a dog, is outside.", "shared-word.related"),
        ("A singer sings.", "A singer is singing loudly.", "shared-word.related"),
        ("A hot dog is on the table.", "A hot dog is cold.", "shared-word.part-of-unit"),
        ("The idea is good.", "The idea is bad.", "shared-word.no-sibling"),
    ],
)
def test_words_that_are_left_alone(premise: str, hypothesis: str, reason: str) -> None:
    assert made(premise, hypothesis).declined == reason
