"""Equivalence and intervals of a difference, by enumeration, simulation and other programs."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from scipy import stats

from litgen.exceptions import UsageError
from litgen.statistics.sample import PairedSample
from litgen.statistics.score import cautious_p, difference_interval, equivalence, score_p

pytest.importorskip("statsmodels.api")


def of_premises(sums, size):
    return PairedSample([size] * len(sums), sums, [1] * len(sums), int(np.abs(sums).sum()))


@pytest.mark.parametrize("margin", [0.01, 0.02, 0.05])
@pytest.mark.parametrize("n", [50, 200, 800])
def test_flips_to_one_side_are_binomial(n, margin):
    for lost in (0, 1, 2, 5):
        if lost < n * margin:
            found = score_p(PairedSample.of_counts(n, lost, 0), margin)
            assert found == pytest.approx(stats.binom.cdf(lost, n, margin))


@pytest.mark.parametrize(("n", "margin"), [(50, 0.05), (200, 0.02), (200, 0.05), (500, 0.02)])
def test_level_at_the_margin_by_enumeration(n, margin):
    """Every sample of pairs alone, weighted by its probability."""
    for back in (0.0, 0.01, 0.1):
        level = 0.0
        lost = np.arange(n + 1)
        for gained in range(n + 1 if back else 1):
            weight = stats.binom.pmf(gained, n, back)
            if weight < 1e-5:
                continue
            chance = stats.binom.pmf(
                lost[: n - gained + 1], n - gained, (margin + back) / (1 - back)
            )
            for number in lost[: gained + math.ceil(n * margin)]:
                sample = PairedSample.of_counts(n, int(number), gained)
                if cautious_p(sample, margin) >= 0.05:
                    break
                if cautious_p(sample.swapped(), margin) < 0.05:
                    level += weight * chance[number]
        assert level <= 0.06


@pytest.mark.parametrize("size", [1, 5, 30])
@pytest.mark.parametrize("margin", [0.01, 0.02, 0.05])
def test_more_flips_are_never_more_convincing(size, margin):
    premises = 400
    p = []
    for flipped in range(40):
        one_way = of_premises([1] * flipped + [0] * (premises - flipped), size)
        p.append(equivalence(one_way, margin).p)
    assert all(a <= b + 1e-9 for a, b in itertools.pairwise(p))
    nothing = p[0]
    for flipped in range(1, 20):
        both = [1] * flipped + [-1] * flipped + [0] * (premises - 2 * flipped)
        assert equivalence(of_premises(both, size), margin).p >= nothing - 1e-12


def test_unequal_premises_are_monotone_too():
    sizes = [1] * 150 + [10] * 40 + [30] * 10
    flips = list(range(0, 200, 7))
    p = []
    for number in range(len(flips)):
        sums = np.zeros(200)
        sums[flips[:number]] = 1
        p.append(equivalence(PairedSample(sizes, sums, [1] * 200, number), 0.05).p)
    assert all(a <= b + 1e-9 for a, b in itertools.pairwise(p))


def test_the_finding_of_the_audit():
    """n = 200, margin .02: none lost gave .018 and one lost .0015."""
    none, one = (equivalence(PairedSample.of_counts(200, lost, 0), 0.02).p for lost in (0, 1))
    assert none == pytest.approx(0.98**200)
    assert one == pytest.approx(0.98**200 + 200 * 0.02 * 0.98**199)


@pytest.mark.parametrize("sizes", [np.full(60, 5), np.arange(1, 31), np.repeat([1, 30], [60, 20])])
def test_level_of_premises_that_flip_together(sizes):
    rng, runs, claimed = np.random.default_rng(1), 500, 0
    for _ in range(runs):
        flips = rng.random(sizes.size) < 0.05
        sums = np.where(flips, sizes, 0)
        sample = PairedSample(sizes, sums, np.ones(sizes.size, int), int(sums.sum()))
        claimed += equivalence(sample, 0.05).p < 0.05
    assert claimed / runs < 0.08


def test_the_interval_says_the_same_as_the_test():
    for lost, gained in ((0, 0), (3, 1), (20, 18), (9, 0)):
        for size in (1, 4):
            sums = [1] * lost + [-1] * gained + [0] * (1000 - lost - gained)
            sample = of_premises(sums, size)
            found = equivalence(sample, margin=0.01)
            assert (found.p < 0.05) == (found.low > -0.01 and found.high < 0.01)
            assert equivalence(sample)[1:3] == found[1:3]
            assert equivalence(sample).p is None


def test_many_flips_agree_with_the_t_test():
    from statsmodels.stats.weightstats import ttost_paired

    rng = np.random.default_rng(4)
    a, b = (rng.random(4000) < 0.8).astype(float), (rng.random(4000) < 0.79).astype(float)
    p, *_ = ttost_paired(a, b, -0.02, 0.02)
    assert equivalence(PairedSample.of_pairs(a, b), 0.02).p == pytest.approx(p, rel=0.15)
    interval = stats.ttest_rel(a, b).confidence_interval(0.95)
    assert difference_interval(PairedSample.of_pairs(a, b)) == pytest.approx(
        tuple(interval), abs=0.001
    )


def test_fractions_agree_with_the_t_test():
    rng = np.random.default_rng(4)
    values = rng.choice([-1, -0.5, 0, 0.25, 0.5, 1], size=1500)
    found = difference_interval(PairedSample.of_values(values))
    assert found == pytest.approx(
        tuple(stats.ttest_1samp(values, 0).confidence_interval(0.95)), abs=0.002
    )


def test_too_few_premises_are_said_to_be():
    for n in (0, 1):
        found = equivalence(PairedSample.of_counts(n, 0, 0), margin=0.02)
        assert (found.p, found.remark) == (1.0, "fewer than two premises")
    found = equivalence(PairedSample.of_counts(100, 0, 0), margin=0.02)
    assert found.p == pytest.approx(0.98**100)
    assert found.remark == "too few premises for a margin of 2 points"
    assert equivalence(PairedSample.of_counts(150, 0, 0), margin=0.02).remark is None
    assert equivalence(of_premises([0] * 20, 30), margin=0.05).p > 0.05


def test_premises_that_cancel_are_no_proof():
    """Two pairs a premise, one lost and one gained each time: the units do not vary at all."""
    found = equivalence(PairedSample([2], [0], [10], 20), margin=0.02)
    assert found.p > 0.4
    assert found.high > 0.2


def test_margins_that_are_none():
    with pytest.raises(UsageError, match="--margin 2"):
        equivalence(PairedSample.of_counts(100, 5, 2), margin=2)


@pytest.mark.parametrize(
    "sample",
    [
        PairedSample([30, 2], [12, -1], [1, 1], 15),  # a t interval spans -214 to 347 points
        PairedSample.of_counts(3, 3, 0),
        PairedSample.of_counts(2, 1, 1),
        PairedSample.of_counts(50, 0, 0),
        PairedSample.of_counts(50, 50, 0),
        PairedSample([7, 1], [0, 0], [2, 1], 0),
        PairedSample([30], [-30], [4], 120),
        PairedSample.of_values([0.5, 0.5, -0.25]),
    ],
)
def test_no_interval_is_impossible(sample):
    for low, high in (difference_interval(sample), equivalence(sample, 0.02)[1:3]):
        assert -1 <= low <= sample.difference <= high <= 1
        assert low < high


def test_intervals_of_few_pairs():
    assert all(map(math.isnan, difference_interval(PairedSample.of_counts(1, 1, 0))))
    low, high = difference_interval(PairedSample.of_counts(100, 0, 0))
    assert low == -high
    assert (1 - high) ** 100 == pytest.approx(0.025, rel=1e-4)


@pytest.mark.parametrize("together", [False, True])
def test_the_interval_covers(together):
    rng, covered, runs = np.random.default_rng(8), 0, 400
    for _ in range(runs):
        sizes = rng.integers(1, 6, size=120)
        unit = np.repeat(np.arange(120), sizes)
        delta = rng.choice([1, -1, 0], p=[0.07, 0.02, 0.91], size=120 if together else unit.size)
        values = delta[unit] if together else delta
        low, high = difference_interval(PairedSample.of_values(values, unit))
        covered += low <= 0.05 <= high
    assert covered / runs >= 0.93
