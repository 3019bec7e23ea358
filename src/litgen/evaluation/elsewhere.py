"""Read predictions made elsewhere, and match them with a contrast set's pairs by id.

A row has an id (``id``, ``pairID`` ...: the ``id`` of a contrast pair or the ``pair_id`` of an
original) and a label (``prediction``, ``label`` ...), probabilities (``scores``, or a column for
each label) or raw outputs (``logits``). litgen also reads the CSV of HANS (McCoy et al. 2019),
whose ``gold_label`` is the prediction, and the JSON Lines of the stress tests (Naik et al. 2018).
"""

import json
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from litgen.data import ALL_LABELS, LABELS, NOT_ENTAILMENT, TWO_CLASSES, canonical_label
from litgen.data.rows import Fault, format_of, open_rows
from litgen.evaluation.contrast_set import SIDES, ContrastSet, Item
from litgen.evaluation.prediction import Prediction, fault_of_scores
from litgen.exceptions import DataError, UsageError
from litgen.files import digest
from litgen.models.label_names import complete
from litgen.models.loading import prediction_files

IDS = ("id", "pairID", "pair_id", "pairId", "uid")
PREDICTED = ("prediction", "predicted_label", "predicted", "pred")
LABEL = ("label", "gold_label")
SCORES = ("scores", "probabilities", "probs")
LOGITS = "logits"
TEXTS = {"premise": ("premise", "sentence1"), "hypothesis": ("hypothesis", "sentence2")}
#: A label written as a number, or in the form ``LABEL_0`` that Hugging Face uses.
_NUMBER = re.compile(r"(?:LABEL_)?(\d+)(?:\.0+)?", re.IGNORECASE)
SHOWN = 3  #: maximum number of ids that a message lists


class _Row(NamedTuple):
    place: str  #: the file and line of the row
    label: str
    scores: dict[str, float] | None  #: probabilities by label
    texts: dict[str, str]  #: ``premise`` and ``hypothesis``, if the row has them


class Elsewhere:
    """Predictions from files; a ``DataError`` names the file and line of an invalid row.

    Args:
        files: the files, read in this order.
        labels: the labels that the numbers from 0 stand for, separated by commas.

    Attributes:
        labels: all labels that were or can be predicted, by name.
        extra: number of predictions for pairs outside the contrast set, counted by ``predictions``.
    """

    def __init__(self, files: Sequence[Path], labels: str | None = None) -> None:
        self._order = _order(labels)
        self._source = ", ".join(map(str, files[:SHOWN])) + (" ..." if len(files) > SHOWN else "")
        self._rows: dict[tuple[str, str], _Row] = {}  # by id, and side or ""
        for path in files:
            self._read(path)
        self.labels = self._found_labels()
        self.extra = 0

    def predictions(self, contrast_set: ContrastSet) -> Iterator[Prediction]:
        """Yield a prediction for every pair of a contrast set; a missing prediction is an error."""
        missing: list[Item] = []
        used: set[tuple[str, str]] = set()
        total = 0
        ids: dict[str, set[str]] = {side: set() for side in SIDES}
        for item in contrast_set.items():
            ids[item.side].add(item.id)
        for item in contrast_set.items():
            total += 1
            key = (item.id, item.side) if (item.id, item.side) in self._rows else (item.id, "")
            row = self._rows.get(key)
            if row is None:
                missing.append(item)
                continue
            used.add(key)
            ambiguous = not key[1] and all(item.id in each for each in ids.values())
            prediction = self._checked(item, row, ambiguous)
            if not missing:
                yield prediction
        if missing:
            raise DataError(self._missing(missing, total))
        self.extra = len(self._rows) - len(used)

    def _checked(self, item: Item, row: _Row, ambiguous: bool) -> Prediction:
        if ambiguous:
            raise DataError(
                f"{row.place}: {item.id!r} is the id of both a contrast pair and an original; add "
                "a column 'side' with the value contrast or original"
            )
        for name, text in row.texts.items():
            if text != getattr(item, name):
                raise DataError(
                    f"{row.place}: the predictions are for other pairs: the {name} of {item.id!r} "
                    f"is {text[:60]!r}, but {getattr(item, name)[:60]!r} in the contrast set"
                )
        if row.scores is not None and row.scores.keys() != set(self.labels):
            raise DataError(f"{row.place}: the scores must be for {', '.join(self.labels)}")
        return Prediction(item.id, item.side, row.label, row.scores)

    def _missing(self, missing: Sequence[Item], total: int) -> str:
        shown = ", ".join(f"{item.id!r} ({item.side})" for item in missing[:SHOWN])
        if len(missing) == total:
            example, _ = next(iter(self._rows))
            return (
                f"{self._source}: the predictions are for other pairs: none of the "
                f"{len(self._rows):,} ids (such as {example!r}) is in the contrast set, whose ids "
                f"include {shown}"
            )
        hint = ""
        if all(item.side == "original" for item in missing):
            hint = "; the id of an original is the pair_id in contrast.jsonl"
        return (
            f"{self._source}: predictions are missing for {len(missing):,} of {total:,} pairs, "
            f"such as {shown}; include every contrast pair and every original{hint}"
        )

    def _read(self, path: Path) -> None:
        table = format_of(path) != "jsonl"
        for place, values in read_rows(path):
            key, row = _parse(values, place, self._order, table=table)
            if key in self._rows:
                raise DataError(
                    f"{place}: {key[0]!r} is predicted twice (first at {self._rows[key].place}); "
                    "keep one prediction"
                )
            self._rows[key] = row

    def _found_labels(self) -> tuple[str, ...]:
        if not self._rows:
            raise DataError(f"{self._source} contains no predictions")
        found = {row.label for row in self._rows.values()} | set(self._order)
        if NOT_ENTAILMENT not in found:
            return LABELS
        if others := sorted(found - set(TWO_CLASSES)):
            raise DataError(
                f"{self._source}: the predictions mix {NOT_ENTAILMENT} with "
                f"{' and '.join(others)}; use either two labels or three"
            )
        return TWO_CLASSES


def described(name: str) -> dict[str, Any]:
    """Describe the prediction files at a path, for the manifest."""
    files = prediction_files(Path(name))
    return {
        "kind": "predictions",
        "files": [str(path) for path in files],
        "sha256": [digest(path) for path in files],
    }


def read_rows(path: Path) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield the rows of a file, each with its file and line; raise an error for a broken row."""
    for row in open_rows(path, format_of(path)).rows:
        place = f"{path}:{row.line}"
        if isinstance(row, Fault):
            raise DataError(f"{place}: {row.message}")
        yield place, row.values


def first_given(values: Mapping[str, Any], names: Sequence[str]) -> str | None:
    return next((name for name in names if values.get(name) not in (None, "")), None)


def _parse(
    values: Mapping[str, Any], place: str, order: Sequence[str], *, table: bool
) -> tuple[tuple[str, str], _Row]:
    """Parse a row into a key and a prediction; ``table`` is True for CSV and TSV."""
    name = first_given(values, IDS)
    if name is None:
        raise DataError(f"{place}: the row has no id; add a column {' or '.join(IDS)}")
    identity, side = str(values[name]), values.get("side") or ""
    if side not in ("", *SIDES):
        raise DataError(f"{place}: the side is {side!r}, but must be contrast or original")
    texts = {
        field: values[column]
        for field, columns in TEXTS.items()
        for column in columns
        if isinstance(values.get(column), str)
    }
    place_of = f"{place}: {identity!r}"
    scores = _scores(values, place_of, order)
    # In a row with sentences, ``label`` and ``gold_label`` are gold labels. In a row without,
    # ``label`` is a prediction and, in CSV and TSV files (HANS), so is ``gold_label``.
    said = first_given(values, (*PREDICTED, *(() if texts else LABEL if table else LABEL[:1])))
    if said is not None:
        label = _meaning(values[said], place, order)
    elif scores is not None:
        label = max(scores, key=lambda each: scores[each])
    else:
        raise DataError(
            f"{place}: the row has no prediction; add scores or a label ({', '.join(PREDICTED)}, "
            "or label if the row has no sentences)"
        )
    if scores is not None:
        if label not in scores:
            raise DataError(f"{place_of}: the label {label!r} has no score")
        if fault := fault_of_scores(scores, label):
            raise DataError(f"{place_of}: {fault}; use 'logits' for the raw outputs of a model")
    return (identity, side), _Row(place, label, scores, texts)


def _meaning(value: Any, place: str, order: Sequence[str]) -> str:
    text = str(value).strip()
    number = _NUMBER.fullmatch(text)
    if label := canonical_label(text):
        return label
    if number and int(number[1]) < len(order):
        return order[int(number[1])]
    hint = f"use {', '.join(ALL_LABELS)}"
    if number and not order:
        hint = "use --labels entailment,neutral,contradiction to name the labels numbered from 0"
    elif number:
        hint = f"--labels names {len(order)} labels, from 0"
    raise DataError(f"{place}: the label {text!r} is unknown; {hint}")


def _scores(values: Mapping[str, Any], place: str, order: Sequence[str]) -> dict[str, float] | None:
    name = next((each for each in (*SCORES, LOGITS) if values.get(each) is not None), None)
    found: Any = values[name] if name else None
    if isinstance(found, str):
        try:
            found = json.loads(found)
        except ValueError:
            raise DataError(f"{place}: {name} is not valid JSON: {found[:60]!r}") from None
    if isinstance(found, list):
        if len(found) != len(order):
            raise DataError(
                f"{place}: {name} is a list of {len(found)} numbers; use --labels "
                "entailment,neutral,contradiction to name the label of each number"
            )
        found = dict(zip(order, found, strict=True))
    if found is None:
        columns = [each for each in values if canonical_label(str(each))]
        if len(columns) < 2:
            return None
        found = {each: values[each] for each in columns}
    try:
        scores = {canonical_label(str(each)): float(value) for each, value in found.items()}
    except (TypeError, ValueError, AttributeError):
        raise DataError(f"{place}: the scores are not numbers by label: {found!r}") from None
    if not complete(list(scores)):
        raise DataError(f"{place}: the scores must include every label of the model: {found!r}")
    named = {str(label): value for label, value in scores.items()}
    if name != LOGITS:
        return named
    if not all(map(math.isfinite, named.values())):
        raise DataError(f"{place}: the logits must be finite numbers: {found!r}")
    return probabilities_of(named)


def probabilities_of(logits: Mapping[str, float]) -> dict[str, float]:
    """Convert raw outputs to probabilities."""
    from scipy.special import softmax

    return dict(zip(logits, softmax([*logits.values()]).tolist(), strict=True))


def _order(labels: str | None) -> list[str]:
    order = [] if labels is None else [canonical_label(part) for part in labels.split(",")]
    if labels is not None and not complete(order):
        raise UsageError(
            f"--labels: {labels} is not valid; use {', '.join(LABELS)} in the order of their "
            f"numbers, or entailment and {NOT_ENTAILMENT}"
        )
    return [label for label in order if label is not None]
