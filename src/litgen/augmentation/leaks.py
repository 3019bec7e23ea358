"""Premises of evaluation sets: pairs that share one must not be learned from."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from litgen.contrast.folder import RECORDS
from litgen.data.splitting import source_keys
from litgen.evaluation.contrast_set import ContrastSet
from litgen.files import digest
from litgen.training.data import Reading


def premises_to_exclude(sources: Iterable[str], reading: Reading) -> frozenset[str]:
    """What pairs of evaluation sets are known by (``source_keys``), those without a label included.

    Args:
        sources: files of pairs, names of data sets, or folders of ``litgen transform``; of these
            the premises before and after the rewriting.
        reading: how files are read.

    Raises:
        DataError: a source is at fault.
    """
    found: set[str] = set()
    for source in sources:
        if is_contrast_set(source):
            for record in ContrastSet(Path(source)):
                found.update(keys_of(record.values))
        else:
            found.update(reading.premises(source))
    return frozenset(found)


def keys_of(record: Mapping[str, Any]) -> tuple[str, ...]:
    """What a contrast pair is known by: its image, its original's premise, its own."""
    return source_keys(record["premise"], {**record["source"], **record}, record["pair_id"])


def is_contrast_set(source: str) -> bool:
    """Whether a source is a folder of ``litgen transform``."""
    return (Path(source) / RECORDS).is_file()


def checksum(source: str) -> dict[str, str]:
    """A source by its name, and its checksum where it is a file or a contrast set."""
    path = Path(source) / RECORDS if is_contrast_set(source) else Path(source)
    return {"source": source, **({"sha256": digest(path)} if path.is_file() else {})}
