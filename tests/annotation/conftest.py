"""A contrast set to draw from, and people who fill sheets."""

from __future__ import annotations

import csv
from collections.abc import Callable
from pathlib import Path

import pytest

from litgen.annotation import Plan, draw, write_sheets
from litgen.evaluation.contrast_set import ContrastSet
from tests.evaluation.makers import THREE, make_contrast_set, record

NASTY = '=HYPERLINK("http://x","<b>click</b>"), "quoted"'


def records():
    """Pairs of ten premises: one contrast keeps the label, one changes it; one has no label."""
    rows = []
    for n in range(30):
        pair, label = f"{chr(97 + n // 3)}x{n % 3}", THREE[n % 3]
        more = {"premise": NASTY} if n == 4 else {}
        rows.append(record(pair, "past;past", label, label, **more))
        if n % 2:
            rows.append(record(pair, "past;future", "neutral", label))
    rows.append(record("zx0", "may;may", None, "contradiction"))
    return rows


@pytest.fixture
def contrast_set(tmp_path: Path) -> ContrastSet:
    return make_contrast_set(tmp_path / "set", records())


@pytest.fixture
def sheets(contrast_set: ContrastSet, tmp_path: Path) -> Path:
    """Sheets of ten items of each contrast."""
    write_sheets(draw(contrast_set, Plan(per=10)), tmp_path / "sheets")
    return tmp_path / "sheets"


def fill(path: Path, answer: Callable[[dict[str, str]], dict[str, str]], **dialect: str) -> None:
    """Fill a sheet, as a spreadsheet writes it; ``answer`` says what stands in which column."""
    with path.open(encoding="utf-8-sig", newline="") as file:
        rows = [{**row, **answer(row)} for row in csv.DictReader(file)]
    with path.open("w", encoding="utf-8-sig", newline="") as file:
        writer = csv.DictWriter(file, rows[0], **dialect)  # type: ignore[arg-type]
        writer.writeheader()
        writer.writerows(rows)
