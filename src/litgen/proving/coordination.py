"""Edits that drop conjuncts joined by *and*, *or* or *but*, whether first or later ones."""

from collections.abc import Sequence

from litgen.proving.alignment import Alignment
from litgen.proving.modifiers import is_framed
from litgen.proving.places import AtomicEdit, Place, lemmas, place_of
from litgen.proving.relations import FORWARD, REVERSE
from litgen.tables import word_list
from litgen.transformations.adjuncts import is_condition
from litgen.trees.tokens import Token

_SUBJECTS = {"nsubj", "nsubjpass", "csubj", "expl"}
_AUXILIARIES = {"aux", "auxpass"}
#: Types of named entities that are not titles.
_ENTITIES = ("PERSON", "GPE", "LOC", "NORP", "LANGUAGE", "DATE")


def conjuncts_dropped(pair: Alignment, words: Sequence[Token]) -> list[AtomicEdit] | None:
    """Return the edit that drops whole conjuncts with their conjunction."""
    inside = {word.i for word in words}
    chain = next((found for word in words if (found := chain_of(word))), None)
    if chain is None:
        return None
    gone = [each for each in chain if each.i in inside]
    kept = [each for each in chain if each.i not in inside]
    if len({_is_nominal(each) for each in chain}) > 1:
        return None  # a parsing error, as in *read every book or sang*
    joints = {c.lower_ for each in chain for c in each.children if c.dep_ in ("cc", "preconj")}
    joint = joints.pop() if len(joints) == 1 else ""
    if joints == {"and"} and joint == "both":
        joint = "and"
    if not gone or not kept or joint not in ("and", "or", "but") or _is_order(chain[0]):
        return None
    covered = {word.i for each in gone for word in own_words(each, chain)}
    covered |= {c.i for each in chain for c in each.children if c.dep_ in ("cc", "preconj")}
    if not inside <= covered or any(
        word.i not in inside and not word.is_punct
        for each in gone
        for word in own_words(each, chain)
    ):
        return None
    if any(_named(pair, each, own_words(each, chain)) for each in chain) or (
        joint == "or" and not _alternatives(chain[0])
    ):
        return None
    if chain[0] in gone and chain[0].pos_ in ("VERB", "AUX") and is_framed(chain[0]):
        return None
    denied = any(
        c.dep_ == "neg" or c.lower_ in ("no", "never") for e in chain for c in own_words(e, chain)
    ) or any(c.dep_ == "neg" for c in chain[0].children)
    if denied and chain[0].pos_ in ("VERB", "AUX"):
        return None  # the negation may apply to one conjunct only
    if any(map(is_condition, words)):
        return None  # the condition may apply to both conjuncts
    place = _place(pair, kept[0], gone[0], chain[0], joint)
    if place.value != "up" and any(word.dep_ == "advcl" for word in words):
        return None  # *Few sang and smiled because a dog barked* says that a dog barked
    # A conjunct alone says less than the coordination; a disjunct alone says more.
    relation = REVERSE if joint == "or" else FORWARD
    kind = "disjunct" if joint == "or" else "conjunct"
    said = f"drop {pair.premise.text(words)!r}"
    return [place.edit(kind, said, relation, (lemmas(words), ()))]


def _is_nominal(word: Token) -> bool:
    return word.pos_ in ("NOUN", "PROPN", "PRON", "NUM", "DET")


def _is_order(verb: Token) -> bool:
    """Check whether a verb is an imperative, which may state a condition: *Come closer and ...*."""
    return (
        verb.tag_ == "VB"
        and verb.dep_ == "ROOT"
        and not any(c.dep_ in (*_SUBJECTS, *_AUXILIARIES) for c in verb.children)
    )


def _place(pair: Alignment, kept: Token, gone: Token, first: Token, joint: str) -> Place:
    here, there = place_of(pair.premise, kept), place_of(pair.premise, gone)
    if here.value != there.value and "none" not in (here.value, there.value):
        return Place("none")
    found = here if here.value != "none" else there
    noun = first.pos_ in ("NOUN", "PROPN", "PRON")
    if (
        noun
        and joint != "or"
        and {w.lemma_.lower() for w in pair.premise.words} & word_list("collective", "proving")
    ):
        return Place("none")
    if noun and found.one_way and joint != "or" and found.value == "up":
        return found._replace(one_way=False)  # the clause is true of each name or definite
    if noun and joint != "or" and found.value == "down":
        return Place("none")  # *not a hat and gloves* may mean neither, or not both
    return found


def _named(pair: Alignment, conjunct: Token, own: Sequence[Token]) -> bool:
    """Check whether a conjunct is part of a title, or of a measure: *26 miles and 385 yards*."""
    joints = [c for c in (*conjunct.children, *conjunct.head.children) if c.dep_ == "cc"]
    within = any(joint.ent_iob_ != "O" for joint in joints)
    if conjunct.pos_ in ("VERB", "AUX"):
        return within  # a title such as *Live and Let Die*
    if conjunct.dep_ in ("compound", "nmod", "nummod") or conjunct.pos_ == "NUM":
        return True
    if any(word.pos_ == "NUM" for word in own):
        return True
    if conjunct.pos_ != "PROPN":
        return conjunct.text[:1].isupper() and conjunct.i > 0
    return (
        within
        or conjunct.ent_type_ not in _ENTITIES
        or any(word.is_quote for word in pair.premise.tree)
    )


def _alternatives(first: Token) -> bool:
    """Check whether *or* joins real alternatives, not names, in a clause about an episode.

    In *is X or Y*, Y is usually another name for X.
    """
    if first.pos_ not in ("NOUN", "VERB", "ADJ") or any(
        c.dep_ == "neg" for each in (first, *first.ancestors) for c in each.children
    ):
        return False
    if any(word.pos_ == "PROPN" for word in first.subtree):
        return False
    verb = next((each for each in (first, *first.ancestors) if each.pos_ in ("VERB", "AUX")), None)
    if (
        verb is None
        or verb.lemma_ == "be"
        or verb.tag_ not in ("VBD", "VBG", "VBN")
        or (verb.dep_ not in ("ROOT", "conj"))
    ):
        return False
    return not any(c.dep_ == "auxpass" or c.tag_ == "MD" for c in verb.children)


def chain_of(word: Token) -> list[Token]:
    """Return the conjuncts of the coordination that a word belongs to, in order."""
    first = word
    if word.dep_ == "cc":
        first = word.head
    while first.dep_ == "conj" and first.head != first:
        first = first.head
    found, left = [first], [first]
    while left:
        new = [c for each in left for c in each.children if c.dep_ == "conj"]
        found, left = [*found, *new], new
    return sorted(found, key=lambda each: each.i) if len(found) > 1 else []


def own_words(conjunct: Token, chain: Sequence[Token]) -> list[Token]:
    """List a conjunct's own words, without the first conjunct's words that all conjuncts share."""
    others = {each.i for each in chain if each != conjunct}
    found = []
    for word in conjunct.subtree:
        if word.i in others or any(a.i in others and a.i != conjunct.i for a in word.ancestors
                                   if conjunct.is_ancestor(a)):  # fmt: skip
            continue
        if word.dep_ in ("cc", "preconj") or word.is_punct:
            continue
        if conjunct == chain[0] and _shared(word, conjunct, chain[1:]):
            continue
        found.append(word)
    return found


def _shared(word: Token, first: Token, others: Sequence[Token]) -> bool:
    """Check whether all conjuncts share a word: the subject of verbs, the article of nouns."""
    top = word
    while top != first and top.head != first:
        top = top.head
    if top == first:
        return False
    if first.pos_ in ("VERB", "AUX"):
        of_others = {child.dep_ for other in others for child in other.children}
        if of_others & _SUBJECTS:
            return top.dep_ == "mark"  # the conjuncts are separate clauses
        if of_others & _AUXILIARIES:
            return top.dep_ in (*_SUBJECTS, "mark")
        return top.dep_ in (*_SUBJECTS, *_AUXILIARIES, "neg", "mark")
    return top.dep_ in ("det", "poss", "prep", "amod", "relcl") and (
        top.dep_ in ("det", "poss") or top.i > first.i
    )
