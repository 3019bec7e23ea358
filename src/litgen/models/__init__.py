"""Classify sentence pairs with models: labels by name, probabilities for each pair."""

from litgen.models.loading import ModelSpec, load_model
from litgen.models.protocol import Answer, PairClassifier, answers

__all__ = ["Answer", "ModelSpec", "PairClassifier", "answers", "load_model"]
