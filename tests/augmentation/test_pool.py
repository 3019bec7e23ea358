"""Pairs to choose from: which contrast pair is left out, and which of several is taken."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from litgen.augmentation.allocation import Cell
from litgen.augmentation.pool import LIKE_ANOTHER, SAME_ID, Pool
from litgen.data import Pair

PAIRS = [Pair(f"p{at}", f"Man {at} rides.", "He moves.", "entailment") for at in range(8)]
PAST = Cell("past;past", "entailment")


def record(pair: Pair, number: int = 0, **more: Any) -> dict[str, Any]:
    return {
        "id": f"{pair.id}:past:past:{number}", "pair_id": pair.id, "contrast": "past;past",
        "label": "entailment", "premise": f"{pair.premise} ({number})",
        "hypothesis": pair.hypothesis, "original_premise": pair.premise,
        "original_hypothesis": pair.hypothesis, **more,
    }  # fmt: skip


def settled(
    records: Sequence[dict[str, Any]], seed: int = 0, pairs: Sequence[Pair] = PAIRS
) -> Pool:
    pool = Pool()
    pool.add_originals(pairs)
    pool.add_contrasts(records, seed)
    pool.settle(need_source=True, per_pair=None, rare_first=False)
    return pool


def taken(pool: Pool, number: int = 100) -> list[str]:
    """The ids that are chosen, in the order of the result."""
    pool.take({PAST: number})
    return [each["id"] for each in pool.chosen(replace=False) if not isinstance(each, Pair)]


def test_an_id_stands_once() -> None:
    """Ids of the result are unique, those of originals among them."""
    pool = settled(
        [
            record(PAIRS[0], id="p3"),
            record(PAIRS[0], 1, id="twice"),
            record(PAIRS[1], 2, id="twice"),
            record(PAIRS[1], 3),
        ]
    )
    assert pool.reasons() == {SAME_ID: 2}
    assert taken(pool) == ["twice", "p1:past:past:3"]


@pytest.mark.parametrize("seed", range(4))
def test_which_of_two_with_one_text_is_taken_does_not_depend_on_the_order(seed: int) -> None:
    text = {"premise": "The same.", "hypothesis": "It is."}
    two = [
        record(PAIRS[0], **text),
        record(PAIRS[1], **text, contrast="may;may"),
    ]
    kept = set()
    for records in (two, two[::-1]):
        pool = settled(records, seed)
        assert pool.reasons() == {LIKE_ANOTHER: 1}
        kept.add(tuple(pool.cells()))
    assert len(kept) == 1


def test_the_seed_draws_which_are_taken() -> None:
    records = [record(pair) for pair in PAIRS]
    drawn = {tuple(taken(settled(records, seed), 3)) for seed in range(10)}
    assert len(drawn) > 5
    assert all(len(ids) == 3 for ids in drawn)
    turned = taken(settled(records[::-1], 0), 3)
    assert turned == taken(settled(records, 0), 3)


def test_a_contrast_pair_follows_the_original_that_it_names() -> None:
    """Two originals of one text: the one whose id it has, wherever that stands."""
    twins = [PAIRS[0], PAIRS[1], PAIRS[0]._replace(id="again")]
    for identity, place in (("p0", 1), ("again", 3), ("unknown", 1)):
        pool = settled([record(PAIRS[0], id="new", pair_id=identity)], pairs=twins)
        pool.take({PAST: 1})
        found = [not isinstance(each, Pair) for each in pool.chosen(replace=False)]
        assert found.index(True) == place
