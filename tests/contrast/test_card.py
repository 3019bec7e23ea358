"""The folder loads with the ``datasets`` library, as its card says."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from litgen.contrast.pipeline import build
from litgen.options import Options

datasets = pytest.importorskip("datasets")


@pytest.mark.usefixtures("fake_registry")
def test_load_dataset(
    tmp_path: Path, write_pairs: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HF_HOME", str(tmp_path / "hub"))
    manifest = build(write_pairs(9), tmp_path / "out", Options(rank="none"))
    loaded = datasets.load_dataset(str(tmp_path / "out"), cache_dir=str(tmp_path / "cache"))
    assert loaded["test"].num_rows == manifest["records"]
    assert {"premise", "hypothesis", "label"} <= set(loaded["test"].column_names)
