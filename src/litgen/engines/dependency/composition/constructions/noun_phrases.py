"""What heads a noun phrase and is no name: nouns, gerunds, numbers, pronouns."""

from __future__ import annotations

import re

from litgen.engines.dependency.composition import graph as g
from litgen.engines.dependency.composition.composer import Composer
from litgen.engines.dependency.composition.lexicon import combined, constant, countability, ordinal
from litgen.engines.dependency.composition.relations import before_quantifier, of_phrase
from litgen.engines.dependency.words import Word, extent
from litgen.lexicon import NOUNS
from litgen.tables import rules_table, word_list

_COUNTING = word_list("counting", "semantics/pronouns")
_QUANTIFIERS, _PRONOUNS = rules_table("semantics/quantifiers"), rules_table("semantics/pronouns")
_QUANTIFIER_AND_NOUN = {**_PRONOUNS["indefinite"], **_PRONOUNS["interrogative"]}
_PRONOUN_TAGS = frozenset(("PRP", "WP", "PRP$", "WDT", "WP$", "EX"))
_YEAR = re.compile(r"^(1[5-9]|20)\d\d$")


def is_year(word: Word) -> bool:
    """*in 1991*."""
    return bool(_YEAR.match(word.text)) and not word.first("nummod", "det")


def is_digit(word: Word) -> bool:
    """*3*, *1st*: no number word."""
    return word.text[:1].isdigit()


def is_ordinal(word: Word) -> bool:
    """*third*, *3rd*."""
    return ordinal(word.text) is not None


def is_pronoun(word: Word) -> bool:
    """*it*, *who*, *my*."""
    return word.pos == "PRON" or word.tag in _PRONOUN_TAGS


def common(c: Composer, word: Word, noun: str = "") -> str:
    """*two old dogs*: ``udef_q``, ``card``, ``_old_a_1`` and ``_dog_n_1``; *the red one*, with
    ``generic_entity`` for its ``noun``."""
    referent, label = c.start(word, _properties(word))
    c.cover(word)
    c.bind(word, referent, label)
    c.modifiers(word, "before", referent, label)
    noun = noun or c.lexicon.noun(word, of_phrase(word) is not None)
    c.add(noun, word, label, referent)
    c.modifiers(word, "after", referent, label)
    return referent


def _properties(word: Word) -> g.Properties:
    if word.plural or word.lower in NOUNS.plural_only:
        return g.SEVERAL
    kind = countability(word)
    if kind == "mass":
        return g.MASS
    determiner = word.first("det", "poss", "nummod", "predet")
    if determiner is None:  # *Tobacco grows*
        return g.SINGULAR
    counted = kind == "count" or determiner.dep == "nummod" or determiner.lower in _COUNTING
    return g.ONE if counted else g.SINGULAR


def nominalization(c: Composer, word: Word) -> str:
    """A gerund or an infinitive as a noun phrase: *Riding a bike is fun*."""
    referent, label = c.start(word)
    c.bind(word, referent, label, "" if word.first("poss") else "udef_q")
    hole = c.graph.qeq(c.clause(word).top)
    c.graph.add("nominalization", extent(word), label, referent, ARG1=hole)
    return referent


def home(c: Composer, word: Word) -> str:
    """Bare *home*: the place that is somebody's home (*at home*)."""
    properties = {**g.SINGULAR, "GEND": "n"}
    referent, label = c.thing("place_n", "def_implicit_q", word, properties)
    c.graph.modify("_home_p", word.span, label, ARG1=referent)
    c.modifiers(word, "after", referent, label)
    return referent


def cardinal(
    c: Composer, word: Word, target: str, label: str, properties: g.Properties = g.UNTENSED
) -> str:
    """A number before a noun: ``card`` of the noun; *two hundred* is one number."""
    event = c.graph.event(properties)
    parts = [d for d in word.of("compound") if d.tag == "CD"]
    value = combined([*(p.text for p in parts), word.text]) if parts else constant(word.text)
    c.cover(word, *parts)
    start = min(each.start for each in (word, *parts[:1]))
    c.graph.add("card", (start, word.end), label, event, ARG1=target, CARG=value)
    c.modifiers(word, "degree", event, label)
    return event


def ordinal_number(c: Composer, word: Word, target: str, label: str) -> str:
    """*the third dog*: ``ord`` of the noun."""
    return c.modify("ord", word, label, target, g.ATTRIBUTIVE, CARG=ordinal(word.text) or "")


def year(c: Composer, word: Word) -> str:
    """A number that names a year: *in 1991*."""
    referent, label = c.start(word, g.ONE)
    c.graph.quantify("proper_q", word.wide, referent, label)
    c.add("yofc", word, label, referent, CARG=word.text)
    c.modifiers(word, "after", referent, label)
    return referent


def numeral(c: Composer, word: Word) -> str:
    """A number that heads a phrase: something counted."""
    single, of = word.lower in ("one", "1"), of_phrase(word)
    referent, label = c.start(word, g.SINGULAR if single else g.PLURAL)
    noun, span = ("part_of", word.span) if of and single else ("generic_entity", word.wide)
    c.graph.add(noun, span, label, referent)
    determiners = word.of("det")
    c.cover(word, *determiners)
    listed = (_QUANTIFIERS[d.lower] for d in determiners if d.lower in _QUANTIFIERS)
    quantifier = next((entry["quantifier"] for entry in listed), "udef_q")
    c.graph.quantify(quantifier, word.span if of else extent(word), referent, label)
    cardinal(c, word, referent, label, g.REDUCED)
    c.modifiers(word, "before after", referent, label)
    return referent


_FEATURES = ("PERS", "NUM", "GEND", "PT", "IND")
_PERSONAL, _POSSESSIVE = (
    {form: {k: v for k, v in zip(_FEATURES, entry, strict=True) if v}
     for form, entry in _PRONOUNS[kind].items()}
    for kind in ("personal", "possessive")
)  # fmt: skip


def personal(c: Composer, word: Word) -> str:
    """*he*, *themselves*, *my*: ``pron`` under ``pronoun_q``."""
    one, other = (_POSSESSIVE, _PERSONAL) if word.dep == "poss" else (_PERSONAL, _POSSESSIVE)
    properties = {**other, **one}[word.lower]
    referent, label = c.thing("pron", "pronoun_q", word, properties)
    c.modifiers(word, "after pronoun", referent, label)
    return referent


def quantified(c: Composer, word: Word) -> str:
    """*somebody*, *nothing*, *who*: a quantifier over ``person`` or ``thing``."""
    quantifier, noun = _QUANTIFIER_AND_NOUN[word.lower]
    referent, label = c.start(word)
    partitive = noun == "generic_entity" and of_phrase(word) is not None
    c.add("part_of" if partitive else noun, word, label, referent)
    inner = c.graph.handle()
    c.graph.quantify(quantifier, word.span, referent, label, inner)
    for each in before_quantifier(word, word.i):
        c.modifier(each, "degree", c.graph.variable("u"), inner)
    c.modifiers(word, "before after", referent, label)
    return referent


def reciprocal(c: Composer, word: Word) -> str:
    """*each other*: ``recip_pro``."""
    referent, label = c.start(word, g.PLURAL)
    c.cover(word, *word.of("det", "advmod", "amod"))
    c.graph.add("recip_pro", extent(word), label, referent)
    c.graph.quantify("pronoun_q", extent(word), referent, label)
    return referent


def absolute_possessive(c: Composer, word: Word) -> str:
    """*mine*: somebody's something."""
    properties = _POSSESSIVE[word.lower]
    owner, _ = c.graph.thing("pron", "pronoun_q", word.span, properties)
    referent, label = c.thing("generic_entity", "def_implicit_q", word)
    c.graph.modify("poss", word.span, label, ARG1=referent, ARG2=owner)
    c.modifiers(word, "after", referent, label)
    return referent
