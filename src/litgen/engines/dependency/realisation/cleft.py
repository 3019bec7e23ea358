"""It-clefts: *It is SUBJECT who PREDICATE*, *It is OBJECT that SUBJECT VERB*."""

from __future__ import annotations

from typing import TYPE_CHECKING

from litgen.engines.dependency.edits import Focus
from litgen.engines.dependency.groups import Declined
from litgen.engines.dependency.morphology import Agreement, finite_form
from litgen.engines.dependency.nouns import is_group, is_person, takes_who
from litgen.engines.dependency.realisation.agreement import agreement
from litgen.engines.dependency.realisation.fields import (
    Fields,
    Order,
    as_object,
    contracts,
    root_of,
    span,
    without,
)
from litgen.engines.dependency.realisation.placement import negated
from litgen.engines.dependency.realisation.surface import Piece

if TYPE_CHECKING:
    from litgen.engines.dependency.analysis import Analysis


def focus(analysis: Analysis, fields: Fields, edit: Focus) -> list[Fields]:
    """A phrase in focus, with each pronoun that may link the clause to it; what stood before the
    subject stays in front.

    Raises:
        Declined: what is in focus is neither the subject nor a direct object.
    """
    doc = analysis.sentence.doc
    be = [Piece(finite_form("be", edit.tense, Agreement()))]
    if edit.negated:
        be = negated(be, "not")
    if edit.subject:
        phrase, inner = fields.subject, fields._replace(subject=())
    elif edit.focus in (*fields.middle, *fields.rest) and doc[edit.focus].dep_ == "dobj":
        tokens = span(doc, edit.focus)
        phrase = as_object(doc, tokens)
        inner = fields._replace(
            middle=without(fields.middle, tokens), rest=without(fields.rest, tokens)
        )
    else:
        raise Declined("focus is no direct object")
    links = _links(analysis, fields, edit)
    ways: list[Order] = [[Piece("it"), *be]]
    if contracts(doc) and edit.tense == "pres" and not edit.negated:
        ways.append([Piece("it"), Piece("'s", glued=True)])
    return [
        inner._replace(front=[*inner.front, *it, *phrase, link]) for it in ways for link in links
    ]


def _links(analysis: Analysis, fields: Fields, edit: Focus) -> list[Piece]:
    """*who* and *that* for persons, *that* and *which* for things; a group that takes a singular
    verb is a thing, a lone name may be a place.

    The parser takes some of the clauses for clefts only with the one or the other.
    """
    token = analysis.sentence.doc[edit.focus]
    that, who = Piece("that", read=("that", "who")), Piece("who", read=("who", "that"))
    if any(t.lower_ in ("who", "that", "which") for t in token.subtree):
        return [that]  # *It was the man who called that left.*
    person = is_person(token)
    thing = [that] if person or token.pos_ == "PRON" else [that, Piece("which", read=("that",))]
    if not edit.subject:
        return thing
    if takes_who(token):
        shown = agreement(analysis, root_of(analysis.sentence), fields)
        return [who, that] if shown.plural or not is_group(token) else [that]
    return [that, who] if person else thing
