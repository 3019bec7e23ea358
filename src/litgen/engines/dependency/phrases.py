"""Properties of parts of a sentence, and of noun phrases, that guards use."""

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from itertools import takewhile

from litgen.engines.dependency.clauses import Sentence
from litgen.trees.facts import NOUN_TOLD, noun_told, told
from litgen.trees.nouns import ends
from litgen.trees.tokens import Token

_ASIDES = (",", "(", ")", "--", "–", "—", ":", ";")
_DETERMINERS = ("det", "predet", "poss", "nummod", "amod")
#: The values of a property, each with the word that has it.
Named = Iterable[tuple[str, "Token"]]


class Part:
    """A part of a sentence: a noun phrase by its head, a clause or the sentence by its verb."""

    def __init__(self, sentence: Sentence, head: Token) -> None:
        self.sentence, self.head = sentence, head
        self.doc, self.clause = sentence.doc, sentence.root_clause

    @cached_property
    def words(self) -> tuple[Token, ...]:
        """The head and all its descendants, in order."""
        return tuple(self.head.subtree)

    @cached_property
    def following(self) -> tuple[Token, ...]:
        right = self.head.right_edge.i
        return tuple(c for c in self.doc[self.clause.last].rights if c.i > right)

    @cached_property
    def dependents(self) -> dict[int, str]:
        """Dependents of verbs that have their own names, such as ``purpose``: index -> name."""
        return {verb.i: name for name, verb in self.told("root", "dependents")}

    def told(self, *keys: str) -> Iterator[tuple[str, Token]]:
        """The facts about this part under some keys of ``rules/facts.toml``."""
        return told(self.doc, "facts", *keys, head=self.head.i)


Property = Callable[[Part], Named]


def labels(tokens: Iterable[Token]) -> Iterator[tuple[str, Token]]:
    """Dependents by label alone, and with word and tag: ``prep``, ``prep:in``, ``prep:IN``."""
    for token in tokens:
        dep = token.dep_
        yield dep, token
        yield f"{dep}:{token.lower_}", token
        yield f"{dep}:{token.tag_}", token


def adverbials(p: Part, tokens: Iterable[Token]) -> Iterator[tuple[str, Token]]:
    """Dependents of a verb by their own names, or by label if they have none."""
    for token in tokens:
        name = p.dependents.get(token.i)
        yield from [(name, token)] if name else labels((token,))


def described(tokens: Iterable[Token]) -> Iterator[tuple[str, Token]]:
    """Words by form, tag and label: ``dogs``, ``NNS``, ``dobj``; *'s* by tag alone."""
    for token in tokens:
        tag = token.tag_
        yield tag, token
        if tag != "POS":
            yield token.dep_, token
            yield token.lower_, token


def _set_off(p: Part) -> Named:
    """Punctuation that divides the part, as ``comma``, unless it closes a supplement or a list."""
    marks = [
        t for t in p.words
        if t.text in _ASIDES or (t.text == "-" and t.i > 0 and t.nbor(-1).whitespace_)
        if not (t.text == "," and 0 < t.i < len(p.doc) - 1
                and t.nbor(-1).dep_ == t.nbor().dep_ == "amod")
    ]  # fmt: skip
    commas = all(t.text == "," for t in marks)
    closed = commas and len(marks) == 2 and p.words[-1].text == ","
    listed = commas and all(any(c.dep_ == "conj" for c in t.head.children) for t in marks)
    return () if closed or listed else (("comma", mark) for mark in marks)


def _later(p: Part) -> Named:
    """The words after the object, also by lemma; named dependents of verbs are left out."""
    rest = (c for c in p.following if not c.is_punct and c.dep_ != "conj")
    words = [t for c in rest if c.i not in p.dependents for t in c.subtree]
    yield from described(words)
    yield from ((t.lemma_.lower(), t) for t in words)


def _facts(*parts: str) -> Property:
    """The property whose values are the facts that begin within the phrase."""
    return lambda p: (
        (name, word) for part in parts for name, word in p.told(part, "facts") if word in p.words
    )


def _as_noun(what: str) -> Property:
    return lambda p: [(noun_told(p.sentence.words[p.head.i], what), p.head)]


PROPERTIES: dict[str, Property] = {
    "facts": _facts("subject"),
    "word": lambda p: [  # in lower case, except abbreviations: *the US* is not a pronoun
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
    "end": lambda p: described(p.words[-1:]),
    # the last word and its ancestors below the head
    "last": lambda p: labels(
        takewhile(lambda t: t != p.head, (p.words[-1], *p.words[-1].ancestors))
    ),
    **{what: _as_noun(what) for what in NOUN_TOLD},
}
OBJECT_PROPERTIES: dict[str, Property] = {
    **PROPERTIES,
    "facts": _facts("subject", "object"),
    "following": lambda p: adverbials(p, p.following),
    "later": _later,
    "tail": lambda p: ends(p.head),
}
