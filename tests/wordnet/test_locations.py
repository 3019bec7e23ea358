"""Where WordNet is found, what is said where it is not, and how it is fetched."""

from __future__ import annotations

import shutil
import zipfile
from pathlib import Path

import pytest

from litgen.cli import run
from litgen.exceptions import LitgenError
from litgen.fetching import FetchError
from litgen.wordnet import find_wordnet, load_wordnet, setup
from litgen.wordnet.locations import BY_HAND
from tests.wordnet.tiny import write_tiny


def zipped(folder: Path, path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(path, "w") as archive:
        for file in sorted(folder.iterdir()):
            archive.write(file, f"wordnet/{file.name}")
    return path


def test_none(bare: Path) -> None:
    assert find_wordnet() is None
    with pytest.raises(
        LitgenError, match="WordNet is not installed: run litgen doctor --fetch wordnet"
    ):
        load_wordnet()


@pytest.mark.parametrize("below", ["", "dict", "usr/share/wordnet", "corpora/wordnet"])
def test_a_folder_that_is_named(bare: Path, monkeypatch: pytest.MonkeyPatch, below: str) -> None:
    write_tiny(bare / "named" / below)
    monkeypatch.setenv("LITGEN_WORDNET", str(bare / "named"))
    place = find_wordnet()
    assert place is not None
    assert place.path == bare / "named" / below
    assert load_wordnet().senses("dog", "n")[0].lemmas == ("dog", "domestic dog")


def test_a_named_folder_without_one(bare: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_tiny(bare / "named")
    (bare / "named" / "data.verb").unlink()
    monkeypatch.setenv("LITGEN_WORDNET", str(bare / "named"))
    with pytest.raises(LitgenError, match=r"contains no WordNet \(missing: data.verb\)"):
        find_wordnet()


def test_nltk_folder_and_zip(bare: Path) -> None:
    write_tiny(bare / "files", lexnames=True)
    path = zipped(bare / "files", bare / "nltk_data" / "corpora" / "wordnet.zip")
    place = find_wordnet()
    assert place is not None
    assert (place.path, place.source) == (path, "NLTK's data")
    assert load_wordnet().senses("kid", "n")[0].count("kid") == 8
    write_tiny(bare / "nltk_data" / "corpora" / "wordnet")
    place = find_wordnet()
    assert place is not None
    assert place.path == bare / "nltk_data" / "corpora" / "wordnet"


@pytest.mark.parametrize("file", ["data.noun", "data.adj", "index.noun"])
def test_a_damaged_one(bare: Path, monkeypatch: pytest.MonkeyPatch, file: str) -> None:
    path = write_tiny(bare / "named") / file
    content = path.read_bytes()
    path.write_bytes(content[: len(content) * 2 // 3])
    monkeypatch.setenv("LITGEN_WORDNET", str(bare / "named"))
    with pytest.raises(LitgenError, match="this WordNet is damaged"):
        load_wordnet()


@pytest.mark.parametrize("content", [b"", b"\0\xff" * 5000])
def test_a_file_of_rubbish(bare: Path, monkeypatch: pytest.MonkeyPatch, content: bytes) -> None:
    (write_tiny(bare / "named") / "data.adj").write_bytes(content)
    monkeypatch.setenv("LITGEN_WORDNET", str(bare / "named"))
    with pytest.raises(LitgenError, match="this WordNet is damaged"):
        load_wordnet()


@pytest.fixture
def served(bare: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """NLTK's archive at an address that can be fetched."""
    path = zipped(write_tiny(bare / "files"), bare / "published" / "wordnet.zip")
    monkeypatch.setattr(setup, "URL", path.as_uri())
    return path


def test_setup_fetches_once(served: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["doctor", "--fetch", "wordnet"]) == 0
    assert "WordNet 3.0 fetched: " in capsys.readouterr().out
    served.unlink()
    assert run(["doctor", "--fetch", "wordnet"]) == 0
    assert "WordNet 3.0 found: " in capsys.readouterr().out
    assert load_wordnet().senses("dog", "n")


def test_setup_fixes_what_it_wrote(served: Path, bare: Path) -> None:
    setup.install()
    damaged = bare / "cache" / "wordnet" / "wordnet" / "data.noun"
    damaged.write_bytes(damaged.read_bytes()[:200])
    assert "fetched" in setup.install()[0]


def test_setup_takes_what_debian_has(bare: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where NLTK's server cannot be reached; the tools are stood in for by two small scripts."""
    monkeypatch.setattr(setup, "URL", (bare / "nowhere.zip").as_uri())
    write_tiny(bare / "files")
    tools = bare / "tools"
    tools.mkdir()
    (tools / "apt-get").write_text("#!/bin/sh\ntouch wordnet-base_1_all.deb\n")
    (tools / "dpkg-deb").write_text(
        f"#!/bin/sh\nmkdir -p $3/usr/share && cp -r {bare / 'files'} $3/usr/share/wordnet\n"
    )
    for tool in tools.iterdir():
        tool.chmod(0o755)
    monkeypatch.setenv("PATH", str(tools), prepend=":")
    assert "fetched" in setup.install()[0]


def test_setup_offline(
    bare: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(setup, "URL", (bare / "nowhere.zip").as_uri())
    monkeypatch.setattr(shutil, "which", lambda _: None)
    with pytest.raises(FetchError) as caught:
        setup.install()
    assert BY_HAND in str(caught.value)
    assert "apt-get, which would download Debian's wordnet-base, is not installed" in str(
        caught.value
    )
    assert run(["doctor", "--fetch", "wordnet"]) == 1
    assert len(capsys.readouterr().err.splitlines()) == 1
    assert find_wordnet() is None
