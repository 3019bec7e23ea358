"""Agreement as Markdown, as JSON, and as lines on a terminal."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from litgen.annotation.agreement import AgreementReport, Coefficient, Disputed, Group
from litgen.annotation.questions import QUESTIONS
from litgen.annotation.sample import ALL
from litgen.data import LABELS
from litgen.evaluation.assessment import plain
from litgen.files import refuse_taken, write_json, write_whole
from litgen.report.markdown import escape
from litgen.report.wording import NOTHING, counted, interval, listed, number, percent
from litgen.statistics import Share, Stratified

JSON, MARKDOWN = "agreement.json", "agreement.md"
#: Columns after the group's name.
COLUMNS = (
    "items", "judgements", "majority", "undecided", "unanimous", "single judgements",
    "Fleiss' kappa", "Krippendorff's alpha",
)  # fmt: skip


def refuse_agreement(folder: Path, overwrite: bool = False) -> None:
    """Refuse a folder that the agreement must not be written to; call it before any work.

    Raises:
        UsageError: it is a file, or holds an agreement and not ``overwrite``.
    """
    refuse_taken(folder, (JSON, MARKDOWN), overwrite)


def write_agreement(report: AgreementReport, folder: Path, overwrite: bool = False) -> list[Path]:
    """Write ``agreement.md`` and ``agreement.json``; everything else in the folder stays.

    Raises:
        UsageError: the folder is refused.
    """
    refuse_agreement(folder, overwrite)
    text = render_agreement(report)
    folder.mkdir(parents=True, exist_ok=True)
    write_json(folder / JSON, agreement_as_json(report))
    write_whole(folder / MARKDOWN, [text.encode("utf-8", "replace")])
    return [folder / MARKDOWN, folder / JSON]


def agreement_as_json(report: AgreementReport) -> dict[str, Any]:
    """The agreement as JSON values."""
    manifest = report.key.manifest
    value: dict[str, Any] = plain(
        {
            "sample": {name: manifest[name] for name in
                       ("contrast_set", "unit", "questions", "by", "per", "seed", "items")},
            "annotators": report.annotators,
            "unanswered": report.unanswered,
            "groups": report.groups,
            "judges": report.judges,
            "disputed": report.disputed,
        }
    )  # fmt: skip
    return value


def render_agreement(report: AgreementReport) -> str:
    """The agreement as Markdown."""
    return "\n".join(_lines(report)).rstrip() + "\n"


def _lines(report: AgreementReport) -> Iterator[str]:
    manifest = report.key.manifest
    yield f"# Agreement on {counted(manifest['items'], manifest['unit'])}\n"
    yield (
        f"Of `{manifest['contrast_set']['name']}`, drawn with seed {manifest['seed']}; "
        f"{counted(len(report.annotators), 'annotator')}: {escape(listed(_names(report), 12))}. "
        "In per cent, with 95 % intervals.\n"
    )
    yield (
        "Majority: items of which more than half of their judges say what is expected. Undecided: "
        "items without a majority. Unanimous: all say the same. Kappa and alpha have no value "
        "where all judgements are alike, and are near 0 where nearly all are, however well people "
        "agree; read them over groups in which the answers vary.\n"
    )
    for question in report.key.questions:
        yield from _question(report, question.name)
    yield from _judges(report)
    yield from _disputed(report.disputed)


def _names(report: AgreementReport) -> list[str]:
    return [Path(name).name for name in report.annotators]


def _question(report: AgreementReport, question: str) -> Iterator[str]:
    yield f"## {question.capitalize()}\n"
    yield f"{QUESTIONS[question].texts[report.key.manifest['unit']]}\n"
    groups = [group for group in report.groups if group.question == question]
    if not groups:
        yield "Nobody answered.\n"
        return
    expected = QUESTIONS[question].expected
    yield f"Expected: {'the given label' if expected is None else expected}.\n"
    for by in dict.fromkeys(group.by for group in groups):
        rows = [group for group in groups if group.by == by]
        yield f"| {by} | " + " | ".join(COLUMNS) + " |"
        yield "|---|" + "---:|" * len(COLUMNS)
        for group in rows:
            yield f"| {escape(group.name)} | " + " | ".join(cells(group)) + " |"
        yield ""
    whole = groups[-1]
    yield f"{weighted_in_words(whole)}\n"
    if len(whole.answers) > 1:
        yield from _confusion(whole)
    if report.unanswered[question]:
        yield f"Nobody judged {counted(report.unanswered[question], 'item')}.\n"


def cells(group: Group) -> list[str]:
    """The fields of a group's row, in the order of ``COLUMNS``."""
    return [
        number(group.items), number(group.judgements), _with(group.majority),
        number(group.undecided), _with(group.unanimous), _with(group.single),
        _coefficient(group.kappa), _coefficient(group.alpha),
    ]  # fmt: skip


def _with(value: Share | Stratified) -> str:
    if math.isnan(value.value):
        return NOTHING
    return f"{percent(value.value)} ({interval(value.low, value.high)})"


def _coefficient(value: Coefficient) -> str:
    if math.isnan(value.value):
        return NOTHING
    return f"{_plain(value.value)} ({_plain(value.low)} to {_plain(value.high)})"


def weighted_in_words(whole: Group) -> str:
    """The majority over the whole contrast set, of the group of all items."""
    assert whole.by == ALL and whole.weighted is not None
    return f"Majority, every stratum weighted by its size: {_with(whole.weighted)} %."


def terminal_table(groups: Sequence[Group]) -> Iterator[str]:
    """The groups of a question as lines: without the intervals of all but the majority."""
    width = max(len(group.name) for group in groups)
    heads = ("items", "majority, %", "undecided", "unanimous, %", "kappa", "alpha")
    sizes = (6, 22, 9, 12, 6, 6)
    yield (
        "  "
        + " " * width
        + "".join(f"  {head:>{size}}" for head, size in zip(heads, sizes, strict=True))
    )
    for at, group in enumerate(groups):
        if at and group.by != groups[at - 1].by:
            yield ""
        values = (
            number(group.items), _with(group.majority), number(group.undecided),
            percent(group.unanimous.value), _plain(group.kappa.value), _plain(group.alpha.value),
        )  # fmt: skip
        yield f"  {group.name:{width}}" + "".join(
            f"  {value:>{size}}" for value, size in zip(values, sizes, strict=True)
        )


def _plain(value: float) -> str:
    return NOTHING if math.isnan(value) else f"{value:.2f}".replace("-", "−")


def _confusion(group: Group) -> Iterator[str]:
    order = {name: at for at, name in enumerate((*LABELS, "yes", "no"))}
    said = sorted(
        {each for counts in group.answers.values() for each in counts},
        key=lambda name: order.get(name, len(order)),
    )
    yield "| given | " + " | ".join(f"majority: {each}" for each in said) + " |"
    yield "|---|" + "---:|" * len(said)
    for expected, counts in sorted(group.answers.items(), key=lambda each: order[each[0]]):
        yield f"| {expected} | " + " | ".join(str(counts.get(each, 0)) for each in said) + " |"
    yield ""


def _judges(report: AgreementReport) -> Iterator[str]:
    yield "## Annotators\n"
    yield "| question | annotator | judged | as expected | with the others' majority |"
    yield "|---|---|---:|---:|---:|"
    for judge in report.judges:
        yield (
            f"| {judge.question} | {escape(judge.annotator)} | {judge.judged} | "
            f"{_with(judge.expected)} | {_with(judge.others)} |"
        )
    yield ""


def _disputed(disputed: tuple[Disputed, ...]) -> Iterator[str]:
    if not disputed:
        return
    yield "## Items to look at\n"
    yield "The majority is not what is expected, or there is none.\n"
    for each in disputed:
        said = ", ".join(f"{escape(Path(who).name)}: {what}" for who, what in each.said.items())
        texts = " ⊢ ".join(
            escape(each.texts[name]) for name in ("premise", "hypothesis", "sentence")
            if name in each.texts
        )  # fmt: skip
        yield f"- `{each.item}` ({escape(each.id)}), {each.question}: expected {each.expected}"
        yield f"  - {texts}"
        yield f"  - {said}"
    yield ""
