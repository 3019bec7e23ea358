"""Measure whether rewriting texts changes the answers of models or the ranking of models."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from litgen.contrast.texts import ORIGINAL
from litgen.evaluation.columns import NONE, Codes, Mask, Names
from litgen.evaluation.families import PatternAccuracy, pattern_accuracy
from litgen.evaluation.metrics import difference_of
from litgen.evaluation.predictions import Predictions
from litgen.evaluation.text_set import TextSet
from litgen.exceptions import DataError
from litgen.statistics.intervals import Estimate, Share, share
from litgen.statistics.resampling import generator

KEPT = "meaning kept"  #: the name for the rewritings of all transformations that keep the meaning
REPLICATES, _AT_ONCE = 2_000, 100  #: number of bootstrap draws of a ranking, in total and per block


class Invariance(NamedTuple):
    """A model's results on rewritings by one transformation, or by all that keep the meaning."""

    model: str
    transformation: str  #: name, or ``meaning kept`` for all that keep the meaning
    kept: bool  #: whether the meaning is kept, so that the answer should not change
    texts: int  #: number of rewritten texts
    rewritings: int
    consistent: Share  #: share of texts whose rewritings all get the original's answer
    same: Share  #: share of rewritings that get the original's answer
    original: Share | None  #: accuracy on their originals; None without gold labels
    rewritten: Share | None  #: accuracy on the rewritings
    difference: Estimate | None  #: accuracy on the rewritings minus that on the originals


class Ranking(NamedTuple):
    """The agreement between the rankings of models on the originals and on the rewritings."""

    models: tuple[str, ...]
    original: tuple[float, ...]  #: accuracy of each model on the originals
    rewritten: tuple[float, ...]  #: accuracy of each model on the rewritings
    tau: float  #: Kendall's tau-b of the two lists (Kendall 1945), between -1 and 1
    low: float  #: lower end of the 95 % interval from a percentile bootstrap over texts
    high: float
    same: float  #: share of draws with identical rankings (tau is 1)
    undefined: int  #: number of draws omitted because all models tie in a ranking


class TextColumns(NamedTuple):
    """The rewritings of a set of texts, as columns."""

    row_of: dict[str, int]  #: index of a rewriting by its ``id``
    texts: Names  #: codes of the original texts by ``row_id``
    text: Codes  #: code of each rewriting's original
    transformation: tuple[str, ...]
    kept: Mask  #: whether each rewriting keeps the meaning
    gold: np.ndarray  #: the gold label of each rewriting as text, empty if it has none
    original_gold: np.ndarray  #: the gold label of each original, by code


@dataclass(frozen=True)
class TextAssessment:
    """All measurements of one or more models on a set of texts."""

    texts: TextSet
    models: tuple[str, ...]
    invariances: tuple[Invariance, ...]
    patterns: tuple[PatternAccuracy, ...]  #: pattern accuracy over rewritings that keep the meaning
    ranking: Ranking | None  #: None with one model, or without gold labels
    warnings: tuple[str, ...]


class _Marks(NamedTuple):
    """The answers of one model, with one entry for each rewriting."""

    model: str
    same: Mask  #: whether the answer is the same as for the original
    right: Mask
    was_right: Mask  #: whether the answer for the original is right
    graded: Mask  #: whether the rewriting and its original have a gold label


def assess_texts(
    texts: TextSet, predictions: Sequence[Predictions], names: Sequence[str], seed: int = 0
) -> TextAssessment:
    """Measure models on a set of texts; raise an error for predictions on another set."""
    columns = _columns(texts)
    if not columns.text.size:
        raise DataError(f"{texts.file} contains no rewritings, so there is nothing to measure")
    marks, patterns, warnings = list[_Marks](), list[PatternAccuracy](), list[str]()
    for name, each in zip(names, predictions, strict=True):
        one = _marks(name, each, texts, columns)
        if one.graded.any() and not (one.right | one.was_right)[one.graded].any():
            labels = sorted(set(columns.gold[one.graded]))[:3]
            warnings.append(
                f"{name}: no answer is among the gold labels ({', '.join(labels)}), so accuracies "
                "are left out; use the gold labels as answers"
            )
            one = one._replace(graded=np.zeros_like(one.graded))
        marks.append(one)
        kept = columns.kept & one.graded
        if found := pattern_accuracy(name, KEPT, one.right[kept], columns.text[kept]):
            patterns.append(found)
    usable = [each for each in marks if (columns.kept & each.graded).any()]
    return TextAssessment(
        texts,
        tuple(names),
        tuple(_measure(one, columns, *each) for one in marks for each in _slices(columns)),
        tuple(patterns),
        _ranking(usable, columns, seed) if len(usable) > 1 else None,
        tuple(warnings),
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


def _marks(name: str, predictions: Predictions, texts: TextSet, columns: TextColumns) -> _Marks:
    if predictions.info.contrast_sha256 != texts.sha256:
        raise DataError(
            f"{predictions.path}: the answers are not for {texts.path} (the SHA-256 differs); run "
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
    before, gold = original[columns.text], columns.original_gold[columns.text]
    marks = (
        before == rewritten,
        (rewritten == columns.gold) & (columns.gold != ""),
        (before == gold) & (gold != ""),
        (columns.gold != "") & (gold != ""),
    )
    return _Marks(name, *(np.asarray(each, dtype=bool) for each in marks))


def _slices(columns: TextColumns) -> list[tuple[str, Codes]]:
    """Return the rewritings that keep the meaning, then the rewritings by each transformation."""
    of = np.array(columns.transformation, dtype=object)
    found = [(KEPT, np.flatnonzero(columns.kept))]
    for name in dict.fromkeys(columns.transformation):
        found += [(name, np.flatnonzero((of == name) & so)) for so in (columns.kept, ~columns.kept)]
    return [(name, rows) for name, rows in found if rows.size]


def _measure(marks: _Marks, columns: TextColumns, transformation: str, rows: Codes) -> Invariance:
    text = columns.text[rows]
    _, of = np.unique(text, return_inverse=True)
    changed = np.bincount(of, weights=~marks.same[rows])
    graded = rows[marks.graded[rows]]
    unit = columns.text[graded]
    before = after = difference = None
    if graded.size:
        right, was_right = marks.right[graded], marks.was_right[graded]
        before, after = share(was_right, unit), share(right, unit)
        difference = difference_of(right.astype(float) - was_right, unit)
    return Invariance(
        marks.model, transformation, bool(columns.kept[rows[0]]), int(changed.size),
        int(rows.size), share(changed == 0), share(marks.same[rows], text), before, after,
        difference,
    )  # fmt: skip


def _ranking(models: Sequence[_Marks], columns: TextColumns, seed: int) -> Ranking | None:
    """Compute Kendall's tau, with an interval, between rankings on originals and on rewritings."""
    from scipy.stats import kendalltau

    kept = np.logical_and.reduce([columns.kept & each.graded for each in models])
    codes, of = np.unique(columns.text[kept], return_inverse=True)
    if codes.size < 2:
        return None
    before, after = (
        np.array([np.bincount(of, weights=getattr(each, which)[kept]) for each in models]).T
        for which in ("was_right", "right")
    )

    def tau(one: np.ndarray, other: np.ndarray) -> float:
        return float(kendalltau(one, other).statistic)

    originals, rewritten = before.sum(0) / of.size, after.sum(0) / of.size
    rng, found = generator(seed, "ranking of models"), list[float]()
    for _ in range(REPLICATES // _AT_ONCE):
        drawn = rng.multinomial(codes.size, np.full(codes.size, 1 / codes.size), _AT_ONCE)
        found += map(tau, drawn @ before, drawn @ after)
    known = np.array(found)[np.isfinite(found)]
    low, high = np.percentile(known, (2.5, 97.5)) if known.size else (np.nan, np.nan)
    same = float(np.mean(known > 1 - 1e-9)) if known.size else np.nan
    order = np.argsort(-originals, kind="stable").tolist()
    return Ranking(
        tuple(models[at].model for at in order),
        tuple(originals[order].tolist()), tuple(rewritten[order].tolist()),
        tau(originals, rewritten), float(low), float(high), same, REPLICATES - known.size,
    )  # fmt: skip
