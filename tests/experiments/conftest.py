from __future__ import annotations

import pytest

from tests.experiments import accent


@pytest.fixture(autouse=True)
def _accent(monkeypatch):
    accent.install(monkeypatch)


@pytest.fixture
def pairs(tmp_path):
    return accent.write_pairs(tmp_path / "pairs.jsonl")
