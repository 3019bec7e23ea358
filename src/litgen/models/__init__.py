"""Models that classify sentence pairs, and the functions that load them."""

from litgen.models.loading import ModelSpec, load_model
from litgen.models.protocol import Answer, PairClassifier, answers

__all__ = ["Answer", "ModelSpec", "PairClassifier", "answers", "load_model"]
