"""Language-model scores, to choose among the surface forms of one variant.

>>> ranker = load_ranker("none")
>>> ranker is None
True
"""

from __future__ import annotations

from litgen.ranking.choice import Choice, choose_model, load_ranker
from litgen.ranking.ranker import MEASURES, Measure, Ranker, TokenScorer

__all__ = ["MEASURES", "Choice", "Measure", "Ranker", "TokenScorer", "choose_model", "load_ranker"]
