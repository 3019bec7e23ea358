"""Modifiers that no construction took: they hang on the nearest word that has a variable.

Arguments are never placed here: a noun in the place of a subject or an object that no
construction took stays uncovered, and its sentence is declined.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from litgen.engines.dependency.composition.constructions import adverbials, modifiers, prepositions
from litgen.engines.dependency.composition.graph import Proposition

if TYPE_CHECKING:
    from litgen.engines.dependency.composition.composer import Composer
    from litgen.engines.dependency.composition.words import Word

#: What says how clauses go together and was passed by: it modifies the clause it stands in.
_MARKS = ("mark", "cc", "preconj", "predet", "dep")
_NOMINAL = ("NOUN", "PROPN", "NUM")
_IN_COMPOUND = ("compound", "nmod", "quantmod", "amod", "nummod", "npadvmod")
_ADVERBIAL = ("advcl", "acl", "pcomp", "relcl", "parataxis")


def attach(c: Composer, main: Proposition) -> Proposition:
    """Attach what is left: prepositional phrases, adverbs, adjectives, adverbial clauses."""
    for word in c.words:
        if word.i in c.covered or (word.head is not word and _open(c, word.head)):
            continue
        host = _host(c, word)
        if host is None:
            continue
        target, label = host
        if word.pos in ("ADP", "SCONJ", "VERB") and word.first("pobj") is not None:
            use = "entity" if target.startswith("x") else "state"
            prepositions.prepositional(c, word, label, target, use)
        elif word.pos in ("ADV", "ADJ") and word.dep in ("advmod", "amod", "acomp", "npadvmod"):
            _modifier(c, word, label, target)
        elif (word.pos in _NOMINAL and word.dep in _IN_COMPOUND) or _hyphenated(c, word):
            modifiers.compound(c, word, word.head, target, label)
        elif word.pos == "VERB" and word.dep in _ADVERBIAL and word.i in c.clauses:
            main = adverbials.subordinate(c, main, word, "prop")
        elif word.dep in _MARKS or (word.dep == "conj" and word.pos in ("ADJ", "ADV")):
            _modifier(c, word, label, target)
    return main


def _hyphenated(c: Composer, word: Word) -> bool:
    """A part of a word with hyphens whose other part stands: *pre* - *approve*, *35* - *40*."""
    for step in (-1, 1):
        other = word.i + 2 * step
        if not 0 <= other < len(c.words) or c.words[word.i + step].text not in ("-", "–"):
            continue
        if c.words[other].i in c.covered and abs(c.words[other].start - word.start) <= 1 + max(
            len(word.text), len(c.words[other].text)
        ):
            return word.pos not in ("VERB", "AUX") or word.tag == "VB"
    return False


def _open(c: Composer, word: Word) -> bool:
    """Whether a word's own place is not settled yet."""
    return word.i not in c.covered and word.pos not in ("PUNCT", "AUX", "DET", "PART", "CCONJ",
                                                       "SPACE", "INTJ", "SYM", "X")  # fmt: skip


def _host(c: Composer, word: Word) -> tuple[str, str] | None:
    """The variable of the nearest word above, and the label where its modifiers go."""
    above = word
    while above.head is not above:
        above = above.head
        for variable in (c.known.get(above.i), c.events.get(above.i)):
            if variable is not None:
                label = _label(c, variable)
                if label is not None:
                    return variable, label
    return None


def _label(c: Composer, variable: str) -> str | None:
    for ep in c.graph.rels:
        if ep.args.get("ARG0") == variable and "RSTR" not in ep.args:
            label: str = ep.label
            return label
    return None


def _modifier(c: Composer, word: Word, label: str, target: str) -> None:
    if target.startswith("x") and word.pos == "ADJ":
        modifiers.attribute(c, word, target, label)
    elif target.startswith("x"):
        modifiers.degree(c, word, label, target)
    else:
        adverbials.adverb(c, word, label, target)
