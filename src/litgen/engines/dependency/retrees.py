"""Mends of spaCy's own tree, for what the clauses and the meaning both read wrongly."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spacy.language import Language

from litgen.engines.dependency.morphology import inflect, known_as
from litgen.lexicon import lemmas_with
from litgen.tables import word_list

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

_ARTICLES = word_list("articles")
_BARE = lemmas_with("bare_infinitive", "verb")
_PARTICIPLE = lemmas_with("participle_object", "verb")
_DEGREES = lemmas_with("participle_degree", "adverb")
COMPONENT = "litgen_retrees"


@Language.component(COMPONENT)
def mend_tree(doc: Doc) -> Doc:
    """The pipeline component that applies every mend to a parsed document, in place."""
    for token in doc:
        _used_to(token)
        _clause_as_compound(token)
        _participle_after_well(token)
        _bare_infinitive(token)
        _participle_of_object(token)
        _clause_after_and(token)
    return doc


def _used_to(verb: Token) -> None:
    """*A man used to ride a bike*, *used* read as the man's participle: it is the main verb.

    Where nothing else is: a noun as the root, and an infinitive below *used*.
    """
    noun = verb.head
    if verb.lower_ != "used" or verb.dep_ not in ("acl", "relcl") or noun.dep_ != "ROOT":
        return
    if noun.pos_ not in ("NOUN", "PROPN", "PRON") or not any(
        c.dep_ == "xcomp" and any(to.tag_ == "TO" for to in c.children) for c in verb.children
    ):
        return
    for token in [c for c in noun.children if c.i > verb.i]:
        token.head = verb
    verb.head = verb
    verb.tag_, verb.pos_, verb.dep_ = "VBD", "VERB", "ROOT"
    noun.head, noun.dep_ = verb, "nsubj"


def _clause_as_compound(verb: Token) -> None:
    """*as the sun sets*, read as a compound of plural *sets*: a clause after a conjunction.

    A singular noun with its article before a plural that is a verb's third person, the last word
    of the phrase: *as the sun sets behind them*, *as a train passes*.
    """
    preposition = verb.head
    if verb.tag_ != "NNS" or verb.dep_ != "pobj" or preposition.lower_ != "as":
        return
    subject = verb.nbor(-1)
    left = [t for t in verb.lefts if t.i != subject.i]
    if subject.dep_ != "compound" or subject.tag_ != "NN" or not any(_article(t) for t in left):
        return
    if verb.conjuncts or "VERB" not in known_as(verb.lower_):
        return
    for token in left:
        token.head = subject
    verb.tag_, verb.pos_, verb.dep_ = "VBZ", "VERB", "advcl"
    subject.dep_, preposition.dep_ = "nsubj", "mark"
    preposition.pos_ = "SCONJ"
    verb.head = preposition.head
    preposition.head = verb


def _participle_after_well(verb: Token) -> None:
    """*was old and well thought out*, *thought* read as a second verb: it is another predicate."""
    be = verb.head
    if verb.tag_ not in ("VBD", "VBN") or verb.dep_ != "conj" or be.pos_ not in ("ADJ", "AUX"):
        return
    if any(c.dep_ in ("nsubj", "dobj", "aux") for c in verb.children):
        return
    if verb.nbor(-1).lower_ not in _DEGREES:
        return
    verb.tag_ = "VBN"
    predicate = next((c for c in be.children if c.dep_ == "acomp" and c.i < verb.i), None)
    if predicate is not None:
        for token in [c for c in be.children if c.dep_ == "cc" and predicate.i < c.i < verb.i]:
            token.head = predicate
        verb.head = predicate


def _bare_infinitive(verb: Token) -> None:
    """*helps young people gain confidence*, *gain* read as a present: it is an infinitive."""
    if verb.tag_ == "VBP" and verb.dep_ == "ccomp" and verb.head.lemma_ in _BARE:
        children = list(verb.children)
        if verb.i > verb.head.i and not any(c.dep_ in ("mark", "aux") for c in children):
            if any(c.dep_ == "nsubj" and verb.head.i < c.i < verb.i for c in children):
                verb.tag_ = "VB"


def _participle_of_object(verb: Token) -> None:
    """*wants the pressure on them eased*, *eased* read as a past: it is a participle."""
    if verb.tag_ == "VBD" and verb.dep_ == "ccomp" and verb.head.lemma_ in _PARTICIPLE:
        if verb.i > verb.head.i and inflect(verb.lemma_, "VBN") == verb.lower_:
            if not any(c.dep_ in ("mark", "aux", "auxpass") for c in verb.children):
                verb.tag_ = "VBN"


def _clause_after_and(verb: Token) -> None:
    """*is not hard and people are talking*, *talking* read as a complement: it is a conjunct."""
    if verb.dep_ != "ccomp" or verb.head.lemma_ != "be" or verb.i < verb.head.i:
        return
    before = verb.left_edge.i - 1
    has_subject = any(c.dep_ in ("nsubj", "nsubjpass", "expl") for c in verb.lefts)
    if has_subject and before > verb.head.i and verb.doc[before].dep_ == "cc":
        verb.dep_ = "conj"
        verb.doc[before].head = verb.head


def _article(token: Token) -> bool:
    return token.dep_ == "det" and token.lower_ in _ARTICLES
