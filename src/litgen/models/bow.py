"""The baseline: gradient boosting over a bag of words of premise and hypothesis.

Salvatore et al. (2023) use XGBoost over one joint bag; two bags, one of each sentence, do better
and are the default. Trees are drawn from samples of rows and columns, since otherwise a seed would
change nothing. A model is a folder of ``bow.json`` (vocabulary, labels, options) and
``booster.ubj`` (XGBoost's own format); nothing is pickled.
"""

from __future__ import annotations

import importlib.util
import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, get_args

from litgen.data import LABELS, Pair
from litgen.exceptions import DataError, UsageError
from litgen.files import write_json
from litgen.models.fingerprint import fingerprint
from litgen.models.protocol import Classifier

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix

    from litgen.models.protocol import Probabilities

Bags = Literal["separate", "joint", "hypothesis"]
BAGS: tuple[Bags, ...] = get_args(Bags)
VOCABULARY, BOOSTER = "bow.json", "booster.ubj"
INSTALL = "pip install 'litgen[baseline]'"
FORMAT = 1
#: Words are runs of letters and digits, also of a single one.
_TOKEN = r"(?u)\b\w+\b"
#: Pairs that are classified together.
WINDOW = 16384


class Boosting(NamedTuple):
    """Options of the baseline.

    Attributes:
        bags: ``separate``, one bag of each sentence; ``joint``, one of both; ``hypothesis``, the
            hypothesis alone, to see how far one comes without a premise.
        min_count: words that stand in fewer sentences are left out.
        rounds: of boosting, each a tree a label.
        depth: of a tree.
        learning_rate: weight of a tree.
        rows: share of the pairs that a tree is grown on.
        columns: share of the words that a tree may use.
        patience: rounds without a better validation loss after which it stops.
        seed: draws rows and columns.
    """

    bags: Bags = "separate"
    min_count: int = 5
    rounds: int = 200
    depth: int = 6
    learning_rate: float = 0.3
    rows: float = 0.8
    columns: float = 0.8
    patience: int = 20
    seed: int = 0

    def check(self) -> None:
        """Refuse what makes no sense.

        Raises:
            UsageError: an option is out of range.
        """
        if self.bags not in BAGS:
            raise UsageError(f"--bags {self.bags}: take one of {', '.join(BAGS)}")
        for name in ("min_count", "rounds", "depth", "patience"):
            if getattr(self, name) < 1:
                raise UsageError(
                    f"--{name.replace('_', '-')} {getattr(self, name)}: must be 1 or more"
                )
        for name in ("learning_rate", "rows", "columns"):
            if not 0 < getattr(self, name) <= 1:
                raise UsageError(
                    f"--{name.replace('_', '-')} {getattr(self, name)}: must be above 0, at most 1"
                )


class BagOfWords(Classifier):
    """A ``PairClassifier`` over words.

    Args:
        booster: XGBoost's.
        vocabularies: the words of each bag, in the order of their columns.
        bags: which bags those are.
        threads: CPU threads.
        description: what determined the model, for ``describe``.
    """

    kind = "bow"
    labels: tuple[str, ...] = LABELS
    dtype: str | None = None
    window = WINDOW

    def __init__(
        self,
        booster: Any,
        vocabularies: Sequence[Sequence[str]],
        bags: Bags,
        *,
        threads: int | None = 1,
        description: Mapping[str, Any] | None = None,
    ) -> None:
        self.booster = booster
        self.vocabularies = vocabularies
        self.bags = bags
        self._description = dict(description or {})
        self._vectorizers = [_vectorizer(vocabulary=list(words)) for words in vocabularies]
        booster.set_param({"nthread": threads or 0})

    def classify(self, pairs: Sequence[tuple[str, str]]) -> Probabilities:
        """Probabilities of (premise, hypothesis) pairs: one row a pair, one column a label."""
        import numpy as np
        import xgboost

        if not pairs:
            return np.empty((0, len(self.labels)))
        texts = _texts(pairs, self.bags)
        features = _stack(
            [each.transform(bag) for each, bag in zip(self._vectorizers, texts, strict=True)]
        )
        best = self.booster.attr("best_iteration")
        rounds = (0, int(best) + 1) if best is not None else (0, 0)
        found = self.booster.predict(xgboost.DMatrix(features), iteration_range=rounds)
        return np.asarray(found, np.float64).reshape(len(pairs), len(self.labels))

    def describe(self) -> Mapping[str, Any]:
        """What determined the model, and the version of XGBoost."""
        import xgboost

        return {**self._description, "bags": self.bags, "xgboost": xgboost.__version__}

    def save(self, folder: Path) -> None:
        """Write ``booster.ubj`` and ``bow.json`` into a folder."""
        self.booster.save_model(folder / BOOSTER)
        write_json(
            folder / VOCABULARY,
            {
                "kind": "bow",
                "format": FORMAT,
                "labels": list(self.labels),
                "bags": self.bags,
                "vocabularies": [list(words) for words in self.vocabularies],
            },
        )


def fit(
    train: Sequence[Pair],
    validation: Sequence[Pair] = (),
    options: Boosting = Boosting(),  # noqa: B008 - immutable
    *,
    threads: int | None = 1,
    progress: Callable[[int, int, float], None] | None = None,
) -> BagOfWords:
    """Train a baseline.

    Args:
        train: labelled pairs.
        validation: pairs on which it stops early; it does all rounds where there are none.
        options: what determines the result, together with the order of the pairs.
        threads: CPU threads.
        progress: told after every round: rounds done, of how many, and the training loss.

    Raises:
        UsageError: an option is not right, or XGBoost or scikit-learn is missing.
        DataError: no word is frequent enough.

    Example:
        >>> model = fit(pairs, options=Boosting(seed=1))  # doctest: +SKIP
        >>> model.classify([("A man rides.", "A man moves.")])  # doctest: +SKIP
        array([[0.61, 0.12, 0.27]])
    """
    options.check()
    need_xgboost()
    import xgboost

    texts = _texts([(pair.premise, pair.hypothesis) for pair in train], options.bags)
    vectorizers = [_vectorizer(min_df=options.min_count) for _ in texts]
    try:
        features = _stack(
            [each.fit_transform(bag) for each, bag in zip(vectorizers, texts, strict=True)]
        )
    except ValueError as error:
        raise DataError(
            f"no word stands in {options.min_count} sentences; give more pairs or a smaller "
            "min_count (litgen train --min-count 1; of experiments --set min_count=1)"
        ) from error
    data = xgboost.QuantileDMatrix(features, _targets(train), nthread=threads, max_bin=2)
    watched = []
    if validation:
        held = _texts([(pair.premise, pair.hypothesis) for pair in validation], options.bags)
        rows = _stack([each.transform(bag) for each, bag in zip(vectorizers, held, strict=True)])
        watched = [(xgboost.DMatrix(rows, _targets(validation), nthread=threads), "validation")]
    booster = xgboost.train(
        _parameters(options, threads),
        data,
        options.rounds,
        evals=watched,
        early_stopping_rounds=options.patience if validation else None,
        verbose_eval=False,
        callbacks=[_reporter(progress, options.rounds)] if progress is not None else None,
    )
    vocabularies = [each.get_feature_names_out().tolist() for each in vectorizers]
    return BagOfWords(booster, vocabularies, options.bags, threads=threads)


def load_bow(folder: str | Path, *, threads: int | None = 1) -> BagOfWords:
    """Load a baseline that ``litgen train`` has written.

    Raises:
        UsageError: XGBoost or scikit-learn is missing.
        DataError: the folder holds none, or a damaged one.
    """
    need_xgboost()
    import xgboost

    folder = Path(folder)
    path = folder / VOCABULARY
    try:
        values = json.loads(path.read_text("utf-8"))
        if values["format"] != FORMAT or values["labels"] != list(LABELS):
            raise DataError(f"{path}: of another version of litgen; train the model again")
        bags, vocabularies = values["bags"], values["vocabularies"]
        booster = xgboost.Booster(model_file=folder / BOOSTER)
        if booster.num_features() != sum(map(len, vocabularies)) or bags not in BAGS:
            raise DataError(
                f"{folder}: {VOCABULARY} and {BOOSTER} are not of one model; train it again"
            )
    except (OSError, ValueError, KeyError, TypeError, xgboost.core.XGBoostError) as error:
        reason = " ".join(str(error).split())[:200]
        raise DataError(f"{folder}: holds no whole baseline: {reason}; train it again") from error
    description = {"name": str(folder), **fingerprint(str(folder))}
    return BagOfWords(booster, vocabularies, bags, threads=threads, description=description)


def need_xgboost() -> None:
    """Say how to install what the baseline stands on.

    Raises:
        UsageError: it is not installed.
    """
    missing = [name for name in ("xgboost", "sklearn") if not importlib.util.find_spec(name)]
    if missing:
        raise UsageError(f"the baseline needs {' and '.join(missing)}: {INSTALL}")


def _vectorizer(**given: Any) -> Any:
    from sklearn.feature_extraction.text import CountVectorizer

    return CountVectorizer(binary=True, token_pattern=_TOKEN, dtype="float32", **given)


def _texts(pairs: Sequence[tuple[str, str]], bags: Bags) -> list[list[str]]:
    """What goes into each bag."""
    if bags == "joint":
        return [[f"{premise} {hypothesis}" for premise, hypothesis in pairs]]
    hypotheses = [hypothesis for _, hypothesis in pairs]
    if bags == "hypothesis":
        return [hypotheses]
    return [[premise for premise, _ in pairs], hypotheses]


def _stack(parts: Sequence[Any]) -> csr_matrix:
    from scipy.sparse import hstack

    return hstack(parts, format="csr")


def _targets(pairs: Sequence[Pair]) -> list[int]:
    return [LABELS.index(pair.label) for pair in pairs]


def _parameters(options: Boosting, threads: int | None) -> dict[str, Any]:
    return {
        "objective": "multi:softprob",
        "num_class": len(LABELS),
        "tree_method": "hist",
        "max_bin": 2,  # a word is there or not
        "max_depth": options.depth,
        "eta": options.learning_rate,
        "subsample": options.rows,
        "colsample_bytree": options.columns,
        "seed": options.seed,
        "nthread": threads or 0,
        "verbosity": 0,
    }


def _reporter(progress: Callable[[int, int, float], None], rounds: int) -> Any:
    from xgboost.callback import TrainingCallback

    class Reporter(TrainingCallback):
        def after_iteration(self, model: Any, epoch: int, evals_log: Any) -> bool:
            losses = [values[-1] for metrics in evals_log.values() for values in metrics.values()]
            progress(epoch + 1, rounds, float(losses[0]) if losses else 0.0)
            return False

    return Reporter()
