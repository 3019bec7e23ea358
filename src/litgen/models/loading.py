"""Load models by name; a table maps schemes to the functions that build models.

The scheme precedes the colon, as in ``causal:gpt2``; for a bare name, litgen infers it. A package
can add a scheme through the entry point group ``litgen.models``: litgen calls its factory with the
name after the colon and the options of :class:`ModelSpec` that the factory's attribute ``options``
lists.
"""

import importlib.util
import re
from collections.abc import Mapping
from functools import lru_cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any, Literal, NamedTuple

from litgen.exceptions import UsageError, did_you_mean, nearest
from litgen.models.bow import VOCABULARY
from litgen.models.callable import looks_like_callable
from litgen.models.prompts import Shot
from litgen.models.protocol import PairClassifier

GROUP = "litgen.models"
TABLES = (".jsonl", ".ndjson", ".csv", ".tsv", ".txt", ".parquet")  #: endings of prediction files


class ModelSpec(NamedTuple):
    """The name and options of a model, as plain values that can be sent to other processes."""

    name: str  # `scheme:NAME`, a folder, a name on the hub, or `module:function`
    labels: str | None = None  # comma-separated labels of the outputs, if uninformative: `n,e,c`
    device: str | None = None  # `cpu` or `cuda`; None selects the GPU if there is one
    dtype: str | None = None  # `float32` (default), `bfloat16` (causal on a GPU) or `float16`
    max_length: int | None = None  # maximum input tokens; None means the model's own limit
    window: int | None = None  # tokens per piece of a premise that is split; None splits none
    tokens: int | None = None  # tokens per batch, padding included
    threads: int | None = 1  # CPU threads; None leaves PyTorch's setting
    prompt: str | None = None  # name or file of a language model's prompt
    shots: tuple[Shot, ...] = ()  # labelled pairs shown before the question
    chat_template: Literal["auto", "none"] = "auto"  # `auto`: the model's own; `none`: plain text
    scoring: str | None = None  # how answers are compared; None uses the prompt's setting
    answer_by: Literal["auto", "text", "first-token"] = "auto"  # how an endpoint's answer is read
    concurrency: int = 8  # simultaneous calls to an endpoint
    max_calls: int | None = None  # maximum calls to an endpoint in this run; None means no limit
    max_tokens: int | None = None  # maximum tokens of an endpoint's answer
    reasoning_effort: str | None = None  # one of `litgen.models.endpoint.EFFORTS`
    extra_body: str | None = None  # further request parameters, as a JSON object


_HERE = ("device", "dtype", "max_length", "tokens", "threads")
_PROMPTED = ("prompt", "shots", "chat_template")
_CALLS = ModelSpec._fields[ModelSpec._fields.index("answer_by") :]
#: Maps a scheme to the function that builds its models (``module:function``) and to the fields of
#: :class:`ModelSpec` that the function receives in addition to the name.
SCHEMES: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "huggingface": ("litgen.models.huggingface:load_classifier", ("labels", "window", *_HERE)),
    "bow": ("litgen.models.bow:load_bow", ("threads",)),
    "causal": ("litgen.models.causal:load_causal", (*_PROMPTED, "scoring", *_HERE)),
    "openai": ("litgen.models.endpoint:load_endpoint", (*_PROMPTED, *_CALLS)),
    "python": ("litgen.models.callable:load_callable", ()),
    "predictions": ("", ("labels",)),
}
_HARMLESS = frozenset(("threads", "device"))  #: options that a scheme may ignore silently


@lru_cache(maxsize=1)
def _registered() -> Mapping[str, EntryPoint]:
    return {each.name: each for each in entry_points(group=GROUP) if each.name not in SCHEMES}


def schemes() -> list[str]:
    return [*SCHEMES, *_registered()]


def split_name(name: str) -> tuple[str, str]:
    """Split a model's name into its scheme and the name within the scheme.

    Example:
        >>> split_name("openai:http://localhost:8000/v1#SmolLM2")
        ('openai', 'http://localhost:8000/v1#SmolLM2')
    """
    if not name:
        raise UsageError("--model: the value is empty; use a model, folder or file of predictions")
    path = Path(name)
    if path.is_file():
        return "predictions", name
    if path.is_dir():
        return _scheme_of_folder(path), name
    scheme, colon, rest = name.partition(":")
    if colon and scheme in schemes():
        if not rest:
            raise UsageError(f"{name}: add the name of the model after the colon")
        return scheme, rest
    if colon and re.fullmatch(r"[a-z][a-z_-]*", scheme) and not _is_module(scheme, name):
        near = [f"{each}:{rest}" for each in nearest(scheme, schemes())]
        if near or not looks_like_callable(name):
            hint = f"did you mean {near[0]}?" if near else did_you_mean(scheme, schemes())
            kind = "scheme or module" if looks_like_callable(name) else "scheme"
            raise UsageError(f"{name}: there is no {kind} {scheme!r}: {hint}")
    if looks_like_callable(name):
        return "python", name
    if name == "bow":
        train = "litgen study train PAIRS --model bow -o FOLDER"
        raise UsageError(f"bow: a baseline must be trained; run {train} and use its folder")
    if path.is_absolute() or name.startswith((".", "~")) or path.suffix in TABLES:
        raise UsageError(f"{name}: there is no such file or folder")
    return "huggingface", name


def with_absolute_paths(spec: ModelSpec) -> ModelSpec:
    """Return a specification with absolute paths, for a worker that runs in another folder."""
    scheme, rest = split_name(spec.name)
    if Path(rest).exists():
        spec = spec._replace(name=f"{scheme}:{Path(rest).resolve()}")
    if spec.prompt is not None and Path(spec.prompt).is_file():
        spec = spec._replace(prompt=str(Path(spec.prompt).resolve()))
    return spec


def takes(scheme: str, option: str) -> bool:
    """Check whether the models of a scheme accept an option of :class:`ModelSpec`."""
    return scheme in schemes() and option in _options(scheme)


def load_model(spec: ModelSpec) -> PairClassifier:
    """Load a model.

    Raises:
        UsageError: there is no such model, it does not classify entailment, an option is invalid or
            does not apply to the scheme, or a package is missing.
        LitgenError: the model cannot be loaded.

    Example:
        >>> load_model(ModelSpec("roberta-large-mnli")).labels  # doctest: +SKIP
        ('contradiction', 'neutral', 'entailment')
    """
    scheme, name = split_name(spec.name)
    if scheme == "predictions":
        raise UsageError(f"{spec.name}: this contains predictions; use a model")
    options = _options(scheme)
    given = spec._asdict()
    for option, default in ModelSpec._field_defaults.items():
        if given[option] != default and option not in options and option not in _HARMLESS:
            others = [each for each in schemes() if takes(each, option)]
            raise UsageError(
                f"--{option.replace('_', '-')} applies only to {', '.join(others)} models, but "
                f"{spec.name} is a {scheme} model; omit the option"
            )
    model: PairClassifier = _factory(scheme)(name, **{each: given[each] for each in options})
    return model


def _options(scheme: str) -> tuple[str, ...]:
    if scheme in SCHEMES:
        return SCHEMES[scheme][1]
    return tuple(getattr(_factory(scheme), "options", ()))


def _factory(scheme: str) -> Any:
    if scheme in SCHEMES:
        return EntryPoint(scheme, SCHEMES[scheme][0], GROUP).load()
    try:
        return _registered()[scheme].load()
    except Exception as error:  # importing another package can raise any error
        raise UsageError(
            f"litgen cannot load the scheme {scheme!r} of another package: {error}"
        ) from error


def _is_module(scheme: str, name: str) -> bool:
    if not looks_like_callable(name):
        return False
    return importlib.util.find_spec(scheme) is not None or Path(f"{scheme}.py").exists()


def _scheme_of_folder(path: Path) -> str:
    if (path / VOCABULARY).exists():
        return "bow"
    if (path / "config.json").exists():
        return "huggingface"
    if any(prediction_files(path)):
        return "predictions"
    raise UsageError(
        f"{path}: the folder contains no model (config.json or {VOCABULARY}) and no predictions "
        f"({', '.join(f'*{ending}' for ending in TABLES)})"
    )


def prediction_files(path: Path) -> list[Path]:
    """List the prediction files at a path: the file itself, or those in a folder in name order."""
    if path.is_file():
        return [path]
    if not path.is_dir():
        raise UsageError(f"{path}: there is no such file or folder")
    names = sorted(each for each in path.iterdir() if each.is_file() and each.name[0] != ".")
    return [each for each in names if Path(each.name.removesuffix(".gz")).suffix in TABLES]
