"""The tables of measures, shared by the HTML, Markdown and terminal reports."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from litgen.data import LABELS, NOT_ENTAILMENT
from litgen.data.labels import short
from litgen.evaluation.assessment import Assessment
from litgen.evaluation.contrasts import KINDS, Kind
from litgen.evaluation.families import THRESHOLDS, FamilyConsistency, PatternAccuracy
from litgen.evaluation.label_error import LabelError
from litgen.evaluation.metrics import Metrics, error_share
from litgen.reporting.calibration import calibration_table
from litgen.reporting.controls import control_table, suite_control_table
from litgen.reporting.grid import (
    Cell,
    Column,
    Entry,
    Table,
    count,
    difference_cell,
    naming,
    share_cell,
    slices_of,
    table,
)
from litgen.reporting.grounded import grounded_table
from litgen.reporting.language_models import prompts_table, readings_table, unanswered_table
from litgen.reporting.wording import interval, number, percent, units

Columns = tuple[Column[Metrics], ...]

_PAIRS: Columns = (Column("pairs", lambda m: count(m.n)),)
_CORE: Columns = (
    Column("Acc@Ori", lambda m: share_cell(m.original),
           "accuracy on the originals of these pairs, in per cent"),
    Column("Acc@Ctr", lambda m: share_cell(m.contrast),
           "accuracy on the contrast pairs, in per cent"),
    Column("difference", lambda m: difference_cell(m.difference),
           "Acc@Ctr minus Acc@Ori, in points"),
)  # fmt: skip
_CONSISTENCY: Columns = (
    Column("same answer", lambda m: share_cell(m.consistency and m.consistency[0]),
           "the same label for both pairs (Li et al. 2020, their text)"),
    Column("same correctness", lambda m: share_cell(m.consistency and m.consistency[1]),
           "both right or both wrong (Li et al. 2020, their tables)"),
    Column("both right", lambda m: share_cell(m.consistency and m.consistency[2]),
           "contrast consistency (Gardner et al. 2020)"),
)  # fmt: skip
_FLIPS: Columns = (
    Column("lost", lambda m: count(m.lost) if m.original else Cell(),
           "right on the original, wrong on the contrast"),
    Column("gained", lambda m: count(m.gained) if m.original else Cell(),
           "wrong on the original, right on the contrast"),
)  # fmt: skip


def tables(assessment: Assessment) -> tuple[Table, ...]:
    """Return every table of measures that has at least one row."""
    found = [
        grounded_table(assessment),
        control_table(assessment),
        suite_control_table(assessment),
        label_error_table(assessment),
        _glance(assessment),
        _families(assessment),
        patterns_table(assessment.patterns, len(assessment.models) > 1),
        prompts_table(assessment),
        unanswered_table(assessment),
        readings_table(assessment),
        *_by_suite(assessment),
        table(
            "changed",
            "Pairs whose label changes",
            "Only pairs whose label differs from the original's. Li et al. (2020) report these "
            "pairs, in which entailment and contradiction become neutral.",
            naming(assessment, "contrast"),
            (*_PAIRS, *_CORE, *_CONSISTENCY),
            slices_of(assessment, "changed"),
        ),
        *(_breakdown(assessment, by) for by in _BREAKDOWNS),
        errors(assessment),
        _confusion(assessment),
        calibration_table(assessment),
    ]
    return tuple(each for each in found if each.rows)


def label_error_table(assessment: Assessment) -> Table:
    """Return a table of accuracies that allow for label errors; empty if no label was judged."""
    columns: tuple[Column[LabelError], ...] = (
        Column("judged", lambda e: count(*e.judged),
               "labels that people judged; below, those they agreed with"),
        Column("wrong labels", lambda e: Cell(percent(e.rate), f"at most {percent(e.most)}"),
               "in per cent of the judged labels; below, upper end of the 95 % interval"),
        Column("Acc@Ctr", lambda e: share_cell(e.accuracy), "with litgen's labels"),
        Column("with label error", lambda e: Cell(interval(e.low, e.high)),
               "95 % interval of the accuracy with true labels"),
        Column("errors", lambda e: count(e.errors), "answers that count as wrong"),
        Column("could be the label's",
               lambda e: Cell(number(e.could_be), f"at most {number(e.at_most)}"),
               "how many of these could be due to a wrong label"),
    )  # fmt: skip
    return table(
        "label-error",
        "Accuracy with label errors",
        "If a label is wrong, an answer that counts as right is wrong, and one that counts as "
        "wrong may be right. The accuracy with true labels therefore differs from the observed one "
        "by at most the share of wrong labels (Horowitz and Manski 1995). The interval includes "
        "the uncertainty of this share. It assumes a random sample whose majority judgements are "
        "right.",
        naming(assessment, "contrast"),
        columns,
        ((naming(assessment, e.contrast, e.model), e, "") for e in assessment.label_errors),
    )


def _families(assessment: Assessment) -> Table:
    columns: tuple[Column[FamilyConsistency], ...] = (
        Column("families", lambda f: count(f.families, f.pairs), "families; below, their pairs"),
        Column("Acc@Ctr", lambda f: share_cell(f.accuracy), "accuracy on these pairs"),
        Column("all right", lambda f: share_cell(f.all_right),
               "families whose pairs are all labelled correctly"),
        Column("one label", lambda f: Cell(percent(f.by_constant.value), f.constant),
               "the same for a model that always predicts the best constant label"),
    )  # fmt: skip
    return table(
        "families",
        "Consistency over families",
        "A family consists of the pairs with the same edit of the same sentence: without a "
        "negation, and with negations that do or do not have scope over the edit. A model that "
        "relies on the negation alone is right on half of the pairs.",
        naming(assessment, "suite"),
        columns,
        ((naming(assessment, f.suite, f.model), f, "") for f in assessment.families),
    )


def _reached(share: str, found: PatternAccuracy) -> Cell:
    return share_cell(found.reached[share])


def patterns_table(patterns: Sequence[PatternAccuracy], several: bool) -> Table:
    """Return the table of pattern accuracy, with a column of models if there are ``several``."""
    columns: list[Column[PatternAccuracy]] = [
        Column("originals", lambda p: count(p.families, p.pairs), "originals; below, versions"),
        Column("accuracy", lambda p: share_cell(p.accuracy), "accuracy on the versions"),
        *(
            Column(
                f"{share} %", partial(_reached, str(share)),
                f"originals with at least {share} % of their versions right",
            )
            for share in THRESHOLDS
        ),
    ]  # fmt: skip
    return table(
        "patterns",
        "Pattern accuracy",
        "The share of originals with at least the given share of versions right, in per cent with "
        "95 % intervals (MERGE, arXiv 2510.24295). Only originals with at least two versions "
        "count. If the value at 100 % is far below the accuracy, the model depends on the wording.",
        ("versions", "model") if several else ("versions",),
        columns,
        (((p.versions, p.model) if several else (p.versions,), p, "") for p in patterns),
    )


def _glance(assessment: Assessment) -> Table:
    accuracy = {each.model: each.accuracy for each in assessment.originals}

    def of(kind: Kind, cell: Callable[[Metrics], Cell], model: str) -> Cell:
        metrics = assessment.metrics(model, "all", KINDS[kind])
        return cell(metrics) if metrics else Cell()

    def rejected(model: str) -> Cell:
        tested = [row for row in assessment.family("invariance", model) if row.tested]
        return Cell(f"{sum(each.rejected for each in tested)} of {len(tested)}")

    contrast, difference = _CORE[1].cell, _CORE[2].cell
    before = "difference from the accuracy on the originals of the same pairs, in points"
    there = assessment.named("all")
    parts: dict[Kind, list[Column[str]]] = {
        "keeps": [
            Column(f"{KINDS['keeps']}: Acc@Ctr", partial(of, "keeps", contrast),
                   "accuracy on contrasts that keep the label"),
            Column("difference", partial(of, "keeps", difference), before),
            Column("same answer", partial(of, "keeps", _CONSISTENCY[0].cell),
                   "same answer to the original and to the contrast"),
            Column("rejected", rejected,
                   "tested contrasts for which equal accuracy is rejected"),
        ],
        "changes": [
            Column(f"{KINDS['changes']}: Acc@Ctr", partial(of, "changes", contrast),
                   "accuracy on contrasts that change labels"),
            Column("best constant", partial(of, "changes", _constant),
                   "accuracy of always predicting one label"),
        ],
        "corrupted": [
            Column(f"{KINDS['corrupted']}: Acc@Ctr", partial(of, "corrupted", contrast),
                   "accuracy on corrupted pairs"),
            Column("difference", partial(of, "corrupted", difference), before),
        ],
        "new": [
            Column(KINDS["new"], partial(of, "new", contrast),
                   "accuracy on pairs that have no original")
        ],
    }  # fmt: skip
    columns = [
        Column[str](
            "originals",
            lambda model: share_cell(accuracy.get(model)),
            "accuracy on the distinct original pairs",
        ),
        *(column for kind, some in parts.items() if KINDS[kind] in there for column in some),
    ]
    note = "In per cent, with 95 % intervals; differences in points."
    models = (((answers.name,), answers.name, "") for answers in assessment.models)
    return table("glance", "At a glance", note, ("model",), columns, models)


def _constant(metrics: Metrics) -> Cell:
    label, constant = metrics.best_constant
    return Cell(percent(constant.value), label)


def _by_suite(assessment: Assessment) -> Iterator[Table]:
    kinds = {info.name: info.kind for info in assessment.infos}
    shared = units(assessment.procedure.unit)
    columns: Columns = (
        Column(
            "pairs", lambda m: count(m.n, m.units), f"contrast pairs; below, distinct {shared}"
        ),
        *_CORE, *_CONSISTENCY, *_FLIPS,
        Column("best constant", _constant, "best accuracy of a constant label; below, the label"),
    )  # fmt: skip
    for suite in dict.fromkeys(info.suite for info in assessment.infos):
        names = [info.name for info in assessment.infos if info.suite == suite]
        names.sort(key=lambda name: list(KINDS).index(kinds[name]))
        yield table(
            f"suite-{suite or 'none'}",
            f"Suite {suite}" if suite else "Contrasts without a suite",
            "An original counts once for each of its contrast pairs. The 95 % intervals, in "
            f"brackets or below, use the effective number of pairs if {shared} are shared; they do "
            "not include label errors.",
            naming(assessment, "contrast"),
            columns,
            slices_of(assessment, "contrast", names, lambda name: KINDS[kinds[name]].capitalize()),
        )


_APART = "Contrasts that keep or change the label, corruptions and new pairs are listed separately."
_OVER = "All contrasts are combined; corruptions and new pairs are listed separately."
#: Map each dimension to the title of its column of names, and to the note on its table.
_BREAKDOWNS = {
    "suite": ("suite", _APART),
    "phenomenon": ("phenomenon", _APART),
    "ground": (
        "ground of the label",
        "The ground of a label is logic, or a default with which people may disagree. " + _APART,
    ),
    "confidence": (
        "confidence of the pair",
        "The estimated probability that both sentences are correct; if it is low, a loss may be "
        f"due to litgen's grammar. {_APART}",
    ),
    "label": ("original and gold label", _OVER),
    "genre": ("genre", _OVER),
}


def _breakdown(assessment: Assessment, by: str) -> Table:
    what, note = _BREAKDOWNS[by]
    columns = (*_PAIRS, *_CORE, *_CONSISTENCY, *_FLIPS)
    rows = slices_of(assessment, by)
    return table(by, f"By {by}", note, naming(assessment, what), columns, rows)


#: The errors to show, each as gold label and predicted label.
_CONFUSED = (
    ("contradiction", "entailment"), ("contradiction", "neutral"),
    ("entailment", "contradiction"), ("neutral", "contradiction"),
    (NOT_ENTAILMENT, "entailment"), ("entailment", NOT_ENTAILMENT),
)  # fmt: skip


def errors(assessment: Assessment) -> Table:
    labels = assessment.columns.labels
    columns: Columns = (
        Column("errors", lambda m: count(
            sum(m.errors.values()), sum(m.original_errors.values()) if m.original else None
        )),
        *([Column("false neutral", partial(_error, "->N"),
                  "errors that predict neutral (Naik et al. 2018)")] if labels == LABELS else []),
        *(Column(f"{short(gold)}->{short(said)}", partial(_error, f"{short(gold)}->{short(said)}"),
                 f"{gold} predicted as {said}")
          for gold, said in _CONFUSED if gold in labels and said in labels),
        *(Column(f"confidence, {which}", partial(_confidence, which))
          for which in ("right", "wrong")),
        *(Column(f"always {short(each)}", partial(_always, each),
                 f"accuracy of always predicting {each}") for each in labels),
    )  # fmt: skip
    return table(
        "errors",
        "Errors and confidence",
        "Shares of all errors on the contrast, in per cent; below, on the originals. Confidence is "
        f"the mean probability of the predicted label.{_no_label(assessment)}",
        naming(assessment, "pairs"),
        columns,
        _of_every_kind(assessment),
    )


def _no_label(assessment: Assessment) -> str:
    missing = any(each.metrics.unanswered for each in assessment.measures)
    return " Pairs without an answer are left out." * missing


def _of_every_kind(assessment: Assessment) -> Iterator[Entry[Metrics]]:
    for by in ("contrast", "suite", "phenomenon", "ground", "confidence", "label", "genre"):
        for names, metrics, _ in slices_of(assessment, by):
            yield names, metrics, f"By {by}"


def _error(kind: str, m: Metrics) -> Cell:
    now, was = (percent(error_share(each, kind)) for each in (m.errors, m.original_errors))
    return Cell(now, was if m.original else "")


def _confidence(which: str, m: Metrics) -> Cell:
    now, was = (getattr(c, which, None) for c in (m.confidence, m.original_confidence))
    return Cell(percent(now), percent(was) if m.original_confidence else "")


def _always(label: str, m: Metrics) -> Cell:
    return Cell(percent(m.always[label].value)) if label in m.always else Cell()


def _confusion(assessment: Assessment) -> Table:
    labels = assessment.models[0].labels
    alike = all(answers.labels == labels for answers in assessment.models)
    columns = tuple(
        Column(f"{short(gold)} {short(said)}", partial(_of_both, g, s),
               f"gold {gold}, predicted {said}")
        for g, gold in enumerate(labels) for s, said in enumerate(labels)
    )  # fmt: skip
    return table(
        "confusion",
        "Gold and predicted labels",
        "Numbers of contrast pairs; below, of the originals of the same pairs. E C stands for "
        f"entailment that is predicted as contradiction.{_no_label(assessment)}",
        naming(assessment, "pairs"),
        columns,
        _of_every_kind(assessment) if alike else (),
    )


def _of_both(gold: int, predicted: int, metrics: Metrics) -> Cell:
    before = metrics.original_confusion
    below = None if before is None else int(before[gold, predicted])
    return count(int(metrics.confusion[gold, predicted]), below)
