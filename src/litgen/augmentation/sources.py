"""What goes into an augmented training set: read through, checked, and named in a signature."""

import itertools
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from litgen.augmentation.options import Augmentation
from litgen.augmentation.pool import Pool
from litgen.contrast.folder import RECORDS
from litgen.contrast.options import rules_digest
from litgen.data import Pair
from litgen.data.sources import spool
from litgen.data.splitting import leaks, source_keys
from litgen.evaluation.contrast_set import ContrastSet
from litgen.exceptions import DataError
from litgen.files import digest
from litgen.options import Options
from litgen.training.data import Reading, checksums
from litgen.version import __version__

#: Why a pair, original or contrast, is left out.
LEAK = "premise of an evaluation set"


class Making(NamedTuple):
    """Where contrast pairs come from."""

    contrasts: Options | None = Options()  # what to make of the training pairs; None for nothing
    folders: tuple[str, ...] = ()  # of `litgen transform`, to take from


class Given(NamedTuple):
    """The sources, read through."""

    paths: Sequence[Path]  # where they lie as files
    counts: Counter[str]  # what was read and left out
    premises: frozenset[str]  # what pairs of evaluation sets are known by


def read_through(
    sources: Sequence[str], work: Path, reading: Reading, exclude: Sequence[str], pool: Pool
) -> Given:
    """Read everything before any work, so that a fault shows before anything is lost."""
    premises = frozenset(key for source in exclude for key in _keys(source, reading))
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
    return Given(paths, counts, premises)


def _keys(source: str, reading: Reading) -> Iterable[str]:
    """What the pairs of an evaluation set are known by, those without a label included.

    Of a folder of ``litgen transform`` the premises before and after the rewriting count.
    """
    if not (Path(source) / RECORDS).is_file():
        return reading.premises(source)
    return (key for record in ContrastSet(Path(source)) for key in keys_of(record))


def keys_of(record: Mapping[str, Any]) -> tuple[str, ...]:
    """What a contrast pair is known by: its image, its original's premise, its own."""
    return source_keys(record["premise"], {**record["source"], **record}, record["pair_id"])


def _spooled(source: str, number: int, work: Path, reading: Reading) -> Path:
    """A file that holds a source; standard input and data sets of the hub are copied."""
    folder = work / f"source-{number}"
    folder.mkdir(exist_ok=True)
    path = spool(source, folder, reading.format)
    if path.parent != folder:
        folder.rmdir()
    return path


def signature_of(
    sources: Sequence[str],
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
            for source, path in zip(sources, given.paths, strict=True)
        ],
        "exclude": _checksums(exclude),
        "from": _checksums(making.folders),
        "options": options.as_json(),
        "contrasts": None if made is None else made.as_json(),
        "reading": reading._asdict(),
        "rules_sha256": None if made is None else rules_digest(made.rules_path),
    }


def _checksums(sources: Sequence[str]) -> list[dict[str, str]]:
    """Sources by name, those that are files or contrast sets with their checksums."""
    there = ((source, Path(source) / RECORDS) for source in sources)
    files = [str(path) if path.is_file() else source for source, path in there]
    return [
        {**checked, "source": source}
        for source, checked in zip(sources, checksums(files), strict=True)
    ]
