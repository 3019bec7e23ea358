"""Where words stand, by scope and tree together: phrases, coordination, exceptions, claims."""

from __future__ import annotations

import re

import pytest

from litgen.engines import load_engine
from litgen.mrs.polarity import ARROWS, Polarity
from litgen.proving import prove_texts
from litgen.transformations.parsing import trees_of
from litgen.transformations.polarity import polarity_at, words_of
from litgen.transformations.positions import position_of

_WORD = re.compile(r"([\w'-]+)([↑↓=]?)")

#: Arrows as in ``rules/polarity.toml``; words without one are not looked at.
MARKED = [
    "A man↑ with no shoes↓ is eating↑ an apple↑.",
    "Every boy↓ with no hat↑ is eating↑ a red↑ apple↑.",
    "A house↑ with few windows= burned↑.",
    "A woman↑ who did not buy↓ a red↓ car↓ is eating↑ an apple↑.",
    "A dog↑ that no one owns↓ is eating↑ a red↑ apple↑.",
    "A girl↑ with hardly any hair↓ is eating↑ a red↑ apple↑.",
    "There are no red↓ cars↓ and no big↓ dogs↓ in the street.",
    "A girl bought= no red↓ cars↓ and two big= dogs=.",
    "She doesn't smoke↓ and she doesn't drink↓ vodka.",
    "A woman↑ is not eating↓ an apple↓, but a man↑ is eating↑ a red↑ apple↑.",
    "Nobody is singing↓ loudly↓, and a woman↑ is playing↑ a small↑ guitar↑.",
    "He is not a teacher↓ but a young= student=.",
    "All but one of the planes= landed= safely=.",
    "Everyone except the doctor= ate= a red= apple=.",
    "Exactly half of the dogs= barked= loudly=.",
    "Only young= dogs= were barking= loudly=.",
    "My neighbor hardly ever eats↓ a green↓ apple↓.",
    "Very few of the boys= are eating↓ a red↓ apple↓.",
    "At most a third of the girls= are riding= a horse=.",
    "Not every boy↑ is eating↓ an apple↓.",
    "Almost no boy= is eating↓ a red↓ apple↓.",
    "A man↑ looked↑ at most pictures=.",
    "No little↓ girl↓ is singing↓.",
    "It is a lie that a man= did not own= a dog=.",
    "There is no way that a man↓ did not buy↑ a red↑ car↑.",
]


@pytest.fixture(scope="module")
def readings():
    texts = [re.sub("[↑↓=]", "", each) for each in MARKED]
    parses = load_engine("dependency").parse(texts)
    return dict(zip(MARKED, (parse.readings[0] for parse in parses), strict=True))


@pytest.mark.parametrize("marked", MARKED)
def test_where_words_stand(readings, marked):
    drawn = {
        word.start: ARROWS[word.polarity.value]
        for word in words_of(readings[marked])
        if word.polarity is not None
    }
    wanted, at = [], 0
    for word, arrow in _WORD.findall(marked):
        at = readings[marked].text.index(word, at)
        if arrow:
            wanted.append((word, arrow, drawn.get(at)))
        at += len(word)
    assert [got for *_, got in wanted] == [arrow for _, arrow, _ in wanted], wanted


@pytest.mark.parametrize(
    ("text", "word", "value"),
    [
        ("It is a lie that a man did not own a dog.", "dog", "up"),
        ("It is a lie that a man owned a dog.", "dog", "down"),
        ("It is no lie that a man owned a dog.", "dog", "up"),
        ("It is not untrue that a man owned a dog.", "dog", "up"),
        ("The statement that a woman bought a car is false.", "car", "down"),
        ("The statement that a woman bought a car is not false.", "car", "up"),
        ("The statement that a woman bought a car is strange.", "car", "none"),
        ("To believe that a man ate an apple is to believe a falsity.", "apple", "down"),
        ("The boy was not proud that he fell off a horse.", "horse", "none"),
        ("A boy is not singing and playing a guitar.", "guitar", "none"),
        ("A boy is not singing or playing a guitar.", "guitar", "down"),
        ("Meat is never eaten by a woman.", "Meat", "none"),
        ("A boy bought neither a car nor a bike.", "car", "down"),
        ("A boy bought neither a car nor a bike.", "bike", "down"),
    ],
)
def test_places_in_a_tree(text, word, value):
    (tree,) = trees_of([text], names=True)
    token = next(each for each in tree if each.text == word)
    assert position_of(token).value == value


def test_a_phrase_is_not_under_its_own_negation():
    (tree,) = trees_of(["A man who did not buy a car slept."], names=True)
    buy = next(each for each in tree if each.text == "buy")
    assert position_of(buy).value == "down"
    assert position_of(buy, phrase=True).value == "up"


def test_nothing_is_concluded_where_scope_and_tree_differ():
    (tree,) = trees_of(["A man slept."], names=True)
    man = tree[1]
    assert polarity_at(Polarity("up"), man).polarity.value == "up"
    assert polarity_at(Polarity("down"), man).polarity.value == "none"
    assert polarity_at(Polarity("down"), man).value == "none"


def test_proofs_under_two_negations():
    pairs = [
        ("It is a lie that a dog caught no ball.", "It is a lie that a dog caught no softball."),
        ("It is untrue that he isn't on a horse.", "It is untrue that he isn't on an animal."),
        ("He isn't old and he isn't a teacher.", "He isn't old and he isn't a tall teacher."),
        ("He is not a teacher but a student.", "He is not a teacher but a tall student."),
    ]
    answers = [proof.answer for proof in prove_texts(pairs)]
    assert answers == ["neutral", "entailment", "entailment", None]
