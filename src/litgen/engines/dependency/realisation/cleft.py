"""It-clefts: *It is SUBJECT who PREDICATE*, *It is OBJECT that SUBJECT VERB*."""

from __future__ import annotations

from typing import TYPE_CHECKING

from litgen.engines.dependency.analysis import Declined
from litgen.engines.dependency.clauses import joining, splice
from litgen.engines.dependency.edits import Focus
from litgen.engines.dependency.morphology import OBJECT_CASE, Agreement, form_of
from litgen.engines.dependency.nouns import is_group, is_person, is_plural, takes_who
from litgen.engines.dependency.predicates import of_the_subject
from litgen.engines.dependency.realisation.agreement import agreement
from litgen.engines.dependency.realisation.fields import Fields, Order, cased, span, without
from litgen.engines.dependency.realisation.placement import negated
from litgen.engines.dependency.realisation.surface import Piece
from litgen.lexicon import VERBS

if TYPE_CHECKING:
    from spacy.tokens import Token


#: Marks after which a clause needs no comma.
_APART = frozenset((",", ";", ":", "-", "--", "–", "—", ".", "!", "?"))


def focus(fields: Fields, edit: Focus) -> list[Fields]:
    """A phrase in focus, with each pronoun that may link the clause to it; what stood before the
    subject stays in front, but a participle of the subject: *it was he who, judging that it was
    late, left*. Declined where it is neither the subject nor a direct object."""
    doc = fields.doc
    if edit.subject:
        phrase, inner = fields.subject, fields._replace(subject=())
    elif doc[edit.focus].dep_ == "dobj":
        tokens = span(doc, edit.focus)
        phrase = cased(doc, tokens, OBJECT_CASE)
        inner = fields.less(tokens)
    else:
        raise Declined("focus is no direct object")
    links = _links(fields, edit)
    inner = inner._replace(rest=_marked_off(fields, inner.rest))
    front, aside = _front(fields) if edit.subject else (fields.front, [])
    shown = _with_article if isinstance(phrase[0], int) and _is_bare(doc[phrase[0]]) else list
    return [
        inner._replace(front=[*front, Piece("it"), *be, *phrase, link, *aside])
        for be in map(shown, _copulas(edit, doc[edit.focus].lower_ not in OBJECT_CASE))
        for link in links
    ]


def _is_bare(first: Token) -> bool:
    """A phrase begins with a common noun, a gerund or what stands before a noun: *golfing*, *rising
    prices*; not *Enclosed is a form*."""
    noun = first.pos_ == "NOUN" or first.dep_ in ("amod", "compound", "nmod")
    return noun or first.lower_.endswith("ing")


def _with_article(be: Order) -> Order:
    """*It is golfing that costs money* may be read as *It is the golfing*: else it is a verb."""
    *before, last = be
    assert isinstance(last, Piece)
    return [*before, last._replace(read=(last.text, f"{last.text} the"))]


def _front(fields: Fields) -> tuple[Order, Order]:
    """What stays in front of a cleft, and the participle that follows its link, between commas."""
    doc, start = fields.doc, len(fields.front)
    verbs = doc[fields.clause.head].lefts
    verb = next((c for c in verbs if c.i < start and of_the_subject(c)), None)
    if verb is None:
        return fields.front, []
    comma = Piece(",", glued=True)
    moved = [t.i for t in verb.subtree if t.text != "," or t != verb.right_edge]
    closing = [verb.right_edge.i, verb.right_edge.i + 1]
    gone = [*moved, *(i for i in closing if doc[i].text == ",")]
    return without(fields.front, gone), [comma, *moved, comma]


def _marked_off(fields: Fields, rest: Order) -> list[int | Piece]:
    """What follows the verb, with a comma before a clause that is joined to it (*opened, and Bob
    left*) and a semicolon before one that is not (*opened; Bob left*); else that clause would
    stand below *that*, too."""
    doc, root = fields.doc, fields.clause.head
    clauses = [
        c.head for c in fields.source.clauses
        if c.kind == "conjunct" and c.governor == root and c.subject is not None
    ]  # fmt: skip
    joined = {at for head in clauses if (at := joining(doc, head)) is not None}
    said = doc[root].lemma_ in VERBS.quoting  # *He quipped, I speak ten languages*
    marks = set() if said else {splice(doc, head) for head in clauses}
    found: list[int | Piece] = []
    for item in rest:
        if item in joined and doc[item - 1].text not in _APART:
            found.append(Piece(",", glued=True))
        found.append(Piece(";", glued=True) if item in marks else item)
    return found


def _copulas(edit: Focus, short_too: bool) -> list[Order]:
    """*is*, *'s*; *is not*, *isn't*, *'s not*; not *it's he who*, half formal."""
    full, short = [Piece(form_of("be", edit.tense, Agreement()))], [Piece("'s", glued=True)]
    found: list[Order] = [full]
    if edit.negated:
        found, short = [negated(full, "not"), negated(full, "n't")], negated(short, "not")
    return [*found, short] if short_too and edit.tense == "pres" else found


def _links(fields: Fields, edit: Focus) -> list[Piece]:
    """*who* for persons, *that* for things; a group that takes a singular verb is a thing, one that
    takes a plural verb may be either, and so may a lone name; an object also without a link.

    *that* for persons and *which* for things are sound, but readers who had the choice never took
    them. The parser takes some of the clauses for clefts only with the one or the other.
    """
    token = fields.doc[edit.focus]
    that, who = Piece("that", read=("that", "who")), Piece("who", read=("who", "that"))
    if any(t.lower_ in ("who", "that", "which") for t in token.subtree):
        return [that]  # *It was the man who called that left.*
    if not edit.subject:
        bare = Piece("", glued=True, read=("that",))
        return [that, bare] if _opens_clause(fields, token) else [that]
    either = is_group(token)
    if is_person(token) and (either or is_plural(token)):
        if not agreement(fields.source, fields.clause, fields.head).plural:
            return [that]  # *Girl Scouts has grown*: one thing
    if takes_who(token):
        return [who, that] if either else [who]
    return [that, who] if is_person(token) and token.pos_ == "PROPN" else [that]


def _opens_clause(fields: Fields, focus: Token) -> bool:
    """The subject shows that a clause begins: *a bike a man rides*, not *flowers children sell*."""
    first = fields.subject[0] if fields.subject else None
    opens = isinstance(first, int) and fields.doc[first].pos_ in ("DET", "PRON", "NUM")
    return opens and focus.pos_ in ("NOUN", "PROPN") and focus.right_edge.i == focus.i
