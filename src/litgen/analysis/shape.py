"""Length and lexical overlap of pairs, by label."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from litgen.analysis.words import words_of
from litgen.data import LABELS, Pair

Floats = NDArray[np.float64]


class Spread(NamedTuple):
    """How a number is spread over some pairs."""

    n: int
    mean: float
    sd: float
    low: float
    quarter: float
    median: float
    three_quarters: float
    high: float

    @classmethod
    def of(cls, values: Floats) -> Spread:
        """The spread of values; ``low`` and ``high`` are the 5th and 95th percentiles."""
        if not values.size:
            return cls(0, *[float("nan")] * 7)
        percentiles = np.percentile(values, [5, 25, 50, 75, 95])
        return cls(
            int(values.size), float(values.mean()), float(values.std()), *map(float, percentiles)
        )


class Shape(NamedTuple):
    """Numbers of every pair, in order."""

    premise: Floats  #: words of the premise
    hypothesis: Floats  #: words of the hypothesis
    overlap: Floats  #: of the distinct words of the hypothesis, the share that the premise has, too

    @property
    def pair(self) -> Floats:
        """Words of both sentences."""
        return self.premise + self.hypothesis


#: What of a shape is shown, with its name.
MEASURES = {
    "premise": "words of the premise",
    "hypothesis": "words of the hypothesis",
    "overlap": "overlap",
}


def shape_of(pairs: Sequence[Pair]) -> Shape:
    """Measure pairs.

    Example:
        >>> shape_of([Pair("1", "A man rides.", "A man sleeps.", "neutral")]).overlap.round(2)
        array([0.67])
    """
    rows = np.zeros((3, len(pairs)))
    for at, pair in enumerate(pairs):
        premise, hypothesis = words_of(pair.premise), words_of(pair.hypothesis)
        said = set(hypothesis)
        overlap = len(said.intersection(premise)) / len(said) if said else 0.0
        rows[:, at] = len(premise), len(hypothesis), overlap
    return Shape(*rows)


def by_label(values: Floats, pairs: Sequence[Pair]) -> dict[str, Spread]:
    """The spread of a number over all pairs (``all``), then over those of each label."""
    labels = np.array([pair.label for pair in pairs])
    return {
        "all": Spread.of(values),
        **{label: Spread.of(values[labels == label]) for label in LABELS},
    }
