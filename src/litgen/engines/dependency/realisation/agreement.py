"""Person and number of a verb: from a new subject's noun, or as the source shows them."""

from litgen.engines.dependency.clauses import Clause, Sentence
from litgen.engines.dependency.features import object_of
from litgen.engines.dependency.realisation.fields import Fields
from litgen.tables import LISTS
from litgen.trees.morphology import AGREEMENT, FIRST, PLURAL, SINGULAR, Agreement
from litgen.trees.nouns import is_plural, is_surely_plural


def agreement(fields: Fields, clause: Clause) -> Agreement:
    """Person and number of a clause's finite verb; *A group of people are ...* stays plural."""
    sentence, doc, owner = fields.source, fields.doc, owner_of(fields.source, clause)
    subject = fields.head if owner.kind == "root" else owner.subject
    if subject == owner.subject and (shown := _shown(sentence, owner) or _shown(sentence, clause)):
        return shown
    if subject is None:
        return Agreement()
    token = doc[subject]
    if token.dep_ == "ccomp":  # *it is said that ...*
        return Agreement(3, False)
    if token.tag_ in ("WDT", "WP") and token.head.dep_ == "relcl":
        token = token.head.head
    if token.dep_ == "expl" and token.lower_ == "there":
        target = object_of(doc, owner)
        token = doc[target] if target is not None else token
    first = token.lower_ in LISTS.first_person and token.pos_ != "PROPN"  # not *the US*
    person = 1 if first else 2 if token.lower_ == "you" else 3
    after = doc[token.right_edge.i + 1 : token.right_edge.i + 2]
    all_of = any(t.dep_ == "advmod" and t.tag_ == "DT" for t in after)  # *the crew all eat*
    return Agreement(person, is_plural(token) or token.lower_ == "you" or all_of)


def owner_of(sentence: Sentence, clause: Clause) -> Clause:
    """The clause whose subject a clause shares: *dance while skating and hit each other*."""
    participial = clause.kind == "participial" and sentence.doc[clause.head].dep_ == "advcl"
    shares = clause.subject is None and (clause.kind == "conjunct" or participial)
    above = None if clause.governor is None else sentence.by_head.get(clause.governor)
    return owner_of(sentence, above) if shares and above is not None else clause


def _shown(sentence: Sentence, clause: Clause) -> Agreement | None:
    """Person and number as the source's finite verb shows them: *A group of people are*."""
    doc = sentence.doc
    first = doc[clause.group[0]]
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
    if word in SINGULAR or first.tag_ == "VBZ":
        at = object_of(doc, clause) if subject == "there" else clause.subject  # *there's two men*
        return Agreement(3, at is not None and is_surely_plural(doc[at]))
    plain = clause.tense == "pres" and not clause.auxiliaries and not clause.copular
    return Agreement(3, True) if word in PLURAL or plain else None
