"""The decision: the confidence that a rewriting must have to be kept."""

from __future__ import annotations

from typing import NamedTuple

#: The default threshold, and the one of a pair's best contrast: many pairs have no other.
DEFAULT_THRESHOLD, BEST_THRESHOLD = 0.97, 0.9


class Thresholds(NamedTuple):
    """The least confidence of outputs.

    Attributes:
        each: of both sides of a contrast pair.
        best: of the best contrast of a source pair that changes both sides.
    """

    each: float = 0.0
    best: float = 0.0

    @classmethod
    def of(cls, min_confidence: float | None, has_model: bool) -> Thresholds:
        """The thresholds of a run.

        Args:
            min_confidence: what the user asked for, which then holds for every contrast.
            has_model: whether the quality model reads the outputs; without it everything is kept
                unless the user asks otherwise.

        Example:
            >>> Thresholds.of(None, True), Thresholds.of(0.95, True)
            (Thresholds(each=0.97, best=0.9), Thresholds(each=0.95, best=0.95))
        """
        if min_confidence is not None:
            return cls(min_confidence, min_confidence)
        return cls(DEFAULT_THRESHOLD, BEST_THRESHOLD) if has_model else cls()
