"""Modifiers that no construction took: they hang on the nearest word that has a variable.

Arguments are never placed here: a noun in the place of a subject or an object that no
construction took stays uncovered, and its sentence is declined.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from litgen.engines.dependency.composition.graph import Proposition

if TYPE_CHECKING:
    from litgen.engines.dependency.composition.composer import Composer
    from litgen.engines.dependency.words import Word

#: What says how clauses go together and was passed by: it modifies the clause it stands in.
_MARKS = frozenset(("mark", "cc", "preconj", "predet", "dep"))
_NOMINAL = frozenset(("NOUN", "PROPN", "NUM"))
_IN_COMPOUND = frozenset(("compound", "nmod", "quantmod", "amod", "nummod", "npadvmod"))
_ADVERBIAL = frozenset(("advcl", "acl", "pcomp", "relcl", "parataxis"))
_MODIFYING = frozenset(("advmod", "amod", "acomp", "npadvmod"))
#: Words of these need no variable of their own for others to hang past them.
_WITHOUT_VARIABLE = frozenset(("PUNCT", "AUX", "DET", "PART", "CCONJ", "SPACE", "INTJ", "SYM", "X"))


def attach(c: Composer, main: Proposition) -> Proposition:
    """Attach what is left: prepositional phrases, adverbs, adjectives, adverbial clauses."""
    for word in c.words:
        if word.i in c.covered or (
            word.head.i not in c.covered
            and word.head is not word
            and word.head.pos not in _WITHOUT_VARIABLE
        ):
            continue
        host = _host(c, word)
        if host is None:
            continue
        target, label = host
        if word.pos in ("ADP", "SCONJ", "VERB") and word.first("pobj") is not None:
            c.modifier(word, "preposition", target, label, role="prep")
        elif word.pos in ("ADV", "ADJ") and word.dep in _MODIFYING:
            _modifier(c, word, label, target)
        elif (word.pos in _NOMINAL and word.dep in _IN_COMPOUND) or _is_hyphenated(c, word):
            c.modifier(word, "before", target, label, role="compound")
        elif word.pos == "VERB" and word.dep in _ADVERBIAL and word.i in c.clauses:
            main = c.scope(main, word, "prop")
        elif word.dep in _MARKS or (word.dep == "conj" and word.pos in ("ADJ", "ADV")):
            _modifier(c, word, label, target)
    return main


def _modifier(c: Composer, word: Word, label: str, target: str) -> None:
    if not target.startswith("x"):
        c.modifier(word, "clause", target, label, role="left")
    elif word.pos == "ADJ":
        c.modifier(word, "before", target, label, role="amod")
    else:
        c.modifier(word, "degree", target, label, role="left")


def _is_hyphenated(c: Composer, word: Word) -> bool:
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


def _host(c: Composer, word: Word) -> tuple[str, str] | None:
    """The variable of the nearest word above, and the label where its modifiers go."""
    while word.head is not word:
        word = word.head
        for variable in (c.known.get(word.i), c.events.get(word.i)):
            if variable is not None and variable in c.graph.heads:
                return variable, c.graph.heads[variable].label
    return None
