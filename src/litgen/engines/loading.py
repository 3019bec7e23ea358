"""Load engines by name, once per process."""

from functools import lru_cache
from pathlib import Path

from litgen.engines.protocol import Engine
from litgen.exceptions import UsageError, did_you_mean
from litgen.trees.parsers import parser_in_use

#: Names of the engines; several joined by ``+`` are tried in order.
ENGINES = ("dependency", "ace")


def load_engine(name: str = "dependency", semi: Path | None = None) -> Engine:
    """Load an engine by name; the same arguments and parser return the same object.

    Args:
        name: ``dependency``, ``ace``, ``ace:3`` (three readings per sentence), or engines joined
            by ``+``, where each engine handles what the earlier ones could not.
        semi: an ERG ``surface.smi``, for the ``dependency`` engine's sense names and frames.

    Raises:
        UsageError: the name is not that of an engine.
        EngineError: the engine cannot be found, or is broken.

    Example:
        >>> load_engine().dialect
        'dependency'
    """
    return _load(name, semi, parser_in_use())


@lru_cache(maxsize=4)
def _load(name: str, semi: Path | None, parser: str) -> Engine:
    """Load an engine, keyed also by ``parser`` since the engine caches its parses."""
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
