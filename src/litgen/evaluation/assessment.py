"""Compute all metrics and tests for one or more models on a contrast set."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from litgen.evaluation.answers import Answers, read_answers
from litgen.evaluation.columns import NONE, Codes, Columns, Mask, Unit, read_columns
from litgen.evaluation.comparison import Comparison, compare_all
from litgen.evaluation.contrast_set import ContrastSet
from litgen.evaluation.contrasts import KINDS, ContrastInfo, contrasts_of, slices
from litgen.evaluation.controls import Controlled, beside_controls
from litgen.evaluation.families import (
    FamilyConsistency,
    PatternAccuracy,
    family_consistency,
    patterns,
)
from litgen.evaluation.grounded import Cut, Grounded, cut_inputs, grounded
from litgen.evaluation.label_error import (
    Judged,
    LabelError,
    label_errors,
    read_label_agreement,
    widened,
)
from litgen.evaluation.logs import open_predictions
from litgen.evaluation.metrics import Metrics, measure
from litgen.evaluation.predictions import PredictionInfo, Predictions
from litgen.evaluation.procedure import Procedure
from litgen.evaluation.suite_controls import SuiteControlled, suites_beside_controls
from litgen.evaluation.tally import UNEVEN
from litgen.exceptions import DataError, LitgenError, UsageError
from litgen.statistics.corrections import strictest_level
from litgen.statistics.intervals import Share, share

#: a model is near chance if its lead over the best constant answer is smaller than this
NEAR_CHANCE = 0.05
NEAR_CONSTANT = 0.95  #: a model with at least this share of equal answers counts as constant


class Measure(NamedTuple):
    """The metrics of one model on one slice."""

    model: str
    by: str
    name: str
    metrics: Metrics


class Originals(NamedTuple):
    """The accuracy of one model on the distinct original pairs."""

    model: str
    accuracy: Share
    constant: str  #: the label that is right most often if always predicted
    chance: Share  #: accuracy of always predicting that label

    @property
    def near_chance(self) -> bool:
        """Whether the model is hardly better than always predicting one label."""
        return self.chance.value <= UNEVEN and self.accuracy.value < self.chance.value + NEAR_CHANCE


class NoBetter(NamedTuple):
    """A warning: a model's answers are nearly all equal, or no better than a constant answer."""

    answer: str | None  #: most frequent answer (None: no answer), or the best constant answer
    share: float | None = None  #: share of contrast pairs and originals with this answer
    accuracy: Share | None = None
    chance: Share | None = None  #: accuracy of the best constant answer
    pairs: str = "originals"  #: measured pairs; ``new pairs`` if there are no originals


@dataclass(frozen=True, repr=False)
class Assessment:
    """The metrics and tests of one or more models on a contrast set."""

    contrast_set: ContrastSet
    columns: Columns  #: labelled pairs of the contrast set
    infos: tuple[ContrastInfo, ...]  #: contrasts of the set, in order of their codes
    folders: tuple[Path, ...]  #: the folders of the predictions
    predictions: tuple[PredictionInfo, ...]
    models: tuple[Answers, ...]  #: answers, in that order; the first model is the reference
    measures: tuple[Measure, ...]  #: metrics of every model on every slice
    originals: tuple[Originals, ...]  #: results of every model; empty if all pairs are new
    controlled: tuple[Controlled, ...]  #: results of every model on contrasts that have controls
    comparisons: tuple[Comparison, ...]
    procedure: Procedure
    judged: Mapping[str, Judged]  #: by contrast, labels judged by people; may be empty
    label_errors: tuple[LabelError, ...]  #: bounds for every model on every checked contrast
    families: tuple[FamilyConsistency, ...]  #: results of every model on each suite with families
    patterns: tuple[PatternAccuracy, ...]
    suites_controlled: tuple[SuiteControlled, ...]  #: results of every model on suites of new pairs
    grounded: tuple[Grounded, ...]  #: results of every model on rewritten claims about documents
    cut: tuple[Cut, ...]  #: results of every model that truncated an input with a document

    def __repr__(self) -> str:
        names = ", ".join(each.name for each in self.models)
        return f"Assessment(of {names} on {len(self.columns):,} labelled contrast pairs)"

    def metrics(self, model: str, by: str, name: str) -> Metrics | None:
        """Return the metrics of a model on a slice, or None if the slice does not exist."""
        return self._by_key.get((model, by, name))

    def named(self, by: str) -> list[str]:
        return list(dict.fromkeys(each.name for each in self.measures if each.by == by))

    def comparison(
        self, model: str, contrast: str, reference: str | None = None, *, control: bool = False
    ) -> Comparison | None:
        """Return the comparison of a model with ``reference`` or, by default, with itself."""
        return self._compared.get((model, contrast, reference, "control" if control else ""))

    def on_phenomenon(self, model: str, phenomenon: str) -> Comparison | None:
        """Return a model's test on a phenomenon; None if the loss has no single meaning."""
        return self._compared.get((model, phenomenon, None, "phenomenon"))

    @cached_property
    def _compared(self) -> dict[tuple[str, str, str | None, str], Comparison]:
        apart = ("control", "phenomenon")
        return {
            (each.model, each.contrast, each.reference, each.family * (each.family in apart)): each
            for each in reversed(self.comparisons)
        }

    def family(self, name: str, model: str | None = None) -> list[Comparison]:
        """Return all comparisons of a family, tested or not, optionally only those of ``model``."""
        return [
            each for each in self.comparisons if each.family == name and model in (None, each.model)
        ]

    def size(self, family: str) -> int:
        """Return the number of tests in a family: the maximum over models, which rarely differ."""
        tested = Counter(row.model for row in self.family(family) if row.tested)
        return max(tested.values(), default=0)

    def strictest_level(self, family: str) -> float:
        p = self.procedure
        return strictest_level(p.alpha, self.size(family), p.correction)

    def no_better(self, model: str) -> NoBetter | None:
        """Return the warning that a model is no better than a constant answer, if it applies."""
        return self._no_better[model]

    @cached_property
    def _no_better(self) -> dict[str, NoBetter | None]:
        beside = {each.model: each for each in self.originals}
        return {
            each.name: _constant(each, self.columns)
            or _below_constant(beside.get(each.name), self.metrics(each.name, "all", KINDS["new"]))
            for each in self.models
        }

    @cached_property
    def hard(self) -> Mask:
        """Whether every model is wrong on a pair but right on its original; False if corrupted."""
        every = [each.original_right & ~each.right for each in self.models]
        return np.logical_and.reduce([*every, ~self.columns.corrupted])  # type: ignore[no-any-return]

    @cached_property
    def _by_key(self) -> dict[tuple[str, str, str], Metrics]:
        return {(each.model, each.by, each.name): each.metrics for each in self.measures}


def assess(
    folders: Sequence[Path | Predictions],
    procedure: Procedure | None = None,
    contrast_folder: Path | None = None,
    label_agreement: Path | None = None,
) -> Assessment:
    """Compute all metrics and tests for one or more models on a contrast set.

    Args:
        folders: folders of predictions, one for each model; logs of other harnesses; or open
            predictions. The first model is the reference for comparisons.

    Raises:
        UsageError: there are no folders, or a folder is given twice.
        LitgenError: a file cannot be read, or is for another contrast set.
    """
    procedure = procedure or Procedure()
    procedure.check()
    contrast_set, columns, infos, every, models = read_answered(
        opened(folders), contrast_folder, procedure.unit
    )
    procedure = replace(procedure, unit=columns.unit_name)
    judged = read_label_agreement(label_agreement, contrast_set, columns) if label_agreement else {}
    return Assessment(
        contrast_set,
        columns,
        infos,
        tuple(each.path for each in every),
        tuple(each.info for each in every),
        models,
        tuple(
            Measure(answers.name, each.by, each.name, measure(answers, columns, each.rows))
            for answers in models
            for each in slices(columns, infos)
        ),
        tuple(_originals(models, columns)),
        tuple(widened(each, judged) for each in beside_controls(models, columns, infos)),
        tuple(compare_all(models, columns, infos, procedure)),
        procedure,
        judged,
        tuple(label_errors(models, columns, judged)),
        tuple(family_consistency(models, columns)),
        tuple(patterns(models, columns)),
        tuple(suites_beside_controls(models, columns, infos)),
        tuple(grounded(models, columns, infos)),
        tuple(cut_inputs(models, columns)),
    )


class Answered(NamedTuple):
    """A contrast set and the answers of one or more models to it, as in ``Assessment``."""

    contrast_set: ContrastSet
    columns: Columns
    infos: tuple[ContrastInfo, ...]
    predictions: tuple[Predictions, ...]
    models: tuple[Answers, ...]


def read_answered(
    predictions: Sequence[Predictions],
    contrast_folder: Path | None = None,
    unit: Unit | None = None,
) -> Answered:
    """Read the contrast set that predictions are for, and align the answers with its columns."""
    contrast_set = _contrast_set(predictions[0], contrast_folder)
    columns = read_columns(contrast_set, unit)
    if not len(columns):
        raise DataError(f"{contrast_set.file}: no contrast pair has a label")
    models = tuple(
        read_answers(each, contrast_set, columns, name)
        for each, name in zip(predictions, names_of_models(predictions), strict=True)
    )
    stated = contrast_set.manifest.get("counts", {}).get("contrasts", {})
    infos = tuple(contrasts_of(columns, stated))
    return Answered(contrast_set, columns, infos, tuple(predictions), models)


def opened(folders: Sequence[Path | Predictions]) -> list[Predictions]:
    """Open the predictions in each folder, or in the logs that it contains."""
    if not folders:
        raise UsageError("there are no predictions; pass at least one folder of predictions")
    paths = Counter(folder.resolve() for folder in folders if isinstance(folder, Path))
    for path, number in paths.items():
        if number > 1:
            raise UsageError(f"{path} is passed twice; pass each folder of predictions once")
    return [
        each
        for folder in folders
        for each in (open_predictions(folder) if isinstance(folder, Path) else [folder])
    ]


def _contrast_set(first: Predictions, folder: Path | None) -> ContrastSet:
    path = folder or first.contrast_folder()
    try:
        return ContrastSet(path)
    except LitgenError as error:
        if folder is not None:
            raise
        raise DataError(
            f"{first.path}: the contrast set of these predictions is not at {path} ({error}); "
            "use --contrast-set DIR"
        ) from None


def names_of_models(opened: Sequence[Predictions]) -> list[str]:
    """Name the models; add the folder to a name that more than one model has."""
    number = Counter(each.info.name for each in opened)
    return [
        each.info.name if number[each.info.name] == 1 else f"{each.info.name} ({each.path})"
        for each in opened
    ]


def _originals(models: Sequence[Answers], columns: Columns) -> list[Originals]:
    rows: Codes = columns.first_of_pair
    if not rows.size:
        return []
    unit = columns.unit[rows]
    found = []
    for answers in models:
        constant = {
            label: share(answers.original_gold[rows] == code, unit)
            for code, label in enumerate(answers.labels)
        }
        best = max(constant, key=lambda label: constant[label].value)
        accuracy = share(answers.original_right[rows], unit)
        found.append(Originals(answers.name, accuracy, best, constant[best]))
    return found


def _constant(answers: Answers, columns: Columns) -> NoBetter | None:
    """Return a warning if nearly all answers are the same although the gold labels are not."""
    rows = columns.first_of_pair
    said = np.concatenate([answers.predicted, answers.original_predicted[rows]])
    gold = np.concatenate([answers.gold, answers.original_gold[rows]])
    codes, counts = np.unique(said, return_counts=True)
    most = codes[counts.argmax()]
    share = float(counts.max() / said.size)
    if share < NEAR_CONSTANT or (gold == most).mean() >= NEAR_CONSTANT:
        return None
    return NoBetter(None if most == NONE else answers.labels[most], share)


def _below_constant(originals: Originals | None, new: Metrics | None) -> NoBetter | None:
    """Return a warning if a constant answer does no worse on the originals (or new pairs)."""
    if originals is not None:
        _, accuracy, label, chance = originals
        if accuracy.value <= chance.value <= UNEVEN:
            return NoBetter(label, None, accuracy, chance)
    elif new is not None:
        label, chance = new.best_constant
        if new.contrast.value <= chance.value:
            return NoBetter(label, None, new.contrast, chance, "new pairs")
    return None


def plain(value: Any) -> Any:
    """Convert a value for JSON; NaN and infinities become None."""
    if isinstance(value, dict):
        return {str(key): plain(each) for key, each in value.items()}
    if isinstance(value, Share):
        names = ("hits", "n", "value", "low", "high")
        return {name: plain(getattr(value, name)) for name in names}
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        return plain(value._asdict())
    if isinstance(value, list | tuple):
        return [plain(each) for each in value]
    if isinstance(value, np.ndarray):
        return plain(value.tolist())
    if isinstance(value, float):
        return round(value, 8) if np.isfinite(value) else None
    return value
