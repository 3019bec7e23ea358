"""Nouns that may name the same thing: the examples of rules/kinds.toml."""

from __future__ import annotations

import pytest

from litgen.contrast.kinds import covers, may_be_same
from litgen.tables import rules_table

SAYS = {
    "covers": (covers, True),
    "does not cover": (covers, False),
    "may be": (may_be_same, True),
    "may not be": (may_be_same, False),
}
EXAMPLES = [example for table in rules_table("kinds").values() for example in table["examples"]]


@pytest.mark.parametrize("example", EXAMPLES)
def test_examples(example: str) -> None:
    one, *says, other = example.split()
    relation, holds = SAYS[" ".join(says)]
    assert relation(one, other) is holds
    if relation is may_be_same:
        assert relation(other, one) is holds


def test_every_table_has_examples() -> None:
    assert all(table["examples"] for table in rules_table("kinds").values())


def test_nouns_that_the_table_does_not_know() -> None:
    assert covers("gizmo", "gizmo") and may_be_same("gizmo", "gizmo")
    assert not covers("gizmo", "gadget") and not may_be_same("gizmo", "gadget")
