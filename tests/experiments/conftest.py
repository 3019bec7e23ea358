from __future__ import annotations

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
def learned(monkeypatch):
    """What was really trained, and on what."""
    seen = []
    learn = trainings.learn

    def spy(*given):
        seen.append(given)
        return learn(*given)

    monkeypatch.setattr(trainings, "learn", spy)
    return seen
