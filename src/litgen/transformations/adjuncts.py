"""Find modifiers that cannot be dropped safely, such as conditions and framing phrases.

*If it rains, the picnic ends* does not entail that the picnic ends, and *In the film, the hero
dies* does not entail that a hero dies (Quirk et al. 1985, 15.33 to 15.39; Lewis 1978, *Truth in
fiction*).
"""

from collections.abc import Iterator
from functools import cache

from litgen.lexicon import lemmas_with
from litgen.tables import rules_table
from litgen.trees.tokens import Token

_INVERTED = ("should", "were", "had")
#: WordNet's fields for communication and thought, and its senses for depictions.
_FIELDS = ("noun.communication", "noun.cognition")
_DEPICTING = frozenset(("creation.n.02", "imagination.n.01"))


@cache
def listed(name: str) -> frozenset[str]:
    """Return a word list from ``rules/dropping.toml``."""
    return frozenset(rules_table("dropping")["lists"][name]["words"])


def is_condition(root: Token) -> bool:
    """Check whether a word's subtree expresses a condition: *should it rain*, *in case of rain*."""
    inverted = root.dep_ == "advcl" and next(iter(root.subtree)).lower_ in _INVERTED
    return inverted or _begins(root, "conditional")


def is_frame(preposition: Token) -> bool:
    """Check whether a phrase names a source, story or viewpoint: *according to the police*."""
    if _begins(preposition, "framing"):
        return True
    word, head = preposition.lower_, preposition.head
    noun = next((c for c in preposition.children if c.dep_ == "pobj"), None)
    if noun is None or word not in listed("framing_prepositions"):
        return False
    if word in listed("fronted") and preposition.i < head.i:
        return noun.ent_type_ not in ("DATE", "TIME")  # as in *For Tom, the hero is dead*
    return word not in listed("fronted") and _tells(noun.lemma_.lower())


@cache
def _tells(noun: str) -> bool:
    from litgen.wordnet import load_wordnet

    wordnet = load_wordnet()
    senses = wordnet.senses(noun, "n")[:2]
    return noun in listed("framing_nouns") or any(
        (sense.field in _FIELDS and sense is senses[0])
        or not _DEPICTING.isdisjoint(wordnet.above(sense.name))
        for sense in senses
    )


def _begins(root: Token, name: str) -> bool:
    words = " ".join(t.lower_ for t in root.subtree if not t.is_punct and not t.is_space)
    return any(f"{words} ".startswith(f"{each} ") for each in listed(name))


def other_hosts(preposition: Token) -> Iterator[Token]:
    """Yield the words other than its head that a phrase may modify: in *We play every Saturday in
    May*, the phrase *in May* may modify *Saturday* or *play*."""
    host, before = preposition.head, preposition.i - 1
    if preposition.i < host.i or preposition.lower_ == "of":
        return
    last = preposition.doc[before] if before >= 0 else host
    candidates = [last, *last.ancestors] if not last.is_punct else [host, *host.ancestors]
    for each in candidates:
        if each.dep_ == "conj" and any(c.dep_ in ("nsubj", "nsubjpass") for c in each.children):
            if each != host:
                yield each
            return
        if each.i < preposition.i and each.pos_ in ("NOUN", "PROPN", "VERB") and each != host:
            yield each


def may_be_kind(noun: Token) -> bool:
    """Check whether an indefinite subject may be generic (Krifka et al. 1995).

    *A hungry lion attacks people* may be about all such lions, but the caption *A young man rides
    a bike* is about one man.
    """
    verb, lemma = noun.head, noun.head.lemma_.lower()
    articles = {c.lower_ for c in noun.children if c.dep_ in ("det", "poss", "nummod")}
    if noun.dep_ != "nsubj" or not articles <= {"a", "an"}:
        return False
    auxiliaries = {c.lower_ for c in verb.children if c.dep_ == "aux"}
    if any(c.tag_ == "MD" for c in verb.children):
        return True
    if lemma == "be" or not (verb.tag_ in ("VBZ", "VBP") or auxiliaries & {"do", "does"}):
        return False
    if lemma in lemmas_with("having", "verb"):
        return any(c.dep_ == "dobj" and not _is_one(c) for c in verb.children)
    if lemma in lemmas_with("lasting", "verb"):
        return True
    seen = lemma in lemmas_with("posture", "verb") or any(
        _is_one(each) for c in verb.children for each in (c, *c.children)
        if each.dep_ in ("dobj", "pobj")
    )  # fmt: skip
    return not seen or "not" in {c.lower_ for c in verb.children}


def _is_one(noun: Token) -> bool:
    """Check whether a noun denotes individual things: *a bike*, *the pool*; not *people*."""
    return any(c.lower_ in ("a", "an", "the", "this", "that") or c.dep_ == "nummod"
               for c in noun.children) and noun.lower_ not in ("lot", "deal")  # fmt: skip
