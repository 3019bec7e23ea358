"""The training, validation and test pairs of an experiment, split by premise."""

from collections import Counter
from dataclasses import dataclass
from typing import Any, NamedTuple

from litgen.data import Pair
from litgen.data.splitting import leaks, premises_of, split_by_premise
from litgen.exceptions import DataError, UsageError
from litgen.statistics.resampling import generator
from litgen.training.data import Sources, checksums


class Parts(NamedTuple):
    """The pairs of an experiment, in parts that share no premises."""

    train: list[Pair]
    validation: list[Pair]
    test: list[Pair]


@dataclass(frozen=True)
class Data:
    sources: Sources  # sources of training and validation pairs
    test: tuple[str, ...] = ()  # sources of test pairs; their premises are excluded from training
    test_share: float = 0.3  # share of the premises in `sources` to test on if `test` is empty
    train_limit: int | None = None  # size of a random sample to train on (50,000 in the paper)

    def parts(self, seed: int) -> Parts:
        """Read and split the pairs; the seed determines the parts and the training sample.

        Raises:
            DataError: a source is faulty, or a part is empty.
            UsageError: a share is out of range.
        """
        sources = self.sources
        if self.test:
            counts: Counter[str] = Counter()
            test = [pair for each in self.test for pair in sources.reading.read(each, counts)]
            train, held, _ = sources._replace(exclude=(*sources.exclude, *self.test)).gather(seed)
            taken = premises_of(test)
            held = [pair for pair in held if not leaks(pair, taken)]
        else:
            train, held, test = self._split(seed)
        if not test:
            raise DataError("no test pairs are left; use more pairs or a larger --test-share")
        if self.train_limit is not None and self.train_limit < len(train):
            rng = generator(seed, "train limit")
            chosen = rng.choice(len(train), self.train_limit, replace=False)
            train = [train[int(number)] for number in sorted(chosen)]
        return Parts(train, held, test)

    def _split(self, seed: int) -> tuple[list[Pair], list[Pair], list[Pair]]:
        if not 0 < self.test_share < 1:
            raise UsageError(f"--test-share {self.test_share}: the share must be between 0 and 1")
        source, share = self.sources, self.sources.validation_share
        if source.validation or not 0 <= share < 1:  # gather refuses this case
            everything, held, _ = source.gather(seed)
            train, test = split_by_premise(everything, self.test_share, f"test {seed}")
        else:
            everything = source._replace(validation_share=0.0).gather(seed).train
            rest, test = split_by_premise(everything, self.test_share, f"test {seed}")
            train, held = split_by_premise(rest, share, f"validation {seed}")
        if not train:
            raise DataError("no training pairs are left; use more pairs or smaller shares")
        return train, held, test

    def signature(self) -> dict[str, Any]:
        return {
            **self.sources.signature(),
            "test": checksums(self.test),
            "test_share": None if self.test else self.test_share,
            "train_limit": self.train_limit,
        }
