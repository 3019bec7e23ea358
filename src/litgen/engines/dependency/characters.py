"""Normalise the characters of a text for the parser, and restore them in outputs.

The parser expects straight apostrophes, single spaces and composed letters. Outputs keep the
source's original characters: the apostrophe in *The café’s owner*, the space in *5 km*.
"""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from difflib import SequenceMatcher
from itertools import accumulate
from typing import NamedTuple

from litgen.trees.tokens import Doc, Span

#: White space, or a character with its combining accents.
_UNIT = re.compile(r"\s+|\S[\u0300-\u036f]*")
#: Characters used as an apostrophe inside a word, and after a plural in *-s* if no quotation mark
#: was opened: *the dogs’ owner*.
_APOSTROPHE = re.compile(r"(?<=\w)[’‘ʼ´`′](?=\w)")
_AFTER_S = re.compile(r"(?<=\ws)’(?=\s+\w)")
_ANY_APOSTROPHE = re.compile(r"(?<=\w)['’‘ʼ´`′](?=\w)")
_CURLY = re.compile("[‘’“”]")
#: An apostrophe in place of a dash: *a hurry'who says*, unlike *they've*, *Isma'ili*.
_DASH = re.compile(
    r"\b([a-z]{4,}|[A-Z][a-z]{5,})'(?!(?:re|ve|ll|em|en|nt|th|clock)\b)(?=[A-Za-z]{2,}\b)"
)
#: Key of ``Doc.user_data`` for the tree's words as written in the text.
_KEY = "litgen_as_written"


class AsWritten(NamedTuple):
    """The differences between a text as written and the words of its tree."""

    words: Mapping[int, str] = {}  #: the characters of each token that differs
    gaps: Mapping[int, str] = {}  #: the white space after each token, if not a plain space
    apostrophe: str = "'"  #: the apostrophe in the text's contractions


PLAIN = AsWritten()


def normalise(text: str) -> str:
    """Collapse white space, compose letters, straighten apostrophes and restore lost dashes."""
    plain = "".join(normal for normal, _ in _units(text)).strip()
    return _DASH.sub(r"\1--", _straight(plain))


def _straight(text: str) -> str:
    text = _APOSTROPHE.sub("'", text)
    return text if "‘" in text else _AFTER_S.sub("'", text)


def _units(text: str) -> list[tuple[str, str]]:
    return [
        (" " if unit.isspace() else unicodedata.normalize(
            "NFKC" if "\ufb00" <= unit[0] <= "\ufb06" else "NFC", unit), unit)  # the ligature *ﬁ*
        for unit in _UNIT.findall(text)
    ]  # fmt: skip


def remember(text: str, doc: Doc) -> None:
    """Record how a text spells the words of its tree; a caption's tree also has an added *be*."""
    if text == doc.text and not _CURLY.search(text):
        return
    units = _units(text)
    places = [at for at, (normal, _) in enumerate(units) for _ in normal if normal != " "]
    seen = _straight("".join(normal for normal, _ in units)).replace(" ", "")
    tree = "".join(token.text for token in doc)
    blocks: Sequence[tuple[int, int, int]] = [(0, 0, len(tree))]
    if tree != seen:
        blocks = SequenceMatcher(None, tree, seen, autojunk=False).get_matching_blocks()
    found = {a + n: b + n for a, b, size in blocks for n in range(size)}
    words, gaps = dict[int, str](), dict[int, str]()
    ends = [0, *accumulate(len(token.text) for token in doc)]
    for token in doc:
        start, end = found.get(ends[token.i]), found.get(ends[token.i + 1] - 1)
        if start is None or end is None or end - start != len(token.text) - 1:
            continue
        first, last = places[start], places[end]
        word = "".join(unit for _, unit in units[first : last + 1])
        after = units[last + 1][1] if last + 1 < len(units) else ""
        if word != token.text:
            words[token.i] = word
        if token.whitespace_ and after.isspace() and after != token.whitespace_:
            gaps[token.i] = after
    used = _ANY_APOSTROPHE.search(text)  # if there is none, match the quotation marks
    apostrophe = used[0] if used else "’" if _CURLY.search(text) else "'"
    doc.user_data[_KEY] = AsWritten(words, gaps, apostrophe)


def as_written(doc: Doc) -> AsWritten:
    written: AsWritten = doc.user_data.get(_KEY, PLAIN)
    return written


def text_of(span: Span) -> str:
    """Return a span of a tree as it is written in the text."""
    written = as_written(span.doc)
    gaps = [written.gaps.get(t.i, t.whitespace_) for t in span[:-1]]
    return "".join(
        written.words.get(token.i, token.text) + gap
        for token, gap in zip(span, [*gaps, ""], strict=True)
    )
