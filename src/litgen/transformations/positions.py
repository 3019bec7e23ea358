"""Polarities of positions in a dependency tree, from function words (``rules/positions.toml``).

:mod:`litgen.mrs.polarity` derives polarities from the scope in the MRS instead;
:mod:`litgen.transformations.polarity` combines the two.
"""

from collections.abc import Iterator
from typing import Literal, NamedTuple

from litgen.lexicon import lemmas_with
from litgen.mrs.monotonicity import Value, times
from litgen.tables import word_list
from litgen.transformations.adjuncts import is_condition
from litgen.transformations.parsing import beside, dependents, next_word
from litgen.trees.tokens import Token


class Position(NamedTuple):
    """A position in a sentence.

    Attributes:
        value: the polarity, without any effect of definite noun phrases.
        definite: whether the position is in a definite noun phrase.
        counted: whether an exact number applies to it, so that neither a broader nor a narrower
            term is entailed: *young* in *Exactly three young dogs bark*. ``value`` is then
            ``none``.
        several: whether the definite noun phrase denotes several individuals, a mass or a group.
        claimed: whether it is in a clause that a noun or adjective calls true or false (*It is a
            lie that a dog barked*); the MRS does not show the scope of such nouns and adjectives.
    """

    value: Value
    definite: bool = False
    counted: bool = False
    several: bool = False
    claimed: bool = False


#: A polarity, or ``counted`` for the effect of an exact number.
_Effect = Value | Literal["counted"]
_SUBJECTS = ("nsubj", "nsubjpass")
_ARGUMENTS = (*_SUBJECTS, "dobj", "expl", "attr", "npadvmod", "dative")
_SPECIFIERS = ("det", "predet", "nummod", "neg", "preconj")
_CLAUSES = ("ccomp", "xcomp", "pcomp", "csubj", "acl", "relcl", "advcl")
#: Effects on restriction and body for each kind of noun phrase (:func:`_kind`); ``up`` by default.
_EFFECTS: dict[str, tuple[_Effect, _Effect]] = {
    "at_most": ("down", "down"), "exact": ("counted", "counted"), "no": ("down", "down"),
    "universal": ("down", "up"), "few": ("none", "down"), "many": ("none", "up"),
    "most": ("counted", "up"), "part": ("counted", "none"), "unknown": ("none", "none"),
}  # fmt: skip
_TURNED: dict[_Effect, _Effect] = {"up": "down", "down": "up"}


def position_of(word: Token, *, outside: bool = False, phrase: bool = False) -> Position:
    """Return the position of a word.

    Args:
        outside: whether to return the position of the noun's quantifier instead.
        phrase: whether to return the position of the phrase that the word heads instead. In *A man
            who did not buy a car slept*, *buy* is ``down``; the clause that it heads is ``up``.
    """
    value: Value = "none" if outside and _specifier(word)[0].lower_ == "not" else "up"
    definite = counted = several = claimed = False
    if outside and word.head == word:
        return Position(value)
    walk = _Walk(word, outside=outside, phrase=phrase)
    for node in walk:
        effects = [*walk.effects()]
        counted |= "counted" in effects
        for effect in effects:
            value = value if effect == "counted" else times(value, effect)
        if walk.claims:
            claimed = True
        elif _is_definite(node):
            definite, several = True, several or _is_several(node)
    if counted:
        return Position("none", definite, value != "none" and not definite, claimed=claimed)
    return Position(value, definite, several=several, claimed=claimed)


class _Walk:
    """The path from a word up to the root, with the effect of each step on the polarity.

    ``below`` is the child of ``node`` on the path; ``own`` is true if the path starts at ``node``.
    """

    def __init__(self, word: Token, *, outside: bool, phrase: bool) -> None:
        self.node = word.head if outside or phrase else word
        self.below: Token | None = word if outside or phrase else None
        self.own = not outside
        self.claims = False
        self._corrected = False  #: whether the word follows *but* in *not A but B*

    def __iter__(self) -> Iterator[Token]:
        while True:
            self.claims = False
            yield self.node
            if self.node.head == self.node:
                return
            self.below, self.own, self.node = self.node, False, self.node.head

    def effects(self) -> Iterator[_Effect]:
        node, below = self.node, self.below
        joined = below if below is not None and below.dep_ == "conj" and not self.own else None
        is_clause = _is_clause(node)
        shares = _shares(node, joined) if joined is not None else "all"
        if joined is not None and node.dep_ != "amod" and joined.i > node.i:
            # as in *not A but B*
            self._corrected |= any(child.lower_ == "but" for child in dependents(node, "cc"))
        if shares != "nothing":
            for child in node.children:
                if child != below and (shares == "all" or child.dep_ in _SUBJECTS):
                    yield from self._beside(child, is_clause)
        if _is_excepting(node):
            yield "none"
        elif _is_nominal(node) and (joined is None or not _has_own_specifier(joined)):
            yield quantifier_effects(node)[0]
        if is_clause:
            self._corrected = False
        if not self.own and below is not None and joined is None:
            yield from self._of_clause(below)

    def _beside(self, child: Token, is_clause: bool) -> Iterator[_Effect]:
        """Yield the effects that a sibling word or phrase has on the position."""
        before = self.below is None or child.i < self.below.i
        if not before:
            under = is_clause and _is_negative(child) and self._may_be_under(self.below)
            if under or _is_opaque(child, before=False):
                yield "none"
        elif child.dep_ in _ARGUMENTS and is_clause:
            effect = quantifier_effects(child)[1]
            yield "none" if effect != "up" and _may_be_outside(self.below) else effect
        elif child.dep_ in _SPECIFIERS and _is_nominal(self.node):
            joined = self.below if self.below is not None and self.below.dep_ == "conj" else None
            if joined is not None and child.lower_ == "neither" and _has_own_specifier(joined):
                yield "down"  # as in *neither a car nor a bike*
        elif _is_negative(child):
            if not self._corrected:
                yield self._of_negation(child)
        elif _is_opaque(child, before=child.i < self.node.i or not self.own):
            yield "none"
        elif child.dep_ == "prep" and is_clause:
            yield _of_phrase(child)
        elif child.dep_ == "agent":
            for agent in child.children:
                yield quantifier_effects(agent)[1] if agent.dep_ == "pobj" else "up"

    def _of_negation(self, negation: Token) -> Value:
        """Return the effect of a negation; ``none`` if its scope may include another clause."""
        below = self.below
        if not self.own and below is not None and below.dep_ in ("advcl", "conj"):
            either = any(child.lower_ in ("or", "nor") for child in self.node.children)
            if below.dep_ == "advcl" or (_is_clause(below) and not either):
                return "none"
        if negation.lower_ != "nor":
            return "down"
        return "up" if any(child.lower_ == "neither" for child in self.node.children) else "none"

    def _may_be_under(self, subject: Token | None) -> bool:
        """Check whether a later negation may take scope over a subject: *All boys did not sing*."""
        if subject is None or subject.dep_ not in _SUBJECTS:
            return False
        bare = subject.pos_ == "NOUN" and not _has_own_specifier(subject)
        return bare or _kind(subject) in ("universal", "many")

    def _of_clause(self, below: Token) -> Iterator[_Effect]:
        node = self.node
        if node.lemma_.lower() in word_list("without", "positions") and below.i > node.i:
            yield "down"
        if below.dep_ != "advcl" and is_condition(below):
            yield "none"  # such as *as long as*
        if below.dep_ == "attr" and dependents(node, "acomp"):
            yield "none"  # misparsed: *It is false that a dog barked*
        if below.dep_ not in _CLAUSES:
            return
        marks = {child.lower_ for child in dependents(below, "mark", "advmod")}
        opaque = marks & word_list("opaque_marks", "positions")
        if (claim := _claim(node, below)) is not None:
            self.claims = True
            yield claim
        elif below.dep_ == "advcl":
            if marks & {"if", "before"}:
                yield "down"
            elif opaque or is_condition(below):
                yield "none"
        elif below.dep_ == "relcl":
            if node.lower_ == "whoever":
                yield "down"
        elif below.dep_ != "acl":
            yield _of_complement(node)
        elif "that" in marks:
            yield "none"  # as in *the rumour that a dog barked*


def _may_be_outside(clause: Token | None) -> bool:
    """Check whether a subordinate clause may scope over the quantifiers of its main clause."""
    if clause is None:
        return False
    finite = clause.dep_ == "advcl" and bool(dependents(clause, *_SUBJECTS, "expl"))
    return finite or is_condition(clause)


def _claim(node: Token, clause: Token) -> Value | None:
    """Return the effect of a noun or adjective that calls a clause true or false, or None."""
    if node.pos_ in ("NOUN", "PROPN"):
        name, verb = node.lemma_.lower(), node.head
        if clause.left_edge.lower_ != "that":
            return None
        if name in word_list("statements", "positions") and node.dep_ in _SUBJECTS:
            return _verdict(verb, turned=True) or "none"
        if name in word_list("possibilities", "positions") and _kind(node) == "no":
            return "up"  # *no* itself reverses the polarity
        subjects = {child.lower_ for child in dependents(verb, *_SUBJECTS)}
        if node.dep_ != "attr" or not subjects & {"it", "this", "that"}:
            return None
        return _verdict(verb) or "none"
    if node.lemma_ != "be":
        return None
    infinitive = any(child.tag_ == "TO" for child in clause.children)
    if clause.dep_ in ("csubj", "ccomp") or (clause.dep_ == "advcl" and infinitive):
        return _verdict(node, turned=clause.i < node.i)
    return None


def _verdict(verb: Token, *, turned: bool = False) -> Value | None:
    """Return ``up`` if a predicate with *be* means *true*, ``down`` if it means *false*, or None;
    with ``turned``, a negation reverses the value."""
    if verb.lemma_ != "be":
        return None
    predicates = dependents(verb, "acomp", "attr", "xcomp")
    predicates += [each for child in dependents(verb, "xcomp") for each in child.children]
    negated = turned and any(map(_is_negative, verb.children))
    for each in predicates:
        if each.lemma_.lower() in word_list("untrue", "positions"):
            return "up" if negated else "down"
        if each.lemma_.lower() in word_list("true", "positions"):
            return "down" if negated else "up"
    return None


def _of_complement(node: Token) -> Value:
    if any(child.lower_ in word_list("mistaken", "proving") for child in node.children):
        return "none"  # the clause is believed but false
    if node.lemma_.lower() in word_list("closed", "positions"):
        return "up"
    signature = lemmas_with("signature", "verb").get(node.lemma_.lower(), {})
    values = {str(each) for key, each in signature.items() if key != "source"}
    # under a negation, *knew that* still presupposes its clause; *refused to meet a woman* is
    # ambiguous
    if values in ({"+/+"}, {"-/o"}) and position_of(node).value != "up":
        return "none"
    if not values or any(each[0] == "o" for each in values):
        opaque = node.pos_ not in ("AUX", "ADP") and node.lemma_ not in ("be", "have", "go")
        return "none" if opaque or dependents(node, "acomp", "attr") else "up"
    return "down" if all(each[0] == "-" for each in values) else "up"


def _shares(first: Token, second: Token) -> Literal["all", "subject", "nothing"]:
    """Return which siblings of the first conjunct also apply to the second conjunct."""
    if not (_is_clause(first) and _is_clause(second)):
        return "all"
    beside = {child.dep_ for child in second.children}
    if beside & {*_SUBJECTS, "expl", "csubj"}:
        return "nothing"
    # The second verb shares neither the first verb's objects nor, in another form, its negation.
    apart = second.tag_ != first.tag_ or beside & {"aux", "auxpass", "neg"}
    return "subject" if apart or dependents(first, "dobj", "prep") else "all"


def _is_clause(node: Token) -> bool:
    return node.pos_ in ("VERB", "AUX")


def _is_nominal(node: Token) -> bool:
    """Check whether a node heads a noun phrase, such as a noun, or *few* in *few of them*."""
    if node.pos_ in ("NOUN", "PROPN", "PRON"):
        return True
    return node.pos_ in ("ADJ", "NUM", "DET") and any(c.lower_ == "of" for c in node.children)


def _is_several(noun: Token) -> bool:
    """Check whether a noun is plural or denotes a mass or group, and therefore has parts."""
    lemma = noun.lemma_.lower()
    plural = noun.tag_ in ("NNS", "NNPS")
    return plural or any(lemma in lemmas_with(name, "noun") for name in ("mass", "group"))


def _is_definite(node: Token) -> bool:
    if node.pos_ == "PROPN" and not dependents(node, "det", "relcl"):
        return True
    return node.pos_ in ("NOUN", "PROPN") and any(
        child.dep_ == "poss" or child.lower_ in word_list("definite", "positions")
        for child in node.children
    )


def _is_negative(child: Token) -> bool:
    """Check for a negative adverb or particle: *not*, *never*, *hardly ever*, *not always*."""
    if child.dep_ not in ("neg", "advmod", "preconj", "cc"):
        return False
    words = (child, *child.children) if child.dep_ == "advmod" else (child,)
    negative = word_list("negative", "positions")
    return any(word.dep_ == "neg" or word.lower_ in negative for word in words)


def _is_opaque(child: Token, before: bool) -> bool:
    """Check whether a sibling word makes the polarity of a position unknown."""
    if child.lower_ in word_list("opaque_before", "positions"):
        return before
    if child.dep_ == "amod" and child.lower_ in word_list("ordinal", "positions"):
        return True
    return child.tag_ in ("JJS", "RBS", "JJR", "RBR") and child.dep_ in ("amod", "advmod")


def _of_phrase(preposition: Token) -> _Effect:
    objects = dependents(preposition, "pobj")
    bound = _bound(preposition) if objects else None
    if bound is not None:  # as in *At most half of them sang*
        return _EFFECTS.get(bound, ("up", "up"))[1]
    return "up" if all(quantifier_effects(each)[1] == "up" for each in objects) else "none"


def _specifier(noun: Token) -> list[Token]:
    """Return the words that may quantify a noun phrase, in order, followed by the noun itself."""
    found = [
        word
        for child in noun.children
        if child.i < noun.i and (child.dep_ in _SPECIFIERS or _is_amount(child))
        for word in child.subtree
    ]
    return [*found, noun]


def is_determiner(word: Token) -> bool:
    """Check whether a word quantifies its noun phrase instead of being part of the restriction."""
    return word.dep_ in ("det", "predet") or (
        word.dep_ in ("amod", "nummod")
        and any(word.lower_ in word_list(name, "positions") for name in ("few", "many", "most"))
        and _kind(word.head) in ("few", "many", "most")
    )


def _is_amount(child: Token) -> bool:
    amounts = word_list("few", "positions") | word_list("many", "positions")
    most = word_list("most", "positions") & {c.lower_ for c in child.children}
    if most and child.head.tag_ == "NNS":  # *most tall singers*, unlike *the most tall singers*
        return not dependents(child.head, "det", "poss")
    degrees = word_list("degrees", "positions")
    degree = child.dep_ in ("amod", "advmod", "quantmod") and child.lower_ in degrees
    return child.lower_ in amounts or degree


def _has_own_specifier(noun: Token) -> bool:
    return len(_specifier(noun)) > 1


def quantifier_effects(noun: Token) -> tuple[_Effect, _Effect]:
    """Return the effects of a noun phrase on its restriction and on its body."""
    kind, words = _kind(noun), _specifier(noun)
    restriction, body = _EFFECTS.get(kind, ("up", "up"))
    if any(word.lower_ in word_list("approximate", "positions") for word in words):
        restriction, body = "none", body if kind in ("no", "universal") else "none"
    if words[0].lower_ == "not" and len(words) > 1 and kind not in ("at_most", "at_least"):
        restriction, body = _TURNED.get(restriction, "none"), _TURNED.get(body, "none")
    conjuncts = filter(_is_nominal, dependents(noun, "conj"))
    same = all(quantifier_effects(each)[1] == body for each in conjuncts)
    return restriction, body if same else "none"


def _bound(first: Token) -> str | None:
    """Return the kind of bound that begins at a word: *at most three*, *no fewer than*."""
    words, parts = first.doc[first.i : first.i + 4], word_list("part", "positions")
    for name in ("at_least", "at_most", "exact"):
        for phrase in word_list(name, "positions"):
            end = phrase.count(" ") + 1
            if phrase != " ".join(word.lower_ for word in words[:end]):
                continue
            following = words[end : end + 1]
            number = any(w.tag_ == "CD" or w.lower_ in ("a", "an", *parts) for w in following)
            if words[0].lower_ != "at" or number:
                return name  # excludes *looks at most of them*
    return None


def _kind(noun: Token) -> str:
    """Return the kind of a noun phrase's quantifier, such as ``no``; an empty string for *a*."""
    words = _specifier(noun)
    own = {word.lower_ for word in words}
    if _is_exceptive(noun, own):
        return "unknown"
    first = words[0].i
    for word in noun.doc[max(0, first - 2) : noun.i + 1]:
        if (bound := _bound(word)) is not None:
            return bound
    negative = own & word_list("negative", "positions")
    if negative and own & {"any", "anyone", "anybody", "anything"}:
        return "no"  # as in *hardly any*
    if noun.tag_ != "NN":
        own.discard("little")  # as in *little girls*
    if own & {"a", "an"} or dependents(noun, "det", "poss"):
        own -= word_list("few", "positions")  # as in *a few men* and *no little girl*
    kinds = ("no", "universal", "few", "many", "most", "part")
    return next((kind for kind in kinds if word_list(kind, "positions") & own), "")


def _is_exceptive(noun: Token, own: set[str]) -> bool:
    """Check whether a noun has an exceptive phrase: *everyone except Kim*, *nobody but me*."""
    after = beside(noun)
    around = [*noun.children] if after is None else [*noun.children, after]
    wholes = [whole for each in around if each.lower_ == "of" for whole in each.children]
    around += [child for whole in wholes for child in whole.children]
    if any(map(_is_excepting, around)):
        return True
    whole = word_list("no", "positions") | word_list("universal", "positions")
    return after is not None and after.lower_ == "but" and not whole.isdisjoint(own)


def _is_excepting(node: Token) -> bool:
    if node.dep_ not in ("prep", "mark", "cc", "advmod", "amod"):
        return False
    words = word_list("exceptive", "positions")
    if node.lower_ == "but":
        return node.dep_ == "prep"
    return node.lower_ in words or f"{node.lower_} {next_word(node)}" in words
