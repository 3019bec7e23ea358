"""Single trainings: settings and outcomes, and how they are run, stored and found.

A finished training is a file in a folder named after the hash of its settings. An interrupted sweep
can therefore be resumed, and a larger sweep reuses the trainings of a smaller one.
"""

import functools
import hashlib
import json
import math
import shutil
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from litgen.data import ALL_LABELS, Pair
from litgen.experiments.learner import Learner, Values, learn
from litgen.experiments.paired import Corpus, PairedOriginal, generate, open_corpus
from litgen.files import write_json, write_whole
from litgen.folders import Folder
from litgen.models.protocol import PairClassifier
from litgen.statistics.resampling import generator
from litgen.training.train import labels_of
from litgen.version import __version__
from litgen.workers import WorkerPool

TRAININGS, RECORD = "trainings", "training.json"
_LETTERS = {label: label[0].upper() for label in ALL_LABELS}

#: Called after every training with the number done and the total.
Progress = Callable[[int, int], None]


class Training(NamedTuple):
    """Everything that determines one training and its predictions."""

    learner: Learner
    values: Values  # hyperparameters
    corpus: str  # digest of the pairs and their transforms
    rho: float  # the probability that a pair is replaced by its transform
    sample: int = 0  # number of the sample, from 0
    vote: int = 0  # number of the training on that sample, from 0; each has its own seed
    seed: int = 0
    tested: bool = True  # whether to predict the test pairs; False in a search
    #: In inoculation, the number of transforms to add to the training pairs without replacing any;
    #: None to replace pairs by DGP(phi, rho) instead.
    added: int | None = None

    def determined_by(self) -> dict[str, Any]:
        """Return the settings as JSON values, without the device and the number of threads."""
        return {
            **self._asdict(),
            "learner": self.learner.describe(),
            "values": dict(self.values),
            "litgen": __version__,
        }

    def key(self) -> str:
        text = json.dumps(self.determined_by(), sort_keys=True, ensure_ascii=False)
        return hashlib.sha256(text.encode()).hexdigest()


class Outcome(NamedTuple):
    validation: float | None  # accuracy on the validation pairs; None if there are none
    original: str  # predictions for the test pairs: E, N or C; empty in a search
    changed: tuple[str, ...]  # predictions for the test pairs as rewritten by each transformation
    learned_from: tuple[int, int]  # numbers of training pairs and of transforms among them
    facts: Mapping[str, Any]  # such as the rounds of boosting
    seconds: float


class Store:
    """Finished trainings in a folder, which is created when the first one is stored."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def find(self, key: str) -> Outcome | None:
        """Return the outcome stored under a key, or None if it is missing or damaged."""
        try:
            values = json.loads((self.place(key) / RECORD).read_text("utf-8"))["outcome"]
            lists = {name: tuple(values[name]) for name in ("changed", "learned_from")}
            return Outcome(**{**values, **lists})
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def keep(self, training: Training, outcome: Outcome) -> None:
        place = self.place(training.key())
        place.mkdir(parents=True, exist_ok=True)
        values = {"training": training.determined_by(), "outcome": outcome._asdict()}
        write_json(place / RECORD, values)

    def place(self, key: str) -> Path:
        return self.folder / key[:2] / key


@dataclass
class Workplace:
    """Runs the trainings of an experiment, and finds the results of those already done."""

    corpus: Corpus
    out: Folder  # folder of the experiment
    pool: WorkerPool
    progress: Progress | None = None
    done: int = 0
    total: int = 0  # the total to pass to progress

    def __post_init__(self) -> None:
        self.digest = self.corpus.digest()
        self.store = Store(self.out.path / TRAININGS)
        self._file = self.out.work / "corpus.z"
        write_whole(self._file, [self.corpus.pack()])

    def carry_out(self, trainings: Sequence[Training]) -> dict[Training, Outcome]:
        """Run, in parallel, the trainings that are not done yet; return all outcomes in order."""
        here = self.pool.executor is None or self.pool.by_file
        found = {training: self.store.find(training.key()) for training in trainings}
        work = functools.partial(
            carry_out_one,
            str(self._file) if here else self.corpus.pack(),
            str(self.store.folder) if here else None,
        )
        new = self.pool.map(work, [each for each, outcome in found.items() if outcome is None])
        done: dict[Training, Outcome] = {}
        for training, outcome in found.items():
            done[training] = next(new) if outcome is None else outcome
            if outcome is None and not here:
                self.store.keep(training, done[training])
            self.done += 1
            if self.progress is not None:
                self.progress(self.done, self.total)
        return done


def carry_out_one(corpus: str | bytes, folder: str | None, training: Training) -> Outcome:
    """Run one training on a packed corpus: a file or, on another machine, its bytes.

    The outcome is stored in the folder, if one is given.
    """
    if folder is None:
        with tempfile.TemporaryDirectory(prefix="litgen-") as scratch:
            return _train(training, open_corpus(corpus), Path(scratch))
    store = Store(Path(folder))
    work = store.place(training.key()) / "work"
    work.mkdir(parents=True, exist_ok=True)
    outcome = _train(training, open_corpus(corpus), work)
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
    original, changed = answers(learned.classifier, corpus.test if training.tested else ())
    return Outcome(
        None if math.isnan(learned.accuracy) else round(learned.accuracy, 6),
        original,
        changed,
        (len(train), transforms),
        dict(learned.facts),
        round(time.monotonic() - started, 3),
    )


def _sample(training: Training, corpus: Corpus) -> tuple[list[Pair], list[Pair], int]:
    """Return training pairs, validation pairs, and how many training pairs are transforms."""
    seed, sample = training.seed, str(training.sample)
    if training.added is not None:
        able = [paired for paired in corpus.train if paired.changes[0] is not None]
        # The order does not depend on the number added, so a larger sample includes a smaller one.
        order = generator(seed, "inoculation", sample).permutation(len(able))[: training.added]
        added = [able[int(number)].transformed() for number in order]
        train, validation = ([paired.original for paired in part] for part in corpus[:2])
        return [*train, *added], validation, len(added)
    # DGP(phi, rho), applied to training and to validation pairs, independently.
    train, validation = (
        generate(pairs, training.rho, generator(seed, part, f"rho {training.rho!r}", sample))
        for part, pairs in (("train", corpus.train), ("validation", corpus.validation))
    )
    both = zip(corpus.train, train, strict=True)
    transforms = sum(
        paired.changes[0] is not None and pair != paired.original for paired, pair in both
    )
    return train, validation, transforms


def answers(
    classifier: PairClassifier, test: Sequence[PairedOriginal]
) -> tuple[str, tuple[str, ...]]:
    """Return a classifier's predictions for test pairs and their transforms as letters."""
    number = len(test[0].changes) if test else 0
    asked = [[paired.original for paired in test]]
    asked += [[paired.transformed(by) for paired in test] for by in range(number)]
    texts = [[(pair.premise, pair.hypothesis) for pair in pairs] for pairs in asked]
    distinct = list(dict.fromkeys(each for several in texts for each in several))
    labels = dict(zip(distinct, labels_of(classifier, distinct), strict=True))
    original, *changed = ("".join(_LETTERS[labels[each]] for each in several) for several in texts)
    return original, tuple(changed)
