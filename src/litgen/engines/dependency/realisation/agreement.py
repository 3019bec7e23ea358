"""Person and number of a verb group: of a new subject by its noun, of the old one as shown."""

from __future__ import annotations

from litgen.engines.dependency.clauses import Clause, Sentence
from litgen.engines.dependency.features import object_of
from litgen.engines.dependency.morphology import (
    AGREEMENT,
    FIRST,
    PLURAL,
    SINGULAR,
    Agreement,
    is_third_person,
)
from litgen.engines.dependency.nouns import are_two, is_plural, is_surely_plural
from litgen.tables import word_list

_FIRST_PERSON = word_list("first_person")


def agreement(sentence: Sentence, clause: Clause, new: int | None = None) -> Agreement:
    """Person and number of a clause's finite verb.

    Args:
        new: the head of the subject that the clause is to have, where it may be another.

    Example:
        *A group of people are ...* stays plural; *cars* of *was requested by cars* makes it so.
    """
    doc, governor = sentence.doc, clause
    while governor.subject is None and _shares_subject(sentence, governor):
        above = sentence.by_head.get(governor.governor or -1)
        if above is None:
            break
        governor = above
    subject = clause.subject
    if new is not None and new != governor.subject:
        subject = new
    else:
        shown = _shown(sentence, clause)
        if shown is not None:
            return shown
        if governor is not clause:
            return agreement(sentence, governor)
    if subject is None:
        return Agreement()
    token = doc[subject]
    if token.dep_ == "ccomp":  # *it is said that ...*
        return Agreement(3, False)
    if token.tag_ in ("WDT", "WP") and token.head.dep_ == "relcl":
        token = token.head.head
    if token.dep_ == "expl" and token.lower_ == "there":
        target = object_of(doc, clause)
        token = doc[target] if target is not None else token
    person = 1 if token.lower_ in _FIRST_PERSON else 2 if token.lower_ == "you" else 3
    return Agreement(person, is_plural(token) or token.lower_ == "you")


def _shares_subject(sentence: Sentence, clause: Clause) -> bool:
    """Its subject is that of the clause it hangs on: *dance while skating and hit each other*."""
    participial = clause.kind == "participial" and sentence.doc[clause.head].dep_ == "advcl"
    return clause.kind == "conjunct" or participial


def _shown(sentence: Sentence, clause: Clause) -> Agreement | None:
    """Person and number as the source's finite verb shows them: *A group of people are*."""
    doc = sentence.doc
    first = doc[clause.auxiliaries[0] if clause.auxiliaries else clause.head]
    word = first.lower_.replace("’", "'")
    if clause.shares or clause.modal or clause.tense == "fut":
        return None
    if word in FIRST:
        return Agreement(1)
    if word == "were":
        return Agreement(3, True)
    subject = doc[clause.subject].lower_ if clause.subject is not None else ""
    alone = not any(c.dep_ == "conj" for c in doc[clause.subject or 0].children)
    if alone and subject in AGREEMENT:
        return AGREEMENT[subject]
    if word in SINGULAR or first.tag_ == "VBZ" or is_third_person(word):
        at = object_of(doc, clause) if subject == "there" else clause.subject  # *there's two men*
        sure = alone and at is not None and is_surely_plural(doc[at])
        two = subject != "there" and at is not None and are_two(doc[at])
        return Agreement(3, sure or two)
    plain = clause.tense == "pres" and not clause.auxiliaries and not clause.copular
    return Agreement(3, True) if word in PLURAL or plain else None
