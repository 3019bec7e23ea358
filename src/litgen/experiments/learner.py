"""A common interface to the models that can be trained: the baseline and Hugging Face models."""

import math
import tomllib
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from litgen.data import Pair, classes_of
from litgen.exceptions import UsageError
from litgen.models.bow import Boosting, fit, need_xgboost
from litgen.models.fingerprint import fingerprint
from litgen.models.protocol import PairClassifier
from litgen.training.finetune import FineTuning
from litgen.training.train import accuracy, load_start, tune

#: Hyperparameters as pairs of name and value, so that they are hashable.
Values = tuple[tuple[str, Any], ...]


class Learner(NamedTuple):
    """A model to train, as plain values that can be passed between processes."""

    model: str  # `bow`, or a model to fine-tune: a folder or a name on the hub
    fixed: Values = ()  # hyperparameters that are not searched for
    device: str | None = None  # such as `cuda`; None uses the GPU if there is one; ignored by bow
    threads: int = 1

    @property
    def kind(self) -> str:
        """The kind of model: ``bow`` or ``huggingface``."""
        return "bow" if self.model == "bow" else "huggingface"

    def options(self, values: Values, seed: int) -> Boosting | FineTuning:
        """Return the options for a training; fixed hyperparameters override the given ones.

        Raises:
            UsageError: a hyperparameter is unknown, or a value is out of range.
        """
        given = {**dict(values), **dict(self.fixed), "seed": seed}
        options = Boosting if self.kind == "bow" else FineTuning
        unknown = sorted(set(given) - set(options._fields))
        if unknown:
            names = ", ".join(name for name in options._fields if name != "seed")
            raise UsageError(
                f"--set {unknown[0]}: {self.model} has no such hyperparameter; use one of {names}"
            )
        try:
            made = options(**given)
            made.check()
        except TypeError as error:
            raise UsageError(f"--set: a value has the wrong type: {error}") from error
        return made

    def check(self) -> None:
        """Raise UsageError, before any work, if something is missing or out of range."""
        if self.kind == "bow":
            need_xgboost()
            if self.device is not None:
                raise UsageError(
                    f"--device {self.device}: --model bow does not use it; omit this option"
                )
        else:
            from litgen.neural.devices import choose_device, need_torch

            need_torch("training")
            choose_device(self.device)
        self.options((), 0)

    def describe(self) -> dict[str, Any]:
        return {"name": self.model, **_checksum(self.model), "fixed": dict(self.fixed)}


@lru_cache(maxsize=8)
def _checksum(model: str) -> dict[str, str]:
    return {} if model == "bow" else fingerprint(model)


def parse_settings(entries: Sequence[str]) -> Values:
    """Parse ``--set``; raise UsageError if an entry does not have the form ``name=value``.

    Example:
        >>> parse_settings(["rounds=50", "bags=joint"])
        (('bags', 'joint'), ('rounds', 50))
    """
    found = {}
    for entry in entries:
        name, value = (part.strip() for part in entry.partition("=")[::2])
        if not name or not value:
            raise UsageError(f"--set {entry}: use the form NAME=VALUE, such as rounds=100")
        try:
            found[name] = tomllib.loads(f"value = {value}")["value"]
        except tomllib.TOMLDecodeError:
            found[name] = value
    return tuple(sorted(found.items()))


class Learned(NamedTuple):
    """A trained model, its validation accuracy (nan without validation pairs), and other facts."""

    classifier: PairClassifier
    accuracy: float
    facts: Mapping[str, Any] = {}


def learn(
    learner: Learner,
    train: Sequence[Pair],
    validation: Sequence[Pair],
    values: Values,
    seed: int,
    work: Path,
) -> Learned:
    """Train a model (Salvatore et al. 2023, equation 5); early stopping uses the validation pairs.

    ``work`` is a folder for checkpoints, from which an interrupted training resumes.
    """
    options = learner.options(values, seed)
    if isinstance(options, Boosting):
        booster = fit(train, validation, options, threads=learner.threads)
        rounds = booster.booster.best_iteration + 1 if validation else options.rounds
        return Learned(booster, accuracy(booster, validation), {"rounds": rounds})
    from litgen.models.huggingface import load_classifier
    from litgen.neural.devices import choose_device
    from litgen.training.checkpoints import best_folder

    classes = classes_of({pair.label for pair in train})
    device = choose_device(learner.device)
    start = load_start(learner.model, options.seed, device, classes)
    found, _ = tune(train, validation, start, options, work, learner.threads)
    best = str(best_folder(work, found["best"]))
    model = load_classifier(best, device=learner.device, threads=learner.threads)
    reached = found["history"][found["best"] - 1].get("accuracy", math.nan)
    return Learned(model, reached, {"epochs": found["best"]})
