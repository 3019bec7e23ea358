"""Positions in which the antonym of a word contradicts the sentence.

litgen accepts three: after a copula (*the room is cold*); in a noun phrase that says what somebody
or something is or has (*this is a cold room*); and in the description of one scene, since both
sentences of a pair are assumed to be about the same event (*a man in a cold room is sleeping*).
"""

from collections.abc import Iterator, Sequence
from itertools import islice

from litgen.lexicon import lemmas_with
from litgen.tables import word_list
from litgen.transformations.entries import Entry
from litgen.transformations.units import determiner_of
from litgen.trees.nouns import is_animate, is_group
from litgen.trees.tokens import Doc, Token

_SUBJECTS = ("nsubj", "nsubjpass")
_FINITE = ("VBZ", "VBP", "VBD")
_PLAIN_DEGREES = lemmas_with("plain_degree", "adverb")
_ABSOLUTE_DEGREES = lemmas_with("absolute_degree", "adverb")
_WITHOUT_DEGREES = lemmas_with("without_degrees", "adjective")
_WITHOUT_ANY_DEGREE = lemmas_with("without_any_degree", "adjective")
_LOOSE_DETERMINERS = lemmas_with("loose", "determiner")
_FREE_ADVERBS = lemmas_with("of_no_degree", "adverb")
_LOOSE_ADJECTIVES = lemmas_with("loose", "adjective")
_LOOSE_HEADS = word_list("loose_heads")
_HAVING = lemmas_with("having", "verb")
_INALIENABLE, _RELATIONAL = (lemmas_with(each, "noun") for each in ("inalienable", "relational"))
_NO_SCENES = lemmas_with("no_scene", "verb")
_HE_OR_SHE = word_list("he_or_she")
_OF_A_SEX = lemmas_with("of_a_sex", "noun")
#: Dependencies on the path from a word of a scene up to its root verb or noun.
_SCENE_PATH = frozenset(("nsubj", "nsubjpass", "dobj", "pobj", "prep", "agent", "acl", "ROOT"))
_MAX_PATH = 6


def may_stand(token: Token, entry: Entry) -> bool:
    """Check whether the antonym contradicts the sentence in the position of the word."""
    if any(_follows(token, words.split()) for words in entry.not_before):
        return False
    if entry.unless and any(other.lower_ in entry.unless for other in token.doc):
        return False
    if entry.position == "noun":
        return _noun_may_stand(token, entry)
    if entry.position == "quantifier":
        return _quantifies_subject(token)
    if any(child.dep_ not in ("advmod", "prep", "xcomp", "punct") for child in token.children):
        return False
    if not all(_goes_with(adverb.lower_, entry.by) for adverb in _adverbs(token)):
        return False
    if entry.position != "attributive" and _is_predicate(token):
        subject = _firm_subject(token.head)
        return subject is not None and _heads_fit(subject, entry)
    if entry.position != "predicative" and token.dep_ == "amod" and token.i < token.head.i:
        return _noun_phrase_fits(token.head) and _heads_fit(token.head, entry)
    return False


def describes_another(token: Token) -> bool:
    """Check whether the word helps identify an individual (*An old man is singing*) instead of
    being predicated of one (*The soup is hot*): then the antonym may describe another
    individual."""
    noun = token.head if token.dep_ == "amod" else token
    said = noun.dep_ in ("acomp", "attr") or (
        noun.dep_ == "dobj" and noun.head.lemma_ in (*_HAVING, "possess")
    )
    return not (said and noun.head.dep_ == "ROOT")


def _follows(token: Token, words: Sequence[str]) -> bool:
    """Check whether a sequence of words, in which # matches any number, follows a word."""
    after = token.doc[token.i + 1 : token.i + 1 + len(words)]
    return len(after) == len(words) and all(
        other.like_num or other.is_currency if word == "#" else other.lower_ == word
        for word, other in zip(words, after, strict=True)
    )


def _adverbs(token: Token) -> Iterator[Token]:
    """Yield the adverbs of an adjective, and a preceding word that may be one: *sorely absent*."""
    yield from (child for child in token.children if child.dep_ == "advmod")
    before = token.nbor(-1) if token.i else token
    if before.tag_ == "RB" and before.lower_.endswith("ly") and before.lower_ not in _FREE_ADVERBS:
        yield before


def _goes_with(degree: str, opposite: str) -> bool:
    """*Very bad*, *completely useless*; not *very wrong*, *completely good*, *very known*."""
    if opposite in _WITHOUT_ANY_DEGREE:
        return False
    return degree in (_ABSOLUTE_DEGREES if opposite in _WITHOUT_DEGREES else _PLAIN_DEGREES)


def _is_predicate(token: Token) -> bool:
    verb = token.head
    if token.dep_ not in ("acomp", "attr") or verb.lemma_ != "be" or verb.dep_ != "ROOT":
        return False
    return _finite(verb) and _firm_subject(verb) is not None


def _finite(verb: Token) -> bool:
    """*Is*, *has been*; a guard stops modals."""
    return verb.tag_ in _FINITE or any(c.dep_ == "aux" and c.tag_ in _FINITE for c in verb.children)


def _firm_subject(verb: Token) -> Token | None:
    """Return the subject, None if its quantifier is loose (:func:`_loose`)."""
    subjects = (c for c in verb.children if c.dep_ in ("nsubj", "nsubjpass", "csubj"))
    subject = next(subjects, None)
    return None if subject is None or _loose(subject) else subject


def _loose(noun: Token) -> bool:
    """Check for *some*, *many*, *one of* and the like: the opposite may be true of others."""
    determiner = determiner_of(noun)
    if determiner is not None and determiner.lower_ in _LOOSE_DETERMINERS:
        return True
    before = [child.lower_ for child in noun.lefts]
    if any(word in _LOOSE_DETERMINERS or word in _LOOSE_ADJECTIVES for word in before):
        return True
    # *Banks are safe* is about all banks, *banks were safe* about some.
    all_of_them = noun.head.lower_ == "are" and noun.head.dep_ == "ROOT"
    bare_plural = noun.tag_ == "NNS" and determiner is None and not all_of_them
    return bare_plural or noun.lower_ in _LOOSE_HEADS or noun.tag_ in ("WP", "WDT", "EX")


def _heads_fit(noun: Token, entry: Entry) -> bool:
    if noun.lemma_ in entry.not_heads:
        return False
    if not entry.heads or noun.lemma_ in entry.heads or noun.lower_ in entry.heads:
        return True
    if "animate" in entry.heads and is_animate(noun):
        return True
    thing = noun.pos_ == "NOUN" and not is_animate(noun) and not is_group(noun)
    return "inanimate" in entry.heads and thing


def _noun_phrase_fits(noun: Token) -> bool:
    """Check whether a noun phrase says what somebody is or has, or belongs to a scene."""
    verb = noun.head
    if _loose_in_place(noun) or any(child.tag_ == "JJS" for child in noun.lefts):
        return False
    if verb.dep_ == "ROOT" and _finite(verb) and _firm_subject(verb) is not None:
        if noun.dep_ == "attr" and verb.lemma_ == "be":
            return True
        if noun.dep_ == "dobj" and verb.lemma_ in _HAVING:
            return _alone(noun)
    return is_scene(noun.doc) and _in_scene(noun)


def _alone(noun: Token) -> bool:
    """Check that the owner has no others: *his large dogs*, *large ears*; not *large dogs*."""
    determiner = determiner_of(noun)
    told = determiner is not None and determiner.dep_ != "nummod"
    return noun.tag_ != "NNS" or told or noun.lemma_ in _INALIENABLE


def _loose_in_place(noun: Token) -> bool:
    determiner = determiner_of(noun)
    if determiner is not None:
        return determiner.lower_ in _LOOSE_DETERMINERS
    return noun.tag_ == "NNS" and noun.dep_ in (*_SUBJECTS, "ROOT")


def is_scene(tree: Doc) -> bool:
    """Check for the description of one scene: *A man is riding a bike.*, *Two dogs on the
    grass.*"""
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
    return root.tag_ in ("VBZ", "VBP") and indefinite and root.lemma_ not in _NO_SCENES


def _shown(noun: Token) -> bool:
    """A person, animal or group with an article or number that is not loose."""
    determiner = determiner_of(noun)
    counted = determiner is not None and determiner.lower_ not in _LOOSE_DETERMINERS
    return counted and (is_animate(noun) or (is_group(noun) and _of_people(noun)))


def _of_people(noun: Token) -> bool:
    """*A group of men*, *a band*; not *the majority of the world*."""
    inner = [pobj for c in noun.children if c.lower_ == "of" for pobj in c.children]
    return all(is_animate(each) for each in inner if each.dep_ == "pobj")


def _in_scene(noun: Token) -> bool:
    path = [noun, *islice(noun.ancestors, _MAX_PATH - 1)]
    return path[-1].dep_ == "ROOT" and all(each.dep_ in _SCENE_PATH for each in path)


def _is_told_of(noun: Token) -> bool:
    """Check for a definite or specific subject: *the man left*, *a man is in a boat*."""
    verb = noun.head
    if noun.dep_ not in _SUBJECTS or verb.dep_ != "ROOT" or not _finite(verb):
        return False
    determiner = determiner_of(noun)
    if determiner is None or determiner.dep_ not in ("det", "nummod"):
        return False
    counted = determiner.dep_ == "nummod"
    if _loose(noun) or (counted and not determiner.is_alpha and len(determiner) > 1):
        return False  # *20,349 girls are members*
    generic = determiner.lower_ in ("a", "an") and any(c.dep_ == "attr" for c in verb.children)
    told = determiner.lower_ in ("the", "this", "that", "these", "those")
    return (told or verb.lemma_ == "be") and not generic


def _noun_may_stand(token: Token, entry: Entry) -> bool:
    riding = entry.word in _OF_A_SEX and any(c.dep_ == "acl" for c in token.children)
    joined = any(c.dep_ in ("conj", "cc", "appos", "relcl", "acl") for c in token.children)
    if joined and not riding:  # *a man riding a bike*
        return False
    if token.tag_ == "NN" and any(c.dep_ == "nummod" and c.lower_ != "one" for c in token.children):
        return False  # *two woman*
    if entry.word in _OF_A_SEX:
        others = (other for other in token.doc if other.i != token.i)
        if any(o.lower_ in _HE_OR_SHE or o.lemma_ in _HE_OR_SHE for o in others):
            return False
        grouped = token.dep_ == "pobj" and is_group(token.head.head)
        if token.tag_ == "NNS" and determiner_of(token) is None and not grouped:
            return False
        if _is_told_of(token):
            return True
        return is_scene(token.doc) and _in_scene(token) and not _loose_in_place(token)
    determiner = determiner_of(token)
    if determiner is None or determiner.lower_ in _LOOSE_DETERMINERS:
        return False
    if any(child.dep_ == "amod" for child in token.children):
        return False  # *a horrible failure* does not become *a horrible success*
    converse = entry.word in _RELATIONAL or entry.by in _RELATIONAL
    if converse and any(child.lower_ == "of" for child in token.children):
        return False  # converses exchange their arguments: *the employer of Bob*
    verb = token.head
    if verb.dep_ != "ROOT" or verb.tag_ not in _FINITE:
        return False
    if _firm_subject(verb) is None:
        return False
    lemma = verb.lemma_
    return (token.dep_ == "attr" and lemma == "be") or (
        token.dep_ == "dobj" and lemma in ("have", "possess")
    )


def _quantifies_subject(token: Token) -> bool:
    """*Many people wait.*, *There are few shops.*; not *the many people*, *a few people*."""
    noun = token.head
    there = noun.dep_ == "attr" and any(c.dep_ == "expl" for c in noun.head.children)
    return (
        token.dep_ == "amod"
        and token.i < noun.i
        and noun.pos_ == "NOUN"
        and not any(True for _ in token.children)
        and not any(c.dep_ in ("det", "poss", "predet", "nummod") for c in noun.children)
        and noun.head.dep_ == "ROOT"
        and (noun.dep_ in _SUBJECTS or there)
    )
