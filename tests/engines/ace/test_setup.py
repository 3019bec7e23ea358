from __future__ import annotations

import bz2
import http.server
import io
import tarfile
import threading

import pytest

from litgen import cli, fetching
from litgen.engines.ace import releases, setup
from litgen.engines.ace.installation import ACE, GRAMMAR, find_installation, setup_folder
from litgen.engines.ace.releases import Package, Release, Source
from tests.engines.ace.conftest import HEADER


@pytest.fixture
def published(standin, tmp_path, monkeypatch):
    """A server with a release made of the stand-in; the environment names no ACE."""
    folder = tmp_path / "www"
    folder.mkdir()
    program = standin.ace.read_bytes()
    with tarfile.open(folder / "ace-0.9.30.tar.gz", "w:gz") as tar:
        for name, data in (("ace-0.9.30/ace", program), ("ace-0.9.30/LICENSE", b"MIT")):
            info = tarfile.TarInfo(name)
            info.size, info.mode = len(data), 0o755
            tar.addfile(info, io.BytesIO(data))
    (folder / "erg-1214.dat.bz2").write_bytes(bz2.compress(HEADER + bytes(100_000)))
    monkeypatch.delenv(ACE)
    monkeypatch.delenv(GRAMMAR)
    monkeypatch.setattr(setup, "SENTENCE", "The dog barks.")
    monkeypatch.setattr(fetching.time, "sleep", lambda _: None)

    class Handler(http.server.SimpleHTTPRequestHandler):
        def __init__(self, *args):
            super().__init__(*args, directory=str(folder))

        def log_message(self, *_):
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        base = f"http://127.0.0.1:{server.server_port}"
        package = Package(
            "0.9.30", Source(f"{base}/ace-0.9.30.tar.gz"), Source(f"{base}/erg-1214.dat.bz2")
        )
        release = Release("1214", "ERG (1214)", "erg-1214", ("1214",), {"here": package})
        monkeypatch.setattr(releases, "this_machine", lambda: "here")
        monkeypatch.setattr(releases, "releases", lambda: {"1214": release})
        yield folder
        server.shutdown()


def test_fetched_checked_and_used(published, capsys):
    assert cli.run(["doctor", "--fetch", "ace"]) == 0
    out = capsys.readouterr().out
    assert "ERG (1214)" in out and "parses 'The dog barks.'" in out
    found = find_installation()
    assert found.ace == setup_folder("1214") / "ace" and found.how == "from litgen doctor --fetch"
    assert sorted(p.name for p in setup_folder("1214").iterdir()) == [
        "LICENSE", "ace", "ace-0.9.30", "erg.dat",
    ]  # fmt: skip
    (published / "erg-1214.dat.bz2").unlink()
    assert cli.run(["doctor", "--fetch", "ace"]) == 0  # what is there is not fetched again


def test_a_release_that_changed_is_refused(published, capsys):
    assert cli.run(["doctor", "--fetch", "ace"]) == 0
    import shutil

    shutil.rmtree(setup_folder("1214"))
    (published / "erg-1214.dat.bz2").write_bytes(bz2.compress(HEADER + bytes(100_001)))
    assert cli.run(["doctor", "--fetch", "ace"]) == 1
    assert "SHA-256 is" in capsys.readouterr().err
    assert not setup_folder("1214").exists()


def test_offline_says_what_to_put_where(published, capsys):
    (published / "ace-0.9.30.tar.gz").unlink()
    assert cli.run(["doctor", "--fetch", "ace"]) == 1
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert "without a network, put" in error and "downloads" in error


def test_put_there_by_hand(published, monkeypatch):
    downloads = setup_folder("1214").parent / "downloads"
    downloads.mkdir(parents=True)
    for path in published.iterdir():
        path.rename(downloads / path.name)
    assert cli.run(["doctor", "--fetch", "ace"]) == 0


def test_a_damaged_file_put_by_hand_is_told_and_stays(published, capsys):
    downloads = setup_folder("1214").parent / "downloads"
    downloads.mkdir(parents=True)
    for path in list(published.iterdir()):
        path.rename(downloads / path.name)
    image = downloads / "erg-1214.dat.bz2"
    whole = image.read_bytes()
    for damaged in (whole[: len(whole) // 2], bz2.compress(HEADER[:20])):
        image.write_bytes(damaged)
        assert cli.run(["doctor", "--fetch", "ace"]) == 1
        error = capsys.readouterr().err
        assert error.count("\n") == 1 and image.name in error
        assert image.read_bytes() == damaged and not setup_folder("1214").exists()
    image.write_bytes(whole)
    assert cli.run(["doctor", "--fetch", "ace"]) == 0
    assert image.read_bytes() == whole and (downloads / "ace-0.9.30.tar.gz").exists()
    # From now on this is what the address gives, and another file is refused, not deleted.
    (setup_folder("1214") / "erg.dat").unlink()
    image.write_bytes(bz2.compress(HEADER + bytes(100_001)))
    assert cli.run(["doctor", "--fetch", "ace"]) == 1
    assert "was not changed" in capsys.readouterr().err and image.exists()


def test_what_was_put_in_place_and_does_not_work_is_fetched_anew(published, capsys):
    assert cli.run(["doctor", "--fetch", "ace"]) == 0
    (setup_folder("1214") / "erg.dat").write_bytes(b"cut short")
    assert cli.run(["doctor", "--fetch", "ace"]) == 0
    assert find_installation().title == "ERG (1214)"


def test_what_does_not_work_is_said(published, monkeypatch, capsys):
    monkeypatch.setattr(setup, "SENTENCE", "A man is riding a bike.")
    assert cli.run(["doctor", "--fetch", "ace"]) == 1
    assert "does not parse" in capsys.readouterr().err


def test_wrong_usage(published, capsys):
    assert cli.run(["doctor", "--fetch", "ace", "--erg", "1066"]) == 2
    assert "use one of 1214" in capsys.readouterr().err
