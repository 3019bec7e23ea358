from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from litgen.statistics.sample import PairedSample

smf = pytest.importorskip("statsmodels.api")


def test_counts_and_pairs_agree():
    first = [1, 1, 0, 0, 1, 0]
    second = [1, 0, 1, 0, 0, 0]
    sample = PairedSample.of_pairs(first, second)
    assert sample == PairedSample.of_counts(n=6, lost=2, gained=1)
    assert (sample.n, sample.groups, sample.total, sample.discordant) == (6, 6, 1, 3)
    assert sample == PairedSample.of_pairs(first, second, unit_of=np.arange(6))
    assert hash(sample) == hash(PairedSample.of_counts(6, 2, 1))


def test_units_are_kept_by_kind():
    sample = PairedSample.of_pairs(
        [1, 1, 0, 1, 1], [0, 0, 1, 1, 1], unit_of=["a", "a", "a", "b", "b"]
    )
    kinds = list(zip(sample.sizes, sample.differences, sample.units, strict=True))
    assert sorted(kinds) == [(2, 0, 1), (3, 1, 1)]
    assert sample.discordant == 3


def test_standard_error_is_that_of_the_paired_t_test():
    rng = np.random.default_rng(1)
    first, second = rng.random(200) < 0.7, rng.random(200) < 0.6
    sample = PairedSample.of_pairs(first, second)
    delta = first.astype(int) - second.astype(int)
    assert sample.standard_error == pytest.approx(stats.sem(delta))
    assert sample.design_effect == pytest.approx(1)


def test_clustered_standard_error_is_that_of_statsmodels():
    rng = np.random.default_rng(2)
    unit = rng.integers(0, 40, 300)
    first = rng.random(300) < 0.5 + 0.4 * (unit % 2)
    second = rng.random(300) < 0.6
    fit = smf.OLS(first.astype(float) - second, np.ones(300)).fit(
        cov_type="cluster", cov_kwds={"groups": unit}
    )
    assert PairedSample.of_pairs(first, second, unit).standard_error == pytest.approx(fit.bse[0])


def test_design_effect_of_copies_is_their_number():
    rng = np.random.default_rng(3)
    first, second = rng.random(500) < 0.7, rng.random(500) < 0.6
    once = PairedSample.of_pairs(first, second)
    copies = PairedSample.of_pairs(
        np.repeat(first, 3), np.repeat(second, 3), np.repeat(np.arange(500), 3)
    )
    assert copies.standard_error == pytest.approx(once.standard_error)
    assert copies.design_effect == pytest.approx(3, rel=0.01)


@pytest.mark.parametrize(
    ("sizes", "differences", "units", "discordant"),
    [
        ([1], [2], [1], 2),
        ([0], [0], [1], 0),
        ([1], [1], [-1], 1),
        ([1], [1], [3], 2),
        ([1, 1], [1], [1], 1),
    ],
)
def test_what_does_not_fit(sizes, differences, units, discordant):
    with pytest.raises(ValueError):  # noqa: PT011
        PairedSample(sizes, differences, units, discordant)
    with pytest.raises(ValueError, match="do not fit"):
        PairedSample.of_counts(3, 2, 2)


def test_fractions_are_kept_and_merged():
    third = 1 / 3
    sample = PairedSample.of_values([third, third, third, 1, 0, -0.25], unit_of=[0, 0, 0, 1, 2, 2])
    kinds = list(zip(sample.sizes, sample.differences, sample.units, strict=True))
    assert sorted(kinds) == [(1, 1.0, 1), (2, -0.25, 1), (3, pytest.approx(1), 1)]
    assert (sample.n, sample.groups, sample.discordant) == (6, 3, 5)
    assert sample.difference == pytest.approx(1.75 / 6)
    once = PairedSample.of_values([0.1 + 0.2, 0.3])
    assert once.units.tolist() == [2]
    assert once == PairedSample.of_values([0.3, 0.3])
    assert hash(once) == hash(PairedSample.of_values([0.3, 0.3]))
    assert once != PairedSample.of_values([0.3, 0.4])


def test_errors_of_fractions_are_those_of_the_t_test():
    rng = np.random.default_rng(5)
    values = rng.choice([-1, -0.5, 0, 0.25, 1 / 3, 1], size=120)
    alone = PairedSample.of_values(values)
    assert alone.standard_error == pytest.approx(stats.sem(values))
    unit = rng.integers(0, 30, 120)
    fit = smf.OLS(values, np.ones(120)).fit(cov_type="cluster", cov_kwds={"groups": unit})
    shared = PairedSample.of_values(values, unit)
    assert shared.standard_error == pytest.approx(fit.bse[0])
    assert shared.squares == pytest.approx(alone.squares) == pytest.approx(values @ values)


def test_whole_values_are_pairs():
    first, second, unit = [1, 1, 0, 1, 0], [0, 0, 1, 1, 0], [0, 0, 1, 1, 2]
    values = np.subtract(first, second)
    assert PairedSample.of_values(values) == PairedSample.of_pairs(first, second)
    assert PairedSample.of_values(values, unit) == PairedSample.of_pairs(first, second, unit)


@pytest.mark.parametrize("wrong", [float("nan"), 1.5, -2, 0.5])
def test_what_is_neither_right_nor_wrong(wrong):
    with pytest.raises(ValueError, match="right"):
        PairedSample.of_pairs([1, wrong], [0, 1])
    with pytest.raises(ValueError, match="right"):
        PairedSample.of_pairs([0, 1], [1, wrong], unit_of=[0, 0])


@pytest.mark.parametrize("wrong", [float("nan"), float("inf"), 1.01, -1.5])
def test_values_out_of_range(wrong):
    with pytest.raises(ValueError, match="between -1 and 1"):
        PairedSample.of_values([0.5, wrong])
    with pytest.raises(ValueError, match="exceed"):
        PairedSample([1], [wrong], [1], 1)
