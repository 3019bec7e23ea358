"""Splits by premise."""

from __future__ import annotations

from litgen.data import Pair
from litgen.data.splitting import in_share, leak_key, premises_of, split_by_premise

PAIRS = [Pair(str(i), f"Premise {i // 3}.", f"Hypothesis {i}.", "neutral") for i in range(900)]


def test_pairs_of_a_premise_stay_together():
    rest, held = split_by_premise(PAIRS, 0.3)
    assert len(rest) + len(held) == len(PAIRS)
    assert not premises_of(rest) & premises_of(held)
    assert 0.2 < len(held) / len(PAIRS) < 0.4


def test_a_pair_stays_on_its_side_whatever_else_is_read():
    _, held = split_by_premise(PAIRS, 0.3)
    _, some = split_by_premise(reversed(PAIRS[:300]), 0.3)
    assert [pair for pair in held if pair in PAIRS[:300]] == list(reversed(some))


def test_case_and_spacing_do_not_matter():
    for i in range(50):
        assert in_share(f"A man  {i}. ", 0.5) == in_share(f"a MAN {i}.", 0.5)


def test_another_seed_is_independent():
    first = {pair.premise for pair in split_by_premise(PAIRS, 0.5)[1]}
    second = {pair.premise for pair in split_by_premise(PAIRS, 0.5, seed="other")[1]}
    assert 0.15 < len(first & second) / 300 < 0.35


def test_a_premise_is_known_in_other_characters():
    """Ligatures, full-width letters, typographic marks and capitals make no other premise."""
    for other in ("A ﬁsherman’s boat", "Ａ fisherman's BOAT.", "a fisherman s boat !"):
        assert leak_key(other) == leak_key("A fisherman's boat.")
    assert leak_key("A fisherman's boats.") != leak_key("A fisherman's boat.")
    assert leak_key("...") != leak_key("?")
