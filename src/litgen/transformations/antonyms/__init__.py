"""A sentence against itself with one word turned into its opposite (Naik et al. 2018)."""

from __future__ import annotations

from litgen.transformations.naming import read_parts
from litgen.transformations.protocol import Order, Transformation

_PARTS = ("ADJ", "NOUN")


def find(order: Order) -> Transformation:
    """``antonym``, ``antonym:ADJ``, ``antonym:paper``.

    Raises:
        UsageError: an argument is unknown, or goes not with the mode.
        LitgenError: WordNet is missing or damaged.
    """
    parts = read_parts(order, _PARTS, "program takes nouns and adjectives")
    if order.mode == "paper":
        from litgen.transformations.antonyms.paper import PaperAntonym
        from litgen.wordnet import load_wordnet

        return PaperAntonym(order.name, load_wordnet(), order.rules)
    from litgen.transformations.antonyms.guarded import GuardedAntonym

    return GuardedAntonym.ordered(order, parts or _PARTS)
