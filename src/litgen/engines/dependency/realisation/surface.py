"""Turn tokens and inserted words into a string with the right spacing and capitals."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import NamedTuple

from litgen.engines.dependency.characters import PLAIN, as_written
from litgen.trees.facts import facts_of_word
from litgen.trees.morphology import known_as
from litgen.trees.nouns import is_name
from litgen.trees.tokens import Doc, Token
from litgen.trees.words import words_of_tree


class Piece(NamedTuple):
    """A word of the output."""

    text: str
    #: index of the source token that the word replaces, if any
    source: int | None = None
    glued: bool = False  #: whether no space precedes the word (*n't*)
    #: the words to try in its place when litgen parses the output; empty to use the word itself
    read: tuple[str, ...] = ()


#: Parts of speech whose words are never names, even if capitalised.
_NEVER_NAMES = frozenset(("DET", "PRON", "ADP", "SCONJ", "CCONJ", "AUX", "ADV", "NUM", "PART"))


def surface(
    doc: Doc,
    order: Iterable[int | Piece],
    words: Mapping[int, Sequence[Piece]],
    named: bool = False,
    plain: bool = False,
) -> str:
    """Write out tokens and words with the source's spacing, characters and capitalisation.

    A token follows without a space if it did so in the source and still follows the same token. The
    first word is capitalised if the source's first word is capitalised, a number, or a name that
    begins in lower case. A word that is no longer first is lower-cased unless it is a name.

    Args:
        words: the words that replace each token, empty to drop it; other tokens are unchanged.
        named: whether the source's first word is a name or a part of a name.
        plain: whether to use the normalised characters that the parser expects.
    """
    said = ([i] if isinstance(i, Piece) else words.get(i, [Piece(doc[i].text, i)]) for i in order)
    marks = {t.i for t in doc if t.pos_ == "PUNCT"}  # including footnote numbers
    first = next((t.i for t in doc if t.i not in marks and any(map(str.isalnum, t.text))), 0)
    written = PLAIN if plain else as_written(doc)
    begun = doc[first].text[:1]
    capital = begun.isupper() or begun.isdigit() or _is_small_name(doc[first])
    text, started = "", False
    previous: Piece | None = None
    for piece in chain.from_iterable(said):
        token = None if piece.source is None else doc[piece.source]
        word = piece.text.replace("'", written.apostrophe)
        if token is not None and piece.text == token.text:
            word = written.words.get(token.i, token.text)
        if not started and piece.source not in marks and any(c.isalnum() for c in word):
            started = True
            if capital and not (token is not None and _is_small_name(token)):
                word = word[:1].upper() + word[1:]
        elif piece.source == first and not named and _loses_capital(doc[first], word):
            word = word[:1].lower() + word[1:]
        gap = "" if _glued(doc, previous, piece) else " "
        if gap and previous is not None and previous.source is not None:
            if piece.source in (None, previous.source + 1):
                gap = written.gaps.get(previous.source, gap)
        text += gap + word
        previous = piece
    return text.strip()


def _is_small_name(token: Token) -> bool:
    """Check whether a token is a name that begins in lower case: *eBay*, *adidas*, *bell hooks*."""
    word = token.text
    if not word[:1].islower():
        return False
    if word != word.lower():
        return True
    noun = token.pos_ == "PROPN" or (token.pos_ == "NOUN" and token.i == 0)
    return noun and (not known_as(word) or token.ent_type_ in ("PERSON", "ORG"))


def _loses_capital(token: Token, word: str) -> bool:
    """Check whether a word was capitalised only because it came first."""
    if word == "I":
        return False
    said = {*facts_of_word(words_of_tree(token.doc)[token.i], "facts", "sentence", "capital")}
    lost = "lost" in said or token.pos_ in _NEVER_NAMES or not is_name(token)
    return "kept" not in said and lost


def _glued(doc: Doc, previous: Piece | None, piece: Piece) -> bool:
    if previous is None or piece.glued:
        return True
    before = None if previous.source is None else doc[previous.source]
    opens = before is not None and before.is_left_punct and not before.whitespace_
    if piece.source is None:
        return opens
    token = doc[piece.source]
    touches = token.i > 0 and not token.nbor(-1).whitespace_
    if before is not None and before.i == token.i - 1:
        return touches
    closes = (token.is_punct or token.text in ("'s", "n't")) and piece.text == token.text
    return opens or (closes and (touches or token.i == 0))
