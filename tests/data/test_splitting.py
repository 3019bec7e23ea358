"""Splits by premise."""

from __future__ import annotations

import pytest

from litgen.data import Pair
from litgen.data.splitting import (
    leak_key,
    leaks,
    premise_key,
    premises_of,
    split_by_premise,
    split_keys,
)

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


def pair(identity: str, premise: str, **source: str) -> Pair:
    return Pair(identity, premise, "He moves.", "neutral", source)


@pytest.mark.parametrize(
    "other",
    [
        "the man rides a horse",
        "A man, rides a horse.",
        "A  MAN rides horse .",
        "One man rides a horse",
    ],
)
def test_a_comma_or_an_article_makes_no_other_premise(other):
    for seed in range(20):
        pairs = [pair("1", "A man rides a horse."), pair("2", other), pair("3", "A dog.")]
        assert [pairs[0], pairs[1]] not in split_by_premise(pairs[1:] + pairs[:1], 0.5, seed)
        assert leaks(pairs[1], premises_of(pairs[:1]))
    assert not leaks(pair("4", "The men ride a horse."), premises_of(pairs))


@pytest.mark.parametrize(
    ("original", "contrast"),
    [
        ({}, {"original_premise": "A man is riding a horse."}),
        ({}, {"original_id": "p1"}),  # as litgen augment wrote them up to 0.3
        ({}, {"pair_id": "p1"}),
        ({"captionID": "7.jpg#0"}, {"captionID": "7.jpg#3"}),
    ],
)
def test_a_contrast_pair_stays_with_its_original(original, contrast):
    """Whatever comes between, and whichever is read first."""
    others = [pair(f"q{n}", f"Premise {n}.") for n in range(9)]
    one = pair("p1", "A man is riding a horse.", **original)
    two = pair("p1:past:past", "A man was riding a horse.", **contrast)
    for pairs in ([one, *others, two], [two, *others, one]):
        for seed in range(20):
            rest, held = split_by_premise(pairs, 0.5, seed)
            assert (one in held) == (two in held)
            assert len(rest) + len(held) == 11


def test_contrast_pairs_of_an_original_that_is_not_there_stay_together():
    """litgen augment --replace puts them in its place."""
    made = [pair(f"c{n}", f"Version {n} of it.", original_id="p1") for n in range(9)]
    assert len(set(split_keys(made))) == 1


def test_captions_of_one_image_stay_together():
    snli = [
        Pair(f"{image}.jpg#{caption}r1n", f"Caption {caption} of {image}.", "He moves.", "neutral")
        for image in range(40)
        for caption in range(5)
    ]
    rest, held = split_by_premise(snli, 0.4)
    images = [{each.id.partition("#")[0] for each in part} for part in (rest, held)]
    assert not images[0] & images[1]
    assert len(images[1]) > 5
    assert leaks(snli[0], premises_of(snli[1:2]))


def test_another_seed_is_independent():
    first = {pair.premise for pair in split_by_premise(PAIRS, 0.5)[1]}
    second = {pair.premise for pair in split_by_premise(PAIRS, 0.5, seed="other")[1]}
    assert 0.15 < len(first & second) / 300 < 0.35


def test_a_premise_is_known_in_other_characters():
    """Ligatures, full-width letters, typographic marks and capitals make no other premise."""
    for other in ("A ﬁsherman’s boat", "Ａ fisherman's BOAT.", "a fisherman s boat !"):
        assert premise_key(other) == premise_key("A fisherman's boat.")
    assert premise_key("A fisherman's boats.") != premise_key("A fisherman's boat.")
    assert premise_key("...") != premise_key("?")
    assert leak_key("The boat's in.") == leak_key("the boats in") != leak_key("A boat's in.")
