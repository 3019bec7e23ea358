"""Transformations of the whole pair (Talman et al. 2021)."""

from collections.abc import Mapping, Sequence
from typing import Any

from litgen.transformations.naming import refuse_unknown
from litgen.transformations.protocol import Level, Order, Outcome, Variant


class Rearranged:
    """``swap-pair`` exchanges the sentences of a pair, ``hypothesis-only`` empties the premise.

    Under ``swap-pair`` only contradiction is certain to keep its label.
    """

    level: Level = "pair"

    def __init__(self, order: Order) -> None:
        refuse_unknown(order.name, order.arguments, ())
        self.name = order.name

    def apply_pairs(self, pairs: Sequence[tuple[str, str]]) -> list[Outcome]:
        swapped = self.name == "swap-pair"
        return [
            Outcome(
                (Variant((second if swapped else "",), hypothesis=first if swapped else second),)
            )
            for first, second in pairs
        ]

    def describe(self) -> Mapping[str, Any]:
        return {"name": self.name}
