"""Three layers of logistic regression; ``scripts/train_confidence`` writes their ``weights.json``.

The first says of a sentence how likely its analysis is right in one respect (its main verbs, their
arguments, coordination, where prepositional phrases hang), learned from the ERG treebank. The
second says of an output how likely readers call it right, from those, the edits and what else the
sentence shows. The third, where the packaged language model is there, from that and from what the
judge says who has read it (:mod:`litgen.acceptability.network`). A weight's name is that of a piece of
evidence.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from litgen.files import digest

#: What engines and transformations know of an output, by name; what is not there is 0.
Evidence = Mapping[str, float]
#: Begins the names of the evidence that the first layer adds, as log odds.
READING = "reading of "
#: Begins the names of a transformation's steps, which are known of every engine.
STEP = "step "
#: What a guard speaks against an output that is made all the same.
DOUBT = "doubt"
#: What the second layer and the judge say, as log odds: the evidence of the third.
GRAMMAR, JUDGE = "grammar", "judge"
#: How sure an output has to be where the judge reads it and nothing else is asked for: of
#: MultiNLI's that are a little less sure readers call one in 15 wrong, of surer ones one in 60.
USUAL = 0.993
#: The same of a pair's surest contrast of two sides, and of passives, where at least ``MANY``
#: contrasts are asked for: many pairs have no other, and few have a passive of both sentences.
MANY, SUREST, PASSIVES = 6, 0.88, 0.97
#: The shipped weights.
WEIGHTS = Path(__file__).with_name("weights.json")
_DIGITS = 4


@dataclass(frozen=True)
class Linear:
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
        weights = self.weights
        if names is None:
            found = (weights[name] * value for name, value in evidence.items() if name in weights)
            return self._of_nothing + sum(found)
        found = (weights[name] * (evidence.get(name, 0.0) - self.means[name]) for name in names)
        return self.odds + sum(found)

    @cached_property
    def _of_nothing(self) -> float:
        """The log odds where each piece of evidence is 0."""
        return self.odds - sum(self.weights[name] * mean for name, mean in self.means.items())


class Model(NamedTuple):
    """The layers.

    Attributes:
        readings: of what of a reading -> the model that says how likely it is right.
        output: how likely an output is right.
        judged: the same where the judge has read it, too.
        doubts: guard (``rules/guards.toml``) -> the log odds that what it stops is right, less
            those of what none stops; of guards of which readers judged enough.
    """

    readings: Mapping[str, Linear]
    output: Linear
    judged: Linear
    doubts: Mapping[str, float] = {}

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
        return _probability(self.output.log_odds({**evidence, **own}, names))

    def with_judge(self, probability: float, log_odds: float) -> float:
        """The probability that an output is right, once the judge has read it.

        Args:
            probability: the one before.
            log_odds: what the judge says.
        """
        return _probability(self.judged.log_odds(of_both(probability, log_odds)))

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Model:
        """The model of a file such as ``weights.json``."""
        return cls(
            {what: Linear(**each) for what, each in data["readings"].items()},
            Linear(**data["output"]),
            Linear(**data["judged"]),
            data["doubts"],
        )

    def as_json(self) -> dict[str, Any]:
        """The model as JSON values."""
        readings = {what: asdict(each) for what, each in self.readings.items()}
        return {
            "readings": readings,
            "output": asdict(self.output),
            "judged": asdict(self.judged),
            "doubts": dict(self.doubts),
        }


def _probability(log_odds: float) -> float:
    return 1 / (1 + math.exp(-log_odds))


def of_both(probability: float, log_odds: float) -> Evidence:
    """The evidence of the third layer: what the second says, and the judge.

    Example:
        >>> of_both(0.5, 3.0)
        {'grammar': 0.0, 'judge': 3.0}
    """
    sure = min(max(probability, 1e-4), 1 - 1e-4)
    return {GRAMMAR: math.log(sure / (1 - sure)), JUDGE: log_odds}


@lru_cache(maxsize=1)
def shipped() -> Model:
    """The model of the shipped weights."""
    return Model.from_json(json.loads(WEIGHTS.read_text(encoding="utf-8")))


@lru_cache(maxsize=1)
def digest_of_weights() -> str:
    """SHA-256 of the shipped weights, for the manifest."""
    return digest(WEIGHTS)


def readings(evidence: Evidence) -> dict[str, float]:
    """What the shipped model says of a sentence's analysis, as further evidence."""
    return shipped().read(evidence)


def doubt(guard: str) -> float | None:
    """What a guard speaks against an output that it would stop, None where that is not known."""
    return shipped().doubts.get(guard)


def confidence(steps: Sequence[str], evidence: Evidence) -> float:
    """The probability that an output is right by the shipped model, to four digits.

    Example:
        >>> 0 < confidence(["past"], {"tense": 1.0, "commas": 2.0}) < 1
        True
    """
    return round(shipped().probability(steps, evidence), _DIGITS)


def with_judge(probability: float, log_odds: float) -> float:
    """The probability that an output is right, once the judge has read it, to four digits.

    Args:
        probability: :func:`confidence`.
        log_odds: what the judge says.
    """
    return round(shipped().with_judge(probability, log_odds), _DIGITS)


def joint(probabilities: Iterable[float | None]) -> float | None:
    """The probability that all of several are right, as far as it is known of each, to four digits.

    Example:
        >>> joint([0.9, None, 0.5])
        0.45
    """
    known = [each for each in probabilities if each is not None]
    return round(math.prod(known), _DIGITS) if known else None
