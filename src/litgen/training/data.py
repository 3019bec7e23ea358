"""What a model learns from: pairs of one or more sources, split by premise, encoded."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from litgen.data import LABELS, Pair, PairReader
from litgen.data.reading import OnError
from litgen.data.splitting import leaks, premises_of, split_by_premise
from litgen.exceptions import DataError


class Reading(NamedTuple):
    """How the sources are read; see ``litgen.data.PairReader``.

    Attributes:
        format: of all sources, None to go by their names.
        labels_map: what the values of the label column mean, as (value, label).
        columns: names of the columns, as (field, name).
        on_error: ``stop`` or ``skip``.
        limit: take the first so many pairs of every source.
    """

    format: str | None = None
    labels_map: tuple[tuple[str, str], ...] = ()
    columns: tuple[tuple[str, str], ...] = ()
    on_error: OnError = "stop"
    limit: int | None = None

    def read(self, source: str, counts: Counter[str]) -> list[Pair]:
        """The pairs of a source; ``counts`` takes what was read and left out."""
        reader = self.reader(source)
        pairs = list(itertools.islice(reader, self.limit))
        counts["read"] += reader.read
        counts.update(reader.skipped)
        return pairs

    def reader(self, source: str, name: str | None = None) -> PairReader:
        """What reads a source; ``name`` is what messages call it."""
        return PairReader(
            source,
            format=self.format,
            labels_map=dict(self.labels_map),
            columns=dict(self.columns),
            on_error=self.on_error,
            name=name,
        )

    def premises(self, source: str) -> frozenset[str]:
        """What the pairs of a source that is kept for testing are known by, whatever the limit."""
        return premises_of(self.reader(source).premises())


class TrainingData(NamedTuple):
    """Pairs to learn from, pairs to validate on, and counts of both and of what was left out."""

    train: list[Pair]
    validation: list[Pair]
    counts: Mapping[str, Any]


def gather(
    sources: Sequence[str],
    *,
    validation: Sequence[str] = (),
    share: float = 0.0,
    exclude: Sequence[str] = (),
    reading: Reading = Reading(),  # noqa: B008 - immutable
    seed: int = 0,
) -> TrainingData:
    """Read what to train on.

    Pairs to learn from that share a premise with a pair to validate on, or with one of
    ``exclude``, are left out and counted.

    Args:
        sources: files, or names of data sets, to learn from.
        validation: the same, to validate on.
        share: where ``validation`` is empty, the share of premises to validate on.
        exclude: sources that are kept for testing.
        reading: how to read them.
        seed: draws the premises to validate on.

    Raises:
        DataError: a source is at fault, or nothing is left to learn from.
    """
    counts: Counter[str] = Counter()
    train = [pair for source in sources for pair in reading.read(source, counts)]
    held = [pair for source in validation for pair in reading.read(source, Counter())]
    kept_out = frozenset(key for source in exclude for key in reading.premises(source))
    train = _without(train, kept_out, "premise to be kept out", counts)
    if validation:
        train = _without(train, premises_of(held), "premise to validate on", counts)
    else:
        train, held = split_by_premise(train, share, f"validation {seed}")
    if not train:
        raise DataError(
            f"{', '.join(sources)}: no pair is left to learn from ({_shown(counts)}); give other "
            "pairs, or a smaller --validation-share"
        )
    if (validation or share > 0) and not held:
        raise DataError("no pair is left to validate on; give more pairs, or --validation-share 0")
    return TrainingData(
        train,
        held,
        {
            "pairs": {"train": len(train), "validation": len(held)},
            "labels": {"train": _labels(train), "validation": _labels(held)},
            "read": counts.pop("read", 0),
            "left out": dict(sorted(counts.items())),
        },
    )


def _without(
    pairs: list[Pair], premises: frozenset[str], reason: str, counts: Counter[str]
) -> list[Pair]:
    kept = [pair for pair in pairs if not leaks(pair, premises)]
    if len(kept) < len(pairs):
        counts[reason] += len(pairs) - len(kept)
    return kept


def _labels(pairs: Sequence[Pair]) -> dict[str, int]:
    found = Counter(pair.label for pair in pairs)
    return {label: found[label] for label in LABELS}


def _shown(counts: Counter[str]) -> str:
    return ", ".join(f"{number:,} {reason}" for reason, number in counts.items()) or "none read"
