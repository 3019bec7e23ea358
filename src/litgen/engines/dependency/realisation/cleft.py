"""It-clefts: *It is SUBJECT who PREDICATE*, *It is OBJECT that SUBJECT VERB*."""

from collections.abc import Iterator

from litgen.engines.dependency.analysis import Declined
from litgen.engines.dependency.edits import Focus
from litgen.engines.dependency.realisation import fields as f
from litgen.engines.dependency.realisation.placement import negated
from litgen.engines.dependency.realisation.surface import Piece
from litgen.engines.dependency.realisation.verb_group import agreement
from litgen.trees.facts import matching_facts
from litgen.trees.morphology import OBJECT_CASE, Agreement, form_of
from litgen.trees.nouns import is_group, is_plural, takes_who
from litgen.trees.tokens import Token


def focus(fields: f.Fields, edit: Focus) -> list[f.Fields]:
    """Put a subject or direct object in focus, with each possible pronoun after it."""
    doc, token = fields.doc, fields.doc[edit.focus]
    if edit.subject:
        ways, moved = [], fields._replace(subject=())
        for front, aside in _fronts(fields):
            place = {"front": "behind" if aside else "first"} if fields.front else {}
            inner = moved._replace(style={**fields.style, **place})
            ways.append((front, fields.subject, aside, inner))
    elif token.dep_ == "dobj":
        own = f.span(doc, token.i)
        ways = [
            (fields.front, f.cased(doc, phrase, OBJECT_CASE), (), fields.less(phrase))
            for phrase in (own, *f.other_extents(fields, token, own))
        ]
    else:
        raise Declined("generation.focus-not-object")
    return [
        inner._replace(front=[*front, Piece("it"), *be, *phrase, link, *aside])
        for link in _links(fields, edit)
        for be in _copulas(edit, token)
        for front, phrase, aside, inner in ways
    ]


def _fronts(fields: f.Fields) -> Iterator[tuple[f.Order, f.Order]]:
    """Yield the words that stay before the cleft and those that move after the pronoun."""
    doc, named = fields.doc, matching_facts(fields.doc, "facts", "root", "dependents")
    root, size = doc[fields.clause.head], len(fields.front)
    verbs = (verb for name, verb in named if name == "participle" and verb.head == root)
    behind = next((verb for verb in verbs if verb.i < size), None)
    if behind is None:
        yield fields.front, ()
        if fields.lenient and doc[size - 1].text == ",":
            fronted = (d for d in reversed([*root.lefts]) if d.right_edge.i < size)
            behind = next((d for d in fronted if d.text != ","), None)
    if behind is not None:
        comma, end = Piece(",", glued=True), behind.right_edge
        moved = [t.i for t in behind.subtree if t.text != "," or t != end]
        gone = [*moved, *(i for i in (end.i, end.i + 1) if doc[i].text == ",")]
        yield f.without(fields.front, gone), [comma, *moved, comma]


def _copulas(edit: Focus, focus: Token) -> list[list[Piece]]:
    """Return forms of a cleft's *be*: *is*, *'s* (not *it's he*); *is not*, *isn't*, *'s not*."""
    full, short = [Piece(form_of("be", edit.tense, Agreement()))], [Piece("'s", glued=True)]
    found = [full]
    if edit.negated:
        found, short = [negated(full, "not"), negated(full, "n't")], negated(short, "not")
    if focus.lower_ not in OBJECT_CASE and edit.tense == "pres":
        found.append(short)
    first = focus.left_edge  # as in *golfing* and *rising prices*, unlike *Enclosed is a form*
    noun = first.pos_ in ("NOUN", "PROPN") or first.dep_ == "amod" or first.lower_.endswith("ing")
    lasts = [be[-1].text for be in found]
    return [
        [*be[:-1], be[-1]._replace(read=(last, f"{last} the"))] if noun else be
        for be, last in zip(found, lasts, strict=True)
    ]


def _links(fields: f.Fields, edit: Focus) -> list[Piece]:
    """Return a cleft's links: *who* or *that* after a person as subject, else *that* or nothing."""
    doc, token = fields.doc, fields.doc[edit.focus]
    that, who = Piece("that", read=("that", "who")), Piece("who", read=("who", "that"))
    if any(t.lower_ in ("who", "that", "which") for t in token.subtree):
        return [that]  # as in *It was the man who called that left.*
    if not edit.subject:  # as in *a bike a man rides*, unlike *flowers children sell*
        opens = doc[fields.clause.subject or 0].left_edge.pos_ in ("DET", "PRON", "NUM")
        bare = opens and token.pos_ in ("NOUN", "PROPN") and token.right_edge == token
        return [that, Piece("", glued=True, read=("that",))] if bare else [that]
    if (is_group(token) or is_plural(token)) and not agreement(fields, fields.clause).plural:
        return [that]  # *Girl Scouts has grown* has a singular verb
    if takes_who(token):
        return [who, who._replace(text="that")]
    return [that]
