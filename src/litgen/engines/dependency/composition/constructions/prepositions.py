"""Prepositional phrases, and nouns that stand for one (*every day*, *two metres tall*)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from litgen.engines.dependency.composition.constructions import nominals
from litgen.engines.dependency.composition.graph import UNTENSED, Properties
from litgen.engines.dependency.composition.tables import table, words
from litgen.engines.dependency.composition.words import extent

if TYPE_CHECKING:
    from litgen.engines.dependency.composition.composer import Composer
    from litgen.engines.dependency.composition.words import Word

_TIMES = words("prepositions", "time", "nouns")
_MOTION = words("prepositions", "motion", "verbs")
_MEANS = words("prepositions", "means", "nouns")
_COMPOUND = table("prepositions")["compound"]
_MONTHS, _WEEKDAYS = table("nouns")["months"], table("nouns")["weekdays"]


def prepositional(
    c: Composer, word: Word, label: str, target: str, use: str, properties: Properties = UNTENSED
) -> str:
    """A preposition with its object, at a label: it modifies ``target`` (or has it as subject).

    Args:
        use: ``state`` of an event, ``entity`` of a thing or as a predicate.

    Example:
        *in the garden* of the barking adds ``_in_p_state`` (ARG1 the barking, ARG2 the garden).
    """
    conjuncts = [d for d in word.dependents if d.dep == "conj" and d.pos in ("ADP", "SCONJ")]
    event = c.graph.event(properties)
    c.cover(word)
    gap = c.gaps.get((word.i, "pobj"))
    phrase, last, target_word = _object(c, word)
    args = {"ARG1": target}
    predicate = c.lexicon.preposition(phrase, _use(word, target_word, use))
    start = word.start
    if phrase.startswith(tuple(f"{d.lower} " for d in word.dependents if d.i == word.i - 1)):
        start = c.words[word.i - 1].start
    ep = c.graph.add(predicate, (start, last.end), label, event, **args)
    if target_word is not None:
        ep.args["ARG2"] = argument(c, target_word)
    elif gap is not None:
        ep.args["ARG2"] = gap
    _modifiers(c, word, label, event)
    for d in conjuncts:
        if d.i not in c.covered:
            prepositional(c, d, label, target, use, properties)
    return event


def _object(c: Composer, word: Word) -> tuple[str, Word, Word | None]:
    """The preposition's full form (*out of*), its last word, and its object."""
    inner = next((d for d in word.dependents if d.dep in ("prep", "pcomp", "fixed", "mwe")
                  and f"{word.lower} {d.lower}" in _COMPOUND), None)  # fmt: skip
    if inner is not None:
        c.cover(inner)
        found = inner.first("pobj", "pcomp") or word.first("pobj")
        return f"{word.lower} {inner.lower}", inner, found
    noun = word.first("pobj")
    if noun is not None:
        after = noun.first("prep")
        if after is not None and f"{word.lower} {noun.lower} {after.lower}" in _COMPOUND:
            c.cover(noun, after)
            return f"{word.lower} {noun.lower} {after.lower}", after, after.first("pobj", "pcomp")
    before = next((d for d in word.dependents if d.i == word.i - 1
                   and f"{d.lower} {word.lower}" in _COMPOUND), None)  # fmt: skip
    if before is not None:
        c.cover(before)
        return f"{before.lower} {word.lower}", word, noun
    other = word.first("pcomp", "dobj", "attr", "nmod", "xcomp")
    adjective = next((d for d in word.dependents if d.dep in ("amod", "advmod") and d.i > word.i
                      and d.pos == "ADJ"), None)  # fmt: skip
    return word.lower, word, noun or other or adjective


def argument(c: Composer, word: Word) -> str:
    """The object of a preposition: a noun phrase, a gerund, or a clause (as its handle)."""
    if word.dep == "pcomp" and word.pos in ("ADP", "SCONJ", "ADV") and word.first("pobj", "pcomp"):
        inner = word.first("pobj", "pcomp")
        assert inner is not None
        c.cover(word)
        return argument(c, inner)
    if word.dep in ("pcomp", "xcomp") and word.pos in ("VERB", "AUX") and word.tag != "VBG":
        from litgen.engines.dependency.composition.constructions.clauses import clause

        return c.graph.qeq(clause(c, word).top)
    return nominals.noun_phrase(c, word)


def _use(word: Word, target: Word | None, use: str) -> str:
    if target is not None and is_time(target):
        return "time"
    if word.lower == "by" and target is not None and target.lower in _MEANS:
        if not target.first("det", "poss"):
            return "means"
    if word.lower == "by" and target is not None and target.tag == "VBG":
        return "means"
    if use == "state" and word.head.lemma in _MOTION:
        return "way"
    return use


def is_time(word: Word) -> bool:
    """Whether a noun, name or number names a time: *Monday*, *1991*, *the morning*."""
    if word.lower in _MONTHS or word.lower in _WEEKDAYS:
        return word.pos == "PROPN" or word.tag.startswith("NNP")
    if word.pos == "NUM":
        return len(word.text) == 4 and word.text.isdigit()
    return word.lemma in _TIMES and word.pos in ("NOUN", "PROPN")


def _modifiers(c: Composer, word: Word, label: str, event: str) -> None:
    from litgen.engines.dependency.composition.constructions import modifiers

    for d in word.dependents:
        if d.i in c.covered:
            continue
        if d.dep in ("advmod", "quantmod", "neg", "det", "predet") and d.i < word.i:
            modifiers.degree(c, d, label, event)
        elif d.dep in ("npadvmod", "nmod", "nummod") and d.pos in ("NOUN", "NUM", "PROPN"):
            measure(c, d, label, event)
        elif d.dep == "prep":
            prepositional(c, d, label, event, "state")


def measure(c: Composer, word: Word, label: str, target: str) -> None:
    """A noun phrase that measures: *two metres tall*, *three miles away*."""
    span = extent(word)
    event = c.graph.event()
    ep = c.graph.add("measure", span, label, event, ARG1=target)
    ep.args["ARG2"] = nominals.noun_phrase(c, word)


def bare(c: Composer, word: Word, label: str, target: str) -> None:
    """A noun phrase that modifies an event without a preposition: *every day*."""
    event = c.graph.event()
    ep = c.graph.add("loc_nonsp", extent(word), label, event, ARG1=target)
    ep.args["ARG2"] = nominals.noun_phrase(c, word)
