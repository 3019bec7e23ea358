"""Hyperparameter spaces, and drawing from them."""

from __future__ import annotations

import math
import tomllib
from collections.abc import Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeGuard

from litgen.exceptions import UsageError

if TYPE_CHECKING:
    from numpy.random import Generator

#: Hyperparameters by name, fit for a key.
Values = tuple[tuple[str, Any], ...]


class Range(NamedTuple):
    """Values between two ends, both included where they are whole numbers.

    Attributes:
        low: the lower end.
        high: the upper end.
        log: whether the logarithm is uniform.
    """

    low: float
    high: float
    log: bool = False

    def draw(self, rng: Generator) -> float | int:
        """One value; of three significant digits unless it is a whole number."""
        if isinstance(self.low, int) and isinstance(self.high, int) and not self.log:
            return int(rng.integers(self.low, self.high, endpoint=True))
        if self.log:
            return _short(math.exp(rng.uniform(math.log(self.low), math.log(self.high))))
        return _short(rng.uniform(self.low, self.high))


class Choice(NamedTuple):
    """One of several values."""

    values: tuple[Any, ...]

    def draw(self, rng: Generator) -> Any:
        """One of them."""
        return self.values[int(rng.integers(len(self.values)))]


Space = Mapping[str, Range | Choice]


def draw(space: Space, rng: Generator) -> Values:
    """One point of a space.

    Example:
        >>> import numpy
        >>> draw({"depth": Choice((3, 3)), "rows": Range(0.5, 0.5)}, numpy.random.default_rng(0))
        (('depth', 3), ('rows', 0.5))
    """
    return tuple((name, space[name].draw(rng)) for name in sorted(space))


def load_space(kind: str, path: Path | None = None) -> dict[str, Range | Choice]:
    """The space of a kind of model: litgen's own, or that of a file of the user's.

    Args:
        kind: ``bow`` or ``huggingface``.
        path: a TOML file with a table of that name.

    Raises:
        UsageError: the file has no such table, or an entry is no range and no choice.
    """
    where = str(path or "spaces.toml")
    try:
        if path is None:
            text = files("litgen.experiments").joinpath("spaces.toml").read_text("utf-8")
        else:
            text = path.read_text("utf-8")
        tables = tomllib.loads(text)
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise UsageError(f"--space {where}: {error}") from error
    if not isinstance(tables.get(kind), dict):
        raise UsageError(f"--space {where}: has no table [{kind}]")
    return {name: _entry(where, name, entry) for name, entry in tables[kind].items()}


def _entry(where: str, name: str, entry: Any) -> Range | Choice:
    if isinstance(entry, list) and entry:
        return Choice(tuple(entry))
    if isinstance(entry, dict) and set(entry) <= {"low", "high", "log"}:
        low, high, log = entry.get("low"), entry.get("high"), bool(entry.get("log", False))
        if _number(low) and _number(high) and low <= high and (low > 0 or not log):
            return Range(low, high, log)
    raise UsageError(
        f"--space {where}: {name} is neither a list of values nor a range such as "
        "{low = 1, high = 9}"
    )


def _number(value: Any) -> TypeGuard[float]:
    return isinstance(value, int | float) and not isinstance(value, bool)


def parse_settings(entries: Sequence[str]) -> Values:
    """Read ``--set``: hyperparameters that are not searched for.

    Raises:
        UsageError: an entry is not ``name=value``.

    Example:
        >>> parse_settings(["rounds=50", "bags=joint"])
        (('bags', 'joint'), ('rounds', 50))
    """
    found = {}
    for entry in entries:
        name, _, value = entry.partition("=")
        if not name.strip() or not value.strip():
            raise UsageError(f"--set {entry}: write NAME=VALUE, such as rounds=100")
        try:
            found[name.strip()] = tomllib.loads(f"value = {value}")["value"]
        except tomllib.TOMLDecodeError:
            found[name.strip()] = value.strip()
    return tuple(sorted(found.items()))


def _short(value: float) -> float:
    return float(f"{value:.3g}")
