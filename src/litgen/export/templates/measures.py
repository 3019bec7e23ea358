"""What a harness computes of its answers, as litgen's report does; needs Python alone.

This file is copied beside exported tasks, so it imports nothing of litgen.

An answer is a mapping with ``pair`` (id of the source pair), ``side`` (``original`` or
``contrast``), ``gold`` and ``answer``: labels by name, the answer None where none could be read.
An original counts once for each of its contrast pairs, as in ``litgen report``.
"""

import math
from collections.abc import Callable, Iterable, Mapping

Answer = Mapping[str, "str | None"]
#: Right on the original, right on the contrast pair, the same answer; the original's None where
#: the contrast makes new pairs.
Outcome = tuple["bool | None", bool, bool]


def outcomes(answers: Iterable[Answer]) -> list[Outcome]:
    """What came out of every contrast pair; those whose original was not asked are left out.

    Example:
        >>> said = {"pair": "p", "gold": "neutral", "answer": "neutral"}
        >>> contrast = {**said, "side": "contrast", "gold": "entailment"}
        >>> outcomes([{**said, "side": "original"}, contrast])
        [(True, False, True)]
    """
    every = list(answers)
    originals = {each["pair"]: each for each in every if each["side"] == "original"}
    new = not originals
    found: list[Outcome] = []
    for each in every:
        if each["side"] == "original":
            continue
        right = each["answer"] == each["gold"]
        if new:
            found.append((None, right, False))
            continue
        original = originals.get(each["pair"])
        if original is not None:
            same = each["answer"] is not None and each["answer"] == original["answer"]
            found.append((original["answer"] == original["gold"], right, same))
    return found


def _mean(values: Iterable[bool]) -> float:
    every = list(values)
    return sum(every) / len(every) if every else math.nan


def acc_original(answers: Iterable[Answer]) -> float:
    """Accuracy on the originals of the contrast pairs; nan of contrasts that make new pairs."""
    return _mean(before for before, _, _ in outcomes(answers) if before is not None)


def acc_contrast(answers: Iterable[Answer]) -> float:
    """Accuracy on the contrast pairs."""
    return _mean(right for _, right, _ in outcomes(answers))


def same_answer(answers: Iterable[Answer]) -> float:
    """How often both sides got the same answer; one that could not be read is never the same."""
    return _mean(same for before, _, same in outcomes(answers) if before is not None)


def both_right(answers: Iterable[Answer]) -> float:
    """Contrast consistency (Gardner et al. 2020, section 3): both sides right."""
    return _mean(before and right for before, right, _ in outcomes(answers) if before is not None)


MEASURES: dict[str, Callable[[Iterable[Answer]], float]] = {
    measure.__name__: measure for measure in (acc_original, acc_contrast, same_answer, both_right)
}
