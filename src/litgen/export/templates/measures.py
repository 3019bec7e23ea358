"""Metrics of ``litgen report`` for other harnesses; this module needs only Python.

An answer is a mapping with ``pair`` (id of the source pair), ``side`` (``original`` or
``contrast``), ``gold`` (the gold label) and ``answer`` (a label, or None if it is unreadable).
An original counts once for each of its contrast pairs.
"""

import math
from collections.abc import Callable, Iterable, Mapping

Answer = Mapping[str, "str | None"]
#: Whether the original is answered correctly (None for contrasts that make new pairs), whether the
#: contrast pair is, and whether the two answers are the same.
Outcome = tuple["bool | None", bool, bool]


def outcomes(answers: Iterable[Answer]) -> list[Outcome]:
    """Return the outcome of every contrast pair, except those whose original is missing.

    Example:
        >>> said = {"pair": "p", "gold": "neutral", "answer": "neutral"}
        >>> contrast = {**said, "side": "contrast", "gold": "entailment"}
        >>> outcomes([{**said, "side": "original"}, contrast])
        [(True, False, True)]
    """
    every = list(answers)
    originals = {each["pair"]: each for each in every if each["side"] == "original"}
    found: list[Outcome] = []
    for each in every:
        original = originals.get(each["pair"])
        right = each["answer"] == each["gold"]
        if not originals:
            found.append((None, right, False))
        elif each["side"] != "original" and original is not None:
            same = each["answer"] is not None and each["answer"] == original["answer"]
            found.append((original["answer"] == original["gold"], right, same))
    return found


def _mean(values: Iterable[bool]) -> float:
    every = list(values)
    return sum(every) / len(every) if every else math.nan


def acc_original(answers: Iterable[Answer]) -> float:
    """Return the accuracy on the originals, or nan for contrasts that make new pairs."""
    return _mean(before for before, _, _ in outcomes(answers) if before is not None)


def acc_contrast(answers: Iterable[Answer]) -> float:
    """Return the accuracy on the contrast pairs."""
    return _mean(right for _, right, _ in outcomes(answers))


def same_answer(answers: Iterable[Answer]) -> float:
    """Return the share of pairs with the same readable answer on both sides."""
    return _mean(same for before, _, same in outcomes(answers) if before is not None)


def both_right(answers: Iterable[Answer]) -> float:
    """Return the share of pairs that are right on both sides (Gardner et al. 2020, section 3)."""
    return _mean(before and right for before, right, _ in outcomes(answers) if before is not None)


MEASURES: dict[str, Callable[[Iterable[Answer]], float]] = {
    measure.__name__: measure for measure in (acc_original, acc_contrast, same_answer, both_right)
}
