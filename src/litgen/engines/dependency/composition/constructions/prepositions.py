"""Prepositional phrases, and nouns that stand for one (*every day*)."""

from __future__ import annotations

from litgen.engines.dependency.composition.composer import Composer
from litgen.engines.dependency.composition.graph import UNTENSED, Properties
from litgen.engines.dependency.composition.lexicon import is_time
from litgen.engines.dependency.words import Word, extent
from litgen.lexicon import NOUNS, VERBS
from litgen.tables import rules_table

_COMPOUND = rules_table("semantics/prepositions")["compound"]


def phrase(c: Composer, word: Word, target: str, label: str) -> str:
    """A prepositional phrase that modifies an event or a thing."""
    use = "entity" if target.startswith("x") else "state"
    return _prepositional(c, word, target, label, use, UNTENSED)


def predicative(c: Composer, word: Word, subject: str, label: str, properties: Properties) -> str:
    """A prepositional phrase as a predicate: *The cat is in the garden*."""
    return _prepositional(c, word, subject, label, "entity", properties)


def _prepositional(
    c: Composer, word: Word, target: str, label: str, use: str, properties: Properties
) -> str:
    """``use``: ``state`` of an event, ``entity`` of a thing or as a predicate."""
    event = c.graph.event(properties)
    first, last, form, inner = _parts(c, word)
    name = c.lexicon.preposition(form, _use(word, inner, use))
    ep = c.graph.add(name, (first.start, last.end), label, event, ARG1=target)
    found = c.argument(inner) if inner is not None else c.gaps.get((word.i, "pobj"))
    if found is not None:
        ep.args["ARG2"] = found
    c.modifiers(word, "preposition", event, label)
    return event


def _parts(c: Composer, word: Word) -> tuple[Word, Word, str, Word | None]:
    """A preposition's first word, its last (*out of*), its form, its object."""
    c.cover(word)
    noun = word.first("pobj")
    inner = next((d for d in word.of("prep", "pcomp", "fixed", "mwe")
                  if f"{word.lower} {d.lower}" in _COMPOUND), None)  # fmt: skip
    if inner is not None:
        c.cover(inner)
        return word, inner, f"{word.lower} {inner.lower}", inner.first("pobj", "pcomp") or noun
    after = noun.first("prep") if noun is not None else None
    if noun is not None and after is not None:
        form = f"{word.lower} {noun.lower} {after.lower}"
        if form in _COMPOUND:
            c.cover(noun, after)
            return word, after, form, after.first("pobj", "pcomp")
    before = next((d for d in word.dependents if d.i == word.i - 1
                   and f"{d.lower} {word.lower}" in _COMPOUND), None)  # fmt: skip
    if before is not None:
        c.cover(before)
        return before, word, f"{before.lower} {word.lower}", noun
    other = word.first("pcomp", "dobj", "attr", "nmod", "xcomp")
    after_it = (d for d in word.of("amod", "advmod") if d.i > word.i and d.pos == "ADJ")
    return word, word, word.lower, noun or other or next(after_it, None)


def _use(word: Word, inner: Word | None, use: str) -> str:
    if inner is not None and is_time(inner):
        return "time"
    if word.lower == "by" and inner is not None:
        if inner.tag == "VBG" or (inner.lower in NOUNS.means and not inner.first("det", "poss")):
            return "means"
    return "way" if use == "state" and word.head.lemma in VERBS.motion else use


def object_of_object(c: Composer, word: Word) -> str:
    """*from under the table*: the object of the second preposition."""
    inner = word.first("pobj", "pcomp")
    assert inner is not None
    c.cover(word)
    return c.argument(inner)


def bare(c: Composer, word: Word, target: str, label: str, predicate: str) -> None:
    """A noun phrase without a preposition: *every day*; as a measure, *three miles away*."""
    event = c.graph.event()
    ep = c.graph.add(predicate, extent(word), label, event, ARG1=target)
    ep.args["ARG2"] = c.noun_phrase(word)


def particle(c: Composer, word: Word, target: str, label: str) -> None:
    """*up* of *give up* is a part of the verb's name."""
    c.cover(word)


def particle_of_noun(c: Composer, word: Word, target: str, label: str) -> None:
    """*the way up*: a preposition without an object after a noun."""
    c.modify(c.lexicon.preposition(word.lower, "entity"), word, label, target)
