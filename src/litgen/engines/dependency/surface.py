"""From tokens and inserted words to a string: spacing, capitals, clitics, pronoun case."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from litgen.engines.dependency.auxiliaries import OBJECT_CASE, SUBJECT_CASE
from litgen.engines.dependency.morphology import known_as
from litgen.tables import word_list

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token


class Piece(NamedTuple):
    """A word of the output.

    Attributes:
        text: the word.
        source: index of the source token it stands for, None for an inserted word.
        glued: no space before it, whatever stands there (*n't*).
    """

    text: str
    source: int | None = None
    glued: bool = False


#: What each token becomes: a list of pieces, empty where it is dropped. Others stay as they are.
Edits = Mapping[int, Sequence[Piece]]

_CLOSERS = frozenset((",", ".", "!", "?", ";", ":", ")", "]", "”", "’", "'s", "n't", "...", "…"))
_KEEP_CAPITAL = word_list("capital_i")


def source_piece(token: Token) -> Piece:
    """A token as it stands in the source."""
    return Piece(token.text, token.i)


def emit(doc: Doc, order: Sequence[int | Piece], edits: Edits) -> list[Piece]:
    """Replace each token of an order by what it becomes."""
    pieces: list[Piece] = []
    for item in order:
        if isinstance(item, Piece):
            pieces.append(item)
        else:
            pieces.extend(edits.get(item, (source_piece(doc[item]),)))
    return pieces


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


def is_name(token: Token) -> bool:
    """Whether a word is a name, or begins one.

    At the start of a sentence the tagger takes many a common word for a name (*Cabbage makes a
    lovely dish*): there a dictionary word counts as a name only as part of a named entity or
    before another capitalised word.
    """
    lone = token.i == 0 and len(token.doc) > 1 and not token.nbor().text[:1].isupper()
    if lone and token.ent_type_ in ("ORG", "PRODUCT", "EVENT", "FAC") and known_as(token.lower_):
        return False  # *Accuracy and speed are ...*
    if token.ent_type_ in _NAMES:
        return True
    if token.ent_type_ == "WORK_OF_ART":
        return token.pos_ not in ("DET", "PRON")
    if token.pos_ != "PROPN":
        return False
    if token.i > 0 or (token.i + 1 < len(token.doc) and token.nbor().text[:1].isupper()):
        return True
    return not known_as(token.lower_)


_NEVER_NAMES = frozenset(("DET", "PRON", "ADP", "SCONJ", "CCONJ", "AUX", "ADV", "NUM", "PART"))
_NAMES = frozenset(("PERSON", "ORG", "GPE", "LOC", "FAC", "NORP", "LANGUAGE", "EVENT", "PRODUCT"))


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


def subject_case(token: Token) -> str | None:
    """The subject form of a personal pronoun, None for any other word."""
    if token.tag_ == "PRP$":
        return None
    return SUBJECT_CASE.get(token.lower_)


def object_case(token: Token) -> str | None:
    """The object form of a personal pronoun, None for any other word."""
    return OBJECT_CASE.get(token.lower_)
