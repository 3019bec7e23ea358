"""The golden corpus: what the embedded engine makes of some 700 sentences (``tests/data``).

A row of ``golden.tsv`` is a sentence under a transformation; ``parameter`` names one variant where
there are several. Of the ``accepted`` surfaces (separated by `` | ``) every variant must have one
as its first candidate, the one that is written where nothing ranks. ``declined`` is the reason why
nothing is written, or ``*``, whatever the reason; where both are there, either will do. What is not
so today has its reason in ``known_failure``: a row that comes right loses it.
"""

from __future__ import annotations

import csv
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from litgen.transformations import find

GOLDEN = Path(__file__).parents[1] / "data" / "golden.tsv"


class Row(NamedTuple):
    """A line of the corpus."""

    transformation: str
    parameter: str
    corpus: str
    sentence: str
    accepted: str
    declined: str
    known_failure: str


def rows():
    with GOLDEN.open(encoding="utf-8", newline="") as file:
        return [
            Row(**line) for line in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        ]


def parameters():
    for row in rows():
        marks = [pytest.mark.xfail(reason=row.known_failure, strict=True)] * bool(row.known_failure)
        name = f"{row.transformation}-{row.parameter}" if row.parameter else row.transformation
        yield pytest.param(row, id=f"{name}: {row.sentence}", marks=marks)


@cache
def outcomes(transformation):
    """What a transformation makes of each of its sentences, all of them in one batch."""
    texts = [row.sentence for row in rows() if row.transformation == transformation]
    return dict(zip(texts, find(transformation).apply(texts), strict=True))


@pytest.mark.parametrize("row", list(parameters()))
def test_golden(row):
    outcome = outcomes(row.transformation)[row.sentence]
    written = [
        variant.candidates[0]
        for variant in outcome.variants
        if not row.parameter or row.parameter in variant.parameters.values()
    ]
    if written:
        got, right = written, set(written) <= set(row.accepted.split(" | "))
    elif outcome.variants:  # of other parameters: this one's reason is not told
        got, right = f"no {row.parameter}", bool(row.declined)
    else:
        got, right = f"declined: {outcome.declined}", row.declined in ("*", outcome.declined)
    expected = [row.accepted] * bool(row.accepted) + [f"declined: {row.declined}"] * bool(
        row.declined
    )
    assert right, f"\n  {row.sentence}\n  expected  {' or '.join(expected)}\n  got       {got}"


def test_every_row_says_what_is_right():
    found = rows()
    assert len({(row.transformation, row.parameter, row.sentence) for row in found}) == len(found)
    assert all(row.accepted or row.declined for row in found)
    assert {row.corpus for row in found} == {"snli", "mnli", "own"}
