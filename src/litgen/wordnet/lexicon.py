"""WordNet's senses and words as plain values, which can be stored and passed between threads."""

import os
import threading
from collections.abc import Collection, Mapping
from functools import cached_property, lru_cache
from itertools import count, islice
from typing import Any, Literal, NamedTuple

from litgen.exceptions import LitgenError
from litgen.wordnet.locations import BY_HAND, Place, find_wordnet

#: Parts of speech: noun, verb, adjective, adverb.
Pos = Literal["n", "v", "a", "r"]
#: Number of results that are cached per method.
_KEPT = 65536
#: Maximum number of hyponyms counted per sense.
_KINDS = 500


class Sense(NamedTuple):
    """A sense (synset), which several words may share."""

    name: str  #: NLTK's name, such as ``dog.n.01``
    pos: Pos  #: ``n``, ``v``, ``a`` or ``r``
    #: words of the sense in WordNet's order, spelled as in the database but with spaces
    lemmas: tuple[str, ...]
    #: how often each word was tagged with this sense in WordNet's corpora
    counts: tuple[int, ...]
    field: str  #: name of the lexicographer file, such as ``noun.animal``
    definition: str
    examples: tuple[str, ...] = ()

    def count(self, lemma: str) -> int:
        """Return how often a word was tagged with this sense.

        Example:
            >>> Sense("dog.n.01", "n", ("dog", "domestic dog"), (42, 0), "", "").count("dog")
            42
        """
        return self.counts[self.lemmas.index(lemma)] if lemma in self.lemmas else 0


class WordNet:
    """A WordNet database, safe for use by several threads and in forked processes.

    Raises:
        LitgenError: the database is damaged.
    """

    def __init__(self, place: Place) -> None:
        from litgen.wordnet.reader import Reader

        self.place = place
        self._reader: Reader = Reader(place)
        self._lock = threading.Lock()
        # A lock that another thread holds at the time of a fork would never be released.
        os.register_at_fork(after_in_child=self._renew_lock)
        self.senses = lru_cache(_KEPT)(self._senses)
        self.antonyms = lru_cache(_KEPT)(self._antonyms)
        self.signature = lru_cache(_KEPT)(self._signature)
        self.above = lru_cache(_KEPT)(self._above)
        self.heights = lru_cache(_KEPT)(self._heights)
        self.size = lru_cache(_KEPT)(self._size)
        self.lemmas = lru_cache(_KEPT)(self._lemmas)
        self.first_words = lru_cache(_KEPT)(self._first_words)
        self._definitions = lru_cache(_KEPT)(self._definitions_of)

    def _renew_lock(self) -> None:
        self._lock = threading.Lock()

    def describe(self) -> Mapping[str, str]:
        return self._description

    @cached_property
    def _description(self) -> dict[str, str]:
        with self._lock:
            return {"version": str(self._reader.get_version()), "sha256": self._reader.sha256()}

    def _senses(self, lemma: str, pos: Pos) -> tuple[Sense, ...]:
        """Return a base form's senses for one part of speech, the most frequent first.

        Args:
            lemma: a base form; case is ignored, and spaces separate the words of a compound.
            pos: ``n``, ``v``, ``a`` (including satellites) or ``r``.
        """
        key = lemma.lower().replace(" ", "_")
        with self._lock:
            found = self._reader.synsets(key, pos)
            # NLTK may take the word as an inflected form and return senses of its base form.
            own = [s for s in found if any(key == name.lower() for name in s.lemma_names())]
            return tuple(_sense(synset) for synset in dict.fromkeys(own))

    def _antonyms(self, sense: str, lemma: str | None = None) -> tuple[str, ...]:
        """Return the antonyms of ``lemma`` in a sense; if it is None, of all words of the sense."""
        with self._lock:
            lemmas = self._reader.synset(sense).lemmas()
            return tuple(
                dict.fromkeys(
                    antonym.name().replace("_", " ")
                    for each in lemmas
                    if lemma is None or each.name().replace("_", " ") == lemma
                    for antonym in each.antonyms()
                )
            )

    def _above(self, sense: str) -> frozenset[str]:
        """Return all hypernyms of a sense, direct and indirect, and the sense itself."""
        return frozenset(self.heights(sense))

    def _heights(self, sense: str) -> Mapping[str, int]:
        """Map a sense and all its hypernyms to their distances from the sense (0 for the sense)."""
        with self._lock:
            found: dict[str, int] = {}
            level = {sense: self._reader.synset(sense)}
            for height in count():
                found |= dict.fromkeys(level, height)
                up = [a for s in level.values() for a in s.hypernyms() + s.instance_hypernyms()]
                level = {each.name(): each for each in up if each.name() not in found}
                if not level:
                    break
            return found

    def _size(self, sense: str) -> int:
        """Return the number of direct and indirect hyponyms of a sense, or 500 if it has more."""
        with self._lock:
            synset = self._reader.synset(sense)
            kinds = synset.closure(lambda each: each.hyponyms())
            return sum(1 for _ in islice(kinds, _KINDS))

    def _lemmas(self, sense: str) -> tuple[str, ...]:
        """Return the words of a sense in lower case and with spaces."""
        with self._lock:
            names = self._reader.synset(sense).lemma_names()
            return tuple(name.replace("_", " ").lower() for name in names)

    def _signature(self, sense: str) -> tuple[str, ...]:
        """Return the glosses and words of a sense and of the senses related to it.

        These are its hypernyms, hyponyms, parts and wholes, and similar senses (Banerjee and
        Pedersen 2002, extended gloss overlaps).
        """
        with self._lock:
            synset = self._reader.synset(sense)
            kin = [
                *synset.hypernyms(), *synset.hyponyms(), *synset.part_meronyms(),
                *synset.part_holonyms(), *synset.member_holonyms(), *synset.similar_tos(),
                *synset.also_sees(),
            ]  # fmt: skip
            texts = [synset.definition(), *synset.examples()]
            texts += [name.replace("_", " ") for name in synset.lemma_names()]
            for each in kin:
                texts += [each.definition(), *(n.replace("_", " ") for n in each.lemma_names())]
            return tuple(texts)

    def _first_words(self, word: str) -> tuple[str, ...]:
        """Return the words of NLTK's first sense of a word, in any part of speech."""
        with self._lock:
            found = self._reader.synsets(word)
            return tuple(n.replace("_", " ") for n in found[0].lemma_names()) if found else ()

    @cached_property
    def phrases(self) -> frozenset[str]:
        """All multi-word entries in lower case and with spaces, such as *ice cream*."""
        with self._lock:
            names = self._reader.all_lemma_names()
            return frozenset(name.replace("_", " ") for name in names if "_" in name)

    def lesk(self, context: Collection[str], word: str) -> tuple[str, str] | None:
        """Return the sense that Lesk's algorithm picks in the NLTK of 2018, and its part of speech.

        Among senses whose definitions share equally many words with the context, it picks the one
        whose name sorts last; newer versions of NLTK pick the first that WordNet lists.

        Returns:
            NLTK's name of the sense, and ``n``, ``v``, ``a``, ``s`` (satellite adjective) or ``r``.

        Example:
            >>> load_wordnet().lesk(["the", "old", "man"], "old")  # doctest: +SKIP
            ('old.s.08', 's')
        """
        words = set(context)
        candidates = self._definitions(word)
        if not candidates:
            return None
        _, name, pos = max((len(words & shared), name, pos) for name, pos, shared in candidates)
        return name, pos

    def _definitions_of(self, word: str) -> tuple[tuple[str, str, frozenset[str]], ...]:
        with self._lock:
            return tuple(
                (synset.name(), synset.pos(), frozenset(synset.definition().split()))
                for synset in self._reader.synsets(word)
            )


def _sense(synset: Any) -> Sense:
    lemmas = synset.lemmas()
    return Sense(
        synset.name(),
        "a" if synset.pos() == "s" else synset.pos(),
        tuple(each.name().replace("_", " ") for each in lemmas),
        tuple(each.count() for each in lemmas),
        synset.lexname(),
        synset.definition(),
        tuple(synset.examples()),
    )


@lru_cache(maxsize=2)
def _load(place: Place) -> WordNet:
    return WordNet(place)


def load_wordnet() -> WordNet:
    """Load the first WordNet database found; this takes seconds, but only once per process.

    Raises:
        LitgenError: WordNet is missing or damaged; the message explains how to fix this.
    """
    place = find_wordnet()
    if place is None:
        raise LitgenError(
            f"WordNet is not installed: run litgen doctor --fetch wordnet, or {BY_HAND}"
        )
    return _load(place)
