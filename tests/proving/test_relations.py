"""The relations of natural logic against MacCartney and Manning (2009), table of joins."""

from __future__ import annotations

import pytest

from litgen.proving.quantifiers import quantifier_relation
from litgen.proving.relations import (
    ALTERNATION,
    ANY,
    COVER,
    EQUIVALENT,
    FORWARD,
    INDEPENDENCE,
    NEGATION,
    REVERSE,
    inverse,
    join,
    join_all,
    label_of,
    project,
)

#: The joins that have one relation; where MacCartney's has several, it is among ours.
TABLE = {
    "<<": "<", "<^": "|", "<|": "|", ">>": ">", ">^": "_", ">_": "_", "^<": "_", "^>": "|",
    "^^": "=", "^|": ">", "^_": "<", "|>": "|", "|^": "<", "|_": "<", "_<": "_", "_^": ">",
    "_|": ">", "^#": "#", "#^": "#",
}  # fmt: skip


@pytest.mark.parametrize(("pair", "expected"), TABLE.items())
def test_joins_of_the_paper(pair: str, expected: str) -> None:
    first, second = (frozenset(each) for each in pair)
    assert join(first, second) == frozenset(expected)  # type: ignore[arg-type]


def test_undetermined_joins_keep_what_is_known() -> None:
    assert join(FORWARD, REVERSE) == frozenset("=<>|#")
    assert join(FORWARD, COVER) == frozenset("<^|_#")
    assert join(INDEPENDENCE, INDEPENDENCE) == ANY
    assert join_all([]) == EQUIVALENT


def test_projection_turns_what_is_under_a_negation() -> None:
    assert project(FORWARD, "down") == REVERSE
    assert project(FORWARD, "none") == ANY
    assert project(ALTERNATION, "up") == ANY
    assert project(EQUIVALENT, "none") == EQUIVALENT
    assert inverse(FORWARD | NEGATION) == REVERSE | NEGATION


def test_labels_are_given_where_all_that_may_hold_agrees() -> None:
    assert label_of(EQUIVALENT | FORWARD) == "entailment"
    assert label_of(NEGATION) == "contradiction"
    assert label_of(REVERSE | INDEPENDENCE) == "neutral"
    assert label_of(FORWARD | REVERSE) is None


def test_what_looks_like_a_number_and_is_none_is_not_known() -> None:
    assert quantifier_relation("two", "²") is None
