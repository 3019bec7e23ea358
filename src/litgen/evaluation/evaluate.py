"""``litgen evaluate``: write the predictions of a model on a contrast set to a folder."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from litgen.evaluation.advice import advice
from litgen.evaluation.contrast_set import ContrastSet, Side
from litgen.evaluation.elsewhere import Elsewhere
from litgen.evaluation.inference import PairStore, Progress, ask, flips, pair_key, predictions
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
from litgen.evaluation.tally import Tally
from litgen.evaluation.text_answers import read_texts
from litgen.evaluation.text_set import TextSet, accuracy_on_texts, open_set
from litgen.exceptions import DataError, LitgenError, UsageError
from litgen.files import digest, run_facts
from litgen.folders import Folder
from litgen.models import ModelSpec, PairClassifier, load_model
from litgen.models.callable import classifier_of
from litgen.models.loading import prediction_files, split_name, takes
from litgen.models.prompts import choose_shots
from litgen.models.protocol import Classifier
from litgen.version import __version__
from litgen.workers import worker_pool

if TYPE_CHECKING:
    from litgen.models.callable import Function

logger = logging.getLogger(__name__)

#: The raw replies of an endpoint; see ``PairStore``.
REPLIES = "replies.sqlite"
#: Exists while predictions are written, so that a run interrupted then can resume.
_WRITING = "writing"


class Evaluation(NamedTuple):
    """A summary of what was written."""

    info: PredictionInfo  #: the manifest's content
    #: by side, on pairs with a gold label and an answer; None if there are none
    accuracy: Mapping[Side, float | None]
    warnings: tuple[str, ...]  #: lines to show to the user
    seconds: float  #: time that the model took in this call
    asked: int  #: number of distinct pairs that the model answered in this call
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

    The arguments are those of :func:`litgen.evaluate`, and ``reread``.

    Args:
        folder: the folder for ``predictions.jsonl``, ``manifest.json`` and ``run.json``, and for
            the ``replies.sqlite`` of an endpoint.
        reread: whether to read an endpoint's replies from an earlier run again, without calls.

    Raises:
        DataError: the contrast set or a file of predictions is invalid.
        UsageError: the model does not exist or is not an entailment model, or the folder is in use.
        LitgenError: the model cannot be loaded, or fails; its earlier replies are kept, and the
            same command resumes.
    """
    given = contrast_set
    pairs = given if isinstance(given, ContrastSet | TextSet) else open_set(given)
    out = Folder(Path(folder), (PREDICTIONS, MANIFEST, RUN, REPLIES), signature_of=signature_of)
    refuse_folder(out.path, overwrite=True)  # whether they are the same model's is checked below
    if isinstance(pairs, TextSet):
        return _evaluate_texts(pairs, model, out, name, overwrite)
    spec, loaded = _given(model, here=jobs == 1 and scheduler is None)
    scheme, rest = split_name(spec.name) if loaded is None else (loaded.kind, spec.name)
    called = name or _short(scheme, rest) + (f" window {spec.window}" if spec.window else "")
    anew = overwrite or reread
    with out.locked():
        if scheme == "predictions":
            result = _take_over(pairs, spec._replace(name=rest), out, called, anew)
        else:
            spec = _with_shots(spec, scheme, pairs, shots, shots_file)
            asked = loaded or load_model(spec)
            result = _ask(pairs, spec, asked, out, called, jobs, scheduler, anew, reread, progress)
        out.finish()
    for line in result.warnings:
        logger.warning("%s", line)
    return result


def _evaluate_texts(
    texts: TextSet, model: Any, out: Folder, name: str | None, anew: bool
) -> Evaluation:
    about, answers, seconds, warnings = read_texts(texts, model)
    about[OF_TEXTS] = True
    about["name"] = name or _short(about["kind"], str(about.get("name") or about["files"][0]))
    labels = tuple(sorted({each.label or "" for each in answers}))
    accuracy = accuracy_on_texts(texts.items(), {each.id: each.label for each in answers})
    with out.locked():
        if not anew and (out.path / MANIFEST).exists():
            info = PredictionInfo(about, labels, "", texts.sha256)
            out.state(signature_of(info.as_json()))  # refuses predictions of another model
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
    """The spec of a model; also the classifier if the model is in memory."""
    if isinstance(model, ModelSpec):
        return model, None
    if isinstance(model, str):
        return ModelSpec(model), None
    if not here:
        raise UsageError(
            "a model in memory is asked in this process; name it, such as module:function, or "
            "leave jobs and scheduler out"
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
    """Run a language model with several prompts, with a folder of predictions for each.

    Args:
        folder: the parent of a folder for each prompt, which has the prompt's name.
        name: the model's name in reports, to which the prompt's name is added.
        given: other arguments of :func:`evaluate`.

    Returns:
        The summary of the predictions by folder.

    Raises:
        UsageError: two prompts have the same name; or as for :func:`evaluate`.
    """
    from litgen.models.prompts import load_prompt

    called = name or _short(*split_name(model.name))
    names = [load_prompt(each).name for each in prompts]
    if len(set(names)) < len(names):
        raise UsageError(f"--prompt: {', '.join(names)}: two of one name")
    found = {}
    for prompt, short in zip(prompts, names, strict=True):
        out, spec = Path(folder) / short, model._replace(prompt=prompt)
        found[out] = evaluate(contrast_set, spec, out, name=f"{called} {short}", **given)
    return found


def _finished(
    out: Folder,
    contrast_set: ContrastSet,
    model: Mapping[str, Any],
    labels: tuple[str, ...],
    dtype: str | None,
    anew: bool,
) -> Evaluation | None:
    """The finished predictions in the folder, None if predictions must be written.

    A model may have changed since the run was stopped, such as a function that failed. Finished
    predictions are kept unless ``anew`` is set.
    """
    if anew or not (out.path / MANIFEST).exists():
        refuse_folder(out.path, overwrite=anew or (out.work / _WRITING).exists())
        return None
    info = PredictionInfo(model, labels, "", contrast_set.sha256, dtype)
    out.state(signature_of(info.as_json()))
    out.leave_as_it_is()
    found = Predictions(out.path)
    tally = Tally(labels)
    for _ in _counted(contrast_set, tally, iter(found)):
        pass
    return Evaluation(found.info, tally.accuracy(), tuple(_advice(found.info)), 0.0, 0)


def _advice(info: PredictionInfo) -> Iterator[str]:
    """Yield advice if answers were cut off or inputs were too long."""
    cut_off = sum(each.get("cut off", 0) for each in (info.outcomes or {}).values())
    return advice(info.model, cut_off, sum(info.counts.values()))


def _cut(model: PairClassifier, store: PairStore) -> frozenset[bytes]:
    """The distinct pairs (``pair_key``) that are longer than a model's input."""
    if not isinstance(model, Classifier):
        return frozenset()
    return frozenset(
        pair_key(pair)
        for pairs in store.all_pairs(model.window)
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
            raise UsageError(f"--shots is for language models; {spec.name} is given no prompt")
        return spec
    from litgen.models.prompts import default_prompt, load_prompt

    prompt = load_prompt(spec.prompt or default_prompt(scheme))
    number = prompt.shots if number is None else number
    premises = (item.premise for item in contrast_set.items()) if number else ()
    return spec._replace(shots=choose_shots(number, prompt.labels, file, premises))


def _ask(
    contrast_set: ContrastSet,
    spec: ModelSpec,
    model: PairClassifier,
    out: Folder,
    name: str,
    jobs: int,
    scheduler: str | None,
    anew: bool,
    reread: bool,
    progress: Progress | None,
) -> Evaluation:
    about = {"kind": model.kind, **model.describe(), "path": spec.name}
    done = _finished(out, contrast_set, {**about, "name": name}, model.labels, model.dtype, anew)
    if done is not None:
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
        raise UsageError(f"{option} is for models that compute here; for {spec.name} --concurrency")
    path = _store_path(out, keeps, reread, spec.name)
    with worker_pool(jobs, scheduler) as pool, closing(PairStore(path, determined_by)) as store:
        started = time.monotonic()
        total, asked = store.fill(contrast_set.items()), 0
        if not reread:
            asked = ask(total, spec, store, model, pool, progress)
        elif missing := store.missing():
            raise UsageError(
                f"--reread: {missing:,} of {total:,} pairs have no reply of {spec.name} to "
                "this prompt; give the prompt that was asked, or leave --reread out"
            )
        seconds = time.monotonic() - started
        changed = flips(spec, store, model)
        cut = _cut(model, store)
        of_input = {"inputs": len(cut), "of": total, "max_length": about.get("max_length")}
        found = {
            **({"flips": changed} if changed else {}),
            **({"truncated": of_input} if cut else {}),
        }
        tally = Tally(model.labels)
        (out.work / _WRITING).touch()
        info = write_predictions(
            out.path,
            contrast_set,
            _counted(contrast_set, tally, predictions(contrast_set, store, model, cut)),
            model={**about, **found, "name": name},
            labels=model.labels,
            dtype=model.dtype,
            run={
                **run_facts(seconds, pairs=asked), "distinct_pairs": asked, "jobs": jobs,
                "scheduler": scheduler, **model.usage(store.replies()),
            },
            overwrite=True,
        )  # fmt: skip
    if keeps:
        path.replace(out.path / REPLIES)
    # With a prompt, the meaning of the answers is known, so low accuracy needs no warning.
    warnings = (*(() if takes(model.kind, "prompt") else tally.warnings()), *_advice(info))
    return Evaluation(info, tally.accuracy(), warnings, seconds, asked)


def _store_path(out: Folder, keeps: bool, reread: bool, name: str) -> Path:
    """The path of the replies; an endpoint's replies are kept in the folder of the predictions."""
    if not reread:
        return out.work / REPLIES
    if not keeps:
        raise UsageError(f"--reread is for replies that an endpoint gave; {name} is asked anew")
    found = next(
        (each / REPLIES for each in (out.path, out.work) if (each / REPLIES).exists()), None
    )
    if found is None:
        raise UsageError(f"{out.path}: holds no {REPLIES} to read anew; leave --reread out")
    return found


def _take_over(
    contrast_set: ContrastSet, spec: ModelSpec, out: Folder, name: str, anew: bool
) -> Evaluation:
    """Write predictions that were made elsewhere."""
    files = prediction_files(Path(spec.name))
    found = Elsewhere(files, spec.labels)
    for _ in found.predictions(contrast_set):
        pass  # errors show before anything is written or replaced
    about = {
        "name": name, "kind": "predictions", "files": [str(path) for path in files],
        "sha256": [digest(path) for path in files],
    }  # fmt: skip
    done = _finished(out, contrast_set, about, found.labels, None, anew)
    if done is not None:
        return done
    tally = Tally(found.labels)
    (out.work / _WRITING).touch()
    info = write_predictions(
        out.path,
        contrast_set,
        _counted(contrast_set, tally, found.predictions(contrast_set)),
        model=about,
        labels=found.labels,
        run=run_facts(0.0),
        overwrite=True,
    )
    warnings = list(tally.warnings())
    if found.extra:
        warnings.append(
            f"{spec.name}: holds {found.extra:,} predictions of no pair of the contrast set; "
            "left out"
        )
    return Evaluation(info, tally.accuracy(), tuple(warnings), 0.0, 0)


def _counted(
    contrast_set: ContrastSet, tally: Tally, predictions: Iterator[Prediction]
) -> Iterator[Prediction]:
    """Yield the predictions, and count right and wrong ones in the tally."""
    for item, prediction in zip_longest(contrast_set.items(), predictions):
        if item is None or prediction is None or item.id != prediction.id:
            raise DataError("predictions of other pairs; --overwrite makes them anew")
        tally.add(item, prediction.label)
        yield prediction


def _short(scheme: str, name: str) -> str:
    """The last part of a model's name, for tables."""
    short = Path(name.rpartition("#")[2] if scheme == "openai" else name).name.removesuffix(".gz")
    for ending in (".jsonl", ".csv", ".tsv", ".txt", ".parquet"):
        short = short.removesuffix(ending)
    if not short:
        raise LitgenError(f"{name}: give --name, what reports are to call the model")
    return short
