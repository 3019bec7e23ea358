"""Training pairs, and fake transformations that rewrite them."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "contrast"))

LABELS = ("entailment", "neutral", "contradiction")


@pytest.fixture
def fakes(monkeypatch: pytest.MonkeyPatch) -> None:
    """The registry gives the fake transformations."""
    import contrast_fakes

    contrast_fakes.install(monkeypatch.setattr)


@pytest.fixture
def pairs(tmp_path: Path) -> Callable[..., Path]:
    """Write a file of pairs; premises repeat three times, as in SNLI."""

    def write(number: int = 30, name: str = "train.jsonl", first: int = 0, **row: Any) -> Path:
        path = tmp_path / name
        lines = (
            {
                "pairID": f"p{n}",
                "sentence1": f"Man {n // 3} is riding.",
                "sentence2": f"Thing {n} is there.",
                "gold_label": LABELS[n % 3],
                **row,
            }
            for n in range(first, first + number)
        )
        path.write_text("".join(json.dumps(line) + "\n" for line in lines))
        return path

    return write


def rows_of(folder: Path) -> list[dict[str, Any]]:
    """The rows of an augmented set."""
    return [json.loads(line) for line in (folder / "train.jsonl").read_text().splitlines()]
