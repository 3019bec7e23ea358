"""How sure it is that an output is right: learned from what readers judged and from gold."""

from litgen.acceptability.model import (
    DOUBT,
    MANY,
    PASSIVES,
    SUREST,
    USUAL,
    Model,
    confidence,
    digest_of_weights,
    doubt,
    joint,
    readings,
    with_judge,
)

__all__ = [
    "DOUBT",
    "MANY",
    "PASSIVES",
    "SUREST",
    "USUAL",
    "Model",
    "confidence",
    "digest_of_weights",
    "doubt",
    "joint",
    "readings",
    "with_judge",
]
