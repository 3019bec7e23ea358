"""Labels by name: aliases, and what numbers mean where the source says so."""

import re
from collections.abc import Collection, Iterable, Mapping
from typing import Any

from litgen.exceptions import UsageError, did_you_mean

#: The labels of natural language inference, in the order in which tables show them.
LABELS = ("entailment", "contradiction", "neutral")
#: The second label where a source, or a model, has two classes (RTE, HANS, fact checking): all
#: that is not entailment. It is never *neutral*.
NOT_ENTAILMENT = "not_entailment"
#: The labels of a source or a model of two classes, in the order in which tables show them.
TWO_CLASSES = ("entailment", NOT_ENTAILMENT)
#: Every label of a source or a model.
ALL_LABELS = (*LABELS, NOT_ENTAILMENT)
#: The two sets of labels, as messages list them.
CLASSES_IN_WORDS = f"{', '.join(LABELS)}, or {' and '.join(TWO_CLASSES)}"

#: By label, its other names; words are separated by underscores.
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

#: What a source writes where its annotators found no majority.
NO_GOLD = frozenset({"-", "-1", "", "none", "null", "nan", "<na>"})
#: A whole number that was written with a fraction, as pandas writes a column that also has gaps.
_WHOLE = re.compile(r"([+-]?\d+)\.0+")


def canonical_label(name: str) -> str | None:
    """The label that a name stands for, None where it stands for none.

    Example:
        >>> canonical_label(" Entailment "), canonical_label("NOT ENOUGH INFO")
        ('entailment', 'neutral')
        >>> canonical_label("not_entailment"), canonical_label("2")
        ('not_entailment', None)
    """
    return _ALIASES.get(re.sub(r"[\s_-]+", "_", name.strip().lower()))


def classes_of(labels: Collection[str]) -> tuple[str, ...]:
    """The labels of a source of which some are known: ``LABELS``, or ``TWO_CLASSES``.

    Example:
        >>> classes_of(["entailment", "not_entailment"])
        ('entailment', 'not_entailment')
    """
    return TWO_CLASSES if NOT_ENTAILMENT in labels else LABELS


def agree(label: str, gold: str) -> bool:
    """Whether a label is right by another, of which one may be of two classes.

    Example:
        >>> agree("neutral", "not_entailment"), agree("neutral", "contradiction")
        (True, False)
    """
    if NOT_ENTAILMENT in (label, gold):
        return "entailment" not in (label, gold)
    return label == gold


def in_classes(labels: Collection[str], classes: Collection[str] = LABELS) -> str | None:
    """The one label that a set of labels that are still possible leaves, None where it leaves none.

    Args:
        labels: of ``LABELS``; at least one.
        classes: ``LABELS``, or ``TWO_CLASSES``, of which *contradiction or neutral* is one.

    Example:
        >>> in_classes({"neutral"}), in_classes({"contradiction", "neutral"})
        ('neutral', None)
        >>> in_classes({"contradiction", "neutral"}, TWO_CLASSES)
        'not_entailment'
    """
    folded = {each if each in classes else NOT_ENTAILMENT for each in labels}
    return folded.pop() if len(folded) == 1 else None


def short(label: str) -> str:
    """The letter of a label, as tables show it.

    Example:
        >>> short("entailment"), short("not_entailment")
        ('E', 'not E')
    """
    return "not E" if label == NOT_ENTAILMENT else label[0].upper()


def is_no_gold(value: Any) -> bool:
    """Whether a value says that the pair has no gold label (``-``, ``-1``, empty, *nan*)."""
    return as_written(value).lower() in NO_GOLD


def as_written(value: Any) -> str:
    """A label or an id as text, a whole number without the fraction that pandas may give it.

    Example:
        >>> as_written(2.0), as_written("2.0"), as_written(" yes "), as_written(2.5)
        ('2', '2', 'yes', '2.5')
    """
    text = str(value).strip()
    found = _WHOLE.fullmatch(text)
    return found[1] if found else text


def is_number(value: Any) -> bool:
    """Whether a label is written as a number, so that only the source can say what it means."""
    if isinstance(value, bool):
        return False
    return as_written(value).isdecimal()


def parse_map(
    text: str, option: str = "labels_map", form: str = "VALUE=LABEL, such as 0=entailment"
) -> dict[str, str]:
    """Read a table such as ``--labels-map``: which value stands for which label.

    Args:
        option: what a message calls it, and ``form`` what an entry should be.

    Raises:
        UsageError: an entry is not ``value=label``.

    Example:
        >>> parse_map("positive=negative,negative=positive")["positive"]
        'negative'
    """
    mapping = {}
    for entry in filter(None, (part.strip() for part in text.split(","))):
        old, equals, new = entry.rpartition("=")
        if not (equals and new):
            raise UsageError(f"{option}: {entry!r} is not {form}")
        mapping[as_written(old)] = new.strip()
    return mapping


def label_map_of(values: Mapping[Any, str] | Iterable[str]) -> dict[str, str]:
    """What the values of a label column mean, as Python says it: a mapping, or names in order.

    Raises:
        UsageError: a name is no label.

    Example:
        >>> label_map_of({0: "entailment", "no": "contradiction"})
        {'0': 'entailment', 'no': 'contradiction'}
        >>> label_map_of(["entailment", "neutral", "contradiction"])["2"]
        'contradiction'
    """
    entries = values.items() if isinstance(values, Mapping) else enumerate(values)
    mapping = {}
    for value, name in entries:
        label = canonical_label(str(name))
        if label is None:
            hint = did_you_mean(str(name), ALL_LABELS)
            raise UsageError(f"labels_map: {value!r}: there is no label {name!r}: {hint}")
        mapping[as_written(value)] = label
    return mapping


def map_of_names(names: Iterable[str]) -> Mapping[str, str]:
    """What numbers are called, from the names of a class label in their order.

    Example:
        >>> map_of_names(["entailment", "neutral", "contradiction"])["2"]
        'contradiction'
    """
    return {str(number): str(name) for number, name in enumerate(names)}
