"""Pairs and what phi makes of them, made once by the pipeline, whatever rho is.

All pairs of an experiment (training, validation and test) go through ``litgen transform`` in one
run, so that each distinct sentence is rewritten once, and a transformation that must see the corpus
sees all of it.
"""

from __future__ import annotations

import hashlib
import json
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from litgen.contrast import Contrast, Options, build
from litgen.contrast.folder import RECORDS
from litgen.data import Pair
from litgen.files import write_whole

#: The parts of an experiment's data.
PARTS = ("train", "validation", "test")
#: The folder that holds what was made of the pairs, within an experiment's.
MADE = "transformed"


class Change(NamedTuple):
    """What a transformation makes of a pair."""

    premise: str
    hypothesis: str
    label: str


class Twin(NamedTuple):
    """A pair, and what each transformation of the experiment makes of it.

    Attributes:
        premise: of the pair.
        hypothesis: of the pair.
        label: of the pair.
        changes: one for each transformation, None where it leaves the pair as it is.
    """

    premise: str
    hypothesis: str
    label: str
    changes: tuple[Change | None, ...]

    @property
    def original(self) -> Pair:
        """The pair as it was."""
        return Pair("", self.premise, self.hypothesis, self.label)

    def transformed(self, by: int = 0) -> Pair:
        """The pair that a transformation makes of it; as it was where that declines."""
        change = self.changes[by]
        return self.original if change is None else Pair("", *change)


class Corpus(NamedTuple):
    """The pairs of an experiment with their transforms.

    Attributes:
        train: to learn from.
        validation: to stop early and to choose hyperparameters by.
        test: to test on.
    """

    train: tuple[Twin, ...]
    validation: tuple[Twin, ...]
    test: tuple[Twin, ...]

    def counts(self) -> dict[str, Any]:
        """Of each part, how many pairs there are and how many each transformation changes."""
        number = next((len(twin.changes) for part in self for twin in part), 0)
        return {
            part: {
                "pairs": len(twins),
                "changed": [
                    sum(twin.changes[by] is not None for twin in twins) for by in range(number)
                ],
                "labels": dict(sorted(Counter(twin.label for twin in twins).items())),
            }
            for part, twins in zip(PARTS, self, strict=True)
        }

    def pack(self) -> bytes:
        """The corpus as bytes, to keep or to send to another machine."""
        return zlib.compress(json.dumps(self, ensure_ascii=False).encode(), 3)

    @classmethod
    def unpack(cls, data: bytes) -> Corpus:
        """The corpus of ``pack``."""
        return cls(*(tuple(map(_twin, part)) for part in json.loads(zlib.decompress(data))))

    def digest(self) -> str:
        """What tells this corpus from others."""
        return hashlib.sha256(json.dumps(self, ensure_ascii=False).encode()).hexdigest()


def _twin(row: Sequence[Any]) -> Twin:
    premise, hypothesis, label, changes = row
    return Twin(premise, hypothesis, label, tuple(each and Change(*each) for each in changes))


@lru_cache(maxsize=2)
def open_corpus(source: str | bytes) -> Corpus:
    """The corpus of a file, or of bytes that were sent; read once in a process."""
    return Corpus.unpack(Path(source).read_bytes() if isinstance(source, str) else source)


class Made(NamedTuple):
    """What was made of the pairs: the corpus, the contrast set it stands in, its manifest."""

    corpus: Corpus
    folder: Path
    manifest: dict[str, Any]


def make_twins(
    parts: Sequence[Sequence[Pair]],
    transformations: Sequence[Sequence[Contrast]],
    folder: Path,
    options: Options,
    **how: Any,
) -> Made:
    """Apply transformations to all pairs of an experiment, once.

    A second call finds what the first has made. Of several versions of a pair (a cleft of the
    subject and of the object) the first one that has a label counts.

    Args:
        parts: pairs to train on, to validate on, to test on.
        transformations: of each, the contrast and what stands in where it declines, in order.
        folder: of the experiment; a contrast set is written into a folder of its own there.
        options: how they are applied; suite and contrasts are set here.
        how: ``jobs``, ``scheduler`` and ``progress`` of ``litgen.contrast.build``.

    Raises:
        LitgenError: they cannot be applied.
    """
    wanted = list(dict.fromkeys(str(each) for several in transformations for each in several))
    full = replace(options, suite=None, contrasts=tuple(wanted))
    rows = (json.dumps(row, ensure_ascii=False) + "\n" for row in _rows(parts))
    data = "".join(rows).encode()
    key = hashlib.sha256(data + json.dumps(full.as_json(), sort_keys=True).encode()).hexdigest()
    home = folder / MADE
    home.mkdir(parents=True, exist_ok=True)
    source = home / f"{key[:12]}.jsonl"
    write_whole(source, [data])
    manifest = build(source, home / key[:12], full, **how)
    records = _first_records(home / key[:12] / RECORDS)
    names = [[str(each) for each in several] for several in transformations]
    corpus = Corpus(
        *(
            tuple(_twins(part, pairs, names, records))
            for part, pairs in zip(PARTS, parts, strict=True)
        )
    )  # fmt: skip
    return Made(corpus, home / key[:12], manifest)


def _rows(parts: Sequence[Sequence[Pair]]) -> Iterator[dict[str, str]]:
    for part, pairs in zip(PARTS, parts, strict=True):
        for number, pair in enumerate(pairs):
            yield {
                "id": f"{part}-{number}",
                "premise": pair.premise,
                "hypothesis": pair.hypothesis,
                "label": pair.label,
            }


def _first_records(path: Path) -> dict[tuple[str, str], Change]:
    """The first labelled record of each pair and contrast."""
    found: dict[tuple[str, str], Change] = {}
    with path.open(encoding="utf-8") as file:
        for line in file:
            record = json.loads(line)
            if record["label"] is not None:
                change = Change(record["premise"], record["hypothesis"], record["label"])
                found.setdefault((record["pair_id"], record["contrast"]), change)
    return found


def _twins(
    part: str,
    pairs: Iterable[Pair],
    names: Sequence[Sequence[str]],
    records: Mapping[tuple[str, str], Change],
) -> Iterator[Twin]:
    for number, pair in enumerate(pairs):
        changes = []
        for several in names:
            found = (records.get((f"{part}-{number}", name)) for name in several)
            changes.append(next((change for change in found if change is not None), None))
        yield Twin(pair.premise, pair.hypothesis, pair.label, tuple(changes))
