"""Long premises in pieces: every sentence is in one, none is too long, the best one counts."""

from __future__ import annotations

import numpy as np
import pytest

from litgen.models.encoding import combined, parts_of, pieces_of

LABELS = ("contradiction", "neutral", "entailment")


def lengths(texts):
    return [len(text.split()) for text in texts]


@pytest.mark.parametrize("size", [8, 13, 20, 1000])
def test_pieces(size):
    sentences = [
        f"Sentence {number} has {'very ' * (number % 9)}few words." for number in range(30)
    ]
    document = " ".join(sentences)
    pieces = pieces_of(document, parts_of(document, size, lengths), size)
    assert all(len(piece.split()) <= size for piece in pieces)
    words = [word for piece in pieces for word in piece.split()]
    assert set(document.split()) == set(words)
    if size == 1000:
        assert pieces == [document]
    else:
        assert len(pieces) > len(document.split()) / size
    if size == 13:  # which no sentence is longer than
        assert all(piece.endswith(".") for piece in pieces)
    if size == 20:  # one ends with the sentence that the next begins with
        ends = [piece.split(". ")[-1].rstrip(".") for piece in pieces]
        assert sum(after.startswith(end) for end, after in zip(ends, pieces[1:], strict=False)) > 5


def test_a_sentence_without_end():
    document = " ".join(f"w{number}" for number in range(100))
    pieces = pieces_of(document, parts_of(document, 10, lengths), 10)
    assert max(len(piece.split()) for piece in pieces) == 10
    assert pieces[0].split()[-5:] == pieces[1].split()[:5]
    assert pieces_of("", parts_of("", 10, lengths), 10) == [""]


@pytest.mark.parametrize(
    ("rows", "label", "entailment"),
    [
        ([[0.0, 0.9, 0.1], [0.1, 0.1, 0.8]], "entailment", 0.8),
        ([[0.02, 0.96, 0.02], [0.95, 0.04, 0.01]], "contradiction", 0.02),
        ([[0.02, 0.96, 0.02], [0.03, 0.96, 0.01]], "neutral", 0.02),
    ],
)
def test_the_best_piece_counts(rows, label, entailment):
    found = combined(np.array(rows), LABELS)
    assert found.sum() == pytest.approx(1)
    assert LABELS[found.argmax()] == label and found[2] == pytest.approx(entailment)
    two = combined(
        np.array([[row[2], 1 - row[2]] for row in rows]), ("entailment", "not_entailment")
    )
    assert two[0] == pytest.approx(entailment) and two.sum() == pytest.approx(1)
