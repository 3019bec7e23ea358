"""Contrast against control on the same originals: is a loss due to the meaning or the words?

A contrast such as ``past;future`` changes the label; its controls (``past;past``,
``future;future``) have the same words and keep it. A model that loses accuracy on the contrast may
only be confused by the words. So for every source pair with labelled records of both, the loss on
the contrast is compared with that on the controls; the original cancels out of the difference.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from litgen.evaluation.answers import Answers, Floats
from litgen.evaluation.columns import NONE, Codes, Columns, Mask
from litgen.evaluation.contrasts import ContrastInfo
from litgen.evaluation.metrics import Difference, difference_of


class Sides(NamedTuple):
    """Source pairs with labelled records of a contrast and of its controls, one entry each."""

    rows: Codes  #: first row of the contrast
    unit: Codes  #: unit of the source pair
    original: Floats  #: whether the original is right, 1 or 0
    control: Floats  #: share of its records of the controls that are right
    contrast: Floats  #: share of its records of the contrast that are right
    #: by control, its mean share of a source pair's control records
    weights: dict[str, float]

    @property
    def values(self) -> Floats:
        """Accuracy on the contrast minus that on the controls, by source pair."""
        return self.contrast - self.control


class Controlled(NamedTuple):
    """The results of a model on a contrast and on its controls, on the same originals."""

    model: str  #: name of the model
    contrast: str  #: such as ``may;original``
    controls: tuple[str, ...]  #: the controls that share an original with it, such as ``may;may``
    n: int  #: number of source pairs with labelled records of both
    units: int  #: number of distinct images or premises of these
    of: int  #: number of source pairs with labelled records of the contrast
    labels: dict[str, int]  #: number of the ``n`` by label
    labels_of: dict[str, int]  #: number of the ``of`` by label
    original: float  #: accuracy on the originals of the ``n``
    control: float  #: accuracy on their controls, a source pair counting once
    accuracy: float  #: accuracy on their contrasts, a source pair counting once
    #: the extra loss: the loss on the contrast minus that on the controls; positive if the
    #: contrast loses more
    extra: Difference
    answer: str  #: the most frequent label of the contrast
    #: how often this label is predicted: on ``originals``, on each control by its name, and on
    #: ``contrast``
    says: dict[str, float]
    weights: dict[str, float]  #: by control, as in ``Sides``
    #: ``extra`` with its interval widened by the effect of wrong labels; None if not known
    widened: Difference | None = None


def sides_of(
    answers: Answers, columns: Columns, info: ContrastInfo, right: Mask | None = None
) -> Sides | None:
    """The answers on a contrast and on its controls by source pair.

    Args:
        right: by row, the values to average instead of whether the row is right.

    Returns:
        None if the contrast has no controls, or none on the same originals.
    """
    rows = _rows(columns, info.name)
    controls = {name: _rows(columns, name) for name in info.controls}
    if not controls:
        return None
    good = answers.right if right is None else right
    every = np.concatenate(list(controls.values()))
    total, number = _sums(columns, rows, good)
    control_total, control_number = _sums(columns, every, good)
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
) -> list[Controlled]:
    """The results for contrasts with controls on the same originals, by contrast and model."""
    found = []
    for info in infos:
        for answers in models:
            sides = sides_of(answers, columns, info)
            if sides is not None:
                found.append(_controlled(answers, columns, info, sides))
    return found


def _controlled(answers: Answers, columns: Columns, info: ContrastInfo, sides: Sides) -> Controlled:
    rows = _rows(columns, info.name)
    rows = rows[np.isin(columns.pair[rows], columns.pair[sides.rows])]
    wanted = int(np.bincount(answers.gold[rows]).argmax())
    says = {"originals": float((answers.original_predicted[sides.rows] == wanted).mean())}
    for name in sides.weights:
        one = info._replace(controls=(name,))
        alone = sides_of(answers, columns, one, answers.predicted == wanted)
        assert alone is not None
        says[name] = float(alone.control.mean())
    whole = sides_of(answers, columns, info, answers.predicted == wanted)
    assert whole is not None
    says["contrast"] = float(whole.contrast.mean())
    _, first = np.unique(columns.pair[_rows(columns, info.name)], return_index=True)
    return Controlled(
        answers.name,
        info.name,
        tuple(sides.weights),
        int(sides.rows.size),
        int(np.unique(sides.unit).size),
        int(first.size),
        _labels(columns, sides.rows),
        _labels(columns, _rows(columns, info.name)[first]),
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
    """The number of good rows, and of rows, by source pair."""
    pair, size = columns.pair[rows], len(columns.pairs)
    number = np.bincount(pair, minlength=size).astype(float)
    return np.bincount(pair, weights=good[rows].astype(float), minlength=size).astype(float), number


def _labels(columns: Columns, rows: Codes) -> dict[str, int]:
    counts = np.bincount(columns.original_gold[rows], minlength=len(columns.labels))
    return {label: int(count) for label, count in zip(columns.labels, counts, strict=True)}
