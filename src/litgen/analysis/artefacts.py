"""Artefact words: words of the hypothesis that give the label away (Gururangan et al. 2018)."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from litgen.analysis.words import words_of
from litgen.data import LABELS
from litgen.statistics import Share, wilson

#: Added to every count before the mutual information is taken, so that rare words do not lead.
SMOOTHING = 10
#: Words in fewer hypotheses are not looked at.
MIN_COUNT = 10
#: How far above the share of a label among all pairs its share beside a word must surely be.
MARGIN = 0.10


class ArtefactWord(NamedTuple):
    """A word and the label that it goes with.

    Attributes:
        word: in small letters.
        label: the label.
        share: of the hypotheses with the word, those of the label; the interval holds for all
            words and labels together (Bonferroni).
        base: of all hypotheses, those of the label.
        pmi: pointwise mutual information of word and label, smoothed, in nats.
    """

    word: str
    label: str
    share: Share
    base: float
    pmi: float

    @property
    def gives_away(self) -> bool:
        """Whether the label is surely more frequent beside the word, and by more than a margin."""
        return self.share.low > self.base + MARGIN


@dataclass(frozen=True)
class WordCounts:
    """In how many sentences (hypotheses, premises) of each label every word stands.

    Attributes:
        labels: sentences by label.
        words: by word and label.
    """

    labels: Counter[str] = field(default_factory=Counter)
    words: dict[str, Counter[str]] = field(default_factory=dict)

    def add(self, words: Iterable[str], label: str) -> None:
        """Count the words of a sentence, each once."""
        self.labels[label] += 1
        for word in set(words):
            self.words.setdefault(word, Counter())[label] += 1

    def only(self, words: Collection[str]) -> WordCounts:
        """The same sentences, some of the words."""
        return WordCounts(self.labels, {w: n for w, n in self.words.items() if w in words})

    def artefacts(self, level: float = 0.95, min_count: int = MIN_COUNT) -> list[ArtefactWord]:
        """Every frequent word with each label, by mutual information, the highest first.

        Args:
            level: of confidence, for all words and labels together.
            min_count: words in fewer hypotheses are left out.
        """
        often = {w: counts for w, counts in self.words.items() if counts.total() >= min_count}
        labels = [label for label in LABELS if self.labels[label]]
        each = 1 - (1 - level) / max(1, len(often) * len(labels))
        found = [
            self._word(word, label, counts, each)
            for word, counts in often.items()
            for label in labels
        ]
        return sorted(found, key=lambda one: (-one.pmi, one.word))

    def _word(self, word: str, label: str, counts: Counter[str], level: float) -> ArtefactWord:
        hits, n = counts[label], counts.total()
        base = self.labels[label] / self.labels.total()
        share = Share(hits, n, *wilson(hits, n, level))
        # Smoothed towards independence of word and label.
        smoothed = (hits + SMOOTHING * base) / (n + SMOOTHING)
        return ArtefactWord(word, label, share, base, math.log(smoothed / base))

    def top(self, label: str, most: int) -> list[ArtefactWord]:
        """The words that go most with a label."""
        return [each for each in self.artefacts() if each.label == label][:most]


def count_words(sentences: Iterable[tuple[str, str]]) -> WordCounts:
    """Count the words of sentences.

    Args:
        sentences: each with the label of its pair.

    Example:
        >>> counts = count_words([("Nobody sleeps.", "contradiction"), ("A man.", "neutral")])
        >>> counts.words["nobody"]["contradiction"]
        1
    """
    counts = WordCounts()
    for text, label in sentences:
        counts.add(words_of(text), label)
    return counts


def coverage(hypotheses: Iterable[str], words: Iterable[str]) -> tuple[int, int]:
    """How many hypotheses hold at least one of some words, and of how many.

    Example:
        >>> coverage(["Nobody sleeps.", "A man."], ["nobody"])
        (1, 2)
    """
    wanted = set(words)
    held = [not wanted.isdisjoint(words_of(text)) for text in hypotheses]
    return sum(held), len(held)
