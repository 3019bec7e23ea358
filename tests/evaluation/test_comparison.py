"""Tests over a contrast set: families, corrections, verdicts; the whole assessment."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from litgen.evaluation.assessment import assess, plain
from litgen.evaluation.procedure import Procedure
from litgen.exceptions import DataError, LitgenError, UsageError
from litgen.reporting.overview import rows_of
from litgen.reporting.summary import headlines, warnings
from litgen.statistics.bootstrap import bootstrap_paired_t
from litgen.statistics.corrections import adjust
from litgen.statistics.exact import mcnemar
from litgen.statistics.resampling import generator
from litgen.statistics.sample import PairedSample
from litgen.statistics.score import detectable_effect, equivalence
from tests.evaluation.makers import THREE, make_contrast_set, predict, record

PROCEDURE = Procedure(replicates=2000)


@pytest.fixture
def contrast_set(tmp_path):
    """Eighty pairs of two a premise; a contrast that keeps the label, one that changes it."""
    names = [f"{chr(97 + n // 26)}{chr(97 + n % 26)}x{k}" for n in range(40) for k in (1, 2)]
    rows = []
    for at, pair in enumerate(names):
        label = THREE[at % 3]
        rows.append(record(pair, "past;past", label, label))
        rows.append(record(pair, "past;future", "neutral", label))
        rows.append(
            record(pair, "original;premise+antonym", "contradiction", None, suite="antonym")
        )
    return make_contrast_set(tmp_path / "set", rows)


def wrong(contrast_set, contrast, every):
    """Every so many answers to a contrast wrong."""
    mark = ":" + contrast.replace(";", ":")
    items = [item for item in contrast_set.items() if item.id.endswith(mark)]
    return {item.id: "E" if item.label != "entailment" else "N" for item in items[::every]}


@pytest.fixture
def folders(contrast_set, tmp_path) -> list[Path]:
    worse = wrong(contrast_set, "past;past", 4) | wrong(contrast_set, "past;future", 2)
    return [
        predict(tmp_path / "good", contrast_set, {}, name="good"),
        predict(tmp_path / "worse", contrast_set, worse, name="worse"),
    ]


def test_models_of_two_and_of_three_classes_are_compared_on_two(contrast_set, tmp_path):
    """Contradiction for neutral is an error of three classes alone, so that nothing differs."""
    said = {item.id: "C" for item in contrast_set.items() if item.label == "neutral"}
    folders = [
        predict(tmp_path / "three", contrast_set, said, name="three"),
        predict(tmp_path / "two", contrast_set, said, name="two",
                labels=("entailment", "not_entailment")),
    ]  # fmt: skip
    for order in (folders, folders[::-1]):
        found = assess(order, PROCEDURE)
        rows = [each for each in found.comparisons if each.family == "models"]
        assert len(rows) == 4
        assert all(each.lost == each.gained == 0 for each in rows)
    assert found.metrics("three", "contrast", "past;past").contrast.value < 0.7
    assert found.metrics("two", "contrast", "past;past").contrast.value == 1
    assert "Two classes (entailment or not)" in warnings(found)[0]


def test_corruptions_are_no_test_of_invariance(tmp_path):
    """Their label is a target; they stand apart from what keeps labels, and are never hard."""
    rows = []
    for n in range(40):
        pair, label = f"{chr(97 + n % 26)}{n // 26}x", THREE[n % 3]
        rows.append(record(pair, "past;past", label, label, source={"genre": "fiction"}))
        rows.append(
            record(pair, "drop:NOUN;drop:NOUN", label, label, label_basis="corruption",
                   source={"genre": "fiction"})
        )  # fmt: skip
    contrast_set = make_contrast_set(tmp_path / "set", rows)
    said = wrong(contrast_set, "drop:NOUN;drop:NOUN", 2)
    found = assess([predict(tmp_path / "model", contrast_set, said)], PROCEDURE)
    assert [(row.family, row.contrast, row.lost) for row in found.comparisons] == [
        ("phenomenon", "tense", 0), ("invariance", "past;past", 0),
        ("corruption", "drop:NOUN;drop:NOUN", 20),
    ]  # fmt: skip
    assert found.named("all") == ["label kept", "corrupted"]
    assert found.metrics("oracle", "all", "label kept").contrast.value == 1
    assert found.metrics("oracle", "all", "corrupted").contrast.value == 0.5
    assert found.named("phenomenon") == ["tense, label kept", "corruption, corrupted"]
    assert found.named("genre") == ["fiction", "fiction, corrupted"]
    assert "neutral -> neutral, corrupted" in found.named("label")
    assert not found.hard.any()
    (headline,) = headlines(found, rows_of(found))
    assert headline.verdict == (
        "It shows no loss or gain where the label stays and goes from 100.0 to 50.0 % where words "
        "are missing or shuffled."
    )
    assert any("should be hard to label" in sentence for sentence in headline.summary)


def test_families_and_numbers(folders):
    found = assess(folders, PROCEDURE)
    keys = [(each.family, each.model, each.contrast) for each in found.comparisons]
    assert keys == [
        ("control", "good", "past;future"),
        ("control", "worse", "past;future"),
        ("phenomenon", "good", "tense"),
        ("phenomenon", "worse", "tense"),
        ("invariance", "good", "past;past"),
        ("invariance", "worse", "past;past"),
        ("difference", "good", "past;future"),
        ("difference", "worse", "past;future"),
        ("models", "worse", "originals"),
        ("models", "worse", "past;past"),
        ("models", "worse", "past;future"),
        ("models", "worse", "original;premise+antonym"),
    ]
    row = found.comparison("worse", "past;past")
    assert (row.n, row.units, row.lost, row.gained) == (80, 40, 20, 0)
    assert row.difference == -0.25
    assert row.low < -0.25 < row.high < 0
    assert row.statistic > 0
    assert row.p["mcnemar"] == mcnemar(PairedSample.of_counts(40, 20, 0)).p  # one in a premise
    assert row.rejected
    good = found.comparison("good", "past;past")
    assert (good.remark, good.p["bootstrap"], good.rejected) == ("no discordant pairs", 1.0, False)
    assert 0.1 < good.detectable < 0.3  # though nothing flips
    between = found.comparison("worse", "past;future", "good")
    assert (between.lost, between.gained, between.difference) == (40, 0, -0.5)


def test_corrected_within_the_family(folders):
    found = assess(folders, PROCEDURE)
    for family in ("control", "invariance", "difference", "models"):
        rows = found.family(family, "worse")
        assert rows
        for test in ("bootstrap", "mcnemar", "mid-p"):
            expected = adjust([each.p[test] for each in rows], "holm")
            assert [each.adjusted[test] for each in rows] == expected


def test_interval_is_that_of_the_table(folders):
    found = assess(folders, PROCEDURE)
    row = found.comparison("worse", "past;past")
    assert tuple(found.metrics("worse", "contrast", "past;past").difference) == (
        row.difference, row.low, row.high,
    )  # fmt: skip


def test_units(folders):
    """Premises as units, or pairs as in the paper."""
    by_pair = assess(folders, replace(PROCEDURE, unit="pair")).comparison("worse", "past;past")
    by_premise = assess(folders, PROCEDURE).comparison("worse", "past;past")
    key = ("test", "invariance", "past;past")
    expected = bootstrap_paired_t(
        PairedSample.of_counts(80, 20, 0), generator(0, *key), PROCEDURE.replicates
    )
    assert by_pair.p["bootstrap"] == expected.p
    assert by_pair.statistic == expected.statistic
    assert by_pair.statistic != by_premise.statistic


def test_shared_premises_make_the_detectable_difference_larger(tmp_path):
    """Both pairs of a premise differ alike: there are half as many as it seems."""
    pairs = [f"{'x' * at}{number}" for at in range(1, 41) for number in (1, 2)]
    rows = [record(pair, "past;past", "neutral", "neutral") for pair in pairs]
    contrast_set = make_contrast_set(tmp_path / "set", rows)
    wrong = {f"{pair}:past:past": "E" for pair in pairs[:20]}
    folder = predict(tmp_path / "model", contrast_set, wrong)
    for unit in ("pair", "premise"):
        (row,) = assess([folder], replace(PROCEDURE, unit=unit)).family("invariance")
        assert row.design_effect == pytest.approx(1 if unit == "pair" else 2, abs=0.1)
        n = 80 if unit == "pair" else 80 / row.design_effect
        assert row.detectable == detectable_effect(n, 20 / 80)


def test_equivalence_needs_a_margin(folders):
    without = assess(folders, PROCEDURE).comparison("good", "past;past")
    assert (without.equivalent, without.equivalence.p) == (None, None)
    found = assess(folders, replace(PROCEDURE, margin=0.1))
    same, other = (found.comparison(name, "past;past") for name in ("good", "worse"))
    assert same.equivalent
    sample = PairedSample.of_values(np.zeros(80), np.repeat(np.arange(40), 2))
    assert same.equivalence.p == equivalence(sample, 0.1).p
    assert not other.equivalent
    assert other.equivalence.low < other.difference < other.equivalence.high


def test_the_deciding_test(folders):
    for test in ("bootstrap", "mcnemar", "mid-p"):
        found = assess(folders, replace(PROCEDURE, test=test, alpha=1e-5, correction="none",
                                        replicates=300_000))  # fmt: skip
        row = found.comparison("worse", "past;past")
        assert row.rejected == (row.p[test] < 1e-5)
        assert row.p["mcnemar"] < 1e-5


def test_results_do_not_depend_on_what_else_is_there(folders):
    alone = assess(folders[1:], replace(PROCEDURE, correction="none"))
    both = assess(folders, replace(PROCEDURE, correction="none"))
    for contrast in ("past;past", "past;future"):
        assert alone.comparison("worse", contrast) == both.comparison("worse", contrast)


def test_too_few_replicates(folders):
    with pytest.raises(UsageError, match="use at least 160"):  # four tests in the largest family
        assess(folders, replace(PROCEDURE, replicates=159))
    assess(folders, replace(PROCEDURE, replicates=160))
    assess(folders, replace(PROCEDURE, replicates=40, contrasts=("past;past",), correction="none"))


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"test": "t"}, "--test: 't' is not one of bootstrap, mcnemar, mid-p"),
        ({"correction": "sidak"}, "--correction: 'sidak'"),
        ({"unit": "word"}, "--unit: 'word'"),
        ({"alpha": 0}, "--alpha is 0"),
        ({"margin": 1.5}, "--margin is 1.5"),
        ({"replicates": 0}, "--replicates is 0"),
        ({"min_pairs": 0}, "--min-pairs is 0"),
    ],
)
def test_what_cannot_be_asked_for(changes, message):
    with pytest.raises(UsageError, match=message):
        replace(PROCEDURE, **changes).check()


def test_hard_pairs_are_lost_by_every_model(contrast_set, tmp_path):
    first = wrong(contrast_set, "past;past", 4)
    second = wrong(contrast_set, "past;past", 8)
    spoilt = {next(iter(second)).partition(":")[0]: "E"}  # the original of one is wrong
    original = {item.id: item.label for item in contrast_set.items()}
    key = next(iter(spoilt))
    spoilt[key] = "N" if original[key] == "entailment" else "E"
    found = assess(
        [
            predict(tmp_path / "one", contrast_set, first, name="one"),
            predict(tmp_path / "two", contrast_set, second | spoilt, name="two"),
        ],
        PROCEDURE,
    )
    assert int(found.hard.sum()) == len(second) - 1


def test_originals_and_chance(contrast_set, tmp_path):
    everything_neutral = {item.id: "N" for item in contrast_set.items()}
    found = assess(
        [
            predict(tmp_path / "good", contrast_set, {}, name="good"),
            predict(tmp_path / "poor", contrast_set, everything_neutral, name="poor"),
        ],
        PROCEDURE,
    )
    good, poor = found.originals
    assert (good.accuracy.hits, good.accuracy.n, good.near_chance) == (80, 80, False)
    assert poor.near_chance
    assert poor.constant in THREE


def test_models_of_one_name(contrast_set, tmp_path):
    found = assess([predict(tmp_path / name, contrast_set, {}) for name in "ab"], PROCEDURE)
    assert [each.name for each in found.models] == [
        f"oracle ({tmp_path / 'a'})", f"oracle ({tmp_path / 'b'})",
    ]  # fmt: skip


def test_the_contrast_set_was_moved(contrast_set, folders, tmp_path):
    contrast_set.path.rename(tmp_path / "moved")
    with pytest.raises(DataError, match="use --contrast-set DIR"):
        assess(folders, PROCEDURE)
    assert assess(folders, PROCEDURE, tmp_path / "moved").models[0].right.all()
    with pytest.raises(LitgenError, match=r"no manifest\.json"):
        assess(folders, PROCEDURE, tmp_path)


def test_folders_that_cannot_be(folders):
    with pytest.raises(UsageError, match="is passed twice"):
        assess([folders[0], folders[0]], PROCEDURE)
    with pytest.raises(UsageError, match="at least one"):
        assess([], PROCEDURE)


def test_no_label_at_all(tmp_path):
    contrast_set = make_contrast_set(tmp_path / "s", [record("a", "may;may", None, "neutral")])
    with pytest.raises(DataError, match="no contrast pair has a label"):
        assess([predict(tmp_path / "m", contrast_set, {})], PROCEDURE)


def test_one_pair(tmp_path):
    contrast_set = make_contrast_set(tmp_path / "s", [record("a", "may;may", "neutral", "neutral")])
    folder = predict(tmp_path / "m", contrast_set, {"a:may:may": "E"})
    found = assess([folder], replace(PROCEDURE, min_pairs=1))
    row = found.comparisons[0]
    assert (row.n, row.p["bootstrap"], row.remark) == (1, 1.0, "one pair")
    assert math.isnan(row.low)
    assert not row.rejected


def test_plain_is_json(folders):
    found = assess(folders, PROCEDURE)
    text = json.dumps(plain([*found.comparisons, found.originals, np.arange(2)]), allow_nan=False)
    assert '"invariance"' in text
    assert plain({"a": math.inf, "b": math.nan}) == {"a": None, "b": None}
