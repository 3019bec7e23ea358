"""The counts bootstrap against the row-wise one, against enumeration, against simulation."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from scipy import stats

from litgen.exceptions import UsageError
from litgen.statistics.bootstrap import (
    bootstrap_paired_t,
    check_replicates,
    null_statistics,
    paired_t,
    replicates_needed,
)
from litgen.statistics.exact import mcnemar, min_p
from litgen.statistics.resampling import generator, heads, multinomial
from litgen.statistics.sample import PairedSample


def t_of(delta):
    """Equation 12 of Salvatore et al. (2023), written out."""
    n, mean = len(delta), sum(delta) / len(delta)
    s = math.sqrt(sum((d - mean) ** 2 for d in delta) / n)
    if s < 1e-12:
        return 0.0 if mean == 0 else math.copysign(math.inf, mean)
    return math.sqrt(n) * mean / s


def row_wise(delta, replicates, rng):
    """Algorithm of section 3.2, pair by pair."""
    drawn = rng.choice(delta, size=(replicates, len(delta))) * rng.choice(
        [1, -1], size=(replicates, len(delta))
    )
    return np.array([round(t_of(row), 8) for row in drawn])


def drawn_statistics(sample, replicates, seed=0):
    return np.concatenate(list(null_statistics(sample, np.random.default_rng(seed), replicates)))


def test_statistic_is_that_of_scipy():
    rng = np.random.default_rng(0)
    a, b = rng.random(300) < 0.8, rng.random(300) < 0.7
    ours = paired_t(PairedSample.of_pairs(a, b))
    theirs = stats.ttest_rel(a.astype(float), b.astype(float)).statistic
    assert ours == pytest.approx(theirs * math.sqrt(300 / 299))  # ddof 0 against ddof 1
    assert ours == pytest.approx(t_of([int(x) - int(y) for x, y in zip(a, b, strict=True)]))


@pytest.mark.parametrize("seed", range(4))
def test_same_distribution_as_row_by_row(seed):
    delta = np.array([1] * 9 + [-1] * 4 + [0] * 67)
    ours = drawn_statistics(PairedSample.of_counts(80, 9, 4), 20_000, seed)
    theirs = row_wise(delta, 20_000, np.random.default_rng(100 + seed))
    assert stats.ks_2samp(ours, theirs).pvalue > 0.001
    values = np.unique(np.concatenate([ours, theirs]))
    table = np.array([[np.sum(x == v) for v in values] for x in (ours, theirs)])
    enough = table.sum(axis=0) >= 20
    table = np.column_stack([table[:, enough], table[:, ~enough].sum(axis=1)])
    assert stats.chi2_contingency(table[:, table.sum(axis=0) > 0]).pvalue > 0.001


def test_against_all_resamples():
    """Every resample of four pairs, every exchange: 8 ** 4 equally likely replicates."""
    delta = [1, 1, 0, -1]
    signed = [*delta, *(-d for d in delta)]
    every = [round(t_of(row), 8) for row in itertools.product(signed, repeat=4)]
    sample = PairedSample.of_pairs([1, 1, 0, 0], [0, 0, 0, 1])
    drawn = drawn_statistics(sample, 200_000)
    for value in set(every):
        assert np.mean(drawn == value) == pytest.approx(every.count(value) / len(every), abs=0.005)
    t = round(t_of(delta), 8)
    below, above = (np.mean([each <= t for each in every]), np.mean([each >= t for each in every]))
    found = bootstrap_paired_t(sample, np.random.default_rng(0), 200_000)
    assert found.p == pytest.approx(min(1, 2 * min(below, above)), abs=0.01)
    paper = bootstrap_paired_t(sample, np.random.default_rng(0), 200_000, "paper")
    assert paper.p == pytest.approx(2 * min(below, np.mean([x > t for x in every])), abs=0.01)


def test_units_are_drawn_and_exchanged_together():
    """Two premises, of two pairs and of one: every resample of units, every exchange."""
    units = [(2, 1), (1, -1)]
    signed = [*units, *((m, -d) for m, d in units)]

    def t(rows):
        size, total = sum(m for m, _ in rows), sum(d for _, d in rows)
        spread = sum((d - total / size * m) ** 2 for m, d in rows)
        if total == 0:
            return 0.0
        return (
            round(total / math.sqrt(spread), 8)
            if spread > 1e-12
            else math.copysign(math.inf, total)
        )

    every = [t(rows) for rows in itertools.product(signed, repeat=2)]
    sample = PairedSample([2, 1], [1, -1], [1, 1], discordant=2)
    drawn = drawn_statistics(sample, 100_000)
    assert {round(x, 6) for x in drawn} == {round(x, 6) for x in every}
    for value in set(every):
        assert np.mean(drawn == value) == pytest.approx(every.count(value) / len(every), abs=0.01)


def test_pairs_as_units_are_the_papers_test():
    rng = np.random.default_rng(5)
    a, b = rng.random(400) < 0.8, rng.random(400) < 0.75
    by_count = bootstrap_paired_t(PairedSample.of_pairs(a, b), generator(0), 5000)
    by_unit = bootstrap_paired_t(PairedSample.of_pairs(a, b, np.arange(400)), generator(0), 5000)
    assert by_count == by_unit


@pytest.mark.parametrize(
    ("n", "weights"),
    [
        (40, [1, 2, 3, 5, 9, 20]),  # rare kinds only, halved
        (600, [700, 300, 63, 40, 1, 0, 7]),  # common and rare ones
        (5000, [9000, 900, 100]),  # common ones only
        (9, [13]),
    ],
)
def test_multinomial_draws(n, weights):
    counts = multinomial(np.random.default_rng(0), n, weights, 40_000)
    shares = np.array(weights) / sum(weights)
    assert (counts.sum(axis=0) == n).all()
    assert counts.min() >= 0
    expected = n * (np.diag(shares) - np.outer(shares, shares))
    assert counts.mean(axis=1) == pytest.approx(n * shares, abs=5 * math.sqrt(n / 4 / 40_000))
    assert np.cov(counts).reshape(expected.shape) == pytest.approx(expected, abs=0.03 * n / 4)
    for row, share in zip(counts, shares, strict=True):
        if 0 < share < 1:
            values = np.arange(n + 1)
            seen = np.bincount(row, minlength=n + 1) / 40_000
            distance = np.abs(np.cumsum(seen) - stats.binom.cdf(values, n, share)).max()
            assert distance < 1.95 / math.sqrt(40_000)  # Kolmogorov's, at .001


@pytest.mark.parametrize("coins", [0, 1, 7, 8, 16, 33, 64, 65, 300, 2000])
def test_heads_of_coins(coins):
    tossed = heads(np.random.default_rng(coins), np.full(30_000, coins))
    seen = np.cumsum(np.bincount(tossed, minlength=coins + 1)) / 30_000
    distance = np.abs(seen - stats.binom.cdf(np.arange(coins + 1), coins, 0.5)).max()
    assert distance < 1.95 / math.sqrt(30_000)


def test_heads_of_different_numbers_of_coins():
    counts = np.tile([3, 0, 70, 12], 10_000)
    tossed = heads(np.random.default_rng(0), counts).reshape(-1, 4)
    assert tossed.mean(axis=0) == pytest.approx([1.5, 0, 35, 6], abs=0.15)
    assert (tossed.max(axis=0) <= [3, 0, 70, 12]).all()


def test_ties_are_alike_on_both_sides():
    for lost, gained in ((3, 0), (12, 5), (1, 0)):
        there = bootstrap_paired_t(PairedSample.of_counts(20, lost, gained), generator(0), 50_000)
        back = bootstrap_paired_t(PairedSample.of_counts(20, gained, lost), generator(0), 50_000)
        assert there.p == pytest.approx(back.p, abs=0.02)
        assert there.statistic == -back.statistic


def test_the_papers_p_differs_between_3_0_and_0_3():
    there = bootstrap_paired_t(PairedSample.of_counts(3, 3, 0), generator(0), 20_000, "paper")
    back = bootstrap_paired_t(PairedSample.of_counts(3, 0, 3), generator(0), 20_000, "paper")
    assert there.p == 0
    assert back.p == pytest.approx(2 / 8, abs=0.02)


def test_agrees_with_mcnemar_where_all_pairs_are_discordant():
    """Without concordant pairs only the exchange is random, as in McNemar's test."""
    found = bootstrap_paired_t(PairedSample.of_counts(12, 10, 2), generator(1), 200_000)
    assert found.p == pytest.approx(mcnemar(PairedSample.of_counts(12, 10, 2)).p, rel=0.05)


@pytest.mark.parametrize(
    ("sample", "p", "remark"),
    [
        (PairedSample.of_counts(0, 0, 0), math.nan, "no pairs"),
        (PairedSample.of_counts(50, 0, 0), 1.0, "no discordant pairs"),
        (PairedSample.of_counts(1, 1, 0), 1.0, "one pair"),
        (PairedSample.of_counts(1, 0, 0), 1.0, "no discordant pairs"),
        (PairedSample([3], [2], [1], 2), 1.0, "one premise"),
        (PairedSample([2], [0], [9], 4), 1.0, "flips cancel within every premise"),
    ],
)
@pytest.mark.parametrize("kind", ["symmetric", "paper"])
def test_special_samples(sample, p, remark, kind):
    found = bootstrap_paired_t(sample, generator(0), 1000, kind)
    assert found.p == pytest.approx(p, nan_ok=True)
    assert found.remark == remark


def test_level_is_kept_and_premises_matter():
    """Of pairs that come in threes of one premise the naive test rejects too often."""
    rng = np.random.default_rng(7)
    rejected = np.zeros(2)
    runs = 400
    for run in range(runs):
        delta = rng.choice([1, -1, 0], p=[0.1, 0.1, 0.8], size=120)
        a, b = np.repeat(delta == 1, 3), np.repeat(delta == -1, 3)
        samples = (
            PairedSample.of_pairs(a, b, np.repeat(np.arange(120), 3)),
            PairedSample.of_pairs(a, b),
        )
        for which, sample in enumerate(samples):
            rejected[which] += bootstrap_paired_t(sample, generator(run), 1000).p < 0.05
    assert rejected[0] / runs < 0.08
    assert rejected[1] / runs > 0.15


def test_few_flips_to_one_side_prove_nothing():
    """Four of 200: resampling pairs alone would say .04, exchanging sides cannot go below .125."""
    sample = PairedSample.of_counts(200, 4, 0)
    found = bootstrap_paired_t(sample, generator(0), 20_000)
    assert found.p == min_p(sample) == mcnemar(sample).p == 0.125
    assert found.remark == "only 4 pairs differ: no p below 0.125"
    drawn = np.abs(drawn_statistics(sample, 20_000))
    assert np.mean(drawn >= paired_t(sample) - 1e-6) == pytest.approx(0.04, abs=0.01)
    premises = PairedSample([5], [1], [5], 5)
    assert bootstrap_paired_t(premises, generator(0), 2_000).p >= 1 / 16
    assert bootstrap_paired_t(PairedSample.of_counts(200, 6, 0), generator(0), 2_000).remark is None


@pytest.mark.parametrize("level", [0.05, 0.01, 0.05 / 7, 0.05 / 16, 0.05 / 33])
def test_replicates_needed_is_just_enough(level):
    needed = replicates_needed(level)
    assert 2 / (needed + 1) < level
    assert 2 / needed >= level - 1e-12
    check_replicates(needed, level)
    with pytest.raises(UsageError, match=f"use at least {needed}"):
        check_replicates(needed - 1, level)


def test_no_replicates():
    with pytest.raises(UsageError, match="at least 1"):
        bootstrap_paired_t(PairedSample.of_counts(9, 1, 1), generator(0), 0)


def test_seeds_differ_by_purpose():
    assert generator(0, "a").random() != generator(0, "b").random()
    assert generator(0, "a").random() != generator(1, "a").random()
    assert generator(0, "a", "b").random() != generator(0, "ab").random()
