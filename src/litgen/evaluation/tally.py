"""Counts of right and wrong predictions, and warnings about chance level and mixed-up labels.

If a model's classes are mapped to the wrong labels, its results are meaningless. Its accuracy on
the original pairs shows this.
"""

import itertools
from collections import Counter
from collections.abc import Sequence

from litgen.data import NOT_ENTAILMENT, agree
from litgen.evaluation.contrast_set import SIDES, Item, Side

#: Minimum number of pairs for a warning.
ENOUGH = 20
#: A model less than this above the most frequent label is near chance.
MARGIN = 0.05
#: If one label has more than this share of the pairs, accuracy is not compared with chance.
UNEVEN = 0.9
#: Another order of the labels must be better by more than this for a warning.
BETTER = 0.15


class Confusion:
    """Counts of gold against predicted labels, for a model with these labels as its outputs.

    Example:
        >>> confusion = Confusion(["entailment", "neutral", "contradiction"])
        >>> confusion.add("neutral", "neutral")
        >>> confusion.accuracy()
        1.0
    """

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
        """The number of pairs counted."""
        return self.counts.total()

    def accuracy(self, order: Sequence[str] | None = None) -> float:
        """Accuracy, if ``order`` is given under that order of the labels; 0 without pairs."""
        meaning = dict(zip(self.labels, order or self.labels, strict=True))
        right = sum(
            number for (gold, said), number in self.counts.items() if agree(meaning[said], gold)
        )
        return right / max(1, self.total)

    def majority(self) -> float:
        """Accuracy of always predicting the most frequent gold label; 0 without pairs."""
        golds: Counter[str] = Counter()
        for (gold, _), number in self.counts.items():
            golds[gold] += number
        return max(golds.values(), default=0) / max(1, self.total)

    def best_order(self) -> tuple[tuple[str, ...], float]:
        """The order of labels with the highest accuracy, and this accuracy."""
        order = max(itertools.permutations(self.labels), key=self.accuracy)
        return order, self.accuracy(order)

    def warning(self, what: str) -> str | None:
        """A warning if the model is near or below chance, None if it is not."""
        accuracy, majority = self.accuracy(), self.majority()
        if self.total < ENOUGH or majority > UNEVEN:
            return None
        order, best = self.best_order()
        seen = f"accuracy on {self.total:,} {what} is {accuracy:.1%}"
        if best > accuracy + BETTER:
            return (
                f"{seen}, and would be {best:.1%} if the model's classes meant --labels "
                f"{','.join(order)}: are they taken for the wrong labels?"
            )
        if accuracy < majority + MARGIN:
            return (
                f"{seen}, {'below' if accuracy < majority else 'near'} chance ({majority:.1%} for "
                "always giving the most frequent label): is this a model of this task, and are its "
                "labels right?"
            )
        return None


class Tally:
    """Counts of predictions by side, for pairs with a gold label and an answer.

    Example:
        >>> tally = Tally(["entailment", "neutral", "contradiction"])
        >>> tally.add(Item("p1", "original", "A man sleeps.", "He rests.", "neutral"), "neutral")
        >>> tally.accuracy()
        {'contrast': None, 'original': 1.0}
    """

    def __init__(self, labels: Sequence[str]) -> None:
        self._sides: dict[Side, Confusion] = {side: Confusion(labels) for side in SIDES}

    def add(self, item: Item, label: str | None) -> None:
        """Count the prediction for a pair."""
        if item.label is not None and label is not None:
            self._sides[item.side].add(item.label, label)

    def accuracy(self) -> dict[Side, float | None]:
        """The accuracy by side, None if no pair was counted."""
        return {
            side: round(each.accuracy(), 6) if each.total else None
            for side, each in self._sides.items()
        }

    def warnings(self) -> tuple[str, ...]:
        """Warnings about the originals, or about the contrast pairs if there are no originals."""
        side: Side = "original" if self._sides["original"].total else "contrast"
        line = self._sides[side].warning(f"{side} pairs")
        return (line,) if line else ()
