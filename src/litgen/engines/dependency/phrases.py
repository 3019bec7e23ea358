"""What guards ask about a part of a sentence, and about a noun phrase: its size, what it holds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from itertools import pairwise, takewhile
from typing import TYPE_CHECKING

from litgen.engines.dependency.clauses import SUBJECTS, Sentence
from litgen.engines.dependency.facts import told
from litgen.engines.dependency.morphology import AGAIN, AGREEMENT, known_as
from litgen.engines.dependency.nouns import (
    is_animate,
    is_name,
    is_person,
    uncertain_ends,
)
from litgen.tables import LISTS, rules_table

if TYPE_CHECKING:
    from spacy.tokens import Token

_ASIDES = (",", "(", ")", "--", "–", "—", ":", ";")
_DETERMINERS = ("det", "predet", "poss", "nummod", "amod")
_MODIFIERS = ("conj", "amod", "compound", "prep", "acl", "relcl")
#: Tags that coordinate with each other.
_NOMINAL = ("NN", "NNS", "NNP", "NNPS", "PRP", "CD", "DT")
_LIKE = dict.fromkeys(_NOMINAL, _NOMINAL) | {"JJ": ("JJR", "JJS", "VBN", "NN"), "VBN": ("JJ",)}


class Part:
    """A noun phrase by its head; the clause, or the sentence as a whole, by its verb."""

    def __init__(self, sentence: Sentence, head: Token) -> None:
        assert sentence.root is not None
        self.sentence, self.head = sentence, head
        self.doc, self.clause = sentence.doc, sentence.root
        self.told: dict[str, list[tuple[str, Token]]] = {}

    @cached_property
    def words(self) -> tuple[Token, ...]:
        """The head and all below it, in order."""
        return tuple(self.head.subtree)

    @cached_property
    def following(self) -> tuple[Token, ...]:
        """What hangs on the verb after an object."""
        right = self.head.right_edge.i
        return tuple(c for c in self.doc[self.clause.last].rights if c.i > right)


#: A fact finds the words that it holds of; a property words with a value each.
Fact = Callable[[Part], Iterable["Token"]]
Named = Iterable[tuple[str, "Token"]]
Property = Callable[[Part], Named]


def with_told(part: str, own: dict[str, Fact]) -> dict[str, Fact]:
    """Facts of a part of the sentence, and what ``rules/facts.toml`` tells by patterns; of a noun
    phrase those that begin in it."""

    def fact(name: str) -> Fact:
        def found(p: Part) -> Iterator[Token]:
            yield from own[name](p) if name in own else ()
            if part not in p.told:
                p.told[part] = [*told(p.doc, "facts", part, "facts", head=p.head.i)]
            within = p.words if part in ("subject", "object") else p.doc
            yield from (word for each, word in p.told[part] if each == name and word in within)

        return found

    return {**own, **{e["name"]: fact(e["name"]) for e in rules_table("facts")[part]["facts"]}}


def labels(tokens: Iterable[Token]) -> Iterator[tuple[str, Token]]:
    """Dependents by label, alone, with word and with tag: ``prep``, ``prep:in``, ``prep:IN``."""
    for token in tokens:
        dep = token.dep_
        yield dep, token
        yield f"{dep}:{token.lower_}", token
        yield f"{dep}:{token.tag_}", token


def adverbials(tokens: Iterable[Token]) -> Iterator[tuple[str, Token]]:
    """Dependents, of which clauses that mean the same after a passive have names of their own:
    ``finite advcl``, ``purpose``, and ``infinitive`` after an object."""
    for token in tokens:
        name = adverbial(token)
        yield from [(name, token)] if name else labels((token,))


def adverbial(verb: Token) -> str:
    """*When the rule was made*: a conjunction, and a subject; *to help*: a purpose; *told him to
    leave*: an infinitive."""
    if verb.dep_ not in ("advcl", "xcomp"):
        return ""
    below = list(verb.children)
    if any(c.dep_ in SUBJECTS for c in below):
        joined = any(c.dep_ == "mark" or c.tag_ == "WRB" for c in below)
        return "finite advcl" if joined and verb.dep_ == "advcl" else ""
    if verb.tag_ != "VB" or all(c.tag_ != "TO" for c in below):
        return ""
    if verb.dep_ == "advcl":  # not *to get dry*, *to become king*: who does it is so afterwards
        return "" if any(c.dep_ in ("acomp", "attr") for c in below) else "purpose"
    return "infinitive" if any(c.dep_ == "dobj" for c in verb.head.rights) else ""


def described(tokens: Iterable[Token]) -> Iterator[tuple[str, Token]]:
    """Words by form, tag and label: ``dogs``, ``NNS``, ``dobj``; of *'s* the tag alone."""
    for token in tokens:
        tag = token.tag_
        yield tag, token
        if tag != "POS":
            yield token.dep_, token
            yield token.lower_, token


def _head(test: Callable[[Token], object]) -> Fact:
    return lambda p: (p.head,) if test(p.head) else ()


def _is_bare_singular(noun: Token) -> bool:
    """*Cow eats berries.*; a capital makes no name of a word that the dictionary has."""
    common = noun.tag_ == "NN" or (noun.tag_ == "NNP" and not is_name(noun))
    common = common and (noun.text.islower() or "NOUN" in known_as(noun.lower_))
    determined = any(c.dep_ in ("det", "poss", "nummod", "predet") for c in noun.children)
    return common and noun.pos_ != "PRON" and not determined


def _set_off(p: Part) -> Named:
    """The marks that cut it up: commas of a *list*, of a *pair* (*a boy, and a girl*), of a
    *closed aside*, or others (*comma*); not that of *a tall, dark man*."""
    marks = [
        t for t in p.words
        if t.text in _ASIDES or (t.text == "-" and t.i > 0 and t.nbor(-1).whitespace_)
        if not (t.text == "," and 0 < t.i < len(p.doc) - 1
                and t.nbor(-1).dep_ == t.nbor().dep_ == "amod")
    ]  # fmt: skip
    commas = all(t.text == "," for t in marks)
    kind = "closed aside" if commas and len(marks) == 2 and p.words[-1].text == "," else "comma"
    if commas and all(any(c.dep_ == "conj" for c in t.head.children) for t in marks):
        kind = "pair" if len(marks) == 1 and len(marks[0].head.conjuncts) == 1 else "list"
    return ((kind, mark) for mark in marks)


def _is_unlike(conjunct: Token) -> bool:
    """*a cell phone and walking*."""
    first = conjunct.head
    alike = conjunct.tag_ in (first.tag_, *_LIKE.get(first.tag_, ()))
    gerund = conjunct.lower_.endswith("ing") and not first.lower_.endswith("ing")
    return conjunct.dep_ == "conj" and (gerund or not alike)


def _loose_relatives(p: Part) -> Iterable[Token]:
    """Clauses in what follows the object that may not belong where the tree has them: no word
    opens them, they are set off, or stand beside another phrase."""
    phrases = [c for c in p.following if not c.is_punct and not adverbial(c) and c.dep_ != "conj"]
    for verb in (t for c in phrases for t in c.subtree if t.dep_ in ("relcl", "acl")):
        first, purpose = verb.left_edge, verb.head.lower_ == "order"  # *in order to leave*
        opened = first.tag_ in ("WDT", "WP", "WP$") or (verb.tag_ == "VBN" and verb == first)
        beside = len(phrases) > 1 and not purpose
        if first.nbor(-1).text == "," or beside or not (opened or purpose):
            yield verb


def _uneven_lists(p: Part) -> Iterable[Token]:
    """*some animals, a dog and a cat*, which is an apposition; *pick up litter, plant trees and
    paint homes*, whose verbs were taken for nouns; not *a dog, a cat and a bird*."""
    lists = (mark.head for kind, mark in _set_off(p) if kind in ("list", "pair"))
    for first in dict.fromkeys(lists):
        joined = [first, *first.conjuncts]
        kinds = {any(c.lower_ in ("a", "an") for c in t.children) for t in joined}
        verbs = [e for t in joined if (e := t.left_edge) != t and "VERB" in known_as(e.lower_)]
        linked = any(c.dep_ == "cc" for t in joined for c in t.children)
        if len(kinds) > 1 or len(joined) < 3 or verbs or not linked:
            yield first


def _said_again(p: Part) -> Iterable[Token]:
    """*She left when she was tired*: a pronoun that comes back, in whatever form that needs
    it; *I rinsed it when I was done* does not."""
    forms = AGAIN.get(p.head.lower_, ()) if p.head.pos_ == "PRON" else ()
    return (t for t in p.doc if t != p.head and t.lower_ in forms)


def _bound(p: Part) -> Iterable[Token]:
    """*his* in the object of *The man reads his book*; not after *I* or *she*."""
    subject = p.doc[p.clause.subject or 0]
    personal = subject.pos_ == "PRON" and subject.lower_ in AGREEMENT
    forms = AGAIN[subject.lower_] if personal else LISTS.bound
    return (t for t in p.words if t != p.head and t.lower_ in forms)


def _end(p: Part) -> Named:
    """The last word; *adjective after* its noun (*a house blue*), *preposition* without object."""
    last, below = p.words[-1], p.words[-1] != p.head
    if last.pos_ == "ADJ" and (below or any(c.dep_ == "compound" for c in p.head.children)):
        yield "adjective after", last
    if last.tag_ in ("IN", "RP") and below and not last.n_rights:
        yield "preposition", last
    yield from described((last,))


def _last(p: Part) -> Named:
    """What the last word hangs on, up to below the head."""
    return labels(takewhile(lambda t: t != p.head, (p.words[-1], *p.words[-1].ancestors)))


def _same_preposition(p: Part) -> Iterable[Token]:
    """*A guy with a jacket kisses a woman with a scarf*."""
    ends = {name for name, _ in _last(Part(p.sentence, p.doc[p.clause.subject or 0]))}
    return [c for c in p.following if c.dep_ == "prep" and f"prep:{c.lower_}" in ends]


def _later(p: Part) -> Named:
    """All words of what follows the object, clauses of their own aside; by their lemma, too."""
    rest = (c for c in p.following if not c.is_punct and not adverbial(c) and c.dep_ != "conj")
    words = [t for c in rest for t in c.subtree]
    yield from described(words)
    yield from ((t.lemma_.lower(), t) for t in words)


FACTS = with_told(
    "subject",
    {
        "animate": _head(is_animate),
        "inanimate": _head(lambda t: not is_animate(t)),
        "person": _head(is_person),
        "said again": _said_again,
        "no person": _head(lambda t: not is_person(t)),
        "bare singular": _head(
            lambda t: _is_bare_singular(t) and all(c.dep_ not in _MODIFIERS for c in t.children)
        ),
        "headline": _head(lambda t: _is_bare_singular(t) and is_person(t)),
        "long": lambda p: p.words if len(p.words) > 12 else (),
        "very long": lambda p: p.words if len(p.words) > 20 else (),
        "split": lambda p: p.words if any(b.i - a.i != 1 for a, b in pairwise(p.words)) else (),
        "unlike conjuncts": lambda p: filter(_is_unlike, p.words),
    },
)
PROPERTIES: dict[str, Property] = {
    "word": lambda p: [  # in small letters, but abbreviations: *the US* is no pronoun
        (p.head.text if p.head.pos_ == "PROPN" and p.head.text.isupper() else p.head.lower_, p.head)
    ],
    "tag": lambda p: [(p.head.tag_, p.head), (p.head.pos_, p.head)],
    "dep": lambda p: [(p.head.dep_, p.head)],
    "determiner": lambda p: (
        (c.lower_, c)
        for c in p.head.children
        if c.dep_ in _DETERMINERS and c.pos_ in ("DET", "PRON", "NUM", "ADJ")
    ),
    "dependents": lambda p: labels(p.head.children),
    "within": lambda p: described(p.words),
    "below": lambda p: described(t for t in p.words if t != p.head),
    "marks": _set_off,
    "end": _end,
    "last": _last,
}
OBJECT_FACTS = with_told(
    "object",
    {
        **FACTS,
        "bound pronoun": _bound,
        "named before": lambda p: (  # *Maggy's mom comforted Maggy*
            t
            for t in p.doc[p.clause.subject or 0].subtree
            if t.pos_ == "PROPN" and t.lower_ == p.head.lower_
        ),
        "same preposition": _same_preposition,
        "two phrases after": lambda p: [c for c in p.following if not c.is_punct][1:],
        "dash after": lambda p: (  # no hyphen: *Web-based*
            t
            for c in p.following
            for t in c.subtree
            if t.text == "-" and (t.nbor(-1).whitespace_ or t.whitespace_)
        ),
        "loose relative": _loose_relatives,
        "uneven list": _uneven_lists,
        "uncertain end": lambda p: uncertain_ends(p.head),
        "verb": _head(lambda t: "VERB" in known_as(t.lower_)),
    },
)
OBJECT_PROPERTIES: dict[str, Property] = {
    **PROPERTIES,
    "following": lambda p: adverbials(p.following),
    "later": _later,
}
