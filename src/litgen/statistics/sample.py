"""Represent a paired sample, which compares two sides of each pair; pairs may share a unit.

The difference of a pair is -1, 0 or 1 if each side is right or wrong, or a fraction if a side is a
mean over several records. The tests need only the number of units of each kind: the units
that have the same number of pairs and the same sum of differences. Even a large sample has few
kinds.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]

_DECIMALS = 9  #: decimal places of sums, so that equal sums of fractions belong to one kind
#: Number of whole-unit flips to add to those observed; set by simulation (docs/statistics.md).
PRIOR = 2.0


class PairedSample:
    """A paired sample, as the number of units of each kind.

    Args:
        sizes: for each kind, the number of pairs in a unit; at least 1.
        differences: for each kind, the sum of its pairs' differences (first side minus second).
        units: number of units of each kind.
        discordant: number of pairs with a nonzero difference.
        absolute: sum of the absolute differences of all pairs; by default ``discordant``.
        squares: sum of the squared differences; by default ``absolute``.

    Raises:
        ValueError: the arrays do not match each other.

    Example:
        >>> sample = PairedSample.of_counts(n=100, lost=9, gained=2)
        >>> sample.difference, sample.discordant
        (0.07, 11)
    """

    def __init__(
        self,
        sizes: ArrayLike,
        differences: ArrayLike,
        units: ArrayLike,
        discordant: int,
        absolute: float | None = None,
        squares: float | None = None,
    ) -> None:
        self.sizes, self.units = (np.asarray(each, dtype=np.int64) for each in (sizes, units))
        self.differences = _rounded(differences)
        arrays = self.sizes, self.differences, self.units
        if len({each.shape for each in arrays}) > 1 or self.sizes.ndim != 1:
            raise ValueError("sizes, differences and units must be vectors of equal length")
        if (self.sizes < 1).any() or (self.units < 0).any():
            raise ValueError("a unit must have at least one pair, and counts must not be negative")
        if not (np.abs(self.differences) <= self.sizes).all():  # also refuses NaN
            raise ValueError("the difference of a unit cannot exceed its number of pairs")
        self.discordant = int(discordant)
        self.absolute = float(discordant if absolute is None else absolute)
        self.squares = float(self.absolute if squares is None else squares)
        rising = np.round([self.squares, self.absolute, self.discordant, self.n], _DECIMALS // 2)
        if abs(self.total) > self.absolute + 1e-6 or (np.diff(rising) < 0).any():
            raise ValueError(f"{discordant} discordant pairs do not fit {self.n} pairs")

    @classmethod
    def of_counts(cls, n: int, lost: int, gained: int) -> PairedSample:
        """Make a sample of ``n`` independent pairs, given how many are right on one side only."""
        if min(n, lost, gained, n - lost - gained) < 0:
            raise ValueError(f"{lost} lost and {gained} gained pairs do not fit {n} pairs")
        return cls([1, 1, 1], [1, -1, 0], [lost, gained, n - lost - gained], lost + gained)

    @classmethod
    def of_pairs(
        cls, first: ArrayLike, second: ArrayLike, unit_of: ArrayLike | None = None
    ) -> PairedSample:
        """Make a sample from right (1) and wrong (0) answers of both sides, one entry per pair.

        Args:
            unit_of: the unit of each pair, such as the number of its premise; by default, each pair
                is a unit of its own.

        Raises:
            ValueError: the sides do not match, or a value is neither 0 nor 1.
        """
        a, b = (np.asarray(each, dtype=np.float64) for each in (first, second))
        if a.shape != b.shape or a.ndim != 1:
            raise ValueError("both sides must be one-dimensional and of equal length")
        if not np.isin([a, b], (0, 1)).all():
            raise ValueError("answers must be 1 (right) or 0 (wrong)")
        return cls.of_values(a - b, unit_of)

    @classmethod
    def of_values(cls, values: ArrayLike, unit_of: ArrayLike | None = None) -> PairedSample:
        """Make a sample from differences, which may be fractions, with one entry per pair.

        Args:
            values: first side minus second, between -1 and 1.
            unit_of: as for ``of_pairs``.

        Raises:
            ValueError: a value is not between -1 and 1, or the arguments do not match.

        Example:
            >>> PairedSample.of_values([0.5, -0.25, 0, 1], unit_of=[0, 0, 1, 1])
            PairedSample(4 pairs in 2 units, 3 discordant, difference 0.3125)
        """
        delta = np.asarray(values, dtype=np.float64)
        if delta.ndim != 1:
            raise ValueError("differences must be one-dimensional")
        if not (np.abs(delta) <= 1).all():  # also refuses NaN
            raise ValueError("a difference must be between -1 and 1")
        delta = _rounded(delta)
        of = np.arange(delta.size) if unit_of is None else np.asarray(unit_of)
        if of.shape != delta.shape:
            raise ValueError("each pair needs one unit")
        unit = np.unique(of, return_inverse=True)[1].reshape(-1)
        sizes, sums = np.bincount(unit), _rounded(np.bincount(unit, weights=delta))
        kinds, units = np.unique(np.column_stack([sizes, sums]), axis=0, return_counts=True)
        absolute, squares = float(np.abs(delta).sum()), float(delta @ delta)
        discordant = int(np.count_nonzero(delta))
        return cls(kinds[:, 0], kinds[:, 1], units, discordant, absolute, squares)

    def swapped(self) -> PairedSample:
        return PairedSample(
            self.sizes, -self.differences, self.units, self.discordant, self.absolute, self.squares
        )

    @cached_property
    def n(self) -> int:
        return int(self.units @ self.sizes)

    @cached_property
    def groups(self) -> int:
        """The number of units."""
        return int(self.units.sum())

    @cached_property
    def total(self) -> float:
        """The sum of all pairs' differences (first side minus second)."""
        return float(self.units @ self.differences)

    @cached_property
    def effective_units(self) -> float:
        """The equivalent number of equally large units whose pairs are alike (Kish 1965)."""
        return self.n**2 / float(self.units @ self.sizes**2) if self.n else 0.0

    @cached_property
    def freedom(self) -> float:
        """The degrees of freedom of a variance between units whose pairs are alike; at least 1.

        According to Satterthwaite (1946), they are the number of units minus one if all units have
        the same size, and fewer if a few large units account for most of the variance.
        """
        squares = self.sizes.astype(float) ** 2
        return max(float(self.units @ squares) ** 2 / float(self.units @ squares**2) - 1, 1.0)

    @property
    def difference(self) -> float:
        """The accuracy of the first side minus that of the second; nan if there are no pairs."""
        return self.total / self.n if self.n else float("nan")

    @cached_property
    def standard_error(self) -> float:
        """The standard error of the difference, robust to shared units; nan below two units."""
        if self.groups < 2:
            return float("nan")
        residuals = self.differences - self.difference * self.sizes
        sum_of_squares = float(self.units @ residuals**2)
        return float(np.sqrt(sum_of_squares * self.groups / (self.groups - 1)) / self.n)

    @property
    def design_effect(self) -> float:
        """The factor by which shared units increase the variance of the difference (Kish 1965)."""
        return self.inflation(PRIOR)

    def inflation(self, unseen: float) -> float:
        """Return the design effect after adding ``unseen`` flips of whole units.

        Without flips, the pairs of a unit are assumed to flip together; a few observed flips weaken
        this assumption only slightly.
        """
        if self.groups == self.n:
            return 1.0
        whole = self.n / self.effective_units
        if self.groups < 2:
            return whole
        naive = max(self.squares - self.n * self.difference**2, 0.0)
        clustered = (self.standard_error * self.n) ** 2
        return (max(clustered, naive) + unseen * whole) / (naive + unseen)

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
        sums = round(self.absolute, _DECIMALS // 2), round(self.squares, _DECIMALS // 2)
        return (self.discordant, *sums, *sorted(tuple(map(float, kind)) for kind in kinds))


def _rounded(values: ArrayLike) -> Floats:
    return np.asarray(values, dtype=np.float64).round(_DECIMALS) + 0.0
