"""Compare suites of new pairs with controls: does a model rely on the meaning or on the words?

A new pair is made from one sentence and has no original to compare it with. Its controls are other
pairs from the same sentence (``rules/suites.toml``): *managed to* entails, *hoped to* does not.
Their labels differ, so a model that always predicts *entailment* is right on all pairs of one kind
and on none of the other. Instead of accuracies, litgen compares how often the **same** label, the
gold label of a contrast, is predicted on the contrast and on those controls of the same source
premise that have another gold label. A model that relies on the words that the contrast and its
controls share predicts this label equally often on both.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from litgen.contrast.phenomena import load_phenomena
from litgen.contrast.suites import Suite, load_suites
from litgen.evaluation.answers import Answers, Floats
from litgen.evaluation.columns import NONE, Codes, Columns
from litgen.evaluation.contrasts import ContrastInfo
from litgen.evaluation.metrics import difference_of
from litgen.statistics.intervals import Estimate


class SuiteSides(NamedTuple):
    """One entry for each source premise with contrasts and with controls of another label."""

    unit: Codes
    contrast: Floats  #: accuracy: share of contrasts whose gold label is predicted
    control: Floats  #: mean share of controls with another label that get the contrast's gold label
    right: Floats  #: accuracy on the controls
    pairs: int  #: number of contrasts of these premises
    controls: int  #: number of controls of these premises

    @property
    def values(self) -> Floats:
        return self.contrast - self.control


class SuiteControlled(NamedTuple):
    """How well a model distinguishes the contrasts of a suite from its controls."""

    model: str
    suite: str  #: such as ``implicatives``
    n: int  #: number of source premises with contrasts and with controls of another label
    units: int  #: number of distinct images or premises of these source premises
    pairs: int  #: number of contrasts of these premises
    control_pairs: int  #: number of their controls
    contrast: float  #: how often the gold label is predicted on a contrast; a premise counts once
    control: float  #: how often it is predicted on the premise's controls with another label
    right: float  #: accuracy on the controls; a premise counts once
    apart: Estimate  #: ``contrast`` minus ``control``: 0 for a constant answer, 1 if all are right


def suites_beside_controls(
    models: Sequence[Answers], columns: Columns, infos: Sequence[ContrastInfo]
) -> Iterator[SuiteControlled]:
    """Yield results for suites of new pairs with controls on the same premises."""
    for suite in suites_with_controls(columns, infos):
        for answers in models:
            sides = suite_sides(answers, columns, suite)
            if sides is not None:
                yield SuiteControlled(
                    answers.name, suite.name, int(sides.unit.size),
                    int(np.unique(sides.unit).size), sides.pairs, sides.controls,
                    float(sides.contrast.mean()), float(sides.control.mean()),
                    float(sides.right.mean()), difference_of(sides.values, sides.unit),
                )  # fmt: skip


def suites_with_controls(columns: Columns, infos: Sequence[ContrastInfo]) -> list[Suite]:
    """Return suites and phenomena that have controls, but not on the same originals."""
    declared = load_suites()
    if not set(columns.suites) <= {*declared, ""}:
        declared = {**load_phenomena(), **declared}
    on_originals = {info.suite for info in infos if info.controls}
    on_originals -= {info.suite for info in infos if info.kind == "new"}
    return [
        declared[name] for name in columns.suites
        if name in declared and declared[name].every_control and name not in on_originals
    ]  # fmt: skip


def suite_sides(answers: Answers, columns: Columns, suite: Suite) -> SuiteSides | None:
    """Average results by source premise; None if no premise has both contrasts and controls.

    If some contrasts of a suite make new pairs, only these contrasts are used, since rewritten
    pairs are compared with their originals.
    """
    some = {contrast for contrast, _ in suite.named}
    rows, controls = (
        _rows_of(columns, suite.name, set(map(str, each)))
        for each in (some - suite.every_control, suite.every_control)
    )
    new = columns.original_gold == NONE
    if new[rows].any():
        rows, controls = rows[new[rows]], controls[new[controls]]
    # Controls by premise, gold label and answer; the last index is a missing answer.
    number = len(answers.labels)
    counts = np.zeros((int(columns.premise.max()) + 1, number, number + 1))
    np.add.at(
        counts, (columns.premise[controls], answers.gold[controls], answers.predicted[controls]), 1
    )
    premise, gold = columns.premise[rows], answers.gold[rows]
    others = counts[premise].sum(axis=(1, 2)) - counts[premise, gold].sum(axis=1)
    said = counts[premise, :, gold].sum(axis=1) - counts[premise, gold, gold]
    there = others > 0
    rows, premise, share = rows[there], premise[there], said[there] / others[there]
    if not rows.size:
        return None
    distinct, first, of = np.unique(premise, return_index=True, return_inverse=True)
    size, beside = np.bincount(of), counts[distinct]
    return SuiteSides(
        columns.unit[rows][first],
        np.bincount(of, weights=answers.right[rows]) / size,
        np.bincount(of, weights=share) / size,
        beside[:, range(number), range(number)].sum(axis=1) / beside.sum(axis=(1, 2)),
        int(rows.size),
        int(beside.sum()),
    )


def _rows_of(columns: Columns, suite: str, contrasts: set[str]) -> Codes:
    codes = [code for code, name in enumerate(columns.contrasts) if name in contrasts]
    of_suite = columns.suite == columns.suites.index(suite)
    return np.flatnonzero(of_suite & np.isin(columns.contrast, codes))
