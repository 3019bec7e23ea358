"""Claims and documents: litgen rewrites one sentence of a claim at a time and keeps the others.

A suite with ``premise = "document"`` (``rules/suites.toml``) never parses its premises. A claim of
several sentences is their conjunction. If the claim is entailed, each of its sentences is entailed,
and the rewritten claim gets the label of its rewritten sentence. If the claim is not entailed, it
is unknown which of its sentences is not entailed, so the claim keeps its label only under edits
that keep every label.
"""

from collections.abc import Mapping
from typing import NamedTuple

from litgen.contrast.original import ORIGINAL
from litgen.data import Pair
from litgen.data.texts import sentence_spans
from litgen.transformations.protocol import Outcome, Outcomes, Variant

#: The parameter that holds the number of the rewritten sentence, counted from 1.
SENTENCE = "sentence"


class Piece(NamedTuple):
    """A sentence of a claim."""

    start: int  #: offset of the sentence in the claim, in characters
    text: str


def pieces_of(claim: str) -> tuple[Piece, ...]:
    """Split a claim into sentences; a claim of one sentence is returned unchanged."""
    spans = sentence_spans(claim)
    if len(spans) < 2:
        return (Piece(0, claim),)
    return tuple(Piece(start, claim[start:end]) for start, end in spans)


def one_at_a_time(claim: str, made: Mapping[str, Outcomes]) -> Outcomes:
    """Put each rewritten sentence back into its claim, one at a time.

    Returns:
        For each transformation, an outcome whose variants are whole claims with the parameter
        ``sentence``; if no sentence has a variant, the outcome for the first sentence.
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
    """Return the outcomes for a claim, rewritten one sentence at a time, and for its document."""
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
