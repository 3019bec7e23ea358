"""The unit of all input: a labelled sentence pair."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple


class Pair(NamedTuple):
    """A sentence pair as it was read.

    Attributes:
        id: what the source calls it (``pairID``, ``id`` ...), else made of file and line.
        premise: the first sentence, untouched.
        hypothesis: the second sentence, untouched.
        label: ``entailment``, ``contradiction`` or ``neutral``; empty, as the hypothesis is, where
            the source holds single sentences.
        source: the other columns of the source, such as ``genre``.
        line: line (or row) of the source, from 1.
        disputed: whether the source has the same two texts with another label, too
            (:func:`litgen.data.splitting.disputed_texts`).

    Example:
        >>> Pair("p1", "A man sleeps.", "A man rests.", "entailment").label
        'entailment'
    """

    id: str
    premise: str
    hypothesis: str
    label: str
    source: Mapping[str, Any] = {}
    line: int = 0
    disputed: bool = False
