"""Consistency over families, counted by hand."""

from __future__ import annotations

import pytest

from litgen.evaluation.assessment import assess
from litgen.reporting.tables import tables
from tests.evaluation.makers import make_contrast_set, predict, record

CONTRASTS = ("original;premise+hypernym", "negation;premise+negation+hypernym")


@pytest.fixture
def assessment(tmp_path):
    """Four families of two pairs; of three the model answers every pair right, of one the first."""
    records = [
        record(f"a{n}", contrast, label, None, family=f"a{n}:premise:dog-animal", suite="scope")
        for n in range(4)
        for contrast, label in zip(CONTRASTS, ("entailment", "neutral"), strict=True)
    ]
    records.append(record("b0", "original;premise+hypernym", "neutral", None, family=None))
    contrast_set = make_contrast_set(tmp_path / "set", records)
    wrong = {records[1]["id"]: "E", records[-1]["id"]: "E"}
    return assess([predict(tmp_path / "predictions", contrast_set, wrong)])


def test_a_family_is_right_where_all_of_it_is(assessment):
    (found,) = assessment.families
    assert (found.suite, found.families, found.pairs) == ("scope", 4, 8)
    assert (found.all_right.hits, found.all_right.n) == (3, 4)
    assert (found.accuracy.hits, found.accuracy.n) == (7, 8)
    assert found.by_constant.hits == 0


def test_the_report_has_a_table_of_families(assessment):
    (table,) = (each for each in tables(assessment) if each.key == "families")
    (row,) = table.rows
    assert row.names == ("scope",)
    assert [cell.text for cell in row.cells] == ["4", "87.5", "75.0", "0.0"]
