"""Mending tags: names, nationalities, verbs read as nouns, before anything is composed."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from litgen.engines.dependency.clauses import Clause
from litgen.engines.dependency.composition.words import move
from litgen.engines.dependency.verbforms import Tense

if TYPE_CHECKING:
    from litgen.engines.dependency.composition.words import Word

_OF_NOUNS = frozenset(("det", "amod", "poss", "compound", "nummod", "predet", "nmod"))


@lru_cache(maxsize=65536)
def _in_vocabulary(word: str) -> bool:
    from lemminflect import getAllLemmas

    return bool(getAllLemmas(word))


@lru_cache(maxsize=65536)
def _verb_lemma(form: str) -> str:
    """The lemma of a verb form, empty for what is no verb form."""
    from lemminflect import getAllLemmas

    found = getAllLemmas(form).get("VERB", ())
    return str(found[0]) if found else ""


def name(word: Word) -> None:
    """*Abrams barked*, *Abrams* read as a noun: a capital, and no such word otherwise."""
    if (
        word.pos in ("NOUN", "VERB", "ADJ", "X", "INTJ")
        and word.text[:1].isupper()
        and len(word.text) > 1
        and (word.text.isalpha() or any(ch.isdigit() for ch in word.text))
        and not _in_vocabulary(word.lower)
    ):
        if word.pos == "VERB" and (word.dep == "ROOT" or word.dependents):
            return
        word.pos, word.tag = "PROPN", "NNP"
        if word.dep in ("xcomp", "ccomp"):
            word.dep = "dobj"


def nationality(word: Word) -> None:
    """*A Swede is Swedish*: names of peoples are common nouns and adjectives."""
    if word.entity not in ("NORP", "LANGUAGE") or word.pos != "PROPN" or not word.text.isalpha():
        return
    word.lemma = word.lower
    if word.dep in ("compound", "amod", "nmod"):
        word.pos, word.tag, word.dep = "ADJ", "JJ", "amod"
    elif word.dep in ("attr", "acomp") and not word.dependents and word.tag == "NNP":
        word.pos, word.tag, word.dep = "ADJ", "JJ", "acomp"
    else:
        word.pos = "NOUN"
        if word.tag == "NNPS" and word.lower.endswith("s"):
            word.lemma = word.lower[:-1]


def verb_as_noun(word: Word, clauses: dict[int, Clause]) -> None:
    """*while a small child watches*, *and talk*: a verb that was read as a noun.

    A subordinator, a subject or a coordinated verb says that it is one.
    """
    if word.pos != "NOUN" or word.dep not in ("advcl", "ccomp", "conj"):
        return
    lemma = _verb_lemma(word.lower)
    if not lemma or word.tag not in ("NN", "NNS"):
        return
    subject = word.first("nsubj")
    marked = any(d.dep in ("mark", "advmod") and d.pos == "SCONJ" for d in word.dependents)
    left = [d for d in word.dependents if d.i < word.i and d.dep in _OF_NOUNS]
    if word.dep == "conj":
        if word.head.pos != "VERB" or left or word.head.tag not in ("VB", "VBP", "VBZ", "VBG"):
            return
        if (word.tag == "NNS") != (word.head.tag == "VBZ") or word.head.tag == "VBG":
            return
    elif subject is None:
        noun = next((d for d in reversed(left) if d.dep == "compound"), None)
        if not marked or word.dep != "advcl" or noun is None:
            return
        noun.dep = "nsubj"
        for d in left:
            if d is not noun:
                move(d, noun, d.dep)
        subject = noun
    word.pos, word.lemma = "VERB", lemma
    word.tag = "VBZ" if word.tag == "NNS" else "VB" if word.dep == "ccomp" else "VBP"
    for d in word.dependents:
        if d.dep == "compound":
            d.dep = "npadvmod"
    shared = clauses.get(word.head.i) if word.dep == "conj" else None
    tense: Tense | None = "pres" if word.dep == "advcl" else None
    clauses[word.i] = Clause(
        head=word.i,
        kind="conjunct" if shared else "adverbial" if word.dep == "advcl" else "complement",
        subject=subject.i if subject else None,
        tense=shared.tense if shared else tense,
        modal=shared.modal if shared else None,
        governor=word.head.i,
        shares=shared is not None,
    )


def past_as_participle(word: Word, clauses: dict[int, Clause]) -> None:
    """*The dog arrived and barked*: a past tense read as a participle after an active past."""
    governor = clauses.get(word.head.i)
    info = clauses.get(word.i)
    if word.dep != "conj" or word.tag != "VBN" or governor is None or info is None:
        return
    active = governor.tense == "past" and not (governor.passive or governor.perfect)
    if active and not governor.auxiliaries and info.tense is None and not info.auxiliaries:
        word.tag = "VBD"
        clauses[word.i] = replace(info, tense="past", passive=False)
