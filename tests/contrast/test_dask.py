"""The same bytes from a Dask cluster: a scheduler and two workers on this machine."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from conftest import environment, run

distributed = pytest.importorskip("distributed")


@pytest.fixture
def cluster(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    for name, value in environment().items():
        monkeypatch.setitem(os.environ, name, value)
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
    ) as cluster:
        yield cluster


def test_a_cluster_writes_the_same_bytes(
    tmp_path: Path, write_pairs: Callable[..., Path], cluster: Any
) -> None:
    path = write_pairs(600)
    address = cluster.scheduler_address
    there = run(path, "-o", tmp_path / "there", "--scheduler", address)
    assert there.returncode == 0, there.stderr
    assert run(path, "-o", tmp_path / "here").returncode == 0
    for name in ("contrast.jsonl", "manifest.json", "README.md"):
        assert (tmp_path / "there" / name).read_bytes() == (tmp_path / "here" / name).read_bytes()


def test_no_scheduler_answers(tmp_path: Path, write_pairs: Callable[..., Path]) -> None:
    result = run(write_pairs(), "-o", tmp_path / "out", "--scheduler", "tcp://127.0.0.1:9")
    assert result.returncode == 1
    assert "no Dask scheduler answers at tcp://127.0.0.1:9" in result.stderr
    assert "Traceback" not in result.stderr
