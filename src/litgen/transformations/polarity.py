"""Determine the polarity of a word from both its scope in the MRS and its position in the tree.

The scope in an MRS (:mod:`litgen.mrs.polarity`) shows how quantifiers and operators nest; the tree
(:mod:`litgen.transformations.positions`) shows the function words around a word. If the two give
opposite values, or the tree gives *none*, litgen draws no conclusion.
"""

from collections.abc import Mapping
from typing import NamedTuple

from litgen.engines.protocol import Reading
from litgen.mrs.monotonicity import Value
from litgen.mrs.polarity import Marked, Polarities, Polarity
from litgen.tables import word_list
from litgen.transformations.parsing import trees_of
from litgen.transformations.positions import Position, is_determiner, position_of
from litgen.trees.tokens import Doc, Token

#: The assumption on which an inference from a definite noun phrase depends.
SAME = ", assuming the same referents"


class PositionPolarity(NamedTuple):
    """The polarity of a position in a sentence, with its reason.

    Attributes:
        one_way: whether only a non-entailment is certain.
        several: whether the position helps identify several individuals.
        scope: the polarity from scope if it determines ``value``, otherwise None.
    """

    value: Value
    one_way: bool = False
    through: str = ""
    counted: bool = False
    several: bool = False
    scope: Polarity | None = None

    @property
    def polarity(self) -> Polarity:
        """The polarity from scope, otherwise ``none``; definite noun phrases have no effect."""
        return self.scope or Polarity("none")


def polarity_at(scope: Polarity | None, word: Token, *, phrase: bool = False) -> PositionPolarity:
    """Return a word's polarity from scope, or from the tree if scope is inconclusive.

    Args:
        scope: the word's polarity from scope; for a phrase, that of the word the phrase modifies.
        phrase: whether the position is that of the phrase headed by the word: in *A man with no
            shoes slept*, *shoes* is ``down``, *with no shoes* is ``up``.
    """
    if is_determiner(word) and not phrase:
        tree = position_of(word.head, outside=True)
    else:
        tree = position_of(word, phrase=phrase)
    if tree.counted:
        return PositionPolarity("none", through=", in a counted noun phrase", counted=True)
    if tree.value == "none":
        return PositionPolarity("none")
    if scope is not None and scope.value not in ("none", tree.value) and not tree.claimed:
        return PositionPolarity("none")
    if scope is not None and tree.value == scope.value:
        through = f" under {', '.join(scope.through)}" if scope.through else ""
        if tree.definite and tree.value == "down":  # as in *did not see the boy with a hat*
            return PositionPolarity("down", True, through)
        return PositionPolarity(scope.value, through=through, scope=scope)
    because = " according to the function words"
    if tree.definite and tree.value == "up":
        exact = any(w.lower_ in ("both", "two", "three", "four") for w in word.subtree)
        return PositionPolarity("up", exact, SAME, several=tree.several)
    return PositionPolarity(tree.value, tree.definite or _is_open(scope, tree, word), because)


def _is_open(scope: Polarity | None, tree: Position, word: Token) -> bool:
    """Check whether scope is inconclusive for a reason other than transparent clauses."""
    if scope is None or tree.value != "up" or tree.claimed:
        return False
    known, closed = word_list("transparent", "positions"), word_list("closed", "positions")
    bare = "nominalization" in scope.through and word.dep_ in ("dobj", "pobj")
    return not all(
        each in known
        or (each.startswith("_") and each.split("_")[1] in closed)
        or (bare and each == "udef_q")  # *novels* in *without reading novels* is not a kind
        for each in scope.through
    )


def by_token(words: list[Marked], tree: Doc) -> Mapping[int, Polarity]:
    """Map the index of each token to its polarity from scope, if it has one."""
    marked = {each.start: each.polarity for each in words if each.polarity is not None}
    ends = {each.end: each.polarity for each in words if each.polarity is not None}
    return {
        word.i: polarity
        for word in tree
        if (polarity := marked.get(word.idx) or ends.get(word.idx + len(word.text)))
    }


def words_of(reading: Reading) -> list[Marked]:
    """Return the words of a reading with their polarities."""
    words = Polarities(reading.mrs).words(reading.text)
    of_engine: Doc | None = getattr(reading.analysis, "doc", None)
    tree = trees_of([reading.text], names=True)[0] if of_engine is None else of_engine
    tokens = {at: token for token in tree for at in (token.idx + len(token.text), token.idx)}
    return [
        word if word.polarity is None or (token := tokens.get(word.start)) is None
        else word._replace(polarity=polarity_at(word.polarity, token).polarity)
        for word in words
    ]  # fmt: skip
