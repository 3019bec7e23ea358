"""No modules of litgen import each other in a circle.

import-linter's contracts (``pyproject.toml``) compare siblings; a package and its own modules are
none. Imports inside functions count.
"""

from __future__ import annotations

import graphlib
import re
import tomllib
from pathlib import Path

import grimp
import pytest


def circle(imports: dict[str, set[str]]) -> list[str] | None:
    """A circle among modules, given what each imports; None where there is none."""
    try:
        graphlib.TopologicalSorter(imports).prepare()
    except graphlib.CycleError as error:
        return list(error.args[1])
    return None


@pytest.fixture(scope="module")
def imports() -> dict[str, set[str]]:
    graph = grimp.build_graph("litgen", cache_dir=None)
    return {each: graph.find_modules_directly_imported_by(each) for each in graph.modules}


def test_no_circle(imports: dict[str, set[str]]) -> None:
    assert len(imports) > 250
    assert circle(imports) is None


def test_a_circle_through_a_function_is_seen(imports: dict[str, set[str]]) -> None:
    # litgen.cli.main imports each verb inside a function.
    assert "litgen.contrast.pipeline" in imports["litgen.cli.transform"]
    closed = {**imports, "litgen.contrast.pipeline": {"litgen.cli.transform"}}
    assert {"litgen.cli.transform", "litgen.contrast.pipeline"} <= set(circle(closed) or ())


def test_the_page_has_the_layers_of_the_contract() -> None:
    root = Path(__file__).parent.parent
    contracts = tomllib.loads((root / "pyproject.toml").read_text())["tool"]["importlinter"]
    layers = next(each["layers"] for each in contracts["contracts"] if each["type"] == "layers")
    page = (root / "docs" / "architecture.md").read_text("utf-8")
    table = page[page.index("| layer |") : page.index("| package |")]
    rows = [re.findall(r"`(\w+)`", line) for line in table.splitlines()]
    expected = [re.findall(r"\w+", layer) for layer in layers if layer != "__main__"]
    assert [sorted(row) for row in rows if row] == [sorted(each) for each in expected]
    described = set(re.findall(r"`litgen\.(\w+)`", page[page.index("| package |") :]))
    assert {name for row in rows for name in row} - described <= {"version"}
