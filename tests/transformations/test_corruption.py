"""Parts of speech dropped and kept, words shuffled."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from litgen.exceptions import UsageError
from litgen.transformations import Order, Settings, corruption, find
from litgen.transformations.corruption import Corruption, _last_mark
from litgen.transformations.tagging import Tagger

TAGS = {"two": "NUM", "dogs": "NOUN", "chase": "VERB", "a": "DET", "big": "ADJ", "cat": "NOUN",
        "it": "PRON", ".": "PUNCT", ",": "PUNCT"}  # fmt: skip


class Table(Tagger):
    def _tag(self, sentences: Sequence[tuple[str, ...]]) -> list[list[str]]:
        return [[TAGS.get(word.lower(), "X") for word in words] for words in sentences]

    def describe(self) -> dict[str, Any]:
        return {"name": "table"}


def corrupt(tags: Sequence[str], keep: bool, text: str, tokenized: bool = False) -> Any:
    order = Order("keep" if keep else "drop", tuple(tags), settings=Settings(tokenized=tokenized))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(corruption, "load_tagger", lambda wanted: Table())
        return Corruption(order).apply([text])[0].variants[0]


@pytest.mark.parametrize(
    ("tags", "keep", "text", "left", "changed"),
    [
        (["NOUN"], False, "Two dogs chase a big cat.", "Two chase a big.", 2),
        (["NOUN", "DET"], False, "Two dogs chase a big cat.", "Two chase big.", 3),
        (["NOUN", "VERB"], True, "Two dogs chase a big cat.", "dogs chase cat", 4),
        (["PRON"], False, "Two dogs chase a cat.", "Two dogs chase a cat.", 0),
        (["NOUN"], False, "Dogs", "", 1),
        (["NOUN"], False, "", "", 0),
    ],
)
def test_drop_and_keep(tags: list[str], keep: bool, text: str, left: str, changed: int) -> None:
    variant = corrupt(tags, keep, text)
    assert variant.candidates == (left,)
    assert variant.counts["changed"] == changed


def test_tokenized_text() -> None:
    variant = corrupt(["NOUN"], False, "Two dogs chase a cat .", tokenized=True)
    assert variant.candidates == ("Two chase a .",)
    assert variant.counts == {"tokens": 6, "changed": 2}


def test_names() -> None:
    settings = Settings(tagger="spacy")
    (outcome,) = find("drop:NOUN+PRON", settings=settings).apply(["She saw a dog."])
    assert outcome.variants[0].candidates == ("saw a.",)
    with pytest.raises(UsageError, match="unknown part of speech 'NOUNS': did you mean NOUN"):
        find("drop:NOUNS", settings=settings)
    with pytest.raises(UsageError, match="keep: no part of speech is given"):
        find("keep", settings=settings)


@pytest.mark.parametrize("size", [1, 2, 3])
def test_shuffled_words_are_the_same_words(size: int) -> None:
    text = "An old man in a red hat is slowly riding a bike across the bridge."
    made = find(f"shuffle:{size}")
    (variant,) = made.apply([text])[0].variants
    (shuffled,) = variant.candidates
    assert shuffled != text
    assert shuffled.endswith(".")
    words, new = text[:-1].split(), shuffled[:-1].split()
    assert sorted(new) == sorted(words)
    grams = {tuple(words[at : at + size]) for at in range(0, len(words), size)}
    whole = " ".join(new)
    assert all(" ".join(gram) in whole for gram in grams)
    assert made.apply([text, "x y z"])[0] == made.apply([text])[0]


def test_shuffling_depends_on_the_seed() -> None:
    text = "An old man in a red hat is slowly riding a bike across the bridge."
    found = [find("shuffle:1", settings=Settings(seed=seed)).apply([text])[0] for seed in range(4)]
    assert len({outcome.variants[0].candidates for outcome in found}) == 4


@pytest.mark.parametrize("text", ["Yes.", "no no no", "", "!", "Hello ."])
def test_nothing_to_shuffle(text: str) -> None:
    (outcome,) = find("shuffle").apply([text])
    assert outcome.declined == "shuffle.none"


@pytest.mark.parametrize(
    ("text", "mark"),
    [("It rains.", "."), ('He said "go."', '."'), ("Really?!", "?!"), ("dogs'", ""), ("...", "")],
)
def test_the_last_mark(text: str, mark: str) -> None:
    assert _last_mark(text) == mark


@pytest.mark.parametrize("name", ["shuffle:0", "shuffle:ten", "shuffle:1,2"])
def test_no_such_shuffle(name: str) -> None:
    with pytest.raises(UsageError, match="use shuffle:n with n from 1 to 9"):
        find(name)
