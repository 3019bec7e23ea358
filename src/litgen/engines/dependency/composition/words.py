"""The words of a sentence as plain objects: spaCy's tokens read once, with their spans."""

from __future__ import annotations

from typing import TYPE_CHECKING

from litgen.engines.dependency.morphology import lemma_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spacy.tokens import Doc

    from litgen.engines.dependency.composition.graph import Span

_JOINED_BEFORE = frozenset("([{\"'“‘```")


class Word:
    """One token.

    Attributes:
        start, end: character span of the word.
        wide_start, wide_end: with the punctuation that touches it, as the ERG spans phrases.
        dependents: children, in order.
    """

    __slots__ = (
        "dep", "dependents", "end", "entity", "head", "i", "lemma", "lower", "number", "pos",
        "start", "tag", "text", "wide_end", "wide_start",
    )  # fmt: skip

    i: int
    text: str
    lower: str
    lemma: str
    pos: str
    tag: str
    dep: str
    entity: str
    head: Word
    start: int
    end: int
    wide_start: int
    wide_end: int
    dependents: list[Word]

    def __repr__(self) -> str:
        return f"<{self.text}/{self.tag}/{self.dep}>"

    @property
    def span(self) -> Span:
        """Character span of the word alone."""
        return (self.start, self.end)

    @property
    def wide(self) -> Span:
        """Character span with touching punctuation."""
        return (self.wide_start, self.wide_end)

    @property
    def plural(self) -> bool:
        """A plural form by its tag."""
        return self.tag in ("NNS", "NNPS")

    def of(self, *deps: str) -> list[Word]:
        """Dependents with one of these labels."""
        return [d for d in self.dependents if d.dep in deps]

    def first(self, *deps: str) -> Word | None:
        """The first dependent with one of these labels."""
        for d in self.dependents:
            if d.dep in deps:
                return d
        return None

    def subtree(self) -> Iterator[Word]:
        """The word and everything below it."""
        yield self
        for d in self.dependents:
            yield from d.subtree()


def read_words(doc: Doc) -> list[Word]:
    """The words of a parsed sentence."""
    words: list[Word] = []
    for token in doc:
        word = Word()
        word.i, word.text, word.lower = token.i, token.text, token.lower_
        word.pos, word.tag, word.dep = token.pos_, token.tag_, token.dep_
        word.lemma = lemma_of(token).lower()
        word.entity = token.ent_type_
        word.start = token.idx
        word.end = word.wide_end = token.idx + len(word.text)
        word.wide_start = word.start
        word.dependents = []
        words.append(word)
    for token, word in zip(doc, words, strict=True):
        word.head = words[token.head.i]
        if word.head is not word:
            word.head.dependents.append(word)
    _join_clitics(words)
    _widen(words)
    return words


def _join_clitics(words: list[Word]) -> None:
    """*could* and *n't* both span the whole of *couldn't*, as in the ERG."""
    for one, other in zip(words, words[1:], strict=False):
        if other.lower in ("n't", "n’t", "not") and other.tag == "RB" and one.end == other.start:
            other.start = one.start
            one.end = one.wide_end = other.end


def _widen(words: list[Word]) -> None:
    for one, other in zip(reversed(words[:-1]), reversed(words), strict=False):
        if other.pos == "PUNCT" and one.end == other.start and other.text not in ("-", "--"):
            one.wide_end = other.wide_end
    for one, other in zip(words, words[1:], strict=False):
        if one.text in _JOINED_BEFORE and one.end == other.start:
            other.wide_start = one.wide_start


def extent(
    word: Word, without: tuple[str, ...] = ("cc", "conj", "punct", "preconj", "case")
) -> Span:
    """Character span of a phrase without its coordinated sisters, with touching punctuation.

    Example:
        of *dogs* in *Old dogs that bark, and cats*: *Old dogs that bark,*.
    """
    first = last = word
    for dependent in word.dependents:
        if dependent.dep in without:
            continue
        for inner in dependent.subtree():
            if inner.i < first.i:
                first = inner
            elif inner.i > last.i and inner.pos != "PUNCT":
                last = inner
    return (first.wide_start, last.wide_end)


def move(word: Word, head: Word, dep: str) -> None:
    """Hang a word on another head."""
    if word.head is not word and word in word.head.dependents:
        word.head.dependents.remove(word)
    word.head, word.dep = head, dep
    head.dependents.append(word)
    head.dependents.sort(key=lambda w: w.i)
