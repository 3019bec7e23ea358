"""Models of sentence pairs: labels by name, probabilities by pair.

>>> from litgen.models import ModelSpec, answers, load_model
>>> model = load_model(ModelSpec("roberta-large-mnli"))  # doctest: +SKIP
>>> answers(model, [("A man rides a bike.", "A man rides.")])[0].label  # doctest: +SKIP
'entailment'
"""

from litgen.models.loading import ModelSpec, load_model
from litgen.models.protocol import Answer, PairClassifier, answers

__all__ = ["Answer", "ModelSpec", "PairClassifier", "answers", "load_model"]
