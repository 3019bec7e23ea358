"""Decide whether a rewriting is good enough to keep.

Four parts decide, in this order:

1. the source check (:mod:`litgen.acceptability.source`) rejects broken sentences;
2. the guards (:mod:`litgen.acceptability.guards`) reject edits that are undefined for a sentence or
   would give the output a wrong meaning or label;
3. the quality model (:mod:`litgen.acceptability.model`, :mod:`litgen.acceptability.network`)
   estimates the probability that an output is right;
4. the decision (:mod:`litgen.acceptability.decision`) applies a threshold to that probability.
"""

from litgen.acceptability.decision import (
    BELOW_THRESHOLD,
    BEST_THRESHOLD,
    DEFAULT_THRESHOLD,
    Thresholds,
    decider_of,
)
from litgen.acceptability.model import (
    Assessment,
    Model,
    assess,
    combine,
    confidence,
    digest_of_weights,
    joint,
)

__all__ = [
    "BELOW_THRESHOLD",
    "BEST_THRESHOLD",
    "DEFAULT_THRESHOLD",
    "Assessment",
    "Model",
    "Thresholds",
    "assess",
    "combine",
    "confidence",
    "decider_of",
    "digest_of_weights",
    "joint",
]
