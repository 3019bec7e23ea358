"""A stand-in for the Hugging Face hub on the loopback, as the real client talks to it."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler
from typing import Any
from urllib.parse import unquote, urlsplit

from tests.models.loopback import listening

TOKEN = "hf_standInTokenThatNobodyMayPrint"


class Hub:
    """Data sets by name, each the files of its only branch.

    Attributes:
        down_at: a part of the path of the request at which the hub goes down for good.
        commits: the messages of commits, by data set.
    """

    def __init__(self, down_at: str | None = None) -> None:
        self.down_at = down_at
        self.down = False
        self.files: dict[str, dict[str, bytes]] = {}
        self.private: set[str] = set()
        self.commits: dict[str, list[str]] = {}
        self.asked: list[str] = []
        self.url = ""

    def sha(self, name: str) -> str:
        return hashlib.sha1(f"{name} {self.commits[name]}".encode()).hexdigest()

    def answer(
        self, method: str, path: str, token: str | None, body: bytes
    ) -> tuple[int, Any, dict[str, str]]:
        """Status, what is answered (JSON, or bytes) and headers."""
        if path == "/api/validate-yaml":
            said = json.loads(body)["content"]
            return (200 if "\nlicense: " in said else 400), {"errors": [], "warnings": []}, {}
        if (method == "POST" or path == "/api/whoami-v2") and token != TOKEN:
            return 401, {"error": f"Invalid credentials: {token}"}, {}
        if path == "/api/whoami-v2":
            return 200, {"type": "user", "name": "someone"}, {}
        if path == "/api/repos/create":
            asked = json.loads(body)
            name = f"{asked['organization']}/{asked['name']}"
            if asked["organization"] == "stranger":
                return 403, {"error": f"{token} has no rights"}, {}
            if asked["organization"] == "unpaid":
                return 402, {"error": f"no plan for {token}"}, {}
            if name in self.files:
                return 409, {"error": "exists", "url": f"{self.url}/datasets/{name}"}, {}
            self.files[name], self.commits[name] = {".gitattributes": b""}, ["initial commit"]
            if asked.get("visibility") == "private":
                self.private.add(name)
            return 200, {"url": f"{self.url}/datasets/{name}"}, {}
        if match := re.fullmatch(r"(?:/api)?/datasets/([\w-]+/[\w-]+)(?:/(\w[\w-]*))?(/.*)?", path):
            name, verb, rest = match[1], match[2] or "revision", match[3] or ""
            if name in self.files:
                return getattr(self, verb.replace("-", "_"))(name, rest, body)
        return 404, {"error": "Repository not found"}, {"X-Error-Code": "RepoNotFound"}

    def revision(self, name: str, rest: str, body: bytes) -> tuple[int, Any, dict[str, str]]:
        siblings = [{"rfilename": each} for each in self.files[name]]
        info = {"id": name, "sha": self.sha(name), "siblings": siblings}
        more = {"tags": [], "downloads": 0, "likes": 0, "gated": False, "disabled": False}
        return 200, {**info, **more, "private": name in self.private}, {}

    def preupload(self, name: str, rest: str, body: bytes) -> tuple[int, Any, dict[str, str]]:
        asked = json.loads(body)["files"]
        return 200, {"files": [
            {"path": each["path"], "uploadMode": "regular", "shouldIgnore": False} for each in asked
        ]}, {}  # fmt: skip

    def commit(self, name: str, rest: str, body: bytes) -> tuple[int, Any, dict[str, str]]:
        head, *operations = map(json.loads, body.splitlines())
        if head["value"].get("parentCommit") not in (None, self.sha(name)):
            return 412, {"error": "A commit has happened since"}, {}
        files = dict(self.files[name])
        for each in operations:
            path = each["value"]["path"]
            if each["key"] == "deletedFile":
                del files[path]
            else:
                files[path] = base64.b64decode(each["value"]["content"])
        self.files[name] = files
        self.commits[name].append(head["value"]["summary"])
        url = f"{self.url}/datasets/{name}/commit/{self.sha(name)}"
        return 200, {"commitUrl": url, "commitOid": self.sha(name)}, {}

    def _entry(self, name: str, path: str) -> dict[str, Any]:
        content = self.files[name][path]
        oid = hashlib.sha1(content).hexdigest()
        return {"type": "file", "path": path, "size": len(content), "oid": oid}

    def paths_info(self, name: str, rest: str, body: bytes) -> tuple[int, Any, dict[str, str]]:
        asked = json.loads(body)["paths"]
        return 200, [self._entry(name, each) for each in asked if each in self.files[name]], {}

    def tree(self, name: str, rest: str, body: bytes) -> tuple[int, Any, dict[str, str]]:
        folder = "/".join(rest.split("/")[2:])
        found = [each for each in self.files[name] if each.startswith(folder)]
        if not found:
            return 404, {"error": "no entry"}, {"X-Error-Code": "EntryNotFound"}
        return 200, [self._entry(name, each) for each in found], {}

    def resolve(self, name: str, rest: str, body: bytes) -> tuple[int, Any, dict[str, str]]:
        path = "/".join(rest.split("/")[2:])
        if path not in self.files[name]:
            return 404, {"error": "no entry"}, {"X-Error-Code": "EntryNotFound"}
        content = self.files[name][path]
        etag = f'"{hashlib.sha1(content).hexdigest()}"'
        return 200, content, {"ETag": etag, "X-Repo-Commit": self.sha(name)}


@contextmanager
def serving(hub: Hub) -> Iterator[Hub]:
    """Serve on a free port of the loopback while the block runs; ``hub.url`` says where."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def _do(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            path = unquote(urlsplit(self.path).path)
            hub.asked.append(path)
            hub.down = hub.down or (hub.down_at is not None and hub.down_at in path)
            if hub.down:
                self.close_connection = True
                return
            token = (self.headers.get("Authorization") or "").removeprefix("Bearer ") or None
            status, found, headers = hub.answer(self.command, path, token, body)
            content = found if isinstance(found, bytes) else json.dumps(found).encode()
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            if self.command != "HEAD":
                self.wfile.write(content)

        do_GET = do_POST = do_HEAD = _do

        def log_message(self, *args: Any) -> None:
            pass

    with listening(Handler) as url:
        hub.url = url
        yield hub
