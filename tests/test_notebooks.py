"""The notebooks of the documentation run, and show what they say they show."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from scripts.notebooks import code_cells, outputs_of

FOLDER = Path(__file__).parent.parent / "docs" / "notebooks"
NAMES = ("contrast_set.ipynb", "evaluate_and_report.ipynb")


def text_of(outputs: list[dict[str, Any]]) -> list[str]:
    """What cells show as text; what else they draw is not compared."""
    shown = (each["text"] if "text" in each else each["data"]["text/plain"] for each in outputs)
    return ["".join(lines) for lines in shown]


@pytest.mark.parametrize("name", NAMES)
def test_notebook(name: str) -> None:
    notebook = json.loads((FOLDER / name).read_text("utf-8"))
    every = outputs_of(notebook, FOLDER)
    for cell, outputs in zip(code_cells(notebook), every, strict=True):
        source = "".join(cell["source"])
        assert text_of(outputs) == text_of(cell["outputs"]), f"run scripts/notebooks.py: {source}"


def test_there_are_no_others() -> None:
    assert tuple(sorted(path.name for path in FOLDER.glob("*.ipynb"))) == NAMES
