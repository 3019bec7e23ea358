"""A report as Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterator

from litgen.report.content import Report
from litgen.report.examples import Example
from litgen.report.figures import Figure
from litgen.report.grid import Cell, Table
from litgen.report.summary import procedure_in_words
from litgen.report.wording import counted, number, percent

#: Example pairs in Markdown; the page has them all.
_EXAMPLES = 12
_SPECIAL = re.compile(r"([\\`*_{}\[\]<>|#])")


def render_markdown(report: Report) -> str:
    """The report's Markdown; what comes from data is escaped."""
    return "\n".join(_lines(report)).rstrip() + "\n"


def _lines(report: Report) -> Iterator[str]:
    found = report.assessment
    yield f"# {escape(report.title)}\n"
    columns = found.columns
    yield (
        f"{counted(len(columns), 'labelled contrast pair')} of "
        f"{counted(len(found.infos), 'contrast')}. Accuracies in per cent, with 95 % intervals; "
        f"differences in points. Tests: {procedure_in_words(found)}.\n"
    )
    tables = {table.key: table for table in report.tables}
    yield from _controls(report, tables.pop("control", None))
    for warning in report.warnings:
        yield f"> **Note.** {escape(warning)}\n"
    yield "## Summary\n"
    yield from _rows(tables.pop("glance"))
    for headline in report.headlines:
        yield f"**{escape(headline.model)}.** {escape(headline.verdict)}\n"
        yield from (f"- {escape(sentence)}" for sentence in headline.sentences)
        yield ""
    yield from _hard(report)
    yield "## Figures\n"
    for figure in report.figures:
        if figure.key != "control":
            yield from _figure(figure)
    for table in (*report.tests, *tables.values()):
        yield from table_lines(table)
    yield from _examples(report)
    yield "## How to make it again\n"
    yield f"```\n{report.signature}\n```\n"
    yield "```\n" + "\n".join(report.commands) + "\n```"


def _controls(report: Report, table: Table | None) -> Iterator[str]:
    """Contrast against control: what can be quoted, the first table, the first figure."""
    if table is None:
        return
    yield f"## {escape(table.title)}\n"
    for headline in report.headlines:
        yield f"**{escape(headline.model)}.** {escape(headline.controls)}\n"
        yield from (f"- {escape(sentence)}" for sentence in headline.quotes)
        yield ""
    yield f"{escape(table.note)}\n"
    yield from _rows(table)
    yield from _figure(report.figures[0])


def _figure(figure: Figure) -> Iterator[str]:
    yield f"![{escape(figure.title)}]({figure.key}.svg)\n"
    yield f"{escape(figure.caption)}\n"


def _hard(report: Report) -> Iterator[str]:
    pairs = int(report.assessment.hard.sum())
    if not any(each.original_right.any() for each in report.assessment.models):
        return
    by_contrast = ", ".join(f"{escape(name)} {number(n)}" for name, n in report.hard.items())
    yield (
        f"Hard pairs, right on the original and wrong on the contrast for every model: "
        f"{number(pairs)}" + (f" ({by_contrast})." if by_contrast else ".") + "\n"
    )


def table_lines(table: Table, heading: str = "##") -> Iterator[str]:
    """A table under a heading of its own."""
    yield f"{heading} {escape(table.title)}\n"
    yield f"{escape(table.note)}\n"
    yield from _rows(table)


def _rows(table: Table) -> Iterator[str]:
    titles = [*table.names, *(column.title for column in table.columns)]
    yield "| " + " | ".join(escape(title) for title in titles) + " |"
    yield "|" + "---|" * len(table.names) + "---:|" * len(table.columns)
    for group, rows in table.groups:
        if group:
            yield f"| **{escape(group)}** |" + " |" * (len(titles) - 1)
        for row in rows:
            cells = [*(escape(name) for name in row.names), *map(_cell, row.cells)]
            yield "| " + " | ".join(cells) + " |"
    yield ""


def _cell(cell: Cell) -> str:
    return escape(f"{cell.text} ({cell.below})" if cell.below else cell.text)


def _examples(report: Report) -> Iterator[str]:
    hard = [each for each in report.examples if each.hard]
    chosen = (hard or list(report.examples))[:_EXAMPLES]
    if not chosen:
        return
    yield "## Examples\n"
    what = "Hard pairs: every model loses them." if hard else "Some pairs."
    yield f"{what} The page has {number(len(report.examples))} to search.\n"
    for example in chosen:
        yield from _example(example)


def _example(example: Example) -> Iterator[str]:
    record = example.record
    before = record["original_label"] or "new pair"
    yield f"- **{escape(record['contrast'])}**, {before} → {record['label']} (`{record['id']}`)"
    if record["original_label"] is not None:
        yield f"  - original: {_pair(record['original_premise'], record['original_hypothesis'])}"
    yield f"  - contrast: {_pair(record['premise'], record['hypothesis'])}"
    for said in example.said:
        first = "" if said.original is None else f"{said.original}, then "
        sure = said.contrast_confidence
        confidence = "" if sure is None else f" ({percent(sure, 0)} %)"
        yield f"  - {escape(said.model)}: {first}{said.contrast}{confidence}"


def _pair(premise: str, hypothesis: str) -> str:
    return f"{escape(premise)} ⊢ {escape(hypothesis)}"


def escape(text: str) -> str:
    """A text that Markdown shows as it is, on one line.

    Example:
        >>> escape("<b> a|b")
        '\\\\<b\\\\> a\\\\|b'
    """
    return _SPECIAL.sub(r"\\\1", " ".join(text.split()))
