"""The conditions of the table's entries, asked of a word where it stands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from litgen.tables import word_list
from litgen.transformations.synonyms.table import Condition
from litgen.transformations.units import determiner_of

if TYPE_CHECKING:
    from spacy.tokens import Token

_AGE_AND_SEX = word_list("age_and_sex")
_PREDICATES = ("acomp", "attr", "oprd")
#: Dependencies that are a frame by themselves.
_FRAMES = {
    "dobj": "object", "dative": "objects", "prt": "particle", "auxpass": "passive",
    "nsubjpass": "passive", "acomp": "predicate", "attr": "predicate", "oprd": "predicate",
}  # fmt: skip


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
    after = token.nbor().lower_ if token.i + 1 < len(token.doc) else ""
    if (condition.before and after not in condition.before) or after in condition.not_before:
        return False
    if not _stands_right(condition, token):
        return False
    if token.dep_ == "pobj" and token.head.lower_ in condition.not_after:
        return False
    if condition.plain and not _plain(token):
        return False
    if condition.any and not condition.any & lemmas:
        return False
    return not condition.unless & lemmas


def _stands_right(condition: Condition, token: Token) -> bool:
    """Whether a verb has the complements, an adjective the noun, an adverb the place asked for."""
    if condition.frames and not frames_of(token) <= condition.frames:
        return False
    attributive = token.dep_ == "amod" and token.i < token.head.i
    if condition.place == "attributive" and not attributive:
        return False
    if condition.place == "predicative" and token.dep_ not in _PREDICATES:
        return False
    if condition.place == "auxiliary" and (token.i == 0 or token.nbor(-1).pos_ != "AUX"):
        return False
    if not condition.heads and not condition.not_heads:
        return True
    noun = token.head if attributive else _subject(token.head)
    head = "" if noun is None else noun.lemma_
    return (not condition.heads or head in condition.heads) and head not in condition.not_heads


def _subject(verb: Token) -> Token | None:
    return next((c for c in verb.children if c.dep_ in ("nsubj", "nsubjpass")), None)


def frames_of(verb: Token) -> set[str]:
    """What stands with a verb, in the words of ``rules/synonyms/verbs.toml``.

    Example:
        *builds* in *He builds her a house.* has ``object`` and ``objects``.
    """
    found = set()
    for child in verb.children:
        frame = _FRAMES.get(child.dep_)
        if frame is not None:
            found.add(frame)
        elif child.dep_ in ("xcomp", "ccomp"):
            found.add(_clausal_frame(child))
    passive_clause = verb.tag_ == "VBN" and verb.dep_ == "acl"
    if passive_clause or "passive" in found:
        found -= {"none"}
        found.add("passive")
    relative = verb.dep_ == "relcl" and "object" not in found
    if relative and not any(child.tag_ in ("WDT", "WP", "WRB") for child in verb.children):
        found.add("gap")
    return found or {"none"}


def _clausal_frame(clause: Token) -> str:
    if any(child.lower_ == "to" and child.dep_ == "aux" for child in clause.children):
        return "to"
    if clause.dep_ == "ccomp" or clause.tag_ == "VB":
        return "clause"
    return "ing" if clause.tag_ == "VBG" else "predicate"


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
