from __future__ import annotations

import json

import pytest

from litgen.experiments import trainings
from tests.experiments import accent


@pytest.fixture(autouse=True)
def _accent(monkeypatch):
    accent.install(monkeypatch)


@pytest.fixture
def pairs(tmp_path):
    return accent.write_pairs(tmp_path / "pairs.jsonl")


@pytest.fixture
def stones(tmp_path):
    """Pairs that the transformation *accent* leaves as they are."""
    path = tmp_path / "stones.jsonl"
    rows = [{"id": str(i), "premise": f"stone {i}", "hypothesis": "stone", "label": "neutral"}
            for i in range(60)]  # fmt: skip
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


@pytest.fixture
def learned(monkeypatch):
    """What was really trained, and on what."""
    seen = []
    learn = trainings.learn

    def spy(*given):
        seen.append(given)
        return learn(*given)

    monkeypatch.setattr(trainings, "learn", spy)
    return seen
