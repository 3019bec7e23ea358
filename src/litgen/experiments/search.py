"""Random search for hyperparameters (Bergstra and Bengio 2012) within a budget of trainings."""

from __future__ import annotations

import math
import tomllib
from collections.abc import Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeGuard

from litgen.exceptions import UsageError
from litgen.experiments.learner import Learner, Values
from litgen.experiments.trainings import Outcome, Training
from litgen.statistics.resampling import generator

if TYPE_CHECKING:
    from numpy.random import Generator


class Range(NamedTuple):
    """A range of values; its ends are included if they are whole numbers."""

    low: float
    high: float
    log: bool = False  # whether to draw uniformly on a logarithmic scale

    def draw(self, rng: Generator) -> float | int:
        """Draw one value, rounded to three significant digits unless it is a whole number."""
        if isinstance(self.low, int) and isinstance(self.high, int) and not self.log:
            return int(rng.integers(self.low, self.high, endpoint=True))
        if self.log:
            value = math.exp(rng.uniform(math.log(self.low), math.log(self.high)))
        else:
            value = rng.uniform(self.low, self.high)
        return float(f"{value:.3g}")


class Choice(NamedTuple):
    values: tuple[Any, ...]

    def draw(self, rng: Generator) -> Any:
        return self.values[int(rng.integers(len(self.values)))]


Space = Mapping[str, Range | Choice]


def draw(space: Space, rng: Generator) -> Values:
    """Draw a point of a search space, such as ``(('depth', 3), ('rows', 0.5))``."""
    return tuple((name, space[name].draw(rng)) for name in sorted(space))


def load_space(kind: str, path: Path | None = None) -> dict[str, Range | Choice]:
    """Load the search space for a kind of model: litgen's, or the one in a user's TOML file.

    Raises:
        UsageError: the file has no such table, or an entry is neither a range nor a choice.
    """
    source = path or files("litgen.experiments").joinpath("spaces.toml")
    where = str(path or "spaces.toml")
    try:
        tables = tomllib.loads(source.read_text("utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise UsageError(f"--space {where}: {error}") from error
    if not isinstance(tables.get(kind), dict):
        raise UsageError(f"--space {where}: there is no table [{kind}]; add it")
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
    return type(value) in (int, float)


def candidates(
    learner: Learner, space: Space, budget: int, corpus: str, rho: float, sample: int, seed: int
) -> list[Training]:
    """Return the trainings of a search; if ``rho`` is 0, they use the original pairs.

    Hyperparameters that the learner fixes are not searched for. With the same seed, the points are
    the same for every sample.
    """
    rng = generator(seed, "search", learner.model)
    free = {name: space[name] for name in space if name not in dict(learner.fixed)}
    points = [draw(free, rng) for _ in range(budget)]
    return [
        Training(learner, point, corpus, rho, sample, seed=seed, tested=False)
        for point in dict.fromkeys(points)
    ]


def choose(done: Sequence[tuple[Training, Outcome]]) -> dict[str, Any]:
    """Choose the training with the best validation accuracy or, in a tie, the first such training.

    Return JSON values: ``tried``, hyperparameters and accuracies; ``best``, the index chosen.

    Raises:
        UsageError: there are no validation pairs.
    """
    accuracies = [each.validation for _, each in done if each.validation is not None]
    if len(accuracies) < len(done):
        raise UsageError("a search needs validation pairs; set --validation-share above 0")
    return {
        "tried": [
            {"values": dict(training.values), "validation": outcome.validation}
            for training, outcome in done
        ],
        "best": accuracies.index(max(accuracies)),
    }
