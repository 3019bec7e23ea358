"""Which model a name means, and loading it: one table from scheme to what makes the model.

``causal:gpt2`` names the scheme; a bare name is looked at. Another package adds a scheme through
the entry point group ``litgen.models``: the scheme, and a factory that is called with what stands
after the colon and those options of :class:`ModelSpec` that its attribute ``options`` names.
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
#: Endings of files of predictions.
TABLES = (".jsonl", ".ndjson", ".csv", ".tsv", ".txt", ".parquet")


class ModelSpec(NamedTuple):
    """A model to load; plain values, so that it can travel between processes."""

    name: str  # `scheme:NAME`; or a folder, a name on the hub, or `module:function`
    #: What its outputs mean, in their order, separated by commas; where its own names for them do
    #: not say.
    labels: str | None = None
    device: str | None = None  # `cpu`, `cuda`; the GPU where there is one when None
    #: ``float32``, ``bfloat16`` or ``float16``; float32 when None, but bfloat16 for a causal model
    #: on a GPU.
    dtype: str | None = None
    max_length: int | None = None  # tokens of the longest input; as the model allows when None
    #: Tokens of the overlapping pieces in which a classifier reads premises that are longer; the
    #: highest probability of entailment counts (``litgen.models.windows``).
    window: int | None = None
    tokens: int | None = None  # tokens a batch, padding included
    threads: int | None = 1  # CPU threads; None leaves PyTorch's setting
    prompt: str | None = None  # name or file of the prompt that a language model is given
    shots: tuple[Shot, ...] = ()  # pairs with their labels that a prompt shows first
    chat_template: Literal["auto", "none"] = "auto"  # the model's, or `none` for plain text
    scoring: str | None = None  # how continuations are compared; as the prompt says when None
    answer_by: Literal["auto", "text", "first-token"] = "auto"  # how an endpoint's answer is read
    concurrency: int = 8  # calls of an endpoint at a time
    max_calls: int | None = None  # calls of an endpoint at most, in this run; no limit when None
    max_tokens: int | None = None  # of an endpoint's longest answer; as the prompt says when None
    #: How much a model behind an endpoint reasons (``litgen.models.endpoint.EFFORTS``).
    reasoning_effort: str | None = None
    extra_body: str | None = None  # further parameters of an endpoint's calls, as a JSON object


_HERE = ("device", "dtype", "max_length", "tokens", "threads")
_PROMPTED = ("prompt", "shots", "chat_template")
#: Of each scheme what makes its models, ``module:function``, and the fields of :class:`ModelSpec`
#: that it is called with beside the name.
SCHEMES: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "huggingface": ("litgen.models.huggingface:load_classifier", ("labels", "window", *_HERE)),
    "bow": ("litgen.models.bow:load_bow", ("threads",)),
    "causal": ("litgen.models.causal:load_causal", (*_PROMPTED, "scoring", *_HERE)),
    "openai": (
        "litgen.models.endpoint:load_endpoint",
        (
            *_PROMPTED,
            "answer_by",
            "concurrency",
            "max_calls",
            "max_tokens",
            "reasoning_effort",
            "extra_body",
        ),
    ),
    "python": ("litgen.models.callable:load_callable", ()),
    "predictions": ("", ("labels",)),
}
#: Options with a default that a model may do without.
_HARMLESS = frozenset(("threads", "device"))


@lru_cache(maxsize=1)
def _registered() -> Mapping[str, EntryPoint]:
    return {each.name: each for each in entry_points(group=GROUP) if each.name not in SCHEMES}


def schemes() -> list[str]:
    return [*SCHEMES, *_registered()]


def split_name(name: str) -> tuple[str, str]:
    """The scheme of a model's name, and what it is called there.

    Raises:
        UsageError: it means nothing; says which scheme comes close.

    Example:
        >>> split_name("openai:http://localhost:8000/v1#SmolLM2")
        ('openai', 'http://localhost:8000/v1#SmolLM2')
        >>> split_name("casual:m")
        Traceback (most recent call last):
        litgen.exceptions.UsageError: casual:m: no scheme or module 'casual': did you mean causal:m?
    """
    if not name:
        raise UsageError("--model: name a model, a folder or a file of predictions")
    path = Path(name)
    if path.is_file():
        return "predictions", name
    if path.is_dir():
        return _scheme_of_folder(path), name
    scheme, colon, rest = name.partition(":")
    if colon and scheme in schemes():
        if not rest:
            raise UsageError(f"{name}: name the model after the colon")
        return scheme, rest
    if colon and re.fullmatch(r"[a-z][a-z_-]*", scheme) and not _is_module(scheme, name):
        near = [f"{each}:{rest}" for each in nearest(scheme, schemes())]
        if near or not looks_like_callable(name):
            hint = f"did you mean {near[0]}?" if near else did_you_mean(scheme, schemes())
            kind = "scheme or module" if looks_like_callable(name) else "scheme"
            raise UsageError(f"{name}: no {kind} {scheme!r}: {hint}")
    if looks_like_callable(name):
        return "python", name
    if name == "bow":
        raise UsageError("bow: train it first (litgen study train PAIRS --model bow -o FOLDER), "
                         "then name its folder")  # fmt: skip
    if path.is_absolute() or name.startswith((".", "~")) or path.suffix in TABLES:
        raise UsageError(f"{name}: no such file or folder")
    return "huggingface", name


def with_absolute_paths(spec: ModelSpec) -> ModelSpec:
    """The same model for a worker that runs in another folder."""
    scheme, rest = split_name(spec.name)
    if Path(rest).exists():
        spec = spec._replace(name=f"{scheme}:{Path(rest).resolve()}")
    if spec.prompt is not None and Path(spec.prompt).is_file():
        spec = spec._replace(prompt=str(Path(spec.prompt).resolve()))
    return spec


def takes(scheme: str, option: str) -> bool:
    """Whether the models of a scheme take an option of :class:`ModelSpec`.

    Example:
        >>> takes("causal", "prompt"), takes("bow", "prompt")
        (True, False)
    """
    return scheme in schemes() and option in _options(scheme)


def load_model(spec: ModelSpec) -> PairClassifier:
    """Load a model.

    Raises:
        UsageError: there is no such model, it does not classify entailment, or it does not take
            an option.
        LitgenError: it cannot be loaded.

    Example:
        >>> load_model(ModelSpec("roberta-large-mnli")).labels  # doctest: +SKIP
        ('contradiction', 'neutral', 'entailment')
    """
    scheme, name = split_name(spec.name)
    if scheme == "predictions":
        raise UsageError(f"{spec.name}: holds predictions, which is no model to ask")
    options = _options(scheme)
    given = spec._asdict()
    for option, default in ModelSpec._field_defaults.items():
        if given[option] != default and option not in options and option not in _HARMLESS:
            others = [each for each in schemes() if takes(each, option)]
            raise UsageError(
                f"--{option.replace('_', '-')} is for {', '.join(others)}; "
                f"{spec.name} is of {scheme}"
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
    except Exception as error:  # whatever another package raises while it is imported
        raise UsageError(
            f"the scheme {scheme!r} of another package cannot be loaded: {error}"
        ) from error


def _is_module(scheme: str, name: str) -> bool:
    """Whether ``scheme:...`` is a module that is there, and a function in it."""
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
        f"{path}: holds no model (config.json, {VOCABULARY}) and no predictions "
        f"({', '.join(f'*{ending}' for ending in TABLES)})"
    )


def prediction_files(path: Path) -> list[Path]:
    """The files of predictions in a folder, by name; a file itself.

    Raises:
        UsageError: there is no such file or folder.
    """
    if path.is_file():
        return [path]
    if not path.is_dir():
        raise UsageError(f"{path}: no such file or folder")
    names = sorted(each for each in path.iterdir() if each.is_file() and each.name[0] != ".")
    return [each for each in names if Path(each.name.removesuffix(".gz")).suffix in TABLES]
