"""Whether a word may be touched where it stands: names, compounds and idioms are left alone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from litgen.engines.dependency.morphology import lemma_of
from litgen.transformations.synonyms.table import Condition

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

#: Entities that are no names.
_NO_NAMES = frozenset(
    ("", "DATE", "TIME", "CARDINAL", "ORDINAL", "QUANTITY", "PERCENT", "MONEY", "NORP")
)
_NOUNS = ("NN", "NNS", "NNP", "NNPS")
_DETERMINERS = ("det", "poss", "nummod", "predet")
_AGE_AND_SEX = frozenset(
    ("young", "younger", "youngest", "old", "older", "oldest", "elderly", "adult", "grown",
     "middle-aged", "aged", "teenage", "male", "female", "little", "baby", "grown-up", "pregnant",
     "holy", "wise", "dead", "best", "only", "new", "bearded", "family", "single", "straight")
)  # fmt: skip
#: Longest stretch of words looked up as one unit.
_LONGEST = 5


def part_of_name(token: Token) -> bool:
    """Whether a word is a name or stands in one (*the Washington Post*, *Dr. Smith*).

    Example:
        *post* in *the Washington Post*; a capital at the beginning of a sentence says nothing.
    """
    if token.pos_ == "PROPN" or token.tag_ in ("NNP", "NNPS", "FW"):
        return True
    if token.ent_type_ not in _NO_NAMES:
        return True
    inner = token.i > 0 and not _begins(token)
    if inner and token.text[0].isupper() and token.text != "TV":
        return True
    if token.text.isupper() and len(token.text) > 1 and token.text != "TV":
        return True
    neighbours = [n for n in (_at(token.doc, token.i - 1), _at(token.doc, token.i + 1)) if n]
    return any(
        n.text[0].isupper() and n.pos_ == "PROPN" and n.tag_ != "POS" and not _begins(n)
        for n in neighbours
    )


def _begins(token: Token) -> bool:
    """Whether a word begins a sentence or a quotation."""
    before = _at(token.doc, token.i - 1)
    return before is None or before.is_punct or before.is_space


def part_of_compound(token: Token) -> bool:
    """Whether a noun is part of a compound (*baseball hat*, *well-dressed*), or may be one.

    Example:
        *hat* and *baseball* in *a baseball hat*.
    """
    if token.dep_ in ("compound", "nmod", "amod", "npadvmod", "advmod"):
        return True
    if any(child.dep_ in ("compound", "nmod") for child in token.children):
        return True
    before, after = _at(token.doc, token.i - 1), _at(token.doc, token.i + 1)
    for near in (before, after):
        if near is not None and near.text in ("-", "/", "–", "—", "_") and _touching(token, near):
            return True
    if before is not None and (before.tag_ in _NOUNS or before.dep_ == "compound"):
        return not before.is_punct
    if before is not None and before.tag_ == "VBG" and before.dep_ in ("amod", "compound"):
        return True
    return after is not None and after.tag_ in _NOUNS and not _parted(token, after)


def _touching(token: Token, mark: Token) -> bool:
    first, second = (token, mark) if token.i < mark.i else (mark, token)
    return first.idx + len(first.text) == second.idx


def _parted(token: Token, after: Token) -> bool:
    """A noun after a noun begins a phrase of its own: *gave the child toys*."""
    return after.dep_ in ("dobj", "conj", "appos") and after.head.i < token.i


def part_of_idiom(
    token: Token, idioms: frozenset[tuple[str, ...]], phrases: frozenset[str]
) -> bool:
    """Whether a word stands in an idiom, or in a unit of several words that WordNet lists.

    Args:
        token: the word.
        idioms: sequences of words or base forms.
        phrases: WordNet's entries of several words.

    Example:
        *place* in *take place*, *kid* in *kid gloves*.
    """
    for words in _windows(token):
        if any(form in idioms for form in _forms(words)):
            return True
        if any(" ".join(form) in phrases for form in _forms(words)):
            return True
    if token.dep_ == "dobj":  # take (a, the) ... place
        verb, noun = lemma_of(token.head), lemma_of(token)
        return any(f"{verb} {middle}{noun}" in phrases for middle in ("", "a ", "the "))
    return False


def _windows(token: Token) -> Iterator[list[Token]]:
    doc = token.doc
    for length in range(2, _LONGEST + 1):
        for start in range(max(0, token.i - length + 1), token.i + 1):
            if start + length <= len(doc):
                yield list(doc[start : start + length])


def _forms(words: list[Token]) -> Iterator[tuple[str, ...]]:
    """As written; the last, the first, or all words as base forms."""
    plain = tuple(word.lower_ for word in words)
    bases = tuple(lemma_of(word) for word in words)
    yield plain
    if bases != plain:
        yield (*plain[:-1], bases[-1])
        yield (bases[0], *plain[1:])
        yield bases


def determiner_of(token: Token) -> Token | None:
    """The determiner, possessive or number of a noun phrase."""
    return next((c for c in token.children if c.dep_ in _DETERMINERS and c.i < token.i), None)


def stands_bare(token: Token) -> bool:
    """Whether a singular noun stands without a determiner as the object of a preposition."""
    if token.tag_ != "NN" or token.dep_ != "pobj":
        return False
    return determiner_of(token) is None


def meets(condition: Condition, token: Token, lemmas: frozenset[str]) -> bool:
    """Whether a word meets an entry's condition.

    Args:
        condition: of the entry.
        token: the word.
        lemmas: base forms of all words of the text.
    """
    plural = token.tag_ == "NNS"
    determiner = determiner_of(token)
    if condition.number and plural != (condition.number == "plural"):
        return False
    if condition.mass and (
        plural or (determiner is not None and determiner.lower_ in ("a", "an", "one", "each"))
    ):
        return False
    if condition.determined and determiner is None:
        return False
    if condition.determiners:
        word = "" if determiner is None else determiner.lower_.replace("an", "a")
        owned = determiner is not None and determiner.dep_ == "poss"
        if word not in condition.determiners and not (owned and "'s" in condition.determiners):
            return False
    after = _at(token.doc, token.i + 1)
    if condition.before and (after is None or after.lower_ not in condition.before):
        return False
    if token.dep_ == "pobj" and token.head.lower_ in condition.not_after:
        return False
    if condition.plain and not _plain(token):
        return False
    if condition.any and not condition.any & lemmas:
        return False
    return not condition.unless & lemmas


def _plain(token: Token) -> bool:
    """No *young man*, no *man's*, no *man and woman*; nor *Man is mortal*, which is no person."""
    if any(child.lower_ in _AGE_AND_SEX for child in token.lefts):
        return False
    if any(child.tag_ == "POS" for child in token.children):
        return False
    bare = determiner_of(token) is None
    conjunct = token.dep_ == "conj" or any(
        child.dep_ == "conj" and determiner_of(child) is None for child in token.children
    )
    return not (bare and (token.tag_ == "NN" or token.dep_ == "conj")) and not (
        conjunct and token.tag_ == "NN"
    )


def _at(doc: Doc, index: int) -> Token | None:
    return doc[index] if 0 <= index < len(doc) else None
