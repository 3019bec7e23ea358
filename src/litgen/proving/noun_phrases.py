"""Edits that exchange whole noun phrases or determiners, or drop objects."""

from collections.abc import Sequence

from litgen.lexicon import lemmas_with
from litgen.proving.alignment import Alignment, Gap, Read
from litgen.proving.places import AtomicEdit, lemmas, place_of
from litgen.proving.relations import EQUIVALENT, FORWARD, Relation
from litgen.tables import function_words, word_list
from litgen.trees.nouns import is_person
from litgen.trees.tokens import Token

_SOMEBODY, _SOMETHING = ("someone", "somebody"), ("something",)
_INDEFINITE, _SUBJECTS = ("a", "an", "some"), ("nsubj", "nsubjpass")
#: Words for an amount that may be zero, such as *few*, *many*, *enough*.
_AMOUNTS = {*function_words()["amount"], "few", "little", "many", "much"}
_PRESENT = ("VBZ", "VBP")
#: Determiners of noun phrases that refer to a person or a thing.
_NAMING = (*_INDEFINITE, "the", "this", "that", "these", "those", "several")


def pronoun_exchanged(
    pair: Alignment, gone: Sequence[Token], new: Sequence[Token]
) -> AtomicEdit | None:
    """Return the edit that replaces a noun phrase with *someone* or *something*.

    Example:
        *A woman is singing* / *Someone is singing*.
    """
    if len(new) != 1 or new[0].lower_ not in (*_SOMEBODY, *_SOMETHING):
        return None
    head = _whole(gone)
    if head is None or head.dep_ != new[0].dep_ or not names(head):
        return None
    person = _is_somebody(head)
    if person != (new[0].lower_ in _SOMEBODY) or _is_denied_subject(head):
        return None
    place = place_of(pair.premise, head, phrase=True)
    said = f"{pair.premise.text(gone)} -> {new[0].lower_}"
    return place.edit("pronoun", said, FORWARD, (lemmas(gone), ()))


def determiner_exchanged(pair: Alignment, gap: Gap) -> tuple[AtomicEdit, Gap] | None:
    """Return the edit that makes a definite noun phrase indefinite, and the remaining difference.

    *The dog barked* and *A dog barked* may be about the same dog, so no label is certain in the
    other direction; *his dog* is more specific than *a dog*.
    """
    gone, new = gap
    if not gone or not new or new[0].lower_ not in _INDEFINITE:
        return None
    noun, other = new[0].head, gone[0]
    while other.head != other and other.dep_ not in ("det", "poss"):
        other = other.head
    old, first = other.head, list(other.subtree)
    if other.dep_ not in ("det", "poss") or noun.dep_ != old.dep_ or noun.pos_ != "NOUN":
        return None
    size = len([w for w in first if not w.is_punct])
    if [w.i for w in first if not w.is_punct] != [w.i for w in gone[:size]]:
        return None
    known = other.dep_ == "poss" or other.lower_ in word_list("definite", "positions")
    if not known or other.lower_ == "both" or any(_picks(c) for c in old.children):
        return None
    if len(gone) > size and len(new) > 1:
        if gone[-1] != old or new[-1] != noun:
            return None
    elif pair.partners.get(old.i, noun if gone[-1] == old else None) != noun:
        return None
    if old.tag_[-1:] != noun.tag_[-1:] or _is_denied_subject(old):
        return None
    lasts = old.head.tag_ in _PRESENT and old.head.lemma_ != "be"
    if old.dep_ in _SUBJECTS and (lasts or not pair.hypothesis.is_episode):
        return None  # *A dog barks* may mean dogs in general
    relation: Relation = FORWARD if other.dep_ == "poss" else FORWARD | EQUIVALENT
    place = place_of(pair.premise, old, phrase=True)
    said = f"{pair.premise.text(first)} -> {new[0].lower_}"
    return place.edit("determiner", said, relation), Gap(gone[size:], new[1:])


def object_dropped(pair: Alignment, words: Sequence[Token]) -> AtomicEdit | None:
    """Return the edit that drops the object of a verb such as *eat*, *read* or *sing*.

    These verbs allow an unspecified object (Levin 1993, 1.2.1). Habits are excluded: somebody who
    *drinks milk* need not be somebody who *drinks*.
    """
    head = _whole(words)
    if head is None or head.dep_ != "dobj" or head.pos_ != "NOUN" or not names(head):
        return None
    verb, kept = head.head, pair.partners.get(head.head.i)
    if kept is None or verb.lemma_.lower() not in lemmas_with("unspecified_object", "verb"):
        return None
    others = [c for c in (*kept.children, *verb.children) if c != head]
    if any(c.dep_ in ("dobj", "prt", "dative") for c in others):
        return None
    if verb.tag_ in _PRESENT or not pair.premise.is_episode or not _is_literal(verb, head):
        return None
    said = f"drop {pair.premise.text(words)!r}"
    return place_of(pair.premise, verb).edit("object", said, FORWARD, (lemmas(words), ()))


def _is_literal(verb: Token, head: Token) -> bool:
    """Check that a verb and its object do not form an idiom such as *play a trick*."""
    from litgen.wordnet import load_wordnet

    wordnet, noun = load_wordnet(), head.lemma_.lower()
    verbal = verb.lemma_.lower()
    if any(f"{verbal} {middle}{noun}" in wordnet.phrases for middle in ("", "a ", "the ")):
        return False
    wanted = lemmas_with("unspecified_object", "verb")[verbal].get("of", ())
    senses = wordnet.senses(noun, "n")[:2]
    return not wanted or any(set(wanted) & wordnet.above(each.name) for each in senses)


def names(head: Token) -> bool:
    """Check whether a noun phrase refers to a person or a thing.

    Example:
        True for *a dog*, *Tom*, *her two sons*; False for *no dog*, *every dog*, *at most one dog*.
    """
    if head.tag_ in ("NNP", "NNPS", "PRP") or head.pos_ == "PROPN":
        return head.lower_ not in ("it", "there") and not any(
            c.dep_ in ("cc", "conj") for c in head.children
        )
    if head.pos_ != "NOUN":
        return False
    for child in head.children:
        if child.dep_ in ("det", "predet") and child.lower_ not in _NAMING:
            return False
        if child.dep_ == "nummod" and any(child.children):
            return False
        if child.dep_ in ("neg", "cc", "conj", "preconj") or child.dep_ == "appos":
            return False
        if child.lower_ in _AMOUNTS:
            return False
    return True


def _is_somebody(head: Token) -> bool:
    from litgen.wordnet import load_wordnet

    if is_person(head) or head.ent_type_ == "PERSON" or head.tag_ == "PRP":
        return True
    wordnet = load_wordnet()
    first = wordnet.senses(head.lemma_.lower(), "n")[:1]
    return any("person.n.01" in wordnet.above(each.name) for each in first)


def _picks(word: Token) -> bool:
    """Check whether a word requires a definite noun phrase: *the same dog*, *the biggest dog*."""
    ordinal = word.lower_ in word_list("ordinal", "positions")
    return ordinal or word.tag_ in ("JJS", "RBS") or word.dep_ in ("nummod", "cc", "conj", "predet")


def _whole(words: Sequence[Token]) -> Token | None:
    """Return the head of the words if they are one whole phrase, or else None."""
    inside = {word.i for word in words}
    roots = [word for word in words if word.head.i not in inside]
    if len(roots) != 1:
        return None
    return None if any(
        each.i not in inside and not each.is_punct for each in roots[0].subtree
    ) else roots[0]  # fmt: skip


def _is_denied_subject(noun: Token) -> bool:
    """Check whether a noun is a negated clause's subject: *a dog is not barking* is ambiguous."""
    return noun.dep_ in _SUBJECTS and any(c.dep_ == "neg" for c in noun.head.children)


def subject_of(read: Read) -> Token | None:
    """Return the only subject of the main clause, or None if it has none or several."""
    root = next((word for word in read.words if word.dep_ == "ROOT"), None)
    found = [c for c in root.children if c.dep_ in _SUBJECTS] if root is not None else []
    return found[0] if len(found) == 1 else None
