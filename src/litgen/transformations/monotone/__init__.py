"""Monotonicity edits: the output is weaker or stronger than the source, depending on polarity.

The direction of a change follows from the words that take scope over the edited position
(:mod:`litgen.mrs.polarity`); the variant's parameter ``direction`` records it.
"""

from litgen.transformations.declarations import base_of
from litgen.transformations.definite import MadeDefinite
from litgen.transformations.monotone.conjuncts import ConjunctDropped
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
    """Return a monotonicity edit by name, such as ``drop-modifier`` or ``hypernym``."""
    return _CLASSES[base_of(order.name)](order)


def find_under(order: Order) -> Transformation:
    """Return a transformation such as ``under:the``, which determines no label on its own."""
    return MadeDefinite(order) if order.arguments == ("the",) else Requantified(order)
