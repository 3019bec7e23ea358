"""Asking a model about every distinct pair of a contrast set, in this process or in several."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from litgen.contrast.workers import Crew
from litgen.evaluation.contrast_set import ContrastSet
from litgen.evaluation.pair_store import PairStore
from litgen.evaluation.predictions import Prediction
from litgen.models import ModelSpec, PairClassifier, load_model

if TYPE_CHECKING:
    from litgen.models.protocol import Probabilities

#: Told after every window: distinct pairs done, and of how many.
Progress = Callable[[int, int], None]
#: Pairs on which a model of fewer bits is compared with float32.
COMPARED = 512


class Window(NamedTuple):
    """Pairs to ask about, and whom."""

    spec: ModelSpec
    first: int
    pairs: tuple[tuple[str, str], ...]


class Answers:
    """What a model says of a contrast set's pairs.

    Args:
        store: the distinct pairs, all done.
        model: who was asked.
    """

    def __init__(self, store: PairStore, model: PairClassifier) -> None:
        self._store = store
        self._model = model

    def predictions(self, contrast_set: ContrastSet) -> Iterator[Prediction]:
        """The prediction of every pair, in the contrast set's order."""
        labels = self._model.labels
        scored = getattr(self._model, "scored", True)
        for item in contrast_set.items():
            values = self._store.scores(item.premise, item.hypothesis)
            best = max(range(len(labels)), key=lambda i: values[i])
            scores = dict(zip(labels, values, strict=True)) if scored else None
            yield Prediction(item.id, item.side, labels[best], scores)


def ask(
    contrast_set: ContrastSet,
    spec: ModelSpec,
    store: PairStore,
    model: PairClassifier,
    crew: Crew,
    progress: Progress | None = None,
) -> int:
    """Ask a model about all pairs that are not done yet.

    Args:
        contrast_set: its pairs.
        spec: the model; worker processes load it from this.
        store: takes the answers.
        model: the same, loaded, for this process.
        crew: the processes to ask in, each with the threads of ``spec``.
        progress: told after every window.

    Returns:
        How many pairs were asked about now.

    Raises:
        LitgenError: the model fails.
    """
    total = store.fill(contrast_set.items())
    begun = done = store.done()
    if progress is not None:
        progress(done, total)
    for first, scores in _answers(crew, spec, store, model):
        store.add(first, scores)
        done = max(done, first + len(scores))
        if progress is not None:
            progress(done, total)
    return done - begun


def _answers(
    crew: Crew, spec: ModelSpec, store: PairStore, model: PairClassifier
) -> Iterator[tuple[int, Probabilities]]:
    windows = store.windows(model.window)
    if crew.executor is None:
        for first, pairs in windows:
            yield first, model.classify(pairs)
        return
    tasks = (Window(spec, first, tuple(pairs)) for first, pairs in windows)
    yield from crew.map(_classify, tasks)


def _classify(window: Window) -> tuple[int, Probabilities]:
    """What a worker process does."""
    return window.first, _load(window.spec).classify(window.pairs)


@lru_cache(maxsize=1)
def _load(spec: ModelSpec) -> PairClassifier:
    return load_model(spec)


def flips(spec: ModelSpec, store: PairStore, model: PairClassifier) -> Mapping[str, Any] | None:
    """How many labels a model of fewer bits gives that it would not give in float32.

    Returns:
        None where the model computes in float32 or in no number format at all.
    """
    if model.dtype in (None, "float32"):
        return None
    pairs = store.pairs(0, COMPARED)
    here = _labels(model, [store.scores(*pair) for pair in pairs])
    exact = load_model(spec._replace(dtype="float32"))
    there = _labels(exact, exact.classify(pairs).tolist())
    changed = sum(one != other for one, other in zip(here, there, strict=True))
    return {"against": "float32", "pairs": len(pairs), "flipped": changed}


def _labels(model: PairClassifier, rows: Sequence[Sequence[float]]) -> list[str]:
    return [model.labels[max(range(len(row)), key=lambda i: row[i])] for row in rows]


def open_store(folder: Path, signature: Mapping[str, Any]) -> closing[PairStore]:
    """The store of a run in its work folder, as a context manager."""
    return closing(PairStore(folder / "pairs.sqlite", signature))
