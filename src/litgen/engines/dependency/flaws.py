"""Flaws of a source sentence that every rewriting of it would inherit."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from litgen.engines.dependency.nouns import is_person
from litgen.lexicon import article_for
from litgen.tables import word_list

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

_SEVERAL = word_list("more_than_one")


def flaws(doc: Doc) -> Iterator[tuple[str, Token]]:
    """What is wrong in a sentence as it stands, and the words.

    ``article form`` (*a animal*), ``number clash`` (*a girls*, *two woman*), ``lost apostrophe``
    (*the boys birthday*), ``doubled mark`` (*..*).
    """
    for token in doc:
        head, word = token.head, token.lower_
        if word in ("a", "an") and token.dep_ == "det" and token.i + 1 < len(doc):
            if not _fits(word, token.nbor().lower_):
                yield "article form", token
            if head.tag_ == "NNS" and _one_phrase(token) and not _measured(head):
                yield "number clash", token
        if token.dep_ == "nummod" and head.tag_ == "NN" and word in _SEVERAL and is_person(head):
            yield "number clash", token
        if token.tag_ == "NNS" and token.dep_ == "compound" and head.i == token.i + 1:
            if word.endswith("s") and is_person(token) and not head.lower_.endswith("ing"):
                yield "lost apostrophe", token
        if word == "..":
            yield "doubled mark", token


def _fits(article: str, word: str) -> bool:
    """Whether it may stand before a word; of numbers, *h* and single letters either may."""
    if not word[:1].isalpha() or len(word) < 3 or word[0] == "h":
        return True
    return article_for(word) == article or (article == "an" and word[0] in "aeiou")


def _one_phrase(article: Token) -> bool:
    """No *and* between an article and its noun (*a dress and boots* is no clash)."""
    between = article.doc[article.i : article.head.i]
    return article.head.i > article.i and not any(t.dep_ == "cc" or t.is_punct for t in between)


def _measured(noun: Token) -> bool:
    """*a few girls*, *a hundred people*, *a two miles run*."""
    return any(c.pos_ in ("NUM", "ADJ") or c.dep_ in ("nummod", "quantmod") for c in noun.children)
