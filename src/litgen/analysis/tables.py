"""The tables in the report on an analysis."""

from collections import Counter
from collections.abc import Callable, Iterator

from litgen.analysis.analysis import Analysis, SentenceTypes, Transformed
from litgen.analysis.sentence_types import TYPES
from litgen.analysis.words import MEASURES, ArtefactWord, Spread, WordCounts
from litgen.data import ALL_LABELS, classes_of
from litgen.reporting.grid import Cell, Column, Entry, Table, count, share_cell, table
from litgen.reporting.wording import NOTHING, number, percent

#: Number of words shown per label, and number of substitutions shown.
WORDS, SUBSTITUTIONS = 10, 20
#: Shares that Li et al. 2020 (section 5.2) report for the MultiNLI sentences that the ERG parsed.
LIT = {
    "tense: present": "46.4", "tense: past": "32.2", "tense: future": "2.95", "passive": "7.27",
    "modal: may": "0.58", "cleft": "0.227",
}  # fmt: skip


def tables(analysis: Analysis) -> dict[str, tuple[Table, ...]]:
    types, transformed = analysis.types, analysis.transformed
    baselines = table(
        "of-baselines", "Baselines",
        "Accuracy in five-fold cross-validation with all pairs of a premise in one fold, in per "
        "cent.",
        ("input",), (Column("accuracy", share_cell),),
        (((each.sees,), each.accuracy, "") for each in analysis.baselines),
    )  # fmt: skip
    return {
        "baselines": (baselines,) if analysis.baselines else (),
        "words": (_words(analysis.words, "hypothesis"), _words(analysis.premise_words, "premise")),
        "types": () if types is None else (_types(types), _tenses(types), _labels(types)),
        "shape": (_shape(analysis),),
        "transformed": () if transformed is None else tuple(_transformed(transformed)),
    }


def _words(words: WordCounts, side: str) -> Table:
    columns: tuple[Column[ArtefactWord], ...] = (
        Column("PMI", lambda each: Cell(f"{each.pmi:.2f}")),
        Column("with the label, %", lambda each: share_cell(each.share)),
        Column("pairs", lambda each: count(each.share.n)),
        Column("predicts it", lambda each: Cell("yes" if each.gives_away else "no")),
    )
    return table(
        "of-words" if side == "hypothesis" else "of-premise-words",
        f"Words of the {side} most associated with each label",
        "Pointwise mutual information (PMI, in nats) of word and label, smoothed, and the share of "
        f"the pairs with the word in the {side} that have the label. Intervals are simultaneous.",
        ("word",), columns,
        (((each.word,), each, label.capitalize())
         for label in ALL_LABELS for each in words.top(label, WORDS)),
    )  # fmt: skip


def _types(types: SentenceTypes) -> Table:
    modals = sorted(name for name in types.both if name.startswith("modal: ") and name not in TYPES)

    def of(counts: Counter[str]) -> Callable[[str], Cell]:
        return lambda name: _of(counts[name], counts["read"])

    return table(
        "of-types", "Sentence types",
        f"Share of the distinct sentences that the engine ({types.engine}) parsed, in per cent, "
        "and the figures of Li et al. (2020, section 5.2) for MultiNLI.",
        ("type",),
        (
            Column("premises", of(types.premises)), Column("hypotheses", of(types.hypotheses)),
            Column("both", of(types.both)),
            Column("LIT: MultiNLI", lambda name: Cell(LIT.get(name, NOTHING))),
        ),
        (((name,), name, "") for name in (*TYPES, *modals) if types.both[name] or name in LIT),
    )  # fmt: skip


def _tenses(types: SentenceTypes) -> Table:
    names = ("present", "past", "future", "none")
    total = types.tense_pairs.total()

    def beside(theirs: str) -> Callable[[str], Cell]:
        return lambda ours: _of(types.tense_pairs[ours, theirs], total)

    return table(
        "of-tenses", "Tenses of the premise (rows) and of the hypothesis (columns)",
        "Share in per cent of the pairs whose two sentences were parsed. Captions and fragments "
        "have no tense.",
        ("premise",), [Column(name, beside(name)) for name in names],
        (((ours,), ours, "") for ours in names),
    )  # fmt: skip


def _labels(types: SentenceTypes) -> Table:
    def of(label: str) -> Callable[[Counter[str]], Cell]:
        return lambda labels: _of(labels[label], labels.total())

    labels = classes_of({each for found in types.labels.values() for each in found})
    return table(
        "of-labels", "Labels by the type of the hypothesis",
        "Share of each label among the pairs whose hypothesis has the type, in per cent. Negation, "
        "for example, is often associated with contradiction.",
        ("hypothesis",),
        (*(Column(label, of(label)) for label in labels),
         Column("pairs", lambda labels: count(labels.total()))),
        (((name,), types.labels[name], "") for name in TYPES if types.labels.get(name)),
    )  # fmt: skip


def _shape(analysis: Analysis) -> Table:
    titles = ("mean", "sd", "median", "5th percentile", "95th percentile", "pairs")
    return table(
        "of-shape", "Length and overlap, by label",
        "Number of words, and share of the hypothesis's distinct words that occur in the premise, "
        "in per cent.",
        ("label",),
        [Column(title, _at(place)) for place, title in enumerate(titles)],
        _spreads(analysis),
    )  # fmt: skip


def _spreads(analysis: Analysis) -> Iterator[Entry[list[Cell]]]:
    for name, what in MEASURES.items():
        for label, spread in analysis.shapes[name].items():
            if spread.n:
                yield (label,), _spread(spread, name == "overlap"), what
    for label in ALL_LABELS:
        if n := analysis.labels[label]:
            cells = [_of(analysis.copied[label], n), *[Cell("")] * 4, count(n)]
            yield (label,), cells, "hypotheses whose words all occur in the premise, %"


def _spread(spread: Spread, share: bool) -> list[Cell]:
    values = (spread.mean, spread.sd, spread.median, spread.low, spread.high)
    return [*(Cell(percent(each) if share else f"{each:.1f}") for each in values), count(spread.n)]


def _at(place: int) -> Callable[[list[Cell]], Cell]:
    return lambda cells: cells[place]


def _transformed(found: Transformed) -> Iterator[Table]:
    changes = found.changes
    total = changes.substitutions.total()
    yield table(
        "of-substitutions", "Most frequent substitutions",
        f"{number(changes.changed)} of {number(changes.sentences)} sentences were changed. Shares "
        "are of all substitutions.",
        ("before", "after"), (Column("count", count), Column("share, %", lambda n: _of(n, total))),
        ((pair, n, "") for pair, n in changes.substitutions.most_common(SUBSTITUTIONS)),
    )  # fmt: skip
    yield table(
        "of-artefacts", "Words most associated with each label, before and after",
        "In brackets: mutual information, and the label's share of the hypotheses with the word.",
        ("rank",), (Column("before", _at(0)), Column("after", _at(1))), _before_after(found),
    )  # fmt: skip
    columns: tuple[Column[tuple[Spread, Spread]], ...] = (
        Column("before", lambda both: _mean(both[0])), Column("after", lambda both: _mean(both[1])),
        Column("pairs", lambda both: count(both[0].n)),
    )  # fmt: skip
    yield table(
        "of-lengths", "Length of a pair before and after, in words",
        "Mean and standard deviation, by the original label.",
        ("label",), columns,
        (((label,), both, "") for label, both in found.lengths.items() if both[0].n),
    )  # fmt: skip


def _mean(spread: Spread) -> Cell:
    return Cell(f"{spread.mean:.2f}", f"± {spread.sd:.2f}")


def _before_after(found: Transformed) -> Iterator[Entry[list[Cell]]]:
    """Yield the words most associated with each label before and after the transformation."""
    for label in ALL_LABELS:
        sides = [
            [each for each in side.top(label, WORDS) if each.pmi > 0]
            for side in (found.before, found.after)
        ]
        for place in range(max(map(len, sides))):
            cells = [_word(side[place]) if place < len(side) else Cell() for side in sides]
            yield (f"{place + 1}",), cells, label.capitalize()


def _word(each: ArtefactWord) -> Cell:
    return Cell(f"{each.word} ({each.pmi:.2f}, {percent(each.share.value, 0)} %)")


def _of(hits: int, n: int) -> Cell:
    if not n:
        return Cell()
    share = hits / n
    return Cell(percent(share, 1 if share >= 0.1 or not hits else 2), number(hits))
