"""Nouns that may name the same thing: the examples of rules/kinds.toml."""

from __future__ import annotations

import pytest

from litgen.kinds import covers, may_be_same
from litgen.lexicon import lemmas_with
from litgen.proving.lexical import is_no_kind_of
from litgen.tables import read_toml, rules_folder, rules_table

SAYS = {
    "covers": (covers, True),
    "does not cover": (covers, False),
    "may be": (may_be_same, True),
    "may not be": (may_be_same, False),
    "may yet be": (is_no_kind_of, False),
}
FEATURES = ("male", "female", "child", "adult", "any_person", "any_animal", "group")
_NOUNS = read_toml(rules_folder() / "lexicon" / "nouns.toml")["features"]
EXAMPLES = [example for table in rules_table("kinds").values() for example in table["examples"]]
EXAMPLES += [_NOUNS[name]["example"] for name in FEATURES]


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


@pytest.mark.parametrize("name", FEATURES)
def test_a_feature_matters_on_its_example(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    one, *says, other = _NOUNS[name]["example"].split()
    relation, holds = SAYS[" ".join(says)]
    lemmas = lemmas_with(name, "noun")
    kept = dict(lemmas)
    lemmas.clear()
    try:
        assert relation(one, other) is not holds
    finally:
        lemmas.update(kept)
