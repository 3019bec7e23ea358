"""What modifies a clause: adverbs, prepositional phrases, times, adverbial clauses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from litgen.engines.dependency.composition.constructions import (
    adjectives,
    modifiers,
    nominals,
    prepositions,
)
from litgen.engines.dependency.composition.graph import FORCE, Proposition
from litgen.engines.dependency.composition.tables import table, words
from litgen.engines.dependency.composition.words import extent

if TYPE_CHECKING:
    from litgen.engines.dependency.composition.composer import Composer
    from litgen.engines.dependency.composition.words import Word

_ADVERBS = table("adverbs")
_SCOPAL, _PLACE, _TIME = _ADVERBS["scopal"], _ADVERBS["place"], _ADVERBS["time"]
_PARTICLES = words("adverbs", "particle")
_SUBORDINATORS = table("conjunctions")["subordinator"]
_COMPLEMENTISERS = frozenset(("that", "whether", "for", "to"))
_SKIP = frozenset((
    "punct", "cc", "conj", "aux", "auxpass", "nsubj", "nsubjpass", "expl", "mark", "case", "neg",
    "preconj", "csubj", "csubjpass",
))  # fmt: skip


def modify(c: Composer, word: Word, label: str, event: str) -> list[Word]:
    """Add the modifiers of a clause's event at its label; returns those that have scope."""
    scopal: list[Word] = []
    for d in word.dependents:
        if d.i in c.covered or d.dep in _SKIP:
            continue
        _dependent(c, d, label, event, scopal)
    for d in word.dependents:
        if d.dep == "neg" and d.i not in c.covered:
            info = c.clauses.get(word.i)
            if info is None or info.negation != d.i:
                adverb(c, d, label, event)
    return scopal


def _dependent(c: Composer, d: Word, label: str, event: str, scopal: list[Word]) -> None:
    if d.pos == "VERB" and d.dep == "prep" and d.first("pobj", "prep"):
        prepositions.prepositional(c, d, label, event, "state")
    elif d.pos in ("VERB", "AUX") and d.dep in (
        "advcl",
        "ccomp",
        "xcomp",
        "parataxis",
        "relcl",
        "acl",
        "dep",
        "pcomp",
        "acomp",
        "advmod",
        "prep",
        "meta",
        "intj",
        "dobj",
        "npadvmod",
        "attr",
        "oprd",
    ):
        scopal.append(d)
    elif d.dep in ("prep", "agent", "dative") or (
        d.pos in ("ADP", "SCONJ") and d.first("pobj", "pcomp", "prep")
    ):
        if _subordinating(d):
            scopal.append(d)
        else:
            prepositions.prepositional(c, d, label, event, "state")
    elif d.dep == "prt" and d.pos in ("ADP", "ADV"):
        c.cover(d)
    elif d.pos in ("ADV", "ADP", "PART") or (d.dep == "advmod" and d.pos in ("ADJ", "SCONJ")):
        if d.lower in _SCOPAL and d.dep != "prt":
            scopal.append(d)
        else:
            adverb(c, d, label, event)
    elif d.pos in ("NOUN", "PROPN", "PRON", "NUM", "DET", "SYM"):
        _noun(c, d, label, event)
    elif d.pos == "ADJ":
        scopal.append(d) if d.dep in ("advcl",) else adverb(c, d, label, event)


def _subordinating(word: Word) -> bool:
    """*with his dog running*: a preposition over a clause."""
    inner = word.first("pcomp")
    return (
        word.lower == "with"
        and inner is not None
        and inner.pos == "VERB"
        and (inner.first("nsubj") is not None)
    )


def adverb(c: Composer, word: Word, label: str, event: str) -> str:
    """An adverb that modifies an event; places and times are ``loc_nonsp`` of a place or time."""
    if (word.lower in _PLACE or word.lower in _TIME) and word.pos in (
        "ADV",
        "SCONJ",
        "NOUN",
        "ADP",
    ):
        if word.lower not in ("so", "then") or word.i > 0:
            target = place_or_time(c, word)
            found = c.graph.event()
            c.graph.add("loc_nonsp", word.wide, label, found, ARG1=event, ARG2=target)
            modifiers.degrees(c, word, label, found)
            adjectives.complements(c, word, label, found)
            return found
    if word.lower == "how":
        return _manner(c, word, label, event)
    if word.lower == "why":
        return _reason(c, word, label, event)
    if word.lower in _PARTICLES or word.pos == "ADP":
        found = c.graph.event()
        use = "way"
        c.add(c.lexicon.preposition(word.lower, use), word, label, found, ARG1=event)
    else:
        found = c.graph.event()
        c.add(c.lexicon.adverb(word), word, label, found, ARG1=event)
    if word.pos in ("ADV", "ADJ"):
        adjectives.compare(c, word, label, found)
    modifiers.degrees(c, word, label, found)
    adjectives.complements(c, word, label, found)
    for d in word.dependents:
        if d.dep == "conj" and d.i not in c.covered and d.pos in ("ADV", "ADJ", "ADP"):
            adverb(c, d, label, event)
    return found


def place_or_time(c: Composer, word: Word) -> str:
    """The place or time that an adverb names: *here*, *now*, *where*."""
    if word.i in c.known:
        c.cover(word)
        return c.known[word.i]
    place = word.lower in _PLACE
    entry = (_PLACE if place else _TIME)[word.lower]
    properties = {"PERS": "3", "NUM": "sg"}
    if place and not entry.endswith("_q"):
        properties["GEND"] = "n"
    referent = c.graph.referent(properties)
    label = c.graph.handle()
    c.add("place_n" if place else "time_n", word, label, referent)
    if entry.endswith("_q"):
        c.graph.quantify(entry, word.span, referent, label)
    else:
        c.graph.quantify("def_implicit_q", word.span, referent, label)
        c.graph.add(entry, word.span, label, c.graph.event(), ARG1=referent)
    c.known[word.i] = referent
    return referent


def _manner(c: Composer, word: Word, label: str, event: str) -> str:
    referent = c.graph.referent({"PERS": "3", "NUM": "sg"})
    below = c.graph.handle()
    found = c.graph.event(FORCE)
    c.graph.add("unspec_manner", word.span, label, found, ARG1=event, ARG2=referent)
    c.add("manner", word, below, referent)
    c.graph.quantify("which_q", word.span, referent, below)
    return found


def _reason(c: Composer, word: Word, label: str, event: str) -> str:
    referent = c.graph.referent({"PERS": "3", "NUM": "sg"})
    below = c.graph.handle()
    found = c.graph.event()
    c.graph.add("_for_p", word.span, label, found, ARG1=event, ARG2=referent)
    c.add("reason", word, below, referent)
    c.graph.quantify("which_q", word.span, referent, below)
    return found


def _noun(c: Composer, d: Word, label: str, event: str) -> None:
    """A noun on a verb that is none of its arguments: a time, a measure, somebody addressed."""
    if d.lower in ("all", "both", "each") and d.pos in ("DET", "PRON"):
        c.modify(f"_{d.lower}_a_1", d, label, event)
        return
    found = c.graph.event()
    ep = c.graph.add("loc_nonsp", extent(d), label, found, ARG1=event)
    ep.args["ARG2"] = nominals.noun_phrase(c, d)


def wrap(c: Composer, core: Proposition, scopal: list[Word], force: str) -> Proposition:
    """Put scopal adverbs and adverbial clauses over a clause, those nearest the verb first."""
    for word in sorted(scopal, key=lambda w: abs(w.i - w.head.i)):
        if word.pos in ("VERB", "AUX") or word.dep == "prep" or word.pos == "ADJ":
            core = subordinate(c, core, word, force)
        else:
            core = scopal_adverb(c, core, word)
    return core


def scopal_adverb(c: Composer, core: Proposition, word: Word) -> Proposition:
    """*The dog probably barked*: ``_probable_a_1`` over the barking."""
    label = c.graph.handle()
    event = c.graph.event(FORCE)
    c.add(_SCOPAL[word.lower], word, label, event, ARG1=c.graph.qeq(core.top))
    modifiers.degrees(c, word, label, event)
    return Proposition(label, core.head, core.label, core.event)


def subordinate(c: Composer, core: Proposition, word: Word, force: str) -> Proposition:
    """An adverbial clause: its subordinator over both clauses, ``subord`` where it has none."""
    from litgen.engines.dependency.composition.constructions import coordination
    from litgen.engines.dependency.composition.constructions.clauses import clause

    mark, predicate, span = _subordinator(c, word)
    inner_word = word.first("pcomp")
    if word.dep == "prep" and inner_word is not None:
        c.cover(word)
        predicate, span, named = "_with_x_subord", word.span, True
        word = inner_word
    else:
        named = mark is not None
    if word.pos == "ADJ":
        label = c.graph.handle()
        event = coordination.predicate(c, word, label, c.graph.open(), {"SF": "prop"})
        inner = Proposition(label, event, label, event)
    else:
        inner = clause(c, word)
    label = c.graph.handle()
    event = c.graph.event({"SF": force if named else "prop"})
    c.graph.add(
        predicate, span, label, event, ARG1=c.graph.qeq(core.top), ARG2=c.graph.qeq(inner.top)
    )
    return Proposition(label, core.head, core.label, core.event)


def _subordinator(c: Composer, word: Word) -> tuple[Word | None, str, tuple[int, int]]:
    """The subordinator of an adverbial clause: its word, its predicate, its span."""
    info = c.clauses.get(word.i)
    marks = [d for d in word.dependents if d.i < word.i and (
        d.dep == "mark" or (d.dep == "advmod" and d.tag == "WRB"))]  # fmt: skip
    for mark in marks:
        if mark.i in c.covered:
            continue
        before = [d for d in (*mark.dependents, *word.dependents) if d.i < mark.i]
        phrase = next((f"{b.lower} {mark.lower}" for b in before
                       if f"{b.lower} {mark.lower}" in _SUBORDINATORS), "")  # fmt: skip
        entry = _SUBORDINATORS.get(phrase or mark.lower)
        if mark.lower in _COMPLEMENTISERS:
            c.cover(mark)
            continue
        c.cover(mark)
        predicate = entry["predicate"] if entry else f"_{mark.lower}_x"
        start = mark.start
        if phrase:
            c.cover(*before)
            start = before[0].start
        return mark, predicate, (start, mark.end)
    if info is not None and info.to is not None and word.dep == "advcl":
        to = c.words[info.to]
        order = next((d for d in word.dependents if d.lower == "order"), None)
        if order is not None:
            c.cover(order, *[d for d in word.dependents if d.i < order.i])
            return to, "_in+order+to_x", (c.words[order.i - 1].start, order.end)
        return to, "_in+order+to_x", to.span
    return None, "subord", extent(word)
