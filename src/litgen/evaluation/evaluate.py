"""``litgen evaluate``: write a model's predictions on a contrast set to a folder."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from litgen.database import key_of
from litgen.evaluation.contrast_set import ContrastSet, Side
from litgen.evaluation.elsewhere import Elsewhere, described
from litgen.evaluation.inference import PairStore, Progress, flips, predictions, run_model
from litgen.evaluation.prediction import Prediction
from litgen.evaluation.predictions import (
    MANIFEST,
    OF_TEXTS,
    PREDICTIONS,
    RUN,
    PredictionInfo,
    Predictions,
    refuse_folder,
    signature_of,
    write_predictions,
)  # fmt: skip
from litgen.evaluation.tally import Tally, advice
from litgen.evaluation.text_answers import read_texts
from litgen.evaluation.text_set import TextSet, accuracy_on_texts, open_set
from litgen.exceptions import DataError, LitgenError, UsageError
from litgen.files import run_facts
from litgen.folders import Folder
from litgen.models import ModelSpec, PairClassifier, load_model
from litgen.models.callable import classifier_of
from litgen.models.loading import TABLES, split_name, takes
from litgen.models.prompts import choose_shots, default_prompt, load_prompt
from litgen.models.protocol import Classifier
from litgen.version import __version__
from litgen.workers import worker_pool

if TYPE_CHECKING:
    from litgen.models.callable import Function

logger = logging.getLogger(__name__)

REPLIES = "replies.sqlite"  #: file with the raw replies of an endpoint; see ``PairStore``
_WRITING = "writing"  #: file that exists while predictions are written, so that a run can resume


class Evaluation(NamedTuple):
    """A summary of what was written."""

    info: PredictionInfo  #: the manifest's content
    accuracy: Mapping[Side, float | None]  #: on pairs with a gold label and an answer, if any
    warnings: tuple[str, ...]  #: lines to show to the user
    seconds: float  #: time that the model needed in this call
    classified: int  #: number of distinct pairs that the model classified in this call
    of: str = "pair"  #: the kind of item: ``pair`` or ``text``


def evaluate(
    contrast_set: str | Path | ContrastSet | TextSet,
    model: str | ModelSpec | Function | PairClassifier,
    folder: str | Path,
    *,
    name: str | None = None,
    jobs: int = 1,
    scheduler: str | None = None,
    overwrite: bool = False,
    reread: bool = False,
    shots: int | None = None,
    shots_file: Path | None = None,
    progress: Progress | None = None,
) -> Evaluation:
    """Write a model's predictions on every pair of a contrast set and on the originals.

    The arguments and errors are those of :func:`litgen.evaluate`. If ``reread`` is True,
    litgen does not call the endpoint, but interprets the replies from an earlier run again.
    """
    given = contrast_set
    pairs = given if isinstance(given, ContrastSet | TextSet) else open_set(given)
    out = Folder(Path(folder), (PREDICTIONS, MANIFEST, RUN, REPLIES), signature_of=signature_of)
    refuse_folder(out.path, overwrite=True)  # predictions of another model are refused below
    if isinstance(pairs, TextSet):
        return _evaluate_texts(pairs, model, out, name, overwrite)
    spec, loaded = _given(model, here=jobs == 1 and scheduler is None)
    scheme, rest = split_name(spec.name) if loaded is None else (loaded.kind, spec.name)
    called = name or _short(scheme, rest) + (f" window {spec.window}" if spec.window else "")
    target = _Target(pairs, out, called, overwrite or reread)
    with out.locked():
        if scheme == "predictions":
            result = _take_over(target, spec._replace(name=rest))
        else:
            spec = _with_shots(spec, scheme, pairs, shots, shots_file)
            found = loaded or load_model(spec)
            result = _run(target, spec, found, jobs, scheduler, reread, progress)
        out.finish()
    for line in result.warnings:
        logger.warning("%s", line)
    return result


def _evaluate_texts(
    texts: TextSet, model: Any, out: Folder, name: str | None, overwrite: bool
) -> Evaluation:
    about, answers, seconds, warnings = read_texts(texts, model)
    about[OF_TEXTS] = True
    about["name"] = name or _short(about["kind"], str(about.get("name") or about["files"][0]))
    labels = tuple(sorted({each.label or "" for each in answers}))
    accuracy = accuracy_on_texts(texts.items(), {each.id: each.label for each in answers})
    with out.locked():
        if not overwrite and (out.path / MANIFEST).exists():
            info = PredictionInfo(about, labels, "", texts.sha256)
            out.state(signature_of(info.as_json()))  # refuses another model's predictions
        run = run_facts(seconds, texts=len(answers))
        info = write_predictions(
            out.path, texts, answers, model=about, labels=labels, run=run, overwrite=True
        )
        out.finish()
    for line in warnings:
        logger.warning("%s", line)
    return Evaluation(info, accuracy, tuple(warnings), seconds, len(answers), "text")


def _given(
    model: str | ModelSpec | Function | PairClassifier, here: bool
) -> tuple[ModelSpec, PairClassifier | None]:
    """Return the spec of a model, and also the classifier if the model is in memory."""
    if isinstance(model, ModelSpec):
        return model, None
    if isinstance(model, str):
        return ModelSpec(model), None
    if not here:
        raise UsageError(
            "a model in memory runs only in this process; pass a name such as module:function, or "
            "omit jobs and scheduler"
        )
    name, loaded = classifier_of(model)
    return ModelSpec(name), loaded


def evaluate_prompts(
    contrast_set: str | Path,
    model: ModelSpec,
    folder: str | Path,
    prompts: Sequence[str],
    *,
    name: str | None = None,
    **given: Any,
) -> dict[Path, Evaluation]:
    """Run a language model with several prompts; return a summary for each prompt.

    Args:
        folder: the folder that will contain a folder for each prompt, named after the prompt.
        name: the model's name in reports, to which the prompt's name is added.
        given: other arguments of :func:`evaluate`.
    """
    called = name or _short(*split_name(model.name))
    names = [load_prompt(each).name for each in prompts]
    if len(set(names)) < len(names):
        raise UsageError(f"--prompt: two of {', '.join(names)} have the same name; rename one")
    found = {}
    for prompt, short in zip(prompts, names, strict=True):
        out, spec = Path(folder) / short, model._replace(prompt=prompt)
        found[out] = evaluate(contrast_set, spec, out, name=f"{called} {short}", **given)
    return found


class _Target(NamedTuple):
    """What to write predictions for (a contrast set and a model's name), and where."""

    contrast_set: ContrastSet
    out: Folder
    name: str
    overwrite: bool  #: whether to replace finished predictions

    def finished(
        self, model: Mapping[str, Any], labels: tuple[str, ...], dtype: str | None = None
    ) -> Evaluation | None:
        """Summarize finished predictions in the folder, if any; refuse those of another run."""
        out = self.out
        if self.overwrite or not (out.path / MANIFEST).exists():
            refuse_folder(out.path, overwrite=self.overwrite or (out.work / _WRITING).exists())
            return None
        named = {**model, "name": self.name}
        info = PredictionInfo(named, labels, "", self.contrast_set.sha256, dtype)
        out.state(signature_of(info.as_json()))
        out.leave_as_it_is()
        found = Predictions(out.path)
        tally = Tally(labels)
        for _ in self._counted(tally, iter(found)):
            pass
        return Evaluation(found.info, tally.accuracy(), tuple(_advice(found.info)), 0.0, 0)

    def write(
        self,
        predictions: Iterator[Prediction],
        model: Mapping[str, Any],
        labels: tuple[str, ...],
        run: Mapping[str, Any],
        dtype: str | None = None,
    ) -> tuple[PredictionInfo, Tally]:
        """Write predictions and count how many are right and wrong."""
        tally = Tally(labels)
        (self.out.work / _WRITING).touch()
        info = write_predictions(
            self.out.path,
            self.contrast_set,
            self._counted(tally, predictions),
            model={**model, "name": self.name},
            labels=labels,
            dtype=dtype,
            run=run,
            overwrite=True,
        )
        return info, tally

    def _counted(self, tally: Tally, predictions: Iterator[Prediction]) -> Iterator[Prediction]:
        for item, prediction in zip_longest(self.contrast_set.items(), predictions):
            if item is None or prediction is None or item.id != prediction.id:
                raise DataError("the predictions are for other pairs; use --overwrite")
            tally.add(item, prediction.label)
            yield prediction


def _advice(info: PredictionInfo) -> Iterator[str]:
    cut_off = sum(each.get("cut off", 0) for each in (info.outcomes or {}).values())
    return advice(info.model, cut_off, sum(info.counts.values()))


def _cut(model: PairClassifier, store: PairStore) -> frozenset[bytes]:
    """Return the keys of the distinct pairs that exceed the model's maximum input length."""
    if not isinstance(model, Classifier):
        return frozenset()
    return frozenset(
        key_of(*pair)
        for _, pairs in store.windows(model.window, unanswered=False)
        for pair, is_cut in zip(pairs, model.truncated(pairs), strict=True)
        if is_cut
    )


def _with_shots(
    spec: ModelSpec,
    scheme: str,
    contrast_set: ContrastSet,
    number: int | None,
    file: Path | None,
) -> ModelSpec:
    if not takes(scheme, "shots"):
        if number is not None or file is not None:
            raise UsageError(f"--shots: {spec.name} does not use a prompt; omit --shots")
        return spec
    prompt = load_prompt(spec.prompt or default_prompt(scheme))
    number = prompt.shots if number is None else number
    premises = (item.premise for item in contrast_set.items()) if number else ()
    return spec._replace(shots=choose_shots(number, prompt.labels, file, premises))


def _run(
    target: _Target,
    spec: ModelSpec,
    model: PairClassifier,
    jobs: int,
    scheduler: str | None,
    reread: bool,
    progress: Progress | None,
) -> Evaluation:
    contrast_set, out = target.contrast_set, target.out
    about = {"kind": model.kind, **model.describe(), "path": spec.name}
    if done := target.finished(about, model.labels, model.dtype):
        return done
    signature = {
        "litgen": __version__, "contrast_set": contrast_set.sha256, "model": about,
        "labels": model.labels, "dtype": model.dtype, "window": model.window,
    }  # fmt: skip

    def determined_by(premise: str, hypothesis: str) -> Any:
        request = model.request(premise, hypothesis)
        return [signature, premise, hypothesis] if request is None else request

    keeps = model.request("", "") is not None
    if keeps and (jobs != 1 or scheduler is not None):
        option = "--jobs" if scheduler is None else "--scheduler"
        raise UsageError(f"{option} is only for local models; use --concurrency for {spec.name}")
    path = _store_path(out, keeps, reread, spec.name)
    with worker_pool(jobs, scheduler) as pool, closing(PairStore(path, determined_by)) as store:
        started = time.monotonic()
        total, classified = store.fill(contrast_set.items()), 0
        if not reread:
            classified = run_model(total, spec, store, model, pool, progress)
        elif missing := store.missing():
            raise UsageError(
                f"--reread: {spec.name} has not replied to this prompt for {missing:,} of "
                f"{total:,} pairs; use the prompt of the earlier run, or omit --reread"
            )
        seconds = time.monotonic() - started
        found = dict(about)
        if changed := flips(spec, store, model):
            found["flips"] = changed
        if cut := _cut(model, store):
            limit = about.get("max_length")
            found["truncated"] = {"inputs": len(cut), "of": total, "max_length": limit}
        facts = {**run_facts(seconds, pairs=classified), "distinct_pairs": classified, "jobs": jobs}
        run = {**facts, "scheduler": scheduler, **model.usage(store.replies())}
        read = predictions(contrast_set, store, model, cut)
        info, tally = target.write(read, found, model.labels, run, model.dtype)
    if keeps:
        path.replace(out.path / REPLIES)
    # With a prompt, the meaning of the answers is known, so low accuracy needs no warning.
    warnings = (*(() if takes(model.kind, "prompt") else tally.warnings()), *_advice(info))
    return Evaluation(info, tally.accuracy(), warnings, seconds, classified)


def _store_path(out: Folder, keeps: bool, reread: bool, name: str) -> Path:
    """Return the path for replies; those of an endpoint are kept with the predictions."""
    if not reread:
        return out.work / REPLIES
    if not keeps:
        raise UsageError(f"--reread: {name} is not an endpoint; omit --reread")
    for folder in (out.path, out.work):
        if (folder / REPLIES).exists():
            return folder / REPLIES
    raise UsageError(f"{out.path}: there is no {REPLIES} to read again; omit --reread")


def _take_over(target: _Target, spec: ModelSpec) -> Evaluation:
    """Write predictions that were made elsewhere."""
    about = described(spec.name)
    found = Elsewhere([Path(each) for each in about["files"]], spec.labels)
    for _ in found.predictions(target.contrast_set):
        pass  # errors are reported before anything is written or replaced
    if done := target.finished(about, found.labels):
        return done
    predictions = found.predictions(target.contrast_set)
    info, tally = target.write(predictions, about, found.labels, run_facts(0.0))
    warnings = tally.warnings()
    if found.extra:
        warnings += (
            f"{spec.name}: {found.extra:,} predictions are ignored: their pairs are not in the "
            "contrast set",
        )
    return Evaluation(info, tally.accuracy(), warnings, 0.0, 0)


def _short(scheme: str, name: str) -> str:
    """Shorten a model's name to its last part, for tables."""
    short = Path(name.rpartition("#")[2] if scheme == "openai" else name).name.removesuffix(".gz")
    for ending in TABLES:
        short = short.removesuffix(ending)
    if not short:
        raise LitgenError(f"{name}: the model has no name for reports; use --name")
    return short
