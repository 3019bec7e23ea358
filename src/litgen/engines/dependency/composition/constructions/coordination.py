"""Coordination of noun phrases and of predicates; that of clauses is in ``clauses``."""

from __future__ import annotations

from litgen.engines.dependency.composition.composer import Composer
from litgen.engines.dependency.composition.graph import PLURAL, Properties
from litgen.engines.dependency.composition.relations import VERBAL, conjuncts
from litgen.engines.dependency.words import Word

_NOMINAL = frozenset(("NOUN", "PROPN", "PRON", "NUM", "DET", "ADJ", "SYM", "X"))


def noun_phrases(c: Composer, word: Word) -> str:
    """Coordinated noun phrases: each keeps its referent; the whole has one of its own."""
    found = conjuncts(word)
    items = [i for i in found if i.word.pos in _NOMINAL or i.word.tag == "VBG"]
    if not items:
        return c.noun_phrase(word, alone=True)
    variables = [c.noun_phrase(item.word, alone=True) for item in items]
    beside = word.of("preconj", "cc", "det", "advmod", "predet")
    c.cover(*(d for d in beside if d.lower in ("either", "neither", "both")))
    for item in found:  # a clause that the parser hung on a noun joins the main clause
        if item not in items and item.word.pos in VERBAL:
            c.pending.append(c.clause(item.word))
            if item.coordinator is not None:
                c.coordinator(item.coordinator)
    if len(items) < 2:
        return variables[0]
    properties: Properties = PLURAL
    if any(i.coordinator is not None and i.coordinator.lower in ("or", "nor") for i in items):
        last = c.graph.variables.get(variables[-1], {})
        properties = {"PERS": "3", "NUM": last.get("NUM", "sg")}
    whole = c.joined[word.i] = c.join(items, variables, "", properties)
    return whole


def predicates(c: Composer, word: Word, subject: str, label: str, properties: Properties) -> str:
    """Coordinated predicative adjectives and the like: *is old and in debt*."""
    items = conjuncts(word)
    events = [c.predicate(item.word, subject, label, properties, alone=True) for item in items]
    return c.join(items, events, label, properties)
