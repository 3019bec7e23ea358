"""Compute how many contrast pairs to take for each contrast and label, by linear programming.

The requirements (label shares, cues that reveal no label, a maximum size) are constraints. Subject
to them, the numbers are as even as possible: the smallest share is maximized, then the next
smallest, and so on (lexicographic max-min fairness).
"""

import itertools
import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from litgen.augmentation.options import Balance
from litgen.exceptions import LitgenError

#: Minimum rate of a label that ``hold_back`` limits, relative to the contrast's other labels.
KEPT = 1 / 3
#: Tolerance for limits, because the solver's arithmetic is inexact.
_TOLERANCE = 1e-5


class Cell(NamedTuple):
    """All pairs of one contrast with one label."""

    contrast: str
    label: str


def allocate(
    available: Mapping[Cell, int],
    shares: Mapping[str, float],
    cues: Mapping[str, Collection[tuple[str, str]]],
    *,
    balance: Collection[Balance] = (),
    size: int | None = None,
) -> dict[Cell, int]:
    """Return the number of pairs to take from each cell, balanced except for rounding.

    Args:
        shares: the required shares of the labels, which sum to 1.
        cues: the cues of each contrast, from ``litgen.augmentation.options.cues_of``.
        size: maximum number of pairs; None for as many as possible.

    Example:
        >>> cells = {Cell("past;future", "neutral"): 900, Cell("past;past", "entailment"): 300,
        ...          Cell("past;past", "contradiction"): 200, Cell("past;past", "neutral"): 100}
        >>> thirds = dict.fromkeys(("entailment", "contradiction", "neutral"), 1 / 3)
        >>> cues = {"past;future": [("premise", "past")], "past;past": [("premise", "past")]}
        >>> list(allocate(cells, thirds, cues, balance=["cues"]).values())
        [133, 200, 200, 67]
    """
    cells = [cell for cell, number in available.items() if number > 0]
    if not cells or size == 0:
        return dict.fromkeys(available, 0)
    programme = _Programme(cells, [available[cell] for cell in cells], size)
    if "label" in balance:
        programme.bind(range(len(cells)), shares)
    if "cues" in balance:
        for cue in sorted({cue for cell in cells for cue in cues.get(cell.contrast, ())}):
            programme.bind(
                [at for at, cell in enumerate(cells) if cue in cues.get(cell.contrast, ())], shares
            )
        programme.hold_back(shares)
    if "contrast" in balance:
        names = list(dict.fromkeys(cell.contrast for cell in cells))
        groups = [[at for at, cell in enumerate(cells) if cell.contrast == name] for name in names]
        totals, _ = programme.fair(groups, [1.0] * len(groups))
        for group, total in zip(groups, totals, strict=True):
            programme.fix(group, total)
    _, found = programme.fair([[at] for at in range(len(cells))], [available[c] for c in cells])
    return {**dict.fromkeys(available, 0), **dict(zip(cells, _whole(found), strict=True))}


class _Programme:
    """A linear program with a variable for each cell, from 0 to its number of available pairs."""

    def __init__(self, cells: Sequence[Cell], available: Sequence[int], size: int | None) -> None:
        self.cells = cells
        self.available = available
        self.equal: list[np.ndarray] = []  # linear combinations that must be 0
        self.at_most: list[tuple[np.ndarray, float]] = []
        if size is not None:
            self.at_most.append((self._row(range(len(cells))), float(size)))

    def bind(self, group: Iterable[int], shares: Mapping[str, float]) -> None:
        """Require the label shares in a group of cells; if a label has no cell, empty the group."""
        members = list(group)
        everything = self._row(members)
        for label in sorted(shares.keys() | {self.cells[at].label for at in members}):
            of_label = self._row(at for at in members if self.cells[at].label == label)
            self.equal.append(of_label - shares.get(label, 0.0) * everything)

    def hold_back(self, shares: Mapping[str, float]) -> None:
        """In contrasts with several labels, limit those that are the only label of another."""
        by_contrast: dict[str, dict[str, int]] = {}
        for at, cell in enumerate(self.cells):
            if shares.get(cell.label, 0.0) > 0:
                by_contrast.setdefault(cell.contrast, {})[cell.label] = at
        target = {next(iter(labels)) for labels in by_contrast.values() if len(labels) == 1}
        for labels in by_contrast.values():
            kept = [label for label in labels if label not in target]
            rate = {label: self._row([at]) / shares[label] for label, at in labels.items()}
            for one, other in itertools.pairwise(kept):
                self.equal.append(rate[one] - rate[other])
            for label in sorted(labels.keys() & target) if kept else ():
                self.at_most.append((rate[label] - rate[kept[0]], 0.0))
                self.at_most.append((KEPT * rate[kept[0]] - rate[label], 0.0))

    def fix(self, group: Iterable[int], total: float) -> None:
        """Require at least a given total from a group of cells."""
        self.at_most.append((-self._row(group), -(total - _TOLERANCE)))

    def fair(
        self, groups: Sequence[Sequence[int]], weights: Sequence[float]
    ) -> tuple[list[float], list[float]]:
        """Return group totals, as proportional to the weights as possible, and cell totals."""
        rows = [self._row(group) for group in groups]
        settled: dict[int, float] = {}
        found: list[float] = []
        while len(settled) < len(groups):
            active = [at for at in range(len(groups)) if at not in settled]
            limits = [(-rows[at], weights[at], 0.0) for at in active]
            limits += [(-rows[at], 0.0, -(total - _TOLERANCE)) for at, total in settled.items()]
            level, found, prices = self._highest(limits)
            tight = [at for at, price in zip(active, prices, strict=False) if price > 1e-9]
            for at in tight or active:
                settled[at] = level * weights[at]
        return [float(np.dot(row, found)) for row in rows], found

    def _highest(
        self, limits: Sequence[tuple[np.ndarray, float, float]]
    ) -> tuple[float, list[float], list[float]]:
        """Return the highest feasible level, its cell totals, and the limits' shadow prices."""
        from scipy.optimize import linprog

        rows = [np.append(row, weight) for row, weight, _ in limits]
        rows += [np.append(row, 0.0) for row, _ in self.at_most]
        bounds = [limit for *_, limit in limits] + [limit for _, limit in self.at_most]
        equal = [np.append(row, 0.0) for row in self.equal]
        aim = np.zeros(len(self.cells) + 1)
        aim[-1] = -1.0
        solution = linprog(
            aim, A_ub=np.array(rows), b_ub=bounds,
            A_eq=np.array(equal) if equal else None, b_eq=[0.0] * len(equal) if equal else None,
            bounds=[*((0, number) for number in self.available), (0, None)], method="highs",
        )  # fmt: skip
        if solution.x is None:
            raise LitgenError(
                f"litgen cannot balance the contrast pairs: {solution.message}; use --balance none"
            )
        prices = [-float(each) for each in solution.ineqlin.marginals]
        return float(solution.x[-1]), solution.x[:-1].tolist(), prices

    def _row(self, members: Iterable[int]) -> np.ndarray:
        row = np.zeros(len(self.cells))
        row[list(members)] = 1.0
        return row


def _whole(numbers: Sequence[float]) -> list[int]:
    floors = [math.floor(number + 1e-3) for number in numbers]
    rest = math.floor(sum(numbers) + 1e-3) - sum(floors)
    order = sorted(range(len(numbers)), key=lambda at: (floors[at] - numbers[at], at))
    for at in order[: max(0, rest)]:
        floors[at] += 1
    return floors
