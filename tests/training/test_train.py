"""The baseline through ``boost``."""

from __future__ import annotations

from litgen.models.bow import Boosting
from litgen.training.data import Sources
from litgen.training.train import boost
from tests.training.examples import write_pairs


def test_a_folder_called_bow_is_gone_on_with(tmp_path, monkeypatch):
    """``--model bow -o bow``: what was written there is not what was trained from."""
    monkeypatch.chdir(tmp_path)
    sources = Sources((str(write_pairs(tmp_path / "a.jsonl")),))
    first = boost(sources, "bow", Boosting(rounds=3, min_count=1))
    assert boost(sources, "bow", Boosting(rounds=3, min_count=1)) == first
