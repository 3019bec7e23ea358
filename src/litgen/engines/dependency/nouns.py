"""Facts about nouns: persons and number."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from litgen.engines.dependency.morphology import PLURAL, known_as, lemma_of_verb
from litgen.lexicon import ADJECTIVES, DETERMINERS, NOUNS, VERBS
from litgen.tables import LISTS

if TYPE_CHECKING:
    from spacy.tokens import Token


def is_person(token: Token) -> bool:
    """Whether a phrase's head names a person, so that *who* links a cleft to it."""
    word = token.lemma_.lower()
    if token.pos_ == "PRON":
        return token.lower_ in LISTS.person_pronouns
    if token.lower_ == "one" or word in NOUNS.counts:  # *one of us*, *a group of people*
        return any(is_person(g) for c in token.children if c.lower_ == "of" for g in c.children)
    if word in NOUNS.place_name or any(c.like_num for c in token.rights):
        return False  # *American 11*
    if any(c.lower_ in NOUNS.place_name for c in token.lefts if c.pos_ == "PROPN"):
        return False  # *Lake Placid*
    if token.ent_type_ == "PERSON" and token.pos_ == "PROPN":
        # not *Hypocrisy doesn't pay*, *the Ile Saint-Louis*
        return is_name(token) and all(c.dep_ != "det" for c in token.children)
    if token.pos_ not in ("NOUN", "PROPN", "ADJ"):
        return False
    compound = any(c.dep_ == "compound" for c in token.children)
    if token.pos_ == "PROPN" and token.ent_type_ == "ORG" and compound:
        return False  # *the Coast Guard*
    people = token.ent_type_ == "NORP" and not known_as(token.lower_)
    if people and not is_plural(token) and not any(token.children):
        return False  # *American began losing money*, an airline
    return word in NOUNS.person or token.lower_ in NOUNS.person


def takes_who(token: Token) -> bool:
    """Whether *who* links a cleft to a phrase.

    Lone names take *that*, places being among them, and so do names that end in a word of the
    dictionary (*Pleasant Run*) and nouns that may name a thing (*this model*).
    """
    below = {c.dep_ for c in token.children}
    lone = "compound" not in below or bool(known_as(token.lower_))
    lone = token.pos_ == "PROPN" and "det" not in below and lone  # *the Moors* are no lone name
    activity = token.lower_.endswith("ing") and "VERB" in known_as(token.lower_)  # *Girl Scouting*
    thing = token.lemma_.lower() in NOUNS.thing_too
    return is_person(token) and not (lone or activity or thing)


def is_animate(token: Token) -> bool:
    """Whether a phrase's head names a person or an animal: two that can do things to each other."""
    return is_person(token) or token.lemma_.lower() in NOUNS.animal


def is_surely_plural(noun: Token) -> bool:
    """Whether a noun takes a plural verb whatever the source has: *The first definitions is*.

    So does *a number of dogs*; *politics is*, *ten dollars is* and *riding bikes is* may stand.
    """
    lemma = noun.lemma_.lower()
    if noun.lower_ in NOUNS.count_of_plural and any(c.lower_ == "a" for c in noun.children):
        return is_plural(noun)
    common = noun.tag_ == "NNS" and noun.pos_ == "NOUN"
    if not common or lemma == noun.lower_ or lemma in NOUNS.either_number:
        return False
    before = [c for c in noun.children if c.i < noun.i]
    measured = any(c.dep_ in ("nummod", "quantmod") for c in before) and not is_animate(noun)
    gerund = any(c.lower_.endswith("ing") for c in before)
    gerund = gerund and all(c.dep_ != "det" for c in before)  # *the working hours* are no activity
    in_course = noun.dep_ == "nsubj" and noun.head.tag_ == "VBG"  # *Sewing problems is causing it*
    after = (g for c in noun.rights if c.dep_ == "prep" for g in c.rights)
    title = noun.text.istitle() and any(g.text.istitle() for g in after)  # *Futures for Children*
    return not (measured or title or (gerund and not in_course))


def are_two(noun: Token) -> bool:
    """*The time and the method*, each with its article; *the friend and colleague* are one."""
    joined = (noun, *noun.conjuncts)
    linked = any(c.lower_ == "and" for n in joined for c in n.children if c.dep_ == "cc")
    return linked and all(any(c.lower_ == "the" for c in n.lefts) for n in joined)


def is_group(token: Token) -> bool:
    """Whether a noun counts a group: *a group of people*."""
    return token.lemma_.lower() in NOUNS.counts


def is_plural(noun: Token) -> bool:
    """Number of a noun phrase: a plural head, or heads coordinated with *and*."""
    joined = (noun, *noun.conjuncts)
    repeated = noun.lower_ in NOUNS.part_of and all(n.lower_ == noun.lower_ for n in joined)
    linked = noun.dep_ != "conj" and any(c.lower_ in ("and", "&") for n in joined for c in n.rights)
    if noun.conjuncts and linked and not repeated:  # *lots and lots of money is*
        return True
    counted = noun.lower_ in NOUNS.count_of_plural and any(c.lower_ == "a" for c in noun.children)
    if counted or noun.lower_ in NOUNS.part_of:
        holders = joined if repeated else (noun,)
        inner = [g for n in holders for c in n.children if c.lower_ == "of" for g in c.children]
        if inner:
            return is_plural(inner[0])
    if noun.lower_ in LISTS.always_plural and not noun.text.isupper():  # not *the US*
        return True
    science = noun.lower_.endswith("ics") and noun.lemma_.lower() == noun.lower_  # *cybernetics*
    if noun.lower_ in LISTS.singular_in_s or science:
        return False
    if noun.pos_ == "ADJ" and any(c.lower_ == "the" for c in noun.children):
        return True  # *the poor*
    if noun.lower_ in LISTS.peoples and not any(c.dep_ == "prep" for c in noun.children):
        if any(c.lower_ == "the" or c.dep_ == "nummod" for c in noun.lefts):
            return True  # *the English*, *three Irish*
    if noun.lower_ in LISTS.one_form:  # *a new species*, *the other aircraft*
        before = [c.lower_ for c in noun.children if c.i < noun.i]
        if any(word in DETERMINERS.of_a_singular for word in before):
            return False
        if any(word in DETERMINERS.of_a_plural or word == "other" for word in before):
            return True
        if not any(c.dep_ in ("det", "poss") for c in noun.children):
            mass = noun.lower_ in NOUNS.counted_or_not or noun.lower_.endswith("s")
            return not mass  # *fighter aircraft*, but *fish*, *headquarters*
    if _ACRONYMS.fullmatch(noun.text):
        return True  # *the CIOs were*, which are tagged as a name
    singular = noun.tag_ in ("NN", "NNP")  # a repair may have set the tag alone
    return noun.tag_ in ("NNS", "NNPS") or (not singular and "Plur" in noun.morph.get("Number", []))


def is_hardly_noun(word: str) -> bool:
    """Whether a form that may be a verb's is hardly a noun: *performs*, *smile*."""
    lemma = lemma_of_verb(word)
    noun = "NOUN" in known_as(word) | known_as(lemma)  # of *logs* the dictionary has the verb
    return not noun or lemma in VERBS.hardly_noun or lemma in VERBS.intransitive


_DATES = frozenset(("DATE", "TIME"))
#: *DVDs, PCs*; not *BBCs* of *the BBC's*, which has its apostrophe.
_ACRONYMS = re.compile(r"[A-Z]{2,}s")
_NAMES = frozenset(("PERSON", "ORG", "GPE", "LOC", "FAC", "NORP", "LANGUAGE", "EVENT", "PRODUCT"))


def is_name(token: Token) -> bool:
    """Whether a word is a name, or begins one.

    At the start of a sentence the tagger takes many a common word for a name (*Cabbage makes a
    lovely dish*): there a dictionary word counts as a name only as part of a named entity or
    before another capitalised word.
    """
    if token.i == 0 and token.lower_ in ADJECTIVES.quantifying:
        return False  # *Several African American children*
    beside = token.i + 1
    while beside + 1 < len(token.doc) and token.doc[beside].tag_ == "POS":
        beside += 1  # *Jack's Sugar Shack*
    lone = token.i == 0 and len(token.doc) > 1 and not token.doc[beside].text[:1].isupper()
    if lone and token.ent_type_ in ("", "PERSON"):
        several = token.lower_.endswith("s") and "NOUN" in known_as(token.lower_)
        verbs = (token.head, *token.head.children)
        several = several and not token.conjuncts and any(v.lower_ in PLURAL for v in verbs)
        if several or _is_quality(token.lower_):
            return False  # *Synonyms are common*
    if lone and token.lower_ in LISTS.always_plural and not token.text.isupper():
        return False
    common = token.tag_ in ("NN", "NNS") or token.ent_type_ in ("ORG", "PRODUCT", "EVENT", "FAC")
    says = token.tag_ == "NNP" and token.head.lemma_ in VERBS.reporting  # *Time reports that ...*
    if lone and common and not says and {"NOUN", "ADJ", "ADV"} & known_as(token.lower_):
        return False  # *Accuracy and speed are ...*, *Humanity's values are ...*
    if token.ent_type_ in _NAMES:
        return True
    if token.ent_type_ == "WORK_OF_ART":
        return token.pos_ not in ("DET", "PRON")
    if token.pos_ != "PROPN":
        return False
    if token.i > 0 or (token.i + 1 < len(token.doc) and token.nbor().text[:1].isupper()):
        return True
    known = known_as(token.lower_)  # *Bland slips*: no common noun is a subject
    return "NOUN" not in known if token.dep_ == "nsubj" else not known


def _is_quality(word: str) -> bool:
    """A quality or an activity by its form: *hypocrisy*, *voluntariness*, *wordsmithing*."""
    if word.endswith("ing"):
        return bool(known_as(word.removesuffix("ing"))) or "VERB" in known_as(word)
    return word in NOUNS.abstract and (word.endswith("ness") or "NOUN" in known_as(word))


def selects(noun: Token, preposition: str) -> bool:
    """Whether a phrase belongs to a noun for certain: *an interest in art*, *changes to a plan*."""
    lemma = noun.lemma_.lower()
    if noun.pos_ == "PRON":
        return False
    sense = str(NOUNS.sense.get(lemma, {}).get("predicate", ""))
    certain = lemma in NOUNS.abstract or preposition in LISTS.of_the_object
    certain = certain or (preposition == "on" and lemma in LISTS.contents)
    return certain or preposition in sense.rpartition("_n_")[2].split("-")


def loose_end(noun: Token) -> Token | None:
    """What ends a phrase and is said of what is done as well: *on the street* of *bicycles on the
    street*, where bicycles are ridden."""
    last = next((c for c in noun.rights if c.right_edge == noun.right_edge), None)
    if last is None or _before_as(noun):  # its end hangs across it
        return None
    if _goes_along(noun) and not any(t.ent_type_ in _DATES for t in last.subtree):
        return None
    verb = noun.head.lemma_
    if last.lower_ in LISTS.goals and not (verb in VERBS.ditransitive or verb in VERBS.motion):
        return None
    if last.dep_ == "prep" and last.lower_ in LISTS.left_behind and not selects(noun, last.lower_):
        lemmas = {t.lemma_.lower() for t in last.subtree}
        worn = any(lemma in NOUNS.garment or lemma in NOUNS.worn for lemma in lemmas)
        return None if worn else last
    return last if last.dep_ == "advmod" and last.lower_ in LISTS.scene_adverbs else None


def _before_as(noun: Token) -> bool:
    """*irregularities in language as proof*: what stands before *as* is a part of the object."""
    after = (c for c in noun.head.rights if c.i > noun.right_edge.i)
    return any(c.dep_ == "prep" and c.lower_ == "as" for c in after)


def _goes_along(noun: Token) -> bool:
    """*The contract specifies details on price*, of which no scene is told, *the largest stock in
    our history*: what the tree hangs on the object goes along with it."""
    verb = noun.head
    if any(t.tag_ in ("JJS", "RBS") for c in noun.lefts for t in c.subtree):
        return True
    by = next((c for c in verb.lefts if c.dep_ == "nsubj"), None)
    scene = verb.tag_ == "VBG" or by is None or by.pos_ != "NOUN" or is_animate(by)
    return not (scene or is_animate(noun))


def uncertain_ends(noun: Token) -> list[Token]:
    """Phrases at the end of a noun phrase that may belong to it or not, and cannot be left behind
    where it moves."""
    end, found = loose_end(noun), []
    if _before_as(noun) or (end is None and _goes_along(noun)):
        return []
    for token in (noun.right_edge, *noun.right_edge.ancestors):
        if token in (noun, end):
            break
        if token.head.pos_ not in ("NOUN", "PROPN", "PRON", "NUM"):
            continue  # of a clause or an adjective within
        loose = token.dep_ == "prep" and token.lower_ in LISTS.loose_prepositions
        adverb = token.dep_ in ("advmod", "npadvmod")
        if adverb or (loose and not selects(token.head, token.lower_)):
            found.append(token)
    return [*found, *(c for c in noun.rights if c.dep_ in ("prep", "prt") and not c.n_rights)]
