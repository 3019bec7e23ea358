"""Predictions of models on a contrast set, and their metrics and tests.

Example:
    >>> from litgen.evaluation import Prediction
    >>> Prediction("p1:past:future", "contrast", "neutral").scores is None
    True
"""

from litgen.evaluation.assessment import assess
from litgen.evaluation.contrast_set import SIDES, ContrastSet, Side
from litgen.evaluation.prediction import Prediction
from litgen.evaluation.predictions import Predictions, write_predictions
from litgen.evaluation.procedure import Procedure

__all__ = [
    "SIDES",
    "ContrastSet",
    "Prediction",
    "Predictions",
    "Procedure",
    "Side",
    "assess",
    "write_predictions",
]
