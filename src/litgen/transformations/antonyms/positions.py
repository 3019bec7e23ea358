"""Find positions in which a word's antonym makes the new sentence contradict the source.

litgen accepts three: after a copula (*the room is cold*); in a noun phrase that states what a
person or thing is or has (*this is a cold room*); and in the description of a single scene, since
both sentences of a pair presumably describe the same event (*a man in a cold room is sleeping*).
"""

from collections.abc import Iterator, Sequence
from itertools import islice

from litgen.lexicon import lemmas_with
from litgen.tables import word_list
from litgen.transformations.entries import Entry
from litgen.transformations.parsing import beside, dependents
from litgen.transformations.units import determiner_of
from litgen.trees.nouns import is_animate, is_group
from litgen.trees.tokens import Doc, Token

_SUBJECTS = ("nsubj", "nsubjpass")
_FINITE = ("VBZ", "VBP", "VBD")
_PLAIN_DEGREES, _ABSOLUTE_DEGREES, _FREE_ADVERBS = (
    lemmas_with(name, "adverb") for name in ("plain_degree", "absolute_degree", "of_no_degree")
)
_WITHOUT_DEGREES, _WITHOUT_ANY_DEGREE, _LOOSE_ADJECTIVES = (
    lemmas_with(name, "adjective") for name in ("without_degrees", "without_any_degree", "loose")
)
_LOOSE_DETERMINERS = lemmas_with("loose", "determiner")
_LOOSE_WORDS = {*_LOOSE_DETERMINERS, *_LOOSE_ADJECTIVES}
_LOOSE_HEADS = word_list("loose_heads")
_HAVING = lemmas_with("having", "verb")
_INALIENABLE, _RELATIONAL = (lemmas_with(each, "noun") for each in ("inalienable", "relational"))
_NO_SCENES = lemmas_with("no_scene", "verb")
_HE_OR_SHE = word_list("he_or_she")
_OF_A_SEX = lemmas_with("of_a_sex", "noun")
#: Dependencies allowed on the path from a word in a scene description up to the root.
_SCENE_PATH = frozenset(("nsubj", "nsubjpass", "dobj", "pobj", "prep", "agent", "acl", "ROOT"))
_MAX_PATH = 6


def contradicts(token: Token, entry: Entry) -> bool:
    """Check whether the sentence with the antonym in place of the word contradicts the source."""
    if any(_follows(token, words.split()) for words in entry.not_before):
        return False
    if entry.unless and any(other.lower_ in entry.unless for other in token.doc):
        return False
    if entry.position == "noun":
        return _of_noun(token, entry)
    if entry.position == "quantifier":
        return _quantifies_subject(token)
    if any(child.dep_ not in ("advmod", "prep", "xcomp", "punct") for child in token.children):
        return False
    if not all(_goes_with(adverb.lower_, entry.by) for adverb in _adverbs(token)):
        return False
    if entry.position != "attributive" and token.dep_ in ("acomp", "attr"):
        if token.head.lemma_ == "be" and (subject := _subject_of_root(token.head)) is not None:
            return _heads_fit(subject, entry)
    if entry.position != "predicative" and token.dep_ == "amod" and token.i < token.head.i:
        return _noun_phrase_fits(token.head) and _heads_fit(token.head, entry)
    return False


def describes_another(token: Token) -> bool:
    """Check whether a word helps identify an individual: *An old man is singing*, not *The soup is
    hot*. A sentence with the antonym may then be about another individual."""
    noun = token.head if token.dep_ == "amod" else token
    had = noun.dep_ == "dobj" and noun.head.lemma_ in (*_HAVING, "possess")
    return noun.head.dep_ != "ROOT" or not (had or noun.dep_ in ("acomp", "attr"))


def _follows(token: Token, words: Sequence[str]) -> bool:
    """Check whether the given words follow a word; # stands for any number or currency symbol."""
    after = token.doc[token.i + 1 : token.i + 1 + len(words)]
    return len(after) == len(words) and all(
        other.like_num or other.is_currency if word == "#" else other.lower_ == word
        for word, other in zip(words, after, strict=True)
    )


def _adverbs(token: Token) -> Iterator[Token]:
    """Yield an adjective's adverbs, and a preceding word that may be an adverb: *sorely absent*."""
    yield from dependents(token, "advmod")
    before = beside(token, -1) or token
    if before.tag_ == "RB" and before.lower_.endswith("ly") and before.lower_ not in _FREE_ADVERBS:
        yield before


def _goes_with(degree: str, opposite: str) -> bool:
    """Check whether a degree adverb goes with the antonym: *very bad*, not *very wrong*."""
    if opposite in _WITHOUT_ANY_DEGREE:
        return False
    return degree in (_ABSOLUTE_DEGREES if opposite in _WITHOUT_DEGREES else _PLAIN_DEGREES)


def _finite(verb: Token) -> bool:
    """Check whether a verb group is finite: *is*, *has been*; a guard excludes modals."""
    return any(each.tag_ in _FINITE for each in (verb, *dependents(verb, "aux")))


def _subject_of_root(verb: Token) -> Token | None:
    """Return a finite root verb's subject, or None if there is none or it is :func:`_loose`."""
    subject = next(iter(dependents(verb, *_SUBJECTS, "csubj")), None)
    if subject is None or verb.dep_ != "ROOT" or not _finite(verb):
        return None
    return None if _loose(subject) else subject


def _loose(noun: Token) -> bool:
    """Check for *some*, *many*, *one of* or the like: the opposite may be true of others."""
    if any(child.lower_ in _LOOSE_WORDS for child in noun.lefts):
        return True
    # *Banks are safe* is about all banks, *banks were safe* about some.
    all_of_them = noun.head.lower_ == "are" and noun.head.dep_ == "ROOT"
    bare_plural = noun.tag_ == "NNS" and determiner_of(noun) is None and not all_of_them
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
    """Check whether a noun phrase states what the subject is or has, or is part of a scene."""
    verb = noun.head
    if _loose_in_place(noun) or any(child.tag_ == "JJS" for child in noun.lefts):
        return False
    if _subject_of_root(verb) is not None:
        if noun.dep_ == "attr" and verb.lemma_ == "be":
            return True
        if noun.dep_ == "dobj" and verb.lemma_ in _HAVING:
            determiner = determiner_of(noun)
            of_all = determiner is not None and determiner.dep_ != "nummod"
            # accepts *his large dogs* and *large ears*, but not *large dogs*: he may have others
            return noun.tag_ != "NNS" or of_all or noun.lemma_ in _INALIENABLE
    return is_scene(noun.doc) and _in_scene(noun)


def _loose_in_place(noun: Token) -> bool:
    determiner = determiner_of(noun)
    if determiner is not None:
        return determiner.lower_ in _LOOSE_DETERMINERS
    return noun.tag_ == "NNS" and noun.dep_ in (*_SUBJECTS, "ROOT")


def is_scene(tree: Doc) -> bool:
    """Check whether a text describes a single scene: *A man is riding a bike.*, *Dogs outside.*"""
    root = next(token for token in tree if token.dep_ == "ROOT")
    if root.pos_ in ("NOUN", "PROPN"):
        finite = any(token.tag_ in (*_FINITE, "MD") for token in tree)
        return not finite and _shown(root)
    subject = next(iter(dependents(root, *_SUBJECTS)), None)
    if subject is None or not _shown(subject):
        return False
    determiner = determiner_of(subject)
    indefinite = determiner is not None and (
        determiner.lower_ in ("a", "an") or determiner.dep_ == "nummod"
    )
    if root.tag_ in ("VBG", "VBN"):
        now = ("is", "are", "was", "were") if indefinite else ("is", "are")
        return all(c.lower_ in now for c in dependents(root, "aux", "auxpass"))
    return root.tag_ in ("VBZ", "VBP") and indefinite and root.lemma_ not in _NO_SCENES


def _shown(noun: Token) -> bool:
    """Check for a person, an animal or a group of either, named with a suitable determiner."""
    determiner = determiner_of(noun)
    if determiner is None or determiner.lower_ in _LOOSE_DETERMINERS:
        return False
    # accepts *a group of men* and *a band*, but not *the majority of the world*
    wholes = [c for of in noun.children if of.lower_ == "of" for c in dependents(of, "pobj")]
    return is_animate(noun) or (is_group(noun) and all(map(is_animate, wholes)))


def _in_scene(noun: Token) -> bool:
    path = [noun, *islice(noun.ancestors, _MAX_PATH - 1)]
    return path[-1].dep_ == "ROOT" and all(each.dep_ in _SCENE_PATH for each in path)


def _is_specific(noun: Token) -> bool:
    """Check whether a noun is a definite or specific subject: *the man left*, *a man is here*."""
    verb, determiner = noun.head, determiner_of(noun)
    if noun.dep_ not in _SUBJECTS or verb.dep_ != "ROOT" or not _finite(verb):
        return False
    if determiner is None or determiner.dep_ not in ("det", "nummod") or _loose(noun):
        return False
    if determiner.dep_ == "nummod" and not determiner.is_alpha and len(determiner) > 1:
        return False  # as in *20,349 girls are members*
    generic = determiner.lower_ in ("a", "an") and dependents(verb, "attr")
    definite = determiner.lower_ in ("the", "this", "that", "these", "those")
    return (definite or verb.lemma_ == "be") and not generic


def _of_noun(token: Token, entry: Entry) -> bool:
    gender, determiner, verb = entry.word in _OF_A_SEX, determiner_of(token), token.head
    joined = dependents(token, "conj", "cc", "appos", "relcl", "acl")
    if joined and not (gender and dependents(token, "acl")):  # accepts *a man riding a bike*
        return False
    if token.tag_ == "NN" and any(c.lower_ != "one" for c in dependents(token, "nummod")):
        return False  # ungrammatical: *two woman*
    if gender:
        others = (other for other in token.doc if other.i != token.i)
        if any(o.lower_ in _HE_OR_SHE or o.lemma_ in _HE_OR_SHE for o in others):
            return False
        grouped = token.dep_ == "pobj" and is_group(token.head.head)
        if token.tag_ == "NNS" and determiner is None and not grouped:
            return False
        scene = is_scene(token.doc) and _in_scene(token) and not _loose_in_place(token)
        return scene or _is_specific(token)
    converse = entry.word in _RELATIONAL or entry.by in _RELATIONAL
    return (
        determiner is not None
        and determiner.lower_ not in _LOOSE_DETERMINERS
        and not dependents(token, "amod")  # excludes *a horrible failure*
        # a converse noun would exchange the arguments: *the employer of Bob*
        and not (converse and any(child.lower_ == "of" for child in token.children))
        and verb.tag_ in _FINITE
        and _subject_of_root(verb) is not None
        and (token.dep_, verb.lemma_) in (("attr", "be"), ("dobj", "have"), ("dobj", "possess"))
    )


def _quantifies_subject(token: Token) -> bool:
    """Check for a quantifier of the subject: *Many people wait.*; not *the many*, *a few boys*."""
    noun = token.head
    there = noun.dep_ == "attr" and bool(dependents(noun.head, "expl"))
    return (
        token.dep_ == "amod"
        and token.i < noun.i
        and noun.pos_ == "NOUN"
        and not any(True for _ in token.children)
        and not dependents(noun, "det", "poss", "predet", "nummod")
        and noun.head.dep_ == "ROOT"
        and (noun.dep_ in _SUBJECTS or there)
    )
