"""Derive the labels of a model's classes from their names, never from their order alone."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from litgen.data import LABELS, NOT_ENTAILMENT, canonical_label
from litgen.exceptions import UsageError

_OPAQUE = re.compile(r"(label|class)?[-_ ]?\d+", re.IGNORECASE)


def class_labels(names: Sequence[str], given: str | None = None, model: str = "") -> list[str]:
    """Return the labels of a model's classes, in the order of its outputs.

    They come from the class names (``names``) or from the user's comma-separated labels
    (``given``). Uninformative names (``LABEL_0``) and names from other tasks raise an error.

    Example:
        >>> class_labels(["CONTRADICTION", "NEUTRAL", "ENTAILMENT"])
        ['contradiction', 'neutral', 'entailment']
    """
    classes = f"{len(names)} class" + ("" if len(names) == 1 else "es")
    meant = names if given is None else [part.strip() for part in given.split(",") if part.strip()]
    if len(meant) != len(names):
        raise UsageError(
            f"--labels: there are {len(meant)} labels, but {model} has {classes}; use one label "
            "for each class, in the order of the outputs"
        )
    labels = [canonical_label(name) for name in meant]
    if complete(labels):
        return [label for label in labels if label is not None]
    if given is not None:
        raise UsageError(
            f"--labels {given}: the labels must be {', '.join(LABELS)} in the order of the model's "
            f"outputs, or entailment and {NOT_ENTAILMENT} for a two-class model"
        )
    shown = ", ".join(map(repr, names[:6])) + (" ..." if len(names) > 6 else "")
    if len(names) not in (2, 3):
        raise UsageError(
            f"{model}: the model has {classes} ({shown}) and not the two or three of NLI; use a "
            "model trained on NLI"
        )
    opaque = all(_OPAQUE.fullmatch(name.strip()) for name in names)
    fault = "which are uninformative" if opaque else "which are not NLI labels"
    order = "entailment,neutral,contradiction" if len(names) == 3 else "entailment,not_entailment"
    raise UsageError(
        f"{model}: the model's classes are called {shown}, {fault}; if it was trained on NLI, use "
        f"for example --labels {order}, in the order of the outputs that its page lists"
    )


def refuse_contradiction(names: Sequence[str], label2id: Mapping[str, Any], model: str) -> None:
    """Raise a UsageError if ``id2label`` (``names``, by output) contradicts ``label2id``."""
    for other, number in label2id.items():
        try:
            name = names[int(number)] if int(number) >= 0 else ""
        except (IndexError, TypeError, ValueError):
            name = ""
        if any(_OPAQUE.fullmatch(each.strip()) for each in (name, other) if each):
            continue
        if name.strip().casefold() != other.strip().casefold():
            shown = f"output {number} is {name!r}" if name else f"there is no output {number}"
            raise UsageError(
                f"{model}: config.json contradicts itself: {shown} in id2label, but {other!r} in "
                "label2id; correct the file, or use --labels with the order of the outputs, which "
                "the model's page lists"
            )


def complete(labels: Sequence[str | None]) -> bool:
    """Check whether labels are the three or the two NLI classes, each once."""
    return sorted(map(str, labels)) in (sorted(LABELS), sorted(("entailment", NOT_ENTAILMENT)))
