"""Passive, active and swap: phrases change places and, except in a swap, the voice changes."""

from collections.abc import Sequence
from contextlib import suppress
from itertools import zip_longest

from litgen.engines.dependency.analysis import Declined
from litgen.engines.dependency.edits import Demotion, Impersonal, Promotion, Swap
from litgen.engines.dependency.features import kept_preposition
from litgen.engines.dependency.realisation import fields as f
from litgen.engines.dependency.realisation.by_phrase import places
from litgen.engines.dependency.realisation.surface import Piece
from litgen.lexicon import VERBS
from litgen.trees.morphology import OBJECT_CASE, SUBJECT_CASE, inflect
from litgen.trees.nouns import is_person, loose_end
from litgen.trees.tokens import Token


def promote(fields: f.Fields, edit: Promotion) -> list[f.Fields]:
    """Form *a bike is ridden by a man*, with each possible position of the by-phrase."""
    if edit.subject is None:
        return [fields.less(_by_phrase(fields))]
    below = fields.clause.last if edit.below is None else edit.below
    verb, token = fields.doc[below], fields.doc[edit.subject]
    phrase, gone = _promoted(token, verb)
    made = [_promote(fields, edit, verb, phrase, gone)]
    if token.dep_ == "dobj":
        for other in f.other_extents(fields, token, phrase):
            with suppress(Declined):
                made.append(_promote(fields, edit, verb, other, other))
    return [way for each in zip_longest(*made) for way in each if way]


def _promote(
    fields: f.Fields, edit: Promotion, verb: Token, phrase: list[int], gone: list[int]
) -> list[f.Fields]:
    """Make a phrase the subject; ``gone`` contains the tokens to remove after the verb."""
    doc, clause, token = fields.doc, fields.clause, fields.doc[edit.subject or 0]
    if verb.i != clause.head:  # *washes and dries*, *has to feed*: the middle includes all verbs
        verbs = range(clause.head + 1, verb.i + 1)
        fields = fields._replace(
            middle=[*fields.middle, *verbs], rest=f.without(fields.rest, verbs)
        )
    prt = [*_particles(verb), *([token.head.i] if token.head == kept_preposition(verb) else ())]
    passive = fields._replace(subject=f.cased(doc, phrase, SUBJECT_CASE), head=token.i)
    if edit.below is None:
        passive = _in_voice(passive, "be", edit.others)
    else:
        passive = passive._replace(words={**fields.words, verb.i: _infinitive(verb)})
    recipient = next((c for c in verb.rights if c.dep_ == "dative" and c.pos_ != "ADP"), token)
    if recipient != token:
        preposition = "for" if verb.lemma_ in VERBS.for_recipient else "to"
        passive = _after(passive, preposition, recipient.left_edge)
    rest = [i for i in fields.rest if isinstance(i, int) and i not in (*gone, *prt)]
    orders = places(fields, [*fields.middle, *prt], _agent(fields, edit), rest)
    return [
        passive._replace(middle=middle, rest=after, style={**fields.style, **style})
        for middle, after, style in orders
    ]


def impersonal(fields: f.Fields, edit: Impersonal) -> list[f.Fields]:
    """Form *it is said by critics that the law is bad* from *Critics say the law is bad*."""
    verb = fields.doc[fields.clause.head]
    clauses = fields.source.features.words("root.facts", [{"what is said"}])
    said = next((each for each in clauses if each.head == verb), None)
    if said is None:
        raise Declined("generation.no-reported-clause")
    prt = _particles(verb)
    passive = fields._replace(
        subject=[Piece("it")], middle=[*fields.middle, *prt], head=said.i,
        rest=[*_agent(fields, edit), *f.without(fields.rest, prt)],
    )  # fmt: skip
    if said.left_edge.dep_ != "mark":
        passive = _after(passive, "that", said.left_edge)
    return [_in_voice(passive, "be")]


def _agent(fields: f.Fields, edit: Promotion | Impersonal) -> f.Order:
    return [Piece("by"), *f.cased(fields.doc, fields.subject, OBJECT_CASE)] if edit.agent else []


def _after(fields: f.Fields, word: str, token: Token) -> f.Fields:
    pieces = [Piece(word), Piece(token.text, token.i)]
    return fields._replace(words={**fields.words, token.i: pieces})


def _promoted(token: Token, verb: Token) -> tuple[list[int], list[int]]:
    """Return the tokens of the new subject and the tokens to remove after the verb."""
    phrase = f.span(token.doc, token.i)
    objects = {c.dep_: c for c in reversed([*verb.rights]) if c.dep_ in ("dobj", "dative")}
    passives = VERBS.recipient_passive
    direct, to = objects.get("dobj"), token.head
    given = to if token.dep_ == "pobj" and to.lower_ == "to" else token
    if token == direct:
        dative = objects.get("dative")
        bare = dative is not None and dative.pos_ != "ADP"
        lemma, said = verb.lemma_, {*VERBS.to_recipient, *VERBS.for_recipient}
        if bare and not passives.get(lemma, {"to": lemma in said}).get("to", True):
            raise Declined("generation.second-object")
        if end := loose_end(token):  # as in *are riding bicycles on the street*
            phrase = [i for i in phrase if i < end.left_edge.i]
        return phrase, phrase
    if direct is not None and verb.lemma_ in passives and given == objects.get("dative"):
        if any(token.doc[i].tag_ == "PRP$" for i in phrase):
            raise Declined("generation.bound-possessive")
        if not is_person(token) and token.pos_ != "PROPN":
            raise Declined("generation.inanimate-recipient")
        return phrase, f.span(token.doc, given.i)
    if to == kept_preposition(verb) and token.dep_ == "pobj" and direct is None:
        if to.i != verb.i + 1 + len(_particles(verb)):
            raise Declined("generation.separated-preposition")
        return phrase, phrase
    raise Declined("generation.no-direct-object")


def _in_voice(fields: f.Fields, passive: str, others: Sequence[int] = ()) -> f.Fields:
    """Set or remove the passive auxiliary in the root clause and ``others``."""
    for head in (fields.clause.head, *others):
        group = fields.groups[head]
        verbs = (*group.operators, group.main._replace(passive=passive))
        fields = fields.regrouped(head, verbs=verbs)
    return fields


def _infinitive(verb: Token) -> tuple[Piece, Piece]:
    """Form a passive infinitive: *to be fed* from *to feed*, *to have been fed*."""
    auxiliaries = [c.lemma_ for c in verb.lefts if c.dep_ == "aux" and c.lower_ != "to"]
    if auxiliaries not in ([], ["have"]) or verb.tag_ == "VBG":
        raise Declined("generation.progressive-infinitive")
    return Piece("been" if auxiliaries else "be"), Piece(inflect(verb.lemma_, "VBN"), verb.i)


def _particles(verb: Token) -> list[int]:
    """Return the particles that follow the verb: *put on*, *pick up*."""
    return [c.i for c in verb.rights if c.dep_ == "prt"]


def _by_phrase(fields: f.Fields) -> list[int]:
    if fields.clause.agent is None:
        raise Declined("active.no-by-phrase")
    return f.span(fields.doc, fields.clause.agent)


def demote(fields: f.Fields, edit: Demotion) -> list[f.Fields]:
    """Form the active of a passive; raise Declined unless *by* has exactly one object."""
    doc, clause, by = fields.doc, fields.clause, _by_phrase(fields)
    agents = [c.i for c in doc[by[0]].children if c.dep_ == "pobj"]
    if len(agents) != 1:
        raise Declined("active.no-by-phrase")
    prt = _particles(doc[clause.last])
    # *it is said by critics that ...*, in which *it* represents the clause
    said = clause.subject not in fields.source.referents and doc[clause.subject or 0].lower_ == "it"
    object_ = () if said else f.cased(doc, fields.subject, OBJECT_CASE)
    active = fields._replace(
        subject=f.cased(doc, by[1:], SUBJECT_CASE), middle=[*fields.middle, *prt], head=agents[0],
        rest=[*object_, *f.without(fields.rest, [*by, *prt])],
    )  # fmt: skip
    return [_in_voice(active, "")]


def swap(fields: f.Fields, edit: Swap) -> list[f.Fields]:
    """Swap subject and object (*the cat chases the dog*) or the two sides of an identity."""
    doc, rest = fields.doc, fields.rest
    phrase = f.span(doc, edit.subject)
    if any(i not in rest for i in phrase):
        raise Declined("generation.fronted-object")
    at = rest.index(phrase[0])
    rest = [*rest[:at], *f.cased(doc, fields.subject, OBJECT_CASE), *rest[at + len(phrase) :]]
    subject = f.cased(doc, phrase, SUBJECT_CASE)
    return [fields._replace(subject=subject, head=edit.subject, rest=rest)]
