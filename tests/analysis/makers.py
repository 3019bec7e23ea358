"""Small data sets with and without shortcuts."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from pathlib import Path

from litgen.data import LABELS, Pair

NOUNS = ("man", "woman", "dog", "child", "girl", "boy", "cat", "horse")
VERBS = ("rides", "sleeps", "runs", "eats", "plays", "sings", "waits", "reads")


def make_pairs(number: int, cue: float = 0.0, seed: int = 0) -> list[Pair]:
    """Pairs with random labels; *nobody*, *outdoors*, *tall* tell a label in a share of them."""
    draw = random.Random(seed)
    words = dict(zip(LABELS, ("outdoors", "nobody", "tall"), strict=True))
    pairs = []
    for at in range(number):
        label = draw.choice(LABELS)
        premise = f"A {NOUNS[at // 3 % 8]} {VERBS[at // 24 % 8]} at place {at // 3}."
        hypothesis = f"A {draw.choice(NOUNS)} {draw.choice(VERBS)}"
        if draw.random() < cue:
            hypothesis += f" {words[label]}"
        pairs.append(Pair(f"p{at}", premise, f"{hypothesis}.", label))
    return pairs


def write_pairs(path: Path, pairs: Sequence[Pair]) -> Path:
    """Write pairs as JSON Lines."""
    lines = (
        {"id": p.id, "premise": p.premise, "hypothesis": p.hypothesis, "label": p.label}
        for p in pairs
    )
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return path
