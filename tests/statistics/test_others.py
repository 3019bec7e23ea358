"""McNemar, power, intervals and corrections, against scipy, statsmodels, published tables."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from scipy import stats

from litgen.exceptions import UsageError
from litgen.statistics.corrections import adjust, strictest_level
from litgen.statistics.exact import mcnemar
from litgen.statistics.intervals import effective_size, share, stratified_share, wilson
from litgen.statistics.sample import PairedSample
from litgen.statistics.score import detectable_effect

sm = pytest.importorskip("statsmodels.api")


def of_table(lost, gained):
    return mcnemar(PairedSample.of_counts(lost + gained + 39, lost, gained))


def test_mcnemar_of_a_published_table():
    """Fagerland, Lydersen and Laake (2013), airway hyper-responsiveness: 7 and 1."""
    found = of_table(7, 1)
    assert found.p == pytest.approx(0.0703, abs=5e-5)
    assert found.mid_p == pytest.approx(0.0391, abs=5e-5)


@pytest.mark.parametrize(("lost", "gained"), [(0, 0), (1, 0), (5, 5), (12, 3), (200, 260), (0, 9)])
def test_mcnemar_agrees_with_statsmodels(lost, gained):
    from statsmodels.stats.contingency_tables import mcnemar as theirs

    found = of_table(lost, gained)
    if lost + gained:
        expected = theirs([[30, lost], [gained, 9]], exact=True).pvalue
        assert found.p == pytest.approx(expected)
        assert found.p == pytest.approx(stats.binomtest(lost, lost + gained).pvalue)
    else:
        assert found == (1.0, 1.0)
    assert of_table(gained, lost) == found


@pytest.mark.parametrize("n", [3, 4, 7])
def test_mcnemar_by_enumeration(n):
    outcomes = [sum(signs) for signs in itertools.product([0, 1], repeat=n)]
    for lost in range(n + 1):
        extreme = [abs(x - n / 2) >= abs(lost - n / 2) for x in outcomes]
        assert of_table(lost, n - lost).p == pytest.approx(sum(extreme) / 2**n)
        further = [abs(x - n / 2) > abs(lost - n / 2) for x in outcomes]
        same = outcomes.count(lost)
        if 2 * lost != n:
            assert of_table(lost, n - lost).mid_p == pytest.approx((sum(further) + same) / 2**n)


@pytest.mark.parametrize(
    "sums",
    [
        [3, 3, -1, 2, 0, 5],
        [1, 1, 1, 1, 2, -1, -1, 4],
        [0.5, 1.25, -0.75, 1 / 3, 2, -1 / 6],
        [0.1, 0.2, 0.3, 1.0, -0.7],
    ],
)
def test_mcnemar_of_premises_by_enumeration(sums):
    sample = PairedSample([6] * len(sums), sums, [1] * len(sums), 6 * len(sums))
    seen = abs(sum(sums))
    every = [
        abs(sum(s * d for s, d in zip(signs, sums, strict=True)))
        for signs in itertools.product([1, -1], repeat=len(sums))
    ]
    beyond = np.mean([each > seen + 1e-6 for each in every])
    same = np.mean([abs(each - seen) <= 1e-6 for each in every])
    assert mcnemar(sample).p == pytest.approx(beyond + same)
    assert mcnemar(sample).mid_p == pytest.approx(beyond + same / 2)


def test_mcnemar_of_fractions_without_a_common_step():
    sums = np.random.default_rng(0).normal(0.3, 1, 14).clip(-3, 3)
    sample = PairedSample([3] * 14, sums, [1] * 14, 42)
    signs = np.array(list(itertools.product([1, -1], repeat=14)))
    exact = np.mean(np.abs(signs @ np.abs(sums)) >= abs(sums.sum()) - 1e-9)
    assert exact <= mcnemar(sample).p + 1e-12
    assert mcnemar(sample).p == pytest.approx(exact, rel=0.03)


def test_mcnemar_of_premises_is_not_that_of_pairs():
    """Twelve flips to one side, in three premises."""
    right, wrong, unit = np.ones(30), np.repeat([0, 1], [12, 18]), np.repeat(np.arange(8), 4)[:30]
    assert mcnemar(PairedSample.of_pairs(right, wrong)).p == pytest.approx(2 / 2**12)
    assert mcnemar(PairedSample.of_pairs(right, wrong, unit)).p == pytest.approx(2 / 2**3)


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
def test_detectable_effect_is_the_inverse_of_the_pairs_needed(power):
    for psi, delta in ((0.3, 0.1), (0.1, 0.02), (0.05, 0.05)):
        a, b = stats.norm.ppf([0.975, power])  # Connor 1987
        n = (a * math.sqrt(psi) + b * math.sqrt(psi - delta**2)) ** 2 / delta**2
        assert detectable_effect(math.ceil(n), psi, power=power) <= delta
        assert (detectable_effect(math.ceil(n) - 1, psi, power=power) or 1) >= delta
    assert detectable_effect(234, 0.3) <= 0.1 < detectable_effect(233, 0.3)


@pytest.mark.parametrize("n", [0, 1, 3])
def test_what_cannot_be_shown(n):
    assert detectable_effect(n, 0.1) is None


@pytest.mark.parametrize(("n", "alpha"), [(100, 0.05), (1000, 0.05), (1000, 0.003)])
def test_what_can_be_shown_where_nothing_flipped(n, alpha):
    """All flips go one way, then: as many are needed as McNemar's test needs of them."""
    delta = detectable_effect(n, 0, alpha)
    assert detectable_effect(n, delta / 2, alpha) == delta
    power = sum(stats.binom.pmf(k, n, delta) for k in range(n + 1) if of_table(k, 0).p < alpha)
    assert power == pytest.approx(0.8)


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
    with pytest.raises(ValueError, match="not a share"):
        wilson(3, 2)


def test_share_of_units():
    right = np.array([1, 1, 0, 1, 0, 0])
    assert share(right) == share(right, unit_of=range(6)) == (3, 6, *wilson(3, 6))
    rng = np.random.default_rng(0)
    once = rng.random(800) < 0.3
    tripled = effective_size(np.repeat(once, 3), np.repeat(np.arange(800), 3))
    assert tripled == pytest.approx(800, rel=0.02)
    assert effective_size(rng.random(2400) < 0.3, np.repeat(np.arange(800), 3)) > 2000
    few = effective_size([1, 1, 1, 0, 0, 0], [0, 0, 0, 1, 1, 1])
    assert few < 1
    right = np.arange(60) % 7 > 0
    wrong = share(~right, np.arange(60) // 4)
    there = share(right, np.arange(60) // 4)
    assert (there.low, there.high) == pytest.approx((1 - wrong.high, 1 - wrong.low))


def test_where_all_are_alike_units_count_as_one_item():
    sizes = np.array([30] * 10 + [1] * 90)
    found = share(np.ones(390), np.repeat(np.arange(100), sizes))
    effective = 390**2 / (sizes**2).sum()  # 16.7, not 100
    assert found.low < wilson(effective, effective)[0] < wilson(100, 100)[0]
    assert found.high == 1


def test_shares_of_unequal_premises_are_covered():
    """Had each premise counted as an item, at least, .7 of such intervals would hold the share."""
    rng, runs, inside = np.random.default_rng(3), 300, 0
    sizes = np.array([30] * 12 + [1] * 140)
    unit = np.repeat(np.arange(sizes.size), sizes)
    for _ in range(runs):
        found = share((rng.random(sizes.size) < 0.8)[unit], unit)
        inside += found.low <= 0.8 <= found.high
    assert inside / runs > 0.86


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
