"""Whether models give rewritings of a text the same answer, and whether their ranking changes."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from litgen.contrast.texts import ORIGINAL
from litgen.evaluation.columns import NONE, Codes, Mask, Names
from litgen.evaluation.metrics import Difference, difference_of
from litgen.evaluation.patterns import PatternAccuracy, pattern_accuracy
from litgen.evaluation.predictions import Predictions
from litgen.evaluation.text_set import TextSet
from litgen.exceptions import DataError
from litgen.statistics import Share, generator, share

#: The name for the rewritings of all transformations that keep the meaning.
KEPT = "meaning kept"
#: Number of draws of the bootstrap of a ranking, and of draws at a time.
REPLICATES, _AT_ONCE = 2_000, 100


class Invariance(NamedTuple):
    """The results of one model on the rewritings by one transformation, or by all."""

    model: str
    transformation: str  #: or ``meaning kept``: all that keep the meaning
    kept: bool  #: whether the meaning is kept, so that the answer should stay the same
    texts: int  #: texts that were rewritten
    rewritings: int
    consistent: Share  #: texts whose rewritings all get the answer of the original
    same: Share  #: rewritings that get the answer of the original
    original: Share | None  #: accuracy on the originals of these rewritings; None without gold
    rewritten: Share | None  #: accuracy on the rewritings
    difference: Difference | None  #: between the two


class Ranking(NamedTuple):
    """How closely the ranking of models on the originals agrees with that on the rewritings.

    Attributes:
        tau: Kendall's tau-b of the two (Kendall 1945), between -1 and 1.
        low: lower end of the 95 % interval of a percentile bootstrap over texts.
        same: share of draws in which both rankings are the same (tau is 1).
        undefined: number of draws left out because all models tie on one side.
    """

    models: tuple[str, ...]
    original: tuple[float, ...]  #: accuracy of each model on the originals
    rewritten: tuple[float, ...]  #: accuracy of each model on the rewritings
    tau: float
    low: float
    high: float
    same: float
    undefined: int


class TextColumns(NamedTuple):
    """The rewritings of a set of texts, as columns."""

    row_of: dict[str, int]  #: index of a rewriting by its ``id``
    texts: Names  #: the originals
    text: Codes  #: code of the original
    transformation: tuple[str, ...]
    kept: Mask  #: whether the meaning is kept
    gold: np.ndarray  #: the gold label of each rewriting as text, empty if it has none
    original_gold: np.ndarray  #: the same of each original, by code


@dataclass(frozen=True)
class TextAssessment:
    """All measurements of some models on one set of texts."""

    texts: TextSet
    models: tuple[str, ...]
    invariances: tuple[Invariance, ...]
    patterns: tuple[PatternAccuracy, ...]  #: of rewritings that keep the meaning
    ranking: Ranking | None  #: None with one model, or without gold labels
    warnings: tuple[str, ...]


def assess_texts(
    texts: TextSet, predictions: Sequence[Predictions], names: Sequence[str], seed: int = 0
) -> TextAssessment:
    """Measure some models on a set of texts.

    Raises:
        DataError: predictions are for another set, or lack a row.
    """
    columns = _columns(texts)
    if not columns.text.size:
        raise DataError(f"{texts.file}: contains no rewriting; nothing to measure")
    invariances, patterns, warnings = list[Invariance](), list[PatternAccuracy](), list[str]()
    rights = []
    for name, each in zip(names, predictions, strict=True):
        original, rewritten = _answers(each, texts, columns)
        right = _right(rewritten, columns.gold)
        was_right = _right(original, columns.original_gold)[columns.text]
        there = (columns.gold != "") & (columns.original_gold[columns.text] != "")
        if there.any() and not (right | was_right)[there].any():
            labels = sorted(set(columns.gold[there]))[:3]
            warnings.append(
                f"{name}: no answer is among the gold labels ({', '.join(labels)}), so accuracies "
                "are left out; use the names of the gold labels in answers"
            )
            there = np.zeros_like(there)
        same = original[columns.text] == rewritten
        for transformation, rows in _slices(columns):
            invariances.append(
                _measure(name, transformation, rows, columns, same, right, was_right, there)
            )
        kept = columns.kept & there
        found = pattern_accuracy(name, KEPT, right[kept], columns.text[kept])
        patterns += [found] if found else []
        rights.append((name, np.where(kept, right, False), np.where(kept, was_right, False), kept))
    usable = [each for each in rights if each[3].any()]
    ranking = _ranking(usable, columns.text, seed) if len(usable) > 1 else None
    return TextAssessment(
        texts, tuple(names), tuple(invariances), tuple(patterns), ranking, tuple(warnings)
    )


def _columns(texts: TextSet) -> TextColumns:
    row_of: dict[str, int] = {}
    names = Names()
    gold_of: dict[str, str] = {}
    text, transformation, kept, gold = list[int](), list[str](), list[bool](), list[str]()
    for each in texts:
        if each["transformation"] == ORIGINAL:
            gold_of[each["row_id"]] = (texts.gold(each) or "").casefold()
            continue
        row_of[each["id"]] = len(text)
        text.append(names.code(each["row_id"]))
        transformation.append(each["transformation"])
        kept.append(each.get("meaning") == "kept")
        gold.append((texts.gold(each) or "").casefold())
    return TextColumns(
        row_of, names, np.array(text, dtype=np.int64), tuple(transformation), np.array(kept, bool),
        np.array(gold, dtype=object), np.array([gold_of.get(n, "") for n in names.all], object),
    )  # fmt: skip


def _answers(
    predictions: Predictions, texts: TextSet, columns: TextColumns
) -> tuple[np.ndarray, np.ndarray]:
    if predictions.info.contrast_sha256 != texts.sha256:
        raise DataError(
            f"{predictions.path}: the answers are not for {texts.path} (SHA-256 differs); run "
            "litgen evaluate on this set"
        )
    original = np.full(len(columns.texts), "", dtype=object)
    rewritten = np.full(columns.text.size, "", dtype=object)
    for each in predictions:
        answer = (each.label or "").casefold()
        if each.side == "original":
            if (code := columns.texts.find(each.id)) != NONE:
                original[code] = answer
        elif (row := columns.row_of.get(each.id)) is not None:
            rewritten[row] = answer
    if missing := int((original == "").sum() + (rewritten == "").sum()):
        raise DataError(
            f"{predictions.path}: {missing:,} answers are missing; run litgen evaluate again"
        )
    return original, rewritten


def _right(answers: np.ndarray, gold: np.ndarray) -> Mask:
    return np.asarray((answers == gold) & (gold != ""), dtype=bool)


def _slices(columns: TextColumns) -> list[tuple[str, Codes]]:
    """All rewritings that keep the meaning, then those of each transformation."""
    of = np.array(columns.transformation, dtype=object)
    found = [(KEPT, np.flatnonzero(columns.kept))]
    for name in dict.fromkeys(columns.transformation):
        found += [(name, np.flatnonzero((of == name) & so)) for so in (columns.kept, ~columns.kept)]
    return [(name, rows) for name, rows in found if rows.size]


def _measure(
    model: str,
    transformation: str,
    rows: Codes,
    columns: TextColumns,
    same: Mask,
    right: Mask,
    was_right: Mask,
    there: Mask,
) -> Invariance:
    text = columns.text[rows]
    _, of = np.unique(text, return_inverse=True)
    changed = np.bincount(of, weights=~same[rows])
    graded = rows[there[rows]]
    unit = columns.text[graded]
    accuracies = (share(was_right[graded], unit), share(right[graded], unit)) if graded.size else ()
    before, after = accuracies or (None, None)
    difference = None
    if graded.size:
        difference = difference_of(right[graded].astype(float) - was_right[graded], unit)
    return Invariance(
        model, transformation, bool(columns.kept[rows[0]]), int(changed.size), int(rows.size),
        share(changed == 0), share(same[rows], text), before, after, difference,
    )  # fmt: skip


def _ranking(
    models: Sequence[tuple[str, Mask, Mask, Mask]], text: Codes, seed: int
) -> Ranking | None:
    """Kendall's tau between the rankings on originals and on rewritings, with its bootstrap."""
    from scipy.stats import kendalltau

    kept = np.logical_and.reduce([each[3] for each in models])
    codes, of = np.unique(text[kept], return_inverse=True)
    size = np.bincount(of).astype(float)

    def by_text(place: int) -> np.ndarray:
        return np.array([np.bincount(of, weights=each[place][kept]) for each in models]).T

    after, before = by_text(1), by_text(2)
    if codes.size < 2:
        return None

    def tau(one: np.ndarray, other: np.ndarray) -> float:
        return float(kendalltau(one, other).statistic)

    totals = before.sum(0) / size.sum(), after.sum(0) / size.sum()
    order = np.argsort(-totals[0], kind="stable")
    rng, found = generator(seed, "ranking of models"), list[float]()
    for _ in range(REPLICATES // _AT_ONCE):
        drawn = rng.multinomial(codes.size, np.full(codes.size, 1 / codes.size), _AT_ONCE)
        found += map(tau, drawn @ before, drawn @ after)
    known = np.array(found)[np.isfinite(found)]
    low, high = np.percentile(known, (2.5, 97.5)) if known.size else (np.nan, np.nan)
    same = float(np.mean(known > 1 - 1e-9)) if known.size else np.nan
    names = [each[0] for each in models]
    return Ranking(
        tuple(names[at] for at in order),
        tuple(float(totals[0][at]) for at in order),
        tuple(float(totals[1][at]) for at in order),
        tau(*totals), float(low), float(high), same, REPLICATES - known.size,
    )  # fmt: skip
