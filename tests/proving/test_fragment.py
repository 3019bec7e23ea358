"""Pairs drawn from a fragment of English: what is proved of them holds in its models.

``scripts/fuzz`` runs the same with other pairs, ``LITGEN_FUZZ`` of them from ``LITGEN_FUZZ_SEED``.
"""

from __future__ import annotations

import os
from itertools import islice

from litgen.proving import prove_texts
from tests.fragment.sampling import pairs

#: Fewer than 500 pairs would not tell the two shares below.
PAIRS = max(int(os.environ.get("LITGEN_FUZZ", "1000")), 500)
SEED = int(os.environ.get("LITGEN_FUZZ_SEED", "1"))
#: At least this share of the pairs is answered, and at most this share of the answers is wrong.
ANSWERED, WRONG = 0.15, 0.01


def test_proofs_hold_in_models() -> None:
    drawn = list(islice(pairs(SEED, PAIRS), PAIRS))
    proofs = prove_texts([(pair.premise, pair.hypothesis) for pair in drawn])
    answered = [(pair, proof) for pair, proof in zip(drawn, proofs, strict=True) if proof.answer]
    faults = [
        fault
        for pair, proof in answered
        if (fault := pair.fault(proof.answer or "", proof.line)) is not None
    ]
    assert len(answered) >= ANSWERED * len(drawn)
    found = f"seed {SEED}: {len(faults)} of {len(answered)} answers are wrong"
    assert len(faults) <= WRONG * len(answered), "\n".join([found, *faults])
