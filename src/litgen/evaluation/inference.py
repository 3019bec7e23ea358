"""Asking a model about every distinct pair of a contrast set, in this process or in several."""

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

#: Told whenever replies were kept: distinct pairs done, and of how many.
Progress = Callable[[int, int], None]
#: Pairs on which a model of fewer bits is compared with float32.
COMPARED = 512


#: A model, the numbers of some pairs, and these pairs.
Task = tuple[ModelSpec, list[int], list[tuple[str, str]]]


def predictions(
    contrast_set: ContrastSet,
    store: PairStore,
    model: PairClassifier,
    cut: Collection[bytes] = (),
) -> Iterator[Prediction]:
    """What a model says of every pair of a contrast set, in its order; all must be in the store.

    Args:
        cut: pairs (``pair_key``) that are longer than the model's input.
    """
    for item in contrast_set.items():
        pair = item.premise, item.hypothesis
        answer = model.read(*pair, store.reply(*pair))
        yield Prediction(item.id, item.side, *answer, cut=bool(cut) and pair_key(pair) in cut)


def pair_key(pair: tuple[str, str]) -> bytes:
    """What a pair is known by among many, in a few bytes."""
    return key_of(*pair)


def ask(
    total: int,
    spec: ModelSpec,
    store: PairStore,
    model: PairClassifier,
    pool: WorkerPool,
    progress: Progress | None = None,
) -> int:
    """Ask a model about all pairs that it has not replied about yet.

    Returns:
        How many pairs were asked about now.

    Raises:
        LitgenError: the model fails; what it replied before is kept.
    """
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
    spec = with_absolute_paths(spec)
    tasks = ((spec, numbers, pairs) for numbers, pairs in windows)
    yield from pool.map(_ask_window, tasks)


def _ask_window(task: Task) -> list[tuple[int, Reply]]:
    """What a worker process does."""
    spec, numbers, pairs = task
    return [(numbers[at], reply) for part in _load(spec).replies(pairs) for at, reply in part]


_load = lru_cache(maxsize=1)(load_model)


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


_SCHEMA = """
PRAGMA journal_mode = WAL;
PRAGMA synchronous = NORMAL;
CREATE TABLE IF NOT EXISTS replies (key BLOB PRIMARY KEY, reply TEXT NOT NULL) WITHOUT ROWID;
CREATE TEMPORARY TABLE pairs (
    number INTEGER PRIMARY KEY, key BLOB UNIQUE, premise TEXT, hypothesis TEXT);
"""
_MISSING = "NOT EXISTS (SELECT 1 FROM replies WHERE replies.key = pairs.key)"


class PairStore:
    """The file.

    Args:
        path: of the file; a damaged one is begun anew.
        determined_by: all that determines the reply about a premise and a hypothesis, as a JSON
            value.
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
        """Note the distinct pairs of some items; return how many there are."""
        rows = ((self._key(each.premise, each.hypothesis), each.premise, each.hypothesis)
                for each in items)  # fmt: skip
        # Numbers without gaps, so that windows of numbers are windows of pairs.
        self._database.run_many(
            "INSERT INTO pairs (number, key, premise, hypothesis) "
            "SELECT (SELECT COALESCE(MAX(number) + 1, 0) FROM pairs), ?1, ?2, ?3 "
            "WHERE NOT EXISTS (SELECT 1 FROM pairs WHERE key = ?1)",
            rows,
        )
        return self._count("SELECT COUNT(*) FROM pairs")

    def missing(self) -> int:
        return self._count(f"SELECT COUNT(*) FROM pairs WHERE {_MISSING}")

    def pairs(self, number: int) -> list[tuple[str, str]]:
        """The first pairs, in order."""
        return self._database.run(
            "SELECT premise, hypothesis FROM pairs ORDER BY number LIMIT ?", number
        ).fetchall()

    def all_pairs(self, size: int) -> Iterator[list[tuple[str, str]]]:
        for at in range(0, self._count("SELECT COUNT(*) FROM pairs"), size):
            yield self._database.run(
                "SELECT premise, hypothesis FROM pairs WHERE number >= ? AND number < ? "
                "ORDER BY number",
                at,
                at + size,
            ).fetchall()

    def windows(self, size: int) -> Iterator[tuple[list[int], list[tuple[str, str]]]]:
        """The pairs without a reply by window, each window with the numbers of its pairs.

        Windows begin at the same pairs whenever the run was stopped, since what stands in a batch
        can show in the last digit of a model's score.
        """
        for at in range(0, self._count("SELECT COUNT(*) FROM pairs"), size):
            rows = self._database.run(
                "SELECT number, premise, hypothesis FROM pairs "
                f"WHERE number >= ? AND number < ? AND {_MISSING} ORDER BY number",
                at,
                at + size,
            ).fetchall()
            if rows:
                yield [number for number, *_ in rows], [(p, h) for _, p, h in rows]

    def add(self, replies: Sequence[tuple[int, Reply]]) -> None:
        """Keep the replies about the pairs of some numbers, all or none."""
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
