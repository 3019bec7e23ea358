"""Edits that exchange a word for a broader, narrower, synonymous or opposite one."""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import product

from litgen.kinds import covers
from litgen.lexicon import lemmas_with
from litgen.proving.alignment import Alignment, Gap
from litgen.proving.noun_phrases import names
from litgen.proving.places import AtomicEdit, Place, place_of
from litgen.proving.relations import (
    ALTERNATION,
    ANY,
    EQUIVALENT,
    FORWARD,
    INDEPENDENCE,
    NEGATION,
    REVERSE,
    Relation,
    inverse,
    join,
)
from litgen.tables import rules_table, word_list
from litgen.transformations.positions import position_of
from litgen.transformations.units import compound_senses
from litgen.trees.tokens import Token
from litgen.wordnet import Pos
from litgen.wordnet.lexicon import Sense

_POS: dict[str, Pos] = {"NOUN": "n", "VERB": "v", "ADJ": "a", "ADV": "r"}
_NOMINAL = ("nsubj", "nsubjpass", "dobj", "pobj", "attr")
#: WordNet's lexicographer files for materials.
_MATERIALS = ("noun.substance", "noun.food")
_MADE = re.compile(r"\b(?:made|consisting)\b.* of\b")
#: Number of senses of a word to consider, starting with the most frequent one.
_SENSES = 3
#: Minimum shares of a word's uses: for a usual sense, for the senses in which two words are
#: compared, and for a sense that is nearly always meant.
_COMMON_SHARE, _MEANT, _SURE = 0.1, 0.4, 0.75
#: A noun is not a kind of another if pairs of senses with at least this total weight are unrelated.
_MOSTLY = 0.5
#: The top senses of semantic fields that do not overlap.
_FIELDS = ("person.n.01", "animal.n.01", "plant.n.02", "artifact.n.01", "food.n.01", "food.n.02")
#: A specific sense is at least this many steps below the top of its field, and has at most this
#: many kinds.
_SPECIFIC, _GENUS = 2, 200
#: Maximum number of kinds of the nearest hypernym that two nouns share: for nouns at any distances
#: from this hypernym, and for nouns at equal distances.
_SISTERS, _COUSINS = 200, 400


def exchanged(pair: Alignment, gone: Sequence[Token], new: Sequence[Token]) -> AtomicEdit | None:
    """Return the edit that exchanges a word or a compound for another."""
    old, young = gone[-1], new[-1]
    pos = _pos(old)
    if pos is None or _pos(young) != pos:
        return None
    inner = old.dep_ == young.dep_ == "compound"
    if not inner and (_is_plural(old) != _is_plural(young) if pos == "n" else
                      pos == "v" and old.tag_ != young.tag_):  # fmt: skip
        return None
    first, second = _phrase(gone), _phrase(new)
    relation = word_relation(first, second, pos)
    here = place_of(pair.premise, old.head if inner else old)
    there = place_of(pair.hypothesis, young.head if inner else young)
    if here.value != there.value:
        return None
    if relation == ANY and pos == "n" and _any_one(old) and _any_one(young):
        swapped = young.lemma_ in {word.lemma_ for word in pair.premise.words}
        narrow, broad = (young, old) if here.value == "down" else (old, young)
        if here.one_way or swapped or (here.value == "none" and not here.counted):
            return None
        if not is_no_kind_of(_lemma(narrow), _lemma(broad)):
            return None
        return AtomicEdit("other noun", f"{first} -> {second}", INDEPENDENCE, here.because)
    if relation == ANY or (pos == "a" and relation == EQUIVALENT):
        return None
    if pos == "v" and relation == REVERSE:
        relation |= EQUIVALENT  # people disagree on whether *love* is broader than *adore*
    if {old.lemma_, young.lemma_} & word_list("measured", "proving"):
        return None
    kind = {"n": "noun", "v": "verb", "a": "adjective", "r": "adverb"}[pos]
    said, words = f"{first} -> {second}", ((first,), (second,))
    if relation == ALTERNATION:
        return _opposed(old, here, said)
    edit = here.edit(f"{kind} exchanged", said, relation, words)
    if pos == "n" and any(_is_subsective(c) for c in old.children if c.dep_ == "amod"):
        # a *good teacher* may not be a *good person*, and vice versa
        return edit._replace(relation=edit.relation | INDEPENDENCE) if (
            edit.relation in (REVERSE, INDEPENDENCE)) else None  # fmt: skip
    return edit


def opposed(pair: Alignment, gap: Gap) -> AtomicEdit | None:
    """Return the edit from a definite subject's predicate to an opposite: *hot* to *not cold*.

    Opposites exclude each other. Some may both be false (*hot*, *cold*), while others may not
    (*dead*, *alive*); WordNet does not distinguish the two cases.
    """
    gone, new = gap
    if not gone or not new:
        return None
    one, two = _predicated(gone), _predicated(new)
    if one is None or two is None:
        return None
    (subject, old, denied), (other, young, denied_2) = one, two
    if pair.partners.get(subject.i) != other or not position_of(subject).definite:
        return None
    if not are_opposite(old, young):
        return None
    relation = ALTERNATION | NEGATION
    if denied:
        relation = join(NEGATION, relation)
    if denied_2:
        relation = join(relation, NEGATION)
    said = f"{'not ' if denied else ''}{old} -> {'not ' if denied_2 else ''}{young}"
    return AtomicEdit("opposite", said, relation)


def _predicated(words: Sequence[Token]) -> tuple[Token, str, bool] | None:
    """Return a main clause's subject, its predicate adjective, and whether *not* negates it.

    The words may contain nothing except the adjective and *not*.
    """
    last = words[-1]
    state = last.tag_ == "VBN" and any(
        c.dep_ == "auxpass" and c.lemma_ == "be" for c in last.children
    )
    verb = last if state else last.head
    if verb.dep_ != "ROOT" or not (state or (last.dep_ == "acomp" and verb.lemma_ == "be")):
        return None
    negations = [c for c in verb.children if c.dep_ == "neg"]
    allowed = {"nsubj", "nsubjpass", "auxpass", "neg", "punct"} | (set() if state else {"acomp"})
    subjects = [c for c in verb.children if c.dep_ in ("nsubj", "nsubjpass")]
    if len(subjects) != 1 or any(word not in negations for word in words[:-1]):
        return None
    if any(c.dep_ not in allowed for c in verb.children) or (not state and any(last.children)):
        return None
    if any(c.lower_ == "never" for c in negations) or not names(subjects[0]):
        return None
    return subjects[0], last.lower_, bool(negations)


@lru_cache(maxsize=65536)
def are_opposite(first: str, second: str) -> bool:
    """Check whether two adjectives are antonyms in a usual sense of the first (WordNet)."""
    from litgen.wordnet import load_wordnet

    antonyms = load_wordnet().antonyms
    return any(
        second in antonyms(sense, first)
        for sense, share in _shares(first, "a").items()
        if share >= _COMMON_SHARE
    )


def _opposed(old: Token, place: Place, said: str) -> AtomicEdit | None:
    """Return the edit to an opposite predicate; a definite subject cannot have both predicates."""
    verb = old if old.dep_ == "ROOT" else old.head
    if verb.dep_ != "ROOT" or (old != verb and old.dep_ not in ("acomp", "attr")):
        return None
    subjects = [c for c in verb.children if c.dep_ in ("nsubj", "nsubjpass")]
    negated = any(c.dep_ == "neg" for c in verb.children)
    if negated or place.value != "up" or not (subjects and position_of(subjects[0]).definite):
        return None
    return AtomicEdit("opposite", said, ALTERNATION)


def _is_subsective(adjective: Token) -> bool:
    """Check whether an adjective is relative to its noun: a *good teacher* may be a bad person.

    Participles and adjectives of feeling, colour, substance and nationality are not relative.
    """
    lower = adjective.lower_
    if adjective.tag_ in ("VBN", "VBG") or adjective.text[0].isupper():
        return False
    if lower in lemmas_with("felt", "adjective"):
        return False
    from litgen.wordnet import load_wordnet

    senses = load_wordnet().senses(lower, "a")
    return not any("color" in e.definition or _MADE.search(e.definition) for e in senses[:2])


def _any_one(noun: Token) -> bool:
    """Check whether a noun is an indefinite in an episode or after *there is*: *a dog*, *dogs*."""
    there = noun.dep_ == "attr" and any(c.dep_ == "expl" for c in noun.head.children)
    if not (there or noun.dep_ in ("dobj", "pobj", "nsubj")) or any(
        c.dep_ in ("poss", "compound", "nummod", "cc")
        or c.lower_ in ("the", "this", "that", "these", "those")
        for c in noun.children
    ):
        return False
    verb = noun.head.head if noun.dep_ == "pobj" else noun.head
    if noun.dep_ == "nsubj":  # excludes *a dog is an animal*, *dogs bark*
        episode = any(c.lower_ in ("a", "an", "some") for c in noun.children)
        attribute = any(c.dep_ in ("attr", "acomp", "neg") for c in verb.children)
        return verb.dep_ == "ROOT" and episode and not attribute
    return verb.dep_ == "ROOT" and (there or (verb.pos_ == "VERB" and verb.lemma_ != "be"))


def _pos(word: Token) -> Pos | None:
    """Return the part of speech; a mistagged word in the position of a noun counts as a noun."""
    if word.dep_ in _NOMINAL and word.text.islower() and word.tag_ in ("JJ", "NN", "NNP"):
        return "n"
    return None if word.tag_ in ("NNP", "NNPS") else _POS.get(word.pos_)


def _phrase(words: Sequence[Token]) -> str:
    before = [word.lower_ for word in words[:-1]]
    return " ".join((*before, _lemma(words[-1])))


def _lemma(word: Token) -> str:
    from litgen.wordnet import load_wordnet

    lemma, senses = word.lemma_.lower(), load_wordnet().senses
    if lemma == "people" and word.tag_ == "NNS":
        return "person"
    known = _pos(word) != "n" or not lemma.endswith("s") or senses(lemma, "n")
    return lemma if known or not senses(lemma[:-1], "n") else lemma[:-1]


def _is_plural(noun: Token) -> bool:
    return noun.tag_ in ("NNS", "NNPS") or _lemma(noun) == noun.lower_[:-1]


@lru_cache(maxsize=65536)
def word_relation(first: str, second: str, pos: Pos) -> Relation:
    """Return the relation between two words in their usual senses; ANY if the senses disagree.

    Example:
        >>> word_relation("dog", "animal", "n")  # doctest: +SKIP
        frozenset({'<'})
    """
    if first == second:
        return EQUIVALENT
    if table := _tabled(first, second) or inverse(_tabled(second, first)):
        return table
    if pos == "n" and not _comparable(first, second):
        return ANY
    from litgen.wordnet import load_wordnet

    wordnet = load_wordnet()
    ones, others = _shares(first, pos), _shares(second, pos)
    if any(second in wordnet.antonyms(each, first) for each in list(ones)[:_SENSES]):
        return ALTERNATION
    if same := ones.keys() & others.keys():
        one, other = (sum(shares[each] for each in same) for shares in (ones, others))
        if min(one, other) >= _MEANT:
            return EQUIVALENT
        if pos != "n" or max(one, other) < _SURE:
            return ANY
        # every *photo* is a *picture*, but a *picture* may be a painting
        return EQUIVALENT | (FORWARD if one > other else REVERSE)
    up, down = _share_below(ones, others), _share_below(others, ones)
    if min(up, down) >= _COMMON_SHARE or max(up, down) < _MEANT:
        return ANY
    return FORWARD if up > down else REVERSE


def _shares(word: str, pos: Pos) -> Mapping[str, float]:
    """Map the senses of a word to their shares of its uses in WordNet's tagged corpora."""
    from litgen.wordnet import load_wordnet

    senses = load_wordnet().senses(word, pos)
    counts = [_count(sense, word) + 0.5 for sense in senses]
    return {each.name: n / sum(counts) for each, n in zip(senses, counts, strict=True)}


def _count(sense: Sense, word: str) -> int:
    return max(n for w, n in zip(sense.lemmas, sense.counts, strict=True) if w.lower() == word)


def _share_below(ones: Mapping[str, float], others: Mapping[str, float]) -> float:
    """Return the share of a word's uses that fall under a usual sense of another word."""
    from litgen.wordnet import load_wordnet

    above = load_wordnet().above
    usual = {each for each, share in others.items() if share >= _COMMON_SHARE}
    return sum(share for each, share in ones.items() if above(each) & usual)


def _comparable(first: str, second: str) -> bool:
    """Check whether WordNet's relation between two nouns can be trusted.

    Nouns of age and time are excluded: WordNet lists *girl* under *woman*, and *all afternoon* does
    not imply *all day*.
    """
    ages = [{name for name in ("child", "adult") if word in lemmas_with(name, "noun")}
            for word in (first, second)]  # fmt: skip
    times = lemmas_with("temporal", "noun")
    return (not all(ages) or ages[0] == ages[1]) and not (first in times or second in times)


def _tabled(first: str, second: str) -> Relation:
    """Return the relation that ``rules/broader.toml`` or ``kinds.toml`` states for two words."""
    for entry in rules_table("broader")["noun"] + rules_table("broader")["verb"]:
        if entry["broader"] == second and first in entry["narrower"]:
            return FORWARD
    narrower = covers(second, first) and not covers(first, second)
    return FORWARD if narrower else frozenset()


@lru_cache(maxsize=65536)
def is_no_kind_of(first: str, second: str) -> bool:
    """Check whether the first noun is not a kind of the second according to WordNet.

    A noun may be a kind of another without a path in WordNet, which lists neither *shirt* under
    *clothes* nor *poodle* under *pet*. The second noun must therefore be specific, and not a role
    that anything may have (``rules/kinds.toml``); both must be near kinds of one thing, or in
    different fields; and no sense or definition of the first may lead to the second.

    Example:
        >>> is_no_kind_of("dog", "cat"), is_no_kind_of("poodle", "pet")  # doctest: +SKIP
        (True, False)
    """
    if second in word_list("role", "kinds") or related(first, second):
        return False
    if _defined_by(first, second):
        return False
    ones, others = (_shares(word, "n") for word in (first, second))
    apart = sum(
        ones[one] * others[other]
        for one, other in product(ones, others)
        if min(ones[one], others[other]) >= _COMMON_SHARE and _is_apart(one, other)
    )
    return apart >= _MOSTLY


@lru_cache(maxsize=65536)
def _is_apart(one: str, other: str) -> bool:
    """Check whether a sense is not a kind of another sense, which must be specific."""
    from litgen.wordnet import load_wordnet

    wordnet = load_wordnet()
    if wordnet.size(other) > _GENUS:
        return False
    heights, others = wordnet.heights(one), wordnet.heights(other)
    field, field_2 = (next((f for f in _FIELDS if f in each), None) for each in (heights, others))
    if field != field_2 and None not in (field, field_2):
        return others[field_2 or ""] >= _SPECIFIC
    shared = min(heights.keys() & others.keys(), key=lambda each: heights[each] + others[each],
                 default=None)  # fmt: skip
    if shared is None:
        return False
    up, down, size = heights[shared], others[shared], wordnet.size(shared)
    if not min(up, down):
        return False
    if size <= _SISTERS or (up == down and size <= _COUSINS):
        return True
    return others.get(field or "", 0) > _SPECIFIC and down >= max(up - 1, _SPECIFIC)


@lru_cache(maxsize=65536)
def _defined_by(first: str, second: str) -> bool:
    """Check whether a definition of the first noun mentions the second noun."""
    from litgen.wordnet import load_wordnet

    word = re.compile(rf"\b{re.escape(second)}(?:e?s)?\b")
    return any(word.search(each.definition) for each in load_wordnet().senses(first, "n"))


def is_privative(modifier: Token, noun: Token) -> bool:
    """Check whether a modified noun may denote something that the noun alone does not.

    WordNet decides for compounds that it lists: a *hot dog* is not a dog. Otherwise,
    something made of a substance or of food is not a person or an animal: a *stone lion*, a
    *chocolate rabbit*.
    """
    from litgen.wordnet import load_wordnet

    wordnet, name = load_wordnet(), noun.lemma_.lower()
    if entry := compound_senses(wordnet, modifier.lower_, name):
        usual = {each for each, share in _shares(name, "n").items() if share >= _COMMON_SHARE}
        return not any(wordnet.above(sense.name) & usual for sense in entry)
    if not _is_animate(name):
        return False
    if modifier.tag_ == "NN" or not wordnet.senses(modifier.lower_, "a"):
        senses = wordnet.senses(modifier.lemma_.lower(), "n")[:_SENSES]
        return any(each.field in _MATERIALS for each in senses)
    return any(_MADE.search(e.definition) for e in wordnet.senses(modifier.lower_, "a")[:_SENSES])


def _is_animate(noun: str) -> bool:
    animate = {"person.n.01", "animal.n.01"}
    from litgen.wordnet import load_wordnet

    shares, above = _shares(noun, "n").items(), load_wordnet().above
    return sum(share for sense, share in shares if animate & above(sense)) >= _MEANT


@lru_cache(maxsize=65536)
def related(first: str, second: str) -> bool:
    """Check whether two words may be related in meaning, in any of their senses."""
    short, long = sorted((first, second), key=len)
    if first[:5] == second[:5] or (len(short) > 3 and long.startswith(short)):
        return True
    if _tabled(first, second) or _tabled(second, first):
        return True
    from litgen.wordnet import load_wordnet

    wordnet = load_wordnet()
    poses: tuple[Pos, ...] = ("n", "v", "a", "r")
    for pos in poses:
        ones, others = (
            [each.name for each in wordnet.senses(word, pos)] for word in (first, second)
        )
        if (
            any(wordnet.above(one).intersection(others) for one in ones)
            or any(wordnet.above(other).intersection(ones) for other in others)
            or any(second in wordnet.antonyms(one) for one in ones)
        ):
            return True
    return False
