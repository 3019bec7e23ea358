"""Comparisons, tested: original against contrast, one model against another."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal, NamedTuple

import numpy as np

from litgen.evaluation.answers import Answers
from litgen.evaluation.columns import Codes, Columns
from litgen.evaluation.contrasts import ContrastInfo, Kind
from litgen.evaluation.metrics import difference_of
from litgen.exceptions import UsageError
from litgen.statistics import (
    CORRECTIONS,
    Equivalence,
    PairedSample,
    adjust,
    bootstrap_paired_t,
    check_replicates,
    detectable_effect,
    equivalence,
    generator,
    mcnemar,
    strictest_level,
)
from litgen.statistics.bootstrap import PValue
from litgen.statistics.corrections import Correction

#: What is drawn and exchanged together: all pairs of a premise, or each pair (Salvatore et al.).
Unit = Literal["premise", "pair"]
#: Which p decides.
Test = Literal["bootstrap", "mcnemar", "mid-p"]
UNITS: tuple[Unit, ...] = ("premise", "pair")
TESTS: tuple[Test, ...] = ("bootstrap", "mcnemar", "mid-p")
#: The tests that are corrected together.
FAMILIES = {
    "invariance": "original against contrast, of every contrast that keeps the label",
    "difference": "original against contrast, of every contrast that changes labels",
    "corruption": "original against contrast, of every corruption",
    "models": "every further model against the first, on every contrast",
}
_FAMILY_OF: dict[Kind, str] = {
    "keeps": "invariance", "changes": "difference", "corrupted": "corruption"
}  # fmt: skip
#: The contrast that stands for all distinct original pairs where models are compared.
ORIGINALS = "originals"


@dataclass(frozen=True)
class Procedure:
    """How differences are tested.

    Attributes:
        test: which p decides.
        unit: what the bootstrap draws and exchanges together.
        p_value: the bootstrap's p (``litgen.statistics.bootstrap_paired_t``).
        replicates: of the bootstrap.
        alpha: level of each family.
        correction: within a family.
        margin: the largest difference that counts as none; no equivalence is claimed without one.
        power: at which the detectable effect is given.
        seed: of the bootstraps.
    """

    test: Test = "bootstrap"
    unit: Unit = "premise"
    p_value: PValue = "symmetric"
    replicates: int = 20_000
    alpha: float = 0.05
    correction: Correction = "holm"
    margin: float | None = None
    power: float = 0.8
    seed: int = 0

    def check(self) -> None:
        """Refuse what cannot be.

        Raises:
            UsageError: a value is none of those there are, or out of range.
        """
        for name, known in (("test", TESTS), ("unit", UNITS), ("correction", CORRECTIONS)):
            if getattr(self, name) not in known:
                raise UsageError(f"--{name} {getattr(self, name)}: take one of {', '.join(known)}")
        if not 0 < self.power < 1:
            raise UsageError(f"--power {self.power}: a power lies between 0 and 1")
        if not 0 < self.alpha < 1:
            raise UsageError(f"--alpha {self.alpha}: a level lies between 0 and 1")
        if self.margin is not None and not 0 < self.margin < 1:
            raise UsageError(f"--margin {self.margin}: a difference lies between 0 and 1")
        if self.replicates < 1:
            raise UsageError(f"--replicates {self.replicates}: a bootstrap needs at least 1")

    def as_json(self) -> dict[str, Any]:
        """The options as JSON values."""
        return asdict(self)


class Comparison(NamedTuple):
    """One comparison of two accuracies on the same pairs.

    Attributes:
        family: in ``FAMILIES``.
        model: whose answers.
        reference: the model it is compared with; None where it is compared with itself on the
            originals.
        contrast: on which.
        n: pairs.
        premises: distinct premises.
        lost: right on the first side only: on the original, or of the reference.
        gained: right on the second side only.
        difference: accuracy of the second side less that of the first.
        low: lower end of its 95 % interval, premises resampled.
        high: upper end.
        statistic: t; positive where the first side is better, as in Salvatore et al. (2023).
        p: by test, ``bootstrap``, ``mcnemar`` and ``mid-p``, uncorrected.
        adjusted: the same, corrected within the family.
        rejected: whether the deciding p, corrected, is below alpha.
        equivalence: two one-sided tests.
        equivalent: whether ``equivalence_p`` is below alpha; None without margin.
        equivalence_p: p of equivalence, corrected within the family; None without margin.
        detectable: the smallest difference that was shown with the wanted power at the corrected
            level; None where none was.
        design_effect: by what factor shared premises raise the variance.
        remark: what is special about the sample.
    """

    family: str
    model: str
    reference: str | None
    contrast: str
    n: int
    premises: int
    lost: int
    gained: int
    difference: float
    low: float
    high: float
    statistic: float
    p: dict[str, float]
    equivalence: Equivalence
    design_effect: float
    remark: str | None = None
    adjusted: dict[str, float] = {}  # noqa: RUF012
    rejected: bool = False
    equivalent: bool | None = None
    equivalence_p: float | None = None
    detectable: float | None = None


class _Question(NamedTuple):
    """A comparison that is to be tested."""

    family: str
    model: str
    reference: str | None
    contrast: str
    first: np.ndarray
    second: np.ndarray
    premise: Codes


def compare_all(
    models: Sequence[Answers],
    columns: Columns,
    infos: Sequence[ContrastInfo],
    options: Procedure,
) -> list[Comparison]:
    """Test every contrast of every model, and every further model against the first.

    Contrasts that make new pairs have no original; on them models are compared only.

    Args:
        models: answers of each; the first one is the reference.
        columns: of the contrast set.
        infos: its contrasts by code.
        options: how.

    Raises:
        UsageError: there are too few replicates for the corrected level; names the number needed.
    """
    options.check()
    questions = [*_invariance(models, columns, infos), *_models(models, columns, infos)]
    sizes = {family: sum(q.family == family for q in questions) for family in FAMILIES}
    level = strictest_level(options.alpha, max(sizes.values(), default=1), options.correction)
    check_replicates(options.replicates, level, options.p_value)
    rows = [_row(question, options) for question in questions]
    return [
        row
        for family in FAMILIES
        for row in _corrected([row for row in rows if row.family == family], options)
    ]


def _invariance(
    models: Sequence[Answers], columns: Columns, infos: Sequence[ContrastInfo]
) -> Iterator[_Question]:
    for answers in models:
        for code, info in enumerate(infos):
            if info.kind == "new":
                continue
            rows = np.flatnonzero(columns.contrast == code)
            family = _FAMILY_OF[info.kind]
            first, second = answers.original_right[rows], answers.right[rows]
            yield _Question(
                family, answers.name, None, info.name, first, second, columns.premise[rows]
            )


def _models(
    models: Sequence[Answers], columns: Columns, infos: Sequence[ContrastInfo]
) -> Iterator[_Question]:
    for answers in models[1:]:
        reference = models[0]
        if answers.labels != reference.labels:
            answers, reference = answers.folded, reference.folded
        rows = columns.first_of_pair
        parts = [(ORIGINALS, rows, reference.original_right, answers.original_right)]
        for code, info in enumerate(infos):
            rows = np.flatnonzero(columns.contrast == code)
            parts.append((info.name, rows, reference.right, answers.right))
        for name, rows, first, second in parts:
            if rows.size:
                yield _Question(
                    "models", answers.name, reference.name, name,
                    first[rows], second[rows], columns.premise[rows],
                )  # fmt: skip


def _row(question: _Question, options: Procedure) -> Comparison:
    """Test one question, uncorrected."""
    first, second, premise = question.first, question.second, question.premise
    by_premise = PairedSample.of_pairs(first, second, premise)
    sample = by_premise if options.unit == "premise" else PairedSample.of_pairs(first, second)
    key = (question.family, question.model, question.reference or "", question.contrast)
    test = bootstrap_paired_t(
        sample, generator(options.seed, "test", *key), options.replicates, options.p_value
    )
    lost, gained = int((first & ~second).sum()), int((second & ~first).sum())
    exact = mcnemar(sample)
    change = difference_of(first, second, premise, seed=options.seed, name=_interval_name(question))
    # Samples give the first side less the second; reports the other way round.
    found = equivalence(sample, options.margin, options.alpha)
    return Comparison(
        question.family, question.model, question.reference, question.contrast,
        n=sample.n, premises=by_premise.groups, lost=lost, gained=gained,
        difference=change.value, low=change.low, high=change.high, statistic=test.statistic,
        p={"bootstrap": test.p, "mcnemar": exact.p, "mid-p": exact.mid_p},
        equivalence=found._replace(low=-found.high, high=-found.low),
        design_effect=by_premise.design_effect, remark=test.remark,
    )  # fmt: skip


def _interval_name(question: _Question) -> tuple[str, ...]:
    """What the interval is drawn by: the same as that of the contrast's slice."""
    if question.reference is None:
        return question.model, f"contrast: {question.contrast}"
    return question.model, question.reference, question.contrast


def _corrected(family: list[Comparison], options: Procedure) -> list[Comparison]:
    """The tests of a family with corrected p values and verdicts."""
    if not family:
        return []
    adjusted = {test: adjust([row.p[test] for row in family], options.correction) for test in TESTS}
    equal: list[float | None] = [None] * len(family)
    if options.margin is not None:
        raw = [1.0 if row.equivalence.p is None else row.equivalence.p for row in family]
        equal = list(adjust(raw, options.correction))
    level = strictest_level(options.alpha, len(family), options.correction)
    rows = []
    for at, row in enumerate(family):
        mine: dict[str, float] = {test: adjusted[test][at] for test in TESTS}
        same = equal[at]
        effect = max(row.design_effect, 1.0) if options.unit == "premise" else 1.0
        rows.append(
            row._replace(
                adjusted=mine,
                rejected=mine[options.test] < options.alpha,
                equivalent=None if same is None else same < options.alpha,
                equivalence_p=same,
                detectable=detectable_effect(
                    row.n / effect, (row.lost + row.gained) / row.n, level, options.power
                ),
            )
        )
    return rows
