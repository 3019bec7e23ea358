"""Models of a hub that does not answer cost no waiting."""

from __future__ import annotations

import pytest

from litgen.neural import hub


def test_local_first(monkeypatch):
    monkeypatch.setattr(hub, "hub_has", lambda name: pytest.fail("the hub was asked"))
    assert hub.load_cached_or_fetch("owner/model", lambda cached: cached) is True


def load(cached):
    if cached:
        raise OSError("not cached")
    return "fetched"


def test_the_hub_is_asked_before_it_is_waited_for(monkeypatch):
    asked = []
    monkeypatch.setattr(hub, "hub_has", lambda name: asked.append(name) or True)
    assert hub.load_cached_or_fetch("owner/model", load) == "fetched"
    assert asked == ["owner/model"]


def test_a_hub_out_of_reach_is_not_waited_for(monkeypatch):
    monkeypatch.setattr(hub, "hub_has", lambda name: False)
    with pytest.raises(OSError, match="not to be had from"):
        hub.load_cached_or_fetch("owner/model", load)


def test_a_folder_is_not_looked_for_on_the_hub(monkeypatch, tmp_path):
    monkeypatch.setattr(hub, "hub_has", lambda name: pytest.fail("the hub was asked"))
    with pytest.raises(OSError, match="not cached"):
        hub.load_cached_or_fetch(str(tmp_path), load)
