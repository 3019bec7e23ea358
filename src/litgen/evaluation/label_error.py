"""Bound the effect of wrong labels on an accuracy.

The accuracy with true labels differs from the observed accuracy by at most the share of wrong
labels, whether or not the model errs on the same pairs (the bounds of Horowitz and Manski 1995 for
data of which at most a known share is corrupt). This share is itself estimated from a sample, so
the intervals of both estimates are combined (MOVER, Zou and Donner 2008).

Assumptions: the judged pairs are a random sample of the contrast's pairs, the majority of judges
is right, and the labels of the originals are true.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from litgen.evaluation.answers import Answers
from litgen.evaluation.columns import Columns
from litgen.evaluation.contrast_set import ContrastSet
from litgen.evaluation.controls import Controlled
from litgen.exceptions import DataError
from litgen.statistics.intervals import Estimate, Share, share, wilson


class LabelError(NamedTuple):
    """Bounds on how much wrong labels affect a model's accuracy on a contrast."""

    model: str
    contrast: str
    judged: Judged  #: how many labels people judged, and how many they agreed with
    rate: float  #: share of wrong labels among the judged labels
    most: float  #: upper end of the 95 % interval for this share
    accuracy: Share  #: accuracy with litgen's labels
    low: float  #: lower end of the 95 % interval for the accuracy with true labels
    high: float  #: upper end of this interval
    errors: int  #: number of wrong answers; missing answers do not count
    could_be: int  #: number of these errors that wrong labels could explain, at the observed share
    at_most: int  #: the same at the upper end of the share's interval


def label_errors(
    models: Sequence[Answers], columns: Columns, judged: Mapping[str, Judged]
) -> Iterator[LabelError]:
    """Yield the bounds for every model on every contrast with judged labels."""
    for code, name in enumerate(columns.contrasts):
        if name in judged:
            rows = np.flatnonzero(columns.contrast == code)
            for answers in models:
                yield _label_error(answers, columns, rows, name, judged[name])


def _label_error(
    answers: Answers, columns: Columns, rows: np.ndarray, name: str, judged: Judged
) -> LabelError:
    right = answers.right[rows]
    accuracy, most = share(right, columns.unit[rows]), most_wrong(judged)
    seen = Estimate(accuracy.value, accuracy.low, accuracy.high)
    _, low, high = _off_by(seen, {name: 1.0}, {name: judged})
    errors = int((~right & (answers.outcome[rows] == 0)).sum())
    return LabelError(
        answers.name, name, judged, judged.rate, most, accuracy, max(0.0, low), high, errors,
        min(errors, round(judged.rate * rows.size)), min(errors, math.ceil(most * rows.size)),
    )  # fmt: skip


def most_wrong(judged: Judged) -> float:
    """Return the upper end of Wilson's 95 % interval for the share of wrong labels."""
    return wilson(judged.judged - judged.agreed, judged.judged)[1]


def widened(controlled: Controlled, judged: Mapping[str, Judged]) -> Controlled:
    """Widen the interval for a contrast against its controls by the wrong labels in both.

    Several controls are weighted by their shares of the records. If labels of the contrast or of
    one of its controls were not judged, the result is unchanged.
    """
    parts = {controlled.contrast: 1.0, **controlled.weights}
    if not parts.keys() <= judged.keys():
        return controlled
    return controlled._replace(widened=_off_by(controlled.extra, parts, judged))


def _off_by(seen: Estimate, parts: Mapping[str, float], judged: Mapping[str, Judged]) -> Estimate:
    """Widen the interval for an estimate by weighted shares of wrong labels."""
    rate = sum(weight * judged[name].rate for name, weight in parts.items())
    apart = [weight * (most_wrong(judged[n]) - judged[n].rate) for n, weight in parts.items()]
    low = seen.value - rate - math.hypot(seen.value - seen.low, *apart)
    high = seen.value + rate + math.hypot(seen.high - seen.value, *apart)
    return Estimate(seen.value, max(-1.0, low), min(1.0, high))


class Judged(NamedTuple):
    """How many labels of a contrast people judged, and how many they agreed with."""

    judged: int  #: number of judged pairs
    agreed: int  #: number of pairs for which a majority gives litgen's label

    @property
    def rate(self) -> float:
        return 1 - self.agreed / self.judged


def read_label_agreement(
    path: Path, contrast_set: ContrastSet, columns: Columns
) -> dict[str, Judged]:
    """Read, for each contrast, how many labels people judged and how many they agreed with."""
    try:
        values = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise DataError(f"{path} cannot be read: {reason}") from None
    try:
        if "groups" in values:
            name, found = _of_sample(path, values)
        else:
            name = values["contrast_set"]["sha256"]
            found = {k: (v["judged"], v["agreed"]) for k, v in values["contrasts"].items()}
    except (KeyError, TypeError, AttributeError):
        raise DataError(
            f"{path} contains no label agreement; use agreement.json from litgen study agree, or a "
            "file with contrast_set.sha256 and, by contrast, judged and agreed (docs/formats.md)"
        ) from None
    if name != contrast_set.sha256:
        raise DataError(
            f"{path} is for another contrast set than {contrast_set.path} (the SHA-256 of "
            "contrast.jsonl differs); judge a sample of this set"
        )
    numbers = np.bincount(columns.contrast, minlength=len(columns.contrasts)).tolist()
    sizes = dict(zip(columns.contrasts, numbers, strict=True))
    return {each: _checked(path, each, value, sizes) for each, value in found.items()}


def _of_sample(path: Path, values: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    """Read the counts from the output of ``litgen study agree``."""
    groups = [each for each in values["groups"] if each["question"] == "label"]
    if not groups:
        raise DataError(
            f"{path} contains no answers about labels; use litgen study sample --ask label to draw "
            "a sample"
        )
    found = {
        each["name"]: (each["majority"]["n"], each["majority"]["hits"])
        for each in groups
        if each["by"] == "contrast"
    }
    if not found:
        raise DataError(f"{path} is not grouped by contrast; use litgen study agree --by contrast")
    return values["sample"]["contrast_set"]["sha256"], found


def _checked(path: Path, name: str, value: tuple[Any, Any], sizes: Mapping[str, int]) -> Judged:
    if name not in sizes:
        raise DataError(f"{path}: the contrast set has no labelled pair for the contrast {name!r}")
    judged, agreed = value
    whole = type(judged) is int and type(agreed) is int
    if not whole or not 0 <= agreed <= judged or not judged:
        raise DataError(
            f"{path}: {name!r}: judged is {judged!r} and agreed is {agreed!r}; use whole numbers, "
            "with judged at least 1 and agreed at most judged"
        )
    if judged > sizes[name]:
        raise DataError(
            f"{path}: {name!r}: judged is {judged}, but the set has {sizes[name]} labelled pairs"
        )
    return Judged(judged, agreed)
