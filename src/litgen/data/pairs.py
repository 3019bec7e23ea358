"""The labelled sentence pair, which is litgen's unit of input."""

from collections.abc import Mapping
from typing import Any, NamedTuple


class Pair(NamedTuple):
    """A sentence pair as read from a source.

    Example:
        >>> Pair("p1", "A man sleeps.", "A man rests.", "entailment").label
        'entailment'
    """

    id: str  #: the id in the source (``pairID``, ``id`` ...), or the source's name and line number
    premise: str
    hypothesis: str
    #: ``entailment``, ``contradiction`` or ``neutral``; ``entailment`` or ``not_entailment`` if the
    #: source has two classes. Label and hypothesis are empty if the source has single sentences.
    label: str
    source: Mapping[str, Any] = {}  #: the other columns of the source, such as ``genre``
    line: int = 0  #: number of the line or row in the source, from 1
    #: whether the source also contains the same two texts with another label
    disputed: bool = False
    #: whether the source has two classes, which the label ``entailment`` alone does not show
    two_classes: bool = False
