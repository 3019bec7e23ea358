"""What a classifier of sentence pairs is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Probabilities = NDArray[np.float64]


class PairClassifier(Protocol):
    """Gives every label of a pair a probability.

    Attributes:
        kind: ``huggingface``, ``bow`` or ``callable``.
        labels: the labels it can give, by name, in the order of its outputs: entailment, neutral
            and contradiction, or entailment and ``non-entailment``.
        dtype: number format of its weights, such as ``float32``; None where it has none.
        window: how many pairs it is best given at a time.
    """

    kind: str
    labels: tuple[str, ...]
    dtype: str | None
    window: int

    def classify(self, pairs: Sequence[tuple[str, str]]) -> Probabilities:
        """Probabilities of (premise, hypothesis) pairs: one row a pair, one column a label."""
        ...

    def describe(self) -> Mapping[str, Any]:
        """What determines the predictions: name, versions, options; for the manifest."""
        ...
