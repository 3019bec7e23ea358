"""Claims beside documents: one sentence of a claim is rewritten at a time, the others are kept.

A suite with ``premise = "document"`` (``rules/suites.toml``) never parses its premises. A claim of
several sentences is their conjunction: of an entailed claim every sentence is entailed, so the
label of the rewritten sentence is that of the claim. Of a claim that is not entailed it is unknown
which sentence is not; such a claim keeps its label where the edit keeps every label.
"""

from collections.abc import Mapping
from typing import NamedTuple

from litgen.contrast.original import ORIGINAL
from litgen.data import Pair
from litgen.data.texts import sentence_spans
from litgen.transformations.protocol import Outcome, Outcomes, Variant

#: The parameter that tells which sentence of a claim was rewritten, from 1.
SENTENCE = "sentence"


class Piece(NamedTuple):
    """A sentence of a claim."""

    start: int  #: where it begins in the claim, in characters
    text: str


def pieces_of(claim: str) -> tuple[Piece, ...]:
    """The sentences of a claim; the claim as it is where it is one.

    Example:
        >>> [piece.text for piece in pieces_of("The museum closed in 1990. It reopened later.")]
        ['The museum closed in 1990.', 'It reopened later.']
    """
    spans = sentence_spans(claim)
    if len(spans) < 2:
        return (Piece(0, claim),)
    return tuple(Piece(start, claim[start:end]) for start, end in spans)


def one_at_a_time(claim: str, made: Mapping[str, Outcomes]) -> Outcomes:
    """What was made of the sentences of a claim, each put into the claim in its turn.

    Args:
        made: what transformations made of each sentence (``pieces_of``).

    Returns:
        By transformation, variants of the whole claim with the parameter ``sentence``; where none
        of its sentences has one, the outcome of the first.
    """
    pieces = pieces_of(claim)
    if len(pieces) == 1:
        return made[claim]
    found: Outcomes = {}
    for name, first in made[pieces[0].text].items():
        variants = tuple(
            _in_claim(claim, number, piece, variant)
            for number, piece in enumerate(pieces, 1)
            for variant in made[piece.text][name].variants
        )
        found[name] = Outcome(variants) if variants else first
    return found


def sides_of(pair: Pair, made: Mapping[str, Outcomes]) -> dict[str, Outcomes]:
    """What was made of a claim, of its sentences one at a time, and of its document: nothing."""
    unread = Variant((pair.premise,), traits={"document": True})
    premise = {**made.get(pair.premise, {}), ORIGINAL: Outcome((unread,))}
    return {pair.premise: premise, pair.hypothesis: one_at_a_time(pair.hypothesis, made)}


def _in_claim(claim: str, number: int, piece: Piece, variant: Variant) -> Variant:
    before, after = claim[: piece.start], claim[piece.start + len(piece.text) :]

    def whole(text: str) -> str:
        return before + text + after

    return variant._replace(
        candidates=tuple(map(whole, variant.candidates)),
        wordings=tuple(each._replace(text=whole(each.text)) for each in variant.wordings),
        edits=tuple(e._replace(start=e.start + piece.start) for e in variant.edits),
        parameters={**variant.parameters, SENTENCE: str(number)},
    )


__all__ = ["SENTENCE", "Piece", "one_at_a_time", "pieces_of", "sides_of"]
