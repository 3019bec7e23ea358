"""Single trainings: what determines one, doing it, keeping it, finding it again.

A finished training is a folder named by the hash of what determined it, and appears under that
name only when it is whole. So a sweep that was killed at any point goes on, and a larger one finds
what a smaller one did.
"""

from __future__ import annotations

import hashlib
import json
import math
import os
import shutil
import tempfile
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from litgen.data import LABELS, Pair
from litgen.experiments.learner import Learner, learn
from litgen.experiments.process import generate
from litgen.experiments.space import Values
from litgen.experiments.twins import Corpus, Twin, open_corpus
from litgen.files import write_json
from litgen.models.protocol import PairClassifier
from litgen.statistics import generator
from litgen.training.train import labels_of
from litgen.version import __version__
from litgen.workers import WorkerPool

RECORD = "training.json"
_LETTERS = {label: label[0].upper() for label in LABELS}


class Training(NamedTuple):
    """Everything that determines one training and its answers.

    Attributes:
        learner: what is trained.
        values: its hyperparameters.
        corpus: digest of the pairs and their transforms.
        rho: the probability that a pair is replaced by its transform.
        sample: number of the sample that is drawn, from 0.
        vote: number of the training on that sample, from 0; they differ in their seeds.
        seed: of the experiment.
        tested: whether the test pairs are answered; not in the search for hyperparameters.
        added: of an inoculation: how many transforms are added to the training pairs, all of which
            stay; None replaces pairs by the process instead.
    """

    learner: Learner
    values: Values
    corpus: str
    rho: float
    sample: int = 0
    vote: int = 0
    seed: int = 0
    tested: bool = True
    added: int | None = None

    def determined_by(self) -> dict[str, Any]:
        """The same as JSON values; where and on how many threads it is trained left out."""
        return {
            **self._asdict(),
            "learner": self.learner.describe(),
            "values": dict(self.values),
            "litgen": __version__,
        }

    def key(self) -> str:
        """The name under which it is kept."""
        text = json.dumps(self.determined_by(), sort_keys=True, ensure_ascii=False)
        return hashlib.sha256(text.encode()).hexdigest()


class Outcome(NamedTuple):
    """What a training came to.

    Attributes:
        validation: accuracy on the validation pairs; None where there are none.
        original: what it said about each test pair, a letter each: E, N or C; empty in a search.
        changed: the same about the transforms of the test pairs, for each transformation.
        learned_from: training pairs, and how many of them were transforms.
        facts: of the training, such as the rounds of boosting.
        seconds: it took.
    """

    validation: float | None
    original: str
    changed: tuple[str, ...]
    learned_from: tuple[int, int]
    facts: Mapping[str, Any]
    seconds: float


class Task(NamedTuple):
    """A training to do.

    Attributes:
        training: which.
        corpus: a file with the pairs, or its bytes where it is done on another machine.
        store: the folder to keep it in; None where the caller keeps it.
    """

    training: Training
    corpus: str | bytes
    store: str | None


class Store:
    """Finished trainings in a folder.

    Args:
        folder: where; it is made when the first one is kept.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def find(self, key: str) -> Outcome | None:
        """The training of a key; None where it was never finished, or is damaged."""
        try:
            values = json.loads((self._place(key) / RECORD).read_text("utf-8"))["outcome"]
            lists = {name: tuple(values[name]) for name in ("changed", "learned_from")}
            return Outcome(**{**values, **lists})
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def keep(self, training: Training, outcome: Outcome) -> None:
        """Keep a finished training; it appears whole or not at all."""
        place = self._place(training.key())
        place.parent.mkdir(parents=True, exist_ok=True)
        part = Path(tempfile.mkdtemp(prefix=".part-", dir=place.parent))
        try:
            write_json(
                part / RECORD,
                {"training": training.determined_by(), "outcome": outcome._asdict()},
            )
            if place.exists():
                shutil.rmtree(place)
            os.replace(part, place)
        finally:
            shutil.rmtree(part, ignore_errors=True)

    def work(self, key: str) -> Path:
        """The folder for checkpoints of a training that is going on."""
        path = self._place(key).with_suffix(".work")
        path.mkdir(parents=True, exist_ok=True)
        return path

    def sweep_up(self) -> None:
        """Remove what killed processes left half-written; call it while nobody else writes."""
        for part in self.folder.glob("*/.part-*"):
            shutil.rmtree(part, ignore_errors=True)

    def _place(self, key: str) -> Path:
        return self.folder / key[:2] / key


def carry_out(
    trainings: Iterable[Training], corpus: Corpus, file: Path, store: Store, pool: WorkerPool
) -> Iterator[tuple[Training, Outcome]]:
    """Do trainings side by side, those that are not done yet; yield all of them in order.

    Args:
        trainings: what is to be trained.
        corpus: the pairs.
        file: where the corpus is kept for workers on this machine.
        store: finished trainings.
        pool: who does them.
    """
    wanted = list(trainings)
    here = pool.executor is None or pool.by_file
    source: str | bytes = str(file) if here else corpus.pack()
    known = {training: store.find(training.key()) for training in wanted}
    missing = [training for training, outcome in known.items() if outcome is None]
    folder = str(store.folder) if here else None
    done = pool.map(carry_out_one, (Task(each, source, folder) for each in missing))
    for training in wanted:
        outcome = known[training]
        if outcome is None:
            outcome = known[training] = next(done)
            if not here:
                store.keep(training, outcome)
        yield training, outcome


def carry_out_one(task: Task) -> Outcome:
    """Do one training, and keep it where there is a place for it."""
    training = task.training
    if task.store is None:
        with tempfile.TemporaryDirectory(prefix="litgen-") as scratch:
            return _train(training, open_corpus(task.corpus), Path(scratch))
    store = Store(Path(task.store))
    work = store.work(training.key())
    outcome = _train(training, open_corpus(task.corpus), work)
    store.keep(training, outcome)
    shutil.rmtree(work, ignore_errors=True)
    return outcome


def _train(training: Training, corpus: Corpus, work: Path) -> Outcome:
    started = time.monotonic()
    train, validation, transforms = _sample(training, corpus)
    names = [f"rho {training.rho!r}", str(training.sample), str(training.vote)]
    if training.added is not None:
        names[0] = "inoculation"
    seed = int(generator(training.seed, "training", *names).integers(2**31))
    learned = learn(training.learner, train, validation, training.values, seed, work)
    tested = corpus.test if training.tested else ()
    original, changed = answers(learned.classifier, tested)
    return Outcome(
        None if math.isnan(learned.accuracy) else round(learned.accuracy, 6),
        original,
        changed,
        (len(train), transforms),
        dict(learned.facts),
        round(time.monotonic() - started, 3),
    )


def _sample(training: Training, corpus: Corpus) -> tuple[list[Pair], list[Pair], int]:
    """What is trained on: training and validation pairs, and how many of the first transforms."""
    if training.added is not None:
        added = _added(training, corpus.train)
        originals = [[twin.original for twin in part] for part in (corpus.train, corpus.validation)]
        return [*originals[0], *added], originals[1], len(added)
    return _replaced(training, corpus)


def _added(training: Training, twins: Sequence[Twin]) -> list[Pair]:
    """The first transforms in an order of their own: a larger number holds the smaller."""
    able = [twin for twin in twins if twin.changes[0] is not None]
    order = generator(training.seed, "inoculation", str(training.sample)).permutation(len(able))
    return [able[int(number)].transformed() for number in order[: training.added]]


def _replaced(training: Training, corpus: Corpus) -> tuple[list[Pair], list[Pair], int]:
    """DGP(phi, rho), applied to training and to validation pairs, independently."""
    names = (f"rho {training.rho!r}", str(training.sample))
    drawn = []
    for part, twins in (("train", corpus.train), ("validation", corpus.validation)):
        drawn.append(generate(twins, training.rho, generator(training.seed, part, *names)))
    train, validation = drawn
    both = zip(corpus.train, train, strict=True)
    transforms = sum(twin.changes[0] is not None and pair != twin.original for twin, pair in both)
    return train, validation, transforms


def answers(classifier: PairClassifier, test: Sequence[Twin]) -> tuple[str, tuple[str, ...]]:
    """What a classifier says about the test pairs and about their transforms, a letter each.

    Each distinct pair is classified once.
    """
    asked = [[twin.original for twin in test]]
    number = len(test[0].changes) if test else 0
    asked += [[twin.transformed(by) for twin in test] for by in range(number)]
    texts = [[(pair.premise, pair.hypothesis) for pair in pairs] for pairs in asked]
    distinct = list(dict.fromkeys(each for several in texts for each in several))
    said = dict(zip(distinct, labels_of(classifier, distinct), strict=True))
    original, *changed = ("".join(_LETTERS[said[each]] for each in several) for several in texts)
    return original, tuple(changed)
