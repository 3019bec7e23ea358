"""Taggers: which one is taken, what they say."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any

import nltk
import pytest
from nltk.tag.perceptron import AveragedPerceptron

from litgen.exceptions import LitgenError, UsageError
from litgen.transformations import tagging
from litgen.transformations.tagging import TAGS, Predictor, Tagger, choose_tagger, load_tagger

WORDS = ["Two", "dogs", "quickly", "chased", "the", "old", "cat", "and", "it", "left", ",", "too",
         "."]  # fmt: skip
HAS_DATA = choose_tagger() == "nltk"


@pytest.fixture
def no_data(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(nltk.data, "path", [])
    load_tagger.cache_clear()
    yield
    load_tagger.cache_clear()


def test_spacy() -> None:
    (tags,) = load_tagger("spacy").tag([WORDS])
    assert tags == ["NUM", "NOUN", "ADV", "VERB", "DET", "ADJ", "NOUN", "CONJ", "PRON", "VERB",
                    "PUNCT", "ADV", "PUNCT"]  # fmt: skip
    assert load_tagger("spacy").tag([[], ["Dogs"], []]) == [[], ["NOUN"], []]
    assert load_tagger("spacy").describe()["name"] == "spacy"


@pytest.mark.skipif(not HAS_DATA, reason="the data of NLTK's tagger is not there")
def test_nltk() -> None:
    (tags,) = load_tagger("nltk").tag([WORDS])
    assert tags[:9] == ["NUM", "NOUN", "ADV", "VERB", "DET", "ADJ", "NOUN", "CONJ", "PRON"]
    assert set(tags) <= set(TAGS)
    assert len(load_tagger("auto").describe()["data_sha256"]) == 64


def test_the_table_of_weights_predicts_what_nltk_does() -> None:
    """On a model drawn at random, equal scores and features unknown among them."""
    draw = random.Random(3)
    labels = ["NN", "VB", "JJ", "DT", "ZZ"]
    weights = {
        f"feature {at}": {label: draw.choice((-0.1, 0.1, 0.3, 1.7)) for label in labels[: at % 5]}
        for at in range(60)
    }
    model = AveragedPerceptron(weights)
    model.classes = set(labels)
    predict = Predictor(model)
    for _ in range(500):
        names = [f"feature {draw.randrange(70)}" for _ in range(draw.randrange(6))]
        features = dict.fromkeys(names, draw.choice((1, 1, 1, 2)))
        assert predict(features) == model.predict(features)


@pytest.mark.skipif(not HAS_DATA, reason="the data of NLTK's tagger is not there")
def test_nltk_tags_as_it_was_published() -> None:
    published = nltk.tag.perceptron.PerceptronTagger()
    ours = load_tagger("nltk")
    sentences = [WORDS, WORDS[::-1], ["Blorptious", "zzyx", "3-D", "1990", "x@y", "-"], ["a"]]
    mapped = tagging._read_map()
    for words, tags in zip(sentences, ours.tag(sentences), strict=True):
        assert tags == [mapped.get(tag, "X") for _, tag in published.tag(words)]


def test_without_nltks_data(no_data: None) -> None:
    assert choose_tagger("auto") == "spacy"
    with pytest.raises(LitgenError, match=r"nltk\.downloader averaged.*or take --tagger spacy"):
        load_tagger("nltk")
    with pytest.raises(UsageError, match="'brill' is none of auto, nltk, spacy"):
        choose_tagger("brill")


def test_sentences_are_tagged_once() -> None:
    class Counting(Tagger):
        seen: list[tuple[str, ...]] = []  # noqa: RUF012

        def _tag(self, sentences: Sequence[Sequence[str]]) -> list[list[str]]:
            self.seen += map(tuple, sentences)
            return [["X"] * len(words) for words in sentences]

        def describe(self) -> dict[str, Any]:
            return {}

    tagger = Counting()
    assert tagger.tag([["a"], ["b", "c"], ["a"]]) == [["X"], ["X", "X"], ["X"]]
    assert tagger.tag([["b", "c"]]) == [["X", "X"]]
    assert Counting.seen == [("a",), ("b", "c")]
