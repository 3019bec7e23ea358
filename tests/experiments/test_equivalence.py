"""Which transformations may be the phi of an IE test."""

from __future__ import annotations

import pytest

from litgen.exceptions import UsageError
from litgen.experiments.equivalence import equivalence_contrasts


def contrasts(phi, grounds="default"):
    return [str(contrast) for contrast in equivalence_contrasts(phi, grounds)]


@pytest.mark.parametrize(
    ("phi", "expected"),
    [
        ("accent", ["accent;accent", "accent;original", "original;accent"]),
        ("passive", ["passive;passive", "passive;original", "original;passive"]),
        ("original;passive", ["original;passive"]),
        # one cleft alone says more, so it cannot stand in for two
        ("cleft", ["cleft;cleft"]),
        # the present against the past keeps nothing
        ("past", ["past;past"]),
        ("past+accent", ["past+accent;past+accent"]),
    ],
)
def test_what_keeps_labels(phi, expected):
    assert contrasts(phi) == expected


@pytest.mark.parametrize(
    ("phi", "reason"),
    [
        ("past;future", "changes entailment to neutral (past and future events"),
        ("may", "may;may does not keep contradiction"),
        ("negation", "negation;negation does not keep entailment (the negation"),
        ("question", "a question asserts nothing"),
        ("original;cleft", "does not keep entailment (a cleft is exhaustive"),
        ("swap-pair", "does not keep entailment"),
        ("hypothesis-only", "destroys the meaning"),
        ("original;premise+passive", "makes new pairs"),
        ("pasive", "did you mean passive"),
        ("accent;past+nonsense", "there is no transformation 'nonsense'"),
    ],
)
def test_what_is_refused(phi, reason):
    with pytest.raises(UsageError) as error:
        equivalence_contrasts(phi)
    assert reason in str(error.value)
    assert "\n" not in str(error.value)


def test_grounds_count():
    """Two clefts keep labels by default only; it does not follow."""
    assert contrasts("swap", "logic") == contrasts("swap")
    with pytest.raises(UsageError, match="does not keep entailment"):
        equivalence_contrasts("cleft", "logic")
    with pytest.raises(UsageError, match="does not keep contradiction"):
        equivalence_contrasts("passive", "logic")
