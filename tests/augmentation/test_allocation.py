"""How many of each contrast and label: balances hold, and what is free is shared out evenly."""

from __future__ import annotations

import random

import pytest

from litgen.augmentation.allocation import Cell, allocate
from litgen.augmentation.options import cues_of, with_controls
from litgen.contrast.notation import expand
from litgen.contrast.policy import load_policy

E, C, N = "entailment", "contradiction", "neutral"
THIRDS = {E: 1 / 3, C: 1 / 3, N: 1 / 3}


def cells(**numbers: tuple[int, int, int]) -> dict[Cell, int]:
    """Cells by contrast, ``_`` for ``;``: pairs of entailment, contradiction, neutral."""
    return {
        Cell(name.replace("_", ";"), label): number
        for name, each in numbers.items()
        for label, number in zip((E, C, N), each, strict=True)
    }


def cues(available: dict[Cell, int]) -> dict[str, frozenset[tuple[str, str]]]:
    return {cell.contrast: cues_of(*expand(cell.contrast)) for cell in available}


def total(taken: dict[Cell, int], **which: str) -> int:
    return sum(
        number
        for cell, number in taken.items()
        if all(getattr(cell, name) == value for name, value in which.items())
    )


LIT = cells(
    past_future=(0, 0, 386), future_past=(0, 0, 394), past_past=(214, 200, 205),
    future_future=(225, 208, 208), may_original=(0, 0, 724), may_may=(238, 0, 230),
    cleft_cleft=(187, 194, 193), passive_passive=(6, 4, 2),
)  # fmt: skip


def test_everything_where_nothing_is_asked_for() -> None:
    assert allocate(LIT, THIRDS, {}) == LIT


def test_cues_give_no_label_away_on_either_side() -> None:
    taken = allocate(LIT, THIRDS, cues(LIT), balance=["cues"])
    assert all(taken[cell] <= LIT[cell] for cell in LIT)
    for side in ("premise", "hypothesis"):
        for step in ("past", "future", "cleft", "passive"):
            labels = by_label(taken, (side, step))
            assert min(labels) > 0
            assert max(labels) - min(labels) <= 3, (side, step, labels)
    # The neutral pairs that tense takes do not all come from a contrast that keeps labels.
    for contrast in ("cleft;cleft", "past;past", "future;future"):
        kept, neutral = (total(taken, contrast=contrast, label=label) for label in (E, N))
        assert kept / 3 - 1 <= neutral <= kept


def test_a_cue_that_never_contradicts_is_left_out() -> None:
    """*may* in the premise: neutral and entailment only. Half and half would still tell."""
    taken = allocate(LIT, THIRDS, cues(LIT), balance=["cues"])
    assert total(taken, contrast="may;original") == total(taken, contrast="may;may") == 0
    assert total(taken, contrast="past;future") > 0


def test_a_cue_is_bound_to_its_side() -> None:
    """A cue of the premise is not balanced by pairs that have it in the hypothesis."""
    available = cells(past_original=(0, 0, 90), original_past=(90, 90, 90), past_past=(9, 9, 9))
    taken = allocate(available, THIRDS, cues(available), balance=["cues"])
    for side in ("premise", "hypothesis"):
        labels = by_label(taken, (side, "past"))
        assert max(labels) - min(labels) <= 2, (side, labels)
    assert total(taken, contrast="original;past") == 270


def test_neutral_pairs_of_compositions_do_not_come_from_a_contrast_that_keeps_labels() -> None:
    """Else *cleft* alone would mean neutral wherever no tense is changed."""
    available = LIT | {
        Cell(name, label): number
        for name, numbers in {
            "past+cleft;future+cleft": (0, 0, 342),
            "past+cleft;past+cleft": (170, 169, 169),
            "future+cleft;future+cleft": (173, 171, 167),
        }.items()
        for label, number in zip((E, C, N), numbers, strict=True)
    }
    taken = allocate(available, THIRDS, cues(available), balance=["cues"])
    of_cleft = [total(taken, contrast="cleft;cleft", label=label) for label in (E, C, N)]
    assert min(of_cleft) == max(of_cleft) > 100


def by_label(taken: dict[Cell, int], cue: tuple[str, str]) -> list[int]:
    """Of the pairs with a cue, how many are of each label."""
    return [
        sum(
            n
            for cell, n in taken.items()
            if cell.label == label and cue in cues(LIT | taken)[cell.contrast]
        )
        for label in (E, C, N)
    ]


def test_a_cue_with_one_label_only_is_left_out() -> None:
    available = cells(may_original=(0, 0, 100), past_past=(10, 10, 10))
    taken = allocate(available, THIRDS, cues(available), balance=["cues"])
    assert total(taken, contrast="may;original") == 0
    assert total(taken, contrast="past;past") == 30


def test_shares_of_the_originals_are_kept() -> None:
    available = cells(past_past=(900, 900, 900))
    shares = {E: 0.5, C: 0.3, N: 0.2}
    taken = allocate(available, shares, {}, balance=["label"], size=1000)
    assert [taken[Cell("past;past", label)] for label in (E, C, N)] == [500, 300, 200]


def test_contrasts_are_even_as_far_as_they_go() -> None:
    taken = allocate(LIT, THIRDS, {}, balance=["contrast"], size=800)
    numbers = {name: total(taken, contrast=name) for name in cues(LIT)}
    assert sum(numbers.values()) == 800
    assert numbers.pop("passive;passive") == 12
    assert max(numbers.values()) - min(numbers.values()) <= 2


def test_size_without_balance_is_a_like_share_of_everything() -> None:
    taken = allocate(LIT, THIRDS, {}, size=sum(LIT.values()) // 2)
    assert sum(taken.values()) == sum(LIT.values()) // 2
    assert all(abs(taken[cell] - LIT[cell] / 2) <= 1 for cell in LIT)


def test_cues_and_contrasts_together() -> None:
    taken = allocate(LIT, THIRDS, cues(LIT), balance=["cues", "contrast"], size=700)
    assert 690 <= sum(taken.values()) <= 700
    changing = [total(taken, contrast=c) for c in ("past;future", "future;past")]
    assert min(changing) > 40
    assert max(changing) - min(changing) <= 2
    assert total(taken, contrast="passive;passive") == 6  # all that has two neutral ones beside it


@pytest.mark.parametrize("seed", range(8))
def test_any_table_can_be_balanced(seed: int) -> None:
    """Random tables, empty cells among them: never more than there is, never an error."""
    draw = random.Random(seed)
    names = ("past_past", "past_future", "may_original", "cleft_cleft", "future_future")
    available = cells(
        **{
            name: (draw.choice([0, 1, 7, 400]), draw.choice([0, 3, 90]), draw.randrange(500))
            for name in draw.sample(names, 4)
        }
    )
    for balance in (["cues"], ["label", "contrast"], ["cues", "contrast"]):
        for size in (None, 0, 50):
            taken = allocate(available, THIRDS, cues(available), balance=balance, size=size)
            assert all(0 <= taken[cell] <= number for cell, number in available.items())
            assert size is None or sum(taken.values()) <= size


def test_controls_stand_beside_what_does_not_keep_labels() -> None:
    policy = load_policy()
    for text, controls in {
        "past;past": [],
        "cleft;cleft": [],
        "past;future": ["past;past", "future;future"],
        "may;original": ["may;may"],
        "original;cleft": ["cleft;cleft"],
        "past+cleft;future+cleft": ["past+cleft;past+cleft", "future+cleft;future+cleft"],
        "hypothesis;premise": [],
    }.items():
        assert [str(each) for each in with_controls(expand(text), policy)] == [text, *controls]
