"""Agents of verbs and kinds of adjectives: what edits by polarity ask of the words they change."""

from __future__ import annotations

from typing import TYPE_CHECKING

from litgen.lexicon import lemmas_with

if TYPE_CHECKING:
    from spacy.tokens import Token

    from litgen.wordnet import WordNet

_SUBJECTS = ("nsubj", "nsubjpass")


def doer_of(verb: Token) -> Token | None:
    """Who does what a verb tells: its subject, or what it is said of; None where it is not told."""
    subject = next((c for c in verb.children if c.dep_ in _SUBJECTS), None)
    if subject is not None:
        relative = subject.tag_ in ("WP", "WDT") and verb.dep_ == "relcl"
        return verb.head if relative else subject
    if verb.dep_ in ("acl", "relcl"):
        return verb.head
    above = verb.dep_ in ("conj", "xcomp", "advcl", "pcomp", "prep") and verb.head.i != verb.i
    return doer_of(verb.head) if above else None


def acts(doer: Token) -> bool:
    """Whether persons or animals are named: skis do not sit, and roads do not jog."""
    from litgen.trees.nouns import is_animate

    group = doer.lemma_.lower() in lemmas_with("group", "noun")
    name = doer.pos_ == "PROPN" and not any(c.dep_ == "det" for c in doer.children)
    return group or name or is_animate(doer)


def is_relational(wordnet: WordNet, adjective: Token) -> bool:
    """Whether an adjective tells what a noun is of or for, first of all: *dental*, *chemical*."""
    senses = wordnet.senses(adjective.lower_, "a")
    return bool(senses) and senses[0].field == "adj.pert"
