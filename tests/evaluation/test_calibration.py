"""Expected calibration error against sums made by hand."""

from __future__ import annotations

import numpy as np
import pytest

from litgen.evaluation.assessment import assess
from litgen.evaluation.calibration import calibrate, calibrations
from litgen.evaluation.procedure import Procedure
from tests.evaluation.makers import make_contrast_set, predict, record


def test_by_hand():
    # Bins of 1/15: 0.55 and 0.6 share (8/15, 9/15], since an upper edge belongs to its bin.
    sure = np.array([0.95, 0.96, 0.97, 0.6, 0.55, 0.61])
    right = np.array([True, True, False, True, False, False])
    found = calibrate("m", "all", sure, right)
    by_hand = 3 / 6 * abs(2 / 3 - 0.96) + 2 / 6 * abs(1 / 2 - 0.575) + 1 / 6 * abs(0 - 0.61)
    assert found.error == pytest.approx(by_hand)
    assert found.excess == pytest.approx(sure.mean() - 0.5)
    assert [each.n for each in found.bins] == [2, 1, 3]
    assert found.bins[0].high == pytest.approx(0.6)


@pytest.mark.parametrize("place", range(1, 16))
def test_an_upper_edge_belongs_to_its_bin(place):
    (one,) = calibrate("m", "all", np.array([place / 15]), np.array([True])).bins
    assert one.high == pytest.approx(place / 15)
    below = np.array([round(place / 15, 6) - 1e-6])
    (rounded,) = calibrate("m", "all", below, np.array([True])).bins
    assert rounded.high == pytest.approx(place / 15)


def test_against_numpy_histograms():
    rng = np.random.default_rng(0)
    sure = rng.uniform(1 / 3, 1, 2000)
    right = rng.uniform(size=2000) < sure**2
    edges = np.linspace(0, 1, 16)
    number = np.histogram(sure, edges)[0]
    hits, total = (np.histogram(sure, edges, weights=each)[0] for each in (right * 1.0, sure))
    by_numpy = np.abs(hits - total)[number > 0].sum() / 2000
    assert calibrate("m", "all", sure, right).error == pytest.approx(by_numpy)


def test_sides_and_parts(tmp_path):
    rows = [record(f"{c}x", "past;past", "neutral", "neutral") for c in "abcd"]
    rows += [record(f"{c}x", "past;future", "neutral", "neutral") for c in "abcd"]
    rows += [record("ax", "shuffle;original", "neutral", "neutral", label_basis="corruption")]
    contrast_set = make_contrast_set(tmp_path / "set", rows)
    said = {"ax": "E", "ax:past:past": "E", "ax:past:future": "E"}
    sure = predict(tmp_path / "sure", contrast_set, said, name="sure", confidence=0.9)
    mute = predict(tmp_path / "mute", contrast_set, said, name="mute")
    part = predict(tmp_path / "part", contrast_set, {"bx": "refused"}, name="part", confidence=0.9)
    found = calibrations(assess([mute, sure, part], Procedure(replicates=200)))
    assert {each.model for each in found} == {"sure"}  # the others lack some
    by_part = {each.part: each for each in found}
    # An original counts once, however many contrasts it has; corruptions stand apart.
    assert (by_part["originals"].n, by_part["contrasts"].n) == (4, 8)
    assert by_part["originals"].error == pytest.approx(0.9 - 0.75)
    assert by_part["contrasts"].error == pytest.approx(0.9 - 0.75)
    assert by_part["corrupted"].error == pytest.approx(0.1)
