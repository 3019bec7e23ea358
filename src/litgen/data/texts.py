"""Sentence splitting."""

from __future__ import annotations

import re
from functools import lru_cache

from litgen.tables import word_list

#: End punctuation with closing quotes and brackets, or a line end, unless followed by a
#: lower-case letter.
_END = re.compile(r"""[.!?…]["'”’)\]]*\s+(?![a-z])|\s*\n\s*(?![a-z])""")
#: Initials (*J.*, *U.S.*), whose full stop need not end a sentence.
_INITIALS = re.compile(r"(?:[A-Za-z]\.)+")


@lru_cache(maxsize=256)
def sentence_spans(text: str) -> tuple[tuple[int, int], ...]:
    """Return the start and end of each sentence in characters, without surrounding spaces.

    A sentence ends at a full stop, question mark, exclamation mark, ellipsis or line end, unless
    the next character is a lower-case letter or the full stop belongs to an abbreviation.

    Example:
        >>> text = "Mr. Smith left. He was tired."
        >>> [text[start:end] for start, end in sentence_spans(text)]
        ['Mr. Smith left.', 'He was tired.']
    """
    found = []
    start = 0
    for match in _END.finditer(text):
        if "\n" not in match[0] and _is_abbreviated(text[start : match.start() + 1]):
            continue
        found.append((start, match.end()))
        start = match.end()
    spans = []
    for begin, end in (*found, (start, len(text))):
        inside = text[begin:end]
        if stripped := inside.strip():
            at = begin + inside.index(stripped[0])
            spans.append((at, at + len(stripped)))
    return tuple(spans)


def _is_abbreviated(before: str) -> bool:
    """Return whether a text ends with an abbreviation (*Mr.*) of spaCy or ``rules/words.toml``."""
    from spacy.lang.en.tokenizer_exceptions import TOKENIZER_EXCEPTIONS

    last = before.rsplit(None, 1)[-1].lstrip("\"'“‘([")
    listed = last in TOKENIZER_EXCEPTIONS or last.lower()[:-1] in word_list("abbreviated")
    return listed or bool(_INITIALS.fullmatch(last))
