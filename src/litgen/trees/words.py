"""The words of a sentence as plain objects, which are read once from spaCy's tokens."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from litgen.trees.morphology import AUXILIARIES, checked
from litgen.trees.tokens import Doc, Token

#: The start and the exclusive end of a character span.
Span = tuple[int, int]

#: Labels of auxiliaries.
AUX, _VERBAL = ("aux", "auxpass"), ("AUX", "VERB")
_CLITICS = {"'s": "be", "'d": "would"}
_JOINED_BEFORE = frozenset("([{\"'“‘```")


@dataclass(slots=True, eq=False)
class Word:
    """A token with its character span and a wider span that includes adjacent punctuation."""

    i: int
    text: str
    lower: str
    lemma: str
    pos: str
    tag: str
    dep: str
    entity: str
    start: int
    end: int
    wide_start: int
    wide_end: int
    sentence: list[Word]
    head: Word = field(init=False)
    dependents: list[Word] = field(default_factory=list)

    def __repr__(self) -> str:
        return f"<{self.text}/{self.tag}/{self.dep}>"

    @property
    def span(self) -> Span:
        """The character span of the word, without adjacent punctuation."""
        return (self.start, self.end)

    @property
    def plural(self) -> bool:
        return self.tag in ("NNS", "NNPS")

    def of(self, *deps: str) -> list[Word]:
        """Return the dependents that have one of the given labels."""
        return [d for d in self.dependents if d.dep in deps]

    def first(self, *deps: str) -> Word | None:
        for d in self.dependents:  # a plain loop, since this is the most frequent call
            if d.dep in deps:
                return d
        return None

    def ancestors(self) -> Iterator[Word]:
        word = self
        while word.head is not word:
            word = word.head
            yield word

    def subtree(self) -> Iterator[Word]:
        yield self
        for d in self.dependents:
            yield from d.subtree()


#: Key of ``Doc.user_data`` for the words of a repaired tree.
WORDS = "litgen_words"
_ATTRIBUTES: list[int | str] = ["POS", "TAG", "DEP", "ENT_TYPE", "LEMMA", "HEAD", "IDX", "LENGTH"]
_SIGN, _WRAP = 1 << 63, 1 << 64


def words_of_tree(doc: Doc) -> list[Word]:
    """Return the words of a parsed text, which are cached and must not be changed."""
    if WORDS not in doc.user_data:
        doc.user_data[WORDS] = read_words(doc)
    words: list[Word] = doc.user_data[WORDS]
    return words


def read_words(doc: Doc) -> list[Word]:
    words, whole = list[Word](), doc.text
    name = doc.vocab.strings.__getitem__
    rows = doc.to_array(_ATTRIBUTES).tolist()
    for i, (pos, tag, dep, entity, lemma, _, start, length) in enumerate(rows):
        end, text = start + length, whole[start : start + length]
        words.append(Word(i, text, text.lower(), name(lemma), name(pos), name(tag), name(dep),
                          name(entity), start, end, start, end, words))  # fmt: skip
    for word, row in zip(words, rows, strict=True):
        offset = row[5]  # heads are stored as unsigned numbers
        word.head = words[word.i + offset - (_WRAP if offset >= _SIGN else 0)]
        if word.head is not word:
            word.head.dependents.append(word)
    for one, other in pairwise(words):  # *could* and *n't* both span *couldn't*, as in the ERG
        if other.lower in ("n't", "n’t", "not") and other.tag == "RB" and one.end == other.start:
            other.start = one.start
            one.end = one.wide_end = other.end
    for one, other in reversed([*pairwise(words)]):
        if other.pos == "PUNCT" and one.end == other.start and other.text not in ("-", "--"):
            one.wide_end = other.wide_end
    for one, other in pairwise(words):
        if one.text in _JOINED_BEFORE and one.end == other.start:
            other.wide_start = one.wide_start
    return words


def tree_of(doc: Doc, tokens: Sequence[Token], heads: Sequence[int]) -> Doc:
    """Build a ``Doc`` from a text, the annotations of other tokens, and ``heads``."""
    return type(doc)(
        doc.vocab,
        words=[t.text for t in doc],
        spaces=[bool(t.whitespace_) for t in doc],
        tags=[t.tag_ for t in tokens],
        pos=[t.pos_ for t in tokens],
        morphs=[str(t.morph) for t in tokens],
        lemmas=[t.lemma_ for t in tokens],
        deps=[t.dep_ for t in tokens],
        heads=[*heads],
        ents=[f"B-{t.ent_type_}" if t.ent_type_ else "O" for t in tokens],
    )


def checked_lemma(word: Word) -> str:
    """Return a word's lemma, checked against its tag or, for auxiliaries, taken from a table.

    *riding* has the lemma *ride*, not *rid*; *'s* has *be* and *'d* has *would*, unless a repair
    changes them to *have*.
    """
    if word.dep in AUX or word.pos in _VERBAL:
        form = word.lower.replace("’", "'")
        known = word.dep in AUX or AUXILIARIES.get(form) == "be"
        if found := (known and AUXILIARIES.get(form)) or _CLITICS.get(form):
            return found
    if word.tag == "NNP":
        return word.lower
    return checked(word.lower, word.tag, word.lemma.lower(), word.pos).lower()


#: Labels of dependents that are not part of the first conjunct of a coordination.
_OUTSIDE = frozenset(("cc", "conj", "punct", "preconj", "case"))


def extent(word: Word) -> Span:
    """Return a phrase's span without other conjuncts: *Old dogs* in *Old dogs and cats*."""
    first = last = word
    for dependent in word.dependents:
        if dependent.dep not in _OUTSIDE:
            for inner in dependent.subtree():
                if inner.i < first.i:
                    first = inner
                elif inner.i > last.i and inner.pos != "PUNCT":
                    last = inner
    return (first.wide_start, last.wide_end)


def reattach(word: Word, head: Word) -> None:
    """Attach a word to a head, or make it a root if it is its own head; do not create a cycle."""
    if head is not word and any(above is word for above in head.ancestors()):
        return
    if word.head is not word:
        word.head.dependents.remove(word)
    word.head = head
    if head is not word:
        head.dependents.append(word)
        head.dependents.sort(key=lambda w: w.i)
