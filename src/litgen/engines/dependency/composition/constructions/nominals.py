"""Noun phrases: which construction a nominal head starts, its label, its modifiers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from litgen.engines.dependency.composition import numbers
from litgen.engines.dependency.composition.constructions import (
    coordination,
    modifiers,
    names,
    postmodifiers,
    pronouns,
    quantifiers,
)
from litgen.engines.dependency.composition.graph import Properties
from litgen.engines.dependency.composition.tables import table, words
from litgen.engines.dependency.composition.words import extent

if TYPE_CHECKING:
    from litgen.engines.dependency.composition.composer import Composer
    from litgen.engines.dependency.composition.words import Word

_PLURAL_ONLY = words("nouns", "plural_only")
_INDEFINITE = table("pronouns")["indefinite"]
_PERSONAL = table("pronouns")["personal"]
_MONTHS, _WEEKDAYS = table("nouns")["months"], table("nouns")["weekdays"]
#: Determiners that make a singular noun countable.
NOMINAL = frozenset(("NOUN", "PROPN", "PRON", "NUM", "DET", "ADJ", "SYM", "X"))


def noun_phrase(c: Composer, word: Word) -> str:
    """Compose the noun phrase of a head, with its coordinated sisters, and return its referent.

    Example:
        *two old dogs* adds ``udef_q``, ``card``, ``_old_a_1`` and ``_dog_n_1``.
    """
    if word.i in c.known:
        c.cover(word)
        return c.known[word.i]
    conjuncts = [d for d in word.dependents if d.dep == "conj"]
    if conjuncts:
        return coordination.nominal(c, word)
    return single(c, word)


def single(c: Composer, word: Word) -> str:
    """One noun phrase without its coordinated sisters."""
    if word.i in c.known:
        return c.known[word.i]
    referent = _compose(c, word)
    c.known[word.i] = referent
    c.referents[word.i] = referent
    return referent


def _compose(c: Composer, word: Word) -> str:
    if word.tag in ("VBG", "VBN", "VB", "VBD", "VBP", "VBZ") and word.pos in ("VERB", "AUX"):
        return nominalization(c, word)
    if word.pos == "PROPN" and (word.lower in _MONTHS or word.lower in _WEEKDAYS):
        return names.calendar(c, word)
    if word.pos == "PROPN" or (word.tag in ("NNP", "NNPS") and word.pos != "NOUN"):
        return names.name(c, word)
    if word.lower.endswith(("self", "selves")) and word.lower in _PERSONAL:
        return pronouns.personal(c, word, _PERSONAL[word.lower])
    if word.lower in ("one", "ones") and word.first("det", "amod") is not None:
        return pronouns.one(c, word)
    if word.lower in _INDEFINITE and not word.first("amod", "det", "poss"):
        return pronouns.indefinite(c, word)
    if word.pos == "PRON" or word.tag in ("PRP", "WP", "PRP$", "WDT", "WP$", "EX"):
        return pronouns.pronoun(c, word)
    if word.pos == "NUM" or word.tag == "CD":
        return numbers.numeral(c, word)
    if word.pos in ("DET", "ADJ", "ADV", "ADP", "SCONJ") and word.pos != "NOUN":
        return pronouns.elliptical(c, word)
    if word.lower == "home" and not word.first("det", "poss", "amod", "compound", "nummod"):
        return home(c, word)
    return common(c, word)


def home(c: Composer, word: Word) -> str:
    """Bare *home*: the place that is somebody's home (*at home*)."""
    referent = c.graph.referent({"PERS": "3", "NUM": "sg", "GEND": "n"})
    label = c.graph.handle()
    c.labels[referent] = label
    c.known[word.i] = referent
    c.add("place_n", word, label, referent)
    c.graph.quantify("def_implicit_q", word.span, referent, label)
    c.graph.add("_home_p", word.span, label, c.graph.event(), ARG1=referent)
    postmodifiers.postmodify(c, word, referent, label)
    return referent


def common(c: Composer, word: Word) -> str:
    """A noun phrase with a common noun as its head."""
    referent = c.graph.referent(noun_properties(word))
    label = c.graph.handle()
    c.labels[referent] = label
    c.known[word.i] = referent
    c.cover(word)
    quantifiers.quantify(c, word, referent, label)
    modifiers.premodify(c, word, referent, label)
    of = postmodifiers.of_phrase(word)
    predicate = c.lexicon.noun(word, of is not None)
    ep = c.add(predicate, word, label, referent)
    postmodifiers.argument_of_noun(c, word, ep, of)
    postmodifiers.postmodify(c, word, referent, label)
    return referent


def noun_properties(word: Word) -> Properties:
    """Person, number and countability of a common noun.

    Example:
        *dogs* is PERS 3, NUM pl, IND +.
    """
    plural = word.plural or word.lower in _PLURAL_ONLY
    if not plural and word.first("det", "poss", "nummod", "predet") is None:
        return {"PERS": "3", "NUM": "sg"}  # *Tobacco grows*: no count noun
    return {"PERS": "3", "NUM": "pl" if plural else "sg", "IND": "+"}


def nominalization(c: Composer, word: Word) -> str:
    """A gerund or an infinitive as a noun phrase: *Riding a bike is fun*."""
    from litgen.engines.dependency.composition.constructions.clauses import clause

    referent = c.graph.referent({"PERS": "3", "NUM": "sg"})
    label = c.graph.handle()
    c.labels[referent] = label
    c.known[word.i] = referent
    span = extent(word)
    possessor = word.first("poss")
    if possessor is not None:
        quantifiers.possessive(c, word, possessor, referent, label)
    else:
        c.graph.quantify("udef_q", span, referent, label)
    inner = clause(c, word)
    c.graph.add("nominalization", span, label, referent, ARG1=c.graph.qeq(inner.top))
    return referent
