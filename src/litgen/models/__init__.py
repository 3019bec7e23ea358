"""Classifiers of sentence pairs: labels by name, probabilities by pair.

>>> from litgen.models import ModelSpec, load_model
>>> model = load_model(ModelSpec("roberta-large-mnli"))  # doctest: +SKIP
>>> model.classify([("A man rides a bike.", "A man rides.")])  # doctest: +SKIP
array([[0.  , 0.01, 0.99]])
"""

from litgen.models.loading import Kind, ModelSpec, kind_of, load_model
from litgen.models.protocol import PairClassifier

__all__ = ["Kind", "ModelSpec", "PairClassifier", "kind_of", "load_model"]
