"""Texts and continuations that begin alike, laid out so that a model reads each token once.

A tree of tokens is one row of a batch: what a token may look at are the tokens before it on its own
branch (tree attention; Miao et al. 2024, SpecInfer, section 4).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

#: Texts stand in one tree where they share so many tokens or more.
SHARED = 8
#: Tokens of a tree, or times what its last text shares: longer rows cost more attention than the
#: tokens that they save.
LONGEST, TIMES = 256, 4


class Encoded(NamedTuple):
    """Token ids of a text and of each of its continuations."""

    text: list[int]
    continuations: list[list[int]]

    def longest(self) -> int:
        return len(self.text) + max(map(len, self.continuations))

    def inner(self) -> int:
        """Tokens of the continuations but their last ones, which are never read."""
        return sum(len(each) - 1 for each in self.continuations)


class Asked(NamedTuple):
    """A log probability that is wanted: of a token behind a node, for a text's continuation."""

    node: int
    token: int
    text: int
    continuation: int


class Tree:
    """Texts that begin alike; ``first`` tokens of each were read before.

    >>> tree = Tree(0)
    >>> tree.add(0, Encoded([5, 6, 7], [[1], [2, 3]]))
    >>> tree.add(1, Encoded([5, 6, 8], [[1]]))
    >>> tree.tokens, tree.before
    ([5, 6, 7, 2, 8], [-1, 0, 1, 2, 1])
    """

    def __init__(self, first: int) -> None:
        self.first = first
        self.tokens: list[int] = []  # token ids by node; a node comes behind the one before it
        self.before: list[int] = []  # the node before each; -1 where a branch begins
        self.depths: list[int] = []  # places of the tokens in their texts
        self.asked: list[Asked] = []
        self.texts = 0  # how many there are
        self._children: dict[tuple[int, int], int] = {}

    def add(self, place: int, encoded: Encoded) -> None:
        """Add the text that has a place among all texts."""
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
        """Where each node stands in a row: what the output layer runs on stands at the end."""
        wanted = {each.node for each in self.asked}
        others, ends = iter(range(width)), iter(range(width - len(wanted), width))
        return [next(ends if node in wanted else others) for node in range(len(self.tokens))]

    def seen(self, width: int) -> NDArray[np.bool_]:
        """Which columns the token in each column looks at; padding looks at itself."""
        import numpy as np

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
    """The trees of some texts, shortest first.

    Args:
        order: the places of some, sorted by their tokens.
        first: tokens that all of them begin with, and that were read before.
        tokens: of a tree of more than one text, at most.
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
    """Cut trees, shortest first, into batches; one that is too large is a batch of its own.

    ``tokens`` in a batch and nodes that are ``wanted`` of the output layer count with padding.
    """
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
    """How many tokens two texts begin with alike."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (a, b) in pairs if a != b), min(len(one), len(other)))
