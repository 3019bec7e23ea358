"""Degree words: of adjectives, adverbs, quantifiers, numbers; measures."""

from __future__ import annotations

from litgen.engines.dependency.composition.composer import Composer
from litgen.engines.dependency.words import Word
from litgen.lexicon import ADVERBS


def second_of_pair(word: Word) -> Word | None:
    """The next word, where it hangs beside a word and makes one degree word with it."""
    if word.lower not in ADVERBS.measure:
        return None
    return next((s for s in word.head.dependents if s.i == word.i + 1
                 and f"{word.lower} {s.lower}" in ADVERBS.pair), None)  # fmt: skip


def pair(c: Composer, word: Word, target: str, label: str) -> None:
    """Degree words of two words, both hanging on what they modify: *more than two years*."""
    following = second_of_pair(word)
    assert following is not None
    c.cover(word, following)
    span = (word.start, following.end)
    c.graph.modify(f"_{word.lower}+{following.lower}_x_deg", span, label, ARG1=target)


def degree(c: Composer, word: Word, target: str, label: str) -> None:
    """One degree word; *at least*, *more than* are one."""
    form = word.lower
    if form == "how":  # *how old*: the degree that is asked for, as a measure
        c.cover(word)
        asked, _ = c.graph.thing("abstr_deg", "which_q", word.span)
        c.graph.modify("measure", word.span, label, ARG1=target, ARG2=asked)
        return
    inner = next((d for d in word.dependents if d.i not in c.covered
                  and d.lower in ADVERBS.of_pair), None)  # fmt: skip
    if inner is not None and form in ADVERBS.measure:
        c.cover(word, inner)
        first, last = sorted((word, inner), key=lambda w: w.i)
        predicate = f"_{first.lower}+{last.lower}_x_deg"
        c.graph.modify(predicate, (first.start, last.end), label, ARG1=target)
        return
    derived = form.endswith("ly") and form not in ADVERBS.degree
    own = c.lexicon.adverb(word) if derived else f"_{form}_x_deg"
    predicate = ADVERBS.comparison[form]["predicate"] if form in ADVERBS.comparison else own
    event = c.modify(predicate, word, label, target)
    c.modifiers(word, "degree", event, label)


_BY_WORD = {"more": "_more_x_comp", "less": "_less_x_comp", "as": "comp_equal"}


def is_inflected(word: Word) -> bool:
    return word.lower != word.lemma


def degree_word(word: Word) -> Word | None:
    return next((d for d in word.dependents if d.lower in _BY_WORD
                 and d.dep == "advmod" and d.i < word.i), None)  # fmt: skip


def inflected(c: Composer, word: Word, event: str, label: str, predicate: str) -> None:
    """*taller*, with *than Kim*: ``more_comp``; *tallest*: ``superl``."""
    _compare(c, word, word, predicate, event, label)


def analytic(c: Composer, word: Word, event: str, label: str) -> None:
    """*more careful*, *as tall*: the same, said by a degree word."""
    degree = degree_word(word)
    assert degree is not None
    _compare(c, word, degree, _BY_WORD[degree.lower], event, label)


def _compare(c: Composer, word: Word, source: Word, predicate: str, event: str, label: str) -> None:
    comparison = c.compare(predicate, source, label, event, word)
    degree = degree_word(word)
    if degree is not None:
        c.modifiers(degree, "degree", comparison, label)


def standard_phrase(c: Composer, word: Word) -> str:
    """What is compared with: *than Kim*, *as Kim*, *than to stay*; empty where nothing is."""
    c.cover(word)
    target = word.first("pobj", "pcomp", "amod", "advmod", "dobj")
    return c.noun_phrase(target) if target else ""


def standard_clause(c: Composer, word: Word) -> str:
    """A clause that something is compared with: *taller than Kim is*."""
    c.cover(*(m for m in word.dependents if m.lower in ("than", "as")))
    return c.clause(word).top
