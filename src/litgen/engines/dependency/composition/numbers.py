"""Numbers: cardinals, ordinals, years, numerals that stand alone."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from litgen.engines.dependency.composition.constructions import (
    coordination,
    modifiers,
    postmodifiers,
)
from litgen.engines.dependency.composition.graph import REDUCED, UNTENSED, Properties
from litgen.engines.dependency.composition.tables import table
from litgen.engines.dependency.composition.words import extent

if TYPE_CHECKING:
    from litgen.engines.dependency.composition.composer import Composer
    from litgen.engines.dependency.composition.words import Word

_CARDINALS = table("numbers")["cardinal"]
_ORDINALS = table("numbers")["ordinal"]
_DIGITS = re.compile(r"^\d[\d,]*(\.\d+)?$")
_ORDINAL = re.compile(r"^(\d+)(st|nd|rd|th)$")
_YEAR = re.compile(r"^(1[5-9]|20)\d\d$")


def constant(text: str) -> str:
    """The constant of a number word.

    Example:
        >>> constant("twenty-three"), constant("12,000")
        ('23', '12000')
    """
    lower = text.lower()
    if _DIGITS.match(lower):
        return lower.replace(",", "")
    if lower in _CARDINALS:
        return str(_CARDINALS[lower])
    parts = lower.split("-")
    if len(parts) > 1 and all(p in _CARDINALS for p in parts):
        return str(sum(_CARDINALS[p] for p in parts))
    return text


def ordinal(text: str) -> str | None:
    """The constant of an ordinal, None for any other word.

    Example:
        >>> ordinal("third"), ordinal("8th"), ordinal("old")
        ('3', '8', None)
    """
    lower = text.lower()
    if lower in _ORDINALS:
        return str(_ORDINALS[lower])
    found = _ORDINAL.match(lower)
    return found.group(1) if found else None


def cardinal(
    c: Composer, word: Word, label: str, referent: str, properties: Properties = UNTENSED
) -> str:
    """A number before a noun: ``card`` of the noun; *two hundred* is one number."""
    event = c.graph.event(properties)
    parts = [d for d in word.dependents if d.dep == "compound" and d.tag == "CD"]
    value = constant(word.text)
    if parts:
        value = _combine([*(p.text for p in parts), word.text])
        c.cover(*parts)
        start = min(parts[0].start, word.start)
        c.cover(word)
        c.graph.add("card", (start, word.end), label, event, ARG1=referent, CARG=value)
    else:
        c.add("card", word, label, event, ARG1=referent, CARG=value)
    modifiers.degrees(c, word, label, event)
    return _alternatives(c, word, label, referent, event)


def _alternatives(c: Composer, word: Word, label: str, referent: str, event: str) -> str:
    """*two or three dogs*: both numbers, coordinated."""
    for d in word.dependents:
        if d.dep == "conj" and d.tag == "CD" and d.i not in c.covered:
            other = cardinal(c, d, label, referent)
            whole = c.graph.event()
            coordinator = word.first("cc")
            span = coordinator.span if coordinator else (d.start, d.end)
            predicate = coordination.predicate_of(c, coordinator)
            c.graph.add(predicate, span, label, whole, ARG1=event, ARG2=other)
            return whole
    return event


def _combine(texts: list[str]) -> str:
    """*two hundred twenty* -> 220; what is no number is kept as it is written."""
    total = part = 0
    for text in texts:
        value = constant(text)
        if not value.isdigit():
            return " ".join(texts)
        number = int(value)
        if number >= 1000:
            total += max(part, 1) * number
            part = 0
        elif number == 100:
            part = max(part, 1) * number
        else:
            part += number
    return str(total + part)


def is_year(word: Word) -> bool:
    """A number that names a year: *in 1991*."""
    return bool(_YEAR.match(word.text)) and not word.first("nummod", "det")


def numeral(c: Composer, word: Word) -> str:
    """A number that heads a phrase: a year, or something counted."""
    label = c.graph.handle()
    if is_year(word) and word.dep in (
        "pobj",
        "npadvmod",
        "nsubj",
        "dobj",
        "conj",
        "appos",
        "nummod",
    ):
        referent = c.graph.referent({"PERS": "3", "NUM": "sg", "IND": "+"})
        c.graph.quantify("proper_q", word.wide, referent, label)
        c.add("yofc", word, label, referent, CARG=word.text)
        c.known[word.i], c.labels[referent] = referent, label
        postmodifiers.postmodify(c, word, referent, label)
        return referent
    number = "sg" if word.lower in ("one", "1") else "pl"
    referent = c.graph.referent({"PERS": "3", "NUM": number})
    c.known[word.i], c.labels[referent] = referent, label
    c.cover(word)
    of = postmodifiers.of_phrase(word)
    partitive = of is not None and number == "sg"
    noun, span = ("part_of", word.span) if partitive else ("generic_entity", word.wide)
    ep = c.graph.add(noun, span, label, referent)
    if partitive:
        postmodifiers.argument_of_noun(c, word, ep, of)
    quantifier = _determiner(c, word)
    c.graph.quantify(quantifier, word.span if of else extent(word), referent, label)
    cardinal(c, word, label, referent, REDUCED)
    modifiers.premodify(c, word, referent, label)
    postmodifiers.postmodify(c, word, referent, label)
    return referent


def _determiner(c: Composer, word: Word) -> str:
    for d in word.of("det"):
        c.cover(d)
        entry = table("quantifiers").get(d.lower)
        if entry:
            return str(entry["quantifier"])
    return "udef_q"
