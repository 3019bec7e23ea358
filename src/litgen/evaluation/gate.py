"""Test conditions that a model must not meet, for ``litgen gate`` and pytest.

A condition names contrasts, a measure and a bound, such as ``negation: loss > 2 points``. Each
contrast that a condition covers is checked separately. A check *fails* if the one-sided test shows
that the measure is beyond the bound (:func:`litgen.statistics.score.score_p`, corrected over all
checks by Holm's method). It *passes* if the test in the other direction excludes that the measure
exceeds the bound by the tolerance (non-inferiority). Otherwise it is *undecided*, and more pairs
are needed.
"""

import math
import re
from collections.abc import Sequence
from pathlib import Path
from statistics import NormalDist
from typing import Any, Literal, NamedTuple

import numpy as np

from litgen.evaluation.answers import Answers, Floats
from litgen.evaluation.assessment import Answered, opened, plain, read_answered
from litgen.evaluation.columns import Codes
from litgen.evaluation.contrasts import ContrastInfo
from litgen.evaluation.controls import sides_of
from litgen.evaluation.grounded import is_grounded
from litgen.evaluation.predictions import Predictions
from litgen.exceptions import UsageError, did_you_mean
from litgen.statistics.corrections import adjust
from litgen.statistics.sample import PairedSample
from litgen.statistics.score import score_p, upper_end

Outcome = Literal["passed", "failed", "undecided"]
Measured = Literal["loss", "accuracy", "consistency", "false support"]
#: For each measure: 1 if higher is worse, -1 if lower is worse, and the pairs that it applies to.
MEASURES: dict[Measured, tuple[int, str]] = {
    "loss": (1, "controls"),
    "accuracy": (-1, "pairs"),
    "consistency": (-1, "originals"),
    "false support": (1, "accepted claims whose meaning changed"),
}
POWER = 0.8  #: the power for which the detectable excess is computed
_CONDITION = re.compile(
    r"\s*(?:(?P<where>.+?)\s*:\s+)?(?P<measure>loss|accuracy|consistency|false support)"
    r"\s*(?P<sign>[<>])\s*(?:(?P<baseline>baseline)\s*(?:(?P<shift>[+-])\s*)?)?"
    r"(?:(?P<bound>\d+(?:\.\d+)?)\s*(?:%|points?)?)?\s*"
)
_EXAMPLE = "'negation: loss > 2 points', 'accuracy < 80 %' or 'accuracy < baseline - 1 point'"


class Condition(NamedTuple):
    """A condition under which the gate fails."""

    text: str
    where: str | None  #: a contrast, phenomenon or suite; None for all contrasts
    measure: Measured
    bound: float  #: the bound, between 0 and 1; with a baseline, how much worse the measure may be
    baseline: bool = False


class Check(NamedTuple):
    """The result of testing a condition on one contrast."""

    condition: Condition
    contrast: str
    outcome: Outcome
    n: int  #: number of measured pairs; for a loss, of source pairs
    value: float = math.nan  #: the measure as a fraction; with a baseline, how much worse it is
    low: float = math.nan  #: lower one-sided confidence bound at level 1 - alpha
    high: float = math.nan  #: upper one-sided confidence bound at the same level
    p: float = math.nan  #: corrected p-value of the hypothesis that the measure is within the bound
    detectable: float = math.nan  #: the smallest excess that fails with a power of ``POWER``
    why: str = ""  #: why nothing was tested

    @property
    def line(self) -> str:
        """The check in one line: ``original;negation: loss 12.4 points (9.0 to 16.1; ...)``."""
        if self.why:
            return f"{self.contrast}: {self.condition.measure}: {self.why}"
        unit = " points" if self.condition.measure == "loss" or self.condition.baseline else " %"
        worse = " worse than the baseline's" if self.condition.baseline else ""
        detects = f"detects an excess of {_percent(self.detectable)} points"
        if self.detectable > 1:
            detects = "too few pairs to detect any excess"
        return (
            f"{self.contrast}: {self.condition.measure} {_percent(self.value)}{unit}{worse} "
            f"({_percent(self.low)} to {_percent(self.high)}; "
            f"bound {100 * self.condition.bound:g}; p {self.p:.2g}; {self.n:,} pairs; {detects})"
        )


def _percent(share: float) -> str:
    return f"{round(100 * share, 1) + 0.0:.1f}"  # adding 0.0 turns -0.0 into 0.0


class Gate(NamedTuple):
    """All checks of one model, and the overall outcome."""

    model: str
    checks: tuple[Check, ...]

    @property
    def outcome(self) -> Outcome:
        """``failed`` if a check failed, else ``undecided`` if a check is, else ``passed``."""
        found = {check.outcome for check in self.checks}
        return "failed" if "failed" in found else "undecided" if "undecided" in found else "passed"

    def as_json(self) -> dict[str, Any]:
        checks = [{**check._asdict(), "condition": check.condition.text} for check in self.checks]
        return {"model": self.model, "outcome": self.outcome, "checks": plain(checks)}


def parse_condition(text: str) -> Condition:
    """Parse a condition under which the gate fails.

    Example:
        >>> parse_condition("negation: loss > 2 points")[1:]
        ('negation', 'loss', 0.02, False)
    """
    found = _CONDITION.fullmatch(text)
    if found is None or not (found["bound"] or found["baseline"]):
        raise UsageError(f"{text!r} is not a condition; use one such as {_EXAMPLE}")
    measure: Measured = found["measure"]  # type: ignore[assignment]
    bad, shift = (">", "+") if MEASURES[measure][0] == 1 else ("<", "-")
    if found["sign"] != bad or found["shift"] not in (None, shift):
        raise UsageError(f"{text!r}: a condition on {measure} needs {bad}, as in {_EXAMPLE}")
    bound = float(found["bound"] or 0) / 100
    if bound > 1:
        raise UsageError(f"{text!r}: the bound must be between 0 and 100")
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
    """Decide whether a model meets any of the conditions under which the gate fails.

    Args:
        predictions: the output of ``litgen evaluate``, or a log of another harness.
        conditions: conditions in the notation of :func:`parse_condition`.
        baseline: predictions on the same contrast set, for conditions with ``baseline``.
        alpha: significance level of the one-sided tests.
        tolerance: the excess over a bound, in accuracy, that must be excluded for a check to pass.

    Raises:
        UsageError: a condition is invalid, names a contrast that does not exist, or needs a missing
            baseline.
        DataError: the baseline is for another contrast set.

    Example:
        >>> gate(Path("minilm"), ["negation: loss > 2 points"]).outcome  # doctest: +SKIP
        'failed'
    """
    parsed = [parse_condition(text) for text in conditions]
    if not parsed:
        raise UsageError(f"there is no condition; use one such as {_EXAMPLE}")
    for condition in parsed:
        if condition.baseline and baseline is None:
            raise UsageError(f"{condition.text!r} needs a baseline; pass its predictions")
    for name, value in (("alpha", alpha), ("tolerance", tolerance)):
        if not 0 < value < 1:
            raise UsageError(f"{name} is {value}, but must be between 0 and 1")
    given = [_one_model(each) for each in (predictions, baseline) if each is not None]
    found = read_answered(given, contrast_folder)
    asked = [
        _asked(found, condition, info)
        for condition in parsed
        for info in _named(found.infos, condition)
    ]
    raw = [question.p for _, question in asked if question is not None]
    corrected = iter(adjust(raw, "holm"))
    checks = tuple(
        check
        if question is None
        else _decided(check, question, next(corrected), alpha / len(raw), alpha, tolerance)
        for check, question in asked
    )
    return Gate(found.models[0].name, checks)


def _one_model(predictions: Path | Predictions) -> Predictions:
    found = opened([predictions])
    if len(found) > 1:
        names = ", ".join(each.info.name for each in found)
        raise UsageError(f"{predictions} contains several models ({names}); pass one model")
    return found[0]


def _named(infos: Sequence[ContrastInfo], condition: Condition) -> list[ContrastInfo]:
    """List the contrasts that a condition covers and for which its measure is defined."""
    where = condition.where
    names = {info.name: {info.name, info.suite, info.phenomenon, *info.phenomenon.split(" + ")}
             for info in infos}  # fmt: skip
    known = set().union(*names.values()) - {""}
    if where is not None and where not in known:
        raise UsageError(f"{condition.text!r}: there is no {where!r}; {did_you_mean(where, known)}")
    found = [
        info for info in infos
        if (where is None or where in names[info.name])
        and (
            condition.measure in ("accuracy", "consistency")
            or where == info.name
            or info.kind == "changes"
        )
    ]  # fmt: skip
    if not found:
        raise UsageError(f"{condition.text!r}: none of the contrasts changes labels")
    return found


class _Values(NamedTuple):
    values: Floats
    unit: Codes
    rows: Codes


class _Question(NamedTuple):
    """A test of whether the mean of a sample, in which higher values are worse, exceeds a bound."""

    sample: PairedSample
    bound: float
    scale: int  #: divides sample and bound so that the values lie between -1 and 1
    sign: int  #: -1 if lower displayed values are worse

    @property
    def p(self) -> float:
        return score_p(self.sample.swapped(), -self.bound)


def _asked(
    found: Answered, condition: Condition, info: ContrastInfo
) -> tuple[Check, _Question | None]:
    """Return the check of a condition on one contrast, and the question to test.

    If nothing can be tested, the question is None and the check gives the reason.
    """
    check = Check(condition, info.name, "undecided", 0)
    sign, needed = MEASURES[condition.measure]
    values, unit, rows = _values(found, found.models[0], condition.measure, info)
    bound, scale = condition.bound, 1
    if condition.baseline:
        other = _values(found, found.models[1], condition.measure, info)
        both, others = np.isin(rows, other.rows), np.isin(other.rows, rows)
        values, unit = sign * (values[both] - other.values[others]), unit[both]
        scale = 2 if condition.measure == "loss" else 1  # a loss lies between -1 and 1
        sign = 1
    else:
        values, bound = sign * values, sign * bound
    if not values.size:
        return check._replace(why=f"there are no {needed}"), None
    if np.unique(unit).size < 2:
        return check._replace(n=int(values.size), why="fewer than two premises"), None
    sample = PairedSample.of_values(values / scale, unit)
    return check, _Question(sample, bound / scale, scale, sign)


def _values(found: Answered, answers: Answers, measure: Measured, info: ContrastInfo) -> _Values:
    columns = found.columns
    rows = np.flatnonzero(columns.contrast == columns.contrasts.index(info.name))
    if measure == "loss":
        sides = sides_of(answers, columns, info)
        if sides is None:
            return _Values(np.array([]), rows[:0], rows[:0])
        return _Values(-sides.values, sides.unit, sides.rows)
    values = answers.right
    if measure == "consistency":
        values = answers.right & answers.original_right
        rows = rows[answers.has_original[rows]]
    elif measure == "false support":
        folded = answers.folded
        changed = folded.gold != folded.original_gold
        values = ~folded.right
        rows = rows[(is_grounded(columns) & changed & folded.original_right)[rows]]
    return _Values(values[rows].astype(float), columns.unit[rows], rows)


def _decided(
    check: Check, question: _Question, p: float, level: float, alpha: float, tolerance: float
) -> Check:
    sample, scale, value = question.sample, question.scale, question.sample.difference
    low, high = -upper_end(sample.swapped(), alpha), upper_end(sample, alpha)
    quantile = NormalDist().inv_cdf
    detectable = (upper_end(sample, level) - value) * (1 + quantile(POWER) / quantile(1 - level))
    outcome: Outcome = "undecided"
    if p < alpha:
        outcome = "failed"
    elif scale * (high - question.bound) < tolerance:
        outcome = "passed"
    ends = sorted(question.sign * scale * end for end in (low, high))
    return check._replace(
        outcome=outcome, n=sample.n, value=question.sign * scale * value, low=ends[0],
        high=ends[1], p=p, detectable=scale * detectable,
    )  # fmt: skip
