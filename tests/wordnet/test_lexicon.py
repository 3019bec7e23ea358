"""Senses, antonyms, Lesk's choice; threads and processes."""

from __future__ import annotations

import multiprocessing
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from litgen.wordnet import WordNet
from litgen.wordnet.sensing import read_senses
from tests.wordnet.tiny import SENSES, tiny_wordnet


def test_senses(wordnet: WordNet) -> None:
    first, second = wordnet.senses("kid", "n")
    assert first.lemmas == ("child", "kid", "youngster")
    assert (first.counts, first.count("kid")) == ((40, 8, 1), 8)
    assert second.definition == "young goat that eats grass in the meadow"
    assert wordnet.senses("dog", "n")[0].examples == ("the dog barked",)
    assert wordnet.senses("Dog", "n") == wordnet.senses("dog", "n")
    assert wordnet.senses("dogs", "n") == ()  # NLTK would look for the base form
    assert wordnet.senses("dog", "v") == ()
    assert wordnet.senses("s", "n") == ()  # without its ending it is empty, as a header's line is


def test_the_index_has_every_word_by_its_part_of_speech(wordnet: WordNet) -> None:
    for sense in SENSES:
        for word, _ in sense.words:
            pos = sense.pos.replace("s", "a")
            found = wordnet.senses(word.replace("_", " "), pos)  # type: ignore[arg-type]
            assert sense.gloss.partition('; "')[0] in [each.definition for each in found]
    assert wordnet.senses("elderly", "a")[0].name == "aged.s.01"
    assert wordnet.senses("aardvark", "n") == wordnet.senses("zzz", "n") == ()


def test_antonyms(wordnet: WordNet) -> None:
    (sense,) = wordnet.senses("big", "a")
    assert wordnet.antonyms(sense.name, "big") == ("little",)
    assert set(wordnet.antonyms(sense.name)) == {"little", "small"}


def test_phrases(wordnet: WordNet) -> None:
    assert "hot dog" in wordnet.phrases
    assert "dog" not in wordnet.phrases


def test_description_is_of_the_data_alone(tmp_path: Path, wordnet: WordNet) -> None:
    again = tiny_wordnet(tmp_path / "elsewhere")
    assert again.describe() == wordnet.describe()
    assert again.describe()["version"] == "3.0"


def test_lesk(wordnet: WordNet) -> None:
    assert wordnet.lesk(["on", "the", "rails", "of", "a", "railroad"], "car") == (
        "car.n.02", "n",
    )  # fmt: skip
    assert wordnet.lesk(["word"], "word") is None


def test_the_sentence_says_which_sense(wordnet: WordNet) -> None:
    plain = read_senses(wordnet, "kid", "n", ["ride", "bike"])
    assert plain[0].sense.lemmas[0] == "child"
    assert sum(reading.probability for reading in plain) == pytest.approx(1)
    goat = read_senses(wordnet, "kid", "n", ["goat", "grass", "meadow"])
    assert goat[0].sense.lemmas == ("kid",)
    known = read_senses(wordnet, "kid", "n", [], usual=(goat[0].sense.name,))
    assert known[0].probability == pytest.approx(0.9)


def test_threads(tmp_path: Path) -> None:
    """Reading moves positions in files; without the lock answers get mixed up."""
    words = [("dog", "n"), ("kid", "n"), ("begin", "v"), ("hot", "a"), ("old", "a"), ("car", "n")]
    alone = tiny_wordnet(tmp_path)
    expected = [alone.senses(*word) for word in words] * 200

    def ask(word: tuple[str, str]) -> object:
        return shared._senses(*word)  # type: ignore[arg-type]  # past what is kept

    shared = tiny_wordnet(tmp_path)
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(ask, words * 200)) == expected


def test_a_fork_while_a_thread_reads(tmp_path: Path) -> None:
    wordnet = tiny_wordnet(tmp_path)
    context = multiprocessing.get_context("fork")
    answers = context.SimpleQueue()
    child = context.Process(target=lambda: answers.put(wordnet.senses("dog", "n")[0].name))
    with wordnet._lock:
        child.start()
    child.join(20)
    alive = child.is_alive()
    child.kill()
    assert not alive
    assert answers.get() == "dog.n.01"
