"""McNemar, equivalence, power, intervals and corrections, against scipy, statsmodels, tables."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from scipy import stats

from litgen.exceptions import UsageError
from litgen.statistics import (
    PairedSample,
    adjust,
    detectable_effect,
    equivalence,
    mcnemar,
    pairs_needed,
    share,
    stratified_share,
    strictest_level,
    wilson,
)
from litgen.statistics.intervals import effective_size

sm = pytest.importorskip("statsmodels.api")


def test_mcnemar_of_a_published_table():
    """Fagerland, Lydersen and Laake (2013), airway hyper-responsiveness: 7 and 1."""
    found = mcnemar(7, 1)
    assert found.p == pytest.approx(0.0703, abs=5e-5)
    assert found.mid_p == pytest.approx(0.0391, abs=5e-5)


@pytest.mark.parametrize(("lost", "gained"), [(0, 0), (1, 0), (5, 5), (12, 3), (200, 260), (0, 9)])
def test_mcnemar_agrees_with_statsmodels(lost, gained):
    from statsmodels.stats.contingency_tables import mcnemar as theirs

    found = mcnemar(lost, gained)
    if lost + gained:
        expected = theirs([[30, lost], [gained, 9]], exact=True).pvalue
        assert found.p == pytest.approx(expected)
        assert found.p == pytest.approx(stats.binomtest(lost, lost + gained).pvalue)
    else:
        assert found == (1.0, 1.0)
    assert mcnemar(gained, lost) == found


@pytest.mark.parametrize("n", [3, 4, 7])
def test_mcnemar_by_enumeration(n):
    outcomes = [sum(signs) for signs in itertools.product([0, 1], repeat=n)]
    for lost in range(n + 1):
        extreme = [abs(x - n / 2) >= abs(lost - n / 2) for x in outcomes]
        assert mcnemar(lost, n - lost).p == pytest.approx(sum(extreme) / 2**n)
        further = [abs(x - n / 2) > abs(lost - n / 2) for x in outcomes]
        same = outcomes.count(lost)
        if 2 * lost != n:
            assert mcnemar(lost, n - lost).mid_p == pytest.approx((sum(further) + same) / 2**n)


def test_mcnemar_of_negative_numbers():
    with pytest.raises(ValueError, match="negative"):
        mcnemar(-1, 2)


def test_equivalence_agrees_with_statsmodels():
    from statsmodels.stats.weightstats import ttost_paired

    rng = np.random.default_rng(4)
    a, b = (rng.random(400) < 0.8).astype(float), (rng.random(400) < 0.78).astype(float)
    found = equivalence(PairedSample.of_pairs(a, b), margin=0.05)
    p, *_ = ttost_paired(a, b, -0.05, 0.05)
    assert found.p == pytest.approx(p)
    interval = stats.ttest_rel(a, b).confidence_interval(0.90)
    assert (found.low, found.high) == pytest.approx(tuple(interval))
    assert (found.p < 0.05) == (found.low > -0.05 and found.high < 0.05)


def test_equivalence_without_discordant_pairs_is_exact():
    found = equivalence(PairedSample.of_counts(200, 0, 0), margin=0.02)
    assert found.p == pytest.approx(0.98**200)
    assert found.remark == "no discordant pairs"
    assert (1 - found.high) ** 200 == pytest.approx(0.05)
    assert (found.p < 0.05) == (found.high < 0.02)


def test_equivalence_of_few_pairs_claims_nothing():
    for n in (0, 1):
        found = equivalence(PairedSample.of_counts(n, 0, 0), margin=0.02)
        assert (found.p, found.remark) == (1.0, "fewer than two premises")
    assert equivalence(PairedSample.of_counts(5, 5, 0), margin=0.02).p == 1.0


def test_premises_that_cancel_are_no_proof():
    """Two pairs a premise, one lost and one gained each time: the units do not vary at all."""
    found = equivalence(PairedSample([2], [0], [10], 20), margin=0.02)
    assert found.remark == "every premise differs alike"
    assert found.p > 0.4
    assert found.high > 0.3


def test_equivalence_without_a_margin_gives_the_interval():
    sample = PairedSample.of_counts(100, 5, 2)
    found = equivalence(sample)
    assert found.p is None
    assert found[1:3] == equivalence(sample, margin=0.1)[1:3]
    with pytest.raises(UsageError, match="--margin 2"):
        equivalence(sample, margin=2)


def exact_power(n, lost, gained, alpha):
    """Power of McNemar's test without continuity correction, by enumeration."""
    power = 0.0
    for k in range(n + 1):
        weight = stats.binom.pmf(k, n, lost + gained)
        if k and weight > 1e-12:
            x = np.arange(k + 1)
            reject = (2 * x - k) ** 2 / k > stats.chi2.ppf(1 - alpha, 1)
            power += weight * stats.binom.pmf(x, k, lost / (lost + gained))[reject].sum()
    return power


@pytest.mark.parametrize(("n", "psi"), [(200, 0.2), (1000, 0.1), (400, 0.5)])
@pytest.mark.parametrize(("alpha", "power"), [(0.05, 0.8), (0.005, 0.8), (0.05, 0.3)])
def test_detectable_effect_has_that_power(n, psi, alpha, power):
    delta = detectable_effect(n, psi, alpha, power)
    assert exact_power(n, (psi + delta) / 2, (psi - delta) / 2, alpha) == pytest.approx(
        power, abs=0.03
    )


@pytest.mark.parametrize("power", [0.3, 0.5, 0.8, 0.95])
def test_detectable_effect_and_pairs_needed_are_inverse(power):
    for psi, delta in ((0.3, 0.1), (0.1, 0.02), (0.05, 0.05)):
        n = pairs_needed(delta, psi, power=power)
        assert detectable_effect(n, psi, power=power) <= delta
        assert (detectable_effect(n - 1, psi, power=power) or 1) > delta
    assert pairs_needed(0.1, 0.3) == 234
    with pytest.raises(ValueError, match="between"):
        pairs_needed(0.3, 0.2)


@pytest.mark.parametrize(("n", "psi"), [(0, 0.1), (100, 0), (5, 0.1)])
def test_what_cannot_be_shown(n, psi):
    assert detectable_effect(n, psi) is None


@pytest.mark.parametrize(
    ("count", "n", "low", "high"),
    [
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilson_of_a_published_table(count, n, low, high):
    """Newcombe (1998), table I, method 3."""
    assert wilson(count, n) == pytest.approx((low, high), abs=5e-5)


@pytest.mark.parametrize("count", [0, 3, 50, 99, 100])
@pytest.mark.parametrize("level", [0.9, 0.95])
def test_wilson_agrees_with_statsmodels(count, level):
    from statsmodels.stats.proportion import proportion_confint

    expected = proportion_confint(count, 100, 1 - level, "wilson")
    assert wilson(count, 100, level) == pytest.approx(expected)


def test_wilson_of_nothing_and_of_nonsense():
    assert all(map(math.isnan, wilson(0, 0)))
    assert math.isnan(share([]).value)
    with pytest.raises(ValueError, match="no share"):
        wilson(3, 2)


def test_share_of_units():
    right = np.array([1, 1, 0, 1, 0, 0])
    assert share(right) == share(right, unit_of=range(6)) == (3, 6, *wilson(3, 6))
    assert share([1, 1, 1, 1], unit_of=[0, 0, 1, 1])[2:] == wilson(2, 2)
    assert effective_size([1, 1, 1, 0, 0, 0], [0, 0, 0, 1, 1, 1]) == 2
    rng = np.random.default_rng(0)
    once = rng.random(800) < 0.3
    tripled = effective_size(np.repeat(once, 3), np.repeat(np.arange(800), 3))
    assert tripled == pytest.approx(800, rel=0.01)
    assert effective_size(rng.random(2400) < 0.3, np.repeat(np.arange(800), 3)) > 2000


P_VALUES = [0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240,
            0.4262, 0.5719, 0.6528, 0.7590, 1.0]  # fmt: skip


def test_one_stratum_is_no_stratification():
    found = stratified_share([40], [50], [1000])
    assert found.value == 0.8
    low, high = wilson(40, 50)
    assert found.low == pytest.approx(low, abs=0.02)
    assert found.high == pytest.approx(high, abs=0.02)


def test_stratified_intervals_cover_the_truth():
    rng = np.random.default_rng(1)
    sizes, truth = np.array([900, 300, 50]), np.array([0.97, 0.8, 0.4])
    true = float(sizes @ truth / sizes.sum())
    inside = 0
    for hits in rng.binomial(30, truth, size=(2000, 3)):
        found = stratified_share(hits, [30, 30, 30], sizes)
        inside += found.low <= true <= found.high
    assert 0.94 < inside / 2000 < 0.99


def test_stratified_shares_of_nothing_and_of_nonsense():
    assert math.isnan(stratified_share([], [], []).value)
    assert stratified_share([30], [30], [99]).low < 1
    for hits, drawn in (([1], [0]), ([3], [2])):
        with pytest.raises(ValueError, match="each stratum needs a draw"):
            stratified_share(hits, drawn, [10])


def test_corrections_of_a_published_example():
    """Benjamini and Hochberg (1995), section 3.2: they reject four, Bonferroni three."""
    assert sum(p <= 0.05 for p in adjust(P_VALUES, "bh")) == 4
    assert sum(p <= 0.05 for p in adjust(P_VALUES, "bonferroni")) == 3


@pytest.mark.parametrize(
    ("ours", "theirs"), [("bonferroni", "bonferroni"), ("holm", "holm"), ("bh", "fdr_bh")]
)
def test_corrections_agree_with_statsmodels(ours, theirs):
    from statsmodels.stats.multitest import multipletests

    for values in (P_VALUES, P_VALUES[::-1], [0.5], [0.01, 0.01, 0.2]):
        assert adjust(values, ours) == pytest.approx(multipletests(values, method=theirs)[1])


def test_corrections_of_nothing_and_of_nonsense():
    assert adjust([], "holm") == []
    assert adjust([0.3, 0.2], "none") == [0.3, 0.2]
    assert strictest_level(0.05, 10) == pytest.approx(0.005)
    assert strictest_level(0.05, 10, "none") == 0.05
    with pytest.raises(UsageError, match="there is no correction 'sidak'"):
        adjust([0.1], "sidak")
    with pytest.raises(ValueError, match="between 0 and 1"):
        adjust([float("nan")])
