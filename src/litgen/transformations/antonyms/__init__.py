"""A sentence against itself with one word turned into its opposite (Naik et al. 2018)."""

from __future__ import annotations

from litgen.exceptions import UsageError
from litgen.transformations.naming import refuse_unknown
from litgen.transformations.protocol import Order, Transformation

_PARTS = ("ADJ", "NOUN")


def find(order: Order) -> Transformation:
    """``antonym``, ``antonym:ADJ``, ``antonym:paper``.

    Raises:
        UsageError: an argument is unknown, or goes not with the mode.
        LitgenError: WordNet is missing or damaged.
    """
    parts = tuple(part for each in order.arguments if each.isupper() for part in each.split("+"))
    others = [each for each in order.arguments if not each.isupper()]
    refuse_unknown(order.name, (*parts, *others), (*_PARTS, "sound", "paper"))
    from litgen.wordnet import load_wordnet

    if order.mode == "paper":
        if parts:
            raise UsageError(
                f"{order.name}: the paper's program takes nouns and adjectives; "
                f"leave out {'+'.join(parts)}"
            )
        from litgen.transformations.antonyms.paper import PaperAntonym

        return PaperAntonym(order.name, load_wordnet(), order.rules)
    from litgen.transformations.antonyms.guarded import GuardedAntonym

    return GuardedAntonym(
        order.name,
        load_wordnet(),
        parts or _PARTS,
        order.settings.seed,
        order.rules,
        order.ranker,
    )
