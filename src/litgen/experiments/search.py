"""Random search for hyperparameters (Bergstra and Bengio 2012) with a budget of trainings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from litgen.exceptions import UsageError
from litgen.experiments.learner import Learner
from litgen.experiments.space import Space, Values, draw
from litgen.experiments.trainings import Outcome, Training
from litgen.statistics import generator


class Search(NamedTuple):
    """A search for hyperparameters.

    Attributes:
        trainings: what was tried, in order.
        accuracies: on the validation pairs.
        best: the number of the best; the first of equals.
    """

    trainings: tuple[Training, ...]
    accuracies: tuple[float, ...]
    best: int

    @property
    def values(self) -> Values:
        """The hyperparameters chosen."""
        return self.trainings[self.best].values

    def as_json(self) -> dict[str, Any]:
        """The search as JSON values."""
        tried = zip(self.trainings, self.accuracies, strict=True)
        return {
            "tried": [
                {"values": dict(training.values), "validation": accuracy}
                for training, accuracy in tried
            ],
            "best": self.best,
        }


def candidates(
    learner: Learner, space: Space, budget: int, corpus: str, rho: float, sample: int, seed: int
) -> list[Training]:
    """The trainings of a search: as many points of the space as the budget allows.

    Args:
        learner: what is trained; hyperparameters that it has fixed are not searched for.
        space: where points are drawn from; the same for every sample of a seed.
        budget: how many.
        corpus: digest of the pairs.
        rho: 0 searches on the pairs as they are.
        sample: on which sample.
        seed: of the experiment.
    """
    rng = generator(seed, "search", learner.model)
    free = {name: space[name] for name in space if name not in dict(learner.fixed)}
    points = [draw(free, rng) for _ in range(budget)]
    return [
        Training(learner, point, corpus, rho, sample, seed=seed, tested=False)
        for point in dict.fromkeys(points)
    ]


def choose(done: Sequence[tuple[Training, Outcome]]) -> Search:
    """The best of some trainings by accuracy on the validation pairs.

    Raises:
        UsageError: there were no validation pairs.
    """
    accuracies = []
    for _, outcome in done:
        if outcome.validation is None:
            raise UsageError("a search needs validation pairs: give --validation-share above 0")
        accuracies.append(outcome.validation)
    best = max(range(len(accuracies)), key=accuracies.__getitem__)
    return Search(tuple(training for training, _ in done), tuple(accuracies), best)
