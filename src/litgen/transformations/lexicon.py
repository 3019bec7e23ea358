"""Which words there are in English."""

from __future__ import annotations

import json
import unicodedata
from functools import lru_cache
from pathlib import Path

from litgen.tables import word_list

_FURTHER = word_list("further_words")
#: Shorter entries of spaCy's list are mostly parts of words.
_LONG = 4


def is_word(word: str) -> bool:
    """Whether a lower-cased word is one of English.

    A stop word, one of ``further_words`` (``rules/words.toml``), a word of LemmInflect's
    dictionary, or one that spaCy's pipeline came with. Neither has words with accents (*café*), so
    each of them is one.

    Example:
        >>> is_word("from"), is_word("form"), is_word("frmo"), is_word("crêpe")
        (True, True, False, True)
    """
    from spacy.lang.en.stop_words import STOP_WORDS

    from litgen.engines.dependency.models import load_nlp
    from litgen.trees.morphology import known_as

    if not word.isascii() and _without_accents(word).isascii():
        return True
    known = word in STOP_WORDS or word in _FURTHER or known_as(word)
    return bool(known) or (len(word) >= _LONG and word in _seen(load_nlp().path))


def _without_accents(word: str) -> str:
    decomposed = unicodedata.normalize("NFKD", word)
    return "".join(letter for letter in decomposed if not unicodedata.combining(letter))


@lru_cache(maxsize=2)
def _seen(pipeline: Path | None) -> frozenset[str]:
    """The words on spaCy's disk; what it meets while it runs is added to its own list, not here."""
    if pipeline is None:
        return frozenset()
    strings = json.loads((pipeline / "vocab" / "strings.json").read_text("utf-8"))
    return frozenset(string for string in strings if string.isalpha())
