"""The table and the summary sentences for claims checked against documents."""

from collections.abc import Iterator

from litgen.evaluation.assessment import Assessment
from litgen.evaluation.grounded import Grounded
from litgen.reporting.grid import Cell, Column, Table, count, naming, share_cell, table
from litgen.reporting.wording import counted, in_words, interval, number, percent
from litgen.statistics.intervals import Share

_GROUPS = {"all": "All claims", "length": "By length of the document", "edit": "By kind of edit"}


def grounded_table(assessment: Assessment) -> Table:
    """Return a table of false support and false alarms; empty if no claim changes in meaning."""
    columns: tuple[Column[Grounded], ...] = (
        Column("claims", lambda g: count(g.claims.n), "distinct supported claims"),
        Column("accepted", lambda g: share_cell(g.claims),
               "share of the supported claims that the model accepts, in per cent"),
        Column("changed", lambda g: count(g.false_support.n),
               "rewritings of accepted claims that change the meaning"),
        Column("false support", lambda g: _share(g.false_support),
               "share of these that the model still accepts, in per cent"),
        Column("reworded", lambda g: count(g.false_alarm.n),
               "rewritings of accepted claims that keep the meaning"),
        Column("false alarm", lambda g: _share(g.false_alarm),
               "share of these that the model rejects, in per cent"),
        Column("balanced accuracy", lambda g: Cell(
            percent(g.balanced.value), interval(g.balanced.low, g.balanced.high),
        ) if g.balanced else Cell(),
               "mean of the accuracy on supported claims and on those whose meaning was changed"),
    )  # fmt: skip
    return table(
        "grounded",
        "Claims and documents",
        "The premise is a document that stays the same; the hypothesis is a claim that it "
        "supports. A claim whose meaning was changed is no longer supported: accepting it is false "
        "support. A claim that was only reworded is still supported: rejecting it is a false "
        "alarm. Both shares are of the rewritings whose original claim the model accepts; "
        "contradiction and neutral count as rejection. A model that accepts every claim, or none, "
        "has a balanced accuracy of 50.",
        naming(assessment, "claims"),
        columns,
        (
            (naming(assessment, each.name, each.model), each, _GROUPS[each.by])
            for each in assessment.grounded
        ),
    )


def grounded_quotes(assessment: Assessment, model: str) -> tuple[str, ...]:
    """Return sentences on truncated inputs, false support, false alarms and balanced accuracy."""
    return (*_truncated(assessment, model), *_all(assessment, model))


def _share(found: Share) -> Cell:
    return share_cell(found if found.n else None)


def _truncated(assessment: Assessment, model: str) -> Iterator[str]:
    if not assessment.grounded:
        return
    for each in assessment.cut:
        if each.model == model:
            whole = f", {in_words(each.whole)} on the other inputs" if each.whole.n else ""
            yield (
                f"{number(each.inputs.hits)} of {number(each.inputs.n)} inputs "
                f"({percent(each.inputs.value)} %) exceed the model's maximum length and were "
                f"truncated. Accuracy: {in_words(each.accuracy)} on these{whole}."
            )


def _all(assessment: Assessment, model: str) -> Iterator[str]:
    for each in assessment.grounded:
        if (each.model, each.by) != (model, "all"):
            continue
        claims = number(each.claims.n)
        yield f"It accepts {in_words(each.claims)} of {claims} supported claims."
        if each.false_support.n:
            yield (
                f"False support: it still accepts {in_words(each.false_support)} of "
                f"{counted(each.false_support.n, 'rewriting')} of accepted claims that change the "
                "meaning."
            )
        if each.false_alarm.n:
            yield (
                f"False alarm: it rejects {in_words(each.false_alarm)} of "
                f"{counted(each.false_alarm.n, 'rewriting')} of accepted claims that keep the "
                "meaning."
            )
        if each.balanced:
            value, low, high = each.balanced
            yield f"Balanced accuracy: {percent(value)} % ({interval(low, high)})."
