"""What is wrong in a sentence as it stands: nothing is made of one with a flaw."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from litgen.engines.dependency.morphology import (
    AUXILIARIES,
    inflect,
    is_base,
    is_form,
    is_third_person,
    known_as,
    lemma_of_verb,
)
from litgen.engines.dependency.nouns import is_person, is_plural, is_surely_plural
from litgen.engines.dependency.patterns import Index, Pattern, read_pattern
from litgen.engines.dependency.repairs import ALONE, PREDICATES
from litgen.engines.dependency.words import words_of_tree
from litgen.lexicon import article_for
from litgen.tables import LISTS, rules_table

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

Flaws = Iterator[tuple[str, "Token"]]

#: *retailing'have*, where the apostrophe was a dash.
_GLUED = re.compile(r"[a-z]{3,}['’][a-z]{3,}")
#: *fromEdinburgh*, *onthe*, not *iPhone*, *eBay*, *McCain*.
_RUN_TOGETHER = re.compile(
    r"(from|in|of|to|at|the|and|for|with|by|on|is|was)[A-Z][a-z]+|(from|in|of|to|at|for|by|on)the"
)
#: *I don' like it*, *its' picture*.
_APOSTROPHE = re.compile(r"(its|(do|does|did|is|was|are|were|would|could|should)n)['’](?![\w'’])")
#: *bGross*, not *iPhone*, *eBay*, *mRNA*, *dBase*, *xDrive*.
_STRAY_LETTER = re.compile(r"[abcfghjklnopqrstuvwyz][A-Z][a-z]{3,}")


@lru_cache(maxsize=1)
def _patterns() -> tuple[list[str], list[Pattern], Index]:
    """The names and patterns of ``rules/flaws.toml``, and which of them a word may begin."""
    entries = rules_table("flaws")["flaw"]
    patterns = [read_pattern(entry["pattern"], PREDICATES) for entry in entries]
    return [entry["name"] for entry in entries], patterns, Index(patterns, ALONE)


def flaws(doc: Doc) -> Flaws:
    """What is wrong in a sentence as it stands, and the words.

    Those of ``rules/flaws.toml``, and ``article form`` (*a animal*), ``two articles`` (*a simple a
    design*), ``number clash`` (*a girls*, *that girls*, *two woman*, *boys that was*), ``verb read
    as a noun`` (*cancels a debt and awards a prize*), ``lost apostrophe`` (*the boys birthday*),
    ``character entity`` (*&amp;*), ``lost space`` (*fromRome*), ``stray letter`` (*bGross*),
    ``broken apostrophe`` (*I don' like it*), ``form after a modal`` (*will needed*, *to comes*,
    *would making*), ``past form after have`` (*have went*), ``base form after be`` (*is bring*),
    ``apostrophe between spaces`` (*news ' cover*), ``closed bracket`` that none opens, ``open
    bracket`` that none closes.
    """
    text = doc.text  # put together anew each time that it is asked for
    words, (names, patterns, index) = words_of_tree(doc), _patterns()
    for word in words:
        for number in index.beginning(word):
            if patterns[number].match(words, word):
                yield names[number], doc[word.i]
    for token in doc:
        yield from _of_a_noun(token)
        yield from _of_a_verb(token)
        if "amp" in token.lower_ and "&amp" in text:
            yield "character entity", token
        glued = token.i + 1 < len(doc) and _GLUED.match(text, token.idx)
        if token.i + 1 < len(doc) and _APOSTROPHE.match(text, token.idx):
            yield "broken apostrophe", token
        if glued or _RUN_TOGETHER.fullmatch(token.text):
            yield "lost space", token
        if _STRAY_LETTER.fullmatch(token.text):
            yield "stray letter", token
    yield from _of_brackets(doc)


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
        described = not is_person(head) and any(c.pos_ == "ADJ" for c in head.children)
        measured = described or any(c.pos_ == "NUM" or c.dep_ in ("nummod", "quantmod")
                       or c.lower_ in LISTS.more_than_one for c in head.children)  # fmt: skip
        owner = any(c.dep_ == "case" for c in head.children)  # *a young boys' club*
        if head.tag_ == "NNS" and not (apart or measured or owner):  # nor is *a few girls*
            yield "number clash", token
    if word in ("this", "that") and token.dep_ == "det" and token.i == 0:  # no conjunction
        if head.tag_ == "NNS" and is_surely_plural(head):
            yield "number clash", token
    if token.tag_ == "NNS" and is_third_person(word) and _stands_as_a_verb(token):
        yield "verb read as a noun", token
    if token.tag_ == "DT" and word in ("a", "an") and _begins_within(token):
        yield "two articles", token
    several = token.dep_ in ("nummod", "amod") and word in LISTS.more_than_one
    if several and head.tag_ == "NN" and is_person(head) and not is_plural(head):
        yield "number clash", token
    if token.dep_ == "relcl" and _clashes(token):
        yield "number clash", token
    if token.tag_ == "NNS" and token.dep_ == "compound" and head.i == token.i + 1:
        if word.endswith("s") and is_person(token) and not head.lower_.endswith("ing"):
            yield "lost apostrophe", token


def _stands_as_a_verb(noun: Token) -> bool:
    """*and awards one thousand dollars*, *for it succumbs to it*; not *in regards to*."""
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


def _begins_within(article: Token) -> bool:
    """A second article, with nothing or adjectives between (*a simple a design*); not *gives the
    poor a chance*."""
    for before in reversed(article.doc[: article.i]):
        if before.tag_ not in ("JJ", "RB"):
            beside = before.i + 1 == article.i
            return before.lower_ in ("a", "an") or (beside and before.lower_ == "the")
    return False


def _of_a_verb(token: Token) -> Flaws:
    if not token.i:
        return
    before, word, tag = token.nbor(-1), token.lower_, token.tag_
    if tag == "POS" and token.text in ("'", "’") and before.whitespace_:
        yield "apostrophe between spaces", token
    if tag[0] != "V":
        return
    group = [c for c in token.lefts if c.dep_ in ("aux", "auxpass")]
    last = AUXILIARIES.get(group[-1].lower_) if group else None  # *Was it grease?*, too
    if tag == "VB" and last == "be" and inflect(token.lemma_, "VBN") != word:
        yield "base form after be", token
    if tag != "VB" and before.tag_ in ("MD", "TO"):
        aux = before.tag_ == "MD" or (before in group and tag != "VBG")  # *nothing to saving*
        if aux and is_form(word, token.lemma_, tag) and not is_base(word):
            yield "form after a modal", token
    inner = last == "have" and token.dep_ not in ("ROOT", "conj")  # elsewhere it is mended
    if (inner or before.lower_ in ("have", "has", "'ve")) and _only_past(word):
        yield "past form after have", token


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
