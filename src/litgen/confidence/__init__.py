"""How sure it is that an output is right: learned from what readers judged and from gold."""

from litgen.confidence.model import Model, confidence, digest_of_weights, joint, readings

__all__ = ["Model", "confidence", "digest_of_weights", "joint", "readings"]
