"""Compare contrasts with controls on the same originals, and pool a phenomenon's contrasts.

A contrast such as ``past;future`` changes the label; its controls (``past;past``,
``future;future``) use the same words and keep it. A model that loses accuracy on the contrast may
only be confused by the words. For every source pair with labelled records of the contrast and its
controls, litgen therefore compares the loss on the contrast with the loss on the controls; the
accuracy on the original cancels out.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from litgen.evaluation.answers import Answers, Floats
from litgen.evaluation.columns import NONE, Codes, Columns, Mask
from litgen.evaluation.contrasts import ContrastInfo
from litgen.evaluation.metrics import difference_of
from litgen.statistics.intervals import Estimate


class Sides(NamedTuple):
    """One entry for each source pair with labelled records of a contrast and of its controls."""

    rows: Codes  #: first row of the contrast
    unit: Codes  #: code of the source pair's unit
    original: Floats  #: whether the original is right, 1 or 0
    control: Floats  #: share of right answers on the controls
    contrast: Floats  #: share of right answers on the contrast
    weights: dict[str, float]  #: each control's mean share of the control records of a source pair

    @property
    def values(self) -> Floats:
        """Accuracy on the contrast minus that on the controls, for each source pair."""
        return self.contrast - self.control


class Controlled(NamedTuple):
    """The results of a model on a contrast and on its controls, on the same originals."""

    model: str
    contrast: str  #: such as ``may;original``
    controls: tuple[str, ...]  #: the controls that share an original with it, such as ``may;may``
    n: int  #: number of source pairs with labelled records of the contrast and of controls
    units: int  #: number of distinct images or premises of these source pairs
    of: int  #: number of source pairs with labelled records of the contrast
    labels: dict[str, int]  #: counts of the ``n`` source pairs by original label
    labels_of: dict[str, int]  #: counts of the ``of`` source pairs by original label
    original: float  #: accuracy on the ``n`` originals
    control: float  #: accuracy on their control pairs; a source pair counts once
    accuracy: float  #: accuracy on their contrast pairs; a source pair counts once
    extra: Estimate  #: the loss on the contrast minus that on the controls
    answer: str  #: the most frequent gold label of the contrast
    #: the share of this label among the answers to originals, to each control and to the contrast
    says: dict[str, float]
    weights: dict[str, float]  #: the weight of each control, as in ``Sides``
    widened: Estimate | None = None  #: ``extra``, widened by the effect of wrong labels


def sides_of(
    answers: Answers, columns: Columns, info: ContrastInfo, right: Mask | None = None
) -> Sides | None:
    """Average results on a contrast and its controls by source pair; None if no pair has both.

    ``right`` has the value of each row to average, by default whether the answer is right.
    """
    rows = _rows(columns, info.name)
    controls = {name: _rows(columns, name) for name in info.controls}
    if not controls:
        return None
    good = answers.right if right is None else right
    every = np.concatenate(list(controls.values()))
    (total, number), (control_total, control_number) = (
        _sums(columns, some, good) for some in (rows, every)
    )
    pairs = np.flatnonzero((number > 0) & (control_number > 0))
    if not pairs.size:
        return None
    first = np.full(len(columns.pairs), NONE)
    first[columns.pair[rows[::-1]]] = rows[::-1]
    weights = {
        name: float((_sums(columns, some, good)[1][pairs] / control_number[pairs]).mean())
        for name, some in controls.items()
    }
    at = first[pairs]
    return Sides(
        at,
        columns.unit[at],
        answers.original_right[at].astype(float),
        control_total[pairs] / control_number[pairs],
        total[pairs] / number[pairs],
        {name: weight for name, weight in weights.items() if weight},
    )


def beside_controls(
    models: Sequence[Answers], columns: Columns, infos: Sequence[ContrastInfo]
) -> Iterator[Controlled]:
    """Yield every model's results on each contrast with controls on the same originals."""
    for info in infos:
        for answers in models:
            if sides := sides_of(answers, columns, info):
                yield _controlled(answers, columns, info, sides)


def _controlled(answers: Answers, columns: Columns, info: ContrastInfo, sides: Sides) -> Controlled:
    every = _rows(columns, info.name)
    rows = every[np.isin(columns.pair[every], columns.pair[sides.rows])]
    wanted = int(np.bincount(answers.gold[rows]).argmax())
    said = answers.predicted == wanted
    says = {"originals": float((answers.original_predicted[sides.rows] == wanted).mean())}
    for name in sides.weights:
        alone = sides_of(answers, columns, info._replace(controls=(name,)), said)
        assert alone is not None
        says[name] = float(alone.control.mean())
    whole = sides_of(answers, columns, info, said)
    assert whole is not None
    says["contrast"] = float(whole.contrast.mean())
    first = every[np.unique(columns.pair[every], return_index=True)[1]]
    return Controlled(
        answers.name,
        info.name,
        tuple(sides.weights),
        int(sides.rows.size),
        int(np.unique(sides.unit).size),
        int(first.size),
        _labels(columns, sides.rows),
        _labels(columns, first),
        float(sides.original.mean()),
        float(sides.control.mean()),
        float(sides.contrast.mean()),
        difference_of(-sides.values, sides.unit),
        answers.labels[wanted],
        says,
        sides.weights,
    )


def _rows(columns: Columns, contrast: str) -> Codes:
    return np.flatnonzero(columns.contrast == columns.contrasts.index(contrast))


def _sums(columns: Columns, rows: Codes, good: Mask) -> tuple[Floats, Floats]:
    """Count the good rows, and all rows, by source pair."""
    pair, size = columns.pair[rows], len(columns.pairs)
    number = np.bincount(pair, minlength=size).astype(float)
    return np.bincount(pair, weights=good[rows], minlength=size).astype(float), number


def _labels(columns: Columns, rows: Codes) -> dict[str, int]:
    counts = np.bincount(columns.original_gold[rows], minlength=len(columns.labels))
    return {label: int(count) for label, count in zip(columns.labels, counts, strict=True)}


class Pooled(NamedTuple):
    """The pooled contrasts of a phenomenon, with one entry per source pair (new pairs: per unit).

    If some contrasts have controls on the same originals, only these contrasts are pooled;
    otherwise all contrasts with originals are pooled or, if there are none, all contrasts.
    """

    contrasts: tuple[str, ...]  #: the contrasts that are pooled
    unit: Codes  #: unit of each source pair
    contrast: Floats  #: mean accuracy on its contrast pairs
    original: Floats | None  #: whether the original is right, 1 or 0; None for new pairs
    control: Floats | None  #: mean accuracy on its control pairs; None without controls
    kept: bool  #: whether every contrast pair keeps the label of its original

    @property
    def losses(self) -> Floats | None:
        """The loss of accuracy relative to controls, or else to originals; None for new pairs."""
        before = self.original if self.control is None else self.control
        return None if before is None else before - self.contrast

    @property
    def tested(self) -> bool:
        """Whether a loss has a single meaning: there are controls, or no label changes."""
        return self.control is not None or (self.kept and self.original is not None)


def phenomena_of(infos: Sequence[ContrastInfo]) -> dict[str, list[ContrastInfo]]:
    """Map phenomena to their contrasts or, if there are only controls, to their controls."""
    controls = {name for info in infos for name in info.controls}
    found: dict[str, list[ContrastInfo]] = {}
    for info in [info for info in infos if info.name not in controls] or infos:
        found.setdefault(info.phenomenon, []).append(info)
    return found


def pool(
    answers: Answers, columns: Columns, infos: Sequence[ContrastInfo], right: Mask | None = None
) -> Pooled:
    """Pool contrasts; each source pair counts once. ``right`` is as in ``sides_of``."""
    sides = {info.name: found for info in infos
             if (found := sides_of(answers, columns, info, right))}  # fmt: skip
    control = None
    if sides:
        rows, contrast, control = (
            np.concatenate([getattr(found, name) for found in sides.values()])
            for name in ("rows", "contrast", "control")
        )
        names, by = tuple(sides), columns.pair[rows]
    else:
        paired = [info for info in infos if info.kind != "new"] or infos
        names = tuple(info.name for info in paired)
        rows = np.concatenate([_rows(columns, name) for name in names])
        rows.sort()
        contrast = (answers.right if right is None else right)[rows]
        by = (columns.unit if paired[0].kind == "new" else columns.pair)[rows]
    _, first, of = np.unique(by, return_index=True, return_inverse=True)
    at, size = rows[first], np.bincount(of)
    has_original = bool((columns.original_gold[at] != NONE).all())
    return Pooled(
        names,
        columns.unit[at],
        np.bincount(of, weights=contrast) / size,
        answers.original_right[at].astype(float) if has_original else None,
        None if control is None else np.bincount(of, weights=control) / size,
        all(info.kind == "keeps" for info in infos if info.name in names),
    )


def pooled(
    models: Sequence[Answers], columns: Columns, infos: Sequence[ContrastInfo]
) -> Iterator[tuple[str, Answers, Pooled]]:
    """Yield the pooled contrasts of every phenomenon for every model."""
    for phenomenon, some in phenomena_of(infos).items():
        for answers in models:
            yield phenomenon, answers, pool(answers, columns, some)
