"""A Python function as a classifier: ``module:function``."""

from __future__ import annotations

import importlib
import re
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from litgen.data import LABELS
from litgen.exceptions import LitgenError, UsageError
from litgen.models.label_names import complete, model_label

if TYPE_CHECKING:
    from collections.abc import Callable

    from litgen.models.protocol import Probabilities

_NAME = re.compile(r"[A-Za-z_][\w.]*:[A-Za-z_][\w.]*")
#: Pairs that the function is given at a time.
WINDOW = 1024


def looks_like_callable(name: str) -> bool:
    """Whether a name is ``module:function``.

    Example:
        >>> looks_like_callable("my_models:predict"), looks_like_callable("roberta-large-mnli")
        (True, False)
    """
    return bool(_NAME.fullmatch(name)) and not Path(name).exists()


class CallableClassifier:
    """A ``PairClassifier`` over a function.

    The function is given a list of (premise, hypothesis) pairs and returns a list of as many
    labels, or of as many mappings from label to probability. A model of two classes says so with
    an attribute: ``predict.labels = ("entailment", "non-entailment")``.

    Args:
        function: the function.
        name: what messages and reports call it.

    Attributes:
        scored: whether the function gives probabilities; known after the first call.
    """

    kind = "callable"
    dtype: str | None = None
    window = WINDOW

    def __init__(self, function: Callable[[list[tuple[str, str]]], Any], name: str) -> None:
        self.function = function
        self.name = name
        self.scored = True
        given = getattr(function, "labels", LABELS)
        labels = [model_label(str(label)) for label in given]
        if not complete(labels):
            raise UsageError(
                f"{name}: its attribute labels is {tuple(given)!r}; it must be entailment, "
                "contradiction and neutral, or entailment and non-entailment"
            )
        self.labels = tuple(label for label in labels if label is not None)

    def classify(self, pairs: Sequence[tuple[str, str]]) -> Probabilities:
        """What the function says: probabilities, or a one for the label it gives.

        Raises:
            LitgenError: the function fails, or returns something else.
        """
        import numpy as np

        if not pairs:
            return np.empty((0, len(self.labels)))
        try:
            found = list(self.function(list(pairs)))
        except Exception as error:  # whatever a user's function raises
            raise LitgenError(f"{self.name}: failed: {type(error).__name__}: {error}") from error
        if len(found) != len(pairs):
            raise LitgenError(f"{self.name}: gave {len(found)} answers for {len(pairs)} pairs")
        kinds = {isinstance(each, Mapping) for each in found}
        if len(kinds) > 1:
            raise LitgenError(f"{self.name}: gave labels and probabilities mixed; give one kind")
        self.scored = kinds.pop()
        return np.array([self._row(each) for each in found])

    def describe(self) -> Mapping[str, Any]:
        """Its name."""
        return {"name": self.name}

    def _row(self, answer: Any) -> list[float]:
        given = dict(answer) if isinstance(answer, Mapping) else {answer: 1.0}
        try:
            row = {model_label(str(name)): float(value) for name, value in given.items()}
        except (TypeError, ValueError):
            raise LitgenError(f"{self.name}: gave {answer!r}, which is no probabilities") from None
        total = sum(row.values())
        if not row.keys() <= set(self.labels):
            raise LitgenError(
                f"{self.name}: gave {answer!r}; labels are {', '.join(self.labels)} (an attribute "
                "labels of the function says which two or three)"
            )
        if not 0.99 < total < 1.01 or min(row.values()) < 0:
            raise LitgenError(f"{self.name}: gave {answer!r}; probabilities must sum to one")
        return [row.get(label, 0.0) for label in self.labels]


def load_callable(name: str) -> CallableClassifier:
    """Find the function ``module:function``, also in the current folder.

    Raises:
        UsageError: there is no such module or function.
    """
    module, _, attribute = name.partition(":")
    if "" not in sys.path:
        sys.path.insert(0, "")
    try:
        function: Any = importlib.import_module(module)
        for part in attribute.split("."):
            function = getattr(function, part)
    except (ImportError, AttributeError) as error:
        raise UsageError(
            f"{name}: no such function ({error}); name module:function, with the module in the "
            "current folder or on PYTHONPATH"
        ) from error
    if not callable(function):
        raise UsageError(f"{name}: is no function, but a {type(function).__name__}")
    return CallableClassifier(function, name)
