from __future__ import annotations

from litgen.contrast.phenomena import ORDER
from litgen.gallery.selection import COMPOSITIONS, by_phenomenon
from litgen.mrs import load_rules


def test_known_phenomena_come_first():
    groups = by_phenomenon({"odd": "my own", "swap": "swap", "past": "tense", "next": "tense"})
    assert groups == {"tense": ["past", "next"], "swap": ["swap"], "my own": ["odd"]}


def test_every_shipped_phenomenon_has_its_place():
    rules = load_rules().by_name.values()
    assert {rule.phenomenon for rule in rules} == set(ORDER)


def test_compositions_are_made_of_rules():
    assert {step for name in COMPOSITIONS for step in name.split("+")} <= set(load_rules().by_name)
