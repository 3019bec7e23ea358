"""The fragment itself: what its sentences look like, and which labels its models give."""

from __future__ import annotations

import random

import pytest

from tests.fragment.grammar import (
    Attitude,
    Clause,
    Conditional,
    Denied,
    NounPhrase,
    Phrase,
    Relative,
    Sentence,
    VerbPhrase,
    written,
)
from tests.fragment.reading import read
from tests.fragment.sampling import Sampler, pairs
from tests.fragment.semantics import Fragment, sizes

E, N, C = "entailment", "neutral", "contradiction"
SLEEP, SING = VerbPhrase("sleep"), VerbPhrase("sing")


def says(determiner: str, noun: str = "boy", verb: VerbPhrase = SLEEP, **more: object) -> Clause:
    return Clause(NounPhrase(determiner, noun, **more), verb)  # type: ignore[arg-type]


NO_HAT = Phrase("with", NounPhrase("no", "hat"))
SINGING = Relative(VerbPhrase("sing", negation="not"))
KIM = NounPhrase("", "Kim")
CASES: list[tuple[Sentence, Sentence, set[str]]] = [
    (says("every"), says("a"), {E}),
    (says("no"), says("not every"), {E}),
    (says("most"), says("every"), {N}),
    (says("two"), says("at least three"), {C, N}),
    (says("a", "dog", SLEEP), says("a", "animal", SLEEP), {E}),
    (says("no", "animal", SLEEP), says("no", "poodle", SLEEP), {E}),
    (says("a", phrase=NO_HAT), says("a"), {E}),
    (says("every", relative=SINGING), says("every"), {N}),
    (says("the"), says("the", adjective="young"), {N}),
    (says("the", adjective="young"), says("the"), {E, N}),
    (says("every", exception="Tom"), says("", "Tom"), {C}),
    (says("every", exception="Tom"), says("every", "boy", exception="Tom", adjective="tall"), {N}),
    (says("a", verb=SLEEP._replace(operator="fail to")), says("a"), {N}),
    (says("", "Tom", SLEEP._replace(operator="fail to")), says("", "Tom"), {C}),
    (says("", "Tom", SLEEP._replace(negation="never")), says("", "Tom", SLEEP), {C}),
    (Attitude(KIM, "know", says("a"), negated=True), says("a"), {E}),
    (Attitude(KIM, "believe", says("a")), says("a"), {N}),
    (Attitude(KIM, "believe", says("a"), wrongly=True), says("no"), {E}),
    (Denied("It is false that", says("no")), says("a"), {E}),
    (Conditional("if", says("", "Tom", SING), says("a")), says("a"), {N}),
    (Conditional("unless", says("", "Tom", SING), says("a")), says("a"), {N}),
]


@pytest.mark.parametrize("exact", [True, False], ids=["all", "sample"])
@pytest.mark.parametrize(("premise", "hypothesis", "labels"), CASES)
def test_labels_of_the_models(
    premise: Sentence, hypothesis: Sentence, labels: set[str], exact: bool
) -> None:
    fragment = Fragment(*sizes([premise, hypothesis]), exact=exact)
    assert fragment.label(premise, hypothesis) == labels


def test_sentences_agree() -> None:
    eat = VerbPhrase("eat", NounPhrase("a", "apple"), place="in the park", negation="not")
    women = NounPhrase(
        "two", "woman", "tall", relative=Relative(VerbPhrase("wear", NounPhrase("no", "hat")))
    )
    assert written(Clause(women, eat), True) == (
        "Two tall women who are wearing no hat are not eating an apple in the park."
    )
    assert written(Clause(NounPhrase("a", "animal"), eat, "passive"), False) == (
        "An apple was not eaten by an animal in the park."
    )
    assert written(Attitude(KIM, "know", says("no", "person"), negated=True), False) == (
        "Kim did not know that no person slept."
    )


def test_the_same_seed_draws_the_same_pairs() -> None:
    first, second = (
        [(pair.premise, pair.hypothesis, pair.labels) for pair in pairs(3, 4)] for _ in range(2)
    )
    assert first == second
    assert {E, N, C} == {label for _, _, labels in first for label in labels}


def test_what_is_written_is_read() -> None:
    rng = random.Random(2)
    for _ in range(60):
        sampler = Sampler(rng)
        sentence = sampler.sentence()
        text = written(sentence, sampler.progressive)
        if "short passive" not in str(sentence):  # whose agent is in no text
            assert (sentence, sampler.progressive) in [(each[0], each[2]) for each in read(text)]


@pytest.mark.parametrize(
    ("text", "other"),
    [
        ("No boy was sleeping.", "No boy is sleeping."),
        ("A boy may have slept.", "A boy may sleep."),
        ("It is true that the girl didn't sing.", "The girl did not sing."),
        ("A hat was worn in the park by a man.", "A hat was worn by a man in the park."),
    ],
)
def test_other_writings_are_read(text: str, other: str) -> None:
    assert {each.sentence for each in read(text)} & {each.sentence for each in read(other)}


@pytest.mark.parametrize("text", ["No boy sleeps.", "A boys slept.", "A boy slept a car.", "Boys."])
def test_what_is_not_of_the_fragment_is_not_read(text: str) -> None:
    assert read(text) == []
