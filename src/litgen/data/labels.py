"""Names and aliases of labels, and maps from a source's values to labels."""

import re
from collections.abc import Collection, Iterable, Mapping
from typing import Any

from litgen.exceptions import UsageError, did_you_mean

#: The labels of natural language inference, in the order in which tables show them.
LABELS = ("entailment", "contradiction", "neutral")
#: The second label of a source or model with two classes (RTE, HANS, fact checking), which means
#: neutral or contradiction.
NOT_ENTAILMENT = "not_entailment"
TWO_CLASSES = ("entailment", NOT_ENTAILMENT)
ALL_LABELS = (*LABELS, NOT_ENTAILMENT)
#: The two sets of labels, for messages.
CLASSES_IN_WORDS = f"{', '.join(LABELS[:2])} and {LABELS[2]}, or {' and '.join(TWO_CLASSES)}"

#: The names of each label, with words separated by underscores.
_NAMES = {
    "entailment": ("entailment", "entails", "entailed", "e", "supports", "support", "supported"),
    "contradiction": (
        "contradiction", "contradictory", "contradicts", "contradict", "c",
        "refutes", "refute", "refuted",
    ),
    "neutral": ("neutral", "n", "not_enough_info", "not_enough_information"),
    NOT_ENTAILMENT: (
        "not_entailment", "non_entailment", "not_entails", "not_entailed", "non_entailed",
        "not_supported", "unsupported",
    ),
}  # fmt: skip
_ALIASES = {name: label for label, names in _NAMES.items() for name in names}
#: Values that mark a pair whose annotators reached no majority.
NO_GOLD = frozenset({"-", "-1", "", "none", "null", "nan", "<na>"})
#: A whole number as pandas writes it in columns with missing values: ``2.0``.
_WHOLE = re.compile(r"([+-]?\d+)\.0+")


def canonical_label(name: str) -> str | None:
    """Return the label that a name or alias denotes, or None if there is no such label.

    Example:
        >>> canonical_label(" NOT ENOUGH INFO "), canonical_label("2")
        ('neutral', None)
    """
    return _ALIASES.get(re.sub(r"[\s_-]+", "_", name.strip().lower()))


def classes_of(labels: Collection[str]) -> tuple[str, ...]:
    """Infer the label set of a source from labels seen in it: ``LABELS`` or ``TWO_CLASSES``."""
    return TWO_CLASSES if NOT_ENTAILMENT in labels else LABELS


def agree(label: str, gold: str) -> bool:
    """Check whether a label agrees with the gold label; either may have two classes.

    Example:
        >>> agree("neutral", "not_entailment"), agree("neutral", "contradiction")
        (True, False)
    """
    if NOT_ENTAILMENT in (label, gold):
        return "entailment" not in (label, gold)
    return label == gold


def in_classes(labels: Collection[str], classes: Collection[str] = LABELS) -> str | None:
    """Return the class of all labels in a set, or None if they belong to several classes.

    Example:
        >>> both = {"contradiction", "neutral"}
        >>> in_classes({"neutral"}), in_classes(both), in_classes(both, TWO_CLASSES)
        ('neutral', None, 'not_entailment')
    """
    folded = {each if each in classes else NOT_ENTAILMENT for each in labels}
    return folded.pop() if len(folded) == 1 else None


def short(label: str) -> str:
    """Return the abbreviation of a label for tables: E, C, N or *not E*."""
    return "not E" if label == NOT_ENTAILMENT else label[0].upper()


def is_no_gold(value: Any) -> bool:
    """Check whether a value marks a missing gold label (``-``, ``-1``, empty, *nan*)."""
    return as_written(value).lower() in NO_GOLD


def as_written(value: Any) -> str:
    """Convert a label or id to text; remove the ``.0`` that pandas may add to a whole number.

    Example:
        >>> as_written(2.0), as_written(" yes "), as_written(2.5)
        ('2', 'yes', '2.5')
    """
    text = str(value).strip()
    found = _WHOLE.fullmatch(text)
    return found[1] if found else text


def parse_map(
    text: str, option: str = "labels_map", form: str = "VALUE=LABEL, such as 0=entailment"
) -> dict[str, str]:
    """Parse a map from values to labels, as in ``--labels-map``.

    Args:
        option, form: the option's name and the required form of an entry, for messages.

    Raises:
        UsageError: an entry does not have the required form.

    Example:
        >>> parse_map("positive=negative,negative=positive")["positive"]
        'negative'
    """
    mapping = {}
    for entry in filter(None, (part.strip() for part in text.split(","))):
        old, equals, new = entry.rpartition("=")
        if not (equals and new):
            raise UsageError(f"{option}: {entry!r} does not have the form {form}")
        mapping[as_written(old)] = new.strip()
    return mapping


def label_map_of(values: Mapping[Any, str] | Iterable[str]) -> dict[str, str]:
    """Return a map from a column's values to labels, given a mapping or label names in order.

    Raises:
        UsageError: a name is not a label.

    Example:
        >>> label_map_of(["entailment", "neutral", "contradiction"])["2"]
        'contradiction'
    """
    mapping = {}
    for value, name in values.items() if isinstance(values, Mapping) else enumerate(values):
        label = canonical_label(str(name))
        if label is None:
            hint = did_you_mean(str(name), ALL_LABELS)
            raise UsageError(f"labels_map: {value!r}: there is no label {name!r}: {hint}")
        mapping[as_written(value)] = label
    return mapping


def map_of_names(names: Iterable[str]) -> Mapping[str, str]:
    """Map label numbers to the names of a ``ClassLabel``."""
    return {str(number): str(name) for number, name in enumerate(names)}
