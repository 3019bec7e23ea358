"""Flaws of a source sentence that every rewriting of it would inherit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from litgen.engines.dependency.nouns import is_person
from litgen.tables import word_list

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

#: Beginnings of words that have a vowel sound on a consonant letter, and the other way round.
_VOWEL_SOUND = tuple(word_list("vowel_sounds"))
_CONSONANT_SOUND = tuple(word_list("consonant_sounds"))
_SEVERAL = word_list("more_than_one")


def flaws(doc: Doc) -> set[str]:
    """What is wrong in a sentence as it stands.

    ``article form`` (*a animal*), ``number clash`` (*a girls*, *two woman*), ``lost apostrophe``
    (*the boys birthday*), ``doubled mark`` (*..*).
    """
    found = set()
    for token in doc:
        if token.lower_ in ("a", "an") and token.dep_ == "det" and token.i + 1 < len(doc):
            if not _fits(token.lower_, token.nbor().lower_):
                found.add("article form")
            if token.head.tag_ == "NNS" and _one_phrase(token) and not _measured(token.head):
                found.add("number clash")
        if token.dep_ == "nummod" and token.head.tag_ == "NN" and _several(token):
            found.add("number clash")
        if token.tag_ == "NNS" and token.dep_ == "compound" and _lost_apostrophe(token):
            found.add("lost apostrophe")
        if token.text == "..":
            found.add("doubled mark")
    return found


def _fits(article: str, word: str) -> bool:
    if not word[:1].isalpha() and not word[:1].isdigit():
        return True
    vowel = word[:1] in "aeiou" or word.startswith(_VOWEL_SOUND)
    if word[:1] in "aeiou" and word.startswith(_CONSONANT_SOUND):
        return True
    return vowel == (article == "an") or len(word) < 3 or word[:1] in "h8" or word[:1].isdigit()


def _one_phrase(article: Token) -> bool:
    """No *and* between an article and its noun (*a dress and boots* is no clash)."""
    between = article.doc[article.i : article.head.i]
    return article.head.i > article.i and not any(t.dep_ == "cc" or t.is_punct for t in between)


def _lost_apostrophe(noun: Token) -> bool:
    """Persons in *-s* right before what they have (not *people clapping*)."""
    owned = noun.head
    regular = noun.lower_.endswith("s") and is_person(noun)
    return regular and owned.i == noun.i + 1 and not owned.lower_.endswith("ing")


def _measured(noun: Token) -> bool:
    """*a few girls*, *a hundred people*, *a two miles run*."""
    return any(c.pos_ in ("NUM", "ADJ") or c.dep_ in ("nummod", "quantmod") for c in noun.children)


def _several(number: Token) -> bool:
    """More than one, before a noun that has a plural of its own (*two woman*)."""
    return number.lower_ in _SEVERAL and is_person(number.head)
