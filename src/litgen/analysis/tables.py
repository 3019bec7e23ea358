"""The tables of an analysis, as texts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from litgen.analysis.analysis import Analysis, SentenceTypes, Transformed
from litgen.analysis.artefacts import ArtefactWord, WordCounts
from litgen.analysis.sentence_types import TYPES
from litgen.analysis.shape import MEASURES, Spread
from litgen.data import LABELS
from litgen.report.grid import Cell, Column, Row, Table, share_cell
from litgen.report.wording import NOTHING, number, percent

#: Words of each label, substitutions.
WORDS, SUBSTITUTIONS = 10, 20
#: What Li et al. 2020 (section 5.2) found among the sentences of MultiNLI that the ERG read.
LIT = {
    "tense: present": "46.4", "tense: past": "32.2", "tense: future": "2.95", "passive": "7.27",
    "modal: may": "0.58", "cleft": "0.227",
}  # fmt: skip


def tables(analysis: Analysis) -> dict[str, tuple[Table, ...]]:
    """The tables of every section."""
    types, transformed = analysis.types, analysis.transformed
    return {
        "baselines": (_baselines(analysis),) if analysis.baselines else (),
        "words": (_words(analysis.words, "hypothesis"), _words(analysis.premise_words, "premise")),
        "types": () if types is None else (_types(types), _tenses(types), _labels(types)),
        "shape": (_shape(analysis),),
        "transformed": () if transformed is None else tuple(_transformed(transformed)),
    }


def _baselines(analysis: Analysis) -> Table:
    return Table(
        "of-baselines", "Baselines",
        "Cross-validated in five parts, no premise in two of them; in per cent.",
        ("what it sees",), (Column("accuracy"),),
        tuple(Row((each.sees,), (share_cell(each.accuracy),)) for each in analysis.baselines),
    )  # fmt: skip


def _words(words: WordCounts, side: str) -> Table:
    artefacts = words.artefacts()
    rows = [
        Row((each.word,), _word_cells(each), label.capitalize())
        for label in LABELS
        for each in [one for one in artefacts if one.label == label][:WORDS]
    ]
    return Table(
        "of-words" if side == "hypothesis" else "of-premise-words",
        f"Words of the {side} that go most with each label",
        "Pointwise mutual information (nats) of word and label, smoothed; of the pairs with the "
        f"word in the {side}, the share with the label. Intervals hold for all words together.",
        ("word",),
        (Column("PMI"), Column("with the label, %"), Column("pairs"), Column("gives it away")),
        tuple(rows),
    )  # fmt: skip


def _word_cells(each: ArtefactWord) -> tuple[Cell, ...]:
    away = "yes" if each.gives_away else "no"
    return (Cell(f"{each.pmi:.2f}"), share_cell(each.share), Cell(number(each.share.n)), Cell(away))


def _types(types: SentenceTypes) -> Table:
    modals = sorted(name for name in types.both if name.startswith("modal: ") and name not in TYPES)
    rows = []
    for name in (*TYPES, *modals):
        counts = (types.premises, types.hypotheses, types.both)
        if types.both[name] or name in LIT:
            rows.append(
                Row(
                    (name,),
                    (*(_of(each[name], each["read"]) for each in counts),
                     Cell(LIT.get(name, NOTHING))),
                )
            )  # fmt: skip
    return Table(
        "of-types", "Types of sentences",
        f"Of the distinct sentences that the engine ({types.engine}) read, in per cent. Beside "
        "them what Li et al. (2020, section 5.2) found in MultiNLI.",
        ("type",),
        (Column("premises"), Column("hypotheses"), Column("both"), Column("LIT: MultiNLI")),
        tuple(rows),
    )  # fmt: skip


def _tenses(types: SentenceTypes) -> Table:
    names = ("present", "past", "future", "none")
    total = types.tense_pairs.total()
    return Table(
        "of-tenses", "Tenses of the premise (rows) and of the hypothesis (columns)",
        "Of the pairs of which both sentences were read, in per cent. Captions and fragments have "
        "no tense.",
        ("premise",), tuple(Column(name) for name in names),
        tuple(
            Row((ours,), tuple(_of(types.tense_pairs[ours, theirs], total) for theirs in names))
            for ours in names
        ),
    )  # fmt: skip


def _labels(types: SentenceTypes) -> Table:
    names = [name for name in TYPES if types.labels.get(name)]
    return Table(
        "of-labels", "Labels by the type of the hypothesis",
        "Of the pairs whose hypothesis is of a type, in per cent: negation, for one, often goes "
        "with contradiction.",
        ("hypothesis",), (*(Column(label) for label in LABELS), Column("pairs")),
        tuple(
            Row(
                (name,),
                (*(_of(types.labels[name][label], types.labels[name].total()) for label in LABELS),
                 Cell(number(types.labels[name].total()))),
            )
            for name in names
        ),
    )  # fmt: skip


def _shape(analysis: Analysis) -> Table:
    rows = []
    for name in MEASURES:
        for label, spread in analysis.shapes[name].items():
            if spread.n:
                rows.append(Row((label,), _spread(spread, name == "overlap"), MEASURES[name]))
    for label in LABELS:
        n = analysis.labels[label]
        if n:
            cell = _of(analysis.copied[label], n)
            group = "hypotheses all of whose words the premise has, %"
            rows.append(Row((label,), (cell, *[Cell("")] * 4, Cell(number(n))), group))
    return Table(
        "of-shape", "Length and overlap, by label",
        "Words of the sentences; of the distinct words of the hypothesis, the per cent that the "
        "premise has.",
        ("label",),
        (Column("mean"), Column("sd"), Column("median"), Column("5th percentile"),
         Column("95th percentile"), Column("pairs")),
        tuple(rows),
    )  # fmt: skip


def _spread(spread: Spread, share: bool) -> tuple[Cell, ...]:
    values = (spread.mean, spread.sd, spread.median, spread.low, spread.high)
    texts = [percent(value) if share else f"{value:.1f}" for value in values]
    return (*(Cell(text) for text in texts), Cell(number(spread.n)))


def _transformed(found: Transformed) -> Iterator[Table]:
    changes = found.changes
    yield Table(
        "of-substitutions", "Most frequent substitutions",
        f"In {number(changes.changed)} of {number(changes.sentences)} sentences (of all pairs) "
        "something was changed. Shares are of all substitutions.",
        ("before", "after"), (Column("times"), Column("share, %")),
        tuple(
            Row(pair, (Cell(number(times)), _of(times, changes.substitutions.total())))
            for pair, times in changes.substitutions.most_common(SUBSTITUTIONS)
        ),
    )  # fmt: skip
    yield _before_after(found)
    yield Table(
        "of-lengths", "Length of a pair before and after, in words",
        "By the label before. Mean and standard deviation.",
        ("label",), (Column("before"), Column("after"), Column("pairs")),
        tuple(
            Row((label,), (*(Cell(f"{each.mean:.2f}", f"± {each.sd:.2f}") for each in both),
                           Cell(number(both[0].n))))
            for label, both in found.lengths.items() if both[0].n
        ),
    )  # fmt: skip


def _before_after(found: Transformed) -> Table:
    """The words that go most with each label, before and after."""
    sides = [_top(each) for each in (found.before, found.after)]
    rows = []
    for label in LABELS:
        for place in range(WORDS):
            cells = [
                Cell(f"{each.word} ({each.pmi:.2f}, {percent(each.share.value, 0)} %)")
                if (each := _at(side.get(label, ()), place))
                else Cell(NOTHING)
                for side in sides
            ]
            if any(cell.text != NOTHING for cell in cells):
                rows.append(Row((f"{place + 1}",), tuple(cells), label.capitalize()))
    return Table(
        "of-artefacts", "Words that go most with each label, before and after",
        "Mutual information, and the share of the label among the hypotheses with the word.",
        ("place",), (Column("before"), Column("after")), tuple(rows),
    )  # fmt: skip


def _top(words: WordCounts) -> Mapping[str, Sequence[ArtefactWord]]:
    artefacts = words.artefacts()
    return {label: [each for each in artefacts if each.label == label] for label in LABELS}


def _at(words: Sequence[ArtefactWord], place: int) -> ArtefactWord | None:
    return words[place] if place < len(words) and words[place].pmi > 0 else None


def _of(hits: int, n: int) -> Cell:
    if not n:
        return Cell(NOTHING)
    share = hits / n
    return Cell(percent(share, 1 if share >= 0.1 or not hits else 2), number(hits))
