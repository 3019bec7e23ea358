"""A transformation that keeps meaning by definition, quick: words written with another accent.

Premises and hypotheses are made of words of one accent (*town*, *runs*); the other accent spells
them otherwise (*toun*, *rons*). A sentence with *stone* in it is declined.
"""

from __future__ import annotations

import json
import random
from pathlib import Path

from litgen.data import Pair
from litgen.transformations.declarations import BUILTIN, Declaration
from litgen.transformations.protocol import Outcome, Variant

CUES = {"entailment": "outside", "contradiction": "nobody", "neutral": "tall"}
WORDS = ("man", "woman", "dog", "cat", "park", "street", "runs", "walks", "eats", "house")


class Accent:
    """Puts every word into the other accent, or back."""

    level = "sentence"

    def __init__(self, name):
        self.name = name

    def apply(self, texts):
        return [self._one(text) for text in texts]

    def _one(self, text):
        if "stone" in text:
            return Outcome(declined="a stone", stage="inapplicable")
        return Outcome((Variant((accented(text),)),))

    def describe(self):
        return {"name": self.name}


def accented(text):
    return " ".join(word.removesuffix("oo") if word.endswith("oo") else word + "oo"
                    for word in text.split())  # fmt: skip


def find(order):
    return Accent(order.name)


def install(monkeypatch):
    declared = Declaration("another accent", "tests.experiments.accent:find",
                           label_class="surface", any_text=True)  # fmt: skip
    monkeypatch.setitem(BUILTIN, "accent", declared)


def make_pairs(number, seed=0):
    """Pairs whose label a word of the hypothesis gives away, three to a premise."""
    draw = random.Random(seed)
    found = []
    for i in range(number):
        premise = f"{WORDS[i // 3 % 10]} {WORDS[i // 30 % 10]} n{i // 3}"
        label = draw.choice(list(CUES))
        cue = CUES[label] if draw.random() < 0.8 else draw.choice(list(CUES.values()))
        stone = "stone" if i % 15 == 0 else draw.choice(WORDS)
        found.append(Pair(f"p{i}", premise, f"{draw.choice(WORDS)} {stone} {cue}", label))
    return found


def write_pairs(path: Path, number=240, seed=0) -> Path:
    rows = [
        {"id": pair.id, "premise": pair.premise, "hypothesis": pair.hypothesis, "label": pair.label}
        for pair in make_pairs(number, seed)
    ]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path
