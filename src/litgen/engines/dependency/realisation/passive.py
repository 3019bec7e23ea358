"""Passive, active, swap: phrases change places, and the verb group its voice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from litgen.engines.dependency.analysis import Declined
from litgen.engines.dependency.clauses import SUBJECTS
from litgen.engines.dependency.edits import Demotion, Impersonal, Promotion, Swap
from litgen.engines.dependency.features import kept_preposition
from litgen.engines.dependency.morphology import OBJECT_CASE, SUBJECT_CASE, inflect, is_base
from litgen.engines.dependency.nouns import is_person, loose_end
from litgen.engines.dependency.realisation.by_phrase import places
from litgen.engines.dependency.realisation.fields import Fields, cased, span, without
from litgen.engines.dependency.realisation.surface import Piece
from litgen.lexicon import VERBS

if TYPE_CHECKING:
    from spacy.tokens import Token


def promote(fields: Fields, edit: Promotion) -> list[Fields]:
    """*A man rides a bike* -> *a bike is ridden by a man*, and other places of *by*; declined where
    what is promoted is no direct object (*rely on it*, *want to see it*)."""
    doc, clause = fields.doc, fields.clause
    if edit.subject is None:
        return [fields.less(_by_phrase(fields))]
    verb = doc[clause.last if edit.below is None else edit.below]
    promoted = _promoted(fields, edit.subject, verb)
    if verb.i != clause.head:  # *washes and dries*, *has to feed*: all verbs are one middle
        verbs = range(clause.head + 1, verb.i + 1)
        fields = fields._replace(middle=[*fields.middle, *verbs], rest=without(fields.rest, verbs))
    prt = [*_particles(verb), *promoted.prepositions]
    rest = without(fields.rest, [*promoted.gone, *prt])
    agent = [Piece("by"), *cased(doc, fields.subject, OBJECT_CASE)] if edit.agent else []
    subject = cased(doc, promoted.phrase, SUBJECT_CASE)
    passive = fields._replace(subject=subject, head=edit.subject)
    if edit.below is None:
        passive = _in_voice(passive, "be", edit.others)
    else:
        passive = passive._replace(words={**fields.words, verb.i: _infinitive(verb)})
    object_ = [i for i in rest if i in promoted.object]
    if promoted.recipient:
        to = promoted.recipient[0]
        at = rest.index(to)
        rest = [*rest[:at], Piece("to"), *rest[at:]]
    orders = places(fields, [*fields.middle, *prt], object_, agent, without(rest, promoted.object))
    return [passive._replace(middle=middle, rest=after) for middle, after in orders]


def impersonal(fields: Fields, edit: Impersonal) -> list[Fields]:
    """*Critics say the law is bad* -> *it is said by critics that the law is bad*."""
    doc, verb = fields.doc, fields.doc[fields.clause.head]
    said, start = _said(fields, verb)
    prt = _particles(verb)
    rest = without(fields.rest, prt)
    at = rest.index(start.i)
    link = [] if start.dep_ == "mark" else [Piece("that")]
    agent = [Piece("by"), *cased(doc, fields.subject, OBJECT_CASE)] if edit.agent else []
    passive = fields._replace(
        subject=[Piece("it")], middle=[*fields.middle, *prt], head=said.i,
        rest=[*agent, *rest[:at], *link, *rest[at:]],
    )  # fmt: skip
    return [_in_voice(passive, "be")]


def _said(fields: Fields, verb: Token) -> tuple[Token, Token]:
    """The verb of the clause that is the object of a verb, and its first word: *that* or its
    subject; declined where it is a question, is set off, or has no finite verb."""
    said = next((c for c in verb.rights if c.dep_ == "ccomp"), None)
    clause = None if said is None else fields.source.by_head.get(said.i)
    if said is None or clause is None or clause.subject is None:
        raise Declined("no clause that is said")
    start, subject = said.left_edge, fields.doc[clause.subject]
    finite = fields.doc[clause.group[0]]
    asks = any(t.tag_ in ("WP", "WDT", "WRB") for t in fields.doc[verb.i : subject.i + 1])
    opened = start.lower_ == "that" if start.dep_ == "mark" else start == subject.left_edge
    # *said it was old and did not want it*: who did not want it is not told
    either = any(c.dep_ == "conj" and c.pos_ in ("VERB", "AUX") and not any(
        g.dep_ in SUBJECTS for g in c.children) for c in said.rights)  # fmt: skip
    if (
        asks or either or not opened or start.nbor(-1).is_punct
        or not (clause.copular or is_base(said.lemma_))
        or finite.tag_ not in ("VBZ", "VBP", "VBD", "MD")
    ):  # fmt: skip
        raise Declined("no clause that is said")
    return said, start


class _Promoted(NamedTuple):
    """What becomes the subject of a passive.

    Attributes:
        phrase: its words; ``gone``, the words that leave the place after the verb.
        prepositions: they stay with the verb (*is looked at*).
        object: the direct object, where it stays (*was given a ball*).
        recipient: the indirect object, which takes *to* (*was given to the boy*).
    """

    phrase: Sequence[int]
    gone: Sequence[int]
    prepositions: Sequence[int] = ()
    object: Sequence[int] = ()
    recipient: Sequence[int] = ()


def _promoted(fields: Fields, head: int, verb: Token) -> _Promoted:
    """The phrase of a direct object, of a recipient (*gave the boy a ball*, *a ball to the boy*),
    or after a preposition that the verb keeps (*look at a painting*)."""
    doc = fields.doc
    token, above = doc[head], doc[head].head
    phrase = span(doc, head)
    direct = next((c for c in verb.rights if c.dep_ == "dobj"), None)
    datives = [c for c in verb.rights if c.dep_ == "dative" and c.pos_ != "ADP"]
    if token == direct:
        if end := loose_end(token):  # *are riding bicycles on the street*
            phrase = [i for i in phrase if i < end.left_edge.i]
        recipient = span(doc, datives[0].i) if datives else ()
        if datives and not VERBS.recipient_passive.get(verb.lemma_, {"to": False}).get("to", True):
            raise Declined("second object")
        return _Promoted(phrase, phrase, recipient=recipient)
    if direct is not None and verb.lemma_ in VERBS.recipient_passive:
        to = above if above.dep_ == "dative" and above.lower_ == "to" else None
        if any(doc[i].tag_ == "PRP$" for i in phrase):
            raise Declined("possessive bound by the subject")
        if not is_person(token) and token.pos_ != "PROPN":
            raise Declined("recipient is no person")
        if token in datives or (to is not None and to.head == verb and token.dep_ == "pobj"):
            gone = phrase if to is None else span(doc, to.i)
            return _Promoted(phrase, gone, object=span(doc, direct.i))
    if above == kept_preposition(verb) and token.dep_ == "pobj" and direct is None:
        if above.i != verb.i + 1 + len(_particles(verb)):
            raise Declined("preposition apart from its verb")
        return _Promoted(phrase, phrase, prepositions=(above.i,))
    raise Declined("no direct object")


def _in_voice(fields: Fields, passive: str, others: Sequence[int] = ()) -> Fields:
    """The root clause, and others with it, with an auxiliary of the passive, or none."""
    for head in (fields.clause.head, *others):
        group = fields.groups[head]
        verbs = (*group.operators, group.main._replace(passive=passive))
        fields = fields.regrouped(head, verbs=verbs)
    return fields


def _infinitive(verb: Token) -> tuple[Piece, Piece]:
    """*to feed* -> *to be fed*, *to have fed* -> *to have been fed*."""
    auxiliaries = [c.lemma_ for c in verb.lefts if c.dep_ == "aux" and c.lower_ != "to"]
    if auxiliaries not in ([], ["have"]) or verb.tag_ == "VBG":
        raise Declined("progressive infinitive")
    return Piece("been" if auxiliaries else "be"), Piece(inflect(verb.lemma_, "VBN"), verb.i)


def _particles(verb: Token) -> list[int]:
    """Particles that follow the verb: *put on*, *pick up*."""
    return [c.i for c in verb.rights if c.dep_ == "prt"]


def _by_phrase(fields: Fields) -> list[int]:
    """What says by whom, declined where it is not one piece, or there is none."""
    if fields.clause.agent is None:
        raise Declined("no by-phrase")
    return span(fields.doc, fields.clause.agent)


def demote(fields: Fields, edit: Demotion) -> list[Fields]:
    """The active of a passive clause, declined without a by-phrase with one noun phrase."""
    doc, clause, by = fields.doc, fields.clause, _by_phrase(fields)
    agents = [c.i for c in doc[by[0]].children if c.dep_ == "pobj"]
    if len(agents) != 1:
        raise Declined("no by-phrase")
    prt = _particles(doc[clause.last])
    # *it is said by critics that ...*, whose *it* stands for the clause
    said = clause.subject not in fields.source.referents and doc[clause.subject or 0].lower_ == "it"
    object_ = () if said else cased(doc, fields.subject, OBJECT_CASE)
    active = fields._replace(
        subject=cased(doc, by[1:], SUBJECT_CASE), middle=[*fields.middle, *prt], head=agents[0],
        rest=[*object_, *without(fields.rest, [*by, *prt])],
    )  # fmt: skip
    return [_in_voice(active, "")]


def swap(fields: Fields, edit: Swap) -> list[Fields]:
    """*The dog chases the cat* -> *the cat chases the dog*; also the two sides of an identity."""
    doc, rest = fields.doc, fields.rest
    phrase = span(doc, edit.subject)
    if any(i not in rest for i in phrase):
        raise Declined("object before the verb")
    at = rest.index(phrase[0])
    rest = [*rest[:at], *cased(doc, fields.subject, OBJECT_CASE), *rest[at + len(phrase) :]]
    subject = cased(doc, phrase, SUBJECT_CASE)
    return [fields._replace(subject=subject, head=edit.subject, rest=rest)]
