"""Use a Python function, named ``module:function``, as a classifier."""

from __future__ import annotations

import pkgutil
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from litgen.data import LABELS, NOT_ENTAILMENT, TWO_CLASSES, canonical_label
from litgen.exceptions import LitgenError, UsageError
from litgen.models.fingerprint import function_digest
from litgen.models.label_names import complete
from litgen.models.protocol import Answer, Classifier, Reply

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias

    from litgen.models.protocol import PairClassifier

    #: Takes (premise, hypothesis) pairs; returns a label or label probabilities for each.
    Function: TypeAlias = Callable[[list[tuple[str, str]]], Any]

_NAME = re.compile(r"[A-Za-z_][\w.]*:[A-Za-z_][\w.]*")
_NUMBERED = re.compile(r"(?:LABEL_)?(\d+)", re.IGNORECASE)  #: default class names
WINDOW = 64  #: number of pairs passed to the function in one call


def looks_like_callable(name: str) -> bool:
    """Check whether a name is ``module:function`` rather than a file."""
    return bool(_NAME.fullmatch(name)) and not Path(name).exists()


class CallableClassifier(Classifier):
    """A ``PairClassifier`` that calls a function; messages and reports use the function's name.

    The function takes a list of (premise, hypothesis) pairs. It returns, or yields one by one, an
    answer for each pair: a label, a mapping from label to probability, or the output of a
    transformers pipeline (``{"label": ..., "score": ...}``, or with ``top_k=None`` a list of
    these). Its attribute ``labels`` lists the labels in class order: ``predict.labels =
    ("contradiction", "neutral", "entailment")``. The function needs this attribute if the model has
    two classes, or if answers do not name labels but are rows of probabilities (lists, NumPy
    arrays, tensors), class numbers, or names such as ``LABEL_0``.
    """

    kind = "python"
    window = WINDOW

    def __init__(self, function: Function, name: str) -> None:
        self.function = function
        self.name = name
        # Computed before the first call, because the function may change its own state.
        self._sha256 = function_digest(function)
        self._ordered = hasattr(function, "labels")
        given = getattr(function, "labels", LABELS)
        labels = [canonical_label(str(label)) for label in given]
        if not complete(labels):
            raise UsageError(
                f"{name}: the function's attribute labels is {tuple(given)!r}; set it to "
                "entailment, contradiction and neutral, or to entailment and not_entailment"
            )
        self.labels = tuple(label for label in labels if label is not None)

    def replies(self, pairs: Sequence[tuple[str, str]]) -> Iterator[list[tuple[int, Reply]]]:
        """Yield the function's answers: labels, or probabilities in the order of ``labels``.

        If a call fails, each half of its pairs is passed to the function again, so that the answers
        before the failing pair are not lost.
        """
        place = 0
        try:
            found = self.function(list(pairs))
            if isinstance(found, Iterator):
                for answer in found:
                    yield [(place, self._reply(answer))]
                    place += 1
            elif isinstance(found, str | Mapping) or hasattr(found, "columns"):
                what = f"a {type(found).__name__} for {len(pairs)} pairs"
                raise self._fault(what, "it must return a list with an answer for each pair")
            else:
                found = list(found)
        except LitgenError:
            raise
        except Exception as error:  # any error of the user's function
            if place or len(pairs) < 2:
                premise, hypothesis = pairs[place] if place < len(pairs) else ("", "")
                raise LitgenError(
                    f"{self.name}: the function failed on the pair {premise[:60]!r}, "
                    f"{hypothesis[:60]!r}: "
                    f"{type(error).__name__}: {error}"
                ) from error
            half = len(pairs) // 2
            yield from self.replies(pairs[:half])
            for part in self.replies(pairs[half:]):
                yield [(half + number, reply) for number, reply in part]
            return
        number = len(found) if isinstance(found, list) else place
        if number != len(pairs):
            what = f"{number} answers for {len(pairs)} pairs"
            raise self._fault(what, "it must return one for each pair")
        if isinstance(found, list):
            replies = [*map(self._reply, found)]
            if len({isinstance(each, str) for each in replies}) > 1:
                advice = "it must return either labels or probabilities for all pairs"
                raise self._fault("labels and probabilities", advice)
            yield list(enumerate(replies))

    def read(self, premise: str, hypothesis: str, reply: Reply) -> Answer:
        if isinstance(reply, str):
            return Answer(reply)
        return super().read(premise, hypothesis, reply)

    def describe(self) -> Mapping[str, Any]:
        return {"name": self.name, "sha256": self._sha256}

    def _fault(self, answer: Any, advice: str) -> LitgenError:
        return LitgenError(f"{self.name}: the function returned {answer}; {advice}")

    def _reply(self, answer: Any) -> Reply:
        """Convert an answer to a label, or to probabilities in the order of ``labels``."""
        given = answer.tolist() if hasattr(answer, "tolist") else answer
        if isinstance(given, Mapping) and "label" in given:
            given = [given]
        if isinstance(given, list | tuple):
            given = self._named(answer, given)
        elif isinstance(given, int) and not isinstance(given, bool):
            given = self._class(answer, given)
        if not isinstance(given, Mapping):
            return self._label(answer, given)
        try:
            row = {self._label(answer, name): float(value) for name, value in given.items()}
        except (TypeError, ValueError):
            raise self._fault(repr(answer), "its probabilities must be numbers") from None
        if not 0.99 < sum(row.values()) < 1.01 or min(row.values()) < 0:
            advice = "its probabilities must sum to one (apply softmax to logits)"
            raise self._fault(repr(answer), advice)
        return [row.get(label, 0.0) for label in self.labels]

    def _label(self, answer: Any, name: Any) -> str:
        """Return the label that a name denotes; the order of ``labels`` resolves ``LABEL_1``."""
        number = _NUMBERED.fullmatch(str(name).strip())
        label = self._class(answer, int(number[1])) if number else canonical_label(str(name))
        if label not in self.labels:
            classes = TWO_CLASSES if label == NOT_ENTAILMENT else LABELS
            written = ", ".join(f'"{each}"' for each in classes)
            hint = f": predict.labels = ({written})" if label else ""
            raise self._fault(
                repr(answer),
                f"it must return the labels {', '.join(self.labels)} (set its attribute labels for "
                f"another set or order{hint})",
            )
        return label

    def _class(self, answer: Any, number: int) -> str:
        if not self._ordered:
            raise self._fault(
                repr(answer),
                "set the function's attribute labels to the labels of the classes, in their order: "
                'predict.labels = ("contradiction", "neutral", "entailment")',
            )
        if not 0 <= number < len(self.labels):
            advice = f"class numbers must be between 0 and {len(self.labels) - 1}"
            raise self._fault(repr(answer), advice)
        return self.labels[number]

    def _named(self, answer: Any, given: Sequence[Any]) -> Mapping[str, Any] | str:
        """Return label probabilities, or only the best label if some probabilities are missing."""
        if given and all(isinstance(each, int | float) for each in given):
            if len(given) == 1 and isinstance(given[0], int):
                return self._class(answer, given[0])
            if len(given) != len(self.labels):
                advice = f"it must return {len(self.labels)} numbers, one for each label"
                raise self._fault(repr(answer), advice)
            return {self._class(answer, at): value for at, value in enumerate(given)}
        try:
            scores = {self._label(answer, each["label"]): float(each["score"]) for each in given}
        except (TypeError, KeyError, ValueError):
            scores = {}
        if not scores:
            advice = "it must return a label, or a mapping from label to probability"
            raise self._fault(repr(answer), advice)
        if len(scores) < len(self.labels):
            return max(scores, key=lambda name: scores[name])
        return scores


def load_callable(name: str) -> CallableClassifier:
    """Load the classifier for ``module:function``; see ``find_function`` for the errors."""
    return CallableClassifier(find_function(name), name)


def find_function(name: str) -> Any:
    """Find the function ``module:function``; the module may be in the current folder."""
    if "" not in sys.path:
        sys.path.insert(0, "")
    try:
        function = pkgutil.resolve_name(name)
    except (ImportError, AttributeError) as error:
        raise UsageError(
            f"{name}: there is no such function ({error}); use module:function with a module in "
            "the current folder or on PYTHONPATH"
        ) from error
    if not callable(function):
        raise UsageError(f"{name}: this is not a function but a {type(function).__name__}")
    return function


def _of_pipeline(pipeline: Any) -> Function:
    if pipeline.task != "text-classification":
        raise UsageError(
            f"model: this is a pipeline for {pipeline.task}; pass one for text-classification, or "
            "a function that calls the pipeline"
        )
    config = pipeline.model.config.to_json_string()  # part of the checksum of `predict`

    def predict(pairs: list[tuple[str, str]]) -> Any:
        assert config
        texts = [{"text": premise, "text_pair": hypothesis} for premise, hypothesis in pairs]
        return pipeline(texts, top_k=None)

    if hasattr(pipeline, "labels"):
        predict.labels = pipeline.labels  # type: ignore[attr-defined]
    return predict


def classifier_of(model: Any) -> tuple[str, PairClassifier]:
    """Return the name and the classifier of a model in memory.

    Args:
        model: a function, a transformers pipeline for text classification, or an object with the
            members of ``PairClassifier``.

    Example:
        >>> classifier_of(looks_like_callable)[0]
        'litgen.models.callable:looks_like_callable'
    """
    if isinstance(model, type):
        raise UsageError(f"model: {model.__name__} is a class; pass an instance, or a function")
    name = getattr(model, "__qualname__", type(model).__name__)
    module = getattr(model, "__module__", None) or "__main__"
    called = name if module == "__main__" else f"{module}:{name}"
    if all(hasattr(model, member) for member in ("replies", "read", "request", "describe")):
        return called, model
    # Recognized without importing transformers.
    pipeline = getattr(sys.modules.get("transformers"), "Pipeline", None)
    if pipeline is not None and isinstance(model, pipeline):
        called = getattr(model.model, "name_or_path", "") or called
        return called, CallableClassifier(_of_pipeline(model), called)
    if not callable(model):
        raise UsageError(
            f"model: {type(model).__name__} is not a model; pass a name such as "
            "roberta-large-mnli, or a function that takes a list of (premise, hypothesis) pairs"
        )
    return called, CallableClassifier(model, called)
