"""A paired sample: right or wrong twice on each pair; pairs may share a unit such as a premise.

All that the tests of this package need is how many units there are of each kind, a kind being a
number of pairs and a difference of right answers. There are few kinds, however many pairs.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

Integers = NDArray[np.int64]


class PairedSample:
    """Units of a paired sample, by kind.

    Args:
        sizes: of each kind, how many pairs a unit has; at least 1.
        differences: of each kind, right answers of the first side less those of the second.
        units: how many units there are of each kind.
        discordant: how many pairs are right on one side only.

    Raises:
        ValueError: the arrays do not fit each other.

    Example:
        >>> sample = PairedSample.of_counts(n=100, lost=9, gained=2)
        >>> sample.difference, sample.discordant
        (0.07, 11)
    """

    def __init__(
        self, sizes: ArrayLike, differences: ArrayLike, units: ArrayLike, discordant: int
    ) -> None:
        arrays = [np.asarray(each, dtype=np.int64) for each in (sizes, differences, units)]
        if len({each.shape for each in arrays}) > 1 or arrays[0].ndim != 1:
            raise ValueError("sizes, differences and units must be one-dimensional and fit")
        self.sizes, self.differences, self.units = arrays
        if (self.sizes < 1).any() or (self.units < 0).any():
            raise ValueError("a unit has at least one pair, and there are no negative units")
        if (np.abs(self.differences) > self.sizes).any():
            raise ValueError("a unit's difference cannot exceed its pairs")
        if not abs(self.total) <= discordant <= self.n:
            raise ValueError(f"{discordant} discordant pairs do not fit {self.n} pairs")
        self.discordant = int(discordant)

    @classmethod
    def of_counts(cls, n: int, lost: int, gained: int) -> PairedSample:
        """Independent pairs, from a two-by-two table.

        Args:
            n: all pairs.
            lost: right on the first side, wrong on the second.
            gained: wrong on the first side, right on the second.
        """
        if min(n, lost, gained, n - lost - gained) < 0:
            raise ValueError(f"{lost} lost and {gained} gained pairs do not fit {n} pairs")
        return cls([1, 1, 1], [1, -1, 0], [lost, gained, n - lost - gained], lost + gained)

    @classmethod
    def of_pairs(
        cls, first: ArrayLike, second: ArrayLike, unit_of: ArrayLike | None = None
    ) -> PairedSample:
        """From two arrays of right (1) and wrong (0), one entry a pair.

        Args:
            first: of the first side.
            second: of the second side, in the same order.
            unit_of: what each pair belongs to, such as the number of its premise; every pair on
                its own when None.
        """
        a, b = (np.asarray(each).astype(np.int64) for each in (first, second))
        if a.shape != b.shape or a.ndim != 1:
            raise ValueError("both sides must be one-dimensional and of one length")
        delta = a - b
        if unit_of is None:
            return cls.of_counts(a.size, int((delta == 1).sum()), int((delta == -1).sum()))
        _, unit = np.unique(np.asarray(unit_of), return_inverse=True)
        sizes = np.bincount(unit)
        sums = np.rint(np.bincount(unit, weights=delta)).astype(np.int64)
        kinds, units = np.unique(np.column_stack([sizes, sums]), axis=0, return_counts=True)
        kinds = kinds.reshape(-1, 2)
        return cls(kinds[:, 0], kinds[:, 1], units, int(np.abs(delta).sum()))

    @cached_property
    def n(self) -> int:
        """How many pairs."""
        return int(self.units @ self.sizes)

    @cached_property
    def groups(self) -> int:
        """How many units; as many as pairs where each pair is its own."""
        return int(self.units.sum())

    @cached_property
    def total(self) -> int:
        """Right answers of the first side less those of the second."""
        return int(self.units @ self.differences)

    @property
    def difference(self) -> float:
        """Accuracy of the first side less that of the second; nan of no pairs."""
        return self.total / self.n if self.n else float("nan")

    @cached_property
    def standard_error(self) -> float:
        """Of the difference, robust to what units share; nan of fewer than two units.

        Where each pair is its own unit this is that of the paired t-test.
        """
        if self.groups < 2:
            return float("nan")
        residuals = self.differences - self.difference * self.sizes
        sum_of_squares = float(self.units @ residuals**2)
        return float(np.sqrt(sum_of_squares * self.groups / (self.groups - 1)) / self.n)

    @cached_property
    def naive_error(self) -> float:
        """Of the difference, as if no pairs shared a unit; nan of fewer than two pairs."""
        if self.n < 2:
            return float("nan")
        spread = self.discordant - self.n * self.difference**2
        return float(np.sqrt(max(spread, 0.0) / self.n / (self.n - 1)))

    @cached_property
    def design_effect(self) -> float:
        """By what factor shared units raise the variance of the difference (Kish 1965).

        1 where nothing varies.
        """
        if self.groups < 2 or self.naive_error < 1e-12:
            return 1.0
        return self.standard_error**2 / self.naive_error**2

    def __repr__(self) -> str:
        return (
            f"PairedSample({self.n} pairs in {self.groups} units, "
            f"{self.discordant} discordant, difference {self.difference:.4f})"
        )

    def __eq__(self, other: Any) -> bool:
        return isinstance(other, PairedSample) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def _key(self) -> tuple[Any, ...]:
        there = self.units > 0
        kinds = zip(self.sizes[there], self.differences[there], self.units[there], strict=True)
        return (self.discordant, *sorted(tuple(map(int, kind)) for kind in kinds))
