"""Agreement of several judges: Fleiss' kappa, Krippendorff's alpha, majorities."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

#: What the judges said of one item; None where a judge said nothing.
Judgements = Sequence[str | None]


def fleiss_kappa(items: Sequence[Judgements]) -> float:
    """Fleiss' kappa (Fleiss 1971): every item must be judged equally often, by whomever.

    Args:
        items: the judgements of each item.

    Returns:
        1 at full agreement, 0 at chance; nan of no item, of one judge, and where all judgements
        are the same, so that chance alone would give full agreement.

    Raises:
        ValueError: some items are judged more often than others.

    Example:
        >>> fleiss_kappa([["yes", "yes"], ["no", "no"], ["yes", "no"], ["no", "yes"]])
        0.0
    """
    counts = [Counter(value for value in item if value is not None) for item in items]
    judges = {sum(each.values()) for each in counts}
    if len(judges) > 1:
        raise ValueError(f"items are judged between {min(judges)} and {max(judges)} times")
    if not counts or (n := judges.pop()) < 2:
        return math.nan
    total: Counter[str] = sum(counts, Counter())
    observed = sum(
        (sum(k * k for k in each.values()) - n) / (n * (n - 1)) for each in counts
    ) / len(counts)
    expected = sum((k / (n * len(counts))) ** 2 for k in total.values())
    return math.nan if len(total) == 1 else (observed - expected) / (1 - expected)


def krippendorff_alpha(items: Sequence[Judgements]) -> float:
    """Krippendorff's alpha for nominal values (Krippendorff 2004, chapter 11).

    Items may be judged by different numbers of judges; those judged once do not count.

    Args:
        items: the judgements of each item.

    Returns:
        1 at full agreement, 0 at chance; nan where it is not defined: nothing is judged twice, or
        all judgements are the same.

    Example:
        >>> round(krippendorff_alpha([["a", "a"], ["b", "b"], ["a", "b"], ["b", None]]), 3)
        0.444
    """
    counts = [Counter(value for value in item if value is not None) for item in items]
    pairable = [each for each in counts if sum(each.values()) > 1]
    total: Counter[str] = sum(pairable, Counter())
    n = sum(total.values())
    if len(total) < 2:
        return math.nan
    disagreement = 0.0
    for each in pairable:
        judged = sum(each.values())
        disagreement += (judged**2 - sum(k * k for k in each.values())) / (judged - 1)
    expected = (n**2 - sum(k * k for k in total.values())) / (n - 1)
    return 1 - disagreement / expected


def majority(judgements: Judgements) -> str | None:
    """What more than half of those say who said anything; None where nothing does.

    Example:
        >>> majority(["yes", "yes", "no"]), majority(["yes", "no"]), majority([None])
        ('yes', None, None)
    """
    counts = Counter(value for value in judgements if value is not None)
    if not counts:
        return None
    value, number = counts.most_common(1)[0]
    return value if 2 * number > sum(counts.values()) else None


def unanimous(judgements: Judgements) -> bool:
    """Whether at least two judges said something, and all of them the same."""
    said = [value for value in judgements if value is not None]
    return len(said) > 1 and len(set(said)) == 1
