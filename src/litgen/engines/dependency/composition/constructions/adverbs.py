"""Adverbs: of clauses, of nouns, as predicates; places, times, manner, reason."""

from __future__ import annotations

from litgen.engines.dependency.composition.composer import Composer, modifier, predicate
from litgen.engines.dependency.composition.graph import (
    ATTRIBUTIVE,
    FORCE,
    UNTENSED,
    Properties,
)
from litgen.engines.dependency.composition.words import Word
from litgen.lexicon import lemmas_with

_PLACE, _TIME = lemmas_with("place", "adverb"), lemmas_with("time", "adverb")
_PARTICLES = lemmas_with("particle", "adverb")
#: Question words: the predicate over the event, the noun that is asked for, its properties.
_ASKING = {"how": ("unspec_manner", "manner", FORCE), "why": ("_for_p", "reason", UNTENSED)}


def _is_connective(word: Word) -> bool:
    """*So* or *then* at the front names no time."""
    return word.i == 0 and word.lower in ("so", "then")


@modifier("clause", 60, label="not neg", pos="ADV ADP PART")
@modifier("clause", 60, label="advmod", pos="ADJ SCONJ")
@modifier("clause", 95, pos="ADJ")
@modifier("clause", 5, label="left")
@modifier("clause", 60, label="neg", when=lambda c, word: not _negates(c, word))
def adverb(c: Composer, word: Word, target: str, label: str) -> str:
    """An adverb that modifies an event."""
    if word.lower in _ASKING:
        above, asked, properties = _ASKING[word.lower]
        event = c.graph.event(properties)
        c.cover(word)
        found = c.graph.asked(asked, word.span)
        c.graph.add(above, word.span, label, event, ARG1=target, ARG2=found)
        return event
    if word.lower in _PARTICLES or word.pos == "ADP":
        event = c.modify(c.lexicon.preposition(word.lower, "way"), word, label, target)
    else:
        event = c.modify(c.lexicon.adverb(word), word, label, target)
    if word.pos in ("ADV", "ADJ"):
        c.modifier(word, "form", event, label)
    c.modifiers(word, "degree", event, label)
    c.modifiers(word, "complement", event, label)
    return event


def _negates(c: Composer, word: Word) -> bool:
    """Whether *not* negates its clause, which composes it as an operator."""
    info = c.clauses.get(word.head.i)
    return info is not None and info.negation == word.i


@modifier("clause", 4, label="left", words={**_PLACE, **_TIME}, pos="ADV SCONJ NOUN ADP",
          when=lambda _, word: not _is_connective(word))  # fmt: skip
@modifier("clause", 55, label="not neg", words={**_PLACE, **_TIME}, pos="ADV ADP",
          when=lambda _, word: not _is_connective(word))  # fmt: skip
@modifier("clause", 55, label="advmod", words={**_PLACE, **_TIME}, pos="SCONJ")
def place_or_time(c: Composer, word: Word, target: str, label: str) -> str:
    """*here*, *now*, *where*: ``loc_nonsp`` of a place or a time."""
    found = _named(c, word)
    event = c.graph.modify("loc_nonsp", word.wide, label, ARG1=target, ARG2=found)
    c.modifiers(word, "degree", event, label)
    c.modifiers(word, "complement", event, label)
    return event


def _named(c: Composer, word: Word) -> str:
    """The place or time that an adverb names."""
    if word.i in c.known:
        c.cover(word)
        return c.known[word.i]
    place = word.lower in _PLACE
    entry = (_PLACE if place else _TIME)[word.lower]["predicate"]
    asked = entry.endswith("_q")
    referent, label = c.start(word)
    c.add("place_n" if place else "time_n", word, label, referent)
    c.graph.quantify(entry if asked else "def_implicit_q", word.span, referent, label)
    if not asked:
        c.graph.modify(entry, word.span, label, ARG1=referent)
    return referent


@predicate(40, pos="ADV")
def predicative(c: Composer, word: Word, subject: str, label: str, properties: Properties) -> str:
    """An adverb as a predicate: *is here*, *is over*, *is home*."""
    event = c.graph.event(properties)
    if word.lower in _PLACE:
        c.graph.add("loc_nonsp", word.span, label, event, ARG1=subject, ARG2=_named(c, word))
    else:
        c.add(c.lexicon.adverb(word), word, label, event, ARG1=subject)
    c.modifiers(word, "degree", event, label)
    c.modifiers(word, "complement", event, label)
    return event


@modifier("before", 45, label="advmod quantmod", side="before")
def before_noun(c: Composer, word: Word, target: str, label: str) -> str:
    """*the then king*: an adverb before a noun."""
    event = c.modify(c.lexicon.adverb(word), word, label, target, ATTRIBUTIVE)
    c.modifiers(word, "degree", event, label)
    return event


@modifier("after", 55, pos="ADV", side="after")
@modifier("after", 55, label="advmod", pos="ADJ ADP SCONJ", side="after")
def after_noun(c: Composer, word: Word, target: str, label: str) -> str:
    """*the dog outside*: an adverb after a noun."""
    event = c.modify(c.lexicon.adverb(word), word, label, target)
    c.modifiers(word, "complement", event, label)
    c.modifiers(word, "degree", event, label)
    return event


@modifier("participle", 10, label="advmod npadvmod amod", pos="ADV ADJ")
def before_participle(c: Composer, word: Word, target: str, label: str) -> None:
    """*a well known man*: an adverb before a participle."""
    c.modify(c.lexicon.adverb(word), word, label, target)
