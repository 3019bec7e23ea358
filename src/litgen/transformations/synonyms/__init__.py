"""Words replaced by synonyms: the paper's function (Salvatore et al. 2023) and a sound one."""

from __future__ import annotations

from litgen.transformations.naming import read_parts
from litgen.transformations.protocol import Order, Transformation

_PARTS = ("NOUN", "VERB", "ADJ", "ADV")


def find(order: Order) -> Transformation:
    """``synonym``, ``synonym:VERB+ADJ``, ``synonym:paper``.

    Raises:
        UsageError: an argument is unknown, or goes not with the mode.
        LitgenError: WordNet is missing or damaged.
    """
    parts = read_parts(order, _PARTS, "function replaces nouns")
    if order.mode == "paper":
        from litgen.transformations.synonyms.paper import PaperSynonym
        from litgen.wordnet import load_wordnet

        return PaperSynonym(order.name, load_wordnet(), order.survey)
    from litgen.transformations.synonyms.sound import SoundSynonym

    return SoundSynonym.ordered(order, parts or ("NOUN",))
