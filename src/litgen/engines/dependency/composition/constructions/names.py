"""Proper names: single, of several words, of the calendar."""

from __future__ import annotations

from typing import TYPE_CHECKING

from litgen.engines.dependency.composition import numbers
from litgen.engines.dependency.composition.constructions import (
    modifiers,
    postmodifiers,
    quantifiers,
)
from litgen.engines.dependency.composition.tables import table, words
from litgen.engines.dependency.composition.words import extent

if TYPE_CHECKING:
    from litgen.engines.dependency.composition.composer import Composer
    from litgen.engines.dependency.composition.words import Word

_MONTHS, _WEEKDAYS = table("nouns")["months"], table("nouns")["weekdays"]
_TITLES = {w: e["predicate"] for w, e in table("nouns")["sense"].items()
           if w in words("nouns", "title")}  # fmt: skip


def name(c: Composer, word: Word) -> str:
    """A name: ``named`` under ``proper_q``; its further words hang on it by ``compound``.

    Example:
        *Lee Grey*: ``named`` Grey, ``compound``, ``named`` Lee.
    """
    plural = word.tag == "NNPS"
    referent = c.graph.referent({"PERS": "3", "NUM": "pl" if plural else "sg", "IND": "+"})
    label = c.graph.handle()
    c.labels[referent] = label
    c.known[word.i] = referent
    parts = modifiers.compounds(word)
    c.cover(word, *parts)
    span = extent(word)
    if word.first("det", "poss", "nummod") is not None or any(
        d.dep == "amod" and d.lower in table("quantifiers") for d in word.dependents
    ):
        quantifiers.quantify(c, word, referent, label)
    else:
        c.graph.quantify("proper_q", span, referent, label)
    for part in parts:
        _part(c, part, word, referent, label)
    c.add("named", word, label, referent, CARG=word.text)
    modifiers.premodify(c, word, referent, label)
    postmodifiers.postmodify(c, word, referent, label)
    return referent


def _part(c: Composer, part: Word, word: Word, referent: str, label: str) -> None:
    inner = c.graph.referent({"PERS": "3", "NUM": "sg", "IND": "+"})
    below = c.graph.handle()
    title = _TITLES.get(part.lower.rstrip("."))
    quantifier = "udef_q" if title or part.pos == "NOUN" else "proper_q"
    c.graph.quantify(quantifier, part.span, inner, below)
    if title is not None:
        c.add(title, part, below, inner)
    elif part.pos == "NOUN":
        c.add(c.lexicon.noun(part), part, below, inner)
    else:
        c.add("named", part, below, inner, CARG=part.text)
    span = (part.start, word.wide_end)
    c.graph.add("compound", span, label, c.graph.event(), ARG1=referent, ARG2=inner)
    for d in part.dependents:
        if d.i not in c.covered and d.pos in ("PROPN", "NOUN", "NUM", "ADJ"):
            _part(c, d, part, inner, below)


def _is_year(word: Word) -> bool:
    return word.text.isdigit() and len(word.text) == 4


def is_calendar(word: Word) -> bool:
    """A month or a day of the week."""
    return word.pos == "PROPN" and (word.lower in _MONTHS or word.lower in _WEEKDAYS)


def constant(c: Composer, word: Word, label: str, referent: str) -> None:
    """The predication of a name: ``named``, ``mofy`` or ``dofw``."""
    if not is_calendar(word):
        c.add("named", word, label, referent, CARG=word.text)
    elif word.lower in _MONTHS:
        c.add("mofy", word, label, referent, CARG=_MONTHS[word.lower])
    else:
        c.add("dofw", word, label, referent, CARG=_WEEKDAYS[word.lower])


def calendar(c: Composer, word: Word) -> str:
    """A month or a day of the week: ``mofy``, ``dofw``; with a day: ``dofm`` of the month."""
    month = word.lower in _MONTHS
    properties = {"PERS": "3", "NUM": "pl" if word.plural else "sg", "IND": "+"}
    referent = c.graph.referent(properties)
    label = c.graph.handle()
    c.labels[referent] = label
    c.known[word.i] = referent
    day = next((d for d in word.of("nummod") if month and not _is_year(d)), None)
    year = next((d for d in word.of("nummod", "appos", "npadvmod", "dep") if month
                 and _is_year(d)), None)  # fmt: skip
    if day is not None:
        c.graph.quantify("def_explicit_q", word.span, referent, label)
        inner, below = c.graph.referent(properties), c.graph.handle()
        c.add("mofy", word, below, inner, CARG=_MONTHS[word.lower])
        c.graph.quantify("def_implicit_q", word.span, inner, below)
        c.graph.add("of_p", word.span, label, c.graph.event(), ARG1=referent, ARG2=inner)
        extra = {"ARG1": numbers.numeral(c, year)} if year is not None else {}
        value = day.text if day.text[:1].isdigit() else numbers.ordinal(day.text) or day.text
        c.add("dofm", day, label, referent, CARG=value, **extra)
    else:
        if word.first("det", "poss") is not None:
            quantifiers.quantify(c, word, referent, label)
        else:
            c.graph.quantify("proper_q", extent(word), referent, label)
        carg = _MONTHS[word.lower] if month else _WEEKDAYS[word.lower]
        extra = {"ARG1": numbers.numeral(c, year)} if year is not None else {}
        c.add("mofy" if month else "dofw", word, label, referent, CARG=carg, **extra)
    modifiers.premodify(c, word, referent, label)
    postmodifiers.postmodify(c, word, referent, label)
    return referent
