"""Documents that exceed a model's maximum length: split into pieces; the best piece counts.

A claim is supported if some piece of the document supports it (SummaC-ZS: Laban et al. 2022,
section 3.2).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from litgen.data.texts import sentence_spans

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

#: The number of tokens of each text.
Lengths = Callable[[Sequence[str]], list[int]]


def parts_of(document: str, size: int, lengths: Lengths) -> list[tuple[str, int]]:
    """The sentences of a document, each with its number of tokens.

    A sentence of more than ``size`` tokens is split at words into parts of at most half of
    ``size``; a longer word is a part of its own.
    """
    sentences = [document[start:end] for start, end in sentence_spans(document)]
    found: list[tuple[str, int]] = []
    for sentence, number in zip(sentences, lengths(sentences), strict=True):
        if number <= size:
            found.append((sentence, number))
            continue
        words = sentence.split()
        part: list[str] = []
        total = 0
        for word, length in zip(words, lengths(words), strict=True):
            if part and total + length > size // 2:
                found.append((" ".join(part), total))
                part, total = [], 0
            part.append(word)
            total += length
        found.append((" ".join(part), total))
    return found


def pieces_of(document: str, parts: Sequence[tuple[str, int]], size: int) -> list[str]:
    """A document in pieces of at most ``size`` tokens, which overlap by one part if it fits.

    Example:
        >>> pieces_of("A b. C d. E.", [("A b.", 3), ("C d.", 3), ("E.", 2)], 6)
        ['A b. C d.', 'C d. E.']
        >>> pieces_of("A b. C d.", [("A b.", 3), ("C d.", 3)], 6)
        ['A b. C d.']
    """
    if sum(number for _, number in parts) <= size:
        return [document]
    found: list[str] = []
    start = end = 0
    while end < len(parts):
        total = 0
        while end < len(parts) and (end == start or total + parts[end][1] <= size):
            total += parts[end][1]
            end += 1
        found.append(" ".join(text for text, _ in parts[start:end]))
        # No overlap if the last sentence and the next one do not fit into one piece.
        again = end < len(parts) and parts[end - 1][1] + parts[end][1] <= size
        start = end = end - 1 if again and end - 1 > start else end
    return found


def combined(rows: NDArray[np.float64], labels: Sequence[str]) -> NDArray[np.float64]:
    """Combine the probabilities of the pieces into those of the document.

    Entailment gets its highest probability in any piece. The rest is shared between contradiction,
    weighted by its highest probability in any piece, and neutral, weighted by its lowest, since a
    document is neutral only if all its pieces are.

    Args:
        rows: of shape (pieces, labels).

    Returns:
        Of shape (labels,).

    Example:
        >>> import numpy as np
        >>> rows = np.array([[0.1, 0.1, 0.8], [0.7, 0.1, 0.2]])
        >>> combined(rows, ("entailment", "contradiction", "neutral")).round(2)
        array([0.7, 0.1, 0.2])
    """
    import numpy as np

    entailment = np.array([label == "entailment" for label in labels])
    lowest = np.array([label == "neutral" for label in labels])
    rest: NDArray[np.float64] = np.where(lowest, rows.min(axis=0), rows.max(axis=0))
    rest[entailment] = 0.0
    best = rows[:, entailment].max()
    total = rest.sum()
    if total:
        rest *= (1 - best) / total
    rest[entailment] = best
    return rest
