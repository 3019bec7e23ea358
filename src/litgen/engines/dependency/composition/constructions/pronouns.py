"""Pronouns: personal, possessive, indefinite, interrogative; determiners that stand alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from litgen.engines.dependency.composition.constructions import (
    adjectives,
    modifiers,
    postmodifiers,
    quantifiers,
)
from litgen.engines.dependency.composition.tables import table, words
from litgen.engines.dependency.composition.words import extent

if TYPE_CHECKING:
    from litgen.engines.dependency.composition.composer import Composer
    from litgen.engines.dependency.composition.words import Word

_PERSONAL = table("pronouns")["personal"]
_POSSESSIVE = table("pronouns")["possessive"]
_INDEFINITE = table("pronouns")["indefinite"]
_INTERROGATIVE = table("pronouns")["interrogative"]
_QUANTIFIERS = table("quantifiers")
_ABSOLUTE, _PLURAL = words("pronouns", "absolute"), words("pronouns", "plural")
_PARTITIVE = words("pronouns", "partitive")
_FEATURES = ("PERS", "NUM", "GEND", "PT", "IND")


def features(entry: list[str]) -> dict[str, str]:
    """Properties of a pronoun from its entry in the table.

    Example:
        >>> features(["3", "sg", "m", "std", "+"])["GEND"]
        'm'
    """
    found = dict(zip(_FEATURES, entry, strict=True))
    return {name: found[name] for name in ("PERS", "NUM", "GEND", "IND", "PT") if found[name]}


def pronoun(c: Composer, word: Word) -> str:
    """Any pronoun that heads a phrase."""
    if word.lower in _INDEFINITE:
        return indefinite(c, word)
    if word.lower in _ABSOLUTE:
        return absolute_possessive(c, word)
    if word.lower in _INTERROGATIVE and word.tag != "WP$":
        return _noun_of_quantifier(c, word, *_INTERROGATIVE[word.lower])
    if word.lower in _PERSONAL and word.tag not in ("CD", "NN"):
        return personal(c, word, _PERSONAL[word.lower])
    if word.lower == "other" and word.head is not word:
        return reciprocal(c, word)
    if word.lower in _POSSESSIVE:
        return personal(c, word, _POSSESSIVE[word.lower])
    return elliptical(c, word)


def personal(c: Composer, word: Word, entry: list[str]) -> str:
    """*he*, *themselves*: ``pron`` under ``pronoun_q``."""
    referent = c.graph.referent({"PERS": "3", "NUM": "sg", **features(entry)})
    label = c.graph.handle()
    c.labels[referent] = label
    c.known[word.i] = referent
    c.add("pron", word, label, referent)
    c.graph.quantify("pronoun_q", word.span, referent, label)
    postmodifiers.postmodify(c, word, referent, label)
    modifiers.loose(c, word, referent, label)
    return referent


def indefinite(c: Composer, word: Word) -> str:
    """*somebody*, *nothing*: a quantifier over ``person`` or ``thing``."""
    return _noun_of_quantifier(c, word, *_INDEFINITE[word.lower])


def _noun_of_quantifier(c: Composer, word: Word, quantifier: str, noun: str) -> str:
    referent = c.graph.referent({"PERS": "3", "NUM": "sg"})
    label = c.graph.handle()
    c.labels[referent] = label
    c.known[word.i] = referent
    of = postmodifiers.of_phrase(word) if noun == "generic_entity" else None
    ep = c.add("part_of" if of is not None else noun, word, label, referent)
    c.graph.quantify(quantifier, word.span, referent, label)
    if of is not None:
        postmodifiers.argument_of_noun(c, word, ep, of)
    modifiers.premodify(c, word, referent, label)
    postmodifiers.postmodify(c, word, referent, label)
    return referent


def one(c: Composer, word: Word) -> str:
    """*the red one*: ``generic_entity`` in the place of a noun."""
    number = "pl" if word.lower == "ones" else "sg"
    referent = c.graph.referent({"PERS": "3", "NUM": number, "IND": "+"})
    label = c.graph.handle()
    c.labels[referent] = label
    c.known[word.i] = referent
    quantifiers.quantify(c, word, referent, label)
    modifiers.premodify(c, word, referent, label)
    c.add("generic_entity", word, label, referent)
    postmodifiers.postmodify(c, word, referent, label)
    return referent


def reciprocal(c: Composer, word: Word) -> str:
    """*each other*: ``recip_pro``."""
    referent = c.graph.referent({"PERS": "3", "NUM": "pl"})
    label = c.graph.handle()
    c.labels[referent] = label
    c.known[word.i] = referent
    span = extent(word)
    c.cover(word, *word.of("det", "advmod", "amod"))
    c.graph.add("recip_pro", span, label, referent)
    c.graph.quantify("pronoun_q", span, referent, label)
    return referent


def absolute_possessive(c: Composer, word: Word) -> str:
    """*mine*: somebody's something."""
    owner = c.graph.referent({"PERS": "3", "NUM": "sg", **features(_POSSESSIVE[word.lower])})
    inner = c.graph.handle()
    c.add("pron", word, inner, owner)
    c.graph.quantify("pronoun_q", word.span, owner, inner)
    referent = c.graph.referent({"PERS": "3", "NUM": "sg"})
    label = c.graph.handle()
    c.labels[referent] = label
    c.known[word.i] = referent
    c.graph.quantify("def_implicit_q", word.span, referent, label)
    c.graph.add("generic_entity", word.span, label, referent)
    c.graph.add("poss", word.span, label, c.graph.event(), ARG1=referent, ARG2=owner)
    postmodifiers.postmodify(c, word, referent, label)
    return referent


def elliptical(c: Composer, word: Word) -> str:
    """A determiner, number word or adjective without a noun: *Some of the cats bark*.

    With an *of*-phrase it is a part of something (``part_of``), else ``generic_entity``.
    """
    plural = word.lower in _PLURAL
    of = postmodifiers.of_phrase(word)
    number = _number_of_part(word, of, plural)
    referent = c.graph.referent({"PERS": "3", "NUM": number})
    label = c.graph.handle()
    c.labels[referent] = label
    c.known[word.i] = referent
    c.cover(word)
    entry = _QUANTIFIERS.get(word.lower, {})
    quantifier = entry.get("quantifier", "udef_q")
    determiner = next((_QUANTIFIERS[d.lower]["quantifier"] for d in word.of("det")
                       if d.lower in _QUANTIFIERS), None)  # fmt: skip
    c.cover(*word.of("det"))
    possessor = word.first("poss")
    if possessor is not None:
        quantifiers.possessive(c, word, possessor, referent, label)
    span = word.span if quantifier != "udef_q" else extent(word)
    if possessor is None:
        c.graph.quantify(determiner or quantifier, span, referent, label)
    partitive = of is not None and quantifier != "udef_q"
    ep = c.graph.add("part_of" if partitive else "generic_entity", word.span, label, referent)
    if partitive:
        postmodifiers.argument_of_noun(c, word, ep, of)
    if entry.get("amount") and entry["amount"] != "card":
        event = c.modify(entry["amount"], word, label, referent)
        if entry.get("degree"):
            compared = adjectives.standard(c, word)
            args = {"ARG2": compared} if compared else {}
            c.add(entry["degree"], word, label, c.graph.event(), ARG1=event, **args)
    elif word.pos in ("ADJ", "ADV", "ADP", "SCONJ") and not entry:
        c.modify(c.lexicon.adjective(word), word, label, referent)
    modifiers.premodify(c, word, referent, label)
    postmodifiers.postmodify(c, word, referent, label)
    return referent


def _number_of_part(word: Word, of: Word | None, plural: bool) -> str:
    if plural:
        return "pl"
    if of is not None and word.lower in _PARTITIVE:
        inner = of.first("pobj")
        if inner is not None and inner.plural:
            return "pl"
    return "sg"
