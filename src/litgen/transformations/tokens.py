"""Words of a text as stretches of it, and texts put together again of some of their words.

Text that is split at spaces already is taken as it is; other text goes through NLTK's word
tokenizer, which needs no data and cuts like the Penn Treebank (*do|n't*, *bike|.*). What means
nothing in pieces stays one word: URLs, e-mail addresses, handles, hashtags, names of files, numbers
with their signs, dates.
"""

from __future__ import annotations

import calendar
import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from nltk.tokenize.destructive import NLTKWordTokenizer

_SPACE = re.compile(r"\S+")
#: One sentence of plain words, of which NLTK's two dozen patterns part nothing but commas and the
#: last period; and the words that they cut in two (*can|not*).
_PLAIN = re.compile(
    r"\s*+[A-Za-z0-9]++(?:-[A-Za-z0-9]++)*+(?:,?+\s++[A-Za-z0-9]++(?:-[A-Za-z0-9]++)*+)*+\.?+\s*+"
)
_PLAIN_WORD = re.compile(r"[A-Za-z0-9-]+|[,.]")
_CUT_IN_TWO = re.compile(r"(?i)\b(?:cannot|gimme|gonna|gotta|lemme|wanna)\b")
_MONTH, _DAY = "|".join(filter(None, calendar.month_name)), r"\d{1,2}(?:st|nd|rd|th)?"
#: A day with its month: *12 May 2024*, *May 12th, 2024*.
_DATE = rf"\b(?:{_DAY}\s(?:{_MONTH})|(?:{_MONTH})\s{_DAY})\b(?:,?\s\d{{4}}\b)?"
#: What stands between spaces, dates in one piece.
_CHUNK = re.compile(rf"(?:{_DATE}|\S)+")
#: Marks around a word that are no part of it.
_AROUND = "\"'“”‘’()[]{}<>.,;:!?…"
#: Besides URLs and e-mail addresses: what has a digit or an underscore, handles and hashtags, names
#: and paths of files.
_WHOLE = re.compile(
    r".*[\d_].*|[@#]\w.*|\w[\w-]+(?:\.[a-z]{2,4})+|(?:~|\.{0,2})/\w.*|[A-Za-z]:\\.*", re.DOTALL
)
#: Without one of these a text has no such word.
_SIGN = re.compile(r"[\d_@#:/\\]|\w\.\w")
#: Where a string of several sentences is cut; NLTK parts only a last mark from its word. Not after
#: what may be an abbreviation: one letter, or a capital and one or two letters (*Mr.*, *St.*).
_CUT = re.compile(
    r"(?<![\s.][A-Z])(?<!\b[A-Z][a-z])(?<!\b[A-Z][a-z]{2})(?<=\w)[.!?]+[\"'”’)]*(?=\s)"
)
#: The words of longer texts are not remembered.
_LONG = 4000
#: NLTK writes quotation marks as the Treebank does; what stands in the text may be any of these.
_QUOTES = {"``": ('"', "``", "''"), "''": ('"', "''", "``")}


class Token(NamedTuple):
    """A word or mark: where it begins and ends in the text, and what it is for a tagger."""

    start: int
    end: int
    word: str


def words_of(text: str, tokenized: bool = False) -> tuple[Token, ...]:
    """The words of a text, in order; together they are all of it that is no white space.

    Example:
        >>> [token.word for token in words_of("He can't ride a bike. I can.")]
        ['He', 'ca', "n't", 'ride', 'a', 'bike', '.', 'I', 'can', '.']
        >>> [token.word for token in words_of("He ca n't .", tokenized=True)]
        ['He', 'ca', "n't", '.']
        >>> [token.word for token in words_of("Write to bob@example.org by 12 May 2024.")]
        ['Write', 'to', 'bob@example.org', 'by', '12 May 2024', '.']
    """
    return (_cut if len(text) > _LONG else _remembered)(text, tokenized)


def _cut(text: str, tokenized: bool) -> tuple[Token, ...]:
    if tokenized:
        return _found(_SPACE, text)
    return tuple(
        _in_one(
            text,
            [token for start, end in _stretches(text) for token in _align(text[start:end], start)],
        )
    )


def chunks_of(text: str) -> list[str]:
    """What stands between spaces, with its marks; a date is one piece.

    Example:
        >>> chunks_of("He left on 12 May 2024.")
        ['He', 'left', 'on', '12 May 2024.']
    """
    return _CHUNK.findall(text)


def is_number(word: str) -> bool:
    """A number, in words, too, or the name of a month or weekday.

    Example:
        >>> is_number("five"), is_number("May"), is_number("may")
        (True, True, False)
    """
    from spacy.lang.en.lex_attrs import like_num

    return like_num(word) or word in (*calendar.month_name, *calendar.day_name)


def _in_one(text: str, tokens: Sequence[Token]) -> Iterator[Token]:
    """Tokens, those of what stays whole as one."""
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


#: Transformations of a run cut the same sentences of a chunk one after the other.
_remembered = lru_cache(maxsize=1024)(_cut)


def _found(pattern: re.Pattern[str], text: str, offset: int = 0) -> tuple[Token, ...]:
    return tuple(
        Token(offset + match.start(), offset + match.end(), match.group())
        for match in pattern.finditer(text)
    )


def _stretches(text: str) -> Iterator[tuple[int, int]]:
    """Where the sentences of a text begin and end, spaces before them included."""
    start = 0
    for match in _CUT.finditer(text):
        yield start, match.end()
        start = match.end()
    yield start, len(text)


def _align(text: str, offset: int) -> Sequence[Token]:
    """NLTK's tokens with their places; where they cannot be found, the words between spaces."""
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
def _tokenizer() -> NLTKWordTokenizer:
    from nltk.tokenize.destructive import NLTKWordTokenizer

    return NLTKWordTokenizer()


def put_together(text: str, tokens: Sequence[Token], kept: Sequence[int]) -> str:
    """Some words of a text, in order, with its own spacing.

    Neighbours keep what stood between them. Where words between two were dropped, one space parts
    them, unless one of them is a mark that clung to what is dropped. ``kept`` are the places in
    ``tokens`` of those that stay, ascending.

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
    """Whether a mark follows its word as a comma does, or begins it as an opening bracket does."""
    parted = token.start == 0 or text[token.start - 1].isspace()
    ends = token.end < len(text) and not text[token.end].isspace()
    mark = not any(map(str.isalnum, text[token.start : token.end]))
    return mark and (not parted if left else parted and ends)
