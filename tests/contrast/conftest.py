"""Runs of ``litgen transform`` over fake transformations, here and in processes of their own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))


@pytest.fixture
def fake_registry(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The registry gives the fake transformations in this process."""
    import contrast_fakes

    from litgen.contrast import toolbox

    contrast_fakes.install(monkeypatch.setattr)
    yield
    toolbox._open.cache_clear()


@pytest.fixture
def write_pairs(tmp_path: Path) -> Callable[..., Path]:
    """Write a file of pairs; premises repeat three times, as in SNLI."""

    def write(number: int = 30, **changes: Any) -> Path:
        path = tmp_path / "pairs.jsonl"
        labels = ("entailment", "neutral", "contradiction")
        with path.open("w", encoding="utf-8") as file:
            for n in range(number):
                row = {
                    "pairID": f"p{n}",
                    "sentence1": f"Man {n // 3} is riding.",
                    "sentence2": f"Thing {n % 7} is there.",
                    "gold_label": labels[n % 3],
                    "genre": "test",
                    **changes.get(f"p{n}", {}),
                }
                file.write(json.dumps(row) + "\n")
        return path

    return write


def command_of(arguments: Sequence[object]) -> list[str]:
    """The command line of ``litgen transform`` with some arguments."""
    return [sys.executable, "-m", "litgen", "transform", *map(str, arguments), "--rank", "none"]


def environment(delay: float = 0.0) -> dict[str, str]:
    """The environment in which the fake transformations stand for the grammar's."""
    return {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(
            filter(None, (str(HERE / "hook"), os.environ.get("PYTHONPATH")))
        ),
        "LITGEN_TEST_DELAY": str(delay),
    }


def run(*arguments: object, delay: float = 0.0) -> subprocess.CompletedProcess[str]:
    """Run ``litgen transform`` to its end."""
    return subprocess.run(
        command_of(arguments), env=environment(delay), capture_output=True, text=True, timeout=120
    )
