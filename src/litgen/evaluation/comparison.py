"""Significance tests: compare contrast pairs with originals, and models with each other."""

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from litgen.evaluation.answers import Answers, Floats
from litgen.evaluation.columns import Codes, Columns
from litgen.evaluation.contrasts import ContrastInfo, Kind
from litgen.evaluation.controls import phenomena_of, pooled, sides_of
from litgen.evaluation.metrics import difference_of
from litgen.evaluation.procedure import TESTS, Procedure
from litgen.evaluation.suite_controls import suite_sides, suites_with_controls
from litgen.statistics.bootstrap import bootstrap_paired_t, check_replicates
from litgen.statistics.corrections import adjust, strictest_level
from litgen.statistics.exact import mcnemar
from litgen.statistics.resampling import generator
from litgen.statistics.sample import PairedSample
from litgen.statistics.score import Equivalence, detectable_effect, equivalence

#: The families of tests that are corrected together. Each model has its own families, so that
#: adding a model does not change the figures of the others.
FAMILIES = {
    "control": "contrast against control on the same originals, for every contrast with controls",
    "phenomenon": "the contrasts of each phenomenon against their controls, or against the "
    "originals if no label changes",
    "suite": "how often a contrast's label is predicted on contrasts and on controls of the same "
    "source premise, for every suite of new pairs with controls",
    "invariance": "original against contrast, for every contrast that keeps the label",
    "difference": "original against contrast, for every contrast that changes labels",
    "corruption": "original against contrast, for every corruption",
    "models": "each other model against the first, on every contrast",
}
_FAMILY_OF: dict[Kind, str] = {
    "keeps": "invariance", "changes": "difference", "corrupted": "corruption"
}  # fmt: skip
ORIGINALS = "originals"  #: name of the "contrast" that consists of all distinct originals


class Comparison(NamedTuple):
    """A comparison of two accuracies on the same pairs."""

    family: str  #: a key of ``FAMILIES``
    model: str  #: the model whose answers are tested
    reference: str | None  #: the model to compare it with; None if it is compared with itself
    contrast: str  #: the contrast, phenomenon or suite
    n: int  #: number of pairs; with controls, of source pairs; in suites, of source premises
    units: int  #: number of distinct images or premises
    lost: int  #: pairs on which the first side (original, controls, reference) is more often right
    gained: int  #: pairs on which the second side (contrast, further model) is more often right
    difference: float  #: second side's accuracy (``suite``: share of predictions) minus the first's
    low: float  #: lower end of the 95 % interval for the difference
    high: float  #: upper end
    tested: bool  #: False with too few pairs; then the fields below are empty
    statistic: float = math.nan  #: t; positive if the first side is better (Salvatore et al. 2023)
    p: dict[str, float] = {}  # noqa: RUF012  #: uncorrected p-values, by test in ``TESTS``
    equivalence: Equivalence | None = None
    design_effect: float = math.nan  #: factor by which shared units increase the variance
    discordance: float = math.nan  #: mean of the squared differences of the pairs
    remark: str | None = None
    adjusted: dict[str, float] = {}  # noqa: RUF012  #: ``p`` corrected within the model's family
    rejected: bool = False  #: whether the corrected p-value of the deciding test is below alpha
    equivalent: bool | None = None  #: whether ``equivalence_p`` is below alpha; None without margin
    equivalence_p: float | None = None  #: corrected within the family; None without margin
    detectable: float | None = None  #: smallest difference that is detected with the chosen power


class _Question(NamedTuple):
    """A comparison to test; ``values`` has, for each pair, the first side minus the second."""

    family: str
    model: str
    reference: str | None
    contrast: str
    values: Floats
    unit: Codes


def compare_all(
    models: Sequence[Answers], columns: Columns, infos: Sequence[ContrastInfo], options: Procedure
) -> list[Comparison]:
    """Test every model on every contrast, and compare every further model with the first.

    New pairs have no original, so models are only compared with each other on them. The random
    draws depend on the seed, the family and the contrast, not on the models.

    Raises:
        UsageError: a contrast does not exist, or there are too few replicates for the corrected
            level.
    """
    options.check()
    chosen = {*options.chosen(infos), ORIGINALS, *options.suites}
    if not options.contrasts and not options.suites:
        chosen.update(columns.suites)
    about = phenomena_of(infos)
    chosen.update(name for name in about if chosen.issuperset(info.name for info in about[name]))
    rows = [
        _row(question, options)
        for question in _questions(models, columns, infos)
        if question.contrast in chosen
    ]
    families: dict[tuple[str, str], list[Comparison]] = {}
    for row in rows:
        families.setdefault((row.family, row.model), []).append(row)
    largest = max((sum(row.tested for row in family) for family in families.values()), default=0)
    level = strictest_level(options.alpha, max(largest, 1), options.correction)
    check_replicates(options.replicates, level, options.p_value)
    return [row for family in families.values() for row in _corrected(family, options)]


def _questions(
    models: Sequence[Answers], columns: Columns, infos: Sequence[ContrastInfo]
) -> Iterator[_Question]:
    rows = [np.flatnonzero(columns.contrast == code) for code in range(len(infos))]
    for answers in models:
        for info in infos:
            if sides := sides_of(answers, columns, info):
                yield _Question("control", answers.name, None, info.name, -sides.values, sides.unit)
    for phenomenon, answers, pool in pooled(models, columns, infos):
        if pool.tested and pool.losses is not None:
            yield _Question("phenomenon", answers.name, None, phenomenon, pool.losses, pool.unit)
    for suite in suites_with_controls(columns, infos):
        for answers in models:
            if found := suite_sides(answers, columns, suite):
                yield _Question("suite", answers.name, None, suite.name, -found.values, found.unit)
    for family in dict.fromkeys(_FAMILY_OF.values()):
        for answers in models:
            for info, some in zip(infos, rows, strict=True):
                if _FAMILY_OF.get(info.kind) == family:
                    values = answers.original_right[some].astype(float) - answers.right[some]
                    unit = columns.unit[some]
                    yield _Question(family, answers.name, None, info.name, values, unit)
    for answers in models[1:]:
        reference = models[0]
        if answers.labels != reference.labels:
            answers, reference = answers.folded, reference.folded
        both = reference.right, answers.right
        originals = reference.original_right, answers.original_right
        sides_by_name = [
            (ORIGINALS, columns.first_of_pair, *originals),
            *((info.name, some, *both) for info, some in zip(infos, rows, strict=True)),
        ]
        for name, some, first, second in sides_by_name:
            if some.size:
                values = first[some].astype(float) - second[some]
                unit = columns.unit[some]
                yield _Question("models", answers.name, reference.name, name, values, unit)


def _row(question: _Question, options: Procedure) -> Comparison:
    values = question.values
    sample = PairedSample.of_values(values, question.unit)
    change = difference_of(-values, question.unit)
    row = Comparison(
        question.family, question.model, question.reference, question.contrast,
        n=sample.n, units=sample.groups,
        lost=int((values > 0).sum()), gained=int((values < 0).sum()),
        difference=change.value, low=change.low, high=change.high,
        tested=sample.n >= options.min_pairs,
    )  # fmt: skip
    if not row.tested:
        return row
    rng = generator(options.seed, "test", question.family, question.contrast)
    test = bootstrap_paired_t(sample, rng, options.replicates, options.p_value)
    exact = mcnemar(sample)
    # A sample has the first side minus the second; reports show the second minus the first.
    found = equivalence(sample, options.margin, options.alpha)
    remark = test.remark if sample.groups < 2 else found.remark or test.remark
    return row._replace(
        statistic=test.statistic,
        p={"bootstrap": test.p, "mcnemar": exact.p, "mid-p": exact.mid_p},
        equivalence=found._replace(low=-found.high, high=-found.low),
        design_effect=sample.design_effect, discordance=sample.squares / sample.n,
        # The remarks call every unit a premise.
        remark=remark and remark.replace("premise", options.unit or "pair"),
    )  # fmt: skip


def _corrected(family: list[Comparison], options: Procedure) -> list[Comparison]:
    """Correct the p-values of one model's family of tests, and decide each test."""
    rows = [row for row in family if row.tested]
    adjusted = {test: adjust([row.p[test] for row in rows], options.correction) for test in TESTS}
    equal: list[float | None] = [None] * len(rows)
    if options.margin is not None:
        raw = [row.equivalence.p if row.equivalence else None for row in rows]
        equal = list(adjust([1.0 if p is None else p for p in raw], options.correction))
    level = strictest_level(options.alpha, len(rows), options.correction)
    found = {
        row.contrast: row._replace(
            adjusted={test: adjusted[test][at] for test in TESTS},
            rejected=adjusted[options.test][at] < options.alpha,
            equivalent=None if same is None else same < options.alpha,
            equivalence_p=same,
            detectable=detectable_effect(
                row.n / max(row.design_effect, 1.0), row.discordance, level, options.power
            ),
        )
        for at, (row, same) in enumerate(zip(rows, equal, strict=True))
    }
    return [found.get(row.contrast, row) for row in family]
