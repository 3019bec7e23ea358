"""The style of a wording: in what the surface forms of one rewriting differ beside its meaning."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

#: A dimension of style and its value, such as ``{"contraction": "short", "link": "who"}``; a
#: dimension that a sentence lacks is left out, and agrees with every value.
Style = Mapping[str, str]

_WORD = re.compile(r"\w+(?:'\w+)*")
#: What links the clause of a cleft to its focus.
_LINKS = ("who", "whom", "which", "that")
_NEGATIONS = {"n't": "n't", "not": "not", "cannot": "not"}


class Wording(NamedTuple):
    """One surface form of a variant.

    Attributes:
        text: the surface form.
        style: its style.
        score: the ranker's, None where it was not ranked.
        confidence: the probability that it is right, None where it is that of the variant.
    """

    text: str
    style: Mapping[str, str] = {}
    score: float | None = None
    confidence: float | None = None


def style_of(text: str, source: str = "") -> dict[str, str]:
    """The style of a text as its words show it: of those that its source has not, where it has one.

    ``contraction`` is ``short`` or ``full``, and left out where an apostrophe may be a genitive's;
    ``negation`` is ``not`` or ``n't``; ``link`` is the relative pronoun of a cleft, or ``none``.

    Example:
        >>> style_of("It's a bike that a man rides.", "A man rides a bike.")
        {'contraction': 'short', 'link': 'that'}
        >>> style_of("The dog isn't barking.", "The dog's barking.")
        {'contraction': 'short', 'negation': "n't"}
        >>> style_of("A man's bike is red."), style_of("He said that he's ill.")
        ({}, {'contraction': 'short'})
    """
    words = _words(text)
    added = words - _words(source)
    short, style = {word for word in added if len(_parts(word)) > 1}, dict[str, str]()
    if short or not any("'" in word for word in added):
        style["contraction"] = "short" if short else "full"
    parts = [part for own in (added, words) for word in own for part in _parts(word)]
    if negation := next((_NEGATIONS[part] for part in parts if part in _NEGATIONS), None):
        style["negation"] = negation
    if source and any(_parts(word)[0] == "it" for word in added):
        style["link"] = next((word for word in _LINKS if word in added), "none")
    return style


def differences(one: Style, other: Style) -> int:
    """In how many dimensions two styles differ.

    Example:
        >>> differences({"contraction": "short", "link": "who"}, {"contraction": "full"})
        1
    """
    return sum(one[name] != other[name] for name in one.keys() & other.keys())


def _words(text: str) -> Counter[str]:
    return Counter(_WORD.findall(text.lower().replace("’", "'")))


@lru_cache(maxsize=4096)
def _parts(word: str) -> tuple[str, ...]:
    """The words that a contraction (*it's*, *isn't*) stands for, or the word itself."""
    if "'" not in word:
        return (word,)
    from spacy.lang.en.tokenizer_exceptions import TOKENIZER_EXCEPTIONS
    from spacy.symbols import ORTH

    return tuple(part[ORTH] for part in TOKENIZER_EXCEPTIONS.get(word, ({ORTH: word},)))
