"""Operators as data: the shipped entries, and those of a user's folder."""

from __future__ import annotations

from pathlib import Path

import pytest

from litgen.engines.dependency.engine import DependencyEngine
from litgen.exceptions import RuleError
from litgen.mrs import load_rules
from litgen.mrs.operators import read_entries
from litgen.tables import read_toml, rules_folder
from litgen.transformations import find

RULE = """
[[rule]]
name = "keep-on"
like = "stop"
gloss = "Adds ‘keep’ with a gerund: the event continues."
add = [{ predicate = "_keep_v_on", LBL = "l1", ARG0 = "e1", ARG1 = "h1" }]
set = [{ variable = "clause", TENSE = "untensed" }, { variable = "aspect", PROG = "+", PERF = "-" }]
examples = [{ in = "The dogs were running.", out = "The dogs kept running." }]
"""
OPERATOR = """
[[operator]]
predicate = "_keep_v_on"
complement = "gerund"
"""


def test_a_folder_of_ones_own_adds_an_operator_without_python(tmp_path: Path) -> None:
    (tmp_path / "keep.toml").write_text(RULE)
    without = load_rules(tmp_path).signature
    (tmp_path / "operators.toml").write_text(OPERATOR)
    assert load_rules(tmp_path).signature != without
    keep = find("keep-on", DependencyEngine(), tmp_path)
    (outcome,) = keep.apply(["The dogs were running."])
    assert outcome.variants[0].candidates == ("The dogs kept running.",)


def test_a_rule_does_not_take_the_name_of_another_transformation(tmp_path: Path) -> None:
    (tmp_path / "keep.toml").write_text(RULE.replace("keep-on", "keep"))
    (tmp_path / "operators.toml").write_text(OPERATOR)
    with pytest.raises(RuleError, match="rule 'keep': another transformation has this name"):
        find("keep", DependencyEngine(), tmp_path)


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ({"verb": "keep"}, "operator 1: 'predicate' is missing"),
        (
            {"predicate": "_keep_v_on", "complement": "that"},
            "operator '_keep_v_on' complement: Input should be 'bare', 'to' or 'gerund'",
        ),
        ({"predicate": "_keep_v_on", "form": "keep"}, "operator '_keep_v_on': unknown key 'form'"),
    ],
)
def test_an_entry_that_is_not_well_made_is_refused(entry: dict[str, str], message: str) -> None:
    with pytest.raises(RuleError, match=message):
        read_entries({"operator": [entry]}, Path("operators.toml"))


def test_every_shipped_operator_is_read_in_its_example() -> None:
    entries = read_toml(rules_folder() / "operators.toml")["operator"]
    parses = DependencyEngine().parse([entry["example"] for entry in entries])
    for entry, parse in zip(entries, parses, strict=True):
        predicates = {ep.predicate for ep in parse.readings[0].mrs.rels}
        assert entry["predicate"] in predicates, entry["example"]
