"""Find sentence boundaries, and detect texts in a language other than English."""

from __future__ import annotations

import importlib.util
import re
import runpy
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

from litgen.tables import word_list

#: End punctuation with closing quotes and brackets, or the end of a line, unless a lower-case
#: letter follows.
_END = re.compile(r"""[.!?…]["'”’)\]]*\s+(?![a-z])|\s*\n\s*(?![a-z])""")
#: Initials (*J.*, *U.S.*), whose full stop need not end a sentence.
_INITIALS = re.compile(r"(?:[A-Za-z]\.)+")
#: spaCy's codes for the languages to distinguish from English. Languages in other scripts are not
#: listed.
_OTHERS = ("cs", "da", "de", "es", "fi", "fr", "hu", "it", "nb", "nl", "pl", "pt", "ro", "sv", "tr")
_WORD = re.compile(r"[^\W\d_]+")
#: Minimum share of words that are function words of the other language, and minimum ratio of that
#: share to the share of English function words. About a third of the words in German captions are
#: German function words, but hardly any words in English captions are.
_SHARE, _TIMES = 0.25, 2


@lru_cache(maxsize=256)
def sentence_spans(text: str) -> tuple[tuple[int, int], ...]:
    """Return the character offsets of each sentence's start and end, without surrounding spaces.

    A sentence ends at a full stop, question mark, exclamation mark, ellipsis or line end, unless
    the next character is a lower-case letter or the full stop belongs to an abbreviation.

    Example:
        >>> text = "Mr. Smith left. He was tired."
        >>> [text[start:end] for start, end in sentence_spans(text)]
        ['Mr. Smith left.', 'He was tired.']
    """
    starts = [0]
    for match in _END.finditer(text):
        if "\n" in match[0] or not _is_abbreviated(text[starts[-1] : match.start() + 1]):
            starts.append(match.end())
    spans = []
    for start, end in zip(starts, (*starts[1:], len(text)), strict=True):
        if stripped := text[start:end].strip():
            at = text.index(stripped[0], start)
            spans.append((at, at + len(stripped)))
    return tuple(spans)


def _is_abbreviated(before: str) -> bool:
    """Check whether a text ends with an abbreviation that spaCy or ``rules/words.toml`` lists."""
    from spacy.lang.en.tokenizer_exceptions import TOKENIZER_EXCEPTIONS

    last = before.rsplit(None, 1)[-1].lstrip("\"'“‘([")
    listed = last in TOKENIZER_EXCEPTIONS or last.lower()[:-1] in word_list("abbreviated")
    return listed or bool(_INITIALS.fullmatch(last))


def other_language(texts: Iterable[str]) -> str | None:
    """Guess the language of texts; return its code, or None if it may be English.

    Example:
        >>> other_language(["Der Hund schläft.", "Ein Mann liest ein Buch."])
        'de'
    """
    words = [word for text in texts for word in _WORD.findall(text.lower())]
    if not words:
        return None

    def share(language: str) -> float:
        listed = _function_words(language)
        return sum(word in listed for word in words) / len(words)

    shares = {language: share(language) for language in _OTHERS}
    best = max(shares, key=shares.__getitem__)
    return best if shares[best] >= max(_SHARE, _TIMES * share("en")) else None


@lru_cache(maxsize=32)
def _function_words(language: str) -> frozenset[str]:
    """Read spaCy's list from its file; importing the language would compile its tokenizer."""
    found = importlib.util.find_spec("spacy.lang")
    assert found is not None and found.submodule_search_locations is not None
    folder = Path(found.submodule_search_locations[0])
    return frozenset(runpy.run_path(str(folder / language / "stop_words.py"))["STOP_WORDS"])
