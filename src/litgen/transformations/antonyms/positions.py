"""Where the opposite of a word contradicts the sentence.

Three places are sure enough: after a copula (*the room is cold*); in a noun phrase that says what
somebody or something is or has (*this is a cold room*); and in the description of one scene, since
the two sentences of a pair are taken to be about the same event (*a man in a cold room is
sleeping*). Elsewhere there may be two things, one hot, one cold.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from litgen.engines.dependency.morphology import lemma_of
from litgen.engines.dependency.nouns import is_animate, is_group
from litgen.transformations.antonyms.table import Entry
from litgen.transformations.units import determiner_of

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

_SUBJECTS = ("nsubj", "nsubjpass")
_FINITE = ("VBZ", "VBP", "VBD")
#: Adverbs that leave the opposite an opposite.
_PLAIN_DEGREES = frozenset(
    ("very", "really", "quite", "extremely", "absolutely", "completely", "totally", "highly",
     "incredibly", "remarkably", "truly", "entirely", "fully", "exceptionally", "particularly")
)  # fmt: skip
_LOOSE_DETERMINERS = frozenset(
    ("no", "some", "any", "every", "each", "all", "another", "what", "which", "most", "such",
     "whatever", "either", "neither", "both", "several", "many", "few")
)  # fmt: skip
#: Verbs whose object says what the subject has or is like.
_HAVING = frozenset(("have", "own", "wear", "possess"))
#: The way from a word of a scene up to its root verb or noun.
_SCENE_PATH = frozenset(("nsubj", "nsubjpass", "dobj", "pobj", "prep", "agent", "acl", "ROOT"))
_MAX_PATH = 6
_HE_OR_SHE = frozenset(
    ("he", "him", "his", "himself", "she", "her", "hers", "herself", "pregnant", "bearded", "beard",
     "mustache", "moustache", "bald", "bikini", "bra", "skirt", "heels", "gay", "lesbian",
     "husband", "wife", "girlfriend", "boyfriend", "mother", "father", "mom", "dad", "son",
     "daughter", "gentleman", "sir", "madam", "mrs.", "mr.", "ms.", "widow", "bride", "groom",
     "shirtless", "topless", "woman", "man", "women", "men", "girl", "boy", "girls", "boys", "guy",
     "guys", "lady", "ladies", "male", "female", "brother", "sister", "king", "queen")
)  # fmt: skip
_OF_A_SEX = frozenset(
    ("man", "woman", "boy", "girl", "husband", "wife", "brother", "sister", "mother", "father",
     "son", "daughter", "uncle", "aunt", "nephew", "niece", "king", "queen", "male", "female")
)  # fmt: skip


def may_stand(token: Token, entry: Entry) -> bool:
    """Whether the opposite of a word contradicts the sentence where it stands.

    Args:
        token: the word.
        entry: the antonym that would take its place.
    """
    if token.i + 1 < len(token.doc) and token.nbor().lower_ in entry.not_before:
        return False
    if entry.position == "noun":
        return _noun_may_stand(token, entry)
    if entry.position == "quantifier":
        return _quantifies_subject(token)
    if any(child.dep_ not in ("advmod", "prep", "xcomp", "punct") for child in token.children):
        return False
    if any(c.dep_ == "advmod" and c.lower_ not in _PLAIN_DEGREES for c in token.children):
        return False
    if entry.position != "attributive" and _is_predicate(token):
        subject = _subject(token.head)
        return subject is not None and _heads_fit(subject, entry)
    if entry.position != "predicative" and token.dep_ == "amod" and token.i < token.head.i:
        return _noun_phrase_fits(token.head) and _heads_fit(token.head, entry)
    return False


def _is_predicate(token: Token) -> bool:
    verb = token.head
    if token.dep_ not in ("acomp", "attr") or lemma_of(verb) != "be" or verb.dep_ != "ROOT":
        return False
    subject = _subject(verb)
    return verb.tag_ in _FINITE and subject is not None and not _loose(subject)


def _subject(verb: Token) -> Token | None:
    return next((c for c in verb.children if c.dep_ in ("nsubj", "nsubjpass", "csubj")), None)


def _loose(noun: Token) -> bool:
    """Some, many, one of: the opposite may be true of others."""
    determiner = determiner_of(noun)
    if determiner is not None and determiner.lower_ in _LOOSE_DETERMINERS:
        return True
    if any(c.lower_ in _LOOSE_DETERMINERS for c in noun.children if c.i < noun.i):
        return True
    bare_plural = noun.tag_ == "NNS" and determiner is None
    of_them = noun.lower_ in ("one", "some", "many", "few", "most", "part", "lot", "lots", "number")
    return bare_plural or of_them or noun.tag_ in ("WP", "WDT", "EX")


def _heads_fit(noun: Token, entry: Entry) -> bool:
    if lemma_of(noun) in entry.not_heads:
        return False
    if isinstance(entry.heads, frozenset):
        return lemma_of(noun) in entry.heads or noun.lower_ in entry.heads
    if entry.heads == "animate":
        return is_animate(noun)
    if entry.heads == "inanimate":
        return noun.pos_ == "NOUN" and not is_animate(noun) and not is_group(noun)
    return True


def _noun_phrase_fits(noun: Token) -> bool:
    """Whether a noun phrase says what somebody is or has, or belongs to a scene."""
    verb = noun.head
    if _loose_in_place(noun):
        return False
    if verb.dep_ == "ROOT" and verb.tag_ in _FINITE:
        subject = _subject(verb)
        if subject is not None and not _loose(subject):
            if noun.dep_ == "attr" and lemma_of(verb) == "be":
                return True
            if noun.dep_ == "dobj" and lemma_of(verb) in _HAVING:
                return True
    return is_scene(noun.doc) and _in_scene(noun)


def _loose_in_place(noun: Token) -> bool:
    determiner = determiner_of(noun)
    if determiner is not None:
        return determiner.lower_ in _LOOSE_DETERMINERS
    return noun.tag_ == "NNS" and noun.dep_ in (*_SUBJECTS, "ROOT")


def is_scene(tree: Doc) -> bool:
    """Whether a sentence describes one scene: a caption, or somebody doing something now.

    Example:
        *A man is riding a bike.*, *Two dogs on the grass.*; not *Dogs bark.*
    """
    root = next(token for token in tree if token.dep_ == "ROOT")
    if root.pos_ in ("NOUN", "PROPN"):
        finite = any(token.tag_ in (*_FINITE, "MD") for token in tree)
        return not finite and _shown(root)
    subject = next((child for child in root.children if child.dep_ in _SUBJECTS), None)
    if subject is None or not _shown(subject):
        return False
    determiner = determiner_of(subject)
    indefinite = determiner is not None and (
        determiner.lower_ in ("a", "an") or determiner.dep_ == "nummod"
    )
    if root.tag_ in ("VBG", "VBN"):
        now = ("is", "are", "was", "were") if indefinite else ("is", "are")
        return all(c.lower_ in now for c in root.children if c.dep_ in ("aux", "auxpass"))
    return root.tag_ in ("VBZ", "VBP") and indefinite and lemma_of(root) not in ("be", "have")


def _shown(noun: Token) -> bool:
    """A person, animal or group that is told apart from others by an article or number."""
    determiner = determiner_of(noun)
    counted = determiner is not None and determiner.lower_ not in _LOOSE_DETERMINERS
    return counted and (is_animate(noun) or (is_group(noun) and _of_people(noun)))


def _of_people(noun: Token) -> bool:
    """*A group of men*, *a band*; not *the majority of the world*."""
    inner = [pobj for c in noun.children if c.lower_ == "of" for pobj in c.children]
    return all(is_animate(each) for each in inner if each.dep_ == "pobj")


def _in_scene(noun: Token) -> bool:
    token = noun
    for _ in range(_MAX_PATH):
        if token.dep_ not in _SCENE_PATH:
            return False
        if token.dep_ == "ROOT":
            return True
        token = token.head
    return False


def _noun_may_stand(token: Token, entry: Entry) -> bool:
    if any(child.dep_ in ("conj", "cc", "appos", "relcl", "acl") for child in token.children):
        if entry.word in _OF_A_SEX and any(c.dep_ == "acl" for c in token.children):
            pass  # *a man riding a bike*
        else:
            return False
    words = {t.lower_ for t in token.doc if t.i != token.i}
    if token.tag_ == "NN" and any(c.dep_ == "nummod" and c.lower_ != "one" for c in token.children):
        return False  # *two woman*
    if entry.word in _OF_A_SEX:
        if words & _HE_OR_SHE:
            return False
        grouped = token.dep_ == "pobj" and is_group(token.head.head)
        if token.tag_ == "NNS" and determiner_of(token) is None and not grouped:
            return False
        return is_scene(token.doc) and _in_scene(token) and not _loose_in_place(token)
    determiner = determiner_of(token)
    if determiner is None or determiner.lower_ in _LOOSE_DETERMINERS:
        return False
    verb = token.head
    if verb.dep_ != "ROOT" or verb.tag_ not in _FINITE:
        return False
    subject = _subject(verb)
    if subject is None or _loose(subject):
        return False
    if token.dep_ == "attr" and lemma_of(verb) == "be":
        return True
    return token.dep_ == "dobj" and lemma_of(verb) in ("have", "possess")


def _quantifies_subject(token: Token) -> bool:
    """*Many people wait.*, *There are few shops.*; not *the many people*, *a few people*."""
    noun = token.head
    if (
        token.dep_ != "amod"
        or token.i > noun.i
        or noun.pos_ != "NOUN"
        or any(True for _ in token.children)
    ):
        return False
    if any(c.dep_ in ("det", "poss", "predet", "nummod") for c in noun.children):
        return False
    verb = noun.head
    if verb.dep_ != "ROOT":
        return False
    there = noun.dep_ == "attr" and any(c.dep_ == "expl" for c in verb.children)
    return noun.dep_ in _SUBJECTS or there
