"""The signal-to-noise ratio."""

from __future__ import annotations

import math

import numpy as np
import pytest

from litgen.experiments.robustness import ratio, robustness, snr, undefined, unlearned


def sweeps(runs, number=400, rhos=7, between=0.0, within=0.006):
    rng = np.random.default_rng(runs)
    means = 0.55 + between * np.linspace(-1, 1, rhos)[:, None]
    return means + within * rng.standard_normal((number, rhos, runs))


def test_as_in_the_paper():
    """Mean over standard deviation, over the means for each rho or over all runs."""
    runs = [[0.60, 0.62], [0.64, 0.66]]
    assert snr(runs, "means") == pytest.approx(0.63 / math.sqrt(0.0008))
    assert snr(runs, "means", ddof=0) == pytest.approx(0.63 / 0.02)
    assert snr(runs, "runs", ddof=0) == pytest.approx(0.63 / math.sqrt(0.0005))


def test_of_single_trainings_by_hand():
    """Between: 0.0008 - 0.0002 / 2, within: 0.0002."""
    assert snr([[0.60, 0.62], [0.64, 0.66]]) == pytest.approx(0.63 / math.sqrt(0.0009))
    assert snr([[0.6], [0.7]]) == pytest.approx(0.65 / math.sqrt(0.005))


@pytest.mark.parametrize("between", [0.0, 0.01])
def test_more_samples_do_not_raise_it(between):
    single, means = (
        [np.median([snr(each, over) for each in sweeps(runs, between=between)]) for runs in (2, 20)]
        for over in ("single", "means")
    )
    assert single[1] == pytest.approx(single[0], rel=0.06)
    if not between:
        assert means[1] > 2.5 * means[0]


@pytest.mark.parametrize("between", [0.0, 0.006])
def test_the_interval_holds_the_true_value(between):
    found = [ratio(each) for each in sweeps(5, between=between)]
    spread = np.var(between * np.linspace(-1, 1, 7), ddof=1)
    true = 0.55 / math.sqrt(spread + 0.006**2)
    covered = np.mean([each.low <= true <= each.high for each in found])
    assert 0.9 <= covered <= 0.985
    assert all(each.low < each.value < each.high for each in found)


def test_what_is_not_defined():
    assert math.isnan(snr([[0.5], [0.5]])) and math.isnan(snr([[0.5, 0.6]]))
    assert ratio([[0.5, 0.5], [0.5, 0.5]]) == (None, None, None)
    assert ratio([[0.5], [0.6]]).low is None  # one run: nothing is known of trainings
    assert ratio([[0.5, 0.5], [0.6, 0.6]]).low is None
    assert robustness([[0.5], [0.5]])["paper"]["means"] == {"ddof 0": None, "ddof 1": None}


def result(accuracy=0.6, labels=3, value=9.0):
    test = {"original": accuracy, "labels": labels}
    return {
        "tests": [{"tests": [test, {**test, "labels": 3 if labels > 1 else 1}]}],
        "data": {"test": {"labels": {"entailment": 50, "neutral": 30, "contradiction": 20}}},
        "snr": {"single": {"value": value, "low": None, "high": None}},
    }


def test_models_whose_steadiness_says_nothing():
    assert unlearned(result()) is None
    assert unlearned(result(labels=1)) == "the classifier predicts only one label"
    assert undefined(result(labels=1)) == "not defined: the classifier predicts only one label"
    assert unlearned(result(0.54)) == (
        "the classifier is near chance: at best, it is right on 54.0 % of the "
        "originals; always predicting one label would be right on 50.0 %"
    )


def test_one_value_of_rho_has_no_ratio_and_may_have_learned():
    one = result(value=None)
    assert undefined(one) == "not defined: it needs two values of rho"
    assert unlearned(one) is None
    two = {**one, "tests": one["tests"] * 2}
    assert undefined(two) == "not defined: no two accuracies differ"
    assert undefined({**two, "snr": result()["snr"]}) is None
