"""The summary of a report in sentences."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from litgen.data import TWO_CLASSES
from litgen.evaluation.assessment import Assessment
from litgen.evaluation.comparison import ORIGINALS, Comparison
from litgen.evaluation.contrasts import KINDS, Kind
from litgen.evaluation.metrics import Metrics
from litgen.reporting.controls import quotes, suite_quotes
from litgen.reporting.grounded import grounded_quotes
from litgen.reporting.language_models import asked_in_words, what_was_cut, without_answer
from litgen.reporting.overview import Row, hardest_row, sentence, uncontrolled
from litgen.reporting.wording import (
    counted,
    in_words,
    interval,
    listed,
    number,
    percent,
    points,
    titled,
    units,
)
from litgen.statistics.corrections import NAMES
from litgen.statistics.intervals import Estimate, Share

TESTS = {
    "bootstrap": "bootstrap paired t-test",
    "mcnemar": "exact McNemar test",
    "mid-p": "mid-p McNemar test",
}
_NO_BETTER = "It cannot be judged: it is no better than a constant"
_NOT_THE_TASK = "its labels may be mapped wrongly, or it was trained for another task"
_NOT_ASKED_WELL = "with this prompt it does not do the task"


class Headline(NamedTuple):
    model: str
    first: str  #: its loss due to the change in meaning, or why it is unknown
    hardest: str  #: the phenomenon with the largest significant loss; empty if none has one
    #: for a language model: sentences on missing answers and on the spread over prompts
    asked: tuple[str, ...]
    verdict: str  #: accuracy by the contrasts' effect on labels, in one sentence
    summary: tuple[str, ...]  #: sentences with the details
    quotes: tuple[str, ...]  #: sentences on each contrast tested against controls
    suite_quotes: tuple[str, ...]  #: a sentence on each suite of new pairs that has controls
    grounded_quotes: tuple[str, ...]  #: results on claims checked against documents


def headlines(assessment: Assessment, rows: Sequence[Row]) -> tuple[Headline, ...]:
    return tuple(_headline(assessment, answers.name, rows) for answers in assessment.models)


def _headline(assessment: Assessment, model: str, rows: Sequence[Row]) -> Headline:
    not_so = not_judged(assessment, model)
    verdict = not_so or _in_one(assessment, model)
    of_suites, of_claims = suite_quotes(assessment, model), grounded_quotes(assessment, model)
    otherwise = next(iter((*of_claims, *of_suites)), "") or uncontrolled(rows, verdict)
    return Headline(
        model,
        not_so or sentence(assessment, model, rows, otherwise),
        "" if not_so else hardest_row(model, rows),
        tuple(asked_in_words(assessment, model)),
        verdict,
        tuple(_sentences(assessment, model)),
        quotes(assessment, model),
        of_suites,
        of_claims,
    )


def not_judged(assessment: Assessment, model: str) -> str:
    """Return one or two sentences on why a model cannot be judged; empty if it can."""
    found = assessment.no_better(model)
    if found is None:
        return ""
    text = f"{_NO_BETTER}. It "
    if found.share is not None:
        none = found.answer == "no answer"
        what = "gives no answer to" if none else f"predicts {found.answer} for"
        return f"{text}{what} {percent(found.share)} % of the pairs."
    assert found.accuracy is not None and found.chance is not None
    return (
        f"{text}is right on {percent(found.accuracy.value)} % of the {found.pairs}; always "
        f"predicting {found.answer} would be right on {percent(found.chance.value)} %."
    )


def warnings(assessment: Assessment) -> tuple[str, ...]:
    """Return reasons why the results may be unreliable."""
    prompted = {
        answers.name
        for answers, info in zip(assessment.models, assessment.predictions, strict=True)
        if "prompt" in info.model
    }
    found = [
        f"{each.model} is {'hardly' if each.accuracy.value > each.chance.value else 'not'} better "
        f"on the originals ({percent(each.accuracy.value)} %) than "
        f"always predicting {each.constant} ({percent(each.chance.value)} %): "
        f"{_NOT_ASKED_WELL if each.model in prompted else _why(assessment, each.model)}."
        for each in assessment.originals
        if each.near_chance
    ]
    found += [text for each in assessment.models if (text := without_answer(assessment, each))]
    found += [
        line
        for each, info in zip(assessment.models, assessment.predictions, strict=True)
        for line in what_was_cut(assessment, each, info)
    ]
    two = [answers.name for answers in assessment.models if answers.labels == TWO_CLASSES]
    if 0 < len(two) < len(assessment.models):
        found.append(
            "Two classes (entailment or not) are easier than three, so the accuracies of "
            f"{listed(two)} are not comparable with those of the others. The tests compare such "
            "models on the two classes."
        )
    if unlabelled := assessment.columns.unlabelled:
        nouns = "pair without a label is", "pairs without a label are"
        found.append(f"{counted(unlabelled, *nouns)} left out.")
    enough = assessment.procedure.min_pairs
    small = [
        name for name in assessment.named("contrast")
        if (metrics := assessment.metrics(assessment.models[0].name, "contrast", name))
        and metrics.n < enough
    ]  # fmt: skip
    if small:
        names = listed([titled(name) for name in small], 3)
        found.append(f"Contrasts with fewer than {enough} pairs are shown but not tested: {names}.")
    if assessment.columns.imageless:
        found.append(
            f"{counted(assessment.columns.imageless, 'pair names', 'pairs name')} no image; litgen "
            "uses the premise instead."
        )
    return (*found, _of_labels(assessment))


def _why(assessment: Assessment, model: str) -> str:
    found = assessment.no_better(model)
    same = found is not None and found.share is not None
    return "it gives nearly every pair the same answer" if same else _NOT_THE_TASK


def verdict(row: Comparison) -> str:
    if not row.tested:
        return "too few pairs: not tested"
    if row.units < 2:
        return f"{row.remark}: nothing to test"
    if row.rejected and row.equivalent:
        return "differs, within the margin"
    if row.rejected:
        return "differs"
    if row.equivalent:
        return "equivalent"
    return row.remark or "not shown"


def procedure_in_words(assessment: Assessment) -> str:
    p = assessment.procedure
    test = TESTS[p.test]
    if p.test == "bootstrap":
        test += f" over {units(p.unit)}, {number(p.replicates)} replicates"
    return f"{test}; {NAMES[p.correction]} within each family of a model; alpha {p.alpha:g}"


def _in_one(assessment: Assessment, model: str) -> str:
    """Summarize all pairs in one sentence; state a loss or gain only if its interval excludes 0."""
    parts = []
    kept, changed, corrupted, new = _by_kind(assessment, model)
    if kept and kept.difference:
        by = f"{percent(abs(kept.difference.value))} points"
        if kept.difference.high < 0:
            parts.append(f"loses {by} where the label stays")
        elif kept.difference.low > 0:
            parts.append(f"gains {by} where the label stays")
        else:
            parts.append("shows no loss or gain where the label stays")
    if changed:
        parts.append(
            f"is right on {percent(changed.contrast.value)} % where the label changes"
            f"{_beside_constant(changed)}"
        )
    if corrupted and corrupted.original:
        before, after = percent(corrupted.original.value), percent(corrupted.contrast.value)
        parts.append(f"goes from {before} to {after} % where words are missing or shuffled")
    if new:
        parts.append(
            f"is right on {percent(new.contrast.value)} % of new pairs{_beside_constant(new)}"
        )
    text = listed(parts)
    return f"It {text}."


def _beside_constant(metrics: Metrics) -> str:
    label, constant = metrics.best_constant
    if metrics.contrast.value > constant.value:
        return ""
    return f" (always predicting {label}: {percent(constant.value)} %)"


def _by_kind(assessment: Assessment, model: str) -> list[Metrics | None]:
    order: tuple[Kind, ...] = ("keeps", "changes", "corrupted", "new")
    return [assessment.metrics(model, "all", KINDS[kind]) for kind in order]


def _sentences(assessment: Assessment, model: str) -> Iterator[str]:
    kept, changed, corrupted, new = _by_kind(assessment, model)
    for each in assessment.originals:
        if each.model == model:
            yield (
                f"It is right on {in_words(each.accuracy)} of {number(each.accuracy.n)} distinct "
                f"original pairs; {_always(each.constant, each.chance)}."
            )
    if kept and kept.original and kept.consistency and kept.difference:
        yield (
            f"Where the label stays, it is right on {percent(kept.original.value)} % of the "
            f"originals and {percent(kept.contrast.value)} % of the contrasts, a difference of "
            f"{_change(kept.difference)}; it gives the same answer to both in "
            f"{percent(kept.consistency.same_prediction.value)} % of {number(kept.n)} pairs."
        )
        yield from _of_invariance(assessment, model)
    if changed:
        yield (
            f"Where the label changes, it is right on {in_words(changed.contrast)}; "
            f"{_always(*changed.best_constant)}."
        )
    if corrupted and corrupted.original and corrupted.difference:
        yield (
            f"It is right on {percent(corrupted.contrast.value)} % of the corrupted pairs, which "
            f"should be hard to label, and {percent(corrupted.original.value)} % of their "
            f"originals, a difference of {_change(corrupted.difference)}; "
            f"{_always(*corrupted.best_constant)}."
        )
    if new:
        constant = _always(*new.best_constant)
        yield f"It is right on {in_words(new.contrast)} of the new pairs; {constant}."
    yield from _of_reference(assessment, model)


def _always(label: str, constant: Share) -> str:
    return f"always predicting {label} would be right on {percent(constant.value)} %"


def _of_reference(assessment: Assessment, model: str) -> Iterator[str]:
    rows = [row for row in assessment.family("models", model) if row.tested]
    if not rows:
        return
    better = sum(each.rejected and each.difference > 0 for each in rows)
    worse = sum(each.rejected and each.difference < 0 for each in rows)
    text = f"Compared with {rows[0].reference}, "
    if rows[0].contrast == ORIGINALS:
        first = Estimate(rows[0].difference, rows[0].low, rows[0].high)
        text += f"the difference on the originals is {_change(first)}; "
    yield (
        f"{text}it is more accurate in {better} and less accurate in {worse} of "
        f"{counted(len(rows), 'comparison')}, and no difference is shown in the others."
    )


def _of_invariance(assessment: Assessment, model: str) -> Iterator[str]:
    rows = [row for row in assessment.family("invariance", model) if row.tested]
    if not rows:
        return
    rejected = [titled(each.contrast) for each in rows if each.rejected]
    which = f": {listed(rejected)}" if rejected else ""
    yield (
        f"Equal accuracy is rejected on {len(rejected)} of "
        f"{counted(len(rows), 'contrast that keeps', 'contrasts that keep')} the label{which}."
    )
    if assessment.procedure.margin is not None:
        equal = [titled(each.contrast) for each in rows if each.equivalent]
        which = f": {listed(equal)}" if equal else ""
        margin = percent(assessment.procedure.margin)
        yield f"Equivalence within {margin} points is shown on {len(equal)} of {len(rows)}{which}."


def _change(value: Estimate) -> str:
    ends = interval(value.low, value.high, signed=True)
    return f"{points(value.value)} points ({ends})"


_UNKNOWN = (
    "The number of wrong labels is unknown; every figure assumes that all labels are right. Have "
    "people judge a sample (litgen study sample), and use --label-agreement agreement.json."
)


def _of_labels(assessment: Assessment) -> str:
    if not assessment.judged:
        return _UNKNOWN
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
            f"of {counted(errors, 'error')} of {answers.name} there, {number(could)} could be due "
            f"to the label (at most {number(most)})"
        )
    return f"{text}; {'; '.join(parts)}."
