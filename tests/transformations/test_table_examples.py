"""Every example of the tables of edits, frames and polarities; what fails is told."""

from __future__ import annotations

import pytest

from litgen.transformations import TABLES, check_examples, examples
from litgen.transformations.examples import check_tables
from litgen.wordnet import find_wordnet


@pytest.mark.parametrize("table", TABLES)
def test_every_example_of_a_table_holds(table):
    if table in ("dropping", "broader") and find_wordnet() is None:
        pytest.skip("WordNet is not there")
    checks = check_tables([table])
    assert len(checks) > 10
    assert all(check.rule.startswith(f"{table}: ") for check in checks)
    assert [check for check in checks if not check.passed] == []


def test_a_table_is_asked_for_beside_rules():
    checks = check_examples(["past", "exchanges"])
    assert {check.rule.split(":")[0] for check in checks} == {"past", "exchanges"}


@pytest.mark.parametrize(
    ("table", "old", "new", "expected", "got"),
    [
        ("exchanges", "Every young man is riding", "All young men are riding",
         "All young men are riding a bike.", "Every young man is riding a bike."),
        ("exchanges", "Three men are standing there, one looking at another.",
         "Three men are sleeping.", "nothing", "No men are sleeping."),
        ("polarity", "Every boy= is not sleeping↓.", "Every boy= is not sleeping↑.",
         "Every boy= is not sleeping↑", "Every boy= is not sleeping↓"),
        ("frames", "-> It is true that a man", "-> It is so that a man",
         "It is so that a man is riding a bike.", "It is true that a man is riding a bike."),
    ],
)  # fmt: skip
def test_an_example_that_does_not_hold_is_told(
    table, old, new, expected, got, tmp_path, monkeypatch
):
    shipped = (examples.rules_folder() / f"{table}.toml").read_text(encoding="utf-8")
    assert old in shipped
    (tmp_path / f"{table}.toml").write_text(shipped.replace(old, new), encoding="utf-8")
    monkeypatch.setattr(examples, "rules_folder", lambda: tmp_path)
    own = tmp_path if table == "frames" else None
    failed = [check for check in check_tables([table], own) if not check.passed]
    assert (expected, got) in {(check.expected, check.got) for check in failed}
