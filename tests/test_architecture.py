"""No modules of litgen import each other in a circle.

import-linter's contracts (``pyproject.toml``) compare siblings; a package and its own modules are
none. Imports inside functions count.
"""

from __future__ import annotations

import graphlib

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
