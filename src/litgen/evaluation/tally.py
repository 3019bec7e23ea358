"""Count right and wrong predictions, and warn about suspicious results.

If a model's classes are mapped to the wrong labels, its results are meaningless. A low accuracy on
the original pairs reveals this mistake.
"""

import itertools
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from litgen.data import NOT_ENTAILMENT, agree
from litgen.evaluation.contrast_set import SIDES, Item, Side

ENOUGH = 20  #: minimum number of pairs for a warning
#: a model is near chance if its lead over the most frequent label is smaller than this
MARGIN = 0.05
UNEVEN = 0.9  #: if one label has a larger share, accuracy is not compared with chance
BETTER = 0.15  #: litgen warns only if another order of the labels is better by more than this


class Confusion:
    """Counts of pairs by gold and predicted label, for a model that predicts ``labels``."""

    def __init__(self, labels: Sequence[str]) -> None:
        self.labels = tuple(labels)
        self.counts: Counter[tuple[str, str]] = Counter()

    def add(self, gold: str, predicted: str) -> None:
        """Count a pair; with two classes, neutral and contradiction are *not_entailment*."""
        if NOT_ENTAILMENT in self.labels and gold != "entailment":
            gold = NOT_ENTAILMENT
        self.counts[gold, predicted] += 1

    @property
    def total(self) -> int:
        return self.counts.total()

    def accuracy(self, order: Sequence[str] | None = None) -> float:
        """Return the accuracy, optionally for another ``order`` of the labels; 0 without pairs."""
        meaning = dict(zip(self.labels, order or self.labels, strict=True))
        right = sum(
            number for (gold, said), number in self.counts.items() if agree(meaning[said], gold)
        )
        return right / max(1, self.total)

    def majority(self) -> float:
        """Return the accuracy of always predicting the most common gold label; 0 without pairs."""
        golds: Counter[str] = Counter()
        for (gold, _), number in self.counts.items():
            golds[gold] += number
        return max(golds.values(), default=0) / max(1, self.total)

    def best_order(self) -> tuple[tuple[str, ...], float]:
        """Return the order of labels that gives the highest accuracy, and this accuracy."""
        order = max(itertools.permutations(self.labels), key=self.accuracy)
        return order, self.accuracy(order)

    def warning(self, what: str) -> str | None:
        """Return a warning if labels seem to be mixed up or the model is near chance, else None."""
        accuracy, majority = self.accuracy(), self.majority()
        if self.total < ENOUGH or majority > UNEVEN:
            return None
        order, best = self.best_order()
        seen = f"accuracy on {self.total:,} {what} is {accuracy:.1%}"
        if best > accuracy + BETTER:
            return (
                f"{seen}, but would be {best:.1%} with --labels {','.join(order)}; check which "
                "labels the model's classes mean"
            )
        if accuracy < majority + MARGIN:
            return (
                f"{seen}, {'below' if accuracy < majority else 'near'} chance ({majority:.1%} for "
                "always predicting the most frequent label); check that the model is for this task "
                "and that its labels are right"
            )
        return None


class Tally:
    """Counts of predictions for each side, on pairs with a gold label and an answer."""

    def __init__(self, labels: Sequence[str]) -> None:
        self._sides: dict[Side, Confusion] = {side: Confusion(labels) for side in SIDES}

    def add(self, item: Item, label: str | None) -> None:
        if item.label is not None and label is not None:
            self._sides[item.side].add(item.label, label)

    def accuracy(self) -> dict[Side, float | None]:
        """Return the accuracy on each side, or None for a side without counted pairs."""
        return {
            side: round(each.accuracy(), 6) if each.total else None
            for side, each in self._sides.items()
        }

    def warnings(self) -> tuple[str, ...]:
        """Warn about the originals, or about the contrast pairs if there are no originals."""
        side: Side = "original" if self._sides["original"].total else "contrast"
        line = self._sides[side].warning(f"{side} pairs")
        return (line,) if line else ()


def advice(
    model: Mapping[str, Any], cut_off: int, answers: int, harness: bool = False
) -> Iterator[str]:
    """Yield lines about a model whose answers were cut off or whose inputs were too long.

    ``harness`` means that another harness ran the model.

    Example:
        >>> list(advice({"max_tokens": 16}, 12, 75))
        ['12 of 75 answers were cut off at 16 tokens; raise --max-tokens']
    """
    if cut_off:
        were = "was" if cut_off == 1 else "were"
        at = f" at {model['max_tokens']:,} tokens" if "max_tokens" in model else ""
        raised = "the task's maximum answer length" if harness else "--max-tokens"
        yield f"{cut_off:,} of {answers:,} answers {were} cut off{at}; raise {raised}"
    if found := model.get("truncated"):
        were = "was" if found["inputs"] == 1 else "were"
        yield (
            f"{found['inputs']:,} of {found['of']:,} inputs {were} longer than the model's "
            f"{found['max_length']:,} positions and {were} truncated"
        )
