"""Numbers before a noun, and numbers that head a phrase."""

from __future__ import annotations

from litgen.engines.dependency.composition.composer import Composer, modifier, noun_phrase
from litgen.engines.dependency.composition.conjuncts import coordinator_predicate
from litgen.engines.dependency.composition.graph import (
    ATTRIBUTIVE,
    ONE,
    PLURAL,
    REDUCED,
    SINGULAR,
    UNTENSED,
    Properties,
)
from litgen.engines.dependency.composition.numbers import combined, constant, is_year, ordinal
from litgen.engines.dependency.composition.relations import of_phrase
from litgen.engines.dependency.composition.words import Word, extent
from litgen.tables import rules_table

_QUANTIFIERS = rules_table("semantics/quantifiers")
_OF_YEARS = "pobj npadvmod nsubj dobj conj appos nummod"


@modifier("before", 10, label="nummod", side="before")
@modifier("before degree participle", 5, label="compound nmod npadvmod", pos="NUM", side="before")
@modifier("before degree participle", 5, label="compound nmod npadvmod", tag="CD", side="before",
          when=lambda _, word: word.text[:1].isdigit())  # fmt: skip
def cardinal(c: Composer, word: Word, target: str, label: str) -> None:
    """A number before a noun: ``card`` of the noun; *two hundred* is one number."""
    _card(c, word, target, label, UNTENSED)


def _card(c: Composer, word: Word, target: str, label: str, properties: Properties) -> str:
    event = c.graph.event(properties)
    parts = [d for d in word.dependents if d.dep == "compound" and d.tag == "CD"]
    value = combined([*(p.text for p in parts), word.text]) if parts else constant(word.text)
    c.cover(word, *parts)
    start = min(word.start, *(p.start for p in parts[:1])) if parts else word.start
    c.graph.add("card", (start, word.end), label, event, ARG1=target, CARG=value)
    c.modifiers(word, "degree", event, label)
    for d in word.of("conj"):  # *two or three dogs*: both numbers, coordinated
        if d.tag == "CD" and d.i not in c.covered:
            other = _card(c, d, target, label, UNTENSED)
            whole, coordinator = c.graph.event(), word.first("cc")
            joined = coordinator_predicate(coordinator)
            c.cover(*([coordinator] if coordinator else []))
            c.graph.add(joined, (coordinator or d).span, label, whole, ARG1=event, ARG2=other)
            return whole
    return event


@modifier("before", 25, label="amod acl nmod compound", side="before",
          when=lambda _, word: ordinal(word.text) and word.lower != "second-hand")  # fmt: skip
def ordinal_number(c: Composer, word: Word, target: str, label: str) -> str:
    """*the third dog*: ``ord`` of the noun."""
    event = c.graph.event(ATTRIBUTIVE)
    c.add("ord", word, label, event, ARG1=target, CARG=ordinal(word.text) or "")
    return event


@noun_phrase(60, label=_OF_YEARS, pos="NUM", when=lambda _, word: is_year(word))
@noun_phrase(60, label=_OF_YEARS, tag="CD", when=lambda _, word: is_year(word))
def year(c: Composer, word: Word) -> str:
    """A number that names a year: *in 1991*."""
    label = c.graph.handle()
    referent = c.known[word.i] = c.graph.referent(ONE)
    c.graph.quantify("proper_q", word.wide, referent, label)
    c.add("yofc", word, label, referent, CARG=word.text)
    c.modifiers(word, "after", referent, label)
    return referent


@noun_phrase(61, pos="NUM")
@noun_phrase(61, tag="CD")
def numeral(c: Composer, word: Word) -> str:
    """A number that heads a phrase: something counted."""
    label = c.graph.handle()
    single = word.lower in ("one", "1")
    referent = c.known[word.i] = c.graph.referent(SINGULAR if single else PLURAL)
    c.cover(word)
    of = of_phrase(word)
    noun, span = ("part_of", word.span) if of and single else ("generic_entity", word.wide)
    c.graph.add(noun, span, label, referent)
    determiners = word.of("det")
    c.cover(*determiners)
    quantifier = next((_QUANTIFIERS[d.lower]["quantifier"] for d in determiners
                       if d.lower in _QUANTIFIERS), "udef_q")  # fmt: skip
    c.graph.quantify(quantifier, word.span if of else extent(word), referent, label)
    _card(c, word, referent, label, REDUCED)
    c.modifiers(word, "before", referent, label)
    c.modifiers(word, "after", referent, label)
    return referent
