"""Mark the words of a rewriting that are new or moved compared with its source."""

import re
from collections.abc import Sequence
from difflib import SequenceMatcher
from typing import NamedTuple

from litgen.mrs.monotonicity import Value
from litgen.mrs.polarity import Marked

_TOKEN = re.compile(r"\w+(?:['’-]\w+)*|[^\w\s]+")


class Segment(NamedTuple):
    """A segment of text, and whether it is new compared with the source."""

    text: str
    new: bool


def marked(source: str, text: str) -> list[Segment]:
    """Split a text into new segments and segments that its source contains (ignoring case).

    >>> [s.text for s in marked("A man rides a bike.", "It is a bike that a man rides.") if s.new]
    ['It is a bike that']
    """
    before = [match.group().casefold() for match in _TOKEN.finditer(source)]
    tokens = list(_TOKEN.finditer(text))
    after = [token.group().casefold() for token in tokens]
    matcher = SequenceMatcher(None, before, after, autojunk=False)
    segments: list[Segment] = []
    end = 0
    for tag, _, _, first, last in matcher.get_opcodes():
        if tag in ("insert", "replace"):
            start, stop = tokens[first].start(), tokens[last - 1].end()
            segments += [Segment(text[end:start], False), Segment(text[start:stop], True)]
            end = stop
    return [each for each in (*segments, Segment(text[end:], False)) if each.text]


def with_arrows(text: str, words: Sequence[Marked]) -> list[tuple[str, Value | None]]:
    """Split a text after each word with a polarity; return each segment with its polarity."""
    found: list[tuple[str, Value | None]] = []
    end = 0
    for word in words:
        if word.polarity is not None:
            found.append((text[end : word.end], word.polarity.value))
            end = word.end
    return [*found, (text[end:], None)]
