"""Word statistics of a data set."""

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
from litgen.statistics.intervals import Share, wilson

_WORD = re.compile(r"\w+(?:['’]\w+)*")


def words_of(text: str) -> list[str]:
    """Return the words of a sentence in lower case.

    Example:
        >>> words_of("A man isn't riding; he's asleep.")
        ['a', 'man', "isn't", 'riding', "he's", 'asleep']
    """
    return [word.replace("’", "'") for word in _WORD.findall(text.casefold())]


#: Smoothing of the mutual information, so that rare words do not rank first.
SMOOTHING = 10
#: Words in fewer independent sentences than this are ignored.
MIN_COUNT = 10
#: The simultaneous confidence level of all intervals.
LEVEL = 0.95
#: A word gives a label away if the lower end of the interval of the label's share exceeds the
#: label's base share by more than this.
MARGIN = 0.10


class ArtefactWord(NamedTuple):
    """A word and a label, with the strength of their association."""

    word: str  #: in lower case
    label: str
    #: share of hypotheses with the word that have the label; its interval is simultaneous for all
    #: words and labels (Bonferroni)
    share: Share
    base: float  #: share of all hypotheses that have the label
    pmi: float  #: pointwise mutual information of word and label, smoothed, in nats

    @property
    def gives_away(self) -> bool:
        """Whether the whole interval lies more than ``MARGIN`` above the label's base share."""
        return self.share.low > self.base + MARGIN


@dataclass(frozen=True)
class WordCounts:
    """The number of sentences (hypotheses, premises) of each label that contain each word."""

    labels: Counter[str] = field(default_factory=Counter)  #: numbers of sentences by label
    #: for every word: numbers of sentences that contain it, by label
    words: dict[str, Counter[str]] = field(default_factory=dict)
    #: for every word: the unit in which it last occurred, its count there, and the sum of the
    #: squares of its counts in all units
    runs: dict[str, tuple[str, int, int]] = field(default_factory=dict)

    def add(self, words: Iterable[str], label: str, unit: str) -> None:
        """Count each distinct word of a sentence once.

        Sentences of one ``unit``, such as the contrast pairs of one original, are not independent
        observations; they must be added consecutively.
        """
        self.labels[label] += 1
        for word in set(words):
            self.words.setdefault(word, Counter())[label] += 1
            last, often, squares = self.runs.get(word, ("", 0, 0))
            often = often + 1 if last == unit else 1
            self.runs[word] = unit, often, squares + 2 * often - 1

    def only(self, words: Collection[str]) -> WordCounts:
        return WordCounts(
            self.labels, {w: n for w, n in self.words.items() if w in words}, self.runs
        )

    def effective(self, word: str) -> float:
        """Return the effective number of independent sentences with a word (Kish 1965).

        Example:
            >>> counts = count_words([("A man.", "neutral", "p1")] * 3)
            >>> counts.words["man"].total(), counts.effective("man")
            (3, 1.0)
        """
        return self.words[word].total() ** 2 / self.runs[word][2]

    def artefacts(self) -> list[ArtefactWord]:
        """Return each frequent word with each label, by decreasing mutual information."""
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
        # The estimate is smoothed towards independence of word and label.
        smoothed = (hits + SMOOTHING * base) / (n + SMOOTHING)
        return ArtefactWord(word, label, share, base, math.log(smoothed / base))

    def giving(self) -> list[str]:
        return [each.word for each in self.artefacts() if each.gives_away]

    def top(self, label: str, most: int) -> list[ArtefactWord]:
        return [each for each in self.artefacts() if each.label == label][:most]


def count_words(sentences: Iterable[tuple[str, str, str]]) -> WordCounts:
    """Count the words in sentences, given as triples of text, label and unit (see ``add``).

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
    """Return the number of sentences that contain at least one of the words.

    Example:
        >>> coverage(["Nobody sleeps.", "A man."], ["nobody"])
        1
    """
    wanted = set(words)
    return sum(not wanted.isdisjoint(words_of(text)) for text in sentences)


_TOKEN = re.compile(r"\w+(?:['’]\w+)*|[^\w\s]")
NOTHING = "–"


class Changes(NamedTuple):
    """The changes that a transformation makes to sentences."""

    #: counts of pairs (before, after); ``–`` stands for no word
    substitutions: Counter[tuple[str, str]]
    changed: int  #: number of changed sentences
    sentences: int


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
    """The distribution of a measure over pairs."""

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
        """Summarise values; ``low`` and ``high`` are the 5th and 95th percentiles."""
        if not values.size:
            return cls(0, *[float("nan")] * 7)
        percentiles = np.percentile(values, [5, 25, 50, 75, 95])
        return cls(
            int(values.size), float(values.mean()), float(values.std()), *map(float, percentiles)
        )


class Shape(NamedTuple):
    """The measures of pairs; each array is in the order of the pairs."""

    premise: Floats  #: number of words
    hypothesis: Floats
    overlap: Floats  #: share of the hypothesis's distinct words that occur in the premise

    @property
    def pair(self) -> Floats:
        return self.premise + self.hypothesis


#: Map each measure to its name in the report.
MEASURES = {
    "premise": "words of the premise",
    "hypothesis": "words of the hypothesis",
    "overlap": "overlap",
}


def shape_of(pairs: Sequence[Pair]) -> Shape:
    """Measure the length of the sentences in each pair, and the word overlap.

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
    """Return the spread of a measure over all pairs (``all``) and over the pairs of each label."""
    labels = np.array([pair.label for pair in pairs])
    return {
        "all": Spread.of(values),
        **{label: Spread.of(values[labels == label]) for label in classes_of(labels)},
    }
