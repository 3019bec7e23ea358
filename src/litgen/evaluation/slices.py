"""Which pairs are measured together: by contrast, phenomenon, suite, ground, label and genre."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from litgen.data import LABELS
from litgen.evaluation.columns import NONE, Codes, Columns, Mask
from litgen.evaluation.contrasts import ContrastInfo, Kind

#: What a slice is by. ``changed`` holds the pairs of a contrast whose label changes, which is what
#: Li et al. (2020) report (entailment and contradiction become neutral); ``ground`` those whose
#: label rests on the same: logic, or a default that people may disagree with.
DIMENSIONS = (
    "all", "contrast", "changed", "phenomenon", "suite", "ground", "label", "genre",
    "contrast and genre",
)  # fmt: skip

KINDS: dict[Kind, str] = {
    "changes": "label changes",
    "keeps": "label kept",
    "corrupted": "corrupted",
    "new": "new pairs",
}


class Slice(NamedTuple):
    """Some rows, and what they are called."""

    by: str
    name: str
    rows: Codes


def slices(columns: Columns, infos: Sequence[ContrastInfo]) -> Iterator[Slice]:
    """All slices of a contrast set that hold a pair; new pairs are never mixed with others.

    Args:
        columns: of the contrast set.
        infos: its contrasts by code.
    """
    has_original = columns.original_gold != NONE
    changed = has_original & (columns.original_gold != columns.gold)
    for kind, name in KINDS.items():
        codes = [code for code, info in enumerate(infos) if info.kind == kind]
        if codes:
            yield Slice("all", name, np.flatnonzero(np.isin(columns.contrast, codes)))
    for code, info in enumerate(infos):
        rows = columns.contrast == code
        yield Slice("contrast", info.name, np.flatnonzero(rows))
        if info.kind == "changes":
            yield Slice("changed", info.name, np.flatnonzero(rows & changed))
    yield from _grouped("phenomenon", columns, infos, [info.phenomenon for info in infos])
    yield from _grouped("suite", columns, infos, [info.suite or "no suite" for info in infos])
    yield from _by_ground(columns, infos)
    corrupted = np.array([info.kind == "corrupted" for info in infos], dtype=bool)[columns.contrast]
    yield from _by_label(columns, corrupted)
    yield from _by_genre(columns, infos, corrupted)


def _grouped(
    by: str, columns: Columns, infos: Sequence[ContrastInfo], names: Sequence[str]
) -> Iterator[Slice]:
    """Contrasts that share a name and a kind together."""
    groups: dict[str, list[int]] = {}
    for code, (info, name) in enumerate(zip(infos, names, strict=True)):
        groups.setdefault(f"{name}, {KINDS[info.kind]}", []).append(code)
    for name, codes in groups.items():
        yield Slice(by, name, np.flatnonzero(np.isin(columns.contrast, codes)))


def _by_ground(columns: Columns, infos: Sequence[ContrastInfo]) -> Iterator[Slice]:
    """By what the label rests on, and by what the contrast does to labels."""
    kinds = np.array([list(KINDS).index(info.kind) for info in infos])[columns.contrast]
    for code, ground in enumerate(columns.grounds):
        for number, name in enumerate(KINDS.values()):
            rows = np.flatnonzero((columns.ground == code) & (kinds == number))
            if rows.size:
                yield Slice("ground", f"{ground}, {name}", rows)


def _by_label(columns: Columns, corrupted: Mask) -> Iterator[Slice]:
    """By the label of the original and of the contrast pair."""
    for part, mark in ((~corrupted, ""), (corrupted, f", {KINDS['corrupted']}")):
        for original, before in ((NONE, "new"), *enumerate(LABELS)):
            for gold, after in enumerate(LABELS):
                both = (columns.original_gold == original) & (columns.gold == gold)
                rows = np.flatnonzero(both & part)
                if rows.size:
                    yield Slice("label", f"{before} -> {after}{mark}", rows)


def _by_genre(columns: Columns, infos: Sequence[ContrastInfo], corrupted: Mask) -> Iterator[Slice]:
    new = columns.original_gold == NONE
    parts = (
        (~new & ~corrupted, ""), (corrupted, f", {KINDS['corrupted']}"), (new, f", {KINDS['new']}")
    )  # fmt: skip
    for code, genre in enumerate(columns.genres):
        rows = columns.genre == code
        for part, mark in parts:
            if (rows & part).any():
                yield Slice("genre", genre + mark, np.flatnonzero(rows & part))
        for number, info in enumerate(infos):
            both = np.flatnonzero(rows & (columns.contrast == number))
            if both.size:
                yield Slice("contrast and genre", f"{info.name}, {genre}", both)
