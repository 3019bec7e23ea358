"""Edits that exchange, add or drop adverbs of frequency and aspect (``rules/proving.toml``)."""

from collections.abc import Sequence

from litgen.proving.alignment import Alignment
from litgen.proving.operators import SUPPORT, is_one
from litgen.proving.places import AtomicEdit, Place
from litgen.proving.quantifiers import class_of, tabled
from litgen.proving.relations import (
    ALTERNATION,
    EQUIVALENT,
    FORWARD,
    NEGATION,
    REVERSE,
    Relation,
)
from litgen.tables import rules_table
from litgen.transformations.positions import Position, position_of
from litgen.trees.tokens import Token


def adverb_exchanged(
    pair: Alignment, gone: Sequence[Token], new: Sequence[Token]
) -> AtomicEdit | None:
    """Return the edit that exchanges, adds or drops an adverb of frequency or aspect.

    Example: *never smokes* and *often smokes* exclude each other if the subject is definite.
    """
    first, second = (class_of("frequencies", _text(words)) for words in (gone, new))
    if first is None or second is None or not (first or second):
        return None
    adverb, head = _adverb(gone or new)
    if gone and new:
        if pair.partners.get(head.i) != _adverb(new)[1] or _tense(gone) != _tense(new):
            return None
    elif head not in (
        pair.partners.values() if new else map(pair.premise.tree.__getitem__, pair.partners)
    ):
        return None
    if head.pos_ not in ("VERB", "AUX", "NOUN", "PROPN", "PRON") or any(
        child not in (*gone, *new) for child in adverb.children
    ):
        return None
    relation = _relation(first, second)
    outside = _outside(adverb)
    if relation is None or outside.value == "none" or outside.definite:
        return None
    said = f"{first or 'no adverb'} -> {second or 'no adverb'}"
    if _is_under_negation(first, second):
        denied = any(c.dep_ == "neg" for c in head.children) and _in_main_clause(head)
        return AtomicEdit("frequency", said, relation) if denied else None
    turns = relation in (NEGATION, ALTERNATION)
    presupposes = not (first and second) and EQUIVALENT.isdisjoint(relation)
    if (turns or presupposes) and not (outside.value == "up" and _in_main_clause(head)):
        return None  # a negation does not deny what is presupposed
    if turns and not _of_one(head):
        return None
    supported = any(word.lower_ in SUPPORT for word in (*gone, *new))
    if turns:
        return AtomicEdit("negation", said, relation)
    return Place(outside.value).edit("negation" if supported else "frequency", said, relation)


def _is_under_negation(first: str, second: str) -> bool:
    table = rules_table("proving")["frequencies"]
    return bool(table[first].get("under_negation") or table[second].get("under_negation"))


def _relation(first: str, second: str) -> Relation | None:
    table = rules_table("proving")["frequencies"]
    if second in table[first].get("homogeneous", ()):
        return EQUIVALENT | FORWARD
    if first in table[second].get("homogeneous", ()):
        return EQUIVALENT | REVERSE
    if _is_under_negation(first, second):
        return None if first and second else FORWARD if first else REVERSE
    return tabled(table, first, second)


def _text(words: Sequence[Token]) -> str:
    lower = (word.lower_ for word in words if word.lower_ not in SUPPORT)
    return " ".join("not" if word in ("n't", "n’t") else word for word in lower)


def _adverb(words: Sequence[Token]) -> tuple[Token, Token]:
    """Return the first word of an adverb that depends directly on the head, and the head."""
    inside = {word.i for word in words}
    below = [word for word in words if word.head.i not in inside or word.head == word]
    adverb = next((word for word in below if word.lower_ not in SUPPORT), below[0])
    return adverb, adverb.head


def _tense(words: Sequence[Token]) -> str:
    support = next((word for word in words if word.lower_ in SUPPORT), None)
    return (support or _adverb(words)[1]).tag_


def _outside(adverb: Token) -> Position:
    """Return the polarity at an adverb's place: for *only* in *only Mary*, that of *Mary*."""
    nominal = adverb.head.pos_ in ("NOUN", "PROPN", "PRON")
    return position_of(adverb.head, outside=True) if nominal else position_of(adverb, phrase=True)


def _in_main_clause(head: Token) -> bool:
    verb = head if head.pos_ in ("VERB", "AUX") else head.head
    return verb.dep_ == "ROOT" and not any(c.tag_ == "MD" for c in verb.children)


def _of_one(verb: Token) -> bool:
    subjects = [c for c in verb.children if c.dep_ in ("nsubj", "nsubjpass", "csubj")]
    shared = any(c.dep_ in ("conj", "ccomp", "csubj") for c in verb.children)
    return len(subjects) == 1 and is_one(subjects[0]) and not shared
