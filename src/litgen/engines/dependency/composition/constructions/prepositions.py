"""Prepositional phrases, and nouns that stand for one (*every day*)."""

from __future__ import annotations

from litgen.engines.dependency.composition.composer import Composer
from litgen.engines.dependency.composition.graph import UNTENSED, Properties
from litgen.engines.dependency.composition.lexicon import is_time
from litgen.engines.dependency.words import Word, extent
from litgen.lexicon import NOUNS, VERBS
from litgen.tables import rules_table

_COMPOUND = rules_table("semantics/prepositions")["compound"]


def phrase(
    c: Composer, word: Word, target: str, label: str, properties: Properties = UNTENSED
) -> str:
    """A prepositional phrase that modifies an event or a thing, or is said of one: *The cat is in
    the garden*."""
    event = c.graph.event(properties)
    first, last, form, inner = _parts(c, word)
    name = c.lexicon.preposition(form, _use(word, inner, target))
    ep = c.graph.add(name, (first.start, last.end), label, event, ARG1=target)
    found = c.argument(inner) if inner is not None else c.gaps.get((word.i, "pobj"))
    if found is not None:
        ep.args["ARG2"] = found
    c.modifiers(word, "preposition", event, label)
    return event


def _parts(c: Composer, word: Word) -> tuple[Word, Word, str, Word | None]:
    """A preposition's first word, its last (*out of*), its form, its object."""
    noun = word.first("pobj")
    after = noun.first("prep") if noun is not None else None
    parts: list[tuple[Word, ...]] = [(word, d) for d in word.of("prep", "pcomp", "fixed", "mwe")]
    parts += [(word, noun, after)] if noun is not None and after is not None else []
    parts += [(d, word) for d in word.dependents if d.i == word.i - 1]
    for words in parts:
        form = " ".join(each.lower for each in words)
        if form in _COMPOUND:
            c.cover(*words)
            own = None if noun in words else noun
            return words[0], words[-1], form, words[-1].first("pobj", "pcomp") or own
    c.cover(word)
    other = word.first("pcomp", "dobj", "attr", "nmod", "xcomp")
    after_it = (d for d in word.of("amod", "advmod") if d.i > word.i and d.pos == "ADJ")
    return word, word, word.lower, noun or other or next(after_it, None)


def _use(word: Word, inner: Word | None, target: str) -> str:
    """Of a time, as a means, on a way, in the ``state`` of an event, or else of an ``entity``."""
    if inner is not None and is_time(inner):
        return "time"
    if word.lower == "by" and inner is not None:
        if inner.tag == "VBG" or (inner.lower in NOUNS.means and not inner.first("det", "poss")):
            return "means"
    if target[:1] != "e":
        return "entity"
    return "way" if word.head.lemma in VERBS.motion else "state"


def object_of_object(c: Composer, word: Word) -> str:
    """*from under the table*: the object of the second preposition."""
    inner = word.first("pobj", "pcomp")
    assert inner is not None
    c.cover(word)
    return c.argument(inner)


def bare(c: Composer, word: Word, target: str, label: str, predicate: str) -> None:
    """A noun phrase without a preposition: *every day*; as a measure, *three miles away*."""
    ep = c.graph.add(predicate, extent(word), label, c.graph.event(), ARG1=target)
    ep.args["ARG2"] = c.noun_phrase(word)


def particle(c: Composer, word: Word, target: str, label: str) -> None:
    """*up* of *give up* is a part of the verb's name."""
    c.cover(word)


def particle_of_noun(c: Composer, word: Word, target: str, label: str) -> None:
    """*the way up*: a preposition without an object after a noun."""
    c.modify(c.lexicon.preposition(word.lower, "entity"), word, label, target)
