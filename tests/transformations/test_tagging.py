"""Taggers: which one is taken, what they say."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import nltk
import pytest
from nltk.tag.perceptron import AveragedPerceptron, PerceptronTagger

from litgen.exceptions import LitgenError, UsageError
from litgen.transformations import tagging
from litgen.transformations.tagging import TAGS, Predictor, Tagger, choose_tagger, load_tagger

WORDS = ["Two", "dogs", "quickly", "chased", "the", "old", "cat", "and", "it", "left", ",", "too",
         "."]  # fmt: skip
PENN = ["CD", "NNS", "RB", "VBD", "DT", "JJ", "NN", "CC", "PRP", "VBD", ",", "RB", "."]
#: What a small tagger learns where NLTK's own data is not there, tags of the Penn Treebank.
TAGGED = [
    list(
        zip(
            WORDS,
            ["CD", "NNS", "RB", "VBD", "DT", "JJ", "NN", "CC", "PRP", "VBD", ",", "RB", "."],
            strict=True,
        )
    ),
    [("The", "DT"), ("old", "JJ"), ("dogs", "NNS"), ("quickly", "RB"), ("left", "VBD"), (".", ".")],
    [("It", "PRP"), ("chased", "VBD"), ("Two", "CD"), ("cat", "NN"), ("-", ":"), ("x@y", "FW")],
]
UNIVERSAL = {
    "CD": "NUM", "NNS": "NOUN", "NN": "NOUN", "RB": "ADV", "VBD": "VERB", "DT": "DET", "JJ": "ADJ",
    "CC": "CONJ", "PRP": "PRON", ",": ".", ".": ".", ":": ".", "FW": "X",
}  # fmt: skip


@pytest.fixture
def nltk_data(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """NLTK's data; files of the same form with a tagger trained here where it is not installed."""
    if choose_tagger() != "nltk":
        trained = PerceptronTagger(load=False)
        trained.train(TAGGED, nr_iter=8)
        model, universal = tmp_path / tagging._MODEL[0], tmp_path / tagging._MAP
        for path in (model, universal):
            path.parent.mkdir(parents=True)
        for name, part in zip(trained.param_files(), trained.encode_json_obj(), strict=True):
            (model.parent / name).write_text(json.dumps(part), "utf-8")
        universal.write_text("".join(f"{tag}\t{one}\n" for tag, one in UNIVERSAL.items()), "utf-8")
        monkeypatch.setattr(nltk.data, "path", [str(tmp_path)])
    load_tagger.cache_clear()
    yield
    load_tagger.cache_clear()


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


def test_nltk(nltk_data: None) -> None:
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


def test_nltk_tags_as_it_was_published(nltk_data: None) -> None:
    published = nltk.tag.perceptron.PerceptronTagger()
    ours = load_tagger("nltk")
    sentences = [WORDS, WORDS[::-1], ["Blorptious", "zzyx", "3-D", "1990", "x@y", "-"], ["a"]]
    mapped = ours._map
    for words, tags in zip(sentences, ours.tag(sentences), strict=True):
        assert tags == [mapped.get(tag, "X") for _, tag in published.tag(words)]


def test_without_nltks_data(no_data: None) -> None:
    assert choose_tagger("auto") == "spacy"
    with pytest.raises(LitgenError, match=r"nltk\.downloader averaged.*or use --tagger spacy"):
        load_tagger("nltk")
    with pytest.raises(UsageError, match="'brill' is not one of auto, nltk, spacy"):
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
