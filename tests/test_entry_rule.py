"""``python scripts/entry_rule.py``: what acts too seldom does not enter."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

SCRIPTS = str(Path(__file__).parents[1] / "scripts")
REPAIR = "clause after as read as a compound"


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.syspath_prepend(SCRIPTS)
    import entry_rule

    pairs = tmp_path / "pairs.jsonl"
    sides = {"premise": "A man has a hat.", "hypothesis": "Children watch as a train passes."}
    pairs.write_text(json.dumps({**sides, "label": "neutral"}) + "\n", encoding="utf-8")

    def main(*names: str) -> int:
        monkeypatch.setattr(sys, "argv", ["entry_rule", str(pairs), *names])
        return entry_rule.main()

    yield main
    sys.modules.pop("entry_rule")


def test_what_acts_often_enough_is_let_in(run, capsys) -> None:
    assert run(REPAIR) == 0
    assert capsys.readouterr().out.split() == [
        *["1", "of", "2", "bar", "3", "of", "12,000", "met"], *REPAIR.split()
    ]  # fmt: skip


def test_what_acts_too_seldom_is_not(run, capsys) -> None:
    assert run(REPAIR, "tense.have-got") == 1
    assert "0 of 2  bar 10 of 10,000  MISSED tense.have-got" in capsys.readouterr().out


def test_what_is_neither_file_nor_entry_is_named(run) -> None:
    with pytest.raises(SystemExit, match="not a file, guard or repair: nonsense"):
        run("nonsense")
