"""Train a classifier on pairs and write it to a folder (``litgen study train``)."""

from __future__ import annotations

import math
import shutil
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from litgen.data import LABELS, Pair, agree
from litgen.exceptions import UsageError
from litgen.files import run_facts, write_json
from litgen.folders import Folder
from litgen.models.bow import Boosting, fit, need_xgboost
from litgen.models.fingerprint import fingerprint
from litgen.models.label_names import class_labels
from litgen.models.protocol import PairClassifier, answers
from litgen.training.checkpoints import best_folder
from litgen.training.data import Sources, TrainingData
from litgen.training.finetune import Examples, FineTuner, FineTuning, Progress
from litgen.version import __version__

if TYPE_CHECKING:
    import torch

MANIFEST, RUN = "training.json", "run.json"
#: All files that a trained model may consist of.
FILES = (
    "config.json", "model.safetensors", "tokenizer.json", "tokenizer_config.json",
    "special_tokens_map.json", "added_tokens.json", "vocab.txt", "vocab.json", "merges.txt",
    "spiece.model", "sentencepiece.bpe.model", "bow.json", "booster.ubj", RUN, MANIFEST,
)  # fmt: skip

#: The results of training, and facts about the run such as ``seconds``.
Learned = tuple[dict[str, Any], dict[str, Any]]


def finetune(
    sources: Sources,
    folder: str | Path,
    model: str,
    options: FineTuning = FineTuning(),  # noqa: B008 - immutable
    *,
    device: str | None = None,
    threads: int | None = 1,
    overwrite: bool = False,
    progress: Progress | None = None,
) -> dict[str, Any]:
    """Fine-tune a Hugging Face model; the same call resumes an interrupted training.

    Args:
        folder: the output folder for the model, ``training.json`` and ``run.json``.
        model: the folder or hub name of a classifier, or of an encoder without a head.
        device: a device such as ``cuda``; None uses the GPU if there is one.

    Returns:
        The manifest, with the signature, counts and the accuracy of every epoch.

    Raises:
        DataError: a source is faulty.
        UsageError: an option is invalid, or the folder contains another run.
        LitgenError: the model cannot be loaded or trained.

    Example:
        >>> finetune(Sources(("snli.jsonl",)), "out", "bert-base-uncased")  # doctest: +SKIP
    """
    from litgen.neural.devices import choose_device, need_torch

    options.check()
    need_torch("training")
    target = choose_device(device)

    def learn(data: TrainingData, claim: Callable[[], Folder]) -> Learned:
        start = load_start(model, options.seed, target, data.labels)
        out = claim()
        result, run = tune(data.train, data.validation, start, options, out.work, threads, progress)
        for path in best_folder(out.work, result["best"]).iterdir():
            shutil.move(path, out.path / path.name)
        return result, run

    return _train(sources, folder, ("huggingface", model), options, overwrite, learn)


def boost(
    sources: Sources,
    folder: str | Path,
    options: Boosting = Boosting(),  # noqa: B008 - immutable
    *,
    threads: int | None = 1,
    overwrite: bool = False,
    progress: Progress | None = None,
) -> dict[str, Any]:
    """Train the bag-of-words baseline, which takes only seconds; see ``finetune``."""
    options.check()
    need_xgboost()

    def learn(data: TrainingData, claim: Callable[[], Folder]) -> Learned:
        started = time.monotonic()
        model = fit(data.train, data.validation, options, threads=threads, progress=progress)
        seconds = time.monotonic() - started
        result = {"labels": list(model.labels), "rounds": model.booster.num_boosted_rounds()}
        if data.validation:
            result["best"] = model.booster.best_iteration + 1
            result["accuracy"] = round(accuracy(model, data.validation), 6)
        model.save(claim().path)
        return result, {"seconds": seconds, "threads": threads}

    return _train(sources, folder, ("bow", "bow"), options, overwrite, learn)


def _train(
    sources: Sources,
    folder: str | Path,
    model: tuple[str, str],
    options: FineTuning | Boosting,
    overwrite: bool,
    learn: Callable[[TrainingData, Callable[[], Folder]], Learned],
) -> dict[str, Any]:
    """Train a model (``kind``, ``name``), unless the folder already contains the result.

    ``learn`` trains on the pairs, and claims the folder after it has checked the model.
    """
    kind, name = model
    out = Folder(Path(folder), FILES, MANIFEST)
    with out.locked():
        signature = {
            "litgen": __version__,
            "kind": kind,
            "model": {"name": name, **(fingerprint(name) if kind == "huggingface" else {})},
            "sources": sources.signature(),
            "options": options._asdict(),
        }

        def claim() -> Folder:
            if overwrite:
                out.clear()
            out.claim(signature)
            return out

        if not overwrite:
            out.refuse_foreign(signature)
            if out.state(signature) == "finished":
                out.leave_as_it_is()
                return out.result()
        data = sources.gather(options.seed)
        result, run = learn(data, claim)
        pairs = len(data.train) * len(result.get("history", [])) or len(data.train)
        write_json(out.path / RUN, run_facts(run.pop("seconds"), pairs=pairs) | run)
        manifest = {**result, "counts": dict(data.counts), "signature": signature}
        write_json(out.path / MANIFEST, manifest)  # last: it marks the folder as finished
        out.finish()
        return out.result()


def accuracy(model: PairClassifier, pairs: Sequence[Pair]) -> float:
    """Return the accuracy of a classifier on pairs, or nan if there are none."""
    if not pairs:
        return math.nan
    labels = labels_of(model, [(pair.premise, pair.hypothesis) for pair in pairs])
    right = sum(agree(label, pair.label) for label, pair in zip(labels, pairs, strict=True))
    return right / len(pairs)


def labels_of(model: PairClassifier, texts: Sequence[tuple[str, str]]) -> list[str]:
    windows = (texts[at : at + model.window] for at in range(0, len(texts), model.window))
    return [str(each.label) for window in windows for each in answers(model, window)]


def tune(
    train: Sequence[Pair],
    validation: Sequence[Pair],
    start: tuple[Any, Any, list[str]],
    options: FineTuning,
    work: Path,
    threads: int | None = 1,
    progress: Progress | None = None,
) -> Learned:
    """Fine-tune a model on pairs in memory, and save the best epoch's model in ``best_folder``.

    Args:
        start: the model, tokenizer and labels that ``load_start`` returns.
        work: a folder for checkpoints, from which an interrupted training resumes.
    """
    from litgen.models.encoding import PairEncoder

    model, tokenizer, labels = start
    encoder = PairEncoder(tokenizer, model, options.max_length)

    def examples(pairs: Sequence[Pair]) -> Examples:
        encoded = encoder.encode([(pair.premise, pair.hypothesis) for pair in pairs])
        return Examples(encoded, [labels.index(pair.label) for pair in pairs])

    tuner = FineTuner(model, encoder, options, work, threads, progress)
    learned = examples(train)
    result = tuner.train(learned, examples(validation) if validation else None)
    cut = {"truncated": sum(learned.encoded.truncated), "max_length": encoder.max_length}
    run = {"seconds": result.pop("seconds"), "device": str(model.device), "threads": threads,
           "pairs_at_a_time": tuner.fitting}  # fmt: skip
    return {**result, **cut, "labels": labels}, run


def load_start(
    name: str, seed: int, device: torch.device, classes: Sequence[str] = LABELS
) -> tuple[Any, Any, list[str]]:
    """Load a model to fine-tune; return it with its tokenizer and the labels of its outputs.

    A classifier for the given classes keeps its head. Any other model gets a new head, with weights
    that depend on the seed.

    Raises:
        LitgenError: the model does not exist, or cannot classify.
    """
    import torch

    from litgen.models.huggingface import settle_padding
    from litgen.neural.hub import load_pretrained

    labels: list[str] = []

    def options(config: Any) -> dict[str, Any]:
        own = own_labels(config, classes)
        labels[:] = own or classes
        torch.manual_seed(seed)
        return {"dtype": torch.float32} | ({} if own else {
            "num_labels": len(classes),
            "id2label": dict(enumerate(classes)),
            "label2id": {label: number for number, label in enumerate(classes)},
            "ignore_mismatched_sizes": True,
        })  # fmt: skip

    what = f"the model {name!r} cannot be loaded for training"
    fix = "use bow, or the folder or hub name of another model"
    auto = "AutoModelForSequenceClassification"
    model, tokenizer = load_pretrained(auto, name, options, what, fix, device)
    settle_padding(model, tokenizer)
    return model, tokenizer, labels


def own_labels(config: Any, classes: Sequence[str]) -> list[str] | None:
    """Return the labels of a model if it already classifies into the given classes, else None."""
    architectures = getattr(config, "architectures", None) or []
    if not any("ForSequenceClassification" in each for each in architectures):
        return None
    try:
        labels = class_labels([config.id2label[number] for number in sorted(config.id2label)])
    except UsageError:
        return None
    return labels if len(labels) == len(classes) else None
