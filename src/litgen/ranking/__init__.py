"""Language-model scores for choosing among the surface forms of one variant.

>>> ranker = load_ranker("none")
>>> ranker is None
True
"""

from litgen.ranking.choice import choose_model, load_ranker
from litgen.ranking.ranker import MEASURES, Ranker, TokenScorer

__all__ = ["MEASURES", "Ranker", "TokenScorer", "choose_model", "load_ranker"]
