"""Get answers to single texts from a Python function or a file; labels may be any strings."""

import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from litgen.data.labels import as_written
from litgen.evaluation.contrast_set import Item
from litgen.evaluation.elsewhere import IDS, PREDICTED, SHOWN, described, first_given, read_rows
from litgen.evaluation.prediction import Prediction
from litgen.evaluation.text_set import TextSet
from litgen.exceptions import DataError, LitgenError, UsageError
from litgen.models import ModelSpec
from litgen.models.callable import find_function
from litgen.models.fingerprint import function_digest
from litgen.models.loading import split_name

_BATCH = 64  #: number of texts in one call of a function
_ANSWERS = ("answer", *PREDICTED)  #: names for the column of answers, in order of precedence


def read_texts(
    texts: TextSet, model: Any
) -> tuple[dict[str, Any], list[Prediction], float, list[str]]:
    """Return a model's description, an answer for every row, the time in seconds, and warnings.

    ``model`` is a function that takes a list of texts and returns one answer for each (a label, a
    number, or the output of a classification pipeline of transformers), ``module:function``, or a
    file with an answer for each ``id``.
    """
    items = list(texts.items())
    spec = ModelSpec(str(model)) if isinstance(model, str | Path) else model
    if isinstance(spec, ModelSpec):
        scheme, name = split_name(spec.name)
        if scheme == "predictions":
            return _from_files(name, items, texts)
        if scheme != "python":
            raise UsageError(
                f"{spec.name} does not accept single texts; use module:function, a function that "
                "takes a list of texts, or a file with an answer for each id"
            )
        function, called = find_function(name), name
    elif callable(model):
        function, called = model, str(getattr(model, "__qualname__", type(model).__name__))
    else:
        raise UsageError(f"model: {type(model).__name__} is not a function that takes texts")
    started = time.monotonic()
    batches = (items[at : at + _BATCH] for at in range(0, len(items), _BATCH))
    given = [answer for batch in batches for answer in _ask(function, called, batch)]
    about = {"kind": "python", "name": called, "sha256": function_digest(function)}
    pairs = zip(items, given, strict=True)
    made = [Prediction(item.id, item.side, answer) for item, answer in pairs]
    return about, made, time.monotonic() - started, []


def _ask(function: Any, name: str, items: Sequence[Item]) -> Iterator[str]:
    texts = [item.premise for item in items]
    try:
        given = list(function(texts))
    except Exception as error:  # the user's function may raise any error
        raise LitgenError(
            f"{name} failed on a batch of {len(texts)} texts, which begins with "
            f"{texts[0][:60]!r}: {type(error).__name__}: {error}"
        ) from error
    if len(given) != len(texts):
        raise LitgenError(f"{name} returned {len(given)} answers for {len(texts)} texts")
    return (_label(name, answer) for answer in given)


def _label(name: str, answer: Any) -> str:
    """Convert an answer to text: a label, or the best label in a pipeline's output."""
    value = answer.tolist() if hasattr(answer, "tolist") else answer
    if isinstance(value, list) and value and all(isinstance(each, Mapping) for each in value):
        value = max(value, key=lambda each: each.get("score", 0))
    if isinstance(value, Mapping):
        value = value.get("label")
    if isinstance(value, str | int | float) and as_written(value):
        return as_written(value)
    raise LitgenError(f"{name} returned {answer!r}; it must return a label for each text")


def _from_files(
    name: str, items: Sequence[Item], texts: TextSet
) -> tuple[dict[str, Any], list[Prediction], float, list[str]]:
    about = described(name)
    found: dict[str, str] = {}
    for path in map(Path, about["files"]):
        for place, values in read_rows(path):
            identity, answer = _of_row(values, place, texts.column)
            if found.setdefault(identity, answer) != answer:
                raise DataError(f"{place}: {identity!r} has a different answer in an earlier row")
    missing = [item.id for item in items if item.id not in found]
    if missing:
        raise DataError(
            f"{name} has no answer for {len(missing):,} of {len(items):,} rows, such as "
            f"{', '.join(missing[:SHOWN])}; add an answer for every id of contrast.jsonl"
        )
    extra = len(found) - len(items)
    warnings = (
        [f"{name}: ignored {extra:,} answer{'s' * (extra != 1)} with unknown ids"] if extra else []
    )
    made = [Prediction(item.id, item.side, found[item.id]) for item in items]
    return about, made, 0.0, warnings


def _of_row(values: Mapping[str, Any], place: str, column: str) -> tuple[str, str]:
    # In a file with the texts, ``label`` is the gold label.
    names = _ANSWERS if column in values else (*_ANSWERS, "label")
    found = []
    for what, among in (("id", IDS), ("answer", names)):
        name = first_given(values, among)
        if name is None:
            raise DataError(f"{place}: the {what} is missing; add a column {' or '.join(among)}")
        found.append(as_written(values[name]))
    return found[0], found[1]
