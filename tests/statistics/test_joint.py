"""Several paired comparisons as one hypothesis."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from litgen.exceptions import UsageError
from litgen.statistics.corrections import adjust
from litgen.statistics.exact import mcnemar
from litgen.statistics.joint import joint_test
from litgen.statistics.sample import PairedSample


def by_all_weights(values, weights, chances):
    """The adjusted p values from all combinations of weights."""
    observed = np.abs(values.sum(axis=0)) / np.sqrt((values**2).sum(axis=0))
    every = np.array(list(product(weights, repeat=len(values))))
    chance = np.array(list(product(chances, repeat=len(values)))).prod(axis=1)
    largest = (np.abs(every @ values) / np.sqrt(every**2 @ values**2)).max(axis=1)
    return [chance[largest >= each - 1e-9].sum() for each in observed]


@pytest.mark.parametrize("seed", range(3))
def test_single_pairs_by_all_exchanges(seed):
    values = np.random.default_rng(seed).choice([1.0, -1.0, 0.0], p=[0.5, 0.1, 0.4], size=(9, 4))
    found = joint_test(values, np.random.default_rng(0), 40_000)
    assert found.signs and found.p == min(found.adjusted)
    assert found.adjusted == pytest.approx(by_all_weights(values, (-1, 1), (0.5, 0.5)), abs=0.01)
    assert found.min_p == 2 / 2**found.units


@pytest.mark.parametrize("seed", range(3))
def test_sums_of_several_pairs_by_all_weights(seed):
    values = np.random.default_rng(seed).integers(-1, 4, size=(9, 4)).astype(float)
    values[0] = 3.0
    found = joint_test(values, np.random.default_rng(0), 40_000)
    assert not found.signs
    # solutions of x**2 = x + 1, and the probabilities that give them mean 0
    root = 5**0.5
    weights = ((1 - root) / 2, (1 + root) / 2)
    chances = ((root + 1) / 2 / root, (root - 1) / 2 / root)
    assert found.adjusted == pytest.approx(by_all_weights(values, weights, chances), abs=0.01)
    assert found.min_p <= found.p


def test_one_hypothesis_of_single_pairs_is_mcnemars_exact_test():
    differences = np.repeat([1, -1, 0], [15, 5, 80])[:, None]
    found = joint_test(differences, np.random.default_rng(0), 100_000)
    assert found.p == pytest.approx(mcnemar(PairedSample.of_counts(100, 15, 5)).p, abs=0.003)
    assert found.units == 20


def test_dependence_is_used():
    """The same difference fifty times costs nothing; Holm's method would ask for fifty times it."""
    differences = np.zeros((100, 50))
    differences[:9] = 1
    p = joint_test(differences, np.random.default_rng(0)).p
    alone = joint_test(differences[:, :1], np.random.default_rng(0)).p
    assert p == alone < 0.05 < min(adjust([alone] * 50, "holm"))


def test_pairs_without_a_difference_change_nothing():
    differences = np.random.default_rng(1).integers(-1, 2, size=(30, 3))
    more = np.vstack([np.zeros((500, 3)), differences])
    few, many = (joint_test(each, np.random.default_rng(0)) for each in (differences, more))
    assert few == many


def test_no_difference_at_all():
    found = joint_test(np.zeros((10, 2)), np.random.default_rng(0), 100)
    assert (found.p, found.adjusted, found.units) == (1.0, (1.0, 1.0), 0)


def test_level_of_dependent_hypotheses():
    """Of 600 true nulls 5 % are rejected, give or take three standard errors."""
    rng = np.random.default_rng(2)
    rejected = 0
    for _ in range(600):
        shared = rng.choice([1, -1, 0], size=(150, 1), p=[0.1, 0.1, 0.8])
        own = rng.choice([1, -1, 0], size=(150, 12), p=[0.1, 0.1, 0.8])
        values = np.where(rng.random((150, 12)) < 0.6, shared, own)
        rejected += joint_test(values, rng, 199).p < 0.05
    assert 0.023 <= rejected / 600 <= 0.077


def test_level_where_sums_are_skew():
    """Premises that lose three pairs, others that gain one, mean 0: signs reject 8 to 10 %."""
    rng = np.random.default_rng(3)
    rejected = 0
    for _ in range(400):
        values = rng.choice([3, -1, 0], size=(2000, 20), p=[0.025, 0.075, 0.9])
        rejected += joint_test(values, rng, 199).p < 0.05
    assert 0.015 <= rejected / 400 <= 0.075


def test_what_cannot_be():
    rng = np.random.default_rng(0)
    with pytest.raises(UsageError, match="--replicates 0"):
        joint_test([[1]], rng, 0)
    with pytest.raises(ValueError, match="finite"):
        joint_test([[1], [np.nan]], rng)
    with pytest.raises(ValueError, match="one row per unit"):
        joint_test([1, 2], rng)
