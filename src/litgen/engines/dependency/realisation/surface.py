"""From tokens and inserted words to a string: spacing, capitals, clitics, pronoun case."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from litgen.engines.dependency.nouns import is_name
from litgen.tables import word_list

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token


class Piece(NamedTuple):
    """A word of the output.

    Attributes:
        text: the word.
        source: index of the source token it stands for, None for an inserted word.
        glued: no space before it, whatever stands there (*n't*).
        read: the words under which it may be read back, where that is not the word itself alone.
    """

    text: str
    source: int | None = None
    glued: bool = False
    read: tuple[str, ...] = ()


_CLOSERS = frozenset((",", ".", "!", "?", ";", ":", ")", "]", "”", "’", "'s", "n't", "...", "…"))
_KEEP_CAPITAL = word_list("capital_i")
#: Parts of speech that are never names, whatever the tagger makes of a capital.
_NEVER_NAMES = frozenset(("DET", "PRON", "ADP", "SCONJ", "CCONJ", "AUX", "ADV", "NUM", "PART"))


def surface(doc: Doc, order: Iterable[int | Piece], words: Mapping[int, Sequence[Piece]]) -> str:
    """The string of an order of tokens and words.

    Args:
        words: what each token becomes: nothing where it is dropped; others stay as they are.
    """
    pieces: list[Piece] = []
    for item in order:
        if isinstance(item, Piece):
            pieces.append(item)
        elif item in words:
            pieces.extend(words[item])
        else:
            pieces.append(Piece(doc[item].text, item))
    return join(doc, pieces)


def join(doc: Doc, pieces: Sequence[Piece]) -> str:
    """Write pieces as a string with the source's spacing and its habit of capitals.

    A token follows without a space where it did so in the source and still follows the same
    token. The first word is capitalised where the source's first word was; a word that was first
    and is not any more is lower-cased unless it is a name.
    """
    first = next((t.i for t in doc if any(c.isalnum() for c in t.text)), 0)
    capital = doc[first].text[:1].isupper()
    text = ""
    previous: Piece | None = None
    started = False
    for piece in pieces:
        word = piece.text
        if not started and any(c.isalnum() for c in word):
            started = True
            if capital:
                word = _capitalised(word)
        elif started and piece.source == first:
            word = _decapitalised(doc[first], word)
        text += ("" if _glued(doc, previous, piece) else " ") + word
        previous = piece
    return text.strip()


def _capitalised(word: str) -> str:
    return word[:1].upper() + word[1:]


def _decapitalised(token: Token, word: str) -> str:
    """Lower-case a word that was capitalised only because it stood first."""
    if word.lower() in _KEEP_CAPITAL or not word[:1].isupper() or word[1:2].isupper():
        return word
    if token.pos_ in _NEVER_NAMES:
        return word[:1].lower() + word[1:]
    if is_name(token):
        return word
    return word[:1].lower() + word[1:]


def _glued(doc: Doc, previous: Piece | None, piece: Piece) -> bool:
    if previous is None or piece.glued:
        return True
    if piece.source is None:
        return previous.source is not None and (
            _opens(doc, previous.source) or _dash(doc, previous.source)
        )
    if piece.source > 0 and previous.source is not None and previous.source == piece.source - 1:
        return not doc[piece.source - 1].whitespace_
    if previous.source is not None and _opens(doc, previous.source):
        return True
    token = doc[piece.source]
    return (
        token.text in _CLOSERS
        and piece.text == token.text
        and (token.i == 0 or not doc[token.i - 1].whitespace_)
    )


def _dash(doc: Doc, index: int) -> bool:
    """A dash that the next word follows without a space."""
    return doc[index].text in ("--", "—", "-", "–") and not doc[index].whitespace_


def _opens(doc: Doc, index: int) -> bool:
    """An opening bracket or quotation mark, which the next word follows without a space."""
    token = doc[index]
    return token.is_left_punct and not token.whitespace_ and not token.is_alpha
