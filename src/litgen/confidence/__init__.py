"""How sure it is that an output is right: learned from what readers judged and from gold."""

from litgen.confidence.model import (
    Model,
    confidence,
    digest_of_weights,
    is_trained_on,
    joint,
    readings,
    reworded,
)

__all__ = [
    "Model", "confidence", "digest_of_weights", "is_trained_on", "joint", "readings", "reworded",
]  # fmt: skip
