"""A part of a sentence that guards ask about, and how they name its words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from litgen.engines.dependency.clauses import Sentence

if TYPE_CHECKING:
    from spacy.tokens import Token


class Part:
    """A noun phrase by its head; the clause, or the sentence as a whole, by its verb."""

    def __init__(self, sentence: Sentence, head: Token) -> None:
        assert sentence.root is not None
        self.sentence, self.head = sentence, head
        self.doc, self.clause = sentence.doc, sentence.root

    @cached_property
    def words(self) -> tuple[Token, ...]:
        """The head and all below it, in order."""
        return tuple(self.head.subtree)

    @cached_property
    def following(self) -> tuple[Token, ...]:
        """What hangs on the verb after an object."""
        right = self.head.right_edge.i
        return tuple(c for c in self.doc[self.clause.head].rights if c.i > right)


#: A fact finds the words that it holds of; a property words with a value each.
Fact = Callable[[Part], Iterable["Token"]]
Named = Iterable[tuple[str, "Token"]]
Property = Callable[[Part], Named]


def labels(tokens: Iterable[Token]) -> Iterator[tuple[str, Token]]:
    """Dependents by label, alone, with word and with tag: ``prep``, ``prep:in``, ``prep:IN``."""
    for token in tokens:
        dep = token.dep_
        yield dep, token
        yield f"{dep}:{token.lower_}", token
        yield f"{dep}:{token.tag_}", token


def described(tokens: Iterable[Token]) -> Iterator[tuple[str, Token]]:
    """Words by form, tag and label: ``dogs``, ``NNS``, ``dobj``; of *'s* the tag alone."""
    for token in tokens:
        tag = token.tag_
        yield tag, token
        if tag != "POS":
            yield token.dep_, token
            yield token.lower_, token
