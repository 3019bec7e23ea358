"""Comparison: comparative and superlative forms, and what is compared with."""

from __future__ import annotations

from litgen.engines.dependency.composition import relations
from litgen.engines.dependency.composition.composer import Composer, argument, modifier
from litgen.engines.dependency.words import Word

_BY_WORD = {"more": "_more_x_comp", "less": "_less_x_comp", "as": "comp_equal"}
_STANDARD = ("than", "as")


def _is_inflected(_: Composer, word: Word) -> bool:
    return word.lower != word.lemma


def _degree_word(word: Word) -> Word | None:
    return next((d for d in word.dependents if d.lower in _BY_WORD
                 and d.dep == "advmod" and d.i < word.i), None)  # fmt: skip


@modifier("form", 10, tag="JJR RBR", when=_is_inflected)
def comparative(c: Composer, word: Word, event: str, label: str) -> None:
    """*taller*, with *than Kim*: ``more_comp``."""
    _compare(c, word, word, "more_comp", event, label)


@modifier("form", 10, tag="JJS RBS", when=_is_inflected)
def superlative(c: Composer, word: Word, event: str, label: str) -> None:
    """*tallest*: ``superl``."""
    _compare(c, word, word, "superl", event, label)


@modifier("form", 20, when=lambda _, word: _degree_word(word) is not None)
def analytic(c: Composer, word: Word, event: str, label: str) -> None:
    """*more careful*, *as tall*: the same, said by a degree word."""
    degree = _degree_word(word)
    assert degree is not None
    _compare(c, word, degree, _BY_WORD[degree.lower], event, label)


def _compare(c: Composer, word: Word, source: Word, predicate: str, event: str, label: str) -> None:
    comparison = c.graph.event()
    c.cover(source)
    standard = relations.standard(word)
    compared = c.argument(standard) if standard is not None else ""
    args = {"ARG1": event, "ARG2": compared} if compared else {"ARG1": event}
    c.graph.add(predicate, source.span, label, comparison, **args)
    degree = _degree_word(word)
    if degree is not None:
        c.modifiers(degree, "degree", comparison, label)


@argument(10, label="prep", words=_STANDARD)
def standard_phrase(c: Composer, word: Word) -> str:
    """What is compared with: *than Kim*, *as Kim*, *than to stay*; empty where nothing is."""
    c.cover(word)
    target = word.first("pobj", "pcomp", "amod", "advmod", "dobj")
    if target is None:
        return ""
    if target.pos in relations.VERBAL and target.tag != "VBG":
        return c.clause(target).top
    return c.noun_phrase(target)


@argument(10, label="advcl ccomp", pos="VERB AUX")
def standard_clause(c: Composer, word: Word) -> str:
    """A clause that something is compared with: *taller than Kim is*."""
    c.cover(*[m for m in word.dependents if m.lower in _STANDARD and m.i < word.i])
    return c.clause(word).top
