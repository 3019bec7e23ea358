"""What is wrong in a sentence as it stands: nothing is made of one with a flaw."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from litgen.engines.dependency.morphology import (
    AUXILIARIES,
    OBJECT_CASE,
    inflect,
    is_base,
    is_form,
    is_third_person,
    known_as,
    lemma_of_verb,
)
from litgen.engines.dependency.nouns import is_person, is_plural, is_surely_plural
from litgen.lexicon import article_for
from litgen.tables import word_list

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

Flaws = Iterator[tuple[str, "Token"]]

#: *retailing'have*, where the apostrophe was a dash.
_GLUED = re.compile(r"[a-z]{3,}['’][a-z]{3,}")
#: *fromEdinburgh*, not *iPhone*, *eBay*, *McCain*.
_RUN_TOGETHER = re.compile(r"(from|in|of|to|at|the|and|for|with|by|on|is|was)[A-Z][a-z]+")
#: *bGross*, not *iPhone*, *eBay*, *mRNA*, *dBase*, *xDrive*.
_STRAY_LETTER = re.compile(r"[abcfghjklnopqrstuvwyz][A-Z][a-z]{3,}")
_SEVERAL, _ARTICLES = word_list("more_than_one"), word_list("articles")
_COMPARING = word_list("comparing")


def flaws(doc: Doc) -> Flaws:
    """What is wrong in a sentence as it stands, and the words.

    ``article form`` (*a animal*), ``number clash`` (*a girls*, *that girls*, *two woman*, *one
    things*, *boys that was*), ``verb read as a noun`` (*cancels a debt and awards a prize*),
    ``article alone`` (*the is standing*), ``article twice`` (*a definitely a way*),
    ``lost apostrophe`` (*the boys birthday*), ``doubled mark`` (*..*), ``character entity``
    (*&amp;*), ``lost space`` (*fromRome*), ``stray letter`` (*bGross*), ``modal before a
    participle`` (*will needed*, *to needed*), ``past form after have`` (*have went*), ``apostrophe
    in a verb`` (*get's it*), ``apostrophe between spaces`` (*news ' cover*), ``it's for its``,
    ``base form after be`` (*is bring*), ``participle for a verb`` (*said they leaving*), ``clause
    without a verb``, ``than without a comparative`` (*as many than*), ``stray number`` (*there 14
    was*), ``closed bracket`` that none opens, ``open bracket`` that none closes.
    """
    text = doc.text  # put together anew each time that it is asked for
    for token in doc:
        yield from _of_a_noun(token)
        yield from _of_a_verb(token)
        if token.lower_ == "than" and not any(map(_compares, doc[: token.i])):
            yield "than without a comparative", token
        if (
            token.is_digit
            and token.dep_ == "nsubj"
            and token.i
            and token.nbor(-1).lower_ == "there"
        ):
            yield "stray number", token
        if token.text == "..":
            yield "doubled mark", token
        if "amp" in token.lower_ and "&amp" in text:
            yield "character entity", token
        glued = token.i + 1 < len(doc) and _GLUED.match(text, token.idx)
        if glued or _RUN_TOGETHER.fullmatch(token.text):
            yield "lost space", token
        if _STRAY_LETTER.fullmatch(token.text):
            yield "stray letter", token
    yield from _of_brackets(doc)


def _compares(token: Token) -> bool:
    """*more*, *rather*, *no sooner*: what *than* follows; not *as many* ... *than*."""
    return token.tag_ in ("JJR", "RBR") or token.lower_ in _COMPARING


def _of_a_noun(token: Token) -> Flaws:
    doc, head, word = token.doc, token.head, token.lower_
    if word in ("a", "an") and token.dep_ == "det" and token.i + 1 < len(doc):
        after = token.nbor().lower_  # either may stand before a number, an *h*, letters
        spelt = len(after) < 3 or token.nbor().text.isupper()  # *an LSC decision*
        either = not after[:1].isalpha() or spelt or after[0] == "h"
        vowel = word == "an" and after[0] in "aeiou"
        if not (either or vowel or article_for(after) == word):
            yield "article form", token
        between = doc[token.i : head.i]  # *a dress and boots* is no clash
        apart = head.i < token.i or any(t.dep_ == "cc" or t.is_punct for t in between)
        measured = any(c.pos_ in ("NUM", "ADJ") or c.dep_ in ("nummod", "quantmod")
                       for c in head.children)  # fmt: skip
        if head.tag_ == "NNS" and not apart and not measured:  # nor is *a few girls*
            yield "number clash", token
    if word in _ARTICLES and token.dep_ == "det":
        following = doc[token.i + 1 : token.i + 3]
        if any(t.lower_ in _ARTICLES and t.dep_ == "det" for t in following):
            if following[0].tag_ in ("DT", "RB"):
                yield "article twice", token
    if word == "one" and token.dep_ == "nummod" and head.i == token.i + 1 and head.tag_ == "NNS":
        if head.lemma_.lower() != head.lower_ and (not token.i or token.nbor(-1).tag_ != "HYPH"):
            yield "number clash", token
    if word in ("this", "that") and token.dep_ == "det" and token.i == 0:  # no conjunction
        if head.tag_ == "NNS" and is_surely_plural(head):
            yield "number clash", token
    if token.tag_ == "NNS" and is_third_person(word) and _stands_as_a_verb(token):
        yield "verb read as a noun", token
    torn = (
        word in ("a", "an", "the") and doc[token.i + 1 : token.i + 2].text == ","
    )  # *She's a, she*
    if torn or (word == "the" and token.dep_ in ("nsubj", "nsubjpass")):
        yield "article alone", token
    several = token.dep_ in ("nummod", "amod") and word in _SEVERAL
    if several and head.tag_ == "NN" and is_person(head) and not is_plural(head):
        yield "number clash", token
    if token.dep_ == "relcl" and _clashes(token):
        yield "number clash", token
    if token.tag_ == "NNS" and token.dep_ == "compound" and head.i == token.i + 1:
        if word.endswith("s") and is_person(token) and not head.lower_.endswith("ing"):
            yield "lost apostrophe", token


def _stands_as_a_verb(noun: Token) -> bool:
    """*while an official watches*, *for it succumbs to it*, *and awards one thousand dollars*; not
    *in regards to*."""
    if noun.dep_ == "advcl":
        return any(c.dep_ == "mark" for c in noun.lefts)
    if noun.dep_ == "pobj" and any(c.dep_ == "nsubj" for c in noun.lefts):
        return True
    if noun.dep_ in ("appos", "conj") and known_as(noun.lower_) == {"VERB"}:
        return True
    return noun.dep_ in ("appos", "conj", "pobj") and _has_object(noun)


def _has_object(noun: Token) -> bool:
    """*awards one thousand dollars*: after a noun the phrase would be an apposition."""
    if noun.i + 1 == len(noun.doc):
        return False
    first = last = noun.nbor()
    while last.head.i > noun.i and last.head != last:
        last = last.head
    begins = first.tag_ in ("CD", "PRP$") or first.lower_ in ("a", "an", "the")
    return begins and last.dep_ == "appos" and last.head.i <= noun.i


def _clashes(verb: Token) -> bool:
    """*projects that has helped*; not *one of the projects that has helped*."""
    noun, group = verb.head, [c for c in verb.lefts if c.dep_ in ("aux", "auxpass")] or [verb]
    bound = any(c.dep_ in ("nsubj", "nsubjpass") and c.tag_ == "WDT" for c in verb.lefts)
    after = noun.i + 1 < len(noun.doc) and noun.nbor().tag_ == "WDT" and noun.dep_ != "pobj"
    singular = group[0].tag_ == "VBZ" or group[0].lower_ == "was"
    several = is_surely_plural(noun) or any(c.tag_ == "JJ" for c in noun.lefts)
    return bound and after and singular and several and noun.tag_ == "NNS"


def _of_a_verb(token: Token) -> Flaws:
    word, below = token.lower_, {child.dep_ for child in token.children}
    if token.dep_ == "advcl" and token.tag_ == "NN" and "mark" in below:
        if "VERB" in known_as(word) and not below & {"det", "poss", "nsubj"}:
            yield "clause without a verb", token  # *while passersby stare*, read as a noun
        last = token.right_edge  # *while a man close by fishes*
        if last.tag_ == "NNS" and last != token and is_third_person(last.lower_):
            yield "clause without a verb", last
        if "det" in below and token.i > token.head.i:  # *while a gentleman on my left*
            yield from (("clause without a verb", c) for c in token.lefts if c.lower_ == "while")
    if not token.i:
        return
    before = token.nbor(-1)
    group = before.dep_ in ("aux", "auxpass") and before.head == token
    lead = [c for c in token.lefts if c.dep_ in ("aux", "auxpass")][-1:]  # *Was it grease?*, too
    if token.tag_ == "VB" and lead and AUXILIARIES.get(lead[0].lower_) == "be":
        if inflect(token.lemma_, "VBN") != word:
            yield "base form after be", token
    if token.tag_ == "VBG" and token.dep_ == "ccomp" and not below & {"aux", "auxpass"}:
        if before.dep_ == "nsubj" and before.lower_ in OBJECT_CASE:
            yield "participle for a verb", token
    if token.tag_ in ("VBN", "VBD") and before.tag_ in ("MD", "TO"):
        aux = before.tag_ == "MD" or group
        if aux and is_form(word, token.lemma_, token.tag_) and not is_base(word):
            yield "modal before a participle", token
    if before.lower_ in ("have", "has", "'ve") and _only_past(word):
        yield "past form after have", token
    if token.tag_ == "POS" and token.text in ("'", "’") and before.whitespace_:
        yield "apostrophe between spaces", token
    if token.dep_ == "case" and before.lower_ == "it":
        yield "it's for its", token
    if token.tag_ == "POS" and before.pos_ in ("VERB", "AUX") and token.dep_ != "case":
        yield "apostrophe in a verb", token


def _only_past(word: str) -> bool:
    """*went*, *took*: a past form that is no participle."""
    lemma = lemma_of_verb(word)
    other = word == "went" or not is_form(word, lemma, "VBN")
    return word == inflect(lemma, "VBD") != inflect(lemma, "VBN") and other


def _of_brackets(doc: Doc) -> Flaws:
    opened = 0
    for token in doc:
        closes = token.tag_ == "-RRB-" and token.i > 1
        opened += (token.tag_ == "-LRB-" or token.text == "[") - closes
        if opened < 0:
            yield "closed bracket", token
            return
    text = doc.text
    if text.count("(") > text.count(")"):
        yield "open bracket", next(t for t in doc if "(" in t.text)
