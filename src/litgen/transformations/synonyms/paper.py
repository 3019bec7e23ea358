"""The synonym function of Salvatore et al. (2023, section 4.2), as in the authors' code.

A first pass over the corpus counts the nouns. A second pass replaces each noun with one of the
lemmas of its first WordNet sense: the one most frequent among the counted nouns or, if none of them
occurs, the one closest in spelling. In addition to what the paper describes, the authors' code
lower-cases texts and removes punctuation, uses the first sense of any part of speech, skips a
synonym with the same stem, and replaces all occurrences of a word, whatever their part of speech.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from itertools import islice
from typing import Any

from litgen.replacement import Edit
from litgen.transformations.protocol import Order, Outcome, TextTransformation
from litgen.transformations.synonyms.table import PARTS

#: The authors' regular expression for punctuation; its range A-z keeps brackets, backslash, caret,
#: underscore and backquote.
_MARKS = re.compile(r"[^a-zA-z0-9\s]")
_SPACES = re.compile(r" +")
#: The number of texts in a batch of the first pass.
_BATCH = 2048


def prepared(text: str) -> str:
    """Prepare a text as the authors do: lower case, no punctuation, single spaces.

    Example:
        >>> prepared("A man's dog, on  a bike.")
        'a mans dog on a bike'
    """
    return _SPACES.sub(" ", _MARKS.sub("", text.lower()).removeprefix(" "))


class PaperSynonym(TextTransformation):
    """The paper's synonym function, which needs a survey of the corpus's nouns (``Surveying``)."""

    def __init__(self, order: Order) -> None:
        from litgen.wordnet import load_wordnet

        super().__init__(order)
        order.parts_of_speech(tuple(PARTS))
        self._wordnet = load_wordnet()
        self._counts: Mapping[str, int] | None = order.survey

    def survey(self, texts: Iterable[str]) -> dict[str, int]:
        """Count the nouns in a corpus; spaCy tags each sentence separately."""
        from litgen.engines.dependency.models import load_nlp

        counts: Counter[str] = Counter()
        left, nlp = iter(texts), load_nlp()
        with nlp.select_pipes(disable=["parser", "ner", "lemmatizer"]):  # only tags are needed
            while batch := list(islice(left, _BATCH)):
                repeats = Counter(prepared(text) for text in batch)
                docs = nlp.pipe(list(repeats), batch_size=128)
                for repeated, doc in zip(repeats.values(), docs, strict=True):
                    for token in doc:
                        counts[token.text] += repeated * (token.pos_ == "NOUN")
        return dict(sorted((+counts).items()))

    @cached_property
    def synonyms(self) -> dict[str, str]:
        from nltk.stem.porter import PorterStemmer

        stem = PorterStemmer().stem
        counts = self._counts or {}
        chosen = {word: choose(word, self._wordnet.first_words(word), counts) for word in counts}
        return {word: by for word, by in chosen.items() if stem(by) != stem(word)}

    def describe(self) -> Mapping[str, Any]:
        from litgen.engines.dependency.models import describe_nlp

        own = {"mode": "paper", "wordnet": dict(self._wordnet.describe())}
        # the paper does not include its list of words that are not replaced
        return {**super().describe(), **own, "veto": 0, **describe_nlp()}

    def _one(self, text: str) -> Outcome:
        if self._counts is None:
            return self._declined("synonym.no-survey")
        words = prepared(text).split()
        edits, at = [], 0
        for word in words:
            if word in self.synonyms:
                edits.append(Edit(at, word, self.synonyms[word]))
            at += len(word) + 1
        if not edits:
            return self._declined("synonym.no-noun")
        made = " ".join(self.synonyms.get(word, word) for word in words)
        return self._changed(made, *edits, replaced=len(edits))


def choose(word: str, synonyms: Sequence[str], counts: Mapping[str, int]) -> str:
    """Return the most frequent synonym in the corpus or, if none occurs, the closest in spelling.

    As in the authors' code, the alphabetically last synonym wins a tie in frequency, and the
    alphabetically first wins a tie in spelling.

    Example:
        >>> choose("dog", ("dog", "domestic dog", "Canis familiaris"), {"dog": 7})
        'domestic dog'
    """
    others = [each for each in synonyms if each != word]
    present = [each for each in others if each in counts]
    if present:
        return max(present, key=lambda each: (counts[each], each)).lower()
    if not others:
        return word.lower()
    from nltk.metrics.distance import edit_distance

    return min(others, key=lambda each: (edit_distance(word, each), each)).lower()
