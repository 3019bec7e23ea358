"""Pairs that a tiny model can learn, as a file."""

from __future__ import annotations

import json
from pathlib import Path

CUES = {"entailment": "outside", "contradiction": "not", "neutral": "big"}


def write_pairs(path: Path, number: int = 60, begin: int = 0) -> Path:
    """Three pairs a premise; a word of the hypothesis gives the label away."""
    rows = [
        {"id": f"p{i}", "premise": f"a man {'rides ' * (i // 3 % 4)}sleeps {i // 3}",
         "hypothesis": f"the {'dog ' * (i % 5)}is {CUES[label]}", "label": label}
        for i in range(begin, begin + number)
        for label in [list(CUES)[i % 3]]
    ]  # fmt: skip
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path
