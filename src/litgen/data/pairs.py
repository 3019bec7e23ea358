"""The labelled sentence pair, which is litgen's unit of input."""

from collections.abc import Mapping
from typing import Any, NamedTuple


class Pair(NamedTuple):
    """A sentence pair as read from a source.

    Example:
        >>> Pair("p1", "A man sleeps.", "A man rests.", "entailment").label
        'entailment'
    """

    id: str  #: the source's id (``pairID``, ``id`` ...), or one made from its name and the line
    premise: str
    hypothesis: str
    #: ``entailment``, ``contradiction`` or ``neutral``; ``entailment`` or ``not_entailment`` if the
    #: source has two classes. Label and hypothesis are empty if the source has single sentences.
    label: str
    source: Mapping[str, Any] = {}  #: the other columns of the source, such as ``genre``
    line: int = 0  #: line or row of the source, from 1
    #: whether the source also contains the same two texts with another label
    disputed: bool = False
    #: whether the source has two classes, which the label ``entailment`` alone does not show
    two_classes: bool = False
