"""Pairs and their transforms under phi, each made by the pipeline once for all values of rho.

All pairs of an experiment (training, validation and test) are rewritten in one run, so that each
distinct sentence is rewritten once, and a transformation that depends on the corpus sees all of it.
"""

from __future__ import annotations

import hashlib
import json
import zlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from litgen.contrast.folder import RECORDS
from litgen.contrast.notation import Contrast
from litgen.contrast.pipeline import build
from litgen.data import Pair
from litgen.exceptions import UsageError
from litgen.files import write_whole
from litgen.options import Options

if TYPE_CHECKING:
    from numpy.random import Generator

PARTS = ("train", "validation", "test")
#: The subfolder of an experiment for the transformed pairs.
MADE = "transformed"


class Change(NamedTuple):
    premise: str
    hypothesis: str
    label: str


class PairedOriginal(NamedTuple):
    """A pair, and its rewriting by each transformation of the experiment."""

    premise: str
    hypothesis: str
    label: str
    changes: tuple[Change | None, ...]  # None if a transformation leaves the pair unchanged

    @property
    def original(self) -> Pair:
        return Pair("", self.premise, self.hypothesis, self.label)

    def transformed(self, by: int = 0) -> Pair:
        """Return the rewritten pair, or the original if the transformation does not change it."""
        change = self.changes[by]
        return self.original if change is None else Pair("", *change)


def generate(paired_originals: Sequence[PairedOriginal], rho: float, rng: Generator) -> list[Pair]:
    """Replace each pair by its transform with probability rho, independently: DGP(phi, rho).

    This is the data-generating process of Salvatore et al. (2023, section 3.1, equation 2). The
    number of replaced pairs is binomial; the paper's code replaces an exact share instead.

    Raises:
        UsageError: ``rho`` is not a probability.

    Example:
        >>> import numpy
        >>> change = Change("A guy runs.", "A guy moves.", "entailment")
        >>> pairs = [PairedOriginal("A man runs.", "A man moves.", "entailment", (change,))]
        >>> [pair.premise for pair in generate(pairs, 1.0, numpy.random.default_rng(0))]
        ['A guy runs.']
    """
    check_rho(rho)
    drawn = rng.random(len(paired_originals)) < rho  # in [0, 1): rho 0 replaces no pair, rho 1 all
    pairs = zip(paired_originals, drawn, strict=True)
    return [paired.transformed() if taken else paired.original for paired, taken in pairs]


def check_rho(rho: float) -> None:
    if not 0 <= rho <= 1:
        raise UsageError(f"--rho {rho:g}: a probability must be between 0 and 1")


class Corpus(NamedTuple):
    train: tuple[PairedOriginal, ...]
    validation: tuple[PairedOriginal, ...]  # for early stopping and the choice of hyperparameters
    test: tuple[PairedOriginal, ...]

    def counts(self) -> dict[str, Any]:
        """Return the numbers of pairs and labels in each part, and of pairs changed by each phi."""
        number = next((len(paired.changes) for part in self for paired in part), 0)
        return {
            part: {
                "pairs": len(pairs),
                "changed": [
                    sum(paired.changes[by] is not None for paired in pairs) for by in range(number)
                ],
                "labels": dict(sorted(Counter(paired.label for paired in pairs).items())),
            }
            for part, pairs in zip(PARTS, self, strict=True)
        }

    def pack(self) -> bytes:
        """Return the corpus as bytes, to store or to send to another machine."""
        return zlib.compress(json.dumps(self, ensure_ascii=False).encode(), 3)

    def digest(self) -> str:
        return hashlib.sha256(json.dumps(self, ensure_ascii=False).encode()).hexdigest()


@lru_cache(maxsize=2)
def open_corpus(source: str | bytes) -> Corpus:
    """Return the corpus stored in a file or in bytes; each process reads it only once."""
    data = Path(source).read_bytes() if isinstance(source, str) else source
    return Corpus(*(
        tuple(
            PairedOriginal(
                premise, hypothesis, label, tuple(each and Change(*each) for each in changes)
            )
            for premise, hypothesis, label, changes in part
        )
        for part in json.loads(zlib.decompress(data))
    ))  # fmt: skip


class Made(NamedTuple):
    """The transformed pairs: a corpus, its contrast set, and the manifest of that set."""

    corpus: Corpus
    folder: Path
    manifest: dict[str, Any]


def make_paired_originals(
    parts: Sequence[Sequence[Pair]],
    transformations: Sequence[Sequence[Contrast]],
    folder: Path,
    options: Options,
    **how: Any,
) -> Made:
    """Apply transformations to all pairs of an experiment; a second call reuses the results.

    If a pair has several versions (such as clefts of subject and object), the first one with a
    label is used.

    Args:
        transformations: for each transformation, its contrast, followed by the fallbacks in order.
        folder: folder of the experiment; the contrast set gets a subfolder.
        how: ``jobs``, ``scheduler`` and ``progress``, as for ``litgen.contrast.pipeline.build``.
    """
    names = [[str(each) for each in several] for several in transformations]
    wanted = dict.fromkeys(name for several in names for name in several)
    full = replace(options, contrast=tuple(wanted))
    named = [
        [(f"{part}-{number}", pair) for number, pair in enumerate(pairs)]
        for part, pairs in zip(PARTS, parts, strict=True)
    ]
    data = "".join(
        json.dumps({"id": name, "premise": pair.premise, "hypothesis": pair.hypothesis,
                    "label": pair.label}, ensure_ascii=False) + "\n"
        for part in named for name, pair in part
    ).encode()  # fmt: skip
    key = hashlib.sha256(data + json.dumps(full.as_json(), sort_keys=True).encode()).hexdigest()
    home = folder / MADE
    home.mkdir(parents=True, exist_ok=True)
    source = home / f"{key[:12]}.jsonl"
    write_whole(source, [data])
    manifest = build(source, home / key[:12], full, **how)
    records = _first_records(home / key[:12] / RECORDS)

    def paired(identity: str, pair: Pair) -> PairedOriginal:
        found = ([records.get((identity, name)) for name in several] for several in names)
        changes = tuple(next(filter(None, several), None) for several in found)
        return PairedOriginal(pair.premise, pair.hypothesis, pair.label, changes)

    corpus = Corpus(*(tuple(paired(*each) for each in part) for part in named))
    return Made(corpus, home / key[:12], manifest)


def _first_records(path: Path) -> dict[tuple[str, str], Change]:
    found: dict[tuple[str, str], Change] = {}
    with path.open(encoding="utf-8") as file:
        for record in map(json.loads, file):
            if record["label"] is not None:
                change = Change(record["premise"], record["hypothesis"], record["label"])
                found.setdefault((record["pair_id"], record["contrast"]), change)
    return found
