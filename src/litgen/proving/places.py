"""Edits of a sentence, and the relation that each edit has at its place."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from litgen.proving.alignment import Alignment, Read
from litgen.proving.relations import (
    ANY,
    EQUIVALENT,
    FORWARD,
    INDEPENDENCE,
    REVERSE,
    Relation,
    inverse,
    project,
)
from litgen.transformations.polarity import PositionPolarity, polarity_at
from litgen.trees.tokens import Token


class AtomicEdit(NamedTuple):
    """A single change on the way from the premise to the hypothesis.

    Attributes:
        kind: what is changed, such as ``adjective``.
        said: the change, such as ``drop 'red'``.
        because: the polarity at the edit's place and what determines that polarity, or another
            reason for the relation; may be empty.
        words: the dropped and the added lemmas.
        one_way: whether only reverse entailment or equivalence can be certain at the edit's place.
        alone: the relation that the edit would have if its noun were not counted.
        late: whether the edit's place is in the hypothesis rather than in the premise.
    """

    kind: str
    said: str
    relation: Relation
    because: str = ""
    words: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    one_way: bool = False
    alone: Relation = EQUIVALENT
    late: bool = False

    def turned(self) -> AtomicEdit:
        said = self.said
        if said.startswith("drop "):
            said = "add " + said.removeprefix("drop ")
        elif " -> " in said:
            said = " -> ".join(reversed(said.split(" -> ")))
        return self._replace(
            said=said,
            relation=inverse(self.relation),
            alone=inverse(self.alone),
            late=not self.late,
            words=(self.words[1], self.words[0]),
        )

    def certain(self) -> AtomicEdit:
        """Return the edit, whose relation becomes unknown if it is not certain at its place."""
        if not self.one_way or self.relation in (REVERSE, EQUIVALENT):
            return self
        return self._replace(relation=ANY)


class Place(PositionPolarity):
    """A place in a sentence, and the effect of an edit there."""

    def edit(
        self,
        kind: str,
        said: str,
        relation: Relation,
        words: tuple[tuple[str, ...], tuple[str, ...]] = ((), ()),
    ) -> AtomicEdit:
        if self.several and kind not in ("conjunct", "disjunct"):
            return AtomicEdit(kind, said, ANY, self.because, words)
        found = project(relation, self.value)
        if self.counted and relation in (FORWARD, REVERSE):
            return AtomicEdit(kind, said, INDEPENDENCE, self.because, words, self.one_way, relation)
        return AtomicEdit(kind, said, found, self.because, words, self.one_way)

    @property
    def because(self) -> str:
        return f"{self.value}{self.through}"


def place_of(read: Read, word: Token, *, phrase: bool = False) -> Place:
    """Return the place of a word or, with ``phrase``, of the phrase that it heads."""
    return Place(*polarity_at(read.polarity(word.head if phrase else word), word, phrase=phrase))


def common_place(pair: Alignment, word: Token, anchor: Token) -> Place:
    """Return a premise word's place; its polarity is ``none`` if the anchor's polarity changes.

    Args:
        anchor: a word that occurs in both sentences, such as the noun that an adjective modifies.
    """
    here = place_of(pair.premise, anchor)
    there = place_of(pair.hypothesis, pair.partners[anchor.i])
    if here.value != there.value and "none" not in (here.value, there.value):
        return Place("none")
    return place_of(pair.premise, word)


def lemmas(words: Sequence[Token]) -> tuple[str, ...]:
    return tuple(
        word.lemma_.lower() for word in words
        if word.pos_ in ("NOUN", "VERB", "ADJ", "ADV", "PROPN", "NUM")
    )  # fmt: skip
