"""Labels on ground ``logic`` of what contrasts make of the fragment, against small models.

A record is tried where both of its sentences are sentences of the fragment, too.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

import pytest

from litgen.api import contrast_set
from tests.fragment.grammar import NOUNS, Attitude, Framed, Sentence, written
from tests.fragment.reading import PEOPLE, read
from tests.fragment.sampling import Pair, Sampler, pairs
from tests.fragment.semantics import Fragment, Meaning, sizes

#: What is made of one sentence.
SINGLE = (
    "premise;premise+drop-modifier", "premise+drop-modifier;premise",
    "premise;premise+drop-conjunct", "premise+drop-conjunct;premise",
    "premise;premise+hypernym", "premise+hypernym;premise",
    "premise;premise+quantifier", "premise+quantifier;premise",
    "premise+negation;premise+negation+drop-modifier",
    "premise+negation+hypernym;premise+negation",
    "premise+negation;premise+negation+quantifier",
    "premise+under:no;premise+under:no+drop-modifier",
    "premise+under:every+drop-modifier;premise+under:every",
    "premise+under:every;premise+under:every+drop-conjunct",
    "premise+under:the+negation;premise+under:the+negation+drop-modifier:predicate",
    "premise+under:the+preterite+manage-to+negation;premise+under:the+preterite",
    "premise+under:the+preterite+fail-to;premise+under:the+preterite+negation",
    "premise+under:the+preterite+refuse-to;premise+under:the+preterite",
    "premise+under:the+preterite+plan-to;premise+under:the+preterite",
)  # fmt: skip
#: What is made of two sentences with a label.
DOUBLE = (
    "original;negation", "original;affirmative", "original;frame:not-true",
    "original;double-negation", "passive;original", "original;passive", "passive;passive",
    "original;passive-short", "cleft;original", "original;may", "may;original",
    "original;hypernym", "original;drop-modifier", "drop-modifier;original",
    "original;quantifier", "hypothesis+negation;premise+negation",
)  # fmt: skip


class Tried(NamedTuple):
    contrast: str
    pair: Pair | None  #: None where a sentence is none of the fragment
    label: str
    why: str


class Bare(Fragment):
    """Takes nothing for granted: *every boy* may be nobody."""

    def meaning(self, *args: Any) -> Meaning:
        return super().meaning(*args)._replace(held=self.models.true)


def sentences(seed: int, number: int) -> list[str]:
    rng = random.Random(seed)
    found = dict[str, None]()
    while len(found) < number:
        sampler = Sampler(rng)
        sentence = sampler.sentence()
        if _may_be(sentence):
            found[written(sentence, sampler.progressive)] = None
    return list(found)


def labelled(seed: int, families: int) -> list[dict[str, str]]:
    """Pairs with one label in all readings, whether or not *every boy* may be nobody."""
    return [
        {"premise": each.premise, "hypothesis": each.hypothesis, "label": label}
        for each in pairs(seed, families, 3)
        for label in each.labels
        if len(each.labels) == 1 and all(map(_may_be, each.sentences))
        and Bare(*sizes(each.sentences)).label(*each.sentences) == each.labels
    ]  # fmt: skip


def _may_be(sentence: Sentence) -> bool:
    """Whether what is said, dreamt or believed can be true: of a contradiction all follows."""
    if not isinstance(sentence, Framed | Attitude):
        return True
    inner = sentence.clause
    return bool(Fragment(*sizes([inner])).label(inner, inner))


def tried(source: list[Any], contrasts: Iterable[str]) -> Iterator[Tried]:
    made = contrast_set(
        source,
        contrast=contrasts,
        labels="logic",
        rank="none",
        sentences=isinstance(source[0], str),
    )
    known = set()
    for record in made:
        text = record["premise"], record["hypothesis"]
        if record["label_basis"] != "logic" or (text, record["label"]) in known:
            continue
        known.add((text, record["label"]))
        yield Tried(
            record["contrast"],
            _pair(*text),
            record["label"],
            f"{record['contrast']}: {record['label_proof']}",
        )


def _pair(premise: str, hypothesis: str) -> Pair | None:
    """Two texts that are told alike, with the labels of all that they may mean."""
    found = [
        (one.sentence, other.sentence)
        for one in read(premise)
        for other in read(hypothesis)
        if one[1:] == other[1:]
    ]
    labels = frozenset(
        label
        for each in found
        for models in (Fragment, Bare)
        for label in models(*sizes(each)).label(*each)
        if not _may_name(each)
    )
    return Pair(premise, hypothesis, found[0], labels) if labels else None


def _may_name(sentences: Iterable[Sentence]) -> bool:
    """Whether a definite may be somebody who is named: *Mary slept or the singer danced*."""
    text = str(sentences)
    people = [noun for noun, each in NOUNS.items() if each.sort == "p"]
    named = any(f"'{name}'" in text for name in PEOPLE)
    return named and any(f"determiner='the', noun='{noun}'" in text for noun in people)


CASES = [
    pytest.param(sentences, 70, SINGLE, 110, id="of one sentence"),
    pytest.param(labelled, 20, DOUBLE, 110, id="of a pair"),
]


@pytest.mark.parametrize(("draw", "number", "contrasts", "least"), CASES)
def test_no_model_is_against_a_label(
    draw: Callable[[int, int], list[Any]], number: int, contrasts: tuple[str, ...], least: int
) -> None:
    found = list(tried(draw(1, number), contrasts))
    of_fragment = [each for each in found if each.pair is not None]
    faults = [each.pair.fault(each.label, each.why) for each in of_fragment if each.pair]
    assert [each for each in faults if each] == []
    # Enough of each, so that nothing passes for want of sentences.
    assert len(of_fragment) >= least
    assert {each.label for each in of_fragment} == {"entailment", "neutral", "contradiction"}
    assert len({each.contrast for each in of_fragment}) >= len(contrasts) // 2


def test_a_wrong_label_is_found() -> None:
    pair = _pair("Every young boy slept.", "Every boy slept.")
    assert pair is not None
    assert pair.fault("neutral", "") is None
    assert "true in a model" in str(pair.fault("entailment", "a wrong rule"))
