"""The unit of all input: a labelled sentence pair."""

from collections.abc import Mapping
from typing import Any, NamedTuple


class Pair(NamedTuple):
    """A sentence pair as it was read.

    Example:
        >>> Pair("p1", "A man sleeps.", "A man rests.", "entailment").label
        'entailment'
    """

    id: str  #: what the source calls it (``pairID``, ``id`` ...), else made of file and line
    premise: str  #: the first sentence, untouched
    hypothesis: str  #: the second sentence, untouched
    #: ``entailment``, ``contradiction`` or ``neutral``, or ``entailment`` or ``not_entailment``
    #: of a source of two classes; empty, as the hypothesis is, where the source holds single
    #: sentences
    label: str
    source: Mapping[str, Any] = {}  #: the other columns of the source, such as ``genre``
    line: int = 0  #: line (or row) of the source, from 1
    #: whether the source has the same two texts with another label, too
    #: (:func:`litgen.data.splitting.disputed_texts`)
    disputed: bool = False
    #: whether its source has two classes, which a label of ``entailment`` does not say
    two_classes: bool = False
