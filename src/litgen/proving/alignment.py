"""Align the words of two sentences and find the places where they differ."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from difflib import SequenceMatcher
from functools import cached_property
from typing import NamedTuple

from litgen.engines.protocol import Reading
from litgen.mrs.polarity import Polarities, Polarity
from litgen.transformations.homogeneity import homogeneity, situation
from litgen.transformations.phrases import kind_of
from litgen.transformations.polarity import by_token
from litgen.trees.tokens import Doc, Token

_FORMS = {"n't": "not", "’nt": "not", "nt": "not", "ca": "can", "wo": "will", "an": "a",
          "all": "every", "each": "every"}  # fmt: skip


class Read:
    """A parsed sentence, with its words (excluding punctuation) and their polarities."""

    def __init__(self, reading: Reading) -> None:
        self.reading = reading
        self.tree: Doc = reading.analysis.doc
        self.words: tuple[Token, ...] = tuple(
            token for token in self.tree if not token.is_punct and not token.is_space
        )
        self.keys = [_key(word) for word in self.words]

    @cached_property
    def _polarities(self) -> Mapping[int, Polarity]:
        found = Polarities(self.reading.mrs).words(self.reading.text)
        return by_token(found, self.tree)

    @cached_property
    def is_episode(self) -> bool:
        """Whether the clause still holds when phrases of place and time are removed.

        Example:
            False for *Tom sings in the shower* and *The water is clean in the mountains*, where the
            phrase restricts the habit or the part of the water that is meant.
        """
        source = self.reading.source
        found = situation(source, source.frames)
        if found != "state":
            return found not in ("habit", "frequency")
        subject = source.frames[0].names.get("subject")
        definite = kind_of(source, subject) == "definite"
        return not definite or homogeneity(source, subject) == "none"

    @cached_property
    def says_twice(self) -> bool:
        """Whether a verb occurs twice, so that one clause may entail what another leaves open.

        Example: *A boy who sang loudly sang* follows from *A boy sang loudly*.
        """
        verbs = [word.lemma_.lower() for word in self.words if word.pos_ == "VERB"]
        return len(verbs) > len(set(verbs))

    def polarity(self, word: Token) -> Polarity | None:
        """Return a word's polarity as computed from scope, or None if the word has no polarity."""
        return self._polarities.get(word.i)

    def text(self, words: Sequence[Token]) -> str:
        """Return the text from the first to the last of the words."""
        return self.tree[words[0].i : words[-1].i + 1].text if words else ""


class Gap(NamedTuple):
    """A place where two sentences differ, with the words of each there; one may have none."""

    gone: tuple[Token, ...]
    new: tuple[Token, ...]


class Alignment(NamedTuple):
    """Two sentences with the places in which they differ and a mapping between their words."""

    premise: Read
    hypothesis: Read
    gaps: tuple[Gap, ...]
    partners: dict[int, Token]  #: maps a premise word's index to its match

    def turned(self) -> Alignment:
        gaps = tuple(Gap(gap.new, gap.gone) for gap in self.gaps)
        partners = {other.i: self.premise.tree[index] for index, other in self.partners.items()}
        return Alignment(self.hypothesis, self.premise, gaps, partners)


def aligned(premise: Read, hypothesis: Read) -> Alignment:
    gaps, partners = [], {}
    matcher = SequenceMatcher(None, premise.keys, hypothesis.keys, autojunk=False)
    for what, a, b, c, d in matcher.get_opcodes():
        if what == "equal":
            for k in range(b - a):
                partners[premise.words[a + k].i] = hypothesis.words[c + k]
            continue
        if what == "delete":
            gaps.append(Gap(_turn(premise, a, b), ()))
        elif what == "insert":
            gaps.append(Gap((), _turn(hypothesis, c, d)))
        else:
            gaps.append(Gap(premise.words[a:b], hypothesis.words[c:d]))
    return Alignment(premise, hypothesis, tuple(gaps), partners)


def _turn(read: Read, start: int, end: int) -> tuple[Token, ...]:
    """Shift a gap until it is a whole phrase: from *in [the bed in]* to *[in the bed] in*."""
    best = read.words[start:end]
    if _is_whole(best):
        return best
    for step in (-1, 1):
        first, last = start, end
        while True:
            out, into = (last - 1, first - 1) if step < 0 else (first, last)
            if not 0 <= into < len(read.words) or read.keys[out] != read.keys[into]:
                break
            first, last = first + step, last + step
            if _is_whole(read.words[first:last]):
                return read.words[first:last]
    return best


def _is_whole(words: Sequence[Token]) -> bool:
    """Check whether the words form whole phrases."""
    inside = {word.i for word in words}
    return all(
        each.i in inside or each.is_punct
        for word in words if word.head.i not in inside or word.head == word
        for each in word.subtree
    )  # fmt: skip


def _key(word: Token) -> str:
    lower = word.lower_
    if lower in _FORMS:
        return _FORMS[lower]
    if word.tag_.startswith(("NN", "VB")) and word.lemma_:
        return word.lemma_.lower()
    return lower
