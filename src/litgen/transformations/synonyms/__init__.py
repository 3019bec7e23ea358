"""Replace words with synonyms, in sound mode or as in the paper (Salvatore et al. 2023)."""

from litgen.transformations.protocol import Order, Transformation


def find(order: Order) -> Transformation:
    """Return the ``synonym`` transformation in sound or paper mode."""
    from litgen.transformations.synonyms import paper, sound

    return paper.PaperSynonym(order) if order.mode == "paper" else sound.SoundSynonym(order)
