"""Models of a hub that does not answer cost no waiting."""

from __future__ import annotations

import socket
import threading
import time

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
    with pytest.raises(OSError, match="does not provide it"):
        hub.load_cached_or_fetch("owner/model", load)


def test_a_folder_is_not_looked_for_on_the_hub(monkeypatch, tmp_path):
    monkeypatch.setattr(hub, "hub_has", lambda name: pytest.fail("the hub was asked"))
    with pytest.raises(OSError, match="not cached"):
        hub.load_cached_or_fetch(str(tmp_path), load)


@pytest.fixture
def online(monkeypatch):
    for switch in ("HF_HUB_OFFLINE", "TRANSFORMERS_OFFLINE"):
        monkeypatch.delenv(switch, raising=False)
    monkeypatch.setenv("no_proxy", "127.0.0.1")


def test_a_silent_hub_costs_no_more_than_its_patience(monkeypatch, online):
    with socket.socket() as silent:  # accepts and never answers
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        monkeypatch.setenv("HF_ENDPOINT", f"http://127.0.0.1:{silent.getsockname()[1]}")
        started = time.monotonic()
        assert hub.hub_has("owner/model", 0.3) is False
        assert time.monotonic() - started < 2


@pytest.mark.parametrize(("status", "has"), [("200 OK", True), ("403 Forbidden", False)])
def test_a_hub_that_answers(monkeypatch, online, status, has):
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        server.listen()

        def serve():
            connection, _ = server.accept()
            connection.recv(4096)
            connection.sendall(f"HTTP/1.1 {status}\r\nContent-Length: 0\r\n\r\n".encode())
            connection.close()

        threading.Thread(target=serve, daemon=True).start()
        monkeypatch.setenv("HF_ENDPOINT", f"http://127.0.0.1:{server.getsockname()[1]}")
        assert hub.hub_has("owner/model", 2) is has


def test_the_offline_switch_is_obeyed(monkeypatch):
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    monkeypatch.setattr(hub.urllib.request, "urlopen", lambda *a, **k: pytest.fail("asked"))
    assert hub.hub_has("owner/model") is False
