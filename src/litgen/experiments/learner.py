"""What is trained: the baseline or a Hugging Face model, with one signature for both."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from litgen.data import Pair
from litgen.exceptions import UsageError
from litgen.experiments.space import Values
from litgen.models.bow import Boosting, fit, need_xgboost
from litgen.models.fingerprint import fingerprint
from litgen.models.protocol import PairClassifier
from litgen.training.options import FineTuning
from litgen.training.train import accuracy, tune


class Learner(NamedTuple):
    """A model before it is trained; plain values, so that it can travel between processes.

    Attributes:
        model: ``bow``, or what is to be fine-tuned: a folder or a name on the hub.
        fixed: hyperparameters that are not searched for.
        device: such as ``cuda``; the GPU where there is one when None. Not for ``bow``.
        threads: CPU threads of a training.
    """

    model: str
    fixed: Values = ()
    device: str | None = None
    threads: int = 1

    @property
    def kind(self) -> str:
        """``bow`` or ``huggingface``."""
        return "bow" if self.model == "bow" else "huggingface"

    def options(self, values: Values, seed: int) -> Boosting | FineTuning:
        """The options of a training.

        Args:
            values: hyperparameters; the fixed ones go before them.
            seed: of the training.

        Raises:
            UsageError: there is no such hyperparameter, or a value is out of range.
        """
        given = {**dict(values), **dict(self.fixed), "seed": seed}
        options = Boosting if self.kind == "bow" else FineTuning
        unknown = sorted(set(given) - set(options._fields))
        if unknown:
            names = ", ".join(name for name in options._fields if name != "seed")
            raise UsageError(f"--set {unknown[0]}: {self.model} has {names}")
        try:
            made = options(**given)
            made.check()
        except TypeError as error:
            raise UsageError(f"--set: a value is of the wrong kind: {error}") from error
        return made

    def check(self) -> None:
        """Refuse what could not be trained, before any work.

        Raises:
            UsageError: something is missing or out of range.
        """
        if self.kind == "bow":
            need_xgboost()
            if self.device is not None:
                raise UsageError("--device is for fine-tuning, not for --model bow")
        else:
            from litgen.neural.devices import choose_device, need_torch

            need_torch("training")
            choose_device(self.device)
        self.options((), 0)

    def describe(self) -> dict[str, Any]:
        """What determines it, as JSON values."""
        return {"name": self.model, **_checksum(self.model), "fixed": dict(self.fixed)}


@lru_cache(maxsize=8)
def _checksum(model: str) -> dict[str, str]:
    return {} if model == "bow" else fingerprint(model)


class Learned(NamedTuple):
    """A trained model.

    Attributes:
        classifier: the model.
        accuracy: on the validation pairs; nan of none.
        facts: what else is worth keeping, as JSON values.
    """

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
    """Train a model: *train* of Salvatore et al. (2023, equation 5).

    Args:
        learner: what is trained.
        train: pairs to learn from.
        validation: pairs to stop early by.
        values: hyperparameters.
        seed: of the training.
        work: a folder for checkpoints; a training that was stopped goes on from there.

    Raises:
        LitgenError: it cannot be trained.
    """
    options = learner.options(values, seed)
    if isinstance(options, Boosting):
        model = fit(train, validation, options, threads=learner.threads)
        best = model.booster.best_iteration + 1 if validation else options.rounds
        return Learned(model, accuracy(model, validation), {"rounds": best})
    return _fine_tune(learner, train, validation, options, work)


def _fine_tune(
    learner: Learner,
    train: Sequence[Pair],
    validation: Sequence[Pair],
    options: FineTuning,
    work: Path,
) -> Learned:
    from litgen.models.huggingface import load_classifier
    from litgen.neural.devices import choose_device
    from litgen.training.checkpoints import best_folder
    from litgen.training.start import load_start

    start = load_start(learner.model, options.seed, choose_device(learner.device))
    found, _ = tune(train, validation, start, options, work, learner.threads)
    best = best_folder(work, found["best"])
    model = load_classifier(str(best), device=learner.device, threads=learner.threads)
    reached = found["history"][found["best"] - 1].get("accuracy", math.nan)
    return Learned(model, reached, {"epochs": found["best"]})
