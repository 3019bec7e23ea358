"""What the function words above a place in the tree do to its polarity (``rules/positions.toml``).

Scope is read off the MRS (:mod:`litgen.mrs.polarity`). Where that concludes nothing since a noun
is definite or may stand for its kind, the tree says which way the rest of the sentence goes: more
said of *the dog* under *not* does not follow, whatever *the* does.
"""

from collections.abc import Iterator
from typing import Literal, NamedTuple

from litgen.lexicon import lemmas_with
from litgen.mrs.monotonicity import Value, times
from litgen.tables import word_list
from litgen.trees.tokens import Token


class Position(NamedTuple):
    """A place in a sentence.

    Attributes:
        value: its polarity, were definite nouns transparent.
        definite: whether it is in a definite noun phrase.
        several: whether such a noun phrase is of several, or of a mass or a group: what is said of
            *the young dogs* is said of some of *the dogs*, and perhaps not of all.
        counted: whether it is one of so many and no more, so that neither more nor less follows:
            *young* of *Exactly three young dogs bark*; the value is ``none`` then.
    """

    value: Value
    definite: bool = False
    counted: bool = False
    several: bool = False


#: A polarity, or that of what is counted.
_Effect = Value | Literal["counted"]


def position_of(word: Token, *, outside: bool = False) -> Position:
    """The place of a word; ``outside``, that of a noun's quantifier.

    Example: *red* of *He does not like the red car* is ``down``, and ``definite``.
    """
    value: Value = "up"
    definite = counted = several = False
    below = word if outside else None
    for node in word.ancestors if outside else (word, *word.ancestors):
        for effect in _at(node, below or node, below is None):
            if effect == "counted":
                counted = True
            else:
                value = times(value, effect)
        if _is_definite(node):
            definite, several = True, several or _is_several(node)
        below = node
    if counted:
        return Position("none", definite, value != "none" and not definite)
    return Position(value, definite, several=several)


def _is_several(noun: Token) -> bool:
    """Whether a noun is a plural, or names a mass or a group: it has parts (homogeneity)."""
    lemma = noun.lemma_.lower()
    plural = noun.tag_ in ("NNS", "NNPS")
    return plural or any(lemma in lemmas_with(name, "noun") for name in ("mass", "group"))


def _is_definite(node: Token) -> bool:
    if node.pos_ == "PROPN" and not any(c.dep_ in ("det", "relcl") for c in node.children):
        return True
    return node.pos_ in ("NOUN", "PROPN") and any(
        child.dep_ == "poss" or child.lower_ in word_list("definite", "positions")
        for child in node.children
    )


def _at(node: Token, below: Token, own: bool) -> Iterator[_Effect]:
    """What a node does to a place below it; ``own``: to its own place."""
    for child in node.children:
        if child == below and not own:
            continue
        if child.lower_ in word_list("negative", "positions") or child.dep_ == "neg":
            if child.i < below.i or own:
                yield "down"
        elif _is_opaque(child, child.i < below.i or own):
            yield "none"
        elif child.dep_ in ("nsubj", "nsubjpass", "dobj", "expl", "pobj", "attr", "npadvmod"):
            if node.pos_ in ("VERB", "AUX") and (child.i < below.i or own):
                yield _body(child)
    if node.pos_ in ("NOUN", "PROPN", "PRON"):
        yield _RESTRICTION.get(_kind(node), "up")
    if own:
        return
    if node.lemma_.lower() in word_list("without", "positions") and below.i > node.i:
        yield "down"
    if below.dep_ in ("ccomp", "xcomp", "pcomp", "csubj"):
        yield _of_clause(node)
    if below.dep_ == "advcl":
        marks = {child.lower_ for child in below.children if child.dep_ in ("mark", "advmod")}
        if "if" in marks:
            yield "down"
        elif marks & word_list("opaque_marks", "positions"):
            yield "none"
    if below.dep_ == "relcl" and node.lower_ in word_list("universal", "positions"):
        yield "down"


def _is_opaque(child: Token, before: bool) -> bool:
    """Whether nothing is concluded of a place because of a word beside what it is in."""
    if child.lower_ in word_list("opaque_before", "positions"):
        return before
    if child.dep_ == "amod" and child.lower_ in word_list("ordinal", "positions"):
        return True
    return child.tag_ in ("JJS", "RBS", "JJR", "RBR") and child.dep_ in ("amod", "advmod")


def _kind(noun: Token) -> str:
    """The quantifier of a noun phrase: ``negative``, ``universal`` ..., empty for *a*."""
    before = [c.lower_ for c in noun.subtree if c.i < noun.i or c == noun]
    text = f" {' '.join(before)} "
    own = [c.lower_ for c in noun.children if c.i < noun.i] + [noun.lower_]
    for name in ("at_least", "at_most", "exact"):
        if any(f" {phrase} " in text for phrase in word_list(name, "positions")):
            return name
    return next(
        (n for n in ("no", "universal", "few", "most")
         if not word_list(n, "positions").isdisjoint(own)),
        "",
    )  # fmt: skip


_RESTRICTION: dict[str, _Effect] = {
    "at_most": "down", "exact": "counted", "no": "down", "universal": "down", "few": "none",
    "most": "counted",
}  # fmt: skip
_BODY: dict[str, _Effect] = {
    "at_most": "down", "exact": "counted", "no": "down", "few": "down",
}  # fmt: skip


def _body(noun: Token) -> _Effect:
    kind, own = _kind(noun), [child.lower_ for child in noun.children]
    if kind == "few" and ("few" not in own or "a" in own):
        return "up"
    return _BODY.get(kind, "up")


def _of_clause(node: Token) -> Value:
    if node.lemma_.lower() in word_list("closed", "positions"):
        return "up"
    signature = lemmas_with("signature", "verb").get(node.lemma_.lower(), {})
    values = {str(each) for key, each in signature.items() if key != "source"}
    if not values or any(each[0] == "o" for each in values):
        return "none" if node.pos_ == "VERB" and node.lemma_ not in ("be", "have", "go") else "up"
    return "down" if all(each[0] == "-" for each in values) else "up"
