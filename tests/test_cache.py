from __future__ import annotations

from pathlib import Path

from litgen.cache import cache_dir


def test_own_variable_comes_first(monkeypatch, tmp_path):
    monkeypatch.setenv("LITGEN_CACHE", str(tmp_path / "own"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache_dir() == tmp_path / "own"


def test_then_the_desktop_variable_then_home(monkeypatch, tmp_path):
    monkeypatch.delenv("LITGEN_CACHE", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache_dir() == tmp_path / "litgen"
    monkeypatch.delenv("XDG_CACHE_HOME")
    assert cache_dir() == Path.home() / ".cache" / "litgen"
