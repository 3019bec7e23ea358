"""Labels by name: aliases, and what numbers mean where the source says so."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from litgen.exceptions import UsageError, did_you_mean

#: The labels of natural language inference, in the order in which tables show them.
LABELS = ("entailment", "contradiction", "neutral")

_ALIASES = {
    **dict.fromkeys(("entailment", "entails", "entailed", "e"), "entailment"),
    **dict.fromkeys(("contradiction", "contradictory", "contradicts", "c"), "contradiction"),
    **dict.fromkeys(("neutral", "n"), "neutral"),
}

#: What a source writes where its annotators found no majority.
NO_GOLD = frozenset({"-", "-1", "", "none", "null", "nan", "<na>"})
#: A whole number that was written with a fraction, as pandas writes a column that also has gaps.
_WHOLE = re.compile(r"([+-]?\d+)\.0+")


def canonical_label(name: str) -> str | None:
    """The label that a name stands for, None where it stands for none.

    Example:
        >>> canonical_label(" Entailment "), canonical_label("2")
        ('entailment', None)
    """
    return _ALIASES.get(name.strip().lower())


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


def parse_label_map(text: str) -> dict[str, str]:
    """Read ``--labels-map``: what the values of the label column mean.

    Raises:
        UsageError: an entry is not ``value=label`` or names no label.

    Example:
        >>> parse_label_map("0=entailment,1=neutral,2=contradiction")
        {'0': 'entailment', '1': 'neutral', '2': 'contradiction'}
    """
    mapping = {}
    for entry in filter(None, (part.strip() for part in text.split(","))):
        value, equals, name = entry.rpartition("=")
        label = canonical_label(name)
        if not equals or label is None:
            raise UsageError(
                f"--labels-map: {entry!r} is not value=label: {did_you_mean(name, LABELS)}; "
                "write for example 0=entailment,1=neutral,2=contradiction"
            )
        mapping[as_written(value)] = label
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
            raise UsageError(
                f"labels_map: {value!r}: {name!r} is none of {', '.join(LABELS)}; write for "
                'example {0: "entailment", 1: "neutral", 2: "contradiction"}'
            )
        mapping[as_written(value)] = label
    return mapping


def map_of_names(names: Iterable[str]) -> Mapping[str, str]:
    """What numbers mean, from the names of a class label in their order.

    Names that are no label are left out; a pair that has one is an unknown label.

    Example:
        >>> map_of_names(["entailment", "neutral", "contradiction"])["2"]
        'contradiction'
    """
    labels = {str(number): canonical_label(name) for number, name in enumerate(names)}
    return {number: label for number, label in labels.items() if label is not None}
