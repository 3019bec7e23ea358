from __future__ import annotations

import bz2
import http.server
import io
import tarfile
import threading
import zipfile
from typing import ClassVar

import pytest

from litgen import fetching
from litgen.fetching import FetchError, download
from litgen.files import digest
from litgen.unpacking import decompress, unpack

DATA = bytes(range(256)) * 4000


class Server(http.server.BaseHTTPRequestHandler):
    """Serves DATA; breaks off on demand."""

    breaks: ClassVar[list[int]] = []
    ranges: ClassVar[list[str | None]] = []
    honours_ranges = True

    def do_GET(self):
        asked = self.headers.get("Range")
        self.ranges.append(asked)
        if self.path != "/file":
            self.send_error(404)
            return
        start = int(asked[6:-1]) if asked and self.honours_ranges else 0
        if start >= len(DATA) and start:
            self.send_error(416)
            return
        self.send_response(206 if start else 200)
        self.send_header("Content-Length", str(len(DATA) - start))
        self.end_headers()
        stop = self.breaks.pop(0) if self.breaks else None
        self.wfile.write(DATA[start:stop])

    def log_message(self, *_):
        pass


@pytest.fixture
def server(monkeypatch, tmp_path):
    monkeypatch.setenv("LITGEN_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(Server, "breaks", [])
    monkeypatch.setattr(Server, "ranges", [])
    monkeypatch.setattr(Server, "honours_ranges", True)
    monkeypatch.setattr(fetching.time, "sleep", lambda _: None)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Server) as httpd:
        threading.Thread(target=httpd.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{httpd.server_port}/file"
        httpd.shutdown()


def test_download(server, tmp_path):
    seen = []
    target = tmp_path / "new" / "file"
    assert download(server, target, progress=lambda *each: seen.append(each)) == digest(target)
    assert target.read_bytes() == DATA
    assert seen[-1] == (len(DATA), len(DATA))
    assert not list(target.parent.glob("*.part"))


def test_what_is_there_is_not_fetched_again(server, tmp_path):
    download(server, tmp_path / "file")
    download(server, tmp_path / "file")
    assert len(Server.ranges) == 1


def test_goes_on_where_it_broke_off(server, tmp_path):
    Server.breaks[:] = [1000, 5000]
    download(server, tmp_path / "file")
    assert Server.ranges == [None, "bytes=1000-", "bytes=5000-"]
    assert (tmp_path / "file").read_bytes() == DATA


def test_goes_on_after_a_kill(server, tmp_path):
    (tmp_path / "file.part").write_bytes(DATA[:777])
    download(server, tmp_path / "file")
    assert Server.ranges == ["bytes=777-"]
    assert (tmp_path / "file").read_bytes() == DATA


def test_a_part_that_is_too_long_is_thrown_away(server, tmp_path):
    (tmp_path / "file.part").write_bytes(DATA + b"more")
    download(server, tmp_path / "file")
    assert (tmp_path / "file").read_bytes() == DATA


def test_a_server_without_ranges(server, tmp_path):
    Server.honours_ranges = False
    (tmp_path / "file.part").write_bytes(b"rubbish")
    download(server, tmp_path / "file")
    assert (tmp_path / "file").read_bytes() == DATA


def test_wrong_checksum(server, tmp_path):
    with pytest.raises(FetchError, match="SHA-256 is"):
        download(server, tmp_path / "file", sha256="0" * 64)
    assert not list(tmp_path.glob("file*"))


def test_a_later_fetch_that_differs_is_refused(server, tmp_path, monkeypatch):
    download(server, tmp_path / "first")
    monkeypatch.setattr(f"{__name__}.DATA", DATA[:-1] + b"!")
    with pytest.raises(FetchError, match="was expected"):
        download(server, tmp_path / "second")
    assert not (tmp_path / "second").exists()


def test_not_found_is_not_tried_again(server, tmp_path):
    with pytest.raises(FetchError, match=r"404 .*; put it there"):
        download(server + "s", tmp_path / "file", by_hand="put it there")
    assert len(Server.ranges) == 1


def test_nobody_answers(tmp_path, monkeypatch):
    monkeypatch.setenv("LITGEN_CACHE", str(tmp_path))
    monkeypatch.setattr(fetching.time, "sleep", lambda _: None)
    with pytest.raises(FetchError, match="does not respond"):
        download("http://127.0.0.1:9/file", tmp_path / "file")


def tarball(path, *members):
    with tarfile.open(path, "w:gz") as tar:
        for name, kind in members:
            info = tarfile.TarInfo(name)
            info.type = kind
            info.mode = 0o755
            info.linkname = "/etc/passwd"
            data = b"content" if kind == tarfile.REGTYPE else b""
            info.size = len(data)
            tar.addfile(info, io.BytesIO(data))
    return path


def test_unpack_replaces_an_older_folder(tmp_path):
    (tmp_path / "ace").mkdir()
    (tmp_path / "ace" / "old").touch()
    unpack(tarball(tmp_path / "a.tgz", ("bin/ace", tarfile.REGTYPE)), tmp_path / "ace")
    assert [p.name for p in (tmp_path / "ace").rglob("*")] == ["bin", "ace"]
    assert (tmp_path / "ace" / "bin" / "ace").stat().st_mode & 0o777 == 0o755
    assert sorted(p.name for p in tmp_path.iterdir()) == ["a.tgz", "ace"]


@pytest.mark.parametrize(
    "member",
    [
        ("../evil", tarfile.REGTYPE),
        ("/evil", tarfile.REGTYPE),
        ("a/../../evil", tarfile.REGTYPE),
        ("..\\evil", tarfile.REGTYPE),
        ("C:/evil", tarfile.REGTYPE),
        ("link", tarfile.SYMTYPE),
        ("link", tarfile.LNKTYPE),
        ("device", tarfile.CHRTYPE),
        ("pipe", tarfile.FIFOTYPE),
    ],
)
def test_nothing_lands_outside(tmp_path, member):
    archive = tarball(tmp_path / "a.tgz", ("good", tarfile.REGTYPE), member)
    with pytest.raises(FetchError, match=r"outside|neither"):
        unpack(archive, tmp_path / "into" / "folder")
    assert not (tmp_path / "into" / "folder").exists()
    assert not list((tmp_path).rglob("evil"))


def test_zip(tmp_path):
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as file:
        file.writestr("folder/a.txt", "content")
    unpack(tmp_path / "a.zip", tmp_path / "out")
    assert (tmp_path / "out" / "folder" / "a.txt").read_text() == "content"
    with zipfile.ZipFile(tmp_path / "b.zip", "w") as file:
        file.writestr("../evil", "content")
    with pytest.raises(FetchError, match="outside"):
        unpack(tmp_path / "b.zip", tmp_path / "out")
    assert (tmp_path / "out" / "folder").is_dir()


def test_bombs_and_damage(tmp_path):
    archive = tarball(tmp_path / "a.tgz", ("a", tarfile.REGTYPE))
    with pytest.raises(FetchError, match="more than 3 bytes"):
        unpack(archive, tmp_path / "out", limit=3)
    archive.write_bytes(archive.read_bytes()[:40])
    with pytest.raises(FetchError, match="cannot be unpacked"):
        unpack(archive, tmp_path / "out")
    (tmp_path / "b.bz2").write_bytes(bz2.compress(DATA))
    with pytest.raises(FetchError, match="more than 3 bytes"):
        decompress(tmp_path / "b.bz2", tmp_path / "b", limit=3)
    decompress(tmp_path / "b.bz2", tmp_path / "b")
    assert (tmp_path / "b").read_bytes() == DATA
    (tmp_path / "c.bz2").write_bytes(bz2.compress(DATA)[:100])
    with pytest.raises(FetchError, match="cannot be unpacked"):
        decompress(tmp_path / "c.bz2", tmp_path / "c")
    assert not list(tmp_path.glob("*.part")) and not (tmp_path / "c").exists()
