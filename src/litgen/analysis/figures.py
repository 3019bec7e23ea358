"""The figures of an analysis."""

import math
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator

from litgen.analysis.analysis import Analysis
from litgen.analysis.baselines import Baseline
from litgen.analysis.sentence_types import TYPES
from litgen.analysis.words import MEASURES, ArtefactWord, Spread
from litgen.data import ALL_LABELS, classes_of
from litgen.reporting.canvas import Canvas, Row, dot
from litgen.reporting.figures import Figure, figure
from litgen.reporting.wording import number, percent

#: Words shown of each label.
WORDS = 8
_HUNDRED = [(at / 100, f"{at} %") for at in (0, 25, 50, 75, 100)]


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

    def mark(canvas: Canvas, group: ET.Element, each: Baseline, y: float) -> str:
        canvas.constant(group, majority.accuracy.value, y)
        canvas.share(group, each.accuracy, y, "fill", each.sees)
        return percent(each.accuracy.value)

    names = {
        "majority": "most frequent label",
        "hypothesis": "hypothesis alone",
        "both": "both, as bags",
    }
    rows = [Row(names.get(each.key, each.key), [each]) for each in analysis.baselines]
    caption = (
        "Accuracy on pairs whose premises were not learned from; lines: 95 % intervals; dashed "
        "mark: what always saying the most frequent label scores. In per cent."
    )
    title = "How many labels each baseline tells"
    yield figure("baselines", title, caption, rows, mark, (0, 1), _HUNDRED)


def _words(analysis: Analysis) -> Iterator[Figure]:
    artefacts = analysis.words.artefacts()
    rows: list[Row[ArtefactWord]] = []
    for label in ALL_LABELS:
        top = [each for each in artefacts if each.label == label][:WORDS]
        rows += [
            Row(each.word, [each], label.capitalize(), f"n {number(each.share.n)}") for each in top
        ]
    if not rows:
        return

    def mark(canvas: Canvas, group: ET.Element, each: ArtefactWord, y: float) -> str:
        canvas.constant(group, each.base, y)
        kind = "fill" if each.gives_away else "ring"
        canvas.share(group, each.share, y, kind, f"{each.label} beside {each.word}")
        return percent(each.share.value, 0)

    caption = (
        "Of the hypotheses with the word, the share that has the label; lines: intervals that hold "
        "for all words together; dashed mark: the label's share among all hypotheses; filled: "
        "surely above it. By mutual information, the highest first."
    )
    yield figure("words", "Words that go with a label", caption, rows, mark, (0, 1), _HUNDRED)


def _types(analysis: Analysis) -> Iterator[Figure]:
    types = analysis.types
    if types is None or not types.both["read"]:
        return

    def mark(canvas: Canvas, group: ET.Element, value: tuple[int, int], y: float) -> str:
        (hits, n), share = value, value[0] / value[1] if value[1] else math.nan
        text = f"{percent(share, 2)} % ({number(hits)} of {number(n)})"
        canvas.bar(group, share, y, "fill", text)
        return percent(share)

    rows = []
    for name in TYPES:
        values = [(each[name], each["read"]) for each in (types.premises, types.hypotheses)]
        if any(hits for hits, _ in values):
            kind, _, short = name.rpartition(": ")
            group = {"tense": "Tense", "aspect": "Aspect"}.get(kind, "Others")
            rows.append(Row(short if group != "Others" else name, values, group))

    caption = (
        "Of the distinct sentences that the engine read, in per cent: premises (first line) and "
        "hypotheses (second line, in the other colour)."
    )
    title = "Types of sentences"
    yield figure("types", title, caption, rows, mark, (0, 1), _HUNDRED)


def _shape(analysis: Analysis) -> Iterator[Figure]:
    for name, what in MEASURES.items():
        spreads = analysis.shapes[name]
        rows = [Row(label, [spreads[label]]) for label in classes_of(spreads) if spreads[label].n]
        share = name == "overlap"
        reach = 1.0 if share else max(10.0, max(row.values[0].high for row in rows))
        axis = _HUNDRED if share else [(at * reach / 4, f"{at * reach / 4:.0f}") for at in range(5)]
        caption = (
            "Line: 5th to 95th percentile; thick: the middle half; dot: the median; at the "
            "right, median and mean."
        )
        title = f"{what.capitalize()}, by label"
        if share:
            title = "Share of the hypothesis's words that the premise has, by label"
        yield figure(name, title, caption, rows, _spread(share), (0, reach), axis)


def _spread(share: bool) -> Callable[[Canvas, ET.Element, Spread, float], str]:
    def write(value: float) -> str:
        return percent(value, 0) if share else f"{value:.1f}"

    def mark(canvas: Canvas, group: ET.Element, each: Spread, y: float) -> str:
        low, high = (min(canvas.ends[1], value) for value in (each.low, each.high))
        canvas.span(group, low, high, y, "bar")
        canvas.span(group, each.quarter, each.three_quarters, y, "link")
        dot(group, canvas.x(each.median), y, "fill")
        return f"{write(each.median)} / {write(each.mean)}"

    return mark
