"""Baselines that see only a part of each pair, cross-validated with held-out premises."""

import hashlib
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from litgen.analysis.words import Shape
from litgen.data import Pair, classes_of
from litgen.data.splitting import split_keys
from litgen.exceptions import DataError
from litgen.models.bow import Boosting, fit
from litgen.statistics.intervals import Share, share

FOLDS = 5
#: Number of boosting rounds without early stopping; more do not improve accuracy.
ROUNDS = 100
#: Depth and minimum leaf size (in pairs) of a decision tree with one or two numeric features.
DEPTH, LEAF = 4, 30

Codes = NDArray[np.int64]
Progress = Callable[[int, int], None]


class Baseline(NamedTuple):
    key: str
    sees: str  #: part of a pair that it sees
    accuracy: Share  #: cross-validated accuracy, with premises held out


SEES = {
    "majority": "nothing: always predicts the most frequent label",
    "length": "the number of words in premise and hypothesis",
    "overlap": "the share of the hypothesis's words that occur in the premise",
    "hypothesis": "the words of the hypothesis",
    "both": "the words of both sentences, without their order",
}


def run_baselines(
    pairs: Sequence[Pair],
    shape: Shape,
    *,
    seed: int = 0,
    progress: Progress | None = None,
) -> list[Baseline]:
    """Cross-validate the baselines; all pairs made from the same premise are in the same fold.

    Raises:
        UsageError: XGBoost or scikit-learn is missing.
        DataError: no word is frequent enough.
    """
    keys = split_keys(pairs)
    fold = folds_of(keys)
    source = np.unique(keys, return_inverse=True)[1]
    gold = _codes(pairs)
    ways: dict[str, Callable[[NDArray[np.bool_]], Codes]] = {
        "majority": lambda test: _majority(gold, test),
        "length": lambda test: _tree(np.array([shape.premise, shape.hypothesis]).T, gold, test),
        "overlap": lambda test: _tree(shape.overlap[:, None], gold, test),
        "hypothesis": lambda test: _bag(pairs, test, "hypothesis", seed),
        "both": lambda test: _bag(pairs, test, "separate", seed),
    }
    found = []
    for number, (key, predict) in enumerate(ways.items()):
        said = np.zeros_like(gold)
        for at in range(FOLDS):
            test = fold == at
            if test.any():
                said[test] = predict(test)
            if progress is not None:
                progress(number * FOLDS + at + 1, len(ways) * FOLDS)
        found.append(Baseline(key, SEES[key], share(said == gold, source)))
    return found


def folds_of(keys: Sequence[str]) -> Codes:
    """Return the fold of each pair, given its key from ``litgen.data.splitting.split_keys``.

    Example:
        >>> len(set(folds_of(["manrides"] * 3).tolist()))
        1
    """
    digests = (hashlib.blake2b(f"fold\0{key}".encode(), digest_size=8).digest() for key in keys)
    return np.array([int.from_bytes(digest) % FOLDS for digest in digests], dtype=np.int64)


def _codes(pairs: Sequence[Pair]) -> Codes:
    labels = classes_of({pair.label for pair in pairs})
    return np.array([labels.index(pair.label) for pair in pairs])


def _majority(gold: Codes, test: NDArray[np.bool_]) -> Codes:
    # Count the labels in all folds: if labels are balanced, the most frequent label in the other
    # folds is rare in this one.
    return np.full(int(test.sum()), np.bincount(gold).argmax(), dtype=np.int64)


def _tree(features: NDArray[np.float64], gold: Codes, test: NDArray[np.bool_]) -> Codes:
    from sklearn.tree import DecisionTreeClassifier

    if test.all():
        return _majority(gold, test)
    tree: Any = DecisionTreeClassifier(max_depth=DEPTH, min_samples_leaf=LEAF, random_state=0)
    tree.fit(features[~test], gold[~test])
    return np.asarray(tree.predict(features[test]), dtype=np.int64)


def _bag(pairs: Sequence[Pair], test: NDArray[np.bool_], bags: Any, seed: int) -> Codes:
    learned = [pair for pair, held in zip(pairs, test, strict=True) if not held]
    if not learned:
        return _majority(_codes(pairs), test)
    boosting = Boosting(bags=bags, rounds=ROUNDS, seed=seed)
    try:
        model = fit(learned, (), boosting)
    except DataError as error:
        raise DataError(
            f"too few pairs for the baselines: no word occurs in {boosting.min_count} sentences; "
            "use more pairs, or omit the baselines with --no-baselines"
        ) from error
    asked = [
        (pair.premise, pair.hypothesis) for pair, held in zip(pairs, test, strict=True) if held
    ]
    return np.asarray(model.classify(asked).argmax(axis=1), dtype=np.int64)
