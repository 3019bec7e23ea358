"""What guards ask about a sentence: a flat table of named sets of words and labels."""

from __future__ import annotations

from typing import TYPE_CHECKING

from litgen.engines.dependency.auxiliaries import FIRST, PLURAL, SINGULAR
from litgen.engines.dependency.clauses import SUBJECTS, Clause, Sentence
from litgen.engines.dependency.morphology import known_as
from litgen.engines.dependency.nouns import is_plural
from litgen.engines.dependency.phrases import after_object, label, phrase_features
from litgen.engines.dependency.signs import sentence_features
from litgen.tables import word_list

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

Features = dict[str, frozenset[str]]

_AFTER_NAMES = word_list("after_names")
_EITHER_NUMBER = word_list("either_number")
_PLURAL_DETERMINERS = word_list("plural_determiners")


def features(sentence: Sentence) -> Features:
    """The features of a sentence with a finite root clause.

    Names are ``part.property``; parts are ``sentence``, ``root``, ``subject``, ``object``,
    ``agent``. Values of a property are lemmas, tags, dependency labels or named facts.

    Example:
        *A man is riding his bike.* has ``root.lemma`` {ride}, ``object.facts`` {possessive, ...}.
    """
    doc, clause = sentence.doc, sentence.root
    assert clause is not None and clause.subject is not None
    found: dict[str, set[str]] = {}
    sentence_features(sentence, clause, found)
    _root(sentence, clause, found)
    phrase_features(doc, clause.subject, "subject", found)
    target = object_of(doc, clause)
    if target is not None:
        phrase_features(doc, target, "object", found)
        after_object(doc, clause, target, found)
    if clause.agent is not None:
        for child in doc[clause.agent].children:
            if child.dep_ == "pobj":
                phrase_features(doc, child.i, "agent", found)
    return {name: frozenset(values) for name, values in found.items()}


def object_of(doc: Doc, clause: Clause) -> int | None:
    """Head of the direct object, or of the noun phrase after a copula."""
    after = [c for c in doc[clause.head].children if c.i > clause.head]
    found = next((c.i for c in after if c.dep_ == "dobj"), None)
    if found is None:
        found = next((c.i for c in after if c.dep_ == "attr"), None)
    return found


def _root(sentence: Sentence, clause: Clause, found: dict[str, set[str]]) -> None:
    doc = sentence.doc
    head = doc[clause.head]
    found["root.lemma"] = {head.lemma_}
    found["root.tag"] = {head.tag_}
    assert clause.subject is not None
    left = doc[clause.subject].left_edge.i
    front: set[str] = set()
    middle: set[str] = set()
    rest: set[str] = set()
    facts = found.setdefault("root.facts", set())
    for child in head.children:
        if child.i == clause.subject or child.i in clause.auxiliaries:
            continue
        labels = label(child)
        part = front if child.i < left else middle if child.i < clause.head else rest
        part |= labels
        if part is front and any(t.tag_ == "VBG" and t.dep_ == "pcomp" for t in child.subtree):
            front.add("front participle")
        if _two_verbs(child):
            facts.add("two finite verbs")
        if part is front and child.dep_ == "advcl" and _own_subject(child):
            front -= {"advcl"}
            front.add("finite advcl")
        if child.i > clause.head and child.i > 0 and doc[child.left_edge.i - 1].text == ",":
            facts.add(f"comma:{child.dep_}")
    for other in sentence.clauses:
        if doc[other.head].dep_ == "ROOT" and other is not clause:
            spliced = (c.dep_ for c in doc[other.head].lefts)
            front |= {"ccomp", "parataxis"} & set(spliced)
    found["root.front"], found["root.middle"], found["root.rest"] = front, middle, rest
    for other in sentence.clauses:
        if other.governor == clause.head and other.kind == "conjunct":
            facts.add("clause conjunct" if other.subject is not None else "verb conjunct")
            if other.tense and clause.tense and other.tense != clause.tense:
                facts.add("conjunct in another tense")
            if (other.copular, other.passive) != (clause.copular, clause.passive):
                facts.add("unlike verb conjunct")
            if other.negation is not None and not other.auxiliaries:
                facts.add("bare negated conjunct")
            if other.subject is None and other.auxiliaries:
                facts.add("verb conjunct with auxiliary")
    if clause.negation is not None:
        facts.add("negated")
        if "verb conjunct" in facts:
            facts.add("negated verb conjunct")
    pieces = [doc[c.head] for c in sentence.clauses if c.governor == clause.head]
    if any(t.nbor().text == "-" for t in pieces if _closed_up(t)):
        facts.add("unknown verb")  # *wrote or co-wrote*, of which *co* was taken for the verb
    hyphened = head.i > 1 and head.nbor(-1).tag_ == "HYPH" and not head.nbor(-1).whitespace_
    if hyphened or (not clause.copular and "VERB" not in known_as(head.lemma_)):
        facts.add("unknown verb")
    aspects = clause.copular or clause.progressive or clause.perfect or clause.passive
    if clause.tense == "pres" and not aspects:
        facts.add("simple present")
    if any(c.dep_ == "prep" and c.tag_ == "IN" and not c.n_rights for c in head.rights):
        facts.add("stranded preposition")
    if any(c.dep_ == "xcomp" and c.tag_ == "VBG" for c in head.rights):
        facts.add("participle complement")
    if _agreement_clash(doc, clause):
        facts.add("agreement clash")
    for name in ("copular", "passive", "progressive", "perfect"):
        if getattr(clause, name):
            facts.add(name)
    if clause.modal:
        facts.add("modal")
        found["root.modal"] = {clause.modal}
    if clause.tense:
        facts.add(clause.tense)
    commas = [i for i in range(left, clause.head) if doc[i].text == ","]
    if any(doc[i].head.i == clause.head for i in commas):
        facts.add("comma inside")
    commas = [i for i in commas if not _in_name(doc[i])]
    if len(commas) == 1 and not doc[commas[0]].head.conjuncts:
        facts.add("one comma inside")
    if clause.negation is not None and not clause.auxiliaries and not clause.copular:
        if head.doc[clause.negation].lower_ != "never":
            facts.add("verb before not")


def _closed_up(token: Token) -> bool:
    """Whether something follows without a space."""
    return token.i + 1 < len(token.doc) and not token.whitespace_


def _two_verbs(child: Token) -> bool:
    """A second finite verb without subject or conjunction.

    *The collar popped kisses the neck*, *the item called a diskette is made of plastic*.
    """
    if child.dep_ not in ("advcl", "ccomp"):
        return False
    groups = [c for c in child.children if c.dep_ in ("aux", "auxpass")] or [child]
    if groups[0].tag_ not in ("VBZ", "VBP", "VBD"):
        return False
    return not any(c.dep_ in SUBJECTS or c.dep_ in ("mark", "advmod", "prep") for c in child.lefts)


def _in_name(comma: Token) -> bool:
    """*April 27, 2008*; *Sun Parks, Inc. offers*."""
    following = comma.nbor()
    year = following.text.isdigit() and len(following.text) == 4
    return year or following.lower_.rstrip(".") in _AFTER_NAMES


def _agreement_clash(doc: Doc, clause: Clause) -> bool:
    """Subject and verb do not agree: the sentence or its tree is broken (*a merry go round*)."""
    if clause.tense != "pres" or clause.subject is None or clause.shares or clause.modal:
        return False
    subject = doc[clause.subject]
    verb = doc[clause.auxiliaries[0] if clause.auxiliaries else clause.head]
    if subject.conjuncts or subject.lemma_.lower() in _EITHER_NUMBER:
        return False
    if subject.tag_ != "NNS" and _plural_form(subject):
        return False
    plural_verb = verb.lower_ in PLURAL or (
        verb.tag_ in ("VBP", "VB") and verb.lower_ not in SINGULAR | FIRST
    )
    if subject.tag_ == "NNP" and subject.ent_type_ in ("PERSON", "GPE") and not is_plural(subject):
        return plural_verb
    if subject.tag_ == "NN" and subject.pos_ == "NOUN":
        return plural_verb and not is_plural(subject)
    return (
        subject.tag_ == "NNS"
        and verb.tag_ == "VBZ"
        and subject.lower_.endswith("s")
        and any(c.lower_ in _PLURAL_DETERMINERS for c in subject.children)
    )


def _plural_form(noun: Token) -> bool:
    """*Synonyms*, tagged as a singular."""
    return noun.lower_.endswith("s") and "NOUN" in known_as(noun.lower_[:-1])


def _own_subject(token: Token) -> bool:
    """An adverbial clause with its conjunction and a subject of its own."""
    return any(c.dep_ in SUBJECTS for c in token.children) and any(
        c.dep_ == "mark" or c.tag_ == "WRB" for c in token.children
    )
