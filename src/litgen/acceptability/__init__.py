"""Decide whether a rewriting is good enough to keep.

Four parts decide, in this order:

1. the source check (:mod:`litgen.acceptability.source`): litgen does not rewrite a broken sentence;
2. hard guards (:mod:`litgen.acceptability.guards`): the edit is undefined for the sentence, or its
   meaning or label would be wrong;
3. the quality model (:mod:`litgen.acceptability.model`, :mod:`litgen.acceptability.network`): the
   probability that an output is right;
4. the decision (:mod:`litgen.acceptability.decision`): the threshold for that probability.
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
