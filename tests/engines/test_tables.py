"""The linguistic tables: every entry has an example and names a predicate."""

from __future__ import annotations

import re
import tomllib

import pytest

from litgen.tables import rules_folder, rules_table

FILES = sorted((rules_folder() / "semantics").glob("*.toml"))
PREDICATE = re.compile(r"^(_[^\s_]+_[nvapqxc](_\S+)?|[a-z][a-z_+-]*)$")


def entries(node, path=()):
    """The tables that hold an example, with their names."""
    if isinstance(node, dict):
        if "example" in node:
            yield path, node
        for key, value in node.items():
            yield from entries(value, (*path, key))


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.stem)
def test_entries_have_examples_and_predicates(path):
    found = list(entries(tomllib.loads(path.read_text(encoding="utf-8"))))
    assert found or path.stem == "numbers"
    for name, entry in found:
        assert entry["example"].strip(), name
        for value in entry.values():
            if isinstance(value, str) and value.startswith("_"):
                assert PREDICATE.match(value), (name, value)


def test_examples_are_no_words():
    assert "example" not in rules_table("semantics/pronouns")["indefinite"]
