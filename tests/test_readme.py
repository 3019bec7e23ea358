"""The README: its Python session runs, its links lead somewhere, its figures are the docs'."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
README = ROOT / "README.md"


def test_the_python_session() -> None:
    result = doctest.testfile(str(README), module_relative=False)
    assert result.attempted >= 5
    assert result.failed == 0


def test_links_lead_to_files() -> None:
    links = re.findall(r"\]\((?!https?:)([^)#]+)", README.read_text("utf-8"))
    assert len(links) > 15
    assert [link for link in links if not (ROOT / link).is_file()] == []


def test_figures_are_those_of_the_documentation() -> None:
    told = (ROOT / "docs" / "figures.md").read_text("utf-8")
    table = README.read_text("utf-8").partition("## How good it is")[2]
    rows = re.findall(r"^\| ([^|]+?) \| ([^|]+) \| ([^|]+) \|", table, re.MULTILINE)
    measured = [each for row in rows for each in row[1:] if re.search(r"\d", each)]
    assert len(measured) == 8
    assert [each for each in measured if each not in told] == []


def test_it_is_short() -> None:
    assert len(README.read_text("utf-8").splitlines()) <= 90
