"""The conditions of the table's entries, asked of a word where it stands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from litgen.transformations.synonyms.table import Condition
from litgen.transformations.units import determiner_of

if TYPE_CHECKING:
    from spacy.tokens import Token

_AGE_AND_SEX = frozenset(
    ("young", "younger", "youngest", "old", "older", "oldest", "elderly", "adult", "grown",
     "middle-aged", "aged", "teenage", "male", "female", "little", "baby", "grown-up", "pregnant",
     "holy", "wise", "dead", "best", "only", "new", "bearded", "family", "single", "straight")
)  # fmt: skip


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
    after = token.nbor() if token.i + 1 < len(token.doc) else None
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
