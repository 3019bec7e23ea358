"""What stands before a noun: adjectives, participles, nouns; degree words of anything."""

from __future__ import annotations

from typing import TYPE_CHECKING

from litgen.engines.dependency.composition import numbers
from litgen.engines.dependency.composition.constructions import adjectives, names
from litgen.engines.dependency.composition.graph import ATTRIBUTIVE, UNTENSED
from litgen.engines.dependency.composition.tables import table, words
from litgen.engines.dependency.composition.words import extent

if TYPE_CHECKING:
    from litgen.engines.dependency.composition.composer import Composer
    from litgen.engines.dependency.composition.words import Word

_DEGREE = words("adverbs", "degree")
_COMPARISON = table("adverbs")["comparison"]
_FOCUS, _MEASURE = words("adverbs", "focus"), words("adverbs", "measure")


def compounds(word: Word) -> list[Word]:
    """The nouns and names before a noun that make a compound with it."""
    return [
        d
        for d in word.dependents
        if d.dep in ("compound", "nmod", "npadvmod")
        and d.i < word.i
        and d.pos in ("NOUN", "PROPN", "NUM", "SYM", "X", "VERB", "ADV", "INTJ")
    ]


def premodify(c: Composer, word: Word, referent: str, label: str) -> None:
    """Everything before a noun that its quantifier has not taken."""
    for d in word.dependents:
        if d.i > word.i or d.i in c.covered:
            continue
        if d.dep in ("compound", "nmod", "npadvmod") and d.pos not in ("ADJ",):
            compound(c, d, word, referent, label)
        elif d.dep in ("amod", "acl", "nmod", "compound"):
            attribute(c, d, referent, label)
        elif d.dep == "nummod":
            numbers.cardinal(c, d, label, referent)
        elif d.dep in ("advmod", "quantmod"):
            _adverb(c, d, word, referent, label)


def _adverb(c: Composer, word: Word, noun: Word, referent: str, label: str) -> None:
    if word.lower in _FOCUS:
        degree(c, word, label, referent)
    else:
        event = c.modify(c.lexicon.adverb(word), word, label, referent, ATTRIBUTIVE)
        degrees(c, word, label, event)


def compound(c: Composer, word: Word, head: Word, referent: str, label: str) -> None:
    """A noun before a noun: ``compound`` of the two, the first under ``udef_q``.

    Example:
        *garden dog*: ``_garden_n_1``, ``compound``, ``_dog_n_1``.
    """
    if word.pos == "NUM" or (word.tag == "CD" and word.text[:1].isdigit()):
        numbers.cardinal(c, word, label, referent)
        return
    inner = c.graph.referent({"PERS": "3", "NUM": "pl" if word.plural else "sg", "IND": "+"})
    below = c.graph.handle()
    c.labels[inner] = below
    c.known[word.i] = c.referents[word.i] = inner
    c.cover(word)
    name = word.pos == "PROPN"
    quantifier = "def_implicit_q" if names.is_calendar(word) else "proper_q" if name else "udef_q"
    c.graph.quantify(quantifier, extent(word), inner, below)
    if name:
        for part in compounds(word):
            names._part(c, part, word, inner, below)
        names.constant(c, word, below, inner)
    else:
        c.add(c.lexicon.noun(word), word, below, inner)
    premodify(c, word, inner, below)
    if name and names.is_calendar(word):  # *Tuesday morning*
        c.graph.add("of_p", word.span, label, c.graph.event(), ARG1=referent, ARG2=inner)
        return
    span = (extent(word)[0], head.wide_end)
    c.graph.add("compound", span, label, c.graph.event(), ARG1=referent, ARG2=inner)
    for d in word.dependents:
        if d.dep == "conj" and d.i not in c.covered:
            compound(c, d, head, referent, label)
    _rest(c, word, inner, below)


def _rest(c: Composer, word: Word, referent: str, label: str) -> None:
    from litgen.engines.dependency.composition.constructions import postmodifiers

    postmodifiers.postmodify(c, word, referent, label)


def attribute(c: Composer, word: Word, referent: str, label: str) -> None:
    """An adjective, a participle or an ordinal before a noun, with its coordinated sisters."""
    value = numbers.ordinal(word.text)
    if word.tag in ("VBG", "VBN", "VBD") or (word.pos == "VERB" and word.tag != "JJ"):
        participle(c, word, referent, label)
    elif value is not None and word.lower != "second-hand":
        event = c.graph.event(ATTRIBUTIVE)
        c.add("ord", word, label, event, ARG1=referent, CARG=value)
    elif word.pos == "NOUN":
        compound(c, word, word.head, referent, label)
    else:
        adjectives.attributive(c, word, referent, label)
    for d in word.dependents:
        if d.dep == "conj" and d.i not in c.covered:
            attribute(c, d, referent, label)


def participle(c: Composer, word: Word, referent: str, label: str) -> None:
    """A participle before a noun: *the barking dog*, *chased dogs*."""
    active = word.tag == "VBG" or word.lower.endswith("ing")
    event = c.graph.event({**UNTENSED, "PROG": "+"} if active else ATTRIBUTIVE)
    if active:
        c.add(c.lexicon.verb(word, frame="x"), word, label, event, ARG1=referent)
    else:
        predicate = c.lexicon.verb(word, frame="xx")
        c.add(predicate, word, label, event, ARG1=c.graph.open(), ARG2=referent)
        c.graph.inform(event, "topic", referent)
    c.events[word.i] = event
    for d in word.dependents:
        if d.i in c.covered:
            continue
        if d.dep in ("advmod", "npadvmod", "amod") and d.pos in ("ADV", "ADJ"):
            c.modify(c.lexicon.adverb(d), d, label, event)
        elif d.dep in ("npadvmod", "dobj", "compound") and d.pos in ("NOUN", "PROPN"):
            compound(c, d, word, event, label)
        elif d.dep == "prt":
            c.cover(d)
    adjectives.complements(c, word, label, event)


#: Degree words of two words, both hanging on what they modify: *more than two years*.
_PAIRS = frozenset(("more than", "less than", "fewer than", "at least", "at most", "up to"))


def degrees(c: Composer, word: Word, label: str, target: str) -> None:
    """The degree words of a predication: *almost* of *all*, *very* of *old*."""
    from litgen.engines.dependency.composition.constructions import prepositions

    for d in word.dependents:
        if d.i in c.covered:
            continue
        following = next((s for s in word.dependents if s.i == d.i + 1), None)
        if following is not None and f"{d.lower} {following.lower}" in _PAIRS:
            c.cover(d, following)
            predicate = f"_{d.lower}+{following.lower}_x_deg"
            span = (d.start, following.end)
            c.graph.add(predicate, span, label, c.graph.event(), ARG1=target)
            continue
        if d.dep in ("advmod", "quantmod", "amod", "neg", "det", "nummod") and d.pos in (
            "ADV", "ADJ", "PART", "ADP", "DET", "SCONJ", "PRON", "NUM"
        ):  # fmt: skip
            degree(c, d, label, target)
        elif d.dep in ("npadvmod", "nmod") and d.pos == "NOUN":
            prepositions.measure(c, d, label, target)
        elif d.dep in ("compound", "npadvmod") and d.i < word.i and d.pos in ("NOUN", "PROPN"):
            compound(c, d, word, target, label)


def degree(c: Composer, word: Word, label: str, target: str) -> str:
    """One degree word; *at least*, *more than* are one."""
    form = word.lower
    if form == "how":
        return _how(c, word, label, target)
    inner = next((d for d in word.dependents if d.i not in c.covered
                  and d.lower in ("at", "than", "to", "of", "up")), None)  # fmt: skip
    if inner is not None and form in _MEASURE:
        c.cover(word, inner)
        first, last = sorted((word, inner), key=lambda w: w.i)
        event = c.graph.event()
        predicate = f"_{first.lower}+{last.lower}_x_deg"
        c.graph.add(predicate, (first.start, last.end), label, event, ARG1=target)
        return event
    predicate = _COMPARISON.get(form) or (
        f"_{form}_x_deg" if form in _DEGREE or not form.endswith("ly") else ""
    )
    event = c.modify(predicate or c.lexicon.adverb(word), word, label, target)
    degrees(c, word, label, event)
    return event


def _how(c: Composer, word: Word, label: str, target: str) -> str:
    """*how old*: the degree that is asked for, as a measure."""
    degree_ = c.graph.referent({"PERS": "3", "NUM": "sg"})
    below = c.graph.handle()
    c.add("abstr_deg", word, below, degree_)
    c.graph.quantify("which_q", word.span, degree_, below)
    event = c.graph.event()
    c.graph.add("measure", word.span, label, event, ARG1=target, ARG2=degree_)
    return event


def loose(c: Composer, word: Word, referent: str, label: str) -> None:
    """Whatever else hangs before a pronoun: *even he*, *poor me*, *us all*."""
    for d in word.dependents:
        if d.i in c.covered or d.dep in ("punct", "cc", "conj", "case", "mark"):
            continue
        if d.pos in ("ADV", "ADJ", "DET", "PRON", "NUM") and d.dep != "poss":
            if d.lower in ("all", "both", "each"):
                c.modify(f"_{d.lower}_a_1", d, label, referent)
            elif d.pos == "ADJ":
                attribute(c, d, referent, label)
            else:
                degree(c, d, label, referent)
