"""What is tested, what is drawn together, and that models leave each other's figures alone."""

from __future__ import annotations

from dataclasses import replace

import pytest

from litgen.evaluation.assessment import assess
from litgen.evaluation.procedure import Procedure
from litgen.exceptions import UsageError
from tests.evaluation.makers import THREE, make_contrast_set, predict, record

PROCEDURE = Procedure(replicates=2000)
CONTRASTS = ("past;past", "past;future", "future;past")


def contrast_set(folder, source=lambda n: {}):
    """Sixty pairs of two a premise, of three contrasts; ten more of one of another suite."""
    rows = []
    for n in range(60):
        pair, label = f"{chr(97 + n // 2 % 26)}{'xyz'[n // 52]}{n % 2}", THREE[n % 3]
        for name in CONTRASTS:
            gold = label if name == "past;past" else "neutral"
            rows.append(record(pair, name, gold, label, source=source(n)))
        if n < 10:
            more = {"suite": "stress", "source": source(n)}
            rows.append(record(pair, "length-mismatch;original", label, label, **more))
    return make_contrast_set(folder, rows)


def some_wrong(found, every):
    return {
        item.id: "E" if item.label != "entailment" else "N" for item in list(found.items())[::every]
    }


@pytest.fixture
def folders(tmp_path):
    found = contrast_set(tmp_path / "set")
    return [
        predict(tmp_path / name, found, some_wrong(found, every), name=name)
        for name, every in (("one", 3), ("two", 5), ("three", 2))
    ]


def figures_of(found, model):
    """Everything said of a model alone."""
    return (
        [each for each in found.comparisons if (each.model, each.reference) == (model, None)],
        [each for each in found.controlled if each.model == model],
        [each.metrics.difference for each in found.measures if each.model == model],
        [each for each in found.originals if each.model == model],
    )


def test_a_further_model_leaves_the_others_as_they_are(folders):
    """Corrected p values, verdicts and intervals, to the last bit."""
    alone = assess(folders[:1], replace(PROCEDURE, margin=0.1))
    several = assess(folders, replace(PROCEDURE, margin=0.1))
    assert figures_of(several, "one") == figures_of(alone, "one")
    assert any(0 < each.adjusted["bootstrap"] < 1 for each in alone.comparisons if each.tested)
    two = assess(folders[:2], PROCEDURE)
    three = assess(folders, PROCEDURE)
    assert two.family("models", "two") == three.family("models", "two")


def test_the_name_of_a_model_changes_no_figure(folders, tmp_path):
    found = assess(folders[:1], PROCEDURE)
    said = some_wrong(found.contrast_set, 3)
    other = assess([predict(tmp_path / "x", found.contrast_set, said, name="other")], PROCEDURE)
    for one, same in zip(figures_of(found, "one"), figures_of(other, "other"), strict=True):
        assert [_nameless(each) for each in one] == [_nameless(each) for each in same]


def _nameless(value):
    return value._replace(model="") if hasattr(value, "model") else value


def test_few_pairs_are_shown_not_tested(folders):
    found = assess(folders[:2], PROCEDURE)
    row = found.comparison("one", "length-mismatch;original")
    assert (row.n, row.tested, row.p, row.adjusted, row.rejected) == (10, False, {}, {}, False)
    assert row.low <= row.difference <= row.high
    without = assess(folders[:2], replace(PROCEDURE, contrasts=("past;past",)))
    assert without.comparison("one", "past;past") == found.comparison("one", "past;past")
    all_of_them = assess(folders[:2], replace(PROCEDURE, min_pairs=10))
    assert all_of_them.comparison("one", "length-mismatch;original").tested
    assert not assess(folders, replace(PROCEDURE, min_pairs=61)).comparison("one", "past;past").p


def test_what_is_tested_is_chosen(folders):
    for chosen, names in (
        ({"contrasts": ("past;future",)}, {"past;future"}),
        ({"contrasts": ("past ; future", "past;past")}, {"past;future", "past;past"}),
        ({"suites": ("lit",)}, set(CONTRASTS)),
        ({"suites": ("stress",), "contrasts": ("past;past",)},
         {"past;past", "length-mismatch;original"}),
    ):  # fmt: skip
        found = assess(folders[:1], replace(PROCEDURE, **chosen))
        tested = {each.contrast for each in found.comparisons if each.family != "phenomenon"}
        assert tested == names
        whole = names >= {*CONTRASTS}  # a phenomenon is tested if all its contrasts are
        assert (found.on_phenomenon("one", "tense") is not None) == whole
        assert found.metrics("one", "contrast", "future;past") is not None
    for wrong, message in (
        (
            {"contrasts": ("past;may",)},
            "--contrast: 'past;may' is not in this contrast set; did you mean",
        ),
        ({"suites": ("lits",)}, "--suite: 'lits' is not in this contrast set; did you mean lit"),
        ({"suites": ("all",)}, "use one of lit, stress"),
    ):
        with pytest.raises(UsageError, match=message):
            assess(folders[:1], replace(PROCEDURE, **wrong))


def test_units_are_images_where_they_are_named(tmp_path):
    """Sixty pairs of thirty premises, which are captions of six images."""
    named = contrast_set(tmp_path / "named", lambda n: {"captionID": f"{n // 10}.jpg#{n // 2 % 5}"})
    folder = predict(tmp_path / "m", named, some_wrong(named, 3))
    counted = {}
    for unit in (None, "image", "premise", "pair"):
        found = assess([folder], replace(PROCEDURE, unit=unit))
        row = found.comparison("oracle", "past;past")
        counted[unit] = (found.procedure.unit, row.units)
        assert found.metrics("oracle", "contrast", "past;past").units == row.units
    assert counted == {
        None: ("image", 6), "image": ("image", 6), "premise": ("premise", 30), "pair": ("pair", 60)
    }  # fmt: skip


def test_premises_stand_for_images_that_are_not_named(tmp_path):
    half = contrast_set(
        tmp_path / "half", lambda n: {"captionID": f"{n // 10}.jpg#1"} if n < 30 else {}
    )
    found = assess([predict(tmp_path / "m", half, {})], PROCEDURE)
    assert (found.procedure.unit, found.comparison("oracle", "past;past").units) == ("image", 18)
    assert found.columns.imageless == 90
    plain = contrast_set(tmp_path / "plain")
    folder = predict(tmp_path / "p", plain, {})
    assert assess([folder], PROCEDURE).procedure.unit == "premise"
    with pytest.raises(UsageError, match=r"--unit image: no pair in .* names its image"):
        assess([folder], replace(PROCEDURE, unit="image"))
