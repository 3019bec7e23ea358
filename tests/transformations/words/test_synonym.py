"""Synonyms: which words are replaced, which left alone, and how; the paper's function."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from litgen.exceptions import UsageError
from litgen.transformations import Order, Settings, find
from litgen.transformations.protocol import Outcome
from litgen.transformations.synonyms.paper import PaperSynonym, choose, prepared


def apply(texts: Sequence[str], name: str = "synonym", seed: int = 0) -> list[Outcome]:
    return find(name, settings=Settings(seed=seed)).apply(texts)


def said(outcome: Outcome) -> str:
    """What was made of a text, or why nothing was."""
    return outcome.variants[0].candidates[0] if outcome.variants else f"({outcome.declined})"


@pytest.mark.parametrize(
    ("text", "made"),
    [
        ("A kid is on a couch.", "A child is on a sofa."),
        ("Two kids are sitting on couches.", "Two children are sitting on sofas."),
        ("The kids' couch is red.", "The children's sofa is red."),
        ("She is holding an infant.", "She is holding a baby."),
        ("A  kid   is on\na couch .", "A  child   is on\na sofa ."),
        ("THE KID IS HAPPY.", "(word.name)"),
        ("The infant's mother is here.", "The baby's mother is here."),
        ("The man is on a couch.", "The guy is on a sofa."),  # a kind of man, says WordNet
        ("2 woman walking down the street", "(agreement.determiner-noun)"),
        ("Several fireman are working on a roof.", "(agreement.determiner-noun)"),
        ("The first guy is heading towards Washington.", "(synonym.condition)"),
        ("The option is not an option.", "(synonym.condition)"),
        ("Several individual are cleaning the ice.", "(synonym.number)"),
        (
            "They told me, sell us a, a hog, a plump hog, well I had to sell them",
            "(agreement.determiner-noun)",
        ),
        ("His lady is happy.", "(synonym.condition)"),
        ("The children play outside.", "The kids play outside."),
        ("The children are outside.", "The kids are outside."),
        ("Children think of others.", "(synonym.condition)"),  # as a rule
        ("The child needs rules.", "(synonym.condition)"),  # a state
        ("You stand near a child.", "(synonym.condition)"),
        ("A man says that a child is here.", "(synonym.condition)"),
        ("There is a dog near a child.", "There is a dog near a kid."),
        ("There are risks for the child.", "(synonym.condition)"),
        ("A child was growing.", "(synonym.condition)"),
        ("They recognize the organization.", "(synonym.condition)"),
        ("The color of the theater is gray.", "(synonym.condition)"),
    ],
)
def test_replaced(text: str, made: str) -> None:
    assert said(apply([text])[0]) == made


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("They watch a kid show.", "word.compound"),
        ("The kid is eating grass in the meadow with a goat.", "word.other-sense"),
        ("A kid is playing with a child.", "synonym.already-there"),
        ("Kid Ory is a kid who sings.", "synonym.not-listed"),  # one Kid would stay
        ("They shortened airplane and telephone.", "synonym.mentioned"),
        ('He calls her a "kid" now.', "synonym.mentioned"),
        ("It rained.", "synonym.not-listed"),
        ("\0\0", "synonym.not-listed"),
        ("", "synonym.not-listed"),
    ],
)
def test_left_alone(text: str, reason: str) -> None:
    assert said(apply([text])[0]) == f"({reason})"


def test_edits_lie_in_the_text() -> None:
    text = "A  man holds an infant on the couch."
    (variant,) = apply([text])[0].variants
    assert [edit[1:] for edit in variant.edits] == [
        ("man", "guy"),
        ("an infant", "a baby"),
        ("couch", "sofa"),
    ]
    assert variant.counts == {"replaced": 3, "read badly": 0}
    for edit in variant.edits:
        assert text[edit.start :].startswith(edit.before)


def test_the_same_whatever_the_order() -> None:
    texts = ["A kid is on a couch.", "An automobile is in the road.", "The man has a dog."] * 2
    for seed in range(3):
        forth, back = apply(texts, seed=seed), apply(texts[::-1], seed=seed)
        assert forth == back[::-1]
        assert forth == [apply([text], seed=seed)[0] for text in texts]


def test_arguments() -> None:
    assert find("synonym:VERB+ADJ").describe()["parts"] == ["VERB", "ADJ"]
    with pytest.raises(UsageError, match="unknown argument 'VERBS'"):
        find("synonym:VERBS")
    with pytest.raises(UsageError, match="remove VERB"):
        find("synonym:VERB,paper")
    assert find("synonym", settings=Settings(mode="paper")).describe()["mode"] == "paper"
    assert find("synonym:sound", settings=Settings(mode="paper")).describe()["mode"] == "sound"


# --- The paper's function ----------------------------------------------------------------------


def test_the_most_frequent_else_the_nearest() -> None:
    words = ("couch", "sofa", "lounge", "cough")
    assert choose("couch", words, {"couch": 9, "sofa": 1, "lounge": 2}) == "lounge"
    assert choose("couch", words, {"couch": 9}) == "cough"
    assert choose("couch", (), {}) == "couch"


def test_prepared() -> None:
    assert prepared("The Dog's, well-known  bone.") == "the dogs wellknown bone"


def test_two_passes() -> None:
    corpus = [
        "A kid sees the dog.",
        "The sofa is red.",
        "The kid is on the couch.",
        "A child runs.",
    ]
    first = PaperSynonym(Order("synonym:paper"))
    counts = first.survey(iter(corpus))
    assert counts == first.survey(reversed(corpus))
    assert counts["kid"] == 2
    second = PaperSynonym(Order("synonym:paper", survey=counts))
    assert [said(outcome) for outcome in second.apply(corpus)] == [
        "a child sees the domestic dog",
        "the couch is red",
        "the child is on the sofa",
        "a kid runs",
    ]
    assert said(first.apply(["A dog."])[0]) == "(synonym.no-survey)"


def test_word_types_are_replaced_whatever_they_are() -> None:
    """The paper's *light denim jacket*: where the noun has a synonym, the adjective changes."""
    made = PaperSynonym(Order("synonym:paper", survey={"man": 1}))
    assert said(made.apply(["man the boats"])[0]) == "adult male the boats"
    assert said(made.apply(["a dog"])[0]) == "(synonym.no-noun)"
