"""DGP(phi, rho): the data-generating process of Salvatore et al. (2023, section 3.1)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from litgen.data import Pair
from litgen.exceptions import UsageError
from litgen.experiments.twins import Twin

if TYPE_CHECKING:
    from numpy.random import Generator


def generate(twins: Sequence[Twin], rho: float, rng: Generator) -> list[Pair]:
    """Each pair replaced by its transform with probability rho, independently (equation 2).

    A pair that phi does not change stays as it is, drawn or not. How many are replaced is binomial;
    the paper's own code draws an exact share instead.

    Args:
        twins: pairs with their transforms.
        rho: the probability, from 0 to 1.
        rng: where the draws come from.

    Raises:
        UsageError: ``rho`` is no probability.

    Example:
        >>> import numpy
        >>> from litgen.experiments.twins import Change
        >>> change = Change("A guy runs.", "A guy moves.", "entailment")
        >>> twins = [Twin("A man runs.", "A man moves.", "entailment", (change,))]
        >>> [pair.premise for pair in generate(twins, 1.0, numpy.random.default_rng(0))]
        ['A guy runs.']
    """
    check_rho(rho)
    drawn = rng.random(len(twins)) < rho  # [0, 1): 0 replaces none, 1 replaces all
    pairs = zip(twins, drawn, strict=True)
    return [twin.transformed() if taken else twin.original for twin, taken in pairs]


def check_rho(rho: float) -> None:
    """Refuse what is no probability.

    Raises:
        UsageError: it is none.
    """
    if not 0 <= rho <= 1:
        raise UsageError(f"--rho {rho:g}: a probability lies between 0 and 1")
