"""Polar questions: the first word of the verb group before the subject."""

from __future__ import annotations

from litgen.engines.dependency.edits import Question
from litgen.engines.dependency.morphology import BEFORE_NT
from litgen.engines.dependency.realisation.fields import Fields
from litgen.engines.dependency.realisation.placement import negated
from litgen.engines.dependency.realisation.surface import Piece
from litgen.tables import LISTS

#: Before *n't* -> alone: *wo* -> *will*.
_FULL = {short: full for full, short in BEFORE_NT.items()}


def ask(fields: Fields, edit: Question) -> list[Fields]:
    """*Is a man reading?*; of a negated sentence *Isn't he late?* and *Is he not late?*.

    The verb group is written after this, and inverted then (:func:`inverted`).
    """
    head = fields.clause.head
    asked = fields.regrouped(head, asks=True)
    asked = asked._replace(final=[Piece("?", glued=True)] if fields.final else [])
    own = fields.groups[head].negation == "own"
    return [asked, asked.regrouped(head, negation="moved")] if own else [asked]


def inverted(fields: Fields, lead: int) -> Fields:
    """Put the first word of the group, which is ``lead``'s, with its *n't*, before the subject."""
    doc, words, clause = fields.doc, dict(fields.words), fields.clause
    pieces = list(words[lead])
    moved, stay = pieces[:1], pieces[1:]
    while stay and stay[0].glued:
        moved.append(stay.pop(0))
    after = lead + 1
    other = fields.groups[clause.head].negation == "moved" and after == clause.negation
    word = doc[after].lower_ if after < len(doc) else ""
    if not stay and word != "not" and word in LISTS.negations:
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
