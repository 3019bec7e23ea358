"""The folder with a model's predictions on every pair of a contrast set.

``predictions.jsonl`` has one line per pair, ``manifest.json`` describes the model and the contrast
set, and ``run.json`` has the times. ``docs/formats.md`` describes the format.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from litgen.contrast.folder import RECORDS
from litgen.data import ALL_LABELS
from litgen.evaluation.contrast_set import SIDES, Records, Side
from litgen.evaluation.prediction import Check, Prediction, parse_prediction
from litgen.evaluation.tally import Tally
from litgen.evaluation.text_set import accuracy_on_texts, open_set
from litgen.exceptions import DataError, InputError, LitgenError, UsageError
from litgen.files import copy_whole, refuse_taken, write_json, write_whole
from litgen.frames import data_frame, html_table
from litgen.models.protocol import OUTCOMES

if TYPE_CHECKING:
    import pandas

PREDICTIONS, MANIFEST, RUN = "predictions.jsonl", "manifest.json", "run.json"
FORMAT = 1
OF_TEXTS = "of_texts"  #: marks a model that answered single texts, with labels of any kind
FOUND = ("flips", "truncated")  #: entries about a model that do not determine its predictions


@dataclass(frozen=True)
class PredictionInfo:
    """What the manifest of predictions states about the model and the contrast set."""

    #: ``name`` (in reports), ``kind`` (the scheme of its name, such as ``huggingface``) and
    #: whatever else determines the model, such as ``prompt``
    model: Mapping[str, Any]
    labels: tuple[str, ...]  #: names of the labels that the model can predict, in the model's order
    contrast_path: str  #: the contrast set's folder, relative to the folder of the predictions
    contrast_sha256: str  #: SHA-256 of ``contrast.jsonl``
    dtype: str | None = None  #: data type of the weights, such as ``float32``; None without weights
    counts: Mapping[str, int] = field(default_factory=dict)  #: number of predictions by side
    outcomes: Mapping[str, Mapping[str, int]] | None = None  #: missing answers by side, if any

    @property
    def name(self) -> str:
        return str(self.model["name"])

    def as_json(self) -> dict[str, Any]:
        return {
            "kind": "predictions",
            "format": FORMAT,
            "model": dict(self.model),
            "labels": list(self.labels),
            "dtype": self.dtype,
            "contrast_set": {"path": self.contrast_path, "sha256": self.contrast_sha256},
            "counts": dict(self.counts),
            **({} if self.outcomes is None else {"outcomes": self.outcomes}),
        }


class Predictions:
    """Predictions in a folder; iterating over them streams them in the order of the file.

    Args:
        path: a folder that ``litgen evaluate`` or :func:`litgen.evaluate` wrote.
        temporary: the temporary folder to delete with the object, if any.

    Raises:
        DataError: the folder does not contain finished predictions.

    Example:
        >>> said = litgen.load("predictions")  # doctest: +SKIP
        >>> said.accuracy()["original"], said.to_pandas().columns[0]  # doctest: +SKIP
        (0.91, 'id')
    """

    whole = True  #: Whether pairs without a label must also have predictions.
    _contrast_set: Records | None = None
    _temporary: TemporaryDirectory[str] | None = None

    def __init__(
        self,
        path: str | Path,
        *,
        contrast_set: Records | None = None,
        temporary: TemporaryDirectory[str] | None = None,
    ) -> None:
        self.path = Path(path)  #: the folder
        self.info = _read_info(self.path)  #: the model and the contrast set
        self._contrast_set = contrast_set
        self._temporary = temporary

    def __iter__(self) -> Iterator[Prediction]:
        """Stream the predictions; a ``DataError`` names the file and line of an invalid one."""
        path = self.path / PREDICTIONS
        check = Check(self.info.labels)
        try:
            with path.open("rb") as file:
                for number, line in enumerate(file, 1):
                    where = f"{path}:{number}"
                    prediction = parse_prediction(line, where)
                    check(prediction, f"{where}: {prediction.id!r}")
                    yield prediction
        except FileNotFoundError:
            raise DataError(f"{path} is missing; run litgen evaluate again") from None

    def contrast_folder(self) -> Path:
        """Return the folder that contained the contrast set when the predictions were written."""
        if self._contrast_set is not None:
            return self._contrast_set.path
        return Path(os.path.normpath(self.path / self.info.contrast_path))

    @property
    def contrast_set(self) -> Records:
        """The contrast set that the predictions are for."""
        if self._contrast_set is None:
            self._contrast_set = open_set(self.contrast_folder())
        return self._contrast_set

    def __len__(self) -> int:
        return sum(self.info.counts.values())

    def accuracy(self) -> dict[Side, float | None]:
        """Return the accuracy by side on pairs with a gold label and an answer, or None."""
        if self.contrast_set.of_texts:
            return accuracy_on_texts(self.contrast_set.items(), {p.id: p.label for p in self})
        tally = Tally(self.info.labels)
        items = {(item.side, item.id): item for item in self.contrast_set.items()}
        for each in self:
            if item := items.get((each.side, each.id)):
                tally.add(item, each.label)
        return tally.accuracy()

    def to_pandas(self) -> pandas.DataFrame:
        """Convert the predictions to a DataFrame with the fields of ``predictions.jsonl``.

        Probabilities are in ``scores.LABEL``. To add the contrast pairs, merge with the
        DataFrame of the contrast set on ``id``; the ``id`` of an original is its ``pair_id``.
        """
        return data_frame((each.as_json() for each in self), ("id", "side", "label"))

    def save(self, folder: str | Path, *, overwrite: bool = False) -> Path:
        """Write the predictions to a folder and use this folder from then on.

        Raises:
            UsageError: the contrast set is not saved, the folder contains other files, or it
                contains predictions and ``overwrite`` is False.
        """
        target = Path(folder)
        if target.resolve() == self.path.resolve():
            return target
        refuse_unsaved(self._contrast_set)
        refuse_folder(target, overwrite)
        target.mkdir(parents=True, exist_ok=True)
        path = os.path.relpath(self.contrast_folder(), target)
        (target / MANIFEST).unlink(missing_ok=True)
        for name in (PREDICTIONS, RUN):
            copy_whole(self.path / name, target / name)
        self.info = replace(self.info, contrast_path=path)
        write_json(target / MANIFEST, self.info.as_json())
        self.path = target
        if self._temporary is not None:
            self._temporary.cleanup()
            self._temporary = None
        return target

    def __repr__(self) -> str:
        counts = (f"{self.info.counts.get(side, 0):,} {side} pairs" for side in reversed(SIDES))
        where = "not saved" if self._temporary is not None else str(self.path)
        return f"Predictions(of {self.info.name!r} on {' and '.join(counts)}, {where})"

    def _repr_html_(self) -> str:
        """Return the HTML for notebooks: accuracy on originals and contrast pairs."""
        rows = [
            (f"{side} pairs", self.info.counts.get(side, 0), "" if n is None else f"{n:.1%}")
            for side, n in reversed(self.accuracy().items())
        ]
        return html_table(("", "predicted", "accuracy"), rows, repr(self))


def refuse_unsaved(contrast_set: Records | None) -> None:
    """Raise a ``UsageError`` if a contrast set is in a temporary folder."""
    if contrast_set is not None and contrast_set.is_temporary:
        raise UsageError(
            "the contrast set is not saved, but predictions refer to its folder; use "
            "contrast_set.save(DIR) first"
        )


def write_predictions(
    folder: Path,
    contrast_set: Records,
    predictions: Iterable[Prediction],
    *,
    model: Mapping[str, Any],
    labels: Iterable[str],
    dtype: str | None = None,
    run: Mapping[str, Any] | None = None,
    overwrite: bool = False,
) -> PredictionInfo:
    """Write a folder of predictions; the manifest, which marks it as complete, is written last.

    Args:
        predictions: the predictions, streamed into the file; scores are rounded to six digits.
        model: ``name`` and ``kind``, and whatever else determines the predictions.
        labels: the labels that the model can predict, by name, in its own order.
        run: times and machine, for ``run.json``; read after the last prediction.

    Raises:
        UsageError: the folder contains other files, or predictions and ``overwrite`` is False.
        DataError: a prediction is invalid; the file of predictions is then not written.
    """
    names = tuple(labels)
    unknown = set(names) - set(ALL_LABELS)
    if not contrast_set.of_texts and (unknown or len(set(names)) < max(2, len(names))):
        raise DataError(
            f"the labels of the model are {', '.join(names) or 'missing'}; use two or three "
            f"different labels from {', '.join(ALL_LABELS)}"
        )
    refuse_folder(folder, overwrite)
    folder.mkdir(parents=True, exist_ok=True)
    counts = {side: Counter[str]() for side in SIDES}
    (folder / MANIFEST).unlink(missing_ok=True)
    write_whole(folder / PREDICTIONS, _lines(predictions, Check(names), counts))
    write_json(folder / RUN, dict(run or {}))
    outcomes: dict[str, dict[str, int]] = {
        side: {each: counts[side][each] for each in OUTCOMES[1:]} for side in SIDES
    }
    info = PredictionInfo(
        model, names, os.path.relpath(contrast_set.path, folder), contrast_set.sha256, dtype,
        {side: counts[side].total() for side in SIDES},
        outcomes if any(sum(each.values()) for each in outcomes.values()) else None,
    )  # fmt: skip
    write_json(folder / MANIFEST, info.as_json())
    return info


def refuse_folder(folder: Path, overwrite: bool = False) -> None:
    """Raise an error if a folder has other files, or has predictions and ``overwrite`` is False."""
    if (folder / RECORDS).exists():
        raise UsageError(f"{folder} contains a contrast set; use another folder for predictions")
    refuse_taken(folder, (MANIFEST, PREDICTIONS), overwrite)


def signature_of(manifest: Mapping[str, Any]) -> dict[str, Any]:
    """Return what determines predictions, according to a manifest: contrast set and model."""
    model = {name: value for name, value in dict(manifest["model"]).items()
             if name not in FOUND}  # fmt: skip
    fixed = {name: manifest[name] for name in ("kind", "labels", "dtype")}
    return {"contrast_set": manifest["contrast_set"]["sha256"], "model": model, **fixed}


def _lines(
    predictions: Iterable[Prediction], check: Check, counts: Mapping[Side, Counter[str]]
) -> Iterator[bytes]:
    for prediction in predictions:
        check(prediction, f"prediction of {prediction.id!r}")
        counts[prediction.side][prediction.outcome] += 1
        line = json.dumps(prediction.as_json(), ensure_ascii=False)
        yield f"{line}\n".encode("utf-8", "replace")


def _read_info(folder: Path) -> PredictionInfo:
    path = folder / MANIFEST
    try:
        values = json.loads(path.read_text("utf-8"))
    except (FileNotFoundError, NotADirectoryError):
        raise InputError(
            f"{folder}: there is no {MANIFEST}; pass a folder that litgen evaluate has finished"
        ) from None
    except (ValueError, RecursionError, OSError) as error:
        raise DataError(f"{path} cannot be read: {error}") from None
    if not isinstance(values, dict) or values.get("kind") != "predictions":
        raise InputError(f"{folder} contains no predictions; pass a folder from litgen evaluate")
    if values.get("format") != FORMAT:
        raise LitgenError(
            f"{path} has format {values.get('format')}, but this version of litgen reads {FORMAT}; "
            "run litgen evaluate again"
        )
    try:
        unknown = set(values["labels"]) - set(ALL_LABELS)
        if unknown and not values["model"].get(OF_TEXTS):
            raise DataError(
                f"{path}: the label {min(unknown)!r} is not one of {', '.join(ALL_LABELS)}; run "
                "litgen evaluate again"
            )
        return PredictionInfo(
            {**values["model"], "name": str(values["model"]["name"])},
            tuple(map(str, values["labels"])),
            str(values["contrast_set"]["path"]),
            str(values["contrast_set"]["sha256"]),
            values["dtype"],
            dict(values["counts"]),
            values.get("outcomes"),
        )
    except (KeyError, TypeError) as error:
        raise DataError(f"{path} is not a manifest of predictions: {error} is missing") from None
