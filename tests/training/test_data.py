"""What a model learns from, and what it must not."""

from __future__ import annotations

import pytest

from litgen.data.splitting import premises_of
from litgen.exceptions import DataError
from litgen.training.data import Reading, gather
from tests.training.examples import write_pairs


def test_split_by_premise(tmp_path):
    data = gather([str(write_pairs(tmp_path / "a.jsonl"))], share=0.3)
    assert len(data.train) + len(data.validation) == 60
    assert data.validation
    assert not premises_of(data.train) & premises_of(data.validation)
    assert data.counts["pairs"] == {"train": len(data.train), "validation": len(data.validation)}


def test_premises_of_a_test_set_are_left_out_and_counted(tmp_path):
    train, test = write_pairs(tmp_path / "a.jsonl"), write_pairs(tmp_path / "t.jsonl", 6, 10)
    data = gather([str(train)], exclude=[str(test)])
    kept_out = premises_of(gather([str(test)]).train)
    assert not premises_of(data.train) & kept_out
    assert data.counts["left out"] == {"premise to be kept out": 60 - len(data.train)} != {}


def test_premises_of_the_validation_set_are_left_out(tmp_path):
    train, held = write_pairs(tmp_path / "a.jsonl"), write_pairs(tmp_path / "v.jsonl", 6)
    data = gather([str(train)], validation=[str(held)], share=0.5)
    assert len(data.validation) == 6
    assert len(data.train) == 54
    assert data.counts["left out"] == {"premise to validate on": 6}


def test_the_validation_share_is_independent_of_another_split(tmp_path):
    """Else whoever holds out a fifth first would have nothing left to validate on."""
    from litgen.data.splitting import in_share

    data = gather([str(write_pairs(tmp_path / "a.jsonl", 300))], share=0.2)
    rest = [pair for pair in data.validation if not in_share(pair.premise, 0.2)]
    assert len(rest) > len(data.validation) / 2


def test_nothing_left(tmp_path):
    file = str(write_pairs(tmp_path / "a.jsonl", 6))
    with pytest.raises(DataError, match=r"no pair is left to learn from.*6 premise to be kept out"):
        gather([file], exclude=[file])
    with pytest.raises(DataError, match="no pair is left to validate on"):
        gather([file], share=1e-9)


def test_faults_are_skipped_and_counted_on_request(tmp_path):
    file = write_pairs(tmp_path / "a.jsonl", 6)
    file.write_text(file.read_text() + '{"premise": "half\n')
    with pytest.raises(DataError, match=r"a\.jsonl:7: broken JSON"):
        gather([str(file)])
    data = gather([str(file)], reading=Reading(on_error="skip"))
    assert data.counts["left out"] == {"broken JSON": 1}
