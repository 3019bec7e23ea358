"""Where litgen keeps what it made once and may make again."""

from __future__ import annotations

import os
from pathlib import Path


def cache_dir() -> Path:
    """The user's cache directory for litgen (not created by this function).

    ``$LITGEN_CACHE`` if set, else ``$XDG_CACHE_HOME/litgen``, else ``~/.cache/litgen``.

    >>> cache_dir()  # doctest: +SKIP
    PosixPath('/home/me/.cache/litgen')
    """
    if chosen := os.environ.get("LITGEN_CACHE"):
        return Path(chosen).expanduser()
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "litgen"
