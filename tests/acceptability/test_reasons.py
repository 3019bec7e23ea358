"""Reasons that rules give: each has an id in ``rules/reasons.toml`` and a sentence for users."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from litgen.acceptability.decision import decider_of
from litgen.tables import read_toml, rules_folder


def given(value: Any) -> Iterator[str]:
    """The reasons in a table of a rule file, those of sentences of their own left out."""
    if isinstance(value, dict):
        for key, each in value.items():
            if key in ("reason", "unchanged") and isinstance(each, str):
                yield each
            yield from given(each)
    elif isinstance(value, list):
        for each in value:
            yield from given(each)


def test_every_reason_of_a_rule_has_a_sentence() -> None:
    found = {reason for path in (rules_folder() / "mrs").glob("*.toml")
             for reason in given(read_toml(path))}  # fmt: skip
    assert len(found) > 50
    assert sorted(reason for reason in found if decider_of(reason) is None) == []


def test_sentences_are_sentences() -> None:
    table = read_toml(rules_folder() / "reasons.toml")
    texts = [text for part in table.values() for text in part.values()]
    assert [text for text in texts if not re.fullmatch(r"[A-Z*].*\.", text)] == []


def test_one_id_means_one_thing() -> None:
    table = read_toml(rules_folder() / "reasons.toml")
    ids = [name for part in table.values() for name in part]
    assert len(ids) == len(set(ids))
    assert str(decider_of("reflexive object")) == (
        "rule reflexive object: A reflexive pronoun cannot become the subject."
    )
