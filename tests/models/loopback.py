"""An OpenAI-compatible server in this process, with the faults that one asks for."""

from __future__ import annotations

import json
import random
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

LABELS = ("entailment", "neutral", "contradiction")


def by_length(text: str) -> str:
    """An answer that the text determines."""
    return LABELS[len(text) % 3]


class Server:
    """What was asked, and what is answered.

    Attributes:
        answer: from the last message, or the prompt, to what is said; or to the whole body.
        drop: share of connections that are closed without a reply, and so on.
        asked: how often each text was asked about, whatever came of it.
        answered: how often each text was answered whole.
        most: the most calls at one time.
    """

    def __init__(self, answer: Callable[[str], Any] = by_length, **faults: float) -> None:
        self.answer = answer
        self.drop = faults.pop("drop", 0.0)
        self.busy = faults.pop("busy", 0.0)
        self.garbage = faults.pop("garbage", 0.0)
        self.latency = faults.pop("latency", 0.0)
        assert not faults
        self.refused_parameters: tuple[str, ...] = ()
        self.headers: list[dict[str, str]] = []
        self.bodies: list[dict[str, Any]] = []
        self.asked: Counter[str] = Counter()
        self.answered: Counter[str] = Counter()
        self.now = self.most = 0
        self.url = ""
        self.random = random.Random(1)
        self.lock = threading.Lock()

    def reply(self, path: str, body: dict[str, Any]) -> tuple[int, dict[str, str], bytes] | None:
        """Status, headers and body; None drops the connection."""
        chat = path.endswith("/chat/completions")
        text = body["messages"][-1]["content"] if chat else body["prompt"]
        with self.lock:
            self.asked[text] += 1
            self.bodies.append(body)
            chance = self.random.random()
        if chance < self.drop:
            return None
        if chance < self.drop + self.busy:
            return 429, {"retry-after-ms": "5"}, b'{"error": {"message": "slow down"}}'
        if chance < self.drop + self.busy + self.garbage:
            kind = self.random.randrange(3)
            return 200, {}, (b"<html>bad gateway</html>", b'{"choices": []}', b'{"cho')[kind]
        for name in self.refused_parameters:
            if name in body:
                message = f"Unsupported parameter: '{name}' is not supported with this model."
                return 400, {}, json.dumps({"error": {"message": message}}).encode()
        said = self.answer(text)
        if isinstance(said, tuple):
            return said
        choice: dict[str, Any] = {"index": 0, "finish_reason": "stop", "logprobs": None}
        if isinstance(said, dict):
            choice |= said
        elif chat:
            choice["message"] = {"role": "assistant", "content": said}
        else:
            choice["text"] = said
        with self.lock:
            self.answered[text] += 1
        found = {
            "id": "1", "object": "x", "created": 1, "model": body["model"], "choices": [choice],
            "usage": {"prompt_tokens": 10, "completion_tokens": 2, "total_tokens": 12},
        }  # fmt: skip
        return 200, {}, json.dumps(found).encode()


@contextmanager
def serving(server: Server) -> Iterator[Server]:
    """Serve on a free port of the loopback while the block runs; ``server.url`` says where."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        # Headers and body are two writes: else the second waits 40 ms for the first to be told of.
        disable_nagle_algorithm = True

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            with server.lock:
                server.headers.append({k.lower(): v for k, v in self.headers.items()})
                server.now += 1
                server.most = max(server.most, server.now)
            time.sleep(server.latency)
            found = server.reply(self.path, body)
            with server.lock:
                server.now -= 1
            if found is None:
                self.close_connection = True
                return
            status, headers, content = found
            self.send_response(status)
            for name, value in {"Content-Type": "application/json", **headers}.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *args: Any) -> None:
            pass

    with listening(Handler) as url:
        server.url = f"{url}/v1"
        yield server


@contextmanager
def listening(handler: type[BaseHTTPRequestHandler]) -> Iterator[str]:
    """Answer on a free port of the loopback while the block runs; the address."""

    class Quiet(ThreadingHTTPServer):
        daemon_threads = True

        def handle_error(self, request: Any, client_address: Any) -> None:
            pass

    with Quiet(("127.0.0.1", 0), handler) as http:
        thread = threading.Thread(target=http.serve_forever, args=(0.01,), daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{http.server_address[1]}"
        finally:
            http.shutdown()
            thread.join()
