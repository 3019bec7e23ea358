"""What errors of the labels can do to the accuracies, as a table and in a sentence."""

from __future__ import annotations

from litgen.evaluation.assessment import Assessment
from litgen.report.grid import Cell, Column, Row, Table, headings, naming, share_cell
from litgen.report.wording import counted, interval, number, percent

UNKNOWN = (
    "How many labels are wrong is not known: every figure takes them for right. Let people judge a "
    "sample (litgen annotate) and give --label-agreement agreement.json."
)


def label_error_table(assessment: Assessment) -> Table:
    """Accuracies whose intervals hold errors of the labels, too; without rows where not known."""
    rows = tuple(
        Row(
            naming(assessment, each.contrast, each.model),
            (
                Cell(number(each.judged.judged), number(each.judged.agreed)),
                Cell(percent(each.rate), f"at most {percent(each.most)}"),
                share_cell(each.accuracy),
                Cell(interval(each.low, each.high)),
                Cell(number(each.errors)),
                Cell(number(each.could_be), f"at most {number(each.at_most)}"),
            ),
        )
        for each in assessment.label_errors
    )
    return Table(
        "label-error",
        "Accuracy with errors of the labels counted in",
        "Where a label is wrong, an answer that counts as right is wrong, and one that counts as "
        "wrong may be right. So the accuracy with true labels lies within the share of wrong "
        "labels of the one that is seen, whether or not the model errs where the labels do "
        "(Horowitz and Manski 1995). The interval holds what is unsure of this share, too. It "
        "stands on the sample being random, and on the majority of the judges being "
        "right.",
        headings(assessment, "contrast"),
        (
            Column("judged", "labels that people judged; below, those they agreed with"),
            Column(
                "wrong labels", "in per cent of the judged; below, upper end of its 95 % interval"
            ),
            Column("Acc@Ctr", "with litgen's labels"),
            Column("with label error", "95 % interval of the accuracy with true labels"),
            Column("errors", "answers that count as wrong"),
            Column("could be the label's", "so many of them could be errors of the label"),
        ),
        rows,
    )


def in_words(assessment: Assessment) -> str:
    """What is known of the labels, and how many errors could be theirs."""
    if not assessment.judged:
        return UNKNOWN
    judged = sum(each.judged for each in assessment.judged.values())
    agreed = sum(each.agreed for each in assessment.judged.values())
    missing = len(assessment.infos) - len(assessment.judged)
    text = (
        f"People agree with {number(agreed)} of {counted(judged, 'label')} that they judged, on "
        f"{counted(len(assessment.judged), 'contrast')}"
    )
    if missing:
        text += f"; {counted(missing, 'was', 'were')} not judged"
    parts = []
    for answers in assessment.models:
        own = [each for each in assessment.label_errors if each.model == answers.name]
        errors, could = (sum(getattr(e, what) for e in own) for what in ("errors", "could_be"))
        most = sum(each.at_most for each in own)
        parts.append(
            f"of {counted(errors, 'error')} of {answers.name} there, {number(could)} could be the "
            f"label's (at most {number(most)})"
        )
    return f"{text}; {'; '.join(parts)}."
