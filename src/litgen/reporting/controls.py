"""Comparison of contrasts and suites with their controls: tables and quotable sentences."""

from collections.abc import Iterator

from litgen.evaluation.assessment import Assessment
from litgen.evaluation.comparison import Comparison
from litgen.evaluation.controls import Controlled
from litgen.evaluation.suite_controls import SuiteControlled
from litgen.reporting.grid import Cell, Column, Table, count, difference_cell, naming, table
from litgen.reporting.wording import (
    counted,
    in_text,
    interval,
    listed,
    number,
    percent,
    points,
    titled,
    units,
)
from litgen.statistics.corrections import NAMES
from litgen.statistics.intervals import Estimate

#: Smaller differences between shares of labels or answers are not mentioned.
_APART = 0.1


def control_table(assessment: Assessment) -> Table:
    distinct = units(assessment.procedure.unit)
    columns: list[Column[Controlled]] = [
        Column("source pairs",
               lambda each: Cell(f"{number(each.n)} of {number(each.of)}", number(each.units)),
               f"source pairs with a contrast and a control; below, distinct {distinct}"),
        Column("E, C, N", lambda each: Cell(_mixed(each.labels), _mixed(each.labels_of)),
               "labels of the originals of these pairs, in per cent; below, of all originals of "
               "the contrast"),
        Column("Acc@Ori", lambda each: Cell(percent(each.original)),
               "accuracy on the originals of these pairs"),
        Column("controls",
               lambda each: Cell(percent(each.control), points(each.control - each.original)),
               "accuracy on their controls; below, the difference from Acc@Ori"),
        Column("contrast",
               lambda each: Cell(percent(each.accuracy), points(each.accuracy - each.original)),
               "accuracy on their contrasts; below, the difference from Acc@Ori"),
        Column("extra loss", lambda each: difference_cell(each.extra),
               "loss on the contrast minus loss on the controls, in points; below, its 95 % "
               "interval"),
        Column("with label error", lambda each: Cell(_ends(each.widened) or "not judged"),
               "95 % interval that allows for label errors"),
        Column("verdict",
               lambda each: verdict_cell(
                   assessment, _test(assessment, each), "loses less", "loses more"),
               "whether the extra loss differs from 0; below, the corrected p-value"),
        Column("detectable", lambda each: _detectable(_test(assessment, each)),
               "smallest extra loss that the test would have detected, in points"),
        Column("predicts it", lambda each: Cell(
            ", ".join(percent(share, 0) for share in each.says.values()), each.answer
        ), "how often the contrast's most frequent label is predicted: for the originals, for each "
               "control, and for the contrasts, in per cent; below, the label"),
        Column("which controls", lambda each: Cell(", ".join(each.controls))),
    ]  # fmt: skip
    if not any(each.widened for each in assessment.controlled):
        columns = [column for column in columns if column.title != "with label error"]
    return table(
        "control",
        "Contrast against control on the same originals",
        "The controls have the same words and keep the label. For every source pair with a "
        "contrast and a control, the losses on the two are compared, so that the effect of the "
        "words cancels out. An extra loss above 0 is due to the change in meaning. If it is 0 or "
        "less, or if controls differ, see the last columns: a model that reacts to a word also "
        "predicts the contrast's label for a control; a model that always predicts this label also "
        "does so for the originals; a model that reacts to the meaning predicts it only for the "
        "contrasts. The tests of a model are one family: "
        f"{counted(assessment.size('control'), 'test')}, {strictness(assessment, 'control')}.",
        naming(assessment, "contrast"),
        columns,
        ((naming(assessment, each.contrast, each.model), each, "")
         for each in assessment.controlled),
    )  # fmt: skip


def strictness(assessment: Assessment, family: str) -> str:
    """Return a family's correction, and the level at which its smallest p-value is tested."""
    procedure = assessment.procedure
    return (
        f"{NAMES[procedure.correction]}, alpha {procedure.alpha:g} (the smallest p must be below "
        f"{assessment.strictest_level(family):.2g})"
    )


def _ends(value: Estimate | None) -> str:
    return interval(value.low, value.high, signed=True) if value else ""


def _detectable(test: Comparison | None) -> Cell:
    return Cell(percent(test.detectable)) if test else Cell()


def _mixed(labels: dict[str, int]) -> str:
    """Format the shares of labels, in the order E, C, N."""
    total = sum(labels.values())
    return ", ".join(percent(labels[each] / total, 0) for each in labels)


def verdict_cell(assessment: Assessment, test: Comparison | None, above: str, below: str) -> Cell:
    """Return the cell for a test: its result in words, with the p-value on a second line."""
    if test is None:
        return Cell("not chosen")
    if not test.tested:
        return Cell("too few to test")
    p = in_text(test.adjusted[assessment.procedure.test])
    if not test.rejected:
        return Cell("not shown", test.remark or p)
    return Cell(below if test.difference < 0 else above, p)


def corrected_p(assessment: Assessment, test: Comparison) -> str:
    """Return the p-value of the deciding test, and the name of its correction."""
    method = assessment.procedure.correction
    corrected = "uncorrected" if method == "none" else f"{NAMES[method]}-corrected"
    return f"{in_text(test.adjusted[assessment.procedure.test])}, {corrected}"


def _test(assessment: Assessment, each: Controlled) -> Comparison | None:
    return assessment.comparison(each.model, each.contrast, control=True)


def quotes(assessment: Assessment, model: str) -> tuple[str, ...]:
    """Return quotable sentences on each contrast that was tested against its controls."""
    return tuple(
        " ".join(_quote(assessment, each, test))
        for each in assessment.controlled
        if each.model == model and (test := _test(assessment, each)) and test.tested
    )


def _quote(assessment: Assessment, each: Controlled, test: Comparison) -> Iterator[str]:
    contrast, controls = titled(each.contrast), listed([titled(name) for name in each.controls])
    value, low, high = each.extra
    where = f"for the {counted(each.n, 'pair that has', 'pairs that have')} both"
    p = corrected_p(assessment, test)
    if not test.rejected:
        yield (
            f"No difference is shown between the losses of {each.model} on {contrast} and on "
            f"{controls} {where} ({points(value)} points, 95 % interval "
            f"{interval(low, high, signed=True)}; {p}): the loss may be due to the words."
        )
    else:
        more = value > 0
        conclusion = "the loss is due to the change in meaning."
        if not more:
            value, low, high = -value, -high, -low
            conclusion = "no loss is due to the change in meaning."
        elif _follows_words(each):
            conclusion = "with the same words, the loss is smaller if the label stays."
        yield (
            f"{each.model} loses {percent(value)} points {'more' if more else 'less'} on "
            f"{contrast} than on {controls} {where} (95 % interval "
            f"{interval(low, high, signed=low < 0)}; {p}): {conclusion}"
        )
    yield from _said(each)
    shares = ((each.labels[name] / each.n, each.labels_of[name] / each.of) for name in each.labels)
    if any(abs(these - those) > _APART for these, those in shares):
        yield (
            f"The labels of these pairs are {_in_words(each.labels)}; those of all "
            f"{number(each.of)} pairs of {contrast} are {_in_words(each.labels_of)}."
        )
    if each.widened:
        text = f"If label errors are allowed for, the interval is {_ends(each.widened)}"
        if test.rejected and each.widened.low < 0 < each.widened.high:
            text += ", so they could explain the difference"
        yield f"{text}."


def _follows_words(each: Controlled) -> bool:
    """Check whether a control gets the contrast's label clearly more often than the originals."""
    return each.says[_nearest(each)] - each.says["originals"] > _APART


def _nearest(each: Controlled) -> str:
    """Return the control for which the model predicts the contrast's label most often."""
    return max(each.controls, key=each.says.__getitem__)


def _said(each: Controlled) -> Iterator[str]:
    """Yield a sentence on what a model's answers depend on, unless the extra loss shows this."""
    if each.extra.value > 0 and not _follows_words(each):
        return
    control = _nearest(each)
    before, words, contrast = (each.says[name] for name in ("originals", control, "contrast"))
    cause = ""
    if before > 1 - _APART:
        cause = ", whatever the input"
    elif _follows_words(each):
        cause = ": its answers follow the words"
    elif contrast - words > _APART:
        cause = ": its answers follow the change in meaning"
    yield (
        f"It predicts {each.answer} for {percent(before, 0)} % of the originals, "
        f"{percent(words, 0)} % of {titled(control)} and {percent(contrast, 0)} % of the "
        f"contrasts{cause}."
    )


def _in_words(labels: dict[str, int]) -> str:
    total = sum(labels.values())
    return listed([f"{percent(labels[each] / total, 0)} % {each}" for each in labels])


def suite_control_table(assessment: Assessment) -> Table:
    """Return a table of the suites of new pairs that have controls with the same premises."""
    columns: tuple[Column[SuiteControlled], ...] = (
        Column("premises", lambda s: count(s.n, s.units),
               "source premises with contrasts, and with controls that have another label; below, "
               f"distinct {units(assessment.procedure.unit)}"),
        Column("pairs", lambda s: count(s.pairs, s.control_pairs),
               "contrasts of these premises; below, controls"),
        Column("contrasts", lambda s: Cell(percent(s.contrast)),
               "accuracy on the contrasts: how often their gold label is predicted"),
        Column("same label for controls", lambda s: Cell(percent(s.control)),
               "how often that label is predicted for the controls of the same premise, which have "
               "another label"),
        Column("discrimination", lambda s: difference_cell(s.apart),
               "difference between these two columns, in points; below, its 95 % interval"),
        Column("verdict", lambda s: verdict_cell(
                   assessment, _suite_test(assessment, s), "discriminates", "reversed"),
               "whether discrimination differs from 0; below, the corrected p-value"),
        Column("detectable", lambda s: _detectable(_suite_test(assessment, s)),
               "smallest difference that the test would have detected, in points"),
        Column("controls", lambda s: Cell(percent(s.right)), "accuracy on the controls"),
    )  # fmt: skip
    return table(
        "control-suites",
        "Suites of new pairs against their controls",
        "A new pair has no original; its controls are pairs made from the same sentence with "
        "another label, such as hoped to for managed to. Accuracies on contrasts and controls "
        "cannot be compared: a model that always predicts one label is right on all pairs of one "
        "kind and on none of the other. Discrimination compares how often a contrast's label is "
        "predicted for contrasts and for controls. It is 0 for a model that always predicts one "
        "label or relies on the shared words, and 100 for a model that is always right. A premise "
        "counts once. The tests of a model are one family: "
        f"{counted(assessment.size('suite'), 'test')}, {strictness(assessment, 'suite')}.",
        naming(assessment, "suite"),
        columns,
        ((naming(assessment, s.suite, s.model), s, "") for s in assessment.suites_controlled),
    )


def _suite_test(assessment: Assessment, each: SuiteControlled) -> Comparison | None:
    rows = assessment.family("suite", each.model)
    return next((row for row in rows if row.contrast == each.suite), None)


def suite_quotes(assessment: Assessment, model: str) -> tuple[str, ...]:
    """Return a quotable sentence on each suite that was tested against its controls."""
    return tuple(
        _suite_quote(assessment, each, test)
        for each in assessment.suites_controlled
        if each.model == model and (test := _suite_test(assessment, each)) and test.tested
    )


def _suite_quote(assessment: Assessment, each: SuiteControlled, test: Comparison) -> str:
    value, low, high = each.apart
    conclusion = "discrimination is not shown."
    if test.rejected:
        conclusion = "it discriminates between them."
        if value < 0:
            conclusion = "it relies on the surface form and confuses them."
    return (
        f"For the {counted(each.n, 'premise')} with contrasts and controls, {each.model} predicts "
        f"the label of a contrast of {each.suite} for {percent(each.contrast)} % of the contrasts "
        f"and {percent(each.control)} % of the controls, which have another label "
        f"({points(value)} points, 95 % interval {interval(low, high, signed=True)}; "
        f"{corrected_p(assessment, test)}): {conclusion}"
    )
