"""The parts of an analysis: words, shape, baselines, substitutions, types of sentences."""

from __future__ import annotations

import math
import random
from collections import Counter

import pytest

from litgen.analysis.baselines import folds_of, run_baselines
from litgen.analysis.sentence_types import SentenceType, Typed, read_types
from litgen.analysis.words import SMOOTHING, Spread, by_label, compare, count_words, shape_of
from litgen.data import Pair
from litgen.data.splitting import split_keys
from litgen.statistics.intervals import wilson
from tests.analysis.makers import make_pairs

E, C, N = "entailment", "contradiction", "neutral"


def hypotheses(**numbers: tuple[int, int, int]) -> list[tuple[str, str, str]]:
    """Hypotheses of one word each, so many of each label, each of a pair of its own."""
    return [
        (f"{word} {word}", label, f"{word} {label} {at}")
        for word, each in numbers.items()
        for label, number in zip((E, C, N), each, strict=True)
        for at in range(number)
    ]


def test_mutual_information_worked_out_by_hand() -> None:
    counts = count_words(hypotheses(nobody=(0, 30, 0), man=(60, 30, 60)))
    assert counts.labels == {E: 60, C: 60, N: 60}
    first = counts.artefacts()[0]
    assert (first.word, first.label, first.share.hits, first.share.n) == ("nobody", C, 30, 30)
    # A word counts once a hypothesis; SMOOTHING hypotheses with the base shares are added to it.
    assert first.pmi == pytest.approx(math.log((30 + SMOOTHING / 3) / (30 + SMOOTHING) / (1 / 3)))
    # Two words with three labels each: an interval at the sixth part of the level.
    low, high = wilson(30, 30, 1 - 0.05 / 6)
    assert (first.share.low, first.share.high) == pytest.approx((low, high))
    assert first.gives_away
    assert not any(each.gives_away for each in counts.artefacts() if each.word == "man")


def test_rare_words_are_not_looked_at() -> None:
    counts = count_words(hypotheses(nobody=(0, 9, 0), man=(30, 30, 30)))
    assert {each.word for each in counts.artefacts()} == {"man"}


def test_contrast_pairs_of_one_original_are_no_independent_observations() -> None:
    """*medical* in eighteen contrast pairs of one neutral pair is one observation, not eighteen."""
    others = hypotheses(man=(40, 40, 40))
    counts = count_words([*others, *[("medical", N, "p1")] * 18])
    assert "medical" not in {each.word for each in counts.artefacts()}
    # Nine of each of four originals are worth four; one of each of 36 are worth 36.
    several = [("medical", N, f"p{at % 4}") for at in range(36)]
    assert count_words([*others, *several]).effective("medical") == 4
    counts = count_words([*others, *[("medical", N, f"p{at}") for at in range(36)]])
    assert counts.effective("medical") == 36
    assert counts.giving() == ["medical"]


def test_labels_drawn_by_lot_give_no_word_away() -> None:
    """All words are tested together: of twenty such data sets hardly one has such a word."""
    found = 0
    for seed in range(20):
        pairs = make_pairs(1500, seed=seed)
        words = count_words((pair.hypothesis, pair.label, pair.id) for pair in pairs)
        found += any(each.gives_away for each in words.artefacts())
    assert found <= 1


def test_shape() -> None:
    pairs = [
        Pair("1", "A man rides a bike.", "The man isn't riding!", E),
        Pair("2", "Two dogs.", "two DOGS", N),
        Pair("3", "Dogs.", "...", N),
    ]
    shape = shape_of(pairs)
    assert shape.premise.tolist() == [5, 2, 1]
    assert shape.hypothesis.tolist() == [4, 2, 0]
    assert shape.overlap.tolist() == [0.25, 1.0, 0.0]
    spreads = by_label(shape.pair, pairs)
    assert (spreads["all"].n, spreads[N].mean, spreads[C].n) == (3, 2.5, 0)
    assert Spread.of(shape.premise)[:3] == pytest.approx((3, 8 / 3, 1.6997), abs=1e-4)


def test_substitutions() -> None:
    changes = compare(
        [
            ("A man rides.", "A man will ride."),
            ("A dog rides.", "A dog will ride."),
            ("It is late.", "It is late."),
            ("Dogs run.", "Dogs run fast."),
        ]
    )
    assert changes.substitutions == Counter({("rides", "will ride"): 2, ("–", "fast"): 1})
    assert (changes.changed, changes.sentences) == (3, 4)


def test_folds_are_of_premises_and_alike() -> None:
    pairs = make_pairs(900)
    folds = folds_of(split_keys(pairs))
    by_premise: dict[str, set[int]] = {}
    for pair, fold in zip(pairs, folds.tolist(), strict=True):
        by_premise.setdefault(pair.premise, set()).add(fold)
    assert all(len(each) == 1 for each in by_premise.values())
    assert min(Counter(folds.tolist()).values()) > 120
    turned = folds_of(split_keys(pairs[::-1]))[::-1]
    assert (turned == folds).all()


def test_baselines_find_a_cue_and_nothing_where_there_is_none() -> None:
    pytest.importorskip("xgboost")
    for cue, least, most in ((0.6, 0.6, 0.85), (0.0, 0.25, 0.42)):
        pairs = make_pairs(1200, cue)
        found = {each.key: each.accuracy for each in run_baselines(pairs, shape_of(pairs))}
        assert least < found["hypothesis"].value < most
        assert 0.25 < found["overlap"].value < 0.42
        assert 0.3 < found["majority"].value < 0.4
        assert found["hypothesis"].n == 1200


def test_the_most_frequent_label_is_that_of_all_pairs() -> None:
    """The most frequent label elsewhere is rare in a fold where labels are about as frequent."""
    pytest.importorskip("xgboost")
    pairs = [pair._replace(label=(E, C, N)[at % 3]) for at, pair in enumerate(make_pairs(1200))]
    found = {each.key: each.accuracy for each in run_baselines(pairs, shape_of(pairs))}
    assert found["majority"].hits == 400


def test_what_was_learned_of_a_premise_does_not_help() -> None:
    """The premise tells the label, but only to whom it was met before."""
    pytest.importorskip("xgboost")
    draw = random.Random(0)
    labels = [draw.choice((E, C, N)) for _ in range(100)]
    pairs = [
        Pair(str(at), f"Place{at // 9} again.", f"A man {at % 7}.", labels[at // 9])
        for at in range(900)
    ]
    found = {each.key: each.accuracy.value for each in run_baselines(pairs, shape_of(pairs))}
    assert found["both"] < 0.5


def test_what_was_learned_of_an_original_does_not_help_with_its_contrast_pairs() -> None:
    """The hypothesis tells the label, but only to whom it met the original."""
    pytest.importorskip("xgboost")
    draw = random.Random(0)
    pairs = []
    for at in range(300):
        original = f"Place {at} is here."
        label = draw.choice((E, C, N))
        words = " ".join(f"w{draw.randrange(40)}" for _ in range(4))
        for step in ("", "will ", "may ", "did "):
            made = {"original_premise": original} if step else {}
            premise = f"{step}{at} {original}"
            pairs.append(Pair(f"{at}{step}", premise, f"{step}{words}.", label, made))
    pairs = [each._replace(premise=each.premise.partition(" ")[2]) if not each.source else each
             for each in pairs]  # fmt: skip
    found = {each.key: each.accuracy.value for each in run_baselines(pairs, shape_of(pairs))}
    assert found["hypothesis"] < 0.45


def test_a_length_that_tells_the_label() -> None:
    pytest.importorskip("sklearn")
    pairs = [
        pair._replace(hypothesis=pair.hypothesis + " and so on" * (pair.label == N))
        for pair in make_pairs(600)
    ]
    found = {each.key: each.accuracy.value for each in run_baselines(pairs, shape_of(pairs))}
    assert found["length"] > 0.6 > found["overlap"] > found["majority"]


def test_types_are_counted_in_the_order_of_the_sentences() -> None:
    """A set would count them in an order that differs from run to run."""
    modals = [f"modal {at}" for at in range(20)]
    typed = Typed({modal: SentenceType(modal=modal) for modal in modals}, Counter())
    counts = typed.tally([*modals, *modals])
    assert [name for name in counts if name.startswith("modal: m")] == [
        f"modal: {modal}" for modal in modals
    ]
    assert counts["read"] == len(modals)


@pytest.mark.slow
def test_types_of_sentences() -> None:
    texts = {
        "A man is riding a bike.": SentenceType("present", "progressive"),
        "Two dogs ran.": SentenceType("past"),
        "The woman will have eaten.": SentenceType("future", "perfect"),
        "A boy may be playing.": SentenceType("present", "progressive", modal="may"),
        "The bike was stolen by the man.": SentenceType("past", passive=True),
        "It is a man who is riding.": SentenceType("present", "progressive", cleft=True),
        "The man does not sleep.": SentenceType("present", negated=True),
        "No man sleeps.": SentenceType("present", negated=True),
        "Is the man riding a bike?": SentenceType("present", "progressive", force="question"),
        "Dogs running in the park.": SentenceType("none", "progressive", caption=True),
    }  # fmt: skip
    typed = read_types([*texts, "", " ", *texts])
    assert dict(typed.types) == texts
    assert typed.declined == {"parse.empty": 2}
    counts = typed.tally(texts)
    assert (counts["read"], counts["passive"], counts["modal: may"]) == (10, 1, 1)
    assert typed.tense_pairs(
        [Pair("1", "Two dogs ran.", "A man is riding a bike.", E)] * 2
    ) == {("past", "present"): 2}  # fmt: skip
    assert typed.labels([Pair("1", "", "No man sleeps.", C)])["negated"] == {C: 1}
