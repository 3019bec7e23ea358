"""Degree words: of adjectives, adverbs, quantifiers, numbers; measures."""

from __future__ import annotations

from litgen.engines.dependency.composition.composer import Composer, modifier
from litgen.engines.dependency.composition.words import Word, extent
from litgen.lexicon import lemmas_with

_DEGREE = lemmas_with("degree", "adverb")
_COMPARISON = lemmas_with("comparison", "adverb")
_FOCUS, _MEASURE = lemmas_with("focus", "adverb"), lemmas_with("measure", "adverb")
_OF_PAIRS = lemmas_with("of_pair", "adverb")


def _sister(word: Word) -> Word | None:
    """The next word, where it hangs beside a word and makes one degree word with it."""
    if word.lower not in _MEASURE:
        return None
    return next((s for s in word.head.dependents if s.i == word.i + 1
                 and f"{word.lower} {s.lower}" in _PAIRS), None)  # fmt: skip


_PAIRS = lemmas_with("pair", "adverb")


@modifier("degree", 5, words=[pair.split()[0] for pair in _PAIRS],
          when=lambda _, word: _sister(word) is not None)  # fmt: skip
def pair(c: Composer, word: Word, target: str, label: str) -> None:
    """Degree words of two words, both hanging on what they modify: *more than two years*."""
    following = _sister(word)
    assert following is not None
    c.cover(word, following)
    span = (word.start, following.end)
    c.graph.modify(f"_{word.lower}+{following.lower}_x_deg", span, label, ARG1=target)


@modifier("degree", 10, label="advmod quantmod amod neg det nummod",
          pos="ADV ADJ PART ADP DET SCONJ PRON NUM")  # fmt: skip
@modifier("preposition", 10, label="advmod quantmod neg det predet", side="before")
@modifier("before", 40, label="advmod quantmod", words=_FOCUS, side="before")
@modifier("pronoun", 30, pos="ADV DET PRON NUM")
@modifier("degree", 90, label="left")
def degree(c: Composer, word: Word, target: str, label: str) -> None:
    """One degree word; *at least*, *more than* are one."""
    form = word.lower
    if form == "how":  # *how old*: the degree that is asked for, as a measure
        c.cover(word)
        asked = c.graph.asked("abstr_deg", word.span)
        c.graph.modify("measure", word.span, label, ARG1=target, ARG2=asked)
        return
    inner = next((d for d in word.dependents if d.i not in c.covered
                  and d.lower in _OF_PAIRS), None)  # fmt: skip
    if inner is not None and form in _MEASURE:
        c.cover(word, inner)
        first, last = sorted((word, inner), key=lambda w: w.i)
        predicate = f"_{first.lower}+{last.lower}_x_deg"
        c.graph.modify(predicate, (first.start, last.end), label, ARG1=target)
        return
    predicate = _COMPARISON.get(form, {}).get("predicate") or (
        f"_{form}_x_deg" if form in _DEGREE or not form.endswith("ly") else c.lexicon.adverb(word)
    )
    event = c.modify(predicate, word, label, target)
    c.modifiers(word, "degree", event, label)


@modifier("degree", 20, label="npadvmod nmod", pos="NOUN")
@modifier("preposition", 20, label="npadvmod nmod nummod", pos="NOUN NUM PROPN")
def measure(c: Composer, word: Word, target: str, label: str) -> None:
    """A noun phrase that measures: *two metres tall*, *three miles away*."""
    event = c.graph.event()
    ep = c.graph.add("measure", extent(word), label, event, ARG1=target)
    ep.args["ARG2"] = c.noun_phrase(word)
