"""Read and check the sources of an augmented training set, and compute their checksums."""

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

#: The reason for omitting an original or contrast pair.
LEAK = "premise of an evaluation set"


class Making(NamedTuple):
    """Where the contrast pairs come from."""

    contrasts: Options | None = Options()  # how to make them from the sources; None makes none
    folders: tuple[str, ...] = ()  # folders of `litgen transform` from which to take pairs


class Given(NamedTuple):
    """The result of reading the sources."""

    paths: Sequence[Path]  # the sources, as files that can be read again
    counts: Counter[str]  # numbers of pairs that were read and omitted
    premises: frozenset[str]  # source keys of the evaluation sets


def read_through(
    sources: Sequence[str], work: Path, reading: Reading, exclude: Sequence[str], pool: Pool
) -> Given:
    """Read all sources into the pool before any other work, so that errors appear early."""
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
        raise DataError("there is no pair to augment; exclude fewer pairs or add sources")
    return Given(paths, counts, premises)


def _keys(source: str, reading: Reading) -> Iterable[str]:
    if not (Path(source) / RECORDS).is_file():
        return reading.premises(source)
    return (key for record in ContrastSet(Path(source)) for key in keys_of(record))


def keys_of(record: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the source keys of a contrast pair (``litgen.data.splitting.source_keys``)."""
    return source_keys(record["premise"], {**record["source"], **record}, record["pair_id"])


def _spooled(source: str, number: int, work: Path, reading: Reading) -> Path:
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
    there = ((source, Path(source) / RECORDS) for source in sources)
    files = [str(path) if path.is_file() else source for source, path in there]
    return [
        {**checked, "source": source}
        for source, checked in zip(sources, checksums(files), strict=True)
    ]
