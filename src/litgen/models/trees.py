"""Lay out texts and continuations with common prefixes so that a model reads each token once.

A tree of tokens is one row of a batch: each token attends to the tokens before it on its own branch
(tree attention; Miao et al. 2024, SpecInfer, section 4).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

SHARED = 8  #: minimum length of a common prefix, in tokens, for texts to share a tree
LONGEST, TIMES = 256, 4  #: maximum tokens per tree: the larger of LONGEST and TIMES * shared


class Encoded(NamedTuple):
    """Token ids of a text and of each of its continuations."""

    text: list[int]
    continuations: list[list[int]]

    def longest(self) -> int:
        return len(self.text) + max(map(len, self.continuations))

    def inner(self) -> int:
        """Count the tokens of the continuations, except the last of each, which is never read."""
        return sum(len(each) - 1 for each in self.continuations)


class Asked(NamedTuple):
    """A request for the log probability of a continuation's token after a node."""

    node: int
    token: int
    text: int
    continuation: int


class Tree:
    """Texts with a common prefix; the model has already read the ``first`` tokens of each.

    >>> tree = Tree(0)
    >>> tree.add(0, Encoded([5, 6, 7], [[1], [2, 3]]))
    >>> tree.add(1, Encoded([5, 6, 8], [[1]]))
    >>> tree.tokens, tree.before
    ([5, 6, 7, 2, 8], [-1, 0, 1, 2, 1])
    """

    def __init__(self, first: int) -> None:
        self.first = first
        self.tokens: list[int] = []  # token ids by node; a node comes after its parent
        self.before: list[int] = []  # the parent of each node; -1 if it has none
        self.depths: list[int] = []  # positions of the tokens in their texts
        self.asked: list[Asked] = []
        self.texts = 0  # number of texts
        self._children: dict[tuple[int, int], int] = {}

    def add(self, place: int, encoded: Encoded) -> None:
        """Add a text, given its index among all texts."""
        self.texts += 1
        end = -1
        for token in encoded.text[self.first :]:
            end = self._child(end, token)
        for number, continuation in enumerate(encoded.continuations):
            node = end
            for token in continuation[:-1]:
                self.asked.append(Asked(node, token, place, number))
                node = self._child(node, token)
            self.asked.append(Asked(node, continuation[-1], place, number))

    def wanted(self) -> int:
        return len({each.node for each in self.asked})

    def columns(self, width: int) -> list[int]:
        """Return the column of each node in a row; nodes whose logits are needed come last."""
        wanted = {each.node for each in self.asked}
        others, ends = iter(range(width)), iter(range(width - len(wanted), width))
        return [next(ends if node in wanted else others) for node in range(len(self.tokens))]

    def seen(self, width: int) -> NDArray[np.bool_]:
        """Return which columns each column's token attends to; padding attends to itself."""
        columns = self.columns(width)
        seen = np.eye(width, dtype=bool)
        for column, before in zip(columns, self.before, strict=True):
            if before >= 0:
                seen[column] |= seen[columns[before]]
        return seen

    def _child(self, before: int, token: int) -> int:
        node = self._children.setdefault((before, token), len(self.tokens))
        if node == len(self.tokens):
            self.tokens.append(token)
            self.before.append(before)
            self.depths.append(self.first if before < 0 else self.depths[before] + 1)
        return node


def plan(encoded: Sequence[Encoded], order: Sequence[int], first: int, tokens: int) -> list[Tree]:
    """Group texts into trees and return them from the shortest to the longest.

    ``order`` lists the indices of the texts, sorted by their tokens. The model has already read
    ``first`` tokens of each text. A tree of several texts has at most ``tokens`` nodes.
    """
    trees: list[Tree] = []
    before: Sequence[int] = ()
    for place in order:
        text = encoded[place].text
        shared = common(before, text) - first
        if not trees or shared < SHARED or (
            len(trees[-1].tokens) + len(text) - first - shared + encoded[place].inner()
            > min(tokens, max(LONGEST, TIMES * shared))
        ):  # fmt: skip
            trees.append(Tree(first))
        trees[-1].add(place, encoded[place])
        before = text
    return sorted(trees, key=lambda tree: len(tree.tokens))


def batched(trees: Sequence[Tree], tokens: int, wanted: int) -> Iterator[list[Tree]]:
    """Split sorted trees into batches of at most ``tokens`` tokens and ``wanted`` logit rows."""
    batch: list[Tree] = []
    most = 0
    for tree in trees:
        most = max(most, tree.wanted())
        rows = len(batch) + 1
        if batch and (rows * len(tree.tokens) > tokens or rows * most > wanted):
            yield batch
            batch, most = [], tree.wanted()
        batch.append(tree)
    if batch:
        yield batch


def common(one: Sequence[int], other: Sequence[int]) -> int:
    """Return the length of the common prefix of two texts, in tokens."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (a, b) in pairs if a != b), min(len(one), len(other)))
