"""Replace a word with its antonym to contradict the sentence (Naik et al. 2018)."""

from litgen.transformations.protocol import Order, Transformation


def find(order: Order) -> Transformation:
    """Return the ``antonym`` transformation in sound or paper mode."""
    from litgen.transformations.antonyms import guarded, paper

    return paper.PaperAntonym(order) if order.mode == "paper" else guarded.GuardedAntonym(order)
