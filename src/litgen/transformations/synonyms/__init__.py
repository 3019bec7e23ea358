"""Words replaced by synonyms: the paper's function (Salvatore et al. 2023) and a sound one."""

from __future__ import annotations

from litgen.exceptions import UsageError
from litgen.transformations.naming import refuse_unknown
from litgen.transformations.protocol import Order, Transformation

_PARTS = ("NOUN", "VERB", "ADJ", "ADV")


def find(order: Order) -> Transformation:
    """``synonym``, ``synonym:VERB+ADJ``, ``synonym:paper``.

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
                f"{order.name}: the paper's function replaces nouns; leave out {'+'.join(parts)}"
            )
        from litgen.transformations.synonyms.paper import PaperSynonym

        return PaperSynonym(order.name, load_wordnet(), order.survey)
    from litgen.transformations.synonyms.sound import SoundSynonym

    return SoundSynonym(
        order.name,
        load_wordnet(),
        parts or ("NOUN",),
        order.settings.seed,
        order.rules,
        order.ranker,
    )
