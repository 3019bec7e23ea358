"""The order of training: which pairs stand in which step, and how fast the model learns there."""

from __future__ import annotations

import math
from collections.abc import Sequence

#: Batches whose pairs are sorted by length together: little padding, and still a random order.
POOL = 50


def epoch_batches(lengths: Sequence[int], size: int, seed: int, epoch: int) -> list[list[int]]:
    """The batches of an epoch: shuffled, of like length, the same whenever they are asked for.

    Pairs are shuffled, sorted by length within pools of some batches, cut, and the batches
    shuffled. Batches of like length train several times faster than random ones.

    Args:
        lengths: tokens of each pair.
        size: pairs in a batch.
        seed: of the run.
        epoch: from 0.

    Example:
        >>> sorted(sum(epoch_batches([3, 1, 2], 2, seed=0, epoch=0), []))
        [0, 1, 2]
    """
    import numpy as np

    random = np.random.default_rng([seed, epoch])
    order = random.permutation(len(lengths))
    batches = []
    for at in range(0, len(order), size * POOL):
        pool = sorted(order[at : at + size * POOL].tolist(), key=lambda i: lengths[i])
        batches += [pool[i : i + size] for i in range(0, len(pool), size)]
    return [batches[i] for i in random.permutation(len(batches))]


def learning_rate(step: int, steps: int, peak: float, warmup: float) -> float:
    """The learning rate of a step: a linear rise over ``warmup`` of all steps, a linear fall.

    Example:
        >>> [round(learning_rate(step, 10, 1.0, 0.2), 2) for step in (0, 1, 2, 9)]
        [0.5, 1.0, 1.0, 0.12]
    """
    rising = max(1, math.ceil(steps * warmup))
    if step < rising:
        return peak * (step + 1) / rising
    return peak * (steps - step) / max(1, steps - rising)
