"""The judged outputs that the quality model is trained on: their columns, lists and verdicts."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

SCRIPTS = str(Path(__file__).parents[1] / "scripts")


@pytest.fixture
def judged(monkeypatch: pytest.MonkeyPatch):
    pytest.importorskip("pyarrow")
    monkeypatch.syspath_prepend(SCRIPTS)
    import judged

    yield judged
    sys.modules.pop("judged")


def test_a_list_is_read_by_name(judged) -> None:
    rows = judged.read_rows("default")
    assert len(rows) == 2656
    assert sum(row.wrong for row in rows) == 55
    assert {row.corpus for row in rows} == {"snli", "mnli"}
    assert all(row.source and row.output and row.transformation for row in rows)


def test_a_tsv_file_is_read_by_its_columns(judged, tmp_path: Path) -> None:
    path = tmp_path / "new.tsv"
    path.write_text("transformation\tsource\toutput\tverdict\npast\tHe runs.\tHe runned.\tW\n")
    assert judged.read_rows(str(path)) == [
        judged.Row("past", "He runs.", "He runned.", "W", "mnli")
    ]


def test_an_unknown_list_is_refused_in_one_line(judged) -> None:
    message = r"unheard: is neither a file nor a list .*unseen"
    with pytest.raises(SystemExit, match=message) as refused:
        judged.read_rows("unheard")
    assert "\n" not in str(refused.value)


def test_what_is_wrong_with_its_source_counts_as_flawed(judged) -> None:
    source = judged.Row("untouched", "He go.", "He go.", "W", "mnli")
    output = judged.Row("future", "He go.", "He will goes.", "W", "mnli")
    other = judged.Row("past", "He runs.", "He runned.", "W", "mnli")
    found = judged.beside_sources([source, output, other])
    assert [row.verdict for row in found] == ["S", "S", "W"]
