"""Score the surface forms of a variant with a language model, to choose among them.

>>> ranker = load_ranker("none")
>>> ranker is None
True
"""

from litgen.ranking.choice import choose_model, load_ranker
from litgen.ranking.ranker import MEASURES, Ranker, TokenScorer

__all__ = ["MEASURES", "Ranker", "TokenScorer", "choose_model", "load_ranker"]
