"""Words exchanged for broader, narrower, equal or opposite ones."""

from collections.abc import Sequence
from functools import lru_cache

from litgen.proving.alignment import Alignment
from litgen.proving.places import AtomicEdit, Place, place_of
from litgen.proving.relations import (
    ALTERNATION,
    ANY,
    EQUIVALENT,
    FORWARD,
    INDEPENDENCE,
    REVERSE,
    Relation,
    inverse,
)
from litgen.tables import rules_table, word_list
from litgen.transformations.positions import position_of
from litgen.trees.tokens import Token
from litgen.wordnet import Pos

_POS: dict[str, Pos] = {"NOUN": "n", "VERB": "v", "ADJ": "a", "ADV": "r"}
#: So many senses of a word are looked at, the most usual first.
_SENSES = 3


def exchanged(pair: Alignment, gone: Sequence[Token], new: Sequence[Token]) -> AtomicEdit | None:
    """The edit that puts a word or a compound in the place of another."""
    old, young = gone[-1], new[-1]
    pos = _POS.get(old.pos_)
    if pos is None or _POS.get(young.pos_) != pos:
        return None
    if pos == "n" and (old.tag_ not in ("NN", "NNS") or young.tag_ not in ("NN", "NNS")):
        return None
    inner = old.dep_ == young.dep_ == "compound"
    if pos in ("n", "v") and old.tag_ != young.tag_ and not inner:
        return None
    first, second = _phrase(gone), _phrase(new)
    relation = word_relation(first, second, pos)
    here = place_of(pair.premise, old.head if inner else old)
    there = place_of(pair.hypothesis, young.head if inner else young)
    if here.value != there.value:
        return None
    if relation == ANY and pos == "n" and _any_one(old) and _any_one(young):
        if here.value != "up" or here.one_way or related(gone[-1].lemma_, new[-1].lemma_):
            return None
        return AtomicEdit("other noun", f"{first} -> {second}", INDEPENDENCE, here.because)
    if relation == ANY or (pos == "a" and relation == EQUIVALENT):
        return None
    if pos == "v" and relation == REVERSE:
        relation |= EQUIVALENT  # *love* and *adore*: how much narrower is a matter of taste
    if {old.lemma_, young.lemma_} & word_list("measured", "proving"):
        return None
    kind = {"n": "noun", "v": "verb", "a": "adjective", "r": "adverb"}[pos]
    said, words = f"{first} -> {second}", ((first,), (second,))
    if relation == ALTERNATION:
        return _opposed(old, here, said)
    return here.edit(f"{kind} exchanged", said, relation, words)


def _opposed(old: Token, place: Place, said: str) -> AtomicEdit | None:
    """An opposite: what is said of somebody definite excludes the other."""
    verb = old if old.dep_ == "ROOT" else old.head
    if verb.dep_ != "ROOT" or (old != verb and old.dep_ not in ("acomp", "attr")):
        return None
    subjects = [c for c in verb.children if c.dep_ in ("nsubj", "nsubjpass")]
    negated = any(c.dep_ == "neg" for c in verb.children)
    if negated or place.value != "up" or not (subjects and position_of(subjects[0]).definite):
        return None
    return AtomicEdit("opposite", said, ALTERNATION)


def _any_one(noun: Token) -> bool:
    """Whether a noun is an indefinite of an episode, or of *there is*: *a dog*, *dogs*."""
    there = noun.dep_ == "attr" and any(c.dep_ == "expl" for c in noun.head.children)
    if not (there or noun.dep_ in ("dobj", "pobj", "nsubj")) or any(
        c.dep_ in ("poss", "compound", "nummod", "cc")
        or c.lower_ in ("the", "this", "that", "these", "those")
        for c in noun.children
    ):
        return False
    verb = noun.head.head if noun.dep_ == "pobj" else noun.head
    if noun.dep_ == "nsubj":  # not *a dog is an animal*, *dogs bark*
        episode = any(c.lower_ in ("a", "an", "some") for c in noun.children)
        attribute = any(c.dep_ in ("attr", "acomp", "neg") for c in verb.children)
        return verb.dep_ == "ROOT" and episode and not attribute
    return verb.dep_ == "ROOT" and (there or (verb.pos_ == "VERB" and verb.lemma_ != "be"))


def _phrase(words: Sequence[Token]) -> str:
    before = [word.lower_ for word in words[:-1]]
    return " ".join((*before, words[-1].lemma_.lower()))


@lru_cache(maxsize=65536)
def word_relation(first: str, second: str, pos: Pos) -> Relation:
    """What holds between two words in their usual senses; ANY where senses disagree.

    Example:
        >>> word_relation("dog", "animal", "n")  # doctest: +SKIP
        frozenset({'<'})
    """
    if first == second:
        return EQUIVALENT
    if table := _tabled(first, second) or inverse(_tabled(second, first)):
        return table
    from litgen.wordnet import load_wordnet

    wordnet = load_wordnet()
    ones, others = wordnet.senses(first, pos)[:_SENSES], wordnet.senses(second, pos)[:_SENSES]
    if not ones or not others:
        return ANY
    if {each.name for each in ones[:2]} & {each.name for each in others[:2]}:
        return EQUIVALENT
    if any(second in wordnet.antonyms(each.name, first) for each in ones):
        return ALTERNATION
    up = bool(wordnet.above(ones[0].name) & {o.name for o in others[:2]})
    down = bool(wordnet.above(others[0].name) & {o.name for o in ones[:2]})
    if up == down:
        return ANY
    return FORWARD if up else REVERSE


def _tabled(first: str, second: str) -> Relation:
    """What ``rules/kinds.toml`` and ``rules/broader.toml`` say of two nouns; empty of most."""
    kinds = rules_table("kinds")
    if any(first in row and second in row for row in kinds["same"]["nouns"]):
        return EQUIVALENT
    if first in kinds["broader"].get(second, ()):
        return FORWARD
    for entry in rules_table("broader")["noun"] + rules_table("broader")["verb"]:
        if entry["broader"] == second and first in entry["narrower"]:
            return FORWARD
    return frozenset()


def related(first: str, second: str) -> bool:
    """Whether one of two words may say something of the other, in any of their senses."""
    if first == second or first[:5] == second[:5]:
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
