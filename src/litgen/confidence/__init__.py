"""How sure it is that an output is right: learned from what readers judged and from gold."""

from litgen.confidence.model import (
    USUAL,
    Model,
    confidence,
    digest_of_weights,
    joint,
    readings,
    with_judge,
)

__all__ = ["USUAL", "Model", "confidence", "digest_of_weights", "joint", "readings", "with_judge"]
