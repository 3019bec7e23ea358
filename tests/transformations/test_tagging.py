"""Taggers: which one is taken, what they say."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import nltk
import pytest

from litgen.exceptions import LitgenError, UsageError
from litgen.transformations import tagging
from litgen.transformations.tagging import TAGS, Remembering, choose_tagger, load_tagger

WORDS = ["Two", "dogs", "quickly", "chased", "the", "old", "cat", "and", "it", "left", ",", "too",
         "."]  # fmt: skip
HAS_DATA = choose_tagger() == "nltk"


@pytest.fixture
def no_data(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(nltk.data, "path", [])
    tagging._load.cache_clear()
    yield
    tagging._load.cache_clear()


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


def test_without_nltks_data(no_data: None) -> None:
    assert choose_tagger("auto") == "spacy"
    with pytest.raises(LitgenError, match=r"nltk\.downloader averaged.*or take --tagger spacy"):
        load_tagger("nltk")
    with pytest.raises(UsageError, match="'brill' is none of auto, nltk, spacy"):
        choose_tagger("brill")


def test_sentences_are_tagged_once() -> None:
    class Counting:
        seen: list[tuple[str, ...]] = []  # noqa: RUF012

        def tag(self, sentences: Sequence[Sequence[str]]) -> list[list[str]]:
            self.seen += map(tuple, sentences)
            return [["X"] * len(words) for words in sentences]

        def describe(self) -> dict[str, Any]:
            return {}

    tagger = Remembering(Counting())
    assert tagger.tag([["a"], ["b", "c"], ["a"]]) == [["X"], ["X", "X"], ["X"]]
    assert tagger.tag([["b", "c"]]) == [["X", "X"]]
    assert Counting.seen == [("a",), ("b", "c")]
