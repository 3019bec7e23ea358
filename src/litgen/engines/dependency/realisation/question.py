"""Polar questions: the first word of the verb group before the subject."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from litgen.engines.dependency.auxiliaries import BEFORE_NT
from litgen.engines.dependency.edits import Question
from litgen.engines.dependency.realisation.fields import Fields, root_of
from litgen.engines.dependency.realisation.placement import negated
from litgen.engines.dependency.realisation.surface import Piece
from litgen.tables import word_list

if TYPE_CHECKING:
    from spacy.tokens import Doc

    from litgen.engines.dependency.analysis import Analysis
    from litgen.engines.dependency.clauses import Clause

#: Before *n't* -> alone: *wo* -> *will*.
_FULL = {short: full for full, short in BEFORE_NT.items()}
_GLUED_NEGATIONS = word_list("negations") - {"not"}


def ask(analysis: Analysis, fields: Fields, edit: Question) -> list[Fields]:
    """*Is a man reading?*; a phrase in front may also go to the end, a *not* join the auxiliary.

    The verb group is written after this, and inverted then (:func:`inverted`).
    """
    doc, clause = analysis.sentence.doc, root_of(analysis.sentence)
    group = fields.groups[clause.head]
    asked = fields.regrouped(clause.head, group._replace(asks=True))
    asked = asked._replace(final=[Piece("?", glued=True)] if fields.final else [])
    found = [asked]
    if group.negation == "own":
        found.append(asked.regrouped(clause.head, group._replace(asks=True, negation="moved")))
    phrase = _movable(doc, clause, fields.front)
    if phrase:
        found += [f._replace(front=(), rest=[*f.rest, *phrase]) for f in found[:1]]
    return found


def _movable(doc: Doc, clause: Clause, front: Sequence[int | Piece]) -> list[int]:
    """A prepositional phrase and a comma are all that stands in front."""
    if len(front) < 2 or not isinstance(front[0], int):
        return []
    preposition = doc[front[0]]
    phrase = sorted(t.i for t in preposition.subtree)
    plain = preposition.dep_ == "prep" and preposition.head.i == clause.head
    if not plain or any(doc[i].is_punct or doc[i].pos_ in ("VERB", "AUX") for i in phrase):
        return []
    comma = phrase[-1] + 1
    return phrase if list(front) == [*phrase, comma] and doc[comma].text == "," else []


def inverted(analysis: Analysis, fields: Fields, lead: int) -> Fields:
    """Put the group's first word, with its *n't*, before the subject.

    Args:
        lead: token whose words begin the group.
    """
    doc, words = analysis.sentence.doc, dict(fields.words)
    pieces = list(words[lead])
    moved, stay = pieces[:1], pieces[1:]
    while stay and stay[0].glued:
        moved.append(stay.pop(0))
    after, clause = lead + 1, root_of(analysis.sentence)
    other = fields.groups[clause.head].negation == "moved" and after == clause.negation
    if not stay and after < len(doc) and doc[after].lower_ in _GLUED_NEGATIONS:
        if other:  # *Is he not late?*
            moved = [p._replace(text=_FULL.get(p.text.lower(), p.text)) for p in moved]
            words[after] = [Piece("not", after)]
        else:
            moved.extend(words.get(after, [Piece(doc[after].text, after)]))
            words[after] = []
    elif other:  # *Isn't he late?*
        moved, words[after] = negated(moved, "n't"), []
    words[lead] = stay
    return fields._replace(front=[*fields.front, *moved], words=words)
