"""Read training and validation pairs from one or more sources, split by premise."""

import itertools
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from litgen.data import NOT_ENTAILMENT, Pair, PairReader, classes_of
from litgen.data.reading import OnError
from litgen.data.splitting import leaks, premises_of, split_by_premise
from litgen.exceptions import DataError, UsageError
from litgen.files import digest


class Reading(NamedTuple):
    """Options for reading the sources; see ``litgen.data.PairReader``."""

    format: str | None = None  # format of all sources; None infers it from their names
    labels_map: tuple[tuple[str, str], ...] = ()  # values of the label column and their labels
    columns: tuple[tuple[str, str], ...] = ()  # fields and the names of their columns
    on_error: OnError = "stop"
    limit: int | None = None  # maximum number of pairs to read from every source

    def read(self, source: str, counts: Counter[str]) -> list[Pair]:
        """Return the pairs in a source; add the numbers of read and skipped pairs to ``counts``."""
        reader = self.reader(source, empty=True)  # contrast sets may contain corruptions
        pairs = list(itertools.islice(reader, self.limit))
        counts["read"] += reader.read
        counts.update(reader.skipped)
        return pairs

    def reader(self, source: str, name: str | None = None, **more: Any) -> PairReader:
        """Return a reader for a source, with further options; messages call the source ``name``."""
        return PairReader(
            source, format=self.format, labels_map=dict(self.labels_map),
            columns=dict(self.columns), on_error=self.on_error, name=name or "", **more,
        )  # fmt: skip

    def premises(self, source: str) -> frozenset[str]:
        """Return the keys of all premises in a source, regardless of the limit."""
        return premises_of(self.reader(source, empty=True).premises())


class TrainingData(NamedTuple):
    """Training and validation pairs, with counts of the pairs used and of those omitted."""

    train: list[Pair]
    validation: list[Pair]
    counts: Mapping[str, Any]

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels to learn: ``LABELS`` or ``TWO_CLASSES``."""
        return tuple(self.counts["labels"]["train"])


class Sources(NamedTuple):
    """The sources of the pairs: files or names of data sets."""

    train: tuple[str, ...]
    validation: tuple[str, ...] = ()
    validation_share: float = 0.1  # share of premises to validate on if ``validation`` is empty
    exclude: tuple[str, ...] = ()  # sources reserved for testing
    reading: Reading = Reading()

    def gather(self, seed: int = 0) -> TrainingData:
        """Read the sources; the seed determines the premises to validate on.

        Training pairs that share a premise with a validation source or with ``exclude`` are omitted
        and counted.

        Raises:
            DataError: a source is faulty, or there is no training or validation pair.
            UsageError: the share is out of range.
        """
        share = self.validation_share
        if not 0 <= share < 1:
            raise UsageError(
                f"--validation-share {share}: the value must be at least 0 and below 1"
            )
        counts: Counter[str] = Counter()
        train = [pair for source in self.train for pair in self.reading.read(source, counts)]
        held = [p for source in self.validation for p in self.reading.read(source, Counter())]
        kept_out = frozenset(key for each in self.exclude for key in self.reading.premises(each))
        train = _without(train, kept_out, "premise to be kept out", counts)
        if self.validation:
            train = _without(train, premises_of(held), "premise to validate on", counts)
        else:
            train, held = split_by_premise(train, share, f"validation {seed}")
        if not train:
            shown = ", ".join(f"{number:,} {reason}" for reason, number in counts.items())
            raise DataError(
                f"{', '.join(self.train)}: there is no pair to train on ({shown or 'none read'}); "
                "use more pairs or a smaller --validation-share"
            )
        if (self.validation or share > 0) and not held:
            raise DataError(
                "there is no pair to validate on; use more pairs or --validation-share 0"
            )
        labels = {pair.label for pair in (*train, *held)}
        classes = classes_of(labels)
        if more := sorted(labels.difference(classes)):
            raise DataError(
                f"{', '.join((*self.train, *self.validation))}: some pairs have labels for two "
                f"classes, others for three ({', '.join(more)}); to merge the classes, use "
                "--labels-map " + ",".join(f"{each}={NOT_ENTAILMENT}" for each in more)
            )
        return TrainingData(train, held, {
            "pairs": {"train": len(train), "validation": len(held)},
            "labels": {"train": _labels(train, classes), "validation": _labels(held, classes)},
            "read": counts.pop("read", 0),
            "left out": dict(sorted(counts.items())),
        })  # fmt: skip

    def signature(self) -> dict[str, Any]:
        """Return the JSON values that determine the pairs, such as checksums of files."""
        return {
            "train": checksums(self.train),
            "validation": checksums(self.validation),
            "validation_share": 0.0 if self.validation else self.validation_share,
            "exclude": checksums(self.exclude),
            "reading": self.reading._asdict(),
        }


def checksums(sources: Sequence[str]) -> list[dict[str, str]]:
    return [
        {"source": source, **({"sha256": digest(path)} if path.exists() else {})}
        for source, path in zip(sources, map(Path, sources), strict=True)
    ]


def _without(
    pairs: list[Pair], premises: frozenset[str], reason: str, counts: Counter[str]
) -> list[Pair]:
    kept = [pair for pair in pairs if not leaks(pair, premises)]
    if len(kept) < len(pairs):
        counts[reason] += len(pairs) - len(kept)
    return kept


def _labels(pairs: Sequence[Pair], classes: Sequence[str]) -> dict[str, int]:
    found = Counter(pair.label for pair in pairs)
    return {label: found[label] for label in classes}
