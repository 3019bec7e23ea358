"""Prove the labels of existing pairs with a natural logic that respects scope."""

from litgen.proving.proofs import Proof
from litgen.proving.prove import is_suspicious, prove_pairs, prove_texts, record_of

__all__ = ["Proof", "is_suspicious", "prove_pairs", "prove_texts", "record_of"]
