"""Errors of the labels: files that are read or refused, bounds by hand and by simulation."""

from __future__ import annotations

import json
import math

import numpy as np
import pytest

from litgen.annotation import Plan, draw, measure_agreement, write_sheets
from litgen.annotation.writing import write_agreement
from litgen.evaluation.assessment import assess
from litgen.evaluation.label_error import Judged, most_wrong
from litgen.evaluation.procedure import Procedure
from litgen.exceptions import DataError
from litgen.statistics.intervals import wilson
from tests.evaluation.makers import THREE, make_contrast_set, predict, record

PROCEDURE = Procedure(replicates=2000)
JUDGED = {"may;original": {"judged": 20, "agreed": 18}, "may;may": {"judged": 10, "agreed": 10}}


@pytest.fixture
def contrast_set(tmp_path):
    """Forty pairs of as many premises, of a contrast and its control."""
    rows = []
    for n in range(40):
        pair, label = f"{chr(97 + n % 26)}{'xy'[n // 26]}", THREE[n % 2]
        rows.append(record(pair, "may;original", "neutral", label))
        rows.append(record(pair, "may;may", label, label))
    return make_contrast_set(tmp_path / "set", rows)


@pytest.fixture
def folder(contrast_set, tmp_path):
    """Wrong on ten of the forty contrasts."""
    ids = [item.id for item in contrast_set.items() if item.id.endswith("may:original")]
    return predict(tmp_path / "model", contrast_set, dict.fromkeys(ids[::4], "C"))


def agreement(folder, contrast_set, contrasts=None, sha256=None):
    path = folder / "agreement.json"
    values = {
        "contrast_set": {"sha256": sha256 or contrast_set.sha256},
        "contrasts": JUDGED if contrasts is None else contrasts,
    }
    path.write_text(json.dumps(values))
    return path


def test_bounds_by_hand(contrast_set, folder, tmp_path):
    path = agreement(tmp_path, contrast_set)
    found = assess([folder], PROCEDURE, label_agreement=path)
    both = {each.contrast: each for each in found.label_errors}
    row = both["may;original"]
    low, high = wilson(30, 40)
    most = wilson(2, 20)[1]
    assert (row.rate, row.most, row.errors) == (pytest.approx(0.1), most, 10)
    assert row.accuracy == found.metrics("oracle", "contrast", "may;original").contrast
    assert row.low == pytest.approx(0.75 - 0.1 - math.hypot(0.75 - low, most - 0.1))
    assert row.high == pytest.approx(min(1, 0.75 + 0.1 + math.hypot(high - 0.75, most - 0.1)))
    assert row.low < low < high < row.high
    assert (row.could_be, row.at_most) == (4, 10)  # of forty labels; no more than the errors
    assert both["may;may"].could_be == 0
    assert both["may;may"].low < wilson(40, 40)[0]
    (extra,) = found.controlled
    assert extra.widened.low < extra.extra.low < extra.extra.high < extra.widened.high
    assert extra.widened.low >= -1


def test_only_what_was_judged(contrast_set, folder, tmp_path):
    path = agreement(tmp_path, contrast_set, {"may;original": {"judged": 20, "agreed": 20}})
    found = assess([folder], PROCEDURE, label_agreement=path)
    assert [each.contrast for each in found.label_errors] == ["may;original"]
    assert found.controlled[0].widened is None
    without = assess([folder], PROCEDURE)
    assert (without.label_errors, without.judged) == ((), {})
    assert without.controlled == found.controlled


def test_from_the_answers_of_annotators(contrast_set, folder, tmp_path):
    """The whole way: a sample, sheets filled with one label otherwise, agreement.json."""
    write_sheets(draw(contrast_set, Plan(per=10, annotators=1)), tmp_path / "sheets")
    key = [json.loads(line) for line in (tmp_path / "sheets" / "key.jsonl").open()]
    wrong = next(each["item"] for each in key if each["stratum"] == "may;original")
    lines = ["item,label"]
    for each in key:
        lines.append(f"{each['item']},{'c' if each['item'] == wrong else each['label'][0]}")
    (tmp_path / "filled.csv").write_text("\n".join(lines) + "\n")
    report = measure_agreement(tmp_path / "sheets", [tmp_path / "filled.csv"])
    write_agreement(report, tmp_path / "agreed")
    path = tmp_path / "agreed" / "agreement.json"
    found = assess([folder], PROCEDURE, label_agreement=path)
    assert found.judged == {"may;original": Judged(10, 9), "may;may": Judged(10, 10)}
    other = measure_agreement(tmp_path / "sheets", [tmp_path / "filled.csv"], by=["label"])
    write_agreement(other, tmp_path / "agreed", overwrite=True)
    with pytest.raises(DataError, match="not grouped by contrast; use litgen study agree"):
        assess([folder], PROCEDURE, label_agreement=path)


@pytest.mark.parametrize(
    ("contrasts", "message"),
    [
        (
            {"past;past": {"judged": 5, "agreed": 5}},
            "no labelled pair for the contrast 'past;past'",
        ),
        ({"may;may": {"judged": 5, "agreed": 6}}, "judged is 5 and agreed is 6; use whole numbers"),
        ({"may;may": {"judged": 0, "agreed": 0}}, "judged at least 1"),
        ({"may;may": {"judged": 5.0, "agreed": 5}}, "judged is 5.0"),
        ({"may;may": {"judged": True, "agreed": True}}, "judged is True"),
        ({"may;may": {"judged": 41, "agreed": 41}}, "judged is 41, but the set has 40"),
        ({"may;may": {"judged": 5}}, "no label agreement"),
        ([], "no label agreement"),
    ],
)
def test_what_cannot_be(contrast_set, folder, tmp_path, contrasts, message):
    path = agreement(tmp_path, contrast_set, contrasts)
    with pytest.raises(DataError, match=message) as caught:
        assess([folder], PROCEDURE, label_agreement=path)
    assert "\n" not in str(caught.value)


def test_of_another_contrast_set(contrast_set, folder, tmp_path):
    path = agreement(tmp_path, contrast_set, sha256="0" * 64)
    with pytest.raises(DataError, match=r"another contrast set .* judge a sample of this set"):
        assess([folder], PROCEDURE, label_agreement=path)
    path.write_text("{")
    with pytest.raises(DataError, match="cannot be read"):
        assess([folder], PROCEDURE, label_agreement=path)
    path.write_text("[]")
    with pytest.raises(DataError, match="no label agreement"):
        assess([folder], PROCEDURE, label_agreement=path)


@pytest.mark.parametrize("where", ["apart", "where the model is right", "where it is wrong"])
def test_the_interval_holds_the_accuracy_with_true_labels(where):
    """Simulated: 8 % of labels are wrong, wherever the model errs; 50 of 400 pairs are judged."""
    from litgen.evaluation.label_error import _off_by
    from litgen.statistics.intervals import Estimate, share

    rng = np.random.default_rng(0)
    held, runs, accuracy, rate = 0, 400, 0.6, 0.08
    truth = {
        "apart": accuracy - rate * accuracy + rate * (1 - accuracy),
        "where the model is right": accuracy - rate,
        "where it is wrong": accuracy + rate,
    }[where]
    for _ in range(runs):
        right = rng.random(400) < accuracy
        odds = {"apart": np.full(400, rate), "where the model is right": right * rate / accuracy,
                "where it is wrong": ~right * rate / (1 - accuracy)}[where]  # fmt: skip
        wrong = rng.random(400) < odds
        judged = rng.choice(400, 50, replace=False)
        seen = share(right)
        own = Judged(50, int((~wrong[judged]).sum()))
        found = _off_by(Estimate(seen.value, seen.low, seen.high), {"x": 1.0}, {"x": own})
        held += found.low <= truth <= found.high
    assert held / runs >= 0.94
    assert most_wrong(Judged(50, 50)) == pytest.approx(0.0713, abs=1e-3)
