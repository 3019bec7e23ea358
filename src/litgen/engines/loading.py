"""Engines by name, each loaded once in a process."""

from functools import lru_cache
from pathlib import Path

from litgen.engines.protocol import Engine
from litgen.exceptions import UsageError, did_you_mean
from litgen.trees.parsers import parser_in_use

#: The engines there are; several joined by ``+`` are asked in turn.
ENGINES = ("dependency", "ace")


def load_engine(name: str = "dependency", semi: Path | None = None) -> Engine:
    """The engine of a name; the same object for the same arguments and parser.

    Args:
        name: ``dependency``, ``ace``, ``ace:3`` (three readings of a sentence), or engines joined
            by ``+``, of which a later one is asked where the earlier have nothing.
        semi: an ERG ``surface.smi``, for the ``dependency`` engine's sense names and frames.

    Raises:
        UsageError: there is no such engine.
        EngineError: the engine cannot be found, or is broken.

    Example:
        >>> load_engine().dialect
        'dependency'
    """
    return _load(name, semi, parser_in_use())


@lru_cache(maxsize=4)
def _load(name: str, semi: Path | None, parser: str) -> Engine:
    """An engine, which keeps what its ``parser`` read."""
    parts = [part.strip() for part in name.split("+")]
    if len(parts) > 1:
        from litgen.engines.fallback import Fallback

        if len({part.partition(":")[0] for part in parts}) < len(parts):
            raise UsageError(f"engine {name!r}: names an engine twice")
        return Fallback([load_engine(part, semi) for part in parts])
    base, _, readings = parts[0].partition(":")
    if base == "dependency":
        from litgen.engines.dependency import DependencyEngine

        if readings not in ("", "1"):
            raise UsageError(f"engine {name!r}: the dependency engine has one reading only")
        return DependencyEngine(semi)
    if base == "ace":
        from litgen.engines.ace.engine import AceEngine, default_cache, limits_from_environment

        if readings and not readings.isdecimal():
            raise UsageError(f"engine {name!r}: write ace:3 for three readings")
        return AceEngine(
            int(readings or 1), limits=limits_from_environment(), cache=default_cache()
        )
    raise UsageError(f"no engine {name!r}: {did_you_mean(base, ENGINES)}")
