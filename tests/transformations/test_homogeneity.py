"""What is said of all or none, and what is an episode or a habit, from sentence to trait."""

from __future__ import annotations

import pytest

from litgen.transformations.traits import TraitReader


@pytest.fixture(scope="module")
def reader() -> TraitReader:
    return TraitReader()


@pytest.mark.parametrize(
    ("text", "homogeneity", "situation"),
    [
        ("The guest ate the soup.", "none", "episode"),
        ("The guests ate the soup.", "subject", "episode"),
        ("Two guests ate the soup.", "subject", "episode"),
        ("Most of the guests ate.", "none", "episode"),
        ("The windows are open.", "subject", "state"),
        ("They are sleeping.", "subject", "episode"),
        ("The water is cold.", "subject", "state"),
        ("The crowd is asleep.", "subject", "state"),
        ("Tom looked at the pictures.", "other", "episode"),
        ("A man is walking with his dogs.", "other", "episode"),
        ("The man with the dogs is asleep.", "none", "state"),
        ("The man is wearing a hat and a coat.", "other", "episode"),
        ("The flag is red and white.", "other", "state"),
        ("Tom likes dogs.", "other", "state"),
        ("The man is riding bikes.", "none", "episode"),
        ("Tom plays chess.", "none", "habit"),
        ("Tom rarely plays chess.", "none", "frequency"),
        ("A man rides a bike.", "none", "caption"),
        ("A dog is dangerous.", "none", "habit"),
        ("A man is outside.", "none", "state"),
        # Of a noun unknown to the dictionary the number is not known, and neither is that of *you*.
        ("The blorfs ate the soup.", None, "episode"),
        ("You are happy.", None, "state"),
    ],
)
def test_traits(reader: TraitReader, text: str, homogeneity: str | None, situation: str) -> None:
    traits = reader.read(text)
    assert (traits["homogeneity"], traits["situation"]) == (homogeneity, situation)
