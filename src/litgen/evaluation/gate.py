"""Conditions that a model must not meet, each tested: what ``litgen gate`` and pytest decide.

A condition names contrasts, a measure and a bound, such as ``negation: loss > 2 points``. Each of
its contrasts is one check. A check *fails* if the one-sided test shows that the measure lies beyond
the bound (:func:`litgen.statistics.score.score_p`, corrected over all checks by Holm's method). It
*passes* if the test in the other direction excludes that the measure exceeds the bound by the
tolerance (non-inferiority). Otherwise there are too few pairs, and it is *undecided*.
"""

import math
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import NormalDist
from typing import Any, Literal, NamedTuple

import numpy as np

from litgen.evaluation.answers import Answers, Floats
from litgen.evaluation.assessment import Assessment, assess, plain
from litgen.evaluation.columns import Codes
from litgen.evaluation.contrasts import ContrastInfo
from litgen.evaluation.controls import sides_of
from litgen.evaluation.grounded import is_grounded
from litgen.evaluation.predictions import Predictions
from litgen.evaluation.procedure import Procedure
from litgen.exceptions import UsageError, did_you_mean
from litgen.statistics import PairedSample, adjust
from litgen.statistics.score import boundary, score_p

Outcome = Literal["passed", "failed", "undecided"]
Measured = Literal["loss", "accuracy", "consistency", "false support"]
#: What each measure is, and on which side of the bound it is bad.
MEASURES: dict[Measured, tuple[str, str]] = {
    "loss": ("accuracy on the controls less accuracy on the contrast", ">"),
    "accuracy": ("accuracy on the contrast", "<"),
    "consistency": ("original and contrast both right (Gardner et al. 2020)", "<"),
    "false support": ("accepted claims that are still accepted after their meaning changed", ">"),
}
#: Of the excess that is given as detectable.
POWER = 0.8
_CONDITION = re.compile(
    r"\s*(?:(?P<where>.+?)\s*:\s+)?(?P<measure>loss|accuracy|consistency|false support)"
    r"\s*(?P<sign>[<>])\s*(?:(?P<baseline>baseline)\s*(?:(?P<shift>[+-])\s*)?)?"
    r"(?:(?P<bound>\d+(?:\.\d+)?)\s*(?:%|points?)?)?\s*"
)
_EXAMPLE = "'negation: loss > 2 points', 'accuracy < 80 %' or 'accuracy < baseline - 1 point'"


class Condition(NamedTuple):
    """A condition under which the gate fails.

    Attributes:
        text: as it was written.
        where: a contrast, phenomenon or suite; None for all contrasts.
        bound: a share, or what the measure may be worse than the baseline's, of 1.
    """

    text: str
    where: str | None
    measure: Measured
    bound: float
    baseline: bool = False


class Check(NamedTuple):
    """A condition on one contrast, decided.

    Attributes:
        n: pairs that the measure is taken of; of a loss source pairs.
        value: the measure, of 1; against a baseline by how much it is worse.
        low, high: ends of its one-sided intervals, each of level 1 - alpha.
        p: of the hypothesis that the bound is kept, corrected.
        detectable: the smallest excess over the bound that fails with a power of ``POWER``.
    """

    condition: Condition
    contrast: str
    outcome: Outcome
    n: int
    value: float = math.nan
    low: float = math.nan
    high: float = math.nan
    p: float = math.nan
    detectable: float = math.nan
    why: str = ""

    @property
    def line(self) -> str:
        """The check in a line.

        Example: ``original;negation: loss 12.4 points, more than 2 (p 0.001, 310 pairs)``
        """
        if self.why:
            return f"{self.contrast}: {self.condition.measure}: {self.why}"
        unit = " points" if self.condition.measure == "loss" or self.condition.baseline else " %"
        worse = " worse than the baseline's" if self.condition.baseline else ""
        return (
            f"{self.contrast}: {self.condition.measure} {100 * self.value:.1f}{unit}{worse} "
            f"({100 * self.low:.1f} to {100 * self.high:.1f}; bound "
            f"{100 * self.condition.bound:g}; p {self.p:.2g}; {self.n:,} pairs; detects an excess "
            f"of {100 * self.detectable:.1f} points)"
        )


class Gate(NamedTuple):
    """All checks of one model, and what they come to."""

    model: str
    checks: tuple[Check, ...]

    @property
    def outcome(self) -> Outcome:
        """*failed* if a check failed, else *undecided* if one is, else *passed*."""
        found = {check.outcome for check in self.checks}
        return "failed" if "failed" in found else "undecided" if "undecided" in found else "passed"

    def as_json(self) -> dict[str, Any]:
        return {
            "model": self.model,
            "outcome": self.outcome,
            "checks": [
                plain({**check._asdict(), "condition": check.condition.text})
                for check in self.checks
            ],
        }


def parse_condition(text: str) -> Condition:
    """Read a condition under which a gate fails.

    Raises:
        UsageError: it is none; the message shows some.

    Example:
        >>> parse_condition("negation: loss > 2 points")[1:]
        ('negation', 'loss', 0.02, False)
        >>> parse_condition("accuracy < baseline - 1 point").baseline
        True
    """
    found = _CONDITION.fullmatch(text)
    if found is None or not (found["bound"] or found["baseline"]):
        raise UsageError(f"{text!r} is no condition; write one such as {_EXAMPLE}")
    measure: Measured = found["measure"]  # type: ignore[assignment]
    bad = MEASURES[measure][1]
    shift = "+" if bad == ">" else "-"
    if found["sign"] != bad or found["shift"] not in (None, shift):
        raise UsageError(f"{text!r}: {measure} is worse where it is {bad}; write {_EXAMPLE}")
    bound = float(found["bound"] or 0) / 100
    if bound > 1:
        raise UsageError(f"{text!r}: a bound lies between 0 and 100")
    return Condition(text.strip(), found["where"], measure, bound, bool(found["baseline"]))


def gate(
    predictions: Path | Predictions,
    conditions: Sequence[str],
    *,
    baseline: Path | Predictions | None = None,
    contrast_folder: Path | None = None,
    alpha: float = 0.05,
    tolerance: float = 0.05,
) -> Gate:
    """Decide whether a model meets any of some conditions.

    Args:
        predictions: of ``litgen evaluate``, or a log of another harness.
        conditions: as :func:`parse_condition` reads them.
        baseline: predictions of the same contrast set, for conditions that name it.
        alpha: level of the one-sided tests.
        tolerance: the excess over a bound that must be excluded for a check to pass, in accuracy.

    Raises:
        UsageError: a condition is none, or names a contrast that is not there, or a baseline
            that was not given.
        DataError: the baseline is of another contrast set.

    Example:
        >>> gate(Path("minilm"), ["negation: loss > 2 points"]).outcome  # doctest: +SKIP
        'failed'
    """
    parsed = [parse_condition(text) for text in conditions]
    if not parsed:
        raise UsageError(f"no condition; write one such as {_EXAMPLE}")
    for condition in parsed:
        if condition.baseline and baseline is None:
            raise UsageError(f"{condition.text!r} needs a baseline; name its predictions")
    for name, value in (("alpha", alpha), ("tolerance", tolerance)):
        if not 0 < value < 1:
            raise UsageError(f"{name} {value}: takes a number between 0 and 1")
    folders = [predictions] if baseline is None else [predictions, baseline]
    found = assess(folders, Procedure(replicates=1000, correction="none"), contrast_folder)
    checks = [
        _measured(found, condition, info)
        for condition in parsed
        for info in _named(found.infos, condition)
    ]
    raw = [
        math.nan if sample is None else score_p(sample.swapped(), -_of_sample(check.condition))
        for check, sample in checks
    ]
    tested = [p for p in raw if not math.isnan(p)]
    corrected = iter(adjust(tested, "holm"))
    return Gate(
        found.models[0].name,
        tuple(
            check
            if sample is None
            else _decided(check, sample, next(corrected), alpha / len(tested), alpha, tolerance)
            for check, sample in checks
        ),
    )


def _named(infos: Sequence[ContrastInfo], condition: Condition) -> Iterator[ContrastInfo]:
    """The contrasts that a condition is about, of those that its measure is of."""
    where = condition.where
    names = {each for info in infos for each in (info.name, info.suite, *_phenomena(info)) if each}
    if where is not None and where not in names:
        raise UsageError(f"{condition.text!r}: no {where!r} here; {did_you_mean(where, names)}")
    there = False
    for info in infos:
        if where in (None, info.name, info.suite, *_phenomena(info)):
            if condition.measure in ("accuracy", "consistency") or info.kind == "changes":
                there = True
                yield info
    if not there:
        raise UsageError(f"{condition.text!r}: no contrast that changes labels is among them")


def _phenomena(info: ContrastInfo) -> tuple[str, ...]:
    return info.phenomenon, *info.phenomenon.split(" + ")


class _Values(NamedTuple):
    """Of each pair, how bad it is, between -1 and 1."""

    values: Floats
    unit: Codes
    rows: Codes


def _measured(
    found: Assessment, condition: Condition, info: ContrastInfo
) -> tuple[Check, PairedSample | None]:
    own = _values(found, found.models[0], condition.measure, info)
    if own is None:
        why = "no controls on the same originals" if condition.measure == "loss" else "no claims"
        return Check(condition, info.name, "undecided", 0, why=why), None
    values, unit, rows = own
    if condition.baseline:
        other = _values(found, found.models[1], condition.measure, info)
        assert other is not None
        shared = np.isin(rows, other.rows), np.isin(other.rows, rows)
        values, unit = values[shared[0]] - other.values[shared[1]], unit[shared[0]]
        if condition.measure == "loss":
            values = values / 2  # a difference of two differences; the bound is halved, too
        elif MEASURES[condition.measure][1] == "<":
            values = -values
    check = Check(condition, info.name, "undecided", int(values.size))
    if np.unique(unit).size < 2:
        return check._replace(why="fewer than two premises"), None
    sign = -1 if MEASURES[condition.measure][1] == "<" and not condition.baseline else 1
    return check, PairedSample.of_values(sign * values, unit)


def _values(
    found: Assessment, answers: Answers, measure: Measured, info: ContrastInfo
) -> _Values | None:
    columns = found.columns
    rows = np.flatnonzero(columns.contrast == columns.contrasts.index(info.name))
    if measure == "loss":
        sides = sides_of(answers, columns, info)
        return None if sides is None else _Values(-sides.values, sides.unit, sides.rows)
    if measure == "accuracy":
        return _Values(answers.right[rows].astype(float), columns.unit[rows], rows)
    if measure == "consistency":
        both = answers.right[rows] & answers.original_right[rows]
        rows_with = answers.has_original[rows]
        rows = rows[rows_with]
        return (
            _Values(both[rows_with].astype(float), columns.unit[rows], rows) if rows.size else None
        )
    folded = answers.folded
    changed = folded.gold != folded.original_gold
    rows = rows[(is_grounded(columns) & changed & folded.original_right)[rows]]
    return (
        _Values((~folded.right[rows]).astype(float), columns.unit[rows], rows)
        if rows.size
        else None
    )


def _of_sample(condition: Condition) -> float:
    """The bound as the sample has it: worse is higher."""
    if condition.baseline:
        return condition.bound / 2 if condition.measure == "loss" else condition.bound
    return -condition.bound if MEASURES[condition.measure][1] == "<" else condition.bound


def _decided(
    check: Check,
    sample: PairedSample,
    p: float,
    level: float,
    alpha: float,
    tolerance: float,
) -> Check:
    condition = check.condition
    swapped = sample.swapped()
    low = -boundary(lambda d: score_p(swapped, d) - alpha, swapped.difference)
    high = most = boundary(lambda d: score_p(sample, d) - alpha, sample.difference)
    strict = boundary(lambda d: score_p(sample, d) - level, sample.difference)
    normal = NormalDist()
    least = normal.inv_cdf(1 - level)
    detectable = (strict - sample.difference) * (least + normal.inv_cdf(POWER)) / least
    scale = 2 if condition.baseline and condition.measure == "loss" else 1
    value, low, high, detectable = (scale * x for x in (sample.difference, low, high, detectable))
    if MEASURES[condition.measure][1] == "<" and not condition.baseline:
        value, low, high = -value, -high, -low
    outcome: Outcome = "undecided"
    excess = scale * (most - _of_sample(condition))
    if p < alpha:
        outcome = "failed"
    elif excess < tolerance:
        outcome = "passed"
    return check._replace(
        outcome=outcome, value=value, low=low, high=high, p=p, detectable=detectable
    )
