"""Tables and sentences on language models: prompts, missing answers, and how answers are read."""

from collections.abc import Callable, Iterator
from functools import partial

import numpy as np

from litgen.evaluation.answers import Answers, Readings
from litgen.evaluation.assessment import Assessment
from litgen.evaluation.columns import Codes
from litgen.evaluation.logs import HARNESS_KINDS
from litgen.evaluation.metrics import Bounds, Metrics, Unanswered
from litgen.evaluation.predictions import PredictionInfo
from litgen.evaluation.prompt_spread import Prompted, Spread, asked, prompted
from litgen.evaluation.tally import advice
from litgen.models.protocol import OUTCOMES
from litgen.reporting.grid import Cell, Column, Table, count, naming, slices_of, table
from litgen.reporting.wording import counted, interval, listed, number, percent


def prompts_table(assessment: Assessment) -> Table:
    """Return a table of accuracies over prompts; empty if no model has several prompts."""
    groups = {"originals": "All pairs", "all": "All pairs", "contrast": "By contrast"}
    columns: list[Column[Prompted]] = [
        Column("prompts", lambda each: count(len(each.prompts)) if each.prompts else Cell())
    ]
    for title, name in (
        ("Acc@Ori", "original"), ("Acc@Ctr", "contrast"), ("both right", "both_right")
    ):  # fmt: skip
        columns += [
            Column(title, partial(_spread, lambda s: Cell(percent(s.mean)), name, 0),
                   "mean over the prompts, in per cent"),
            Column("worst",
                   partial(_spread, lambda s: Cell(percent(s.worst), s.prompt or ""), name, 2),
                   "lowest accuracy over the prompts; below, the prompt"),
            Column("spread", partial(_spread, lambda s: Cell(percent(s.spread)), name, 2),
                   "accuracy with the best prompt minus that with the worst, in points"),
        ]  # fmt: skip
    return table(
        "prompts",
        "Prompts: mean, worst and spread",
        "The accuracy of a language model can differ by many points between prompts, so a single "
        "prompt is not enough. Mean, worst and spread are computed over all prompts; models with "
        "one prompt or none are listed for comparison.",
        ("pairs", "model"),
        columns,
        (((each.name, each.model), each, groups[each.by]) for each in prompted(assessment)),
    )


def _spread(cell: Callable[[Spread], Cell], name: str, fewest: int, each: Prompted) -> Cell:
    value: Spread | None = getattr(each, name)
    return cell(value) if value and len(each.prompts) >= fewest else Cell()


def unanswered_table(assessment: Assessment) -> Table:
    """Return a table of unanswered pairs by contrast, with bounds; empty if there are none."""
    columns: list[Column[tuple[Metrics, Unanswered]]] = [
        Column("pairs", lambda each: count(each[0].n)),
        *(Column(kind, partial(_missing, kind), "contrast pairs; below, originals")
          for kind in OUTCOMES[1:]),
        Column("Acc@Ctr", lambda each: Cell(
            interval(*each[1].accuracy),
            interval(*each[1].original_accuracy) if each[1].original_accuracy else "",
        ), "bounds, in per cent; below, of Acc@Ori"),
        *(Column(name.replace("_", " ").replace("prediction", "answer"),
                 partial(_bounds, name),
                 "bounds, in per cent")
          for name in ("same_prediction", "same_correctness", "both_right")),
    ]  # fmt: skip
    return table(
        "unanswered",
        "Pairs without an answer",
        "Answers that are unreadable, cut off, refusals or empty count as wrong, and as different "
        "from any other answer. The bounds are the values if all of them were wrong (or different) "
        "and if all of them were right (or the same; Manski 1989). An original counts once for "
        "each of its contrast pairs.",
        naming(assessment, "contrast"),
        columns,
        (
            (names, (metrics, metrics.unanswered), "")
            for names, metrics, _ in slices_of(assessment, "contrast")
            if metrics.unanswered is not None
        ),
    )


def _missing(kind: str, each: tuple[Metrics, Unanswered]) -> Cell:
    originals = each[1].original
    return count(each[1].contrast[kind], None if originals is None else originals[kind])


def _bounds(name: str, each: tuple[Metrics, Unanswered]) -> Cell:
    bounds: Bounds | None = getattr(each[1], name)
    return Cell(interval(*bounds)) if bounds else Cell()


def without_answer(assessment: Assessment, answers: Answers) -> str:
    """Return a sentence on how many pairs a model leaves unanswered; empty if there are none."""
    parts = [
        f"{counted(int((side > 0).sum()), noun)} ({listed(_kinds(side))})"
        for side, noun in zip(
            _sides(assessment, answers), ("contrast pair", "original"), strict=True
        )
        if (side > 0).any()
    ]
    return (
        f"{answers.name} has no answer to {listed(parts)}; these count as wrong." if parts else ""
    )


def _sides(assessment: Assessment, answers: Answers) -> tuple[Codes, Codes]:
    """Return the outcomes for the contrast pairs and for the distinct originals."""
    return answers.outcome, answers.original_outcome[assessment.columns.first_of_pair]


def _kinds(outcomes: Codes) -> list[str]:
    """Return the number of each outcome without a label, such as ``3 refused``."""
    numbers = [(int((outcomes == at).sum()), name) for at, name in enumerate(OUTCOMES)]
    return [f"{number(n)} {name}" for n, name in numbers[1:] if n]


def asked_in_words(assessment: Assessment, model: str) -> Iterator[str]:
    """Yield sentences on a language model's missing answers and on the effect of prompts."""
    at = [answers.name for answers in assessment.models].index(model)
    answers, info = assessment.models[at], assessment.predictions[at]
    if "prompt" in info.model or (answers.outcome > 0).any():
        sides = np.concatenate(_sides(assessment, answers))
        missing = _kinds(sides)
        labelled = percent(float((sides <= 0).mean()))
        text = f"{labelled} % of {counted(int(sides.size), 'answer')} give a label"
        yield f"{text}{f' ({listed(missing)})' if missing else ''}."
    for each in asked(assessment):
        if model not in each.named.values() or len(each.named) < 2:
            continue
        for row in prompted(assessment):
            found = row.contrast
            if (row.model, row.by) == (each.model, "all") and found:
                yield (
                    f"Over {len(each.prompts)} prompts, accuracy where {row.name}: "
                    f"{percent(found.mean)} % on average, {percent(found.worst)} % with "
                    f"{found.prompt or 'each'}; spread {percent(found.spread)} points."
                )


def what_was_cut(assessment: Assessment, answers: Answers, info: PredictionInfo) -> list[str]:
    """Return advice if a model's answers were cut off or its inputs were too long."""
    sides = _sides(assessment, answers)
    cut_off = sum(int((side == OUTCOMES.index("cut off")).sum()) for side in sides)
    total = sum(int((side >= 0).sum()) for side in sides)
    lines = advice(info.model, cut_off, total, info.model["kind"] in HARNESS_KINDS)
    return [f"{answers.name}: {line}." for line in lines]


def readings_table(assessment: Assessment) -> Table:
    """Return a table of how often the first token and the text of an answer agree."""

    def agree(found: Readings) -> Cell:
        both = found.agree + found.differ
        return Cell(percent(found.agree / both), f"of {number(both)}") if both else Cell()

    columns: tuple[Column[Readings], ...] = (
        Column("answers", lambda found: count(found.n)),
        Column("agree", agree, "share of the answers whose text and first token both give a label"),
        Column("text only", lambda found: Cell(percent(found.text_only / found.n)),
               "only the text gives a label"),
        Column("first token only", lambda found: Cell(percent(found.first_token_only / found.n)),
               "only the first token gives a label"),
        Column("neither", lambda found: Cell(percent(found.neither / found.n))),
    )  # fmt: skip
    return table(
        "readings",
        "First token and text",
        "An answer can be read from its text or from the probabilities of its first token, and the "
        "results can differ (Wang et al. 2024). The other shares are in per cent of all answers, "
        "including those to originals.",
        ("model",),
        columns,
        (((each.name,), each.readings, "") for each in assessment.models if each.readings),
    )
