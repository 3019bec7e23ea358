"""What speaks for and against an output: what its sentence shows, its edits."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from litgen.engines.dependency import DependencyEngine
from litgen.engines.dependency.evidence import of_sentence
from litgen.engines.dependency.features import object_of
from litgen.transformations import find
from litgen.transformations.protocol import Variant


@pytest.fixture(scope="module")
def engine() -> DependencyEngine:
    return DependencyEngine()


def shown(engine: DependencyEngine, text: str) -> Mapping[str, float]:
    (parse,) = engine.parse([text])
    return of_sentence(parse.statements[0].analysis)


@pytest.mark.parametrize(
    ("text", "name", "value"),
    [
        ("A man who sings rides a bike.", "label relcl", 1),
        ("A man who sings rides a bike.", "tag VBZ", 2),
        ("A man who sings rides a bike.", "dobj after verb", 1),
        ("Two dogs running on the grass.", "caption", 1),
        ("Two dogs are running on the grass.", "caption", 0),
        ("A man rode a bike yesterday.", "npadvmod after verb", 1),
        ("A man, tired, rides a bike.", "tag ,", 2),
        ("On Monday a man rides a bike.", "prep before verb", 1),
        ("A man and a woman are riding bikes.", "NOUN beside NOUN", 1),
        ("A man resembles a woman.", "verb no_passive", 1),
    ],
)
def test_what_a_sentence_shows(
    engine: DependencyEngine, text: str, name: str, value: float
) -> None:
    assert shown(engine, text).get(name, 0.0) == value


def test_the_tagger_is_uncertain_of_what_may_be_two_things(engine: DependencyEngine) -> None:
    plain, odd = "The man is reading a book.", "The man fishes while she mans the boats."
    assert (
        shown(engine, plain)["greatest tag uncertainty"]
        < shown(engine, odd)["greatest tag uncertainty"]
    )


def test_outputs_of_a_grammar_have_a_confidence() -> None:
    texts = ["A man is riding a bike.", "Fish people dog the rides, it seems and man, bikes a"]
    plain, tangled = find("past").apply(texts)
    (variant,) = plain.variants
    assert variant.confidence is not None and 0.8 < variant.confidence < 1
    assert all(v.confidence is None or v.confidence < variant.confidence for v in tangled.variants)
    (word,) = find("drop:NOUN").apply(texts[:1])[0].variants
    assert word.confidence is None


def test_a_chain_is_as_sure_as_its_steps_are_together() -> None:
    (outcome,) = find("past+drop:NOUN").apply(["A man is riding a bike."])
    (alone,) = find("past").apply(["A man is riding a bike."])[0].variants
    assert isinstance(outcome.variants[0], Variant)
    assert outcome.variants[0].confidence == alone.confidence


def test_the_object_of_a_preposition_may_stand_before_it(engine: DependencyEngine) -> None:
    (parse,) = engine.parse(["Which car are they looking at?"])
    analysis = parse.readings[0].analysis
    target = object_of(analysis.doc, analysis.root_clause)
    assert target is not None and analysis.doc[target].text == "car"
