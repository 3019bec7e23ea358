"""Two layers of logistic regression; ``scripts/train_confidence`` writes their ``weights.json``.

The first says of a sentence how likely its analysis is right in one respect (its main verbs, their
arguments, coordination, where prepositional phrases hang), learned from the ERG treebank. The
second says of an output how likely readers call it right, from those, the edits and what else they
proved to mind. A weight's name is that of a piece of evidence.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from litgen.files import digest

#: What engines and transformations know of an output, by name; what is not there is 0.
Evidence = Mapping[str, float]
#: Begins the names of the evidence that the first layer adds, as log odds.
READING = "reading of "
#: Begins the names of a transformation's steps, which are known of every engine.
STEP = "step "
#: The shipped weights.
WEIGHTS = Path(__file__).with_name("weights.json")
_DIGITS = 4


class Linear(NamedTuple):
    """A linear model of log odds.

    Attributes:
        odds: the log odds of evidence that is as it is on average.
        weights: name of a piece of evidence, and its weight.
        means: what it is on average.
    """

    odds: float
    weights: Mapping[str, float]
    means: Mapping[str, float]

    def log_odds(self, evidence: Evidence, names: Sequence[str] | None = None) -> float:
        """The log odds by some evidence.

        Args:
            names: the weights that count, None for all; others are taken for average.
        """
        total = self.odds
        for name in self.weights if names is None else names:
            total += self.weights[name] * (evidence.get(name, 0.0) - self.means[name])
        return total


class Model(NamedTuple):
    """Both layers.

    Attributes:
        readings: of what of a reading -> the model that says how likely it is right.
        output: how likely an output is right.
    """

    readings: Mapping[str, Linear]
    output: Linear

    def read(self, evidence: Evidence) -> dict[str, float]:
        """The log odds that an analysis is right in each respect, as evidence."""
        return {READING + what: model.log_odds(evidence) for what, model in self.readings.items()}

    def probability(self, steps: Sequence[str], evidence: Evidence) -> float:
        """The probability that an output is right.

        Args:
            steps: the names of the rules that made it.
            evidence: its engine's; of one that has none all but the steps is taken for average.
        """
        own = {STEP + step: 1.0 for step in steps}
        names = None if evidence else [n for n in self.output.weights if n.startswith(STEP)]
        return 1 / (1 + math.exp(-self.output.log_odds({**evidence, **own}, names)))

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Model:
        """The model of a file such as ``weights.json``."""
        return cls(
            {what: Linear(**each) for what, each in data["readings"].items()},
            Linear(**data["output"]),
        )

    def as_json(self) -> dict[str, Any]:
        """The model as JSON values."""
        readings = {what: each._asdict() for what, each in self.readings.items()}
        return {"readings": readings, "output": self.output._asdict()}


@lru_cache(maxsize=1)
def _shipped() -> Model:
    return Model.from_json(json.loads(WEIGHTS.read_text(encoding="utf-8")))


@lru_cache(maxsize=1)
def digest_of_weights() -> str:
    """SHA-256 of the shipped weights, for the manifest."""
    return digest(WEIGHTS)


def readings(evidence: Evidence) -> dict[str, float]:
    """What the shipped model says of a sentence's analysis, as further evidence."""
    return _shipped().read(evidence)


def confidence(steps: Sequence[str], evidence: Evidence) -> float:
    """The probability that an output is right by the shipped model, to four digits.

    Example:
        >>> 0 < confidence(["past"], {"tense": 1.0, "commas": 2.0}) < 1
        True
    """
    return round(_shipped().probability(steps, evidence), _DIGITS)


def joint(probabilities: Iterable[float | None]) -> float | None:
    """The probability that all of several are right, as far as it is known of each, to four digits.

    Example:
        >>> joint([0.9, None, 0.5])
        0.45
    """
    known = [each for each in probabilities if each is not None]
    return round(math.prod(known), _DIGITS) if known else None
