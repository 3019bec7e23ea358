"""Styles of wordings: how the surface forms of a rewriting differ."""

import re
from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

#: Map dimensions of style to values, such as ``{"contraction": "short", "link": "who"}``. A
#: dimension that a sentence lacks is omitted and agrees with every value.
Style = Mapping[str, str]

_WORD = re.compile(r"\w+(?:'\w+)*")
#: Relative pronouns of a cleft.
_LINKS = ("who", "whom", "which", "that")
_NEGATIONS = {"n't": "n't", "not": "not", "cannot": "not"}


class Wording(NamedTuple):
    """One surface form of a variant.

    Attributes:
        score: the ranker's score, or None if it was not ranked.
        confidence: the probability that the form is right, or None if the variant's value applies.
    """

    text: str
    style: Mapping[str, str] = {}
    score: float | None = None
    confidence: float | None = None


def style_of(text: str, source: str = "") -> dict[str, str]:
    """Return the style of a text; if it has a source, words that the source lacks take precedence.

    ``contraction`` is ``short`` or ``full``. It is omitted if an apostrophe may mark a genitive, or
    if a contraction comes from the source and the text is not a cleft. ``negation`` is ``not`` or
    ``n't``. ``link`` is the relative pronoun of a cleft, or ``none``.

    Example:
        >>> style_of("It's a bike that a man rides.", "A man rides a bike.")
        {'contraction': 'short', 'link': 'that'}
        >>> style_of("A man's bike is red."), style_of("He said that he's ill.")
        ({}, {'contraction': 'short'})
    """
    words, style = _words(text), dict[str, str]()
    unclear = [] if source else [word for word in words if "'" in word and not _contracted(word)]
    sure = [part for word in words if word not in unclear for part in _parts(word)]
    added = Counter(sure) - Counter(part for word in _words(source) for part in _parts(word))
    cleft = bool(source) and "it" in added
    short, kept = (any(each == "n't" or each[0] == "'" for each in own) for own in (added, sure))
    if short or cleft or not (kept or unclear):
        style["contraction"] = "short" if short else "full"
    if negation := next((_NEGATIONS[each] for each in (*added, *sure) if each in _NEGATIONS), None):
        style["negation"] = negation
    if cleft:
        style["link"] = next((word for word in _LINKS if word in added), "none")
    return style


def differences(one: Style, other: Style) -> int:
    """Count the dimensions in which two styles differ."""
    return sum(one[name] != other[name] for name in one.keys() & other.keys())


def in_full(wording: Wording) -> tuple[str, bool]:
    """Return a key that wordings share if they differ only in contractions and relative pronouns.

    Example:
        >>> in_full(Wording("It's he that hasn't left.", {"link": "that"}))
        ('it is he has not left', True)
    """
    parts = [part for word in _words(wording.text) for part in _full(word)]
    kept = [part for part in parts if part not in _LINKS]
    return " ".join(kept), wording.style.get("link") in _LINKS


def _words(text: str) -> list[str]:
    return _WORD.findall(text.lower().replace("’", "'"))


def _parts(word: str) -> tuple[str, ...]:
    """Split a contraction or genitive into parts (*it* and *'s*); return other words unchanged."""
    genitive = (word.removesuffix("'s"), "'s") if word.endswith("'s") else (word,)
    return _contracted(word) or genitive


def _contracted(word: str) -> tuple[str, ...]:
    """Return the parts of a contraction in spaCy's table, or an empty tuple for another word."""
    return tuple(orth for orth, _ in _contraction(word)) if "'" in word else ()


def _full(word: str) -> tuple[str, ...]:
    """Return the full words of a contraction (*'s* becomes *is*), or the word itself."""
    return tuple("is" if norm == "'s" else norm for _, norm in _contraction(word)) or (word,)


@lru_cache(maxsize=4096)
def _contraction(word: str) -> list[tuple[str, str]]:
    """Return the parts of a contraction in spaCy's table, as written and in full."""
    from spacy.lang.en.tokenizer_exceptions import TOKENIZER_EXCEPTIONS
    from spacy.symbols import NORM, ORTH

    parts = TOKENIZER_EXCEPTIONS.get(word, ())
    return [(part[ORTH], part.get(NORM, part[ORTH])) for part in parts]
