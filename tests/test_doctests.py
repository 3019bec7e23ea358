"""The examples in docstrings, wherever there are any."""

from __future__ import annotations

import doctest
import importlib
from pathlib import Path

import pytest

import litgen

ROOT = Path(litgen.__file__).parent


def modules() -> list[str]:
    """The modules that have an example."""
    found = []
    for path in sorted(ROOT.rglob("*.py")):
        if ">>> " in path.read_text("utf-8"):
            parts = path.relative_to(ROOT.parent).with_suffix("").parts
            found.append(".".join(parts).removesuffix(".__init__"))
    return found


@pytest.mark.parametrize("name", modules())
def test_examples(name: str) -> None:
    result = doctest.testmod(importlib.import_module(name))
    assert result.failed == 0


def test_there_are_examples() -> None:
    found = modules()
    assert len(found) > 100
    assert {"litgen", "litgen.statistics.score", "litgen.cli.experiments"} <= set(found)
