from __future__ import annotations

from collections import OrderedDict
from pathlib import Path

from litgen.cache import cache_dir, remembered


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


def test_what_is_remembered_is_made_once_and_the_oldest_goes():
    made = []

    def lengths(words):
        made.append(list(words))
        return map(len, words)

    kept = OrderedDict()
    assert remembered(kept, ["a", "bb", "a"], lengths, most=2) == [1, 2, 1]
    assert remembered(kept, ["bb", "ccc"], lengths, most=2) == [2, 3]
    assert list(kept) == ["bb", "ccc"]
    assert remembered(kept, ["a", "bb", "ccc", "a"], lengths, most=2) == [1, 2, 3, 1]
    assert made == [["a", "bb"], ["ccc"], ["a"]]


def test_nothing_new_asks_for_nothing():
    assert remembered(OrderedDict(a=1), ["a"], lambda new: 1 / 0, most=1) == [1]
