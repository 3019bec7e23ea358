"""A realisation in the spelling of its source."""

from __future__ import annotations

from litgen.engines.ace.alignment import Alignment, Token, listed
from litgen.engines.dependency.composition.numbers import constant


def spelt(surface: str, source: str, found: Alignment) -> str:
    """A realisation with capitals, numerals and hyphens as the source has them.

    Example:
        >>> from litgen.engines.ace.alignment import align
        >>> surface, source = "2 well known dogs ran.", "Two well-known dogs run."
        >>> spelt(surface, source, align(surface, source))
        'Two well-known dogs ran.'
    """
    words, there = found.words, [found.sources[i] for i in found.positions]
    pieces, end = [], 0
    for k, (word, other) in enumerate(zip(words, there, strict=True)):
        between = surface[end : word.start]
        if k and end == words[k - 1].end and there[k - 1].end + 1 == other.start:
            joint = source[there[k - 1].end]
            if {between, joint} == {" ", "-"}:
                between = joint
        pieces.append(between)
        begins = not source[: other.start].strip()
        titled = other.word in listed("titles") and source[other.end + 1 : other.end + 2].isupper()
        pieces.append(_written(word, other, word.start == 0, begins and not titled))
        end = word.end
    return "".join((*pieces, surface[end:]))


def _written(word: Token, other: Token, first: bool, begins: bool) -> str:
    """A word of a realisation as the source spells it, an inflected one as it is.

    Args:
        word, other: the word, and that of the source.
        first: whether it begins the realisation.
        begins: whether the other's capital may be there only because it begins the source.
    """
    if constant(word.word) != constant(other.word):
        return word.text
    if begins and not first:
        return word.text if word.word == other.word else other.text.lower()
    return other.text[:1].upper() + other.text[1:] if first else other.text
