"""What a worker hands over when a chunk is done; between processes as a file of JSON.

A worker process that is killed while it sends a long message leaves its parent waiting for the
rest for ever. So worker processes on this machine write a file and send only its name.
"""

from __future__ import annotations

import base64
import json
import zlib
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

#: Counts by path, such as ``("contrasts", "past;future", "labels", "neutral")``.
Tally = Counter[tuple[str, ...]]


class Done(NamedTuple):
    """What was done to one sentence that was new in a chunk.

    Attributes:
        key: text and transformations (``sentence_key``).
        packed: its rewritings (``sentences.pack``).
        counts: what it adds to the counts, if no earlier chunk had it.
        declined: what went wrong with it (``litgen.contrast.declined``), likewise.
    """

    key: str
    packed: bytes
    counts: tuple[tuple[str, ...], ...]
    declined: tuple[str, ...] = ()


class Line(NamedTuple):
    """A record as it will be written.

    Attributes:
        text: JSON and a line break.
        once: where the same record may come of several source pairs, what it is known by; only
            that of the least ``rank`` is written, so that the order of the input does not matter.
        rank: ids of the source pair, the contrast and the record.
        counts: what it adds to the counts if it is written, and is not counted already.
    """

    text: str
    once: str | None = None
    rank: str = ""
    counts: Mapping[tuple[str, ...], int] = MappingProxyType({})


class Result(NamedTuple):
    """A chunk done.

    Attributes:
        number: of the chunk.
        lines: its records.
        tally: its counts, but for those of ``sentences``.
        sentences: what was done to its new sentences.
        declined: what went wrong with its pairs, as of ``Done``.
        lost: whether a fault of the moment may have cost it something.
    """

    number: int
    lines: tuple[Line, ...]
    tally: Tally
    sentences: tuple[Done, ...]
    declined: tuple[str, ...] = ()
    lost: bool = False


def tally_to_json(tally: Tally) -> list[list[str | int]]:
    """Counts as JSON values: paths, each followed by its number."""
    return [[*path, number] for path, number in tally.items()]


def tally_from_json(values: list[list[str | int]]) -> Tally:
    """Counts from ``tally_to_json``."""
    return Counter({tuple(map(str, path)): int(number) for *path, number in values})


def write_result(result: Result, path: Path) -> None:
    """Write a result to a file."""
    sentences = [
        [done.key, base64.b85encode(done.packed).decode(), done.counts, done.declined]
        for done in result.sentences
    ]
    lines = [[*line[:3], tally_to_json(Counter(line.counts))] for line in result.lines]
    value = [
        result.number, lines, tally_to_json(result.tally), sentences, result.declined, result.lost,
    ]  # fmt: skip
    path.write_bytes(zlib.compress(json.dumps(value).encode(), 1))


def take_result(path: Path) -> Result:
    """Read a result from ``write_result``, and remove the file."""
    number, lines, tally, sentences, declined, lost = json.loads(zlib.decompress(path.read_bytes()))
    path.unlink()
    return Result(
        number,
        tuple(
            Line(text, once, rank, tally_from_json(counts)) for text, once, rank, counts in lines
        ),
        tally_from_json(tally),
        tuple(
            Done(key, base64.b85decode(packed), _paths(counts), tuple(failed))
            for key, packed, counts, failed in sentences
        ),
        tuple(declined),
        lost,
    )


def _paths(counts: list[list[str]]) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(path) for path in counts)
