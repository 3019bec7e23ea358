"""Write agreement as Markdown, as JSON and as lines for a terminal."""

import json
import math
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from litgen.annotation.agreement import AgreementReport, Annotator, Coefficient, Group
from litgen.annotation.questions import QUESTIONS
from litgen.annotation.sample import ALL
from litgen.data import ALL_LABELS
from litgen.evaluation.assessment import plain
from litgen.files import refuse_taken, write_texts
from litgen.reporting.grid import Cell, Column, count, table
from litgen.reporting.templates import escape, table_rows
from litgen.reporting.wording import NOTHING, counted, interval, listed, number, percent
from litgen.statistics.intervals import Estimate, Share

JSON, MARKDOWN = "agreement.json", "agreement.md"


def refuse_agreement(folder: Path, overwrite: bool = False) -> None:
    """Raise a UsageError if a folder must not be overwritten; call this before any work."""
    refuse_taken(folder, (JSON, MARKDOWN), overwrite)


def write_agreement(report: AgreementReport, folder: Path, overwrite: bool = False) -> list[Path]:
    """Write ``agreement.md`` and ``agreement.json``; other files in the folder do not change."""
    refuse_agreement(folder, overwrite)
    value = json.dumps(agreement_as_json(report), indent=2, ensure_ascii=False)
    return write_texts(folder, {MARKDOWN: render_agreement(report), JSON: value + "\n"})


def agreement_as_json(report: AgreementReport) -> dict[str, Any]:
    manifest = report.key.manifest
    of_sample = ("contrast_set", "unit", "questions", "by", "per", "seed", "items")
    parts = ("annotators", "unanswered", "groups", "judges", "disputed")
    value: dict[str, Any] = {"sample": {name: manifest[name] for name in of_sample}}
    return value | {name: plain(getattr(report, name)) for name in parts}


def render_agreement(report: AgreementReport) -> str:
    return "\n".join(_lines(report)).rstrip() + "\n"


def _lines(report: AgreementReport) -> Iterator[str]:
    manifest = report.key.manifest
    names = [Path(name).name for name in report.annotators]
    yield f"# Agreement on {counted(manifest['items'], manifest['unit'])}\n"
    yield (
        f"Sample of `{manifest['contrast_set']['name']}`, drawn with seed {manifest['seed']}; "
        f"{counted(len(report.annotators), 'annotator')}: {escape(listed(names, 12))}. "
        "Shares are in per cent, with 95 % intervals.\n"
    )
    yield (
        "Majority: items on which more than half of the annotators give the expected answer. "
        "Undecided: items without a majority. Unanimous: items on which all answers are the same. "
        "Kappa and alpha are undefined if all judgements are equal, and near 0 if nearly all are "
        "equal, even if the annotators agree well; use them only if the answers vary.\n"
    )
    for question in report.key.questions:
        yield from _question(report, question.name)
    yield from _annotators(report)
    yield from _disputed(report)


def _question(report: AgreementReport, question: str) -> Iterator[str]:
    yield f"## {question.capitalize()}\n"
    yield f"{QUESTIONS[question].texts[report.key.manifest['unit']]}\n"
    groups = [group for group in report.groups if group.question == question]
    if not groups:
        yield "No annotator answered this question.\n"
        return
    expected = QUESTIONS[question].expected
    yield f"Expected: {'the given label' if expected is None else expected}.\n"
    for by in dict.fromkeys(group.by for group in groups):
        own = (((group.name,), group, "") for group in groups if group.by == by)
        yield table_rows(table(by, "", "", (by,), _COLUMNS, own))
    whole = groups[-1]
    yield f"{weighted_in_words(whole)}\n"
    if len(whole.answers) > 1:
        yield _confusion(whole)
    if report.unanswered[question]:
        yield f"Nobody judged {counted(report.unanswered[question], 'item')}.\n"


def _with(value: Share | Estimate) -> Cell:
    if math.isnan(value.value):
        return Cell()
    return Cell(percent(value.value), interval(value.low, value.high))


def _coefficient(value: Coefficient) -> Cell:
    if math.isnan(value.value):
        return Cell()
    return Cell(_plain(value.value), f"{_plain(value.low)} to {_plain(value.high)}")


_COLUMNS: tuple[Column[Group], ...] = (
    Column("items", lambda group: count(group.items)),
    Column("judgements", lambda group: count(group.judgements)),
    Column("majority", lambda group: _with(group.majority)),
    Column("undecided", lambda group: count(group.undecided)),
    Column("unanimous", lambda group: _with(group.unanimous)),
    Column("single judgements", lambda group: _with(group.single)),
    Column("Fleiss' kappa", lambda group: _coefficient(group.kappa)),
    Column("Krippendorff's alpha", lambda group: _coefficient(group.alpha)),
)


def weighted_in_words(whole: Group) -> str:
    """Describe the weighted majority over the whole contrast set."""
    assert whole.by == ALL and whole.weighted is not None
    return f"Majority, with strata weighted by size: {_with(whole.weighted).in_line} %."


def terminal_table(groups: Sequence[Group]) -> Iterator[str]:
    """Yield the groups for a question as lines; only the majority has an interval."""
    width = max(len(group.name) for group in groups)
    sizes = (6, 22, 9, 12, 6, 6)

    def line(name: str, values: Sequence[str]) -> str:
        cells = (f"  {value:>{size}}" for value, size in zip(values, sizes, strict=True))
        return f"  {name:{width}}" + "".join(cells)

    yield line("", ("items", "majority, %", "undecided", "unanimous, %", "kappa", "alpha"))
    for at, group in enumerate(groups):
        if at and group.by != groups[at - 1].by:
            yield ""
        yield line(group.name, (
            number(group.items), _with(group.majority).in_line, number(group.undecided),
            percent(group.unanimous.value), _plain(group.kappa.value), _plain(group.alpha.value),
        ))  # fmt: skip


def _plain(value: float) -> str:
    return NOTHING if math.isnan(value) else f"{value:.2f}".replace("-", "−")


def _confusion(group: Group) -> str:
    order = [*ALL_LABELS, "yes", "no", "none"]
    said = sorted({each for counts in group.answers.values() for each in counts}, key=order.index)

    def of(answer: str) -> Callable[[Counter[str]], Cell]:
        return lambda counts: Cell(str(counts[answer]))

    columns = [Column(f"majority: {each}", of(each)) for each in said]
    names = sorted(group.answers, key=order.index)
    rows = (((name,), group.answers[name], "") for name in names)
    return table_rows(table("confusion", "", "", ("given",), columns, rows))


def _annotators(report: AgreementReport) -> Iterator[str]:
    columns: tuple[Column[Annotator], ...] = (
        Column("judged", lambda judge: Cell(str(judge.judged))),
        Column("as expected", lambda judge: _with(judge.expected)),
        Column("with the others' majority", lambda judge: _with(judge.others)),
    )
    rows = (((judge.question, judge.annotator), judge, "") for judge in report.judges)
    yield "## Annotators\n"
    yield table_rows(table("judges", "", "", ("question", "annotator"), columns, rows))


def _disputed(report: AgreementReport) -> Iterator[str]:
    if report.disputed:
        yield "## Items to review\n"
        yield "The majority did not give the expected answer, or there is no majority.\n"
    for each in report.disputed:
        said = ", ".join(f"{escape(Path(who).name)}: {what}" for who, what in each.said.items())
        texts = " ⊢ ".join(
            escape(each.texts[name]) for name in ("premise", "hypothesis", "sentence")
            if name in each.texts
        )  # fmt: skip
        yield f"- `{each.item}` ({escape(each.id)}), {each.question}: expected {each.expected}"
        yield f"  - {texts}"
        yield f"  - {said}"
