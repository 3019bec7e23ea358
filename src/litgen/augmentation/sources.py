"""What goes into an augmented training set: read through, checked, and named in a signature."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from litgen.augmentation.leaks import checksum, premises_to_exclude
from litgen.augmentation.options import Augmentation
from litgen.augmentation.pool import Pool
from litgen.contrast.options import Options, rules_digest
from litgen.data import Pair
from litgen.data.sources import spool
from litgen.data.splitting import leaks
from litgen.exceptions import DataError
from litgen.files import digest
from litgen.training.data import Reading
from litgen.version import __version__

#: Why a pair, original or contrast, is left out.
LEAK = "premise of an evaluation set"


class Making(NamedTuple):
    """Where contrast pairs come from.

    Attributes:
        contrasts: what to make of the training pairs; None to make nothing.
        folders: of ``litgen transform``, to take from.
    """

    contrasts: Options | None = Options()
    folders: tuple[str, ...] = ()


class Given(NamedTuple):
    """The sources, read through: where they lie as files, what was left out, whom to exclude."""

    sources: Sequence[str]
    paths: Sequence[Path]
    counts: Counter[str]
    premises: frozenset[str]


def read_through(
    sources: Sequence[str], work: Path, reading: Reading, exclude: Sequence[str], pool: Pool
) -> Given:
    """Read everything before any work, so that a fault shows before anything is lost."""
    premises = premises_to_exclude(exclude, reading)
    paths = [_spooled(source, number, work, reading) for number, source in enumerate(sources)]
    counts: Counter[str] = Counter()

    def pairs() -> Iterator[Pair]:
        for source, path in zip(sources, paths, strict=True):
            reader = reading.reader(str(path), source)
            for pair in itertools.islice(reader, reading.limit):
                if leaks(pair, premises):
                    counts[LEAK] += 1
                else:
                    yield pair
            counts["read"] += reader.read
            counts.update(reader.skipped)

    pool.add_originals(pairs())
    if not pool.labels():
        raise DataError("no pair is left to augment; exclude fewer, or give other pairs")
    return Given(sources, paths, counts, premises)


def _spooled(source: str, number: int, work: Path, reading: Reading) -> Path:
    """A file that holds a source; standard input and data sets of the hub are copied."""
    folder = work / f"source-{number}"
    folder.mkdir(exist_ok=True)
    path = spool(source, folder, reading.format)
    if path.parent != folder:
        folder.rmdir()
    return path


def signature_of(
    given: Given,
    options: Augmentation,
    making: Making,
    reading: Reading,
    exclude: Sequence[str],
) -> dict[str, Any]:
    made = making.contrasts
    return {
        "litgen": __version__,
        "kind": "augmented",
        "sources": [
            {"source": source, "sha256": digest(path)}
            for source, path in zip(given.sources, given.paths, strict=True)
        ],
        "exclude": [checksum(source) for source in exclude],
        "from": [checksum(source) for source in making.folders],
        "options": options.as_json(),
        "contrasts": None if made is None else made.as_json(),
        "reading": reading._asdict(),
        "rules_sha256": None if made is None else rules_digest(made.rules_path),
    }
