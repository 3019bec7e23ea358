"""The words of sentences, as the statistics of a data set count them."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from litgen.data import ALL_LABELS, Pair, classes_of
from litgen.statistics import Share, wilson

_WORD = re.compile(r"\w+(?:['’]\w+)*")


def words_of(text: str) -> list[str]:
    """The words of a sentence, in small letters.

    Example:
        >>> words_of("A man isn't riding; he's asleep.")
        ['a', 'man', "isn't", 'riding', "he's", 'asleep']
    """
    return [word.replace("’", "'") for word in _WORD.findall(text.casefold())]


#: Added to every count before the mutual information is taken, so that rare words do not lead.
SMOOTHING = 10
#: Words in fewer independent sentences are not looked at.
MIN_COUNT = 10
#: Of all intervals together.
LEVEL = 0.95
#: How far above the share of a label among all pairs its share beside a word must surely be.
MARGIN = 0.10


class ArtefactWord(NamedTuple):
    """A word and the label that it goes with."""

    word: str  #: in small letters
    label: str  #: the label
    #: of the hypotheses with the word, those of the label; the interval holds for all words and
    #: labels together (Bonferroni)
    share: Share
    base: float  #: of all hypotheses, those of the label
    pmi: float  #: pointwise mutual information of word and label, smoothed, in nats

    @property
    def gives_away(self) -> bool:
        """Whether the label is surely more frequent beside the word, and by more than a margin."""
        return self.share.low > self.base + MARGIN


@dataclass(frozen=True)
class WordCounts:
    """In how many sentences (hypotheses, premises) of each label every word stands."""

    labels: Counter[str] = field(default_factory=Counter)  #: sentences by label
    words: dict[str, Counter[str]] = field(default_factory=dict)  #: by word and label
    #: of every word: the unit it was last met in, how often in a row, and the sum of the
    #: squares of how often it stands in each unit
    runs: dict[str, tuple[str, int, int]] = field(default_factory=dict)

    def add(self, words: Iterable[str], label: str, unit: str) -> None:
        """Count the words of a sentence, each once.

        Sentences of one ``unit`` are no independent observations, such as the contrast pairs of one
        original; they come one after another.
        """
        self.labels[label] += 1
        for word in set(words):
            self.words.setdefault(word, Counter())[label] += 1
            last, often, squares = self.runs.get(word, ("", 0, 0))
            often = often + 1 if last == unit else 1
            self.runs[word] = unit, often, squares + 2 * often - 1

    def only(self, words: Collection[str]) -> WordCounts:
        """The same sentences, some of the words."""
        return WordCounts(
            self.labels, {w: n for w, n in self.words.items() if w in words}, self.runs
        )

    def effective(self, word: str) -> float:
        """How many independent sentences those with a word are worth (Kish 1965).

        Example:
            >>> counts = count_words([("A man.", "neutral", "p1")] * 3)
            >>> counts.words["man"].total(), counts.effective("man")
            (3, 1.0)
        """
        return self.words[word].total() ** 2 / self.runs[word][2]

    def artefacts(self) -> list[ArtefactWord]:
        """Every frequent word with each label, by mutual information, the highest first."""
        often = {w: n for w, n in self.words.items() if self.effective(w) >= MIN_COUNT}
        labels = [label for label in ALL_LABELS if self.labels[label]]
        each = 1 - (1 - LEVEL) / max(1, len(often) * len(labels))
        found = [
            self._word(word, label, counts, each)
            for word, counts in often.items()
            for label in labels
        ]
        return sorted(found, key=lambda one: (-one.pmi, one.word))

    def _word(self, word: str, label: str, counts: Counter[str], level: float) -> ArtefactWord:
        hits, n = counts[label], counts.total()
        base = self.labels[label] / self.labels.total()
        worth = self.effective(word) / n
        share = Share(hits, n, *wilson(hits * worth, n * worth, level))
        # Smoothed towards independence of word and label.
        smoothed = (hits + SMOOTHING * base) / (n + SMOOTHING)
        return ArtefactWord(word, label, share, base, math.log(smoothed / base))

    def giving(self) -> list[str]:
        return [each.word for each in self.artefacts() if each.gives_away]

    def top(self, label: str, most: int) -> list[ArtefactWord]:
        return [each for each in self.artefacts() if each.label == label][:most]


def count_words(sentences: Iterable[tuple[str, str, str]]) -> WordCounts:
    """Count the words of sentences.

    Example:
        >>> counts = count_words([("Nobody sleeps.", "contradiction", "p1")])
        >>> counts.words["nobody"]
        Counter({'contradiction': 1})
    """
    counts = WordCounts()
    for text, label, unit in sorted(sentences, key=lambda each: each[2]):
        counts.add(words_of(text), label, unit)
    return counts


def coverage(sentences: Iterable[str], words: Iterable[str]) -> int:
    """How many sentences hold at least one of some words.

    Example:
        >>> coverage(["Nobody sleeps.", "A man."], ["nobody"])
        1
    """
    wanted = set(words)
    return sum(not wanted.isdisjoint(words_of(text)) for text in sentences)


_TOKEN = re.compile(r"\w+(?:['’]\w+)*|[^\w\s]")
NOTHING = "–"


class Changes(NamedTuple):
    """What was changed in some sentences."""

    #: (before, after) with how often; ``–`` stands for nothing
    substitutions: Counter[tuple[str, str]]
    changed: int  #: sentences that are not as they were
    sentences: int  #: all


def compare(sentences: Iterable[tuple[str, str]]) -> Changes:
    """Compare sentences before and after a transformation.

    Example:
        >>> compare([("A man rides.", "A man will ride.")]).substitutions
        Counter({('rides', 'will ride'): 1})
    """
    found: Counter[tuple[str, str]] = Counter()
    changed = total = 0
    for before, after in sentences:
        total += 1
        if before != after:
            changed += 1
            found.update(_substitutions(before, after))
    return Changes(found, changed, total)


def _substitutions(before: str, after: str) -> list[tuple[str, str]]:
    ours, theirs = ([each.casefold() for each in _TOKEN.findall(text)] for text in (before, after))
    blocks = SequenceMatcher(None, ours, theirs, autojunk=False).get_opcodes()
    return [
        (" ".join(ours[i:j]) or NOTHING, " ".join(theirs[k:m]) or NOTHING)
        for kind, i, j, k, m in blocks
        if kind != "equal"
    ]


Floats = NDArray[np.float64]


class Spread(NamedTuple):
    """How a number is spread over some pairs."""

    n: int
    mean: float
    sd: float
    low: float
    quarter: float
    median: float
    three_quarters: float
    high: float

    @classmethod
    def of(cls, values: Floats) -> Spread:
        """The spread of values; ``low`` and ``high`` are the 5th and 95th percentiles."""
        if not values.size:
            return cls(0, *[float("nan")] * 7)
        percentiles = np.percentile(values, [5, 25, 50, 75, 95])
        return cls(
            int(values.size), float(values.mean()), float(values.std()), *map(float, percentiles)
        )


class Shape(NamedTuple):
    """Numbers of every pair, in order."""

    premise: Floats  #: words of the premise
    hypothesis: Floats  #: words of the hypothesis
    overlap: Floats  #: of the distinct words of the hypothesis, the share that the premise has, too

    @property
    def pair(self) -> Floats:
        return self.premise + self.hypothesis


#: What of a shape is shown, with its name.
MEASURES = {
    "premise": "words of the premise",
    "hypothesis": "words of the hypothesis",
    "overlap": "overlap",
}


def shape_of(pairs: Sequence[Pair]) -> Shape:
    """Measure pairs.

    Example:
        >>> shape_of([Pair("1", "A man rides.", "A man sleeps.", "neutral")]).overlap.round(2)
        array([0.67])
    """
    rows = np.zeros((3, len(pairs)))
    for at, pair in enumerate(pairs):
        premise, hypothesis = words_of(pair.premise), words_of(pair.hypothesis)
        said = set(hypothesis)
        overlap = len(said.intersection(premise)) / len(said) if said else 0.0
        rows[:, at] = len(premise), len(hypothesis), overlap
    return Shape(*rows)


def by_label(values: Floats, pairs: Sequence[Pair]) -> dict[str, Spread]:
    """The spread of a number over all pairs (``all``), then over those of each label."""
    labels = np.array([pair.label for pair in pairs])
    return {
        "all": Spread.of(values),
        **{label: Spread.of(values[labels == label]) for label in classes_of(labels)},
    }
