"""What is asked of generative models alone: prompts, answers that are none, ways to read them."""

from __future__ import annotations

from litgen.evaluation.answers import Answers
from litgen.evaluation.assessment import Assessment
from litgen.evaluation.metrics import Metrics
from litgen.evaluation.prompt_spread import Spread, prompted
from litgen.evaluation.unanswered import Bounds
from litgen.models.protocol import OUTCOMES
from litgen.report.grid import Cell, Column, Row, Table, headings, naming
from litgen.report.wording import NOTHING, counted, interval, listed, number, percent, points

_MISSING = OUTCOMES[1:]


def prompts_table(assessment: Assessment) -> Table:
    """Mean, worst and spread over prompts; without rows where no model has several."""
    groups = {"originals": "All pairs", "all": "All pairs", "contrast": "By contrast"}
    rows = tuple(
        Row(
            (each.name, each.model),
            (
                Cell(number(len(each.prompts)) if each.prompts else NOTHING),
                *(cell for value in (each.original, each.contrast, each.both_right)
                  for cell in _spread(value, len(each.prompts) > 1)),
            ),
            groups[each.by],
        )
        for each in prompted(assessment)
    )  # fmt: skip
    columns = [Column("prompts")]
    for name in ("Acc@Ori", "Acc@Ctr", "both right"):
        columns += [
            Column(name, "mean over the prompts, in per cent"),
            Column("worst", "of the prompts; below, which"),
            Column("spread", "the best prompt less the worst, in points"),
        ]
    return Table(
        "prompts",
        "Prompts: mean, worst and spread",
        "A prompt moves the accuracy of a language model by many points, so one of them is no "
        "result. Mean, worst and spread are over the prompts that it was asked with; models "
        "without a prompt, or with one, stand beside it.",
        ("pairs", "model"),
        tuple(columns),
        rows,
    )


def _spread(value: Spread | None, several: bool) -> tuple[Cell, ...]:
    if value is None:
        return (Cell(NOTHING),) * 3
    if not several:
        return Cell(percent(value.mean)), Cell(NOTHING), Cell(NOTHING)
    return (
        Cell(percent(value.mean)),
        Cell(percent(value.worst), value.prompt or ""),
        Cell(points(value.spread).removeprefix("+")),
    )


def unanswered_table(assessment: Assessment) -> Table:
    """Pairs without an answer by contrast, and bounds; without rows where there are none."""
    rows = tuple(
        Row(naming(assessment, each.name, each.model), _unanswered(each.metrics))
        for name in assessment.named("contrast")
        for each in assessment.measures
        if (each.by, each.name) == ("contrast", name) and each.metrics.unanswered is not None
    )
    return Table(
        "unanswered",
        "Pairs without an answer",
        "An answer that cannot be read, a refusal and an empty one count as wrong, and never as "
        "the same answer as another. The bounds are what would be had if all of them had been "
        "wrong (or another answer), and if all had been right (or the same; Manski 1989). An "
        "original counts once for each of its contrast pairs.",
        headings(assessment, "contrast"),
        (
            Column("pairs"),
            *(Column(each, "contrast pairs; below, originals") for each in _MISSING),
            Column("Acc@Ctr", "bounds, in per cent; below, of Acc@Ori"),
            Column("same answer", "bounds, in per cent"),
            Column("same correctness", "bounds, in per cent"),
            Column("both right", "bounds, in per cent"),
        ),
        rows,
    )


def _unanswered(metrics: Metrics) -> tuple[Cell, ...]:
    found = metrics.unanswered
    assert found is not None
    before = found.original
    return (
        Cell(number(metrics.n)),
        *(Cell(number(found.contrast[each]), "" if before is None else number(before[each]))
          for each in _MISSING),
        Cell(_ends(found.accuracy), "" if before is None else _ends(found.original_accuracy)),
        *(Cell(_ends(each))
          for each in (found.same_prediction, found.same_correctness, found.both_right)),
    )  # fmt: skip


def _ends(bounds: Bounds | None) -> str:
    return NOTHING if bounds is None else interval(*bounds)


def without_answer(assessment: Assessment, answers: Answers) -> str:
    """How many pairs have no answer of a model, in a sentence; empty where all have one."""
    sides = answers.outcome, answers.original_outcome[assessment.columns.first_of_pair]
    parts = [
        f"{counted(missing, noun)} ({listed(kinds)})"
        for side, noun in zip(sides, ("contrast pair", "original"), strict=True)
        if (missing := int((side > 0).sum()))
        and (kinds := [f"{number(int((side == at).sum()))} {name}"
                       for at, name in enumerate(OUTCOMES) if at and (side == at).any()])
    ]  # fmt: skip
    if not parts:
        return ""
    return f"{answers.name} has no answer to {listed(parts)}: they count as wrong."


def readings_table(assessment: Assessment) -> Table:
    """How the first token and the text agree; without rows where nothing was generated."""
    rows = []
    for answers in assessment.models:
        if (found := answers.readings) is None:
            continue
        both = found.agree + found.differ
        share = Cell(percent(found.agree / both), f"of {number(both)}") if both else Cell(NOTHING)
        parts = (found.text_only, found.first_token_only, found.neither)
        cells = (Cell(number(found.n)), share, *(Cell(percent(each / found.n)) for each in parts))
        rows.append(Row((answers.name,), cells))
    return Table(
        "readings",
        "First token and text",
        "An answer can be read from its text and from the probabilities of its first token, and "
        "the two can differ (Wang et al. 2024). In per cent of the answers, contrast pairs and "
        "originals.",
        ("model",),
        (
            Column("answers"),
            Column("agree", "of the answers that have a label both ways"),
            Column("text only", "the text gives a label, the first token none"),
            Column("first token only", "the first token gives a label, the text none"),
            Column("neither"),
        ),
        tuple(rows),
    )
