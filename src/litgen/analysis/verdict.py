"""The findings of an analysis, each with its numbers, and the verdict based on them."""

from collections.abc import Iterator
from typing import Literal, NamedTuple

from litgen.analysis.analysis import Analysis
from litgen.analysis.words import MARGIN, WordCounts
from litgen.reporting.wording import counted, interval, listed, number, percent
from litgen.statistics.intervals import Share

Level = Literal["strong", "some", "none", "unclear"]

#: Minimum gains over the most frequent label's share for the levels ``strong`` and ``some``.
STRONG, SOME = 0.15, 0.03
#: Minimum shares of hypotheses with a word that gives the label away, for the same levels.
STRONG_WORDS, SOME_WORDS = 0.25, 0.05
#: Sentence types with a lower share than this are too rare to learn from.
RARE = 0.01
#: The sentence types that Li et al. 2020 (section 5.2) counted, under litgen's names.
LOOKED_FOR = (
    "tense: present", "tense: past", "tense: future", "passive", "modal: may", "cleft", "negated",
    "question",
)  # fmt: skip


class Finding(NamedTuple):
    key: str  #: subject of the finding
    level: Level  #: how strongly it reveals labels; ``unclear`` if there are too few pairs
    sentence: str  #: a sentence that states the finding with its numbers


class Verdict(NamedTuple):
    level: Level
    sentence: str
    findings: tuple[Finding, ...]
    gaps: tuple[str, ...]
    caveats: tuple[str, ...]


_SENTENCES: dict[Level, str] = {
    "strong": "Many labels of this data set can be predicted without understanding the pair. "
    "Accuracy alone means little: report it with the baselines below, and test on contrast pairs.",
    "some": "Some labels of this data set can be predicted without understanding the pair. Compare "
    "accuracies with the baselines below, not with chance.",
    "none": "The analysis found none of the shortcuts that it looks for.",
    "unclear": "There are too few pairs to tell whether labels can be predicted without "
    "understanding the pair.",
}


def judge(analysis: Analysis) -> Verdict:
    """Return the verdict on a data set.

    A baseline that sees only a part of each pair should do no better than always predicting the
    most frequent label (Gururangan et al. 2018; Talman et al. 2021).
    """
    findings = tuple(_findings(analysis))
    levels = {finding.level for finding in findings}
    order: tuple[Level, ...] = ("strong", "some", "unclear", "none")
    level: Level = next((each for each in order if each in levels), "unclear")
    return Verdict(
        level, _SENTENCES[level], findings, tuple(_gaps(analysis)), tuple(_caveats(analysis, level))
    )


def _findings(analysis: Analysis) -> Iterator[Finding]:
    majority = analysis.baseline("majority")
    if majority is not None:
        names = {
            "hypothesis": "The words of the hypothesis alone",
            "overlap": "The share of the hypothesis's words that occur in the premise",
            "length": "The lengths of the two sentences",
        }
        for key, what in names.items():
            baseline = analysis.baseline(key)
            if baseline is not None:
                yield _of_baseline(key, what, baseline.accuracy, majority.accuracy)
    yield _of_words("hypothesis", analysis.words, analysis.covered)
    yield _of_words("premise", analysis.premise_words, analysis.premise_covered)


def _of_baseline(key: str, what: str, accuracy: Share, majority: Share) -> Finding:
    level = level_of(accuracy, majority.value)
    end = {
        "strong": "a strong shortcut",
        "some": "a shortcut",
        "none": "no shortcut",
        "unclear": "too few pairs to tell",
    }[level]
    verb = "predicts" if key == "overlap" else "predict"
    return Finding(
        key,
        level,
        f"{what} {verb} {percent(accuracy.value)} % of the labels "
        f"({interval(accuracy.low, accuracy.high)}); the most frequent label is right for "
        f"{percent(majority.value)} %: {end}.",
    )


def level_of(accuracy: Share, majority: float) -> Level:
    """Return the level of artefact that an accuracy shows, given the most frequent label's share.

    Example:
        >>> level_of(Share(670, 1000, 0.64, 0.70), 0.34), level_of(Share(6, 10, 0.3, 0.8), 0.5)
        ('strong', 'unclear')
    """
    if accuracy.low >= majority + STRONG:
        return "strong"
    if accuracy.low >= majority + SOME:
        return "some"
    return "none" if accuracy.high < majority + 2 * SOME else "unclear"


def _of_words(side: str, words: WordCounts, covered: int) -> Finding:
    giving = [each for each in words.artefacts() if each.gives_away]
    key = "words" if side == "hypothesis" else "premise words"
    if not giving:
        return Finding(
            key, "none",
            f"No word of the {side} predicts a label: none raises a label's share by more than "
            f"{percent(MARGIN, 0)} points, with all words tested together.",
        )  # fmt: skip
    held = covered / words.labels.total()
    level: Level = "none"
    if held >= SOME_WORDS:
        level = "strong" if held >= STRONG_WORDS else "some"
    shown = [
        f"{each.word} ({each.label}, {percent(each.share.value, 0)} % of {number(each.share.n)})"
        for each in giving[:5]
    ]
    return Finding(
        key, level,
        f"{counted(len(giving), f'word of the {side} predicts', f'words of the {side} predict')} a "
        f"label, such as {listed(shown, 5)}; {percent(held)} % of the pairs contain one of them.",
    )  # fmt: skip


def _gaps(analysis: Analysis) -> Iterator[str]:
    """Yield sentences about types that are too rare in the data set for a model to learn."""
    types = analysis.types
    if types is None or not types.both["read"]:
        return
    read = types.both["read"]
    rare = [
        f"{name.removeprefix('tense: ').removeprefix('modal: ')} ({percent(number_ / read, 2)} %)"
        for name in LOOKED_FOR
        if (number_ := types.both[name]) / read < RARE
    ]
    if rare:
        yield (
            f"Types with fewer than {percent(RARE, 0)} % of the sentences: {listed(rare, 9)}. A "
            "model can learn little about them from this data set."
        )
    total = types.tense_pairs.total()
    unlike = sum(types.tense_pairs[pair] for pair in (("past", "future"), ("future", "past")))
    if total and unlike / total < RARE:
        yield (
            f"{number(unlike)} of {number(total)} pairs combine past and future tense, so a model "
            "can hardly learn that the future does not follow from the past."
        )


def _caveats(analysis: Analysis, level: Level) -> Iterator[str]:
    if analysis.missing is not None:
        yield f"There are no baselines ({analysis.missing}): the verdict is based on words alone."
    else:
        yield (
            "The baselines are weak models: a stronger model may find shortcuts that they miss. A "
            "hypothesis can also be likely or unlikely without the premise, which is world "
            "knowledge, not an artefact."
        )
    if level == "none":
        yield (
            "Absence of evidence is not proof: drop words (litgen transform --suite sanity) and "
            "see whether a trained model keeps its accuracy (Talman et al. 2021)."
        )
    types = analysis.types
    if types is not None and types.sentences:
        left = types.declined.total()
        yield (
            f"{percent(left / types.sentences)} % of the {number(types.sentences)} distinct "
            "sentences could not be parsed, mostly long and unusual ones. The shares of sentence "
            "types are based on the engine's parses of the other sentences."
        )
    if analysis.pairs < 2000:
        yield f"With only {counted(analysis.pairs, 'pair')}, the intervals are wide."
    yield (
        "An association of a word with a label shows what a model could use, not what it uses: "
        "evaluate the model on contrast pairs (litgen evaluate, litgen report)."
    )
