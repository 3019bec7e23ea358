"""Edits whose direction follows from polarity: what they make says less than the source, or more.

A modifier or a conjunct is left out, a word exchanged for a broader or narrower one, a quantifier
for another. Which way the sentence goes is worked out from the scope of what stands above
(:mod:`litgen.mrs.polarity`), and told by the variant's parameter ``direction``.
"""

from litgen.transformations.declarations import base_of
from litgen.transformations.monotone.conjuncts import ConjunctDropped
from litgen.transformations.monotone.definite import MadeDefinite
from litgen.transformations.monotone.dropping import ModifierDropped
from litgen.transformations.monotone.edit import PolarEdit
from litgen.transformations.monotone.lexical import WordExchanged
from litgen.transformations.monotone.quantifying import QuantifierExchanged, Requantified
from litgen.transformations.protocol import Order, Transformation

_CLASSES: dict[str, type[PolarEdit]] = {
    "drop-modifier": ModifierDropped,
    "drop-conjunct": ConjunctDropped,
    "hypernym": WordExchanged,
    "hyponym": WordExchanged,
    "quantifier": QuantifierExchanged,
}


def find(order: Order) -> Transformation:
    """``drop-modifier``, ``drop-conjunct``, ``hypernym``, ``hyponym``, ``quantifier``."""
    return _CLASSES[base_of(order.name)](order)


def find_under(order: Order) -> Transformation:
    """``under:the``, and ``under:every`` and others, of which no label follows."""
    return MadeDefinite(order) if order.arguments == ("the",) else Requantified(order)


__all__ = ["PolarEdit", "find", "find_under"]
