"""Engines by name, each loaded once in a process."""

from __future__ import annotations

import difflib
from functools import lru_cache
from pathlib import Path

from litgen.engines.protocol import Engine
from litgen.exceptions import UsageError

#: The engines there are.
ENGINES = ("dependency",)


@lru_cache(maxsize=4)
def load_engine(name: str = "dependency", semi: Path | None = None) -> Engine:
    """The engine of a name; the same object for the same arguments.

    Args:
        semi: an ERG ``surface.smi``, for the ``dependency`` engine's sense names and frames.

    Raises:
        UsageError: there is no such engine.

    Example:
        >>> load_engine().dialect
        'dependency'
    """
    if name == "dependency":
        from litgen.engines.dependency import DependencyEngine

        return DependencyEngine(semi)
    close = difflib.get_close_matches(name, ENGINES, 1)
    hint = f"did you mean {close[0]}?" if close else f"there is: {', '.join(ENGINES)}"
    raise UsageError(f"no engine {name!r}: {hint}")
