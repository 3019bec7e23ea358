"""Engines by name, each loaded once in a process."""

from __future__ import annotations

import difflib
from functools import lru_cache
from pathlib import Path

from litgen.engines.protocol import Engine
from litgen.exceptions import UsageError

#: The engines there are.
ENGINES = ("dependency", "ace")


@lru_cache(maxsize=4)
def load_engine(name: str = "dependency", semi: Path | None = None, readings: int = 1) -> Engine:
    """The engine of a name; the same object for the same arguments.

    Args:
        semi: an ERG ``surface.smi``, for the ``dependency`` engine's sense names and frames.

        readings: how many readings of a sentence the ``ace`` engine rewrites.

    Raises:
        UsageError: there is no such engine.
        EngineError: the engine cannot be found, or is broken.

    Example:
        >>> load_engine().dialect
        'dependency'
    """
    if name == "dependency":
        from litgen.engines.dependency import DependencyEngine

        return DependencyEngine(semi)
    if name == "ace":
        from litgen.engines.ace.engine import AceEngine, default_cache, limits_from_environment

        return AceEngine(readings, limits=limits_from_environment(), cache=default_cache())
    close = difflib.get_close_matches(name, ENGINES, 1)
    hint = f"did you mean {close[0]}?" if close else f"there is: {', '.join(ENGINES)}"
    raise UsageError(f"no engine {name!r}: {hint}")
