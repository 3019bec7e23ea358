"""Asking a model about every distinct pair of a contrast set, in this process or in several."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from litgen.evaluation.contrast_set import ContrastSet
from litgen.evaluation.pair_store import PairStore
from litgen.evaluation.predictions import Prediction
from litgen.models import ModelSpec, PairClassifier, answers, load_model
from litgen.models.protocol import Reply
from litgen.workers import WorkerPool

#: Told whenever replies were kept: distinct pairs done, and of how many.
Progress = Callable[[int, int], None]
#: Pairs on which a model of fewer bits is compared with float32.
COMPARED = 512


class Window(NamedTuple):
    """Pairs to ask about, with their numbers, and whom."""

    spec: ModelSpec
    numbers: tuple[int, ...]
    pairs: tuple[tuple[str, str], ...]


def predictions(
    contrast_set: ContrastSet, store: PairStore, model: PairClassifier
) -> Iterator[Prediction]:
    """What a model says of every pair of a contrast set, in its order; all must be in the store."""
    for item in contrast_set.items():
        reply = store.reply(item.premise, item.hypothesis)
        yield Prediction(item.id, item.side, *model.read(item.premise, item.hypothesis, reply))


def ask(
    contrast_set: ContrastSet,
    spec: ModelSpec,
    store: PairStore,
    model: PairClassifier,
    pool: WorkerPool,
    progress: Progress | None = None,
) -> int:
    """Ask a model about all pairs that it has not replied about yet.

    Args:
        contrast_set: its pairs.
        spec: the model; worker processes load it from this.
        store: takes the replies as they come.
        model: the same, loaded, for this process.
        pool: the processes to ask in, each with the threads of ``spec``.
        progress: told whenever replies were kept.

    Returns:
        How many pairs were asked about now.

    Raises:
        LitgenError: the model fails; what it replied before is kept.
    """
    total = store.fill(contrast_set.items())
    begun = missing = store.missing()
    if progress is not None:
        progress(total - missing, total)
    for part in _replies(pool, spec, store, model):
        store.add(part)
        missing -= len(part)
        if progress is not None:
            progress(total - missing, total)
    return begun - missing


def _replies(
    pool: WorkerPool, spec: ModelSpec, store: PairStore, model: PairClassifier
) -> Iterator[list[tuple[int, Reply]]]:
    windows = store.windows(model.window)
    if pool.executor is None:
        for numbers, pairs in windows:
            for part in model.replies(pairs):
                yield [(numbers[place], reply) for place, reply in part]
        return
    tasks = (Window(spec, tuple(numbers), tuple(pairs)) for numbers, pairs in windows)
    yield from pool.map(_ask_window, tasks)


def _ask_window(window: Window) -> list[tuple[int, Reply]]:
    """What a worker process does."""
    parts = _load(window.spec).replies(window.pairs)
    return [(window.numbers[place], reply) for part in parts for place, reply in part]


@lru_cache(maxsize=1)
def _load(spec: ModelSpec) -> PairClassifier:
    return load_model(spec)


def flips(spec: ModelSpec, store: PairStore, model: PairClassifier) -> Mapping[str, Any] | None:
    """How many labels a model of fewer bits gives that it would not give in float32.

    Returns:
        None where nobody asked for fewer bits.
    """
    if spec.dtype is None or model.dtype in (None, "float32"):
        return None
    pairs = store.pairs(COMPARED)
    here = [model.read(*pair, store.reply(*pair)).label for pair in pairs]
    exact = answers(load_model(spec._replace(dtype="float32")), pairs)
    changed = sum(label != other.label for label, other in zip(here, exact, strict=True))
    return {"against": "float32", "pairs": len(pairs), "flipped": changed}
