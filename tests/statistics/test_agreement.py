"""Agreement against published examples and statsmodels."""

from __future__ import annotations

import math

import numpy as np
import pytest

from litgen.statistics.agreement import (
    agreement_interval,
    fleiss_kappa,
    krippendorff_alpha,
    majority,
    unanimous,
)

#: Fleiss (1971) as Wikipedia's worked example has it: ten items, fourteen raters, five categories.
RATINGS = [
    [0, 0, 0, 0, 14], [0, 2, 6, 4, 2], [0, 0, 3, 5, 6], [0, 3, 9, 2, 0], [2, 2, 8, 1, 1],
    [7, 7, 0, 0, 0], [3, 2, 6, 3, 0], [2, 5, 3, 2, 2], [6, 5, 2, 1, 0], [0, 2, 2, 3, 7],
]  # fmt: skip

#: Krippendorff (2011), "Computing Krippendorff's alpha-reliability", section C: nominal .743.
OBSERVERS = [
    "1 2 3 3 2 1 4 1 2 . . .",
    "1 2 3 3 2 2 4 1 2 5 . 3",
    ". 3 3 3 2 3 4 2 2 5 1 .",
    "1 2 3 3 2 4 4 1 2 5 1 .",
]


def spelled(table):
    return [[str(c) for c, k in enumerate(row) for _ in range(k)] for row in table]


def test_fleiss_of_a_published_example():
    assert fleiss_kappa(spelled(RATINGS)) == pytest.approx(0.210, abs=5e-4)


def test_fleiss_agrees_with_statsmodels():
    inter_rater = pytest.importorskip("statsmodels.stats.inter_rater")
    rng = np.random.default_rng(0)
    for n in (2, 3, 5):
        table = rng.multinomial(n, [0.2, 0.3, 0.5], size=30)
        assert fleiss_kappa(spelled(table)) == pytest.approx(inter_rater.fleiss_kappa(table))


def test_alpha_of_a_published_example():
    rows = [row.split() for row in OBSERVERS]
    items = [[None if v == "." else v for v in item] for item in zip(*rows, strict=True)]
    assert krippendorff_alpha(items) == pytest.approx(0.743, abs=5e-4)


def test_alpha_of_two_observers():
    """Krippendorff (2011), section A: binary data of two observers, alpha = 0.095."""
    meg = ["0", "1", "0", "0", "0", "0", "0", "0", "1", "0"]
    owen = ["1", "1", "1", "0", "0", "1", "0", "0", "0", "0"]
    assert krippendorff_alpha(list(zip(meg, owen, strict=True))) == pytest.approx(0.095, abs=5e-4)


def test_full_agreement_and_none():
    assert fleiss_kappa([["a", "a"], ["b", "b"]]) == 1
    assert krippendorff_alpha([["a", "a"], ["b", "b"]]) == 1
    assert fleiss_kappa([["a", "b"], ["b", "a"]]) == -1


@pytest.mark.parametrize("items", [[], [["a"]], [["a", "a"], ["a", "a"]], [[None, None]]])
def test_where_it_is_not_defined(items):
    assert math.isnan(fleiss_kappa(items))
    assert math.isnan(krippendorff_alpha(items))


def test_unequal_numbers_of_judges():
    with pytest.raises(ValueError, match="between 1 and 2 times"):
        fleiss_kappa([["a", "a"], ["b", None]])


def test_majority_and_unanimity():
    assert majority(["a", "b", "b"]) == "b"
    assert majority(["a", "b"]) is None
    assert majority(["a", "b", "c"]) is None
    assert majority(["a", None, None]) == "a"
    assert unanimous(["a", "a", None])
    assert not unanimous(["a", None])
    assert not unanimous(["a", "b"])


@pytest.mark.parametrize("statistic", ["kappa", "alpha"])
def test_the_interval_is_that_of_drawing_items_one_by_one(statistic):
    rng = np.random.default_rng(5)
    truth = rng.choice(["a", "b", "c"], size=60)
    items = [[t if rng.random() < 0.8 else str(rng.choice(["a", "b", "c"])) for _ in range(3)]
             for t in truth]  # fmt: skip
    value = fleiss_kappa if statistic == "kappa" else krippendorff_alpha
    drawn = [value([items[at] for at in rng.integers(60, size=60)]) for _ in range(2000)]
    expected = np.quantile(drawn, [0.025, 0.975])
    assert agreement_interval(items, rng, statistic, replicates=20_000) == pytest.approx(
        expected, abs=0.015
    )


def test_the_interval_with_missing_judgements_and_where_it_is_not_defined():
    rng = np.random.default_rng(0)
    items = [["a", "a", None], ["b", None, "b"], ["a", "b", "b"], [None, None, "a"]] * 10
    low, high = agreement_interval(items, rng)
    assert low < krippendorff_alpha(items) < high
    for nothing in ([], [["a", "a"]] * 5, [["a"], ["b"]]):
        assert all(map(math.isnan, agreement_interval(nothing, rng)))
