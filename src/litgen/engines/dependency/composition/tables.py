"""The linguistic tables of the MRS builder: one TOML file each, read once."""

from __future__ import annotations

import tomllib
from functools import lru_cache
from pathlib import Path
from typing import Any

_FOLDER = Path(__file__).parent / "tables"


@lru_cache(maxsize=32)
def table(name: str) -> dict[str, Any]:
    """The table of a name.

    Example:
        >>> table("quantifiers")["every"]["quantifier"]
        '_every_q'
    """
    with (_FOLDER / f"{name}.toml").open("rb") as file:
        found: dict[str, Any] = _without_examples(tomllib.load(file))
    return found


def _without_examples(node: Any) -> Any:
    """The examples are for readers and tests; as keys they would look like words."""
    if isinstance(node, dict):
        return {k: _without_examples(v) for k, v in node.items() if k != "example"}
    return node


@lru_cache(maxsize=64)
def words(name: str, section: str, key: str = "words") -> frozenset[str]:
    """A list of words in a section of a table."""
    return frozenset(table(name)[section][key])
