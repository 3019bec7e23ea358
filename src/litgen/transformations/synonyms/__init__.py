"""Replace words with synonyms: the paper's function (Salvatore et al. 2023) and a sound one."""

from litgen.transformations.protocol import Order, Transformation


def find(order: Order) -> Transformation:
    """Return the ``synonym`` transformation, in sound mode or as in the paper."""
    from litgen.transformations.synonyms import paper, sound

    return paper.PaperSynonym(order) if order.mode == "paper" else sound.SoundSynonym(order)
