"""Results of models on a phenomenon: its contrasts pooled, with each source pair counting once."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from litgen.evaluation.answers import Answers, Floats
from litgen.evaluation.columns import NONE, Codes, Columns, Mask
from litgen.evaluation.contrasts import ContrastInfo
from litgen.evaluation.controls import sides_of


class Pooled(NamedTuple):
    """The contrasts of a phenomenon by source pair; new pairs by unit. One entry each.

    If some contrasts have controls on the same originals, only these are pooled; else those that
    have originals; else the new pairs.
    """

    contrasts: tuple[str, ...]  #: those pooled
    unit: Codes  #: unit of each source pair
    contrast: Floats  #: mean share of its contrast pairs that are right
    original: Floats | None  #: whether the original is right, 1 or 0; None for new pairs
    control: Floats | None  #: mean share of its control pairs that are right; None without controls
    kept: bool  #: whether every contrast pair keeps the label of its original

    @property
    def losses(self) -> Floats | None:
        """Accuracy lost relative to the controls, or else to the originals; None for new pairs."""
        before = self.original if self.control is None else self.control
        return None if before is None else before - self.contrast

    @property
    def tested(self) -> bool:
        """Whether a loss has a single meaning: there are controls, or no label changes."""
        return self.control is not None or (self.kept and self.original is not None)


def phenomena_of(infos: Sequence[ContrastInfo]) -> dict[str, list[ContrastInfo]]:
    """The contrasts of each phenomenon without the controls, unless there is nothing else."""
    controls = {name for info in infos for name in info.controls}
    found: dict[str, list[ContrastInfo]] = {}
    for info in [info for info in infos if info.name not in controls] or infos:
        found.setdefault(info.phenomenon, []).append(info)
    return found


def pool(
    answers: Answers, columns: Columns, infos: Sequence[ContrastInfo], right: Mask | None = None
) -> Pooled:
    """Pool some contrasts.

    Args:
        right: by row, the values to average instead of whether the row is right.
    """
    sides = [(info.name, found) for info in infos
             if (found := sides_of(answers, columns, info, right))]  # fmt: skip
    if sides:
        rows = np.concatenate([found.rows for _, found in sides])
        contrast, control = (
            np.concatenate([getattr(found, which) for _, found in sides])
            for which in ("contrast", "control")
        )
        names, by = tuple(name for name, _ in sides), columns.pair[rows]
    else:
        paired = [info for info in infos if info.kind != "new"] or infos
        codes = [columns.contrasts.index(info.name) for info in paired]
        rows = np.flatnonzero(np.isin(columns.contrast, codes))
        contrast, control = (answers.right if right is None else right)[rows].astype(float), None
        names = tuple(info.name for info in paired)
        by = columns.pair[rows] if paired[0].kind != "new" else columns.unit[rows]
    _, first, of = np.unique(by, return_index=True, return_inverse=True)
    size = np.bincount(of)
    at = rows[first]
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
    """Yield every phenomenon for every model."""
    for phenomenon, some in phenomena_of(infos).items():
        for answers in models:
            yield phenomenon, answers, pool(answers, columns, some)
