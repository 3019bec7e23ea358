"""What guards ask about a noun phrase: its head, its size, what it holds, what follows it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from litgen.engines.dependency.clauses import Clause
from litgen.engines.dependency.morphology import known_as
from litgen.engines.dependency.nouns import is_animate, is_name, is_person, is_plural
from litgen.engines.dependency.signs import MARKS
from litgen.tables import word_list

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

_REFLEXIVES = word_list("reflexives")
_OWNERS = word_list("third_person_owners")
_FOCUS = word_list("focus")
_ABSTRACT = tuple(word_list("abstract_endings"))
_FLOATING = word_list("floating_ends")


def label(token: Token) -> set[str]:
    """A dependent's label, alone and with its word."""
    return {token.dep_, f"{token.dep_}:{token.lower_}"}


def phrase_features(doc: Doc, head: int, part: str, found: dict[str, set[str]]) -> None:
    """Add the features of a noun phrase, named ``part``."""
    token = doc[head]
    facts = found.setdefault(f"{part}.facts", set())
    found[f"{part}.lemma"] = {token.lemma_}
    found[f"{part}.word"] = {token.lower_}
    found[f"{part}.pos"] = {token.pos_}
    found[f"{part}.tag"] = {token.tag_}
    found[f"{part}.dep"] = {token.dep_}
    found[f"{part}.dependents"] = set().union(*(label(c) for c in token.children))
    found[f"{part}.determiner"] = {
        c.lower_ for c in token.children if c.dep_ in ("det", "predet", "poss", "nummod", "amod")
        and c.pos_ in ("DET", "PRON", "NUM", "ADJ")
    }  # fmt: skip
    subtree = list(token.subtree)
    if any(t.lower_ in _FOCUS for t in subtree):
        facts.add("contains not")
    if any(t.tag_ == "PRP$" and t.lower_ in _OWNERS for t in subtree):
        facts.add("possessive")
    if any(t.tag_ == "PRP$" for t in subtree):
        facts.add("any possessive")
    if any(t.lower_ in _REFLEXIVES for t in subtree):
        facts.add("reflexive")
    if any(t.tag_ in ("PRP", "WP") and t.i != head for t in subtree):
        facts.add("contains pronoun")
    clausal = ("relcl", "acl", "advcl", "ccomp", "xcomp", "pcomp")
    if any(t.dep_ in clausal for t in subtree if t.i != head):
        facts.add("contains clause")
    facts |= _set_off(doc, subtree)
    if any(t.text in MARKS["quote"] and t.tag_ != "POS" for t in subtree):
        facts.add("quote")
    if [t.i for t in subtree] != list(range(subtree[0].i, subtree[-1].i + 1)):
        facts.add("split")
    if token.pos_ == "PRON":
        facts.add("pronoun")
    facts.add("person" if is_person(token) else "thing")
    facts.add("animate" if is_animate(token) else "inanimate")
    facts.add("plural" if is_plural(token) else "singular")
    if len(subtree) > 12:
        facts.add("long")
    if not any(c.dep_ in ("det", "poss", "nummod", "predet") for c in token.children):
        facts.add("bare")
    common = token.tag_ == "NN" or (token.tag_ == "NNP" and not is_name(token))
    common = common and (token.text.islower() or bool(known_as(token.lower_)))
    if any(t.lower_ == "who" and t.head.dep_ == "relcl" for t in subtree):
        facts.add("who clause")
    if "bare" in facts and common and token.pos_ != "PRON":
        if not any(c.dep_ in _MODIFIERS for c in token.children):
            facts.add("bare singular")
        if "person" in facts:
            facts.add("headline")
    if any(t.text.islower() and t.pos_ in _OPEN and not known_as(t.lower_) for t in subtree):
        facts.add("unknown word")
    if "VERB" in known_as(token.lower_) and any(c.dep_ == "compound" for c in token.children):
        facts.add("verb after a noun")
    if any(t.lower_ == "by" for t in subtree):
        facts.add("contains by")
    if any(
        t.dep_ == "conj" and t.tag_ not in (t.head.tag_, *_LIKE.get(t.head.tag_, ()))
        for t in subtree
    ):
        facts.add("unlike conjuncts")
    if any(t.dep_ == "conj" and t.lower_.endswith("ing") and not t.head.lower_.endswith("ing")
           for t in subtree):  # fmt: skip
        facts.add("unlike conjuncts")
    if token.ent_type_:
        found[f"{part}.entity"] = {token.ent_type_}
    last = subtree[-1]
    if last.lower_ in _FLOATING:
        facts.add("floating end")
    if token.lower_.endswith(_ABSTRACT):
        facts.add("abstract")
    compound = any(c.dep_ == "compound" for c in token.children)  # *a house blue*, head *blue*
    if last.pos_ == "ADJ" and (last.i != head or compound):
        facts.add("ends in adjective")
    if last.tag_ in ("IN", "RP") and last.i != head and not last.n_rights:
        facts.add("ends in preposition")
    if last.tag_ == "POS":
        facts.add("ends in possessive")
    within = subtree if part == "object" else token.children
    if any(t.dep_ == "appos" for t in within) and "closed aside" not in facts:
        facts.add("bare apposition")
    found[f"{part}.last"] = {d for t in _upwards(last, token) for d in label(t)}


def _set_off(doc: Doc, subtree: Sequence[Token]) -> set[str]:
    """How a phrase is cut up by punctuation: ``list`` commas, a ``closed`` aside, or neither."""
    marks = [t for t in subtree if t.text in (",", "(", ")", "--", "–", "—", ":", ";")]
    marks += [t for t in subtree if t.text == "-" and t.i > 0 and doc[t.i - 1].whitespace_]
    if not marks:
        return set()
    commas = all(t.text == "," for t in marks)
    if commas and all(any(c.dep_ == "conj" for c in t.head.children) for t in marks):
        return {"list"}
    closed = commas and len(marks) == 2 and subtree[-1].text == ","
    return {"closed aside"} if closed else {"comma"}


#: Tags that coordinate with each other.
_NOMINAL = ("NN", "NNS", "NNP", "NNPS", "PRP", "CD", "DT")
_LIKE = dict.fromkeys(_NOMINAL, _NOMINAL) | {"JJ": ("JJR", "JJS", "VBN", "NN"), "VBN": ("JJ",)}
_MODIFIERS = frozenset(("conj", "amod", "compound", "prep", "acl", "relcl"))
_OPEN = frozenset(("NOUN", "VERB", "ADJ", "ADV"))


def _upwards(token: Token, stop: Token) -> Iterator[Token]:
    """A token and what it hangs on, up to below ``stop``."""
    while token.i != stop.i:
        yield token
        token = token.head


def after_object(doc: Doc, clause: Clause, target: int, found: dict[str, set[str]]) -> None:
    """What follows the object: each dependent of the verb there; *immediate* for the first."""
    right = doc[target].right_edge.i
    found["object.following"] = {
        name for c in doc[clause.head].children if c.i > right for name in label(c)
    }
    following = [c for c in doc[clause.head].children if c.i > right and not c.is_punct]
    found["object.facts"].add(f"followed by {min(len(following), 2)}")
    if any(t.tag_ in ("PRP$", "PRP") or t.lower_ == "each" for c in following for t in c.subtree):
        found["object.facts"].add("pronoun after")
    later = [t for c in following for t in c.subtree]
    found["object.later"] = {t.lemma_.lower() for t in later}
    if any(
        t.dep_ in ("relcl", "acl", "pcomp", "dobj") or t.text in (",", "--", "-") for t in later
    ):
        found["object.facts"].add("clause after")
    if any(t.tag_ in ("RBR", "JJR") for t in later):
        found["object.facts"].add("comparative after")
    ends = {d for d in found.get("subject.last", ()) if d.startswith("prep:")}
    if ends & {name for c in following for name in label(c)}:
        found["object.facts"].add("same preposition")
    if right + 1 < len(doc):
        top = doc[right + 1]
        while top.head.i > right and top.head.i != top.i:
            top = top.head
        found["object.next"] = label(top)
