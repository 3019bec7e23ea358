"""The figures in the report on an analysis."""

from collections.abc import Iterator

from litgen.analysis.analysis import Analysis
from litgen.analysis.sentence_types import TYPES
from litgen.analysis.words import MEASURES
from litgen.data import ALL_LABELS, classes_of
from litgen.reporting.figures import Entry, Figure, Mark, rows_figure
from litgen.reporting.wording import number, percent

#: Number of words shown per label.
WORDS = 8


def figures(analysis: Analysis) -> dict[str, tuple[Figure, ...]]:
    return {
        "baselines": tuple(_baselines(analysis)),
        "words": tuple(_words(analysis)),
        "types": tuple(_types(analysis)),
        "shape": tuple(_shape(analysis)),
    }


def _baselines(analysis: Analysis) -> Iterator[Figure]:
    majority = analysis.baseline("majority")
    if majority is None:
        return

    names = {
        "majority": "most frequent label",
        "hypothesis": "hypothesis alone",
        "both": "both, without word order",
    }
    constant = Mark("constant", majority.accuracy.value)
    entries = [
        Entry(
            names.get(each.key, each.key),
            [[constant, Mark("fill", value.value, value.low, value.high)]],
            [percent(value.value)],
        )
        for each in analysis.baselines
        for value in [each.accuracy]
    ]
    caption = (
        "Accuracy in per cent, cross-validated on held-out premises. Lines: 95 % intervals. Dotted "
        "mark: accuracy of always predicting the most frequent label."
    )
    title = "Accuracy of each baseline"
    yield rows_figure("baselines", title, caption, entries)


def _words(analysis: Analysis) -> Iterator[Figure]:
    artefacts = analysis.words.artefacts()
    entries = [
        Entry(
            f"{each.word}   n {number(each.share.n)}",
            [[
                Mark("constant", each.base),
                Mark("fill" if each.gives_away else "ring", each.share.value, each.share.low,
                     each.share.high),
            ]],
            [percent(each.share.value, 0)],
            label.capitalize(),
        )
        for label in ALL_LABELS
        for each in [each for each in artefacts if each.label == label][:WORDS]
    ]  # fmt: skip
    if not entries:
        return
    caption = (
        "Share of the hypotheses with the word that have the label. Lines: simultaneous intervals "
        "for all words. Dotted mark: the label's share among all hypotheses. Filled dots: the "
        "whole interval is well above this share. Words are sorted by mutual information."
    )
    yield rows_figure("words", "Words associated with a label", caption, entries)


def _types(analysis: Analysis) -> Iterator[Figure]:
    types = analysis.types
    if types is None or not types.both["read"]:
        return

    entries = []
    for name in TYPES:
        values = [(each[name], each["read"]) for each in (types.premises, types.hypotheses)]
        if any(hits for hits, _ in values):
            kind, _, short = name.rpartition(": ")
            group = {"tense": "Tense", "aspect": "Aspect"}.get(kind, "Other")
            shares = [hits / n if n else 0.0 for hits, n in values]
            entries.append(Entry(
                short if group != "Other" else name,
                [[Mark("bar", share)] for share in shares],
                [percent(share) for share in shares],
                group,
            ))  # fmt: skip

    caption = (
        "Share of the distinct sentences that the engine parsed, in per cent: premises (first "
        "line) and hypotheses (second line)."
    )
    title = "Sentence types"
    yield rows_figure("types", title, caption, entries)


def _shape(analysis: Analysis) -> Iterator[Figure]:
    for name, what in MEASURES.items():
        found = {
            label: each
            for label in classes_of(analysis.shapes[name])
            if (each := analysis.shapes[name][label]).n
        }
        share = name == "overlap"
        reach = 1.0 if share else max(10.0, *(each.high for each in found.values()))

        def write(value: float, share: bool = share) -> str:
            return percent(value, 0) if share else f"{value:.1f}"

        entries = [
            Entry(
                label,
                [[
                    Mark("band", each.median, each.quarter, each.three_quarters),
                    Mark("fill", each.median, each.low, each.high),
                ]],
                [f"{write(each.median)} / {write(each.mean)}"],
            )
            for label, each in found.items()
        ]  # fmt: skip
        caption = (
            "Line: 5th to 95th percentile. Thick line: 25th to 75th percentile. Dot: median. On "
            "the right: median / mean."
        )
        title = f"{what.capitalize()}, by label"
        if share:
            title = "Share of the hypothesis's words that occur in the premise, by label"
        axis = "{:.0%}".format if share else "{:.0f}".format
        yield rows_figure(name, title, caption, entries, (0, reach), axis)
