"""The pairs of an experiment: to learn from, to validate on, to test on; split by premise."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from litgen.data import Pair
from litgen.data.splitting import leaks, premises_of, split_by_premise
from litgen.exceptions import DataError, UsageError
from litgen.files import digest
from litgen.statistics import generator
from litgen.training.data import gather
from litgen.training.train import Sources


class Parts(NamedTuple):
    """Pairs of an experiment; no part shares a premise with another."""

    train: list[Pair]
    validation: list[Pair]
    test: list[Pair]


@dataclass(frozen=True)
class Data:
    """Where the pairs of an experiment come from.

    Attributes:
        sources: to learn from and to validate on.
        test: sources to test on; premises that stand in them are not learned from.
        test_share: without ``test``, the share of the premises of ``sources`` to test on.
        train_limit: learn from a random sample of so many pairs at most (the paper: 50,000).

    Example:
        >>> Data(Sources(("snli_dev.jsonl",))).parts(seed=0)  # doctest: +SKIP
    """

    sources: Sources
    test: tuple[str, ...] = ()
    test_share: float = 0.3
    train_limit: int | None = None

    def parts(self, seed: int) -> Parts:
        """Read and split the pairs.

        Args:
            seed: draws the premises of each part, and the sample to learn from.

        Raises:
            DataError: a source is at fault, or a part is empty.
            UsageError: a share is out of range.
        """
        if self.test:
            counts: Counter[str] = Counter()
            test = [
                pair for source in self.test for pair in self.sources.reading.read(source, counts)
            ]
            exclude = (*self.sources.exclude, *self.test)
            found = self.sources._replace(exclude=exclude).gather(seed)
            train, validation = found.train, found.validation
            taken = premises_of(test)
            validation = [pair for pair in validation if not leaks(pair, taken)]
        else:
            train, validation, test = self._split(seed)
        if not test:
            raise DataError("no pair is left to test on; give other pairs, or --test-share")
        return Parts(self._sampled(train, seed), validation, test)

    def _split(self, seed: int) -> tuple[list[Pair], list[Pair], list[Pair]]:
        if not 0 < self.test_share < 1:
            raise UsageError(f"--test-share {self.test_share}: must be between 0 and 1")
        source = self.sources
        if source.validation:
            found = source.gather(seed)
            train, test = split_by_premise(found.train, self.test_share, f"test {seed}")
            validation = found.validation
        else:
            share = source.validation_share
            if not 0 <= share < 1:
                raise UsageError(f"--validation-share {share}: must be 0 or more, less than 1")
            everything = gather(
                source.train, exclude=source.exclude, reading=source.reading, seed=seed
            ).train
            rest, test = split_by_premise(everything, self.test_share, f"test {seed}")
            train, validation = split_by_premise(rest, share, f"validation {seed}")
        if not train:
            raise DataError("no pair is left to learn from; give more pairs or smaller shares")
        return train, validation, test

    def _sampled(self, train: list[Pair], seed: int) -> list[Pair]:
        if self.train_limit is None or self.train_limit >= len(train):
            return train
        rng = generator(seed, "train limit")
        chosen = rng.choice(len(train), self.train_limit, replace=False)
        return [train[int(number)] for number in sorted(chosen)]

    def signature(self) -> dict[str, Any]:
        """What determines the pairs, as JSON values."""
        return {
            **self.sources.signature(),
            "test": [_file(source) for source in self.test],
            "test_share": None if self.test else self.test_share,
            "train_limit": self.train_limit,
        }


def _file(source: str) -> dict[str, str]:
    path = Path(source)
    return {"source": source, **({"sha256": digest(path)} if path.is_file() else {})}
