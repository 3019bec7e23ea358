"""The baseline model: gradient boosting over bags of words of the premise and the hypothesis.

Salvatore et al. (2023) use XGBoost with one joint bag; two bags, one per sentence, perform better
and are the default. A model is a folder with ``bow.json`` (labels, bags and vocabularies) and
``booster.ubj`` (XGBoost's own format). Neither file contains pickled objects.
"""

from __future__ import annotations

import importlib.util
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, get_args

from litgen.data import LABELS, TWO_CLASSES, Pair, classes_of
from litgen.exceptions import DataError, UsageError
from litgen.files import write_json
from litgen.models.fingerprint import fingerprint
from litgen.models.protocol import Classifier
from litgen.version import install_command

if TYPE_CHECKING:
    from litgen.models.protocol import Probabilities

Bags = Literal["separate", "joint", "hypothesis"]
BAGS: tuple[Bags, ...] = get_args(Bags)
VOCABULARY, BOOSTER = "bow.json", "booster.ubj"
INSTALL = install_command("baseline")
FORMAT = 1
_TOKEN = r"(?u)\b\w+\b"  #: a word: one or more letters, digits or underscores
WINDOW = 16384  #: number of pairs that are classified together


class Boosting(NamedTuple):
    """Options for training the baseline."""

    bags: Bags = "separate"  # one bag per sentence, one for both, or one for the hypothesis only
    min_count: int = 5  # minimum number of sentences in which a word of the vocabulary occurs
    rounds: int = 200  # rounds of boosting, each with one tree per label
    depth: int = 6  # maximum depth of a tree
    learning_rate: float = 0.3  # weight of each new tree
    rows: float = 0.8  # share of the pairs sampled for each tree
    columns: float = 0.8  # share of the vocabulary sampled for each tree
    patience: int = 20  # rounds without a lower validation loss after which training stops
    seed: int = 0  # seed for sampling rows and columns

    def check(self) -> None:
        """Raise UsageError if an option is out of range."""
        if self.bags not in BAGS:
            raise UsageError(f"--bags {self.bags}: use one of {', '.join(BAGS)}")
        for name, default in self._field_defaults.items():
            value = getattr(self, name)
            option = f"--{name.replace('_', '-')} {value}"
            if name != "seed" and type(default) is int and value < 1:
                raise UsageError(f"{option}: the value must be at least 1")
            if type(default) is float and not 0 < value <= 1:
                raise UsageError(f"{option}: the value must be above 0 and at most 1")


@dataclass(eq=False)
class BagOfWords(Classifier):
    """A ``PairClassifier`` over bags of words."""

    booster: Any  # an XGBoost booster
    vectorizers: Sequence[Any]  # fitted scikit-learn vectorizers, one per bag
    bags: Bags
    threads: int | None = 1
    description: Mapping[str, Any] = field(default_factory=dict)  # the model's name and checksum
    kind: str = field(default="bow", init=False)
    labels: tuple[str, ...] = LABELS
    window: int = field(default=WINDOW, init=False)

    def __post_init__(self) -> None:
        self.booster.set_param({"nthread": self.threads or 0})

    def classify(self, pairs: Sequence[tuple[str, str]]) -> Probabilities:
        import numpy as np
        import xgboost

        if not pairs:
            return np.empty((0, len(self.labels)))
        features = _features(self.vectorizers, pairs, self.bags)
        best = self.booster.attr("best_iteration")
        rounds = (0, int(best) + 1) if best is not None else (0, 0)
        found = self.booster.predict(xgboost.DMatrix(features), iteration_range=rounds)
        return np.asarray(found, np.float64).reshape(len(pairs), len(self.labels))

    def describe(self) -> Mapping[str, Any]:
        import xgboost

        return {**self.description, "bags": self.bags, "xgboost": xgboost.__version__}

    def save(self, folder: Path) -> None:
        """Write ``booster.ubj`` and ``bow.json`` into a folder."""
        self.booster.save_model(folder / BOOSTER)
        words = [each.get_feature_names_out().tolist() for each in self.vectorizers]
        write_json(folder / VOCABULARY, {
            "kind": "bow", "format": FORMAT, "labels": list(self.labels), "bags": self.bags,
            "vocabularies": words,
        })  # fmt: skip


def fit(
    train: Sequence[Pair],
    validation: Sequence[Pair] = (),
    options: Boosting = Boosting(),  # noqa: B008 - immutable
    *,
    threads: int | None = 1,
    progress: Callable[[int, int, float], None] | None = None,
) -> BagOfWords:
    """Train a baseline; the pairs, their order and the options determine the result.

    Args:
        validation: pairs for early stopping; without them, training runs all rounds.
        progress: called after every round with the rounds completed, their total number and the
            validation loss (0 without validation pairs).

    Raises:
        UsageError: an option is invalid, or XGBoost or scikit-learn is missing.
        DataError: no word is frequent enough.
    """
    options.check()
    need_xgboost()
    import xgboost

    labels = classes_of({pair.label for pair in (*train, *validation)})
    vectorizers = [
        _vectorizer(min_df=options.min_count) for _ in range(2 if options.bags == "separate" else 1)
    ]

    def rows(pairs: Sequence[Pair], how: str) -> tuple[Any, list[int]]:
        texts = [(pair.premise, pair.hypothesis) for pair in pairs]
        features = _features(vectorizers, texts, options.bags, how)
        return features, [labels.index(pair.label) for pair in pairs]

    try:
        learned = rows(train, "fit_transform")
    except ValueError as error:
        raise DataError(
            f"no word occurs in {options.min_count} sentences; use more pairs or a smaller minimum "
            "(--min-count 1 for litgen study train, --set min_count=1 for experiments)"
        ) from error
    data = xgboost.QuantileDMatrix(*learned, nthread=threads, max_bin=2)
    watched = []
    if validation:
        held = xgboost.DMatrix(*rows(validation, "transform"), nthread=threads)
        watched = [(held, "validation")]
    booster = xgboost.train(
        {
            "objective": "multi:softprob",
            "num_class": len(labels),
            "tree_method": "hist",
            "max_bin": 2,  # a word is present or absent
            "max_depth": options.depth,
            "eta": options.learning_rate,
            "subsample": options.rows,
            "colsample_bytree": options.columns,
            "seed": options.seed,
            "nthread": threads or 0,
            "verbosity": 0,
        },
        data,
        options.rounds,
        evals=watched,
        early_stopping_rounds=options.patience if validation else None,
        verbose_eval=False,
        callbacks=[_reporter(progress, options.rounds)] if progress is not None else None,
    )
    return BagOfWords(booster, vectorizers, options.bags, threads, labels=labels)


def load_bow(folder: str | Path, *, threads: int | None = 1) -> BagOfWords:
    """Load a baseline that ``litgen study train`` wrote; raise an error if it is damaged."""
    need_xgboost()
    import xgboost

    folder = Path(folder)
    path = folder / VOCABULARY
    try:
        values = json.loads(path.read_text("utf-8"))
        labels = tuple(values["labels"])
        if values["format"] != FORMAT or labels not in (LABELS, TWO_CLASSES):
            raise DataError(
                f"{path}: the file is from another version of litgen; train the model again"
            )
        bags, vocabularies = values["bags"], values["vocabularies"]
        booster = xgboost.Booster(model_file=folder / BOOSTER)
        if booster.num_features() != sum(map(len, vocabularies)) or bags not in BAGS:
            raise DataError(
                f"{folder}: {VOCABULARY} and {BOOSTER} belong to different models; train the model "
                "again"
            )
    except (OSError, ValueError, KeyError, TypeError, xgboost.core.XGBoostError) as error:
        reason = " ".join(str(error).split())[:200]
        raise DataError(
            f"{folder}: the baseline is incomplete or damaged ({reason}); train it again"
        ) from error
    vectorizers = [_vectorizer(vocabulary=words) for words in vocabularies]
    description = {"name": str(folder), **fingerprint(str(folder))}
    return BagOfWords(booster, vectorizers, bags, threads, description, labels=labels)


def need_xgboost() -> None:
    """Raise UsageError, with install instructions, if a package for the baseline is missing."""
    if missing := lacking_packages():
        raise UsageError(f"the baseline needs {' and '.join(missing)}; run {INSTALL}")


def lacking_packages() -> list[str]:
    """Return the packages that the baseline needs and that are not installed."""
    return [name for name in ("xgboost", "sklearn") if not importlib.util.find_spec(name)]


def _vectorizer(**given: Any) -> Any:
    from sklearn.feature_extraction.text import CountVectorizer

    return CountVectorizer(binary=True, token_pattern=_TOKEN, dtype="float32", **given)


def _features(
    vectorizers: Sequence[Any], pairs: Sequence[tuple[str, str]], bags: Bags, how: str = "transform"
) -> Any:
    from scipy.sparse import hstack

    premises, hypotheses = ([pair[side] for pair in pairs] for side in (0, 1))
    texts = [premises, hypotheses] if bags == "separate" else [hypotheses]
    if bags == "joint":
        texts = [[f"{premise} {hypothesis}" for premise, hypothesis in pairs]]
    both = zip(vectorizers, texts, strict=True)
    return hstack([getattr(each, how)(bag) for each, bag in both], format="csr")


def _reporter(progress: Callable[[int, int, float], None], rounds: int) -> Any:
    from xgboost.callback import TrainingCallback

    class Reporter(TrainingCallback):
        def after_iteration(self, model: Any, epoch: int, evals_log: Any) -> bool:
            losses = [values[-1] for metrics in evals_log.values() for values in metrics.values()]
            progress(epoch + 1, rounds, float(losses[0]) if losses else 0.0)
            return False

    return Reporter()
