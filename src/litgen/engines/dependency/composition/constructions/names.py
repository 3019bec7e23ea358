"""Names, and what stands beside a noun: nouns and participles before it, appositions."""

from __future__ import annotations

from litgen.engines.dependency.composition import graph as g
from litgen.engines.dependency.composition.composer import Composer
from litgen.engines.dependency.composition.lexicon import (
    countability,
    is_calendar,
    is_year,
    ordinal,
)
from litgen.engines.dependency.words import Word, extent
from litgen.lexicon import NOUNS
from litgen.tables import rules_table

_QUANTIFIERS = rules_table("semantics/quantifiers")


def name(c: Composer, word: Word) -> str:
    """A name: ``named`` under ``proper_q``; its further words hang on it by ``compound``."""
    referent, label = c.start(word, g.SEVERAL if word.tag == "NNPS" else g.ONE)
    c.cover(word)
    amount = any(d.lower in _QUANTIFIERS for d in word.of("amod"))
    determined = amount or word.first("det", "poss", "nummod")
    c.bind(word, referent, label, "" if determined else "proper_q")
    c.modifiers(word, "name", referent, label)
    c.add("named", word, label, referent, CARG=word.text)
    c.modifiers(word, "before after", referent, label)
    return referent


def part(c: Composer, word: Word, referent: str, label: str) -> None:
    """A further word of a name: a name, a noun or a title of its own."""
    name = word.lower.rstrip(".")
    title = NOUNS.sense[name]["predicate"] if name in NOUNS.title else None
    noun = title or (c.lexicon.noun(word) if word.pos == "NOUN" else None)
    inner, below = c.graph.referent(g.ONE), c.graph.handle()
    c.graph.quantify("udef_q" if noun else "proper_q", word.span, inner, below)
    c.add(noun or "named", word, below, inner, CARG="" if noun else word.text)
    span = (word.start, word.head.wide_end)
    c.graph.modify("compound", span, label, ARG1=referent, ARG2=inner)
    for d in word.dependents:
        if d.i not in c.covered and d.pos in ("PROPN", "NOUN", "NUM", "ADJ"):
            part(c, d, inner, below)


def calendar(c: Composer, word: Word) -> str:
    """A month or a day of the week: ``mofy``, ``dofw``; with a day: ``dofm`` of the month."""
    properties = g.SEVERAL if word.plural else g.ONE
    referent, label = c.start(word, properties)
    predicate, constant = c.lexicon.name(word)
    day = year = None
    if predicate == "mofy":
        day = next((d for d in word.of("nummod") if not is_year(d)), None)
        year = next((d for d in word.of("nummod", "appos", "npadvmod", "dep") if is_year(d)), None)
    if day is not None:
        c.graph.quantify("def_explicit_q", word.span, referent, label)
        c.cover(word)
        inner, _ = c.graph.thing(predicate, "def_implicit_q", word.span, properties, CARG=constant)
        c.graph.modify("of_p", word.span, label, ARG1=referent, ARG2=inner)
        predicate = "dofm"
        constant = day.text if day.text[:1].isdigit() else ordinal(day.text) or ""
    else:
        c.bind(word, referent, label, "" if word.first("det", "poss") else "proper_q")
    dated = c.noun_phrase(year, alone=True) if year else ""
    c.add(predicate, day or word, label, referent, CARG=constant, ARG1=dated)
    c.modifiers(word, "before after", referent, label)
    return referent


#: Properties of a noun before a noun, whose number says nothing.
_OF_PART: dict[str, g.Properties] = {"count": {"IND": "+"}, "either": {}, "mass": g.MASS}


def compound(c: Composer, word: Word, target: str, label: str) -> None:
    """A noun before a noun: ``compound`` of the two, the first under ``udef_q``."""
    name, dated = word.pos == "PROPN", is_calendar(word)
    properties = g.SEVERAL if word.plural else g.ONE if name else _OF_PART[countability(word)]
    inner, below = c.start(word, properties)
    c.referents[word.i] = inner
    c.cover(word)
    quantifier = "def_implicit_q" if dated else "proper_q" if name else "udef_q"
    start, end = extent(word)
    c.graph.quantify(quantifier, (start, end), inner, below)
    if name:
        c.modifiers(word, "name", inner, below)
        predicate, constant = c.lexicon.name(word)
        c.add(predicate, word, below, inner, CARG=constant)
    else:
        c.add(c.lexicon.noun(word), word, below, inner)
    c.modifiers(word, "before", inner, below)
    if dated:  # *Tuesday morning*
        c.graph.modify("of_p", word.span, label, ARG1=target, ARG2=inner)
        return
    first = word  # of the nouns that stand before another, coordinated
    while first.dep == "conj":
        first = first.head
    c.graph.modify("compound", (start, first.head.wide_end), label, ARG1=target, ARG2=inner)
    for d in word.of("conj"):
        c.modifier(d, "before", target, label, role="compound")
    c.modifiers(word, "after", inner, below)


def participle(c: Composer, word: Word, target: str, label: str) -> str:
    """A participle before a noun: *the barking dog*, *chased dogs*."""
    if word.tag == "VBG":
        progressive = {**g.UNTENSED, "PROG": "+"}
        event = c.modify(c.lexicon.verb(word, frame="x"), word, label, target, progressive)
    else:
        event = c.graph.event(g.ATTRIBUTIVE)
        predicate = c.lexicon.verb(word, frame="xx")
        c.add(predicate, word, label, event, ARG1=c.graph.variable(), ARG2=target)
        c.graph.icons.append((event, "topic", target))
    c.events[word.i] = event
    c.modifiers(word, "participle complement", event, label)
    return event


def apposition(c: Composer, word: Word, target: str, label: str) -> None:
    """*Kim, the manager*: ``appos`` of the two."""
    inner = c.noun_phrase(word)
    span = (word.head.start, word.wide_end)
    c.graph.modify("appos", span, label, ARG1=target, ARG2=inner)
