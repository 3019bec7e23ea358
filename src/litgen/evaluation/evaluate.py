"""``litgen evaluate``: a contrast set and a model in, a folder of predictions out."""

from __future__ import annotations

import logging
import platform
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from litgen import __version__
from litgen.contrast.workers import hire
from litgen.evaluation.asking import Answers, Progress, ask, flips, open_store
from litgen.evaluation.chance import Confusion
from litgen.evaluation.contrast_set import SIDES, ContrastSet
from litgen.evaluation.elsewhere import elsewhere
from litgen.evaluation.predictions import (
    MANIFEST,
    PREDICTIONS,
    RUN,
    Prediction,
    PredictionInfo,
    refuse_folder,
    write_predictions,
)  # fmt: skip
from litgen.exceptions import LitgenError
from litgen.folders import Folder
from litgen.models import ModelSpec, kind_of, load_model
from litgen.models.loading import prediction_files

logger = logging.getLogger(__name__)


class Evaluation(NamedTuple):
    """What was written, in short.

    Attributes:
        info: the manifest's content.
        accuracy: by side, of the pairs that have a gold label; None where there are none.
        warnings: lines that people should read.
        seconds: that the model took, this time.
        asked: how many distinct pairs it was asked about, this time.
    """

    info: PredictionInfo
    accuracy: Mapping[str, float | None]
    warnings: tuple[str, ...]
    seconds: float
    asked: int


def evaluate(
    contrast_set: str | Path,
    model: str | ModelSpec,
    folder: str | Path,
    *,
    name: str | None = None,
    jobs: int = 1,
    overwrite: bool = False,
    progress: Progress | None = None,
) -> Evaluation:
    """Write what a model says about every pair of a contrast set, and about the originals.

    Args:
        contrast_set: a folder of ``litgen transform``.
        model: a folder or a name on the hub; a folder of ``litgen train``; ``module:function``; a
            file, or a folder with files, of predictions made elsewhere.
        folder: where to write ``predictions.jsonl``, ``manifest.json`` and ``run.json``.
        name: what reports are to call the model; the last part of its name when None.
        jobs: worker processes; 1 works in this process, -1 takes all cores.
        overwrite: whether predictions that are there are replaced.
        progress: told how many distinct pairs are done.

    Raises:
        DataError: the contrast set, or a file of predictions, is at fault.
        UsageError: there is no such model, it is none of entailment, or the folder is taken.
        LitgenError: the model cannot be loaded, or fails.

    Example:
        >>> evaluate("contrast", "roberta-large-mnli", "predictions").accuracy  # doctest: +SKIP
        {'contrast': 0.71, 'original': 0.9}
    """
    spec = ModelSpec(model) if isinstance(model, str) else model
    pairs = ContrastSet(Path(contrast_set))
    out = Folder(Path(folder), (PREDICTIONS, MANIFEST, RUN))
    refuse_folder(out.path, overwrite)
    kind = kind_of(spec.name)
    called = name or _short(spec.name)
    with out.locked():
        if kind == "file":
            result = _take_over(pairs, spec, out, called, overwrite)
        else:
            result = _ask(pairs, spec, out, called, jobs, overwrite, progress)
        out.finish()
    for line in result.warnings:
        logger.warning("%s", line)
    return result


def _ask(
    contrast_set: ContrastSet,
    spec: ModelSpec,
    out: Folder,
    name: str,
    jobs: int,
    overwrite: bool,
    progress: Progress | None,
) -> Evaluation:
    model = load_model(spec)
    about = {"kind": model.kind, **model.describe(), "path": spec.name, "name": name}
    signature = {
        "litgen": __version__, "contrast_set": contrast_set.sha256, "model": about,
        "labels": model.labels, "dtype": model.dtype, "window": model.window,
    }  # fmt: skip
    with hire(jobs) as crew, open_store(out.work, signature) as store:
        started = time.monotonic()
        asked = ask(contrast_set, spec, store, model, crew, progress)
        seconds = time.monotonic() - started
        if changed := flips(spec, store, model):
            about["flips"] = dict(changed)
        tally = _Tally(contrast_set, model.labels)
        info = write_predictions(
            out.path,
            contrast_set,
            tally.watch(Answers(store, model).predictions(contrast_set)),
            model=about,
            labels=model.labels,
            dtype=model.dtype,
            run=_run(seconds, asked, jobs, model),
            overwrite=overwrite,
        )
    return Evaluation(info, tally.accuracy(), tally.warnings(), seconds, asked)


def _take_over(
    contrast_set: ContrastSet, spec: ModelSpec, out: Folder, name: str, overwrite: bool
) -> Evaluation:
    """Predictions made elsewhere."""
    files = prediction_files(Path(spec.name))
    with elsewhere(files, spec.labels) as found:
        for _ in found.predictions(contrast_set):
            pass  # a fault shows before anything is written, or replaced
        tally = _Tally(contrast_set, found.labels)
        info = write_predictions(
            out.path,
            contrast_set,
            tally.watch(found.predictions(contrast_set)),
            model={"name": name, "kind": "file", "files": [str(path) for path in files]},
            labels=found.labels,
            run={"finished": _now()},
            overwrite=overwrite,
        )
        warnings = list(tally.warnings())
        if found.extra:
            warnings.append(
                f"{spec.name}: holds {found.extra:,} predictions of no pair of the contrast set; "
                "left out"
            )
    return Evaluation(info, tally.accuracy(), tuple(warnings), 0.0, 0)


class _Tally:
    """Counts right and wrong while predictions pass by on their way to the file."""

    def __init__(self, contrast_set: ContrastSet, labels: tuple[str, ...]) -> None:
        self._items = contrast_set.items()
        self._sides = {side: Confusion(labels) for side in SIDES}

    def watch(self, predictions: Iterator[Prediction]) -> Iterator[Prediction]:
        for item, prediction in zip(self._items, predictions, strict=True):
            if item.label is not None:
                self._sides[item.side].add(item.label, prediction.label)
            yield prediction

    def accuracy(self) -> dict[str, float | None]:
        return {
            side: round(each.accuracy(), 6) if each.total() else None
            for side, each in self._sides.items()
        }

    def warnings(self) -> tuple[str, ...]:
        """On the originals; contrasts that make new pairs have none."""
        side = "original" if self._sides["original"].total() else "contrast"
        line = self._sides[side].warning(f"{side} pairs")  # type: ignore[index]
        return (line,) if line else ()


def _run(seconds: float, asked: int, jobs: int, model: Any) -> dict[str, Any]:
    return {
        "finished": _now(),
        "seconds": round(seconds, 3),
        "distinct_pairs": asked,
        "pairs_per_second": round(asked / seconds, 2) if asked and seconds > 0 else None,
        "jobs": jobs,
        "device": str(getattr(model, "device", "cpu")),
        "tokens_a_batch": getattr(model, "tokens", None),
        "truncated": getattr(model, "truncated", None),
        "python": platform.python_version(),
        "machine": platform.platform(),
    }


def _now() -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())


def _short(name: str) -> str:
    """The last part of a model's name, as tables show it."""
    short = Path(name).name.removesuffix(".gz")
    for ending in (".jsonl", ".csv", ".tsv", ".txt", ".parquet"):
        short = short.removesuffix(ending)
    if not short:
        raise LitgenError(f"{name}: give --name, what reports are to call the model")
    return short
