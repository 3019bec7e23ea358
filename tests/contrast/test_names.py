"""Contrasts in words: every one of the suites has a name of its own."""

from __future__ import annotations

import pytest

from litgen.contrast.names import named
from litgen.contrast.suites import load_suites


@pytest.mark.parametrize(
    ("contrast", "name"),
    [
        ("future;past", "Future, then past"),
        ("past+cleft;future+cleft", "Past, then future, both with cleft"),
        ("original;negation", "Negation in the hypothesis"),
        ("may;original", "‘May’ in the premise"),
        ("passive;passive", "Passive on both sides"),
        (
            "hypothesis+under:the+preterite+manage-to;under:the+preterite",
            "‘Manage to’, then plain (from the hypothesis)",
        ),
        (
            "ongoing+under:the+frame:knows-that;premise+ongoing+under:the",
            "‘Knows that’, then plain",
        ),
        (
            "under:the+activity+present-perfect;premise+under:the+preterite",
            "Present perfect, then simple past (activity)",
        ),
        ("hypothesis;premise", "Sides exchanged"),
        ("drop:NOUN;drop:NOUN", "Without NOUN on both sides"),
        ("my-own-rule;original", "My own rule in the premise"),
        ("not + a ; contrast ; at all", "not + a ; contrast ; at all"),
    ],
)
def test_names(contrast: str, name: str) -> None:
    assert named(contrast).name == name


def test_every_contrast_has_a_name_of_its_own() -> None:
    contrasts = {str(each) for suite in load_suites().values() for each in suite.all}
    by_name: dict[str, list[str]] = {}
    for contrast in contrasts:
        words = named(contrast)
        assert words.gloss and words.example, contrast
        by_name.setdefault(words.name, []).append(contrast)
    assert {name: some for name, some in by_name.items() if len(some) > 1} == {}
