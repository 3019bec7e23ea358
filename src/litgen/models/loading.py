"""Which classifier a name means, and loading it."""

from __future__ import annotations

from pathlib import Path
from typing import Literal, NamedTuple

from litgen.exceptions import UsageError
from litgen.models.bow import VOCABULARY, load_bow
from litgen.models.callable import load_callable, looks_like_callable
from litgen.models.huggingface import load_classifier
from litgen.models.protocol import PairClassifier

Kind = Literal["huggingface", "bow", "callable", "file"]
#: Endings of files of predictions.
TABLES = (".jsonl", ".ndjson", ".csv", ".tsv", ".txt", ".parquet")


class ModelSpec(NamedTuple):
    """A classifier to load; plain values, so that it can travel between processes.

    Attributes:
        name: a folder, a name on the hub, or ``module:function``.
        labels: what its outputs mean, in their order, separated by commas; where its own names
            for them do not say.
        device: ``cpu``, ``cuda``; the GPU where there is one when None.
        dtype: ``float32``, ``bfloat16`` or ``float16``.
        max_length: tokens of the longest input.
        tokens: tokens a batch, padding included.
        threads: CPU threads.
    """

    name: str
    labels: str | None = None
    device: str | None = None
    dtype: str = "float32"
    max_length: int | None = None
    tokens: int | None = None
    threads: int | None = 1


def kind_of(name: str) -> Kind:
    """What a name means: a model, or ``file`` for predictions made elsewhere.

    Raises:
        UsageError: it means nothing.

    Example:
        >>> kind_of("roberta-large-mnli"), kind_of("my_models:predict")
        ('huggingface', 'callable')
    """
    if not name:
        raise UsageError("--model: name a model, a folder or a file of predictions")
    path = Path(name)
    if path.is_file():
        return "file"
    if path.is_dir():
        return _kind_of_folder(path)
    if looks_like_callable(name):
        return "callable"
    if name == "bow":
        raise UsageError("bow: train it first (litgen train PAIRS --model bow -o FOLDER), then "
                         "name its folder")  # fmt: skip
    if path.is_absolute() or name.startswith((".", "~")) or path.suffix in TABLES:
        raise UsageError(f"{name}: no such file or folder")
    return "huggingface"


def load_model(spec: ModelSpec) -> PairClassifier:
    """Load a classifier.

    Raises:
        UsageError: there is no such classifier, or it does not classify entailment.
        LitgenError: it cannot be loaded.

    Example:
        >>> load_model(ModelSpec("roberta-large-mnli")).labels  # doctest: +SKIP
        ('contradiction', 'neutral', 'entailment')
    """
    kind = kind_of(spec.name)
    if kind == "file":
        raise UsageError(f"{spec.name}: holds predictions, which is no model to ask")
    if kind == "huggingface":
        given = spec._asdict()
        return load_classifier(given.pop("name"), **given)
    if spec.labels is not None:
        raise UsageError(
            f"--labels is for models of Hugging Face and files; {spec.name} needs none"
        )
    if kind == "bow":
        return load_bow(Path(spec.name), threads=spec.threads)
    return load_callable(spec.name)


def _kind_of_folder(path: Path) -> Kind:
    if (path / VOCABULARY).exists():
        return "bow"
    if (path / "config.json").exists():
        return "huggingface"
    if any(prediction_files(path)):
        return "file"
    raise UsageError(
        f"{path}: holds no model (config.json, {VOCABULARY}) and no predictions "
        f"({', '.join(f'*{ending}' for ending in TABLES)})"
    )


def prediction_files(path: Path) -> list[Path]:
    """The files of predictions in a folder, by name; a file itself."""
    if path.is_file():
        return [path]
    names = sorted(each for each in path.iterdir() if each.is_file() and each.name[0] != ".")
    return [each for each in names if Path(each.name.removesuffix(".gz")).suffix in TABLES]
