"""``litgen train``: pairs in, a folder with a classifier out."""

from __future__ import annotations

import json
import math
import platform
import shutil
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from litgen.data import Pair
from litgen.exceptions import UsageError
from litgen.files import digest, write_json
from litgen.folders import Folder
from litgen.models.bow import Boosting, fit, need_xgboost
from litgen.models.fingerprint import fingerprint
from litgen.models.protocol import PairClassifier, answers
from litgen.training.checkpoints import best_folder
from litgen.training.data import Reading, TrainingData, gather
from litgen.training.finetune import Examples, FineTuner, Progress
from litgen.training.options import FineTuning
from litgen.version import __version__

MANIFEST, RUN = "training.json", "run.json"
#: Everything a trained model may consist of.
FILES = (
    "config.json", "model.safetensors", "tokenizer.json", "tokenizer_config.json",
    "special_tokens_map.json", "added_tokens.json", "vocab.txt", "vocab.json", "merges.txt",
    "spiece.model", "sentencepiece.bpe.model", "bow.json", "booster.ubj", RUN, MANIFEST,
)  # fmt: skip


class Sources(NamedTuple):
    """Where the pairs come from; see ``litgen.training.data.gather``."""

    train: tuple[str, ...]
    validation: tuple[str, ...] = ()
    validation_share: float = 0.1
    exclude: tuple[str, ...] = ()
    reading: Reading = Reading()

    def signature(self) -> dict[str, Any]:
        """What determines the pairs, as JSON values: names and checksums of files."""
        return {
            "train": [_file(source) for source in self.train],
            "validation": [_file(source) for source in self.validation],
            "validation_share": 0.0 if self.validation else self.validation_share,
            "exclude": [_file(source) for source in self.exclude],
            "reading": self.reading._asdict(),
        }

    def gather(self, seed: int) -> TrainingData:
        """Read them."""
        share = self.validation_share
        if not 0 <= share < 1:
            raise UsageError(f"--validation-share {share}: must be 0 or more, and less than 1")
        return gather(
            self.train, validation=self.validation, share=share, exclude=self.exclude,
            reading=self.reading, seed=seed,
        )  # fmt: skip


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
    """Fine-tune a Hugging Face model; the same call goes on with a training that was stopped.

    Args:
        sources: where the pairs come from.
        folder: where the model goes: its files, ``training.json`` and ``run.json``.
        model: a folder or a name on the hub: a classifier, or an encoder without a head.
        options: what determines the result.
        device: such as ``cuda``; the GPU where there is one when None.
        threads: CPU threads.
        overwrite: whether to remove what another run wrote into the folder.
        progress: told after every step.

    Returns:
        The manifest: signature, counts and the accuracy of every epoch.

    Raises:
        DataError: a source is at fault.
        UsageError: an option is not right, or the folder holds another run.
        LitgenError: the model cannot be loaded or trained.

    Example:
        >>> finetune(Sources(("snli.jsonl",)), "out", "bert-base-uncased")  # doctest: +SKIP
    """
    from litgen.neural.devices import choose_device, need_torch
    from litgen.training.start import load_start

    options.check()
    need_torch("training")
    target = choose_device(device)
    out = Folder(Path(folder), FILES, MANIFEST)
    with out.locked():
        signature = _signature(sources, "huggingface", model, options.as_json())
        if not overwrite and _finished(out, signature):
            return read_training(out.path)
        data = sources.gather(options.seed)
        start = load_start(model, options.seed, target)
        _claim(out, signature, overwrite)
        result, run = tune(data.train, data.validation, start, options, out.work, threads, progress)
        _move_files(best_folder(out.work, result["best"]), out.path)
        return _finish(out, signature, data, result, run)


def boost(
    sources: Sources,
    folder: str | Path,
    options: Boosting = Boosting(),  # noqa: B008 - immutable
    *,
    threads: int | None = 1,
    overwrite: bool = False,
    progress: Progress | None = None,
) -> dict[str, Any]:
    """Train the bag-of-words baseline; see ``finetune`` and ``litgen.models.bow``.

    It takes seconds, so a training that was stopped begins anew.

    Example:
        >>> boost(Sources(("snli.jsonl",)), "bow", Boosting(seed=1))["accuracy"]  # doctest: +SKIP
        0.52
    """
    options.check()
    need_xgboost()
    out = Folder(Path(folder), FILES, MANIFEST)
    with out.locked():
        signature = _signature(sources, "bow", "bow", options._asdict())
        if not overwrite and _finished(out, signature):
            return read_training(out.path)
        data = sources.gather(options.seed)
        started = time.monotonic()
        model = fit(data.train, data.validation, options, threads=threads, progress=progress)
        seconds = time.monotonic() - started
        result = {"labels": list(model.labels), "rounds": model.booster.num_boosted_rounds()}
        if data.validation:
            result["best"] = model.booster.best_iteration + 1
            result["accuracy"] = round(accuracy(model, data.validation), 6)
        _claim(out, signature, overwrite)
        model.save(out.path)
        return _finish(out, signature, data, result, {"seconds": seconds, "threads": threads})


def accuracy(model: PairClassifier, pairs: Sequence[Pair]) -> float:
    """The share of pairs that a classifier labels as they are labelled; nan of no pairs."""
    if not pairs:
        return math.nan
    said = labels_of(model, [(pair.premise, pair.hypothesis) for pair in pairs])
    return sum(label == pair.label for label, pair in zip(said, pairs, strict=True)) / len(pairs)


def labels_of(model: PairClassifier, texts: Sequence[tuple[str, str]]) -> list[str]:
    """The label that a classifier gives each (premise, hypothesis)."""
    found: list[str] = []
    for start in range(0, len(texts), model.window):
        said = answers(model, texts[start : start + model.window])
        found.extend(str(each.label) for each in said)
    return found


def tune(
    train: Sequence[Pair],
    validation: Sequence[Pair],
    start: tuple[Any, Any, list[str]],
    options: FineTuning,
    work: Path,
    threads: int | None = 1,
    progress: Progress | None = None,
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Fine-tune a model on pairs at hand; the best one lies in ``best_folder`` of the work folder.

    Args:
        train: pairs to learn from.
        validation: pairs that choose the epoch; the last one is best where there are none.
        start: model, tokenizer and labels, from ``litgen.training.start.load_start``.
        options: what determines the result.
        work: where checkpoints go; a training that was stopped goes on from there.
        threads: CPU threads.
        progress: told after every step.

    Returns:
        What came out (``history``, ``best``, ``labels`` ...), and facts about the run.
    """
    from litgen.models.encoding import PairEncoder

    model, tokenizer, labels = start
    encoder = PairEncoder(tokenizer, model, options.max_length)

    def examples(pairs: Sequence[Any]) -> Examples:
        encoded = encoder.encode([(pair.premise, pair.hypothesis) for pair in pairs])
        return Examples(encoded, [labels.index(pair.label) for pair in pairs])

    tuner = FineTuner(model, encoder, options, work, threads=threads, progress=progress)
    learned = examples(train)
    result = tuner.train(learned, examples(validation) if validation else None)
    cut = {"truncated": learned.encoded.truncated, "max_length": encoder.max_length}
    run = {"seconds": result.pop("seconds"), "device": str(model.device), "threads": threads,
           "pairs_at_a_time": tuner.fitting}  # fmt: skip
    return {**result, **cut, "labels": labels}, run


def read_training(folder: Path) -> dict[str, Any]:
    """The manifest of a training.

    Raises:
        UsageError: the folder holds none.
    """
    try:
        value: dict[str, Any] = json.loads((folder / MANIFEST).read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise UsageError(f"{folder}: holds no model that litgen train has finished") from error
    return value


def _signature(sources: Sources, kind: str, model: str, options: dict[str, Any]) -> dict[str, Any]:
    return {
        "litgen": __version__,
        "kind": kind,
        "model": {"name": model, **fingerprint(model)},
        "sources": sources.signature(),
        "options": options,
    }


def _finished(out: Folder, signature: dict[str, Any]) -> bool:
    """Whether the folder holds this training, finished; refuses one that holds another."""
    out.refuse_foreign(signature)
    return out.state(signature) == "finished"


def _claim(out: Folder, signature: dict[str, Any], overwrite: bool) -> None:
    """Make the folder ours, once pairs and model are known to be good."""
    if overwrite:
        out.clear()
    out.claim(signature)


def _finish(
    out: Folder,
    signature: dict[str, Any],
    data: TrainingData,
    result: dict[str, Any],
    run: dict[str, Any],
) -> dict[str, Any]:
    """Write the manifest, which makes the folder a finished model, last."""
    pairs = len(data.train) * len(result.get("history", [])) or len(data.train)
    write_json(
        out.path / RUN,
        {
            "finished": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
            "pairs_per_second": round(pairs / run["seconds"], 1) if run["seconds"] else None,
            "python": platform.python_version(),
            "machine": platform.platform(),
            **run,
            "seconds": round(run["seconds"], 1),
        },
    )
    manifest = {**result, "counts": dict(data.counts), "signature": signature}
    write_json(out.path / MANIFEST, manifest)
    out.finish()
    return read_training(out.path)


def _move_files(source: Path, target: Path) -> None:
    for path in source.iterdir():
        shutil.move(path, target / path.name)


def _file(source: str) -> dict[str, str]:
    path = Path(source)
    return {"source": source, **({"sha256": digest(path)} if path.is_file() else {})}
