"""Transformations that work on the whole pair: premise and hypothesis exchanged, premise left out.

Diagnostics that Talman et al. (2021) set beside their corruptions.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from litgen.transformations.naming import refuse_unknown
from litgen.transformations.protocol import Level, Order, Outcome, Variant


class Rearranged:
    """Puts the two sentences of a pair elsewhere.

    Args:
        name: of the transformation.
        rearrange: premise and hypothesis of the new pair from those of the old one.

    Example:
        >>> swap = swap_pair(Order("swap-pair"))
        >>> swap.apply_pairs([("A man runs.", "A man moves.")])[0].variants[0].text
        'A man moves.'
    """

    level: Level = "pair"

    def __init__(self, name: str, rearrange: Callable[[str, str], tuple[str, str]]) -> None:
        self.name = name
        self._rearrange = rearrange

    def apply_pairs(self, pairs: Sequence[tuple[str, str]]) -> list[Outcome]:
        """Rearrange pairs, in order, one outcome each."""
        made = (self._rearrange(*pair) for pair in pairs)
        return [Outcome((Variant((premise,), hypothesis=new),)) for premise, new in made]

    def describe(self) -> Mapping[str, Any]:
        """Its name."""
        return {"name": self.name}


def swap_pair(order: Order) -> Rearranged:
    """Premise and hypothesis exchanged; only contradiction keeps its label for sure."""
    refuse_unknown(order.name, order.arguments, ())
    return Rearranged(order.name, lambda premise, hypothesis: (hypothesis, premise))


def hypothesis_only(order: Order) -> Rearranged:
    """The premise left empty: what a model makes of the hypothesis alone."""
    refuse_unknown(order.name, order.arguments, ())
    return Rearranged(order.name, lambda premise, hypothesis: ("", hypothesis))
