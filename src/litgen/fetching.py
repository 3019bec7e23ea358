"""Download files that pip cannot install; downloads are resumable and verified.

litgen records the SHA-256 checksum of each download in ``fetched.json`` in the cache, and rejects a
later download that differs. A file gets its final name only when it is complete.
"""

import http.client
import json
import os
import socket
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any

from litgen.cache import cache_dir
from litgen.exceptions import LitgenError
from litgen.files import digest, write_json
from litgen.version import __version__

#: Called during a download with the bytes received and the total (None if unknown).
Progress = Callable[[int, int | None], None]

#: Number of seconds without data after which a connection is closed.
PATIENCE = 10.0
#: Maximum number of times that a broken connection is resumed.
RETRIES = 5
_BLOCK = 1 << 18


class FetchError(LitgenError):
    """A download failed, or its content was not as expected."""


def download(
    url: str,
    target: Path,
    *,
    sha256: str | None = None,
    progress: Progress | None = None,
    by_hand: str | None = None,
    noted: bool = True,
) -> str:
    """Download a file, and resume an interrupted download of the same file, if any.

    The bytes go to ``TARGET.part``, which is renamed when it is complete and its checksum is
    right. An existing file is not downloaded again.

    Args:
        target: path for the file; its folder is created.
        sha256: the expected checksum; None means the recorded one, if there is one.
        noted: whether to record the checksum; if False, the caller calls :func:`note` after
            checking that the file works.

    Returns:
        The SHA-256 checksum of the file.

    Raises:
        FetchError: the file cannot be downloaded, or its checksum differs.

    Example:
        >>> download("https://example.org/a.tar.gz", Path("a.tar.gz"))  # doctest: +SKIP
        '5feceb66ffc86f38d952786c6d696c79c2dbc239dd4e91b46729d73a27fb57e9'
    """
    wanted = sha256 or recorded(url)
    part = target.with_name(target.name + ".part")
    target.parent.mkdir(parents=True, exist_ok=True)
    if not target.is_file():
        try:
            _fetch(url, part, progress)
        except (OSError, http.client.HTTPException) as error:
            hint = f"; {by_hand}" if by_hand else ""
            raise FetchError(f"{url}: {_reason(error)}{hint}") from error
        found = _check(part, url, wanted, "the file was deleted")
        os.replace(part, target)
    else:  # perhaps the user stored it there
        found = _check(target, url, wanted, f"{target} was not changed")
    if noted:
        note(url, found)
    return found


def _reason(error: Exception) -> str:
    if isinstance(error, urllib.error.HTTPError):
        return f"the server returned {error.code} {error.reason}"
    if isinstance(error, urllib.error.URLError):
        return f"the server does not respond ({error.reason})"
    return f"the connection broke ({error or type(error).__name__})"


def _check(path: Path, url: str, wanted: str | None, left: str) -> str:
    found = digest(path)
    if wanted is not None and found != wanted:
        if path.suffix == ".part":
            path.unlink()
        raise FetchError(
            f"{url}: the SHA-256 is {found}, but {wanted} was expected; {left}. If the "
            f"new file is right, remove the line for this address from {_register()}"
        )
    return found


def _fetch(url: str, part: Path, progress: Progress | None) -> None:
    failures = 0
    while True:
        before = part.stat().st_size if part.exists() else 0
        try:
            _fetch_rest(url, part, before, progress)
            return
        except urllib.error.HTTPError as error:
            if error.code == 416 and before:  # the partial file is longer than the file: start over
                part.unlink()
            elif error.code < 500:
                raise
            failures += 1
            if failures > RETRIES:
                raise
        except (OSError, http.client.HTTPException) as error:
            after = part.stat().st_size if part.exists() else 0
            failures = failures + 1 if after == before else 1
            unknown = isinstance(getattr(error, "reason", None), socket.gaierror)
            if failures > RETRIES or (not after and (failures > 1 or unknown)):
                raise
        time.sleep(min(2.0 ** (failures - 1), 8.0) / 4)


def _fetch_rest(url: str, part: Path, have: int, progress: Progress | None) -> None:
    headers = {"User-Agent": f"litgen/{__version__}"}
    if have:
        headers["Range"] = f"bytes={have}-"
    request = urllib.request.Request(url, headers=headers)
    with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
        resumed = answer.status == 206
        have = have if resumed else 0
        length = answer.headers.get("Content-Length")
        total = have + int(length) if length and length.isdigit() else None
        with part.open("ab" if resumed else "wb") as out:
            have = _copy(answer, out, have, total, progress)
    if total is not None and have != total:
        raise OSError(f"litgen received only {have} of {total} bytes")


def _copy(
    source: Any, out: IO[bytes], have: int, total: int | None, progress: Progress | None
) -> int:
    while block := source.read(_BLOCK):
        out.write(block)
        have += len(block)
        if progress is not None:
            progress(have, total)
    return have


def _register() -> Path:
    return cache_dir() / "fetched.json"


def _records() -> dict[str, str]:
    try:
        found = json.loads(_register().read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        raise FetchError(f"{_register()}: the file cannot be read ({error}); remove it") from error
    return found if isinstance(found, dict) else {}


def recorded(url: str) -> str | None:
    """Return the checksum recorded for an address, or None if there is none."""
    return _records().get(url)


def note(url: str, sha256: str) -> None:
    """Record the checksum for an address, so that later downloads that differ are rejected."""
    known = _records()
    if known.get(url) != sha256:
        _register().parent.mkdir(parents=True, exist_ok=True)
        write_json(_register(), dict(sorted({**known, url: sha256}.items())))
