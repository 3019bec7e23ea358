"""Tokenize a text into spans, and rebuild a text from some of its tokens.

Tokenized input is split at spaces only; other text goes through NLTK's word tokenizer, which needs
no data and splits like the Penn Treebank (*do|n't*, *bike|.*). URLs, e-mail addresses, handles,
hashtags, file names, dates, and numbers with their signs stay whole.
"""

import calendar
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

_SPACE = re.compile(r"\S+")
#: A sentence of plain words, from which NLTK splits off only commas and the final period.
#: ``_CUT_IN_TWO`` matches the words that NLTK splits (*can|not*).
_PLAIN = re.compile(
    r"\s*+[A-Za-z0-9]++(?:-[A-Za-z0-9]++)*+(?:,?+\s++[A-Za-z0-9]++(?:-[A-Za-z0-9]++)*+)*+\.?+\s*+"
)
_PLAIN_WORD = re.compile(r"[A-Za-z0-9-]+|[,.]")
_CUT_IN_TWO = re.compile(r"(?i)\b(?:cannot|gimme|gonna|gotta|lemme|wanna)\b")
_MONTH, _DAY = "|".join(filter(None, calendar.month_name)), r"\d{1,2}(?:st|nd|rd|th)?"
#: A day with its month: *12 May 2024*, *May 12th, 2024*.
_DATE = rf"\b(?:{_DAY}\s(?:{_MONTH})|(?:{_MONTH})\s{_DAY})\b(?:,?\s\d{{4}}\b)?"
#: Text between spaces, with each date in one piece.
_CHUNK = re.compile(rf"(?:{_DATE}|\S)+")
#: Punctuation that may surround a word without being part of it.
_AROUND = "\"'“”‘’()[]{}<>.,;:!?…"
#: Words to keep whole, apart from URLs and e-mail addresses: those with a digit or an underscore,
#: handles, hashtags, file names and paths.
_WHOLE = re.compile(
    r".*[\d_].*|[@#]\w.*|\w[\w-]+(?:\.[a-z]{2,4})+|(?:~|\.{0,2})/\w.*|[A-Za-z]:\\.*", re.DOTALL
)
#: A text without a match contains no word to keep whole.
_SIGN = re.compile(r"[\d_@#:/\\]|\w\.\w")
#: Sentence boundaries, because NLTK splits off only the last mark of its input. Possible
#: abbreviations do not end a sentence: a capital, alone or with one or two letters after it (*Mr.*,
#: *St.*).
_CUT = re.compile(
    r"(?<![\s.][A-Z])(?<!\b[A-Z][a-z])(?<!\b[A-Z][a-z]{2})(?<=\w)[.!?]+[\"'”’)]*(?=\s)"
)
#: Longer texts are not cached.
_LONG = 4000
#: NLTK's Treebank quotation marks, with the forms that may occur in the text.
_QUOTES = {"``": ('"', "``", "''"), "''": ('"', "''", "``")}


class Token(NamedTuple):
    """A word or punctuation mark: its start and end in the text, and its form for a tagger."""

    start: int
    end: int
    word: str


def words_of(text: str, tokenized: bool = False) -> tuple[Token, ...]:
    """Return the tokens of a text in order; they cover all its non-space characters.

    Example:
        >>> [token.word for token in words_of("He can't write to bob@example.org by 12 May 2024.")]
        ['He', 'ca', "n't", 'write', 'to', 'bob@example.org', 'by', '12 May 2024', '.']
        >>> [token.word for token in words_of("He ca n't .", tokenized=True)]
        ['He', 'ca', "n't", '.']
    """
    return (_cut if len(text) > _LONG else _remembered)(text, tokenized)


def _cut(text: str, tokenized: bool) -> tuple[Token, ...]:
    if tokenized:
        return _found(_SPACE, text)
    found = (t for start, end in _stretches(text) for t in _align(text[start:end], start))
    return tuple(_merged(text, found))


def chunks_of(text: str) -> list[str]:
    """Split a text at spaces, but keep each date (*12 May 2024.*) in one piece."""
    return _CHUNK.findall(text)


def is_number(word: str) -> bool:
    """Check for a number in digits or words, or the name of a month or weekday."""
    from spacy.lang.en.lex_attrs import like_num

    return like_num(word) or word in (*calendar.month_name, *calendar.day_name)


def _merged(text: str, tokens: Iterable[Token]) -> Iterator[Token]:
    """Yield the tokens, merging those that form a single unit, such as a URL or date."""
    spans = iter([*_whole(text)] if _SIGN.search(text) else ())
    start, end = next(spans, (len(text), len(text)))
    for token in tokens:
        while token.start >= end and end < len(text):
            start, end = next(spans, (len(text), len(text)))
        if not start <= token.start < end:
            yield token
        elif token.start == start:
            yield Token(start, end, text[start:end])


def _whole(text: str) -> Iterator[tuple[int, int]]:
    from spacy.lang.lex_attrs import like_email, like_url

    for found in _CHUNK.finditer(text):
        word = found[0].lstrip(_AROUND)
        start = found.end() - len(word)
        word = word.rstrip(_AROUND)
        if word and (_WHOLE.fullmatch(word) or like_url(word) or like_email(word)):
            yield start, start + len(word)


#: Cached because several transformations tokenize the same sentences.
_remembered = lru_cache(maxsize=1024)(_cut)


def _found(pattern: re.Pattern[str], text: str, offset: int = 0) -> tuple[Token, ...]:
    return tuple(
        Token(offset + match.start(), offset + match.end(), match.group())
        for match in pattern.finditer(text)
    )


def _stretches(text: str) -> Iterator[tuple[int, int]]:
    """Yield the start and end of each sentence, including the spaces before it."""
    ends = [match.end() for match in _CUT.finditer(text)]
    return zip([0, *ends], [*ends, len(text)], strict=True)


def _align(text: str, offset: int) -> Sequence[Token]:
    """Return NLTK's tokens with their positions; split at spaces if they cannot be aligned."""
    if _PLAIN.fullmatch(text) and not _CUT_IN_TWO.search(text):
        return _found(_PLAIN_WORD, text, offset)
    found: list[Token] = []
    at = 0
    for word in _tokenizer().tokenize(text):
        at += len(text) - at - len(text[at:].lstrip())
        forms = _QUOTES.get(word, (word,))
        form = next((each for each in forms if text.startswith(each, at)), None)
        if form is None:
            break
        found.append(Token(offset + at, offset + at + len(form), word))
        at += len(form)
    if text[at:].strip():
        return _found(_SPACE, text, offset)
    return found


@lru_cache(maxsize=1)
def _tokenizer() -> Any:
    from nltk.tokenize.destructive import NLTKWordTokenizer

    return NLTKWordTokenizer()


def put_together(text: str, tokens: Sequence[Token], kept: Sequence[int]) -> str:
    """Join some of a text's tokens, given by ascending index, with the original spacing.

    Where tokens were dropped, one space separates the neighbours, unless one of these is a mark
    that was attached to a dropped token.

    Example:
        >>> tokens = words_of("A man, in a hat, doesn't run.")
        >>> put_together("A man, in a hat, doesn't run.", tokens, [0, 2, 3, 4, 6, 8, 10])
        "A, in a, n't."
    """
    parts: list[str] = []
    before: int | None = None
    for place in kept:
        if before is not None:
            first, second = tokens[before], tokens[place]
            if place == before + 1:
                parts.append(text[first.end : second.start])
            elif not (_clings(text, second, left=True) or _clings(text, first, left=False)):
                parts.append(" ")
        parts.append(text[tokens[place].start : tokens[place].end])
        before = place
    return "".join(parts)


def _clings(text: str, token: Token, left: bool) -> bool:
    """Check whether a mark attaches to the left (a comma) or to the right (an opening bracket)."""
    parted = token.start == 0 or text[token.start - 1].isspace()
    ends = token.end < len(text) and not text[token.end].isspace()
    mark = not any(map(str.isalnum, text[token.start : token.end]))
    return mark and (not parted if left else parted and ends)
