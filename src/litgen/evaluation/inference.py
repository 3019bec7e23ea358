"""Run a model on every distinct pair of a contrast set, in this process or in several."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from litgen.database import Database, DatabaseError, key_of
from litgen.evaluation.contrast_set import ContrastSet, Item
from litgen.evaluation.prediction import Prediction
from litgen.models import ModelSpec, PairClassifier, answers, load_model
from litgen.models.loading import with_absolute_paths
from litgen.models.protocol import Reply
from litgen.workers import WorkerPool

#: called with the number of finished pairs and the number of all pairs
Progress = Callable[[int, int], None]
COMPARED = 512  #: number of pairs on which a model of lower precision is compared with float32
Window = tuple[list[int], list[tuple[str, str]]]  #: the numbers of pairs, and the pairs


def predictions(
    contrast_set: ContrastSet,
    store: PairStore,
    model: PairClassifier,
    cut: Collection[bytes] = (),
) -> Iterator[Prediction]:
    """Yield a model's prediction for every pair; ``cut`` contains the keys of overlong pairs."""
    for item in contrast_set.items():
        pair = item.premise, item.hypothesis
        answer = model.read(*pair, store.reply(*pair))
        yield Prediction(item.id, item.side, *answer, cut=bool(cut) and key_of(*pair) in cut)


def run_model(
    total: int,
    spec: ModelSpec,
    store: PairStore,
    model: PairClassifier,
    pool: WorkerPool,
    progress: Progress | None = None,
) -> int:
    """Run a model on all pairs without a stored reply; return the number of these pairs.

    If the model fails, its earlier replies are kept.
    """
    begun = missing = store.missing()
    if progress is not None:
        progress(total - missing, total)
    windows = store.windows(model.window)
    parts: Iterator[list[tuple[int, Reply]]]
    if pool.executor is None:
        parts = (part for window in windows for part in _replies(model, window))
    else:
        spec = with_absolute_paths(spec)
        parts = pool.map(_run_window, ((spec, window) for window in windows))
    for part in parts:
        store.add(part)
        missing -= len(part)
        if progress is not None:
            progress(total - missing, total)
    return begun - missing


def _replies(model: PairClassifier, window: Window) -> Iterator[list[tuple[int, Reply]]]:
    numbers, pairs = window
    for part in model.replies(pairs):
        yield [(numbers[place], reply) for place, reply in part]


def _run_window(task: tuple[ModelSpec, Window]) -> list[tuple[int, Reply]]:
    """Run a model on a window of pairs, in a worker process."""
    spec, window = task
    return [each for part in _replies(_load(spec), window) for each in part]


_load = lru_cache(maxsize=1)(load_model)


def flips(spec: ModelSpec, store: PairStore, model: PairClassifier) -> Mapping[str, Any] | None:
    """Compare a low-precision model's labels with those in float32; return None for float32."""
    if spec.dtype is None or model.dtype in (None, "float32"):
        return None
    _, pairs = next(store.windows(COMPARED, unanswered=False), ([], []))
    here = [model.read(*pair, store.reply(*pair)).label for pair in pairs]
    exact = answers(load_model(spec._replace(dtype="float32")), pairs)
    changed = sum(label != other.label for label, other in zip(here, exact, strict=True))
    return {"against": "float32", "pairs": len(pairs), "flipped": changed}


_SCHEMA = """
PRAGMA journal_mode = WAL;
PRAGMA synchronous = NORMAL;
CREATE TABLE IF NOT EXISTS replies (key BLOB PRIMARY KEY, reply TEXT NOT NULL) WITHOUT ROWID;
CREATE TEMPORARY TABLE pairs (
    number INTEGER PRIMARY KEY, key BLOB UNIQUE, premise TEXT, hypothesis TEXT);
"""
_MISSING = "NOT EXISTS (SELECT 1 FROM replies WHERE replies.key = pairs.key)"


class PairStore:
    """An SQLite file with the pairs and a model's replies to them; a damaged file is replaced.

    ``determined_by`` returns everything that determines the reply to a pair, as a JSON value.
    """

    def __init__(self, path: Path, determined_by: Callable[[str, str], Any]) -> None:
        self._determined_by = determined_by
        try:
            self._database = Database(path, _SCHEMA)
        except DatabaseError:
            for leftover in path.parent.glob(f"{path.name}*"):
                leftover.unlink()
            self._database = Database(path, _SCHEMA)

    def close(self) -> None:
        self._database.close()

    def fill(self, items: Iterable[Item]) -> int:
        """Store the distinct pairs among the items; return the number of stored pairs."""
        rows = ((self._key(each.premise, each.hypothesis), each.premise, each.hypothesis)
                for each in items)  # fmt: skip
        # The numbers have no gaps, so a window of numbers is a window of pairs.
        self._database.run_many(
            "INSERT INTO pairs (number, key, premise, hypothesis) "
            "SELECT (SELECT COALESCE(MAX(number) + 1, 0) FROM pairs), ?1, ?2, ?3 "
            "WHERE NOT EXISTS (SELECT 1 FROM pairs WHERE key = ?1)",
            rows,
        )
        return self._count("SELECT COUNT(*) FROM pairs")

    def missing(self) -> int:
        return self._count(f"SELECT COUNT(*) FROM pairs WHERE {_MISSING}")

    def windows(self, size: int, *, unanswered: bool = True) -> Iterator[Window]:
        """Yield windows of numbered pairs: all pairs, or those without a reply.

        Windows begin at the same pairs wherever the run was stopped, because the composition of a
        batch can change the last digit of a model's score.
        """
        condition = _MISSING if unanswered else "TRUE"
        for at in range(0, self._count("SELECT COUNT(*) FROM pairs"), size):
            rows = self._database.run(
                "SELECT number, premise, hypothesis FROM pairs "
                f"WHERE number >= ? AND number < ? AND {condition} ORDER BY number",
                at,
                at + size,
            ).fetchall()
            if rows:
                yield [number for number, *_ in rows], [(p, h) for _, p, h in rows]

    def add(self, replies: Sequence[tuple[int, Reply]]) -> None:
        """Store the replies to pairs, given by number, in one transaction."""
        with self._database.transaction():
            self._database.run_many(
                "INSERT OR REPLACE INTO replies SELECT key, ?2 FROM pairs WHERE number = ?1",
                ((number, json.dumps(reply)) for number, reply in replies),
            )

    def reply(self, premise: str, hypothesis: str) -> Reply:
        key = self._key(premise, hypothesis)
        return json.loads(self._database.value("SELECT reply FROM replies WHERE key = ?", key))

    def replies(self) -> Iterator[Reply]:
        for (packed,) in self._database.run(
            "SELECT reply FROM pairs JOIN replies USING (key) ORDER BY number"
        ):
            yield json.loads(packed)

    def _key(self, premise: str, hypothesis: str) -> bytes:
        return key_of(json.dumps(self._determined_by(premise, hypothesis), sort_keys=True))

    def _count(self, query: str) -> int:
        return int(self._database.value(query))
