"""The quality model, which estimates the probability that an output is right.

It consists of two logistic regressions, whose weights ``scripts/train_quality.py`` writes to
``weights.json``. The first uses evidence: features of the source's analysis, the edits and the
rules. The second combines its log odds with those of the network, a language model that reads the
output after its source (:mod:`litgen.acceptability.network`).
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from litgen.exceptions import LitgenError
from litgen.files import digest

#: Values that engines and transformations report about an output, by name; others are 0.
Evidence = Mapping[str, float]
#: Prefix of the evidence about the rules of a transformation, which every engine provides.
RULE = "rule "
#: Names of the log odds that the second regression combines.
EVIDENCE, NETWORK = "evidence", "network"
#: The shipped weights.
WEIGHTS = Path(__file__).with_name("weights.json")
#: Version of the file format, which changes if the names of entries change.
FORMAT = 2
#: Number of pieces of evidence in an explanation.
COUNTED = 4
_DIGITS = 4


@dataclass(frozen=True)
class Linear:
    """A linear model of log odds.

    Attributes:
        odds: the log odds for average evidence.
        weights: the weight of each piece of evidence, by name.
        means: the average value of each piece of evidence, by name.
    """

    odds: float
    weights: Mapping[str, float]
    means: Mapping[str, float]

    def log_odds(self, evidence: Evidence) -> float:
        weights = self.weights
        found = (weights[name] * value for name, value in evidence.items() if name in weights)
        return self._of_nothing + sum(found)

    def contributions(self, evidence: Evidence) -> dict[str, float]:
        """Return the amount that each piece of evidence adds to the log odds ``odds``."""
        return {
            name: weight * (evidence.get(name, 0.0) - self.means[name])
            for name, weight in self.weights.items()
        }

    @cached_property
    def _of_nothing(self) -> float:
        return self.odds - sum(self.weights[name] * mean for name, mean in self.means.items())


class Model(NamedTuple):
    """The two regressions of the quality model.

    Attributes:
        combined: the second regression, over the log odds of ``evidence`` and of the network.
    """

    evidence: Linear
    combined: Linear

    def probability(self, rules: Sequence[str], evidence: Evidence) -> float:
        """Return the probability that an output is right, given its evidence alone.

        Args:
            evidence: the engine's evidence; if empty, averages replace all but the rules.
        """
        if evidence:
            return _probability(self.evidence.log_odds(_with_rules(rules, evidence)))
        return _probability(sum(self.contributions(rules, evidence).values(), self.evidence.odds))

    def contributions(self, rules: Sequence[str], evidence: Evidence) -> dict[str, float]:
        """Return the amount that each piece of evidence adds to an average output's log odds."""
        found = self.evidence.contributions(_with_rules(rules, evidence))
        if evidence:
            return found
        return {name: value for name, value in found.items() if name.startswith(RULE)}

    def combine(self, probability: float, log_odds: float) -> float:
        """Return the probability that an output is right, given its evidence and the network."""
        return _probability(self.combined.log_odds(of_both(probability, log_odds)))

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Model:
        """Make the model from the content of a file such as ``weights.json``.

        Raises:
            LitgenError: the file has another format.
        """
        if data.get("format") != FORMAT:
            raise LitgenError(
                f"{WEIGHTS}: the file has format {data.get('format')} instead of {FORMAT}; "
                "reinstall litgen, or run scripts/train_quality.py"
            )
        return cls(Linear(**data["evidence"]), Linear(**data["combined"]))

    def as_json(self) -> dict[str, Any]:
        return {
            "format": FORMAT,
            "evidence": asdict(self.evidence),
            "combined": asdict(self.combined),
        }


def _with_rules(rules: Sequence[str], evidence: Evidence) -> Evidence:
    return {**evidence, **{RULE + rule: 1.0 for rule in rules}}


def _probability(log_odds: float) -> float:
    return 1 / (1 + math.exp(-log_odds))


def of_both(probability: float, log_odds: float) -> Evidence:
    """Return the input of the second regression.

    Example:
        >>> of_both(0.5, 3.0)
        {'evidence': 0.0, 'network': 3.0}
    """
    sure = min(max(probability, 1e-4), 1 - 1e-4)
    return {EVIDENCE: math.log(sure / (1 - sure)), NETWORK: log_odds}


@lru_cache(maxsize=1)
def shipped() -> Model:
    """Load the model with the shipped weights.

    Raises:
        LitgenError: the file is missing or damaged, or has another format.
    """
    try:
        data = json.loads(WEIGHTS.read_text(encoding="utf-8"))
        return Model.from_json(data)
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise LitgenError(f"{WEIGHTS}: {error}; reinstall litgen") from error


@lru_cache(maxsize=1)
def digest_of_weights() -> str:
    """Return the checksum of the shipped weights, for the manifest."""
    return digest(WEIGHTS)


def confidence(rules: Sequence[str], evidence: Evidence) -> float:
    """Return the probability that an output is right, given its evidence, to four decimals.

    Example:
        >>> 0 < confidence(["past"], {"tense": 1.0, "commas": 2.0}) < 1
        True
    """
    return round(shipped().probability(rules, evidence), _DIGITS)


def combine(probability: float, log_odds: float) -> float:
    """Return the probability from ``Model.combine`` with the shipped weights, to four decimals."""
    return round(shipped().combine(probability, log_odds), _DIGITS)


class Assessment(NamedTuple):
    """The confidence of an output and the figures on which it is based.

    Attributes:
        confidence: the probability that the output is right.
        evidence: the log odds of the evidence.
        network: the log odds of the network, or None if it has not read the output.
        counted: the most important evidence, and the amount that each piece adds to the log odds of
            an average output.
    """

    confidence: float
    evidence: float
    network: float | None
    counted: tuple[tuple[str, float], ...]


def assess(rules: Sequence[str], evidence: Evidence, log_odds: float | None) -> Assessment:
    """Explain the confidence of an output.

    Args:
        log_odds: the network's log odds, or None if it has not read the output.
    """
    model, own = shipped(), confidence(rules, evidence)
    found = sorted(model.contributions(rules, evidence).items(), key=lambda each: -abs(each[1]))
    return Assessment(
        own if log_odds is None else combine(own, log_odds),
        round(math.log(own / (1 - own)), 2) if 0 < own < 1 else math.copysign(math.inf, own - 0.5),
        log_odds,
        tuple((name, round(value, 2)) for name, value in found[:COUNTED]),
    )


def joint(probabilities: Iterable[float | None]) -> float | None:
    """Return the probability that all outputs are right, as the product of the known values.

    Example:
        >>> joint([0.9, None, 0.5])
        0.45
    """
    known = [each for each in probabilities if each is not None]
    return round(math.prod(known), _DIGITS) if known else None
