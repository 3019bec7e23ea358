"""Word-sense disambiguation by sense frequency and context words.

A naive Bayes model combines two observations: the most frequent sense in WordNet's tagged corpora
is usually right, and a sense is more likely if its extended gloss shares words with the sentence
(Lesk 1986; Banerjee and Pedersen 2002).
"""

import math
import re
from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from litgen.tables import word_list
from litgen.wordnet.lexicon import Pos, Sense, WordNet

#: Added to every count, since WordNet's tagged corpora are small.
_SMOOTHING = 0.5
#: Weight of a shared word in nats, and the maximum number of shared words that count.
_WEIGHT, _ENOUGH = 0.8, 3
#: Minimum total prior probability of the ``usual`` senses.
MIN_USUAL_PRIOR = 0.9
_WORD = re.compile(r"[a-z]{3,}")


class Reading(NamedTuple):
    """A sense with the probability that it is intended."""

    sense: Sense
    probability: float


def read_senses(
    wordnet: WordNet, lemma: str, pos: Pos, context: Iterable[str], usual: Collection[str] = ()
) -> list[Reading]:
    """Return a word's senses with their probabilities in a context, the most probable first.

    Example:
        >>> found = read_senses(wordnet, "bank", "n", ["fish", "river"])  # doctest: +SKIP
        >>> found[0].sense.definition  # doctest: +SKIP
        'sloping land (especially the slope beside a body of water)'
    """
    senses = wordnet.senses(lemma, pos)
    if not senses:
        return []
    words = frozenset(stem for word in context for stem in _stems(word)) - _stems(lemma)
    weights = [
        prior
        * math.exp(_WEIGHT * min(len(words & _stems_of(wordnet.signature(sense.name))), _ENOUGH))
        for sense, prior in zip(senses, _priors(senses, lemma, usual), strict=True)
    ]
    total = sum(weights)
    found = [Reading(sense, weight / total) for sense, weight in zip(senses, weights, strict=True)]
    return sorted(found, key=lambda reading: -reading.probability)


def _priors(senses: Sequence[Sense], lemma: str, usual: Collection[str]) -> list[float]:
    counts = [sense.count(_own(sense, lemma)) + _SMOOTHING for sense in senses]
    known = sum(count for sense, count in zip(senses, counts, strict=True) if sense.name in usual)
    others = sum(counts) - known
    if not known or not others or known / (known + others) >= MIN_USUAL_PRIOR:
        return counts
    raised = MIN_USUAL_PRIOR / (1 - MIN_USUAL_PRIOR) * others / known
    return [
        count * (raised if sense.name in usual else 1.0)
        for sense, count in zip(senses, counts, strict=True)
    ]


def _own(sense: Sense, lemma: str) -> str:
    return next((each for each in sense.lemmas if each.lower() == lemma.lower()), lemma)


@lru_cache(maxsize=16384)
def _stems_of(texts: tuple[str, ...]) -> frozenset[str]:
    return frozenset(stem for text in texts for stem in _stems(text))


@lru_cache(maxsize=65536)
def _stems(text: str) -> frozenset[str]:
    return frozenset(
        _stem(word) for word in _WORD.findall(text.lower()) if word not in _stop_words()
    )


@lru_cache(maxsize=65536)
def _stem(word: str) -> str:
    return str(_stemmer().stem(word))


@lru_cache(maxsize=1)
def _stemmer():  # type: ignore[no-untyped-def]  # NLTK has no types
    from nltk.stem.porter import PorterStemmer

    return PorterStemmer()


@lru_cache(maxsize=1)
def _stop_words() -> frozenset[str]:
    from spacy.lang.en.stop_words import STOP_WORDS

    # Words that are common in glosses are not evidence for a sense.
    return frozenset(STOP_WORDS) | word_list("of_glosses")
