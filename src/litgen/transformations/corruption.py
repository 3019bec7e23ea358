"""Corruptions of Talman et al. (2021): parts of speech dropped, or only some kept; words shuffled.

``drop:NOUN+PRON`` takes all nouns and pronouns out, ``keep:NOUN+VERB`` everything else;
``shuffle:2`` puts stretches of two words into another order (Pham et al. 2020).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from litgen.exceptions import UsageError
from litgen.transformations.drawing import generator
from litgen.transformations.protocol import Level, Order, Outcome, Variant
from litgen.transformations.tagging import TAGS, Remembering, load_tagger
from litgen.transformations.tokens import Token, put_together, words_of

#: The n of n-grams that may be shuffled, and the one where none is said.
SIZES, SIZE = range(1, 10), 1


class Corruption:
    """Drops the words of some parts of speech, or all others.

    A text that has no word to drop stays as it is: the corrupted set is the whole set. ``tokens``
    and ``changed`` (dropped) are counted.

    Args:
        name: such as ``drop:NOUN``.
        tags: universal tags.
        keep: whether words of these tags are kept instead of dropped.
        tagger: tags the words.
        tokenized: whether texts are split at spaces already.

    Example:
        >>> drop(Order("drop:ADJ", ("ADJ",))).apply(["A tall man runs."])[0]  # doctest: +SKIP
        Outcome(variants=(Variant(candidates=('A man runs.',), ...
    """

    level: Level = "sentence"

    def __init__(
        self, name: str, tags: Sequence[str], keep: bool, tagger: Remembering, tokenized: bool
    ) -> None:
        self.name = name
        self._tags = frozenset(tags)
        self._keep = keep
        self._tagger = tagger
        self._tokenized = tokenized

    def apply(self, texts: Sequence[str]) -> list[Outcome]:
        """Corrupt texts, in order, one outcome each."""
        tokens = [words_of(text, self._tokenized) for text in texts]
        tags = self._tagger.tag([[token.word for token in each] for each in tokens])
        return [self._outcome(*each) for each in zip(texts, tokens, tags, strict=True)]

    def _outcome(self, text: str, tokens: Sequence[Token], tags: list[str]) -> Outcome:
        kept = [at for at, tag in enumerate(tags) if (tag in self._tags) == self._keep]
        counts = {"tokens": len(tokens), "changed": len(tokens) - len(kept)}
        return Outcome((Variant((put_together(text, tokens, kept),), counts=counts),))

    def describe(self) -> Mapping[str, Any]:
        """Name and tagger."""
        return {
            "name": self.name,
            "tokenized": self._tokenized,
            "tagger": dict(self._tagger.describe()),
        }


class Shuffle:
    """Puts n-grams of words into another order; the last mark stays at the end.

    Args:
        name: such as ``shuffle:2``.
        size: words in an n-gram.
        seed: of the drawing.
        tokenized: whether texts are split at spaces already.

    Example:
        >>> outcome = shuffle(Order("shuffle:2", ("2",))).apply(["A man is riding a bike."])[0]
        >>> sorted(outcome.variants[0].candidates[0].rstrip(".").split())
        ['A', 'a', 'bike', 'is', 'man', 'riding']
    """

    level: Level = "sentence"

    def __init__(self, name: str, size: int, seed: int, tokenized: bool) -> None:
        self.name = name
        self._size = size
        self._seed = seed
        self._tokenized = tokenized

    def apply(self, texts: Sequence[str]) -> list[Outcome]:
        """Shuffle texts, in order, one outcome each."""
        return [self._one(text) for text in texts]

    def _one(self, text: str) -> Outcome:
        units = text.split()
        end = "" if self._tokenized else _last_mark(text)
        if (self._tokenized and units and not _has_letter(units[-1])) or (end and units[-1] == end):
            end = " " + units.pop()
        elif end:
            units[-1] = units[-1][: -len(end)]
        grams = [units[at : at + self._size] for at in range(0, len(units), self._size)]
        if len({tuple(gram) for gram in grams}) < 2:
            return Outcome(declined="nothing to shuffle", stage="inapplicable")
        draw = generator(self._seed, self.name, text)
        order = list(grams)
        while order == grams:
            draw.shuffle(order)
        words = [word for gram in order for word in gram]
        moved = sum(word != before for word, before in zip(words, units, strict=True))
        counts = {"tokens": len(units) + bool(end), "changed": moved}
        return Outcome((Variant((" ".join(words) + end,), counts=counts),))

    def describe(self) -> Mapping[str, Any]:
        """Name and seed."""
        return {"name": self.name, "seed": self._seed, "tokenized": self._tokenized}


def drop(order: Order) -> Corruption:
    """``drop:POS+POS``: words of these parts of speech are left out.

    Raises:
        UsageError: a tag is none, or there is none.
        LitgenError: the tagger's data is not there.
    """
    return _corruption(order, keep=False)


def keep(order: Order) -> Corruption:
    """``keep:POS+POS``: only words of these parts of speech stay. Raises as ``drop`` does."""
    return _corruption(order, keep=True)


def shuffle(order: Order) -> Shuffle:
    """``shuffle:n``: n-grams of words in another order.

    Raises:
        UsageError: n is no number from 1 to 9.
    """
    (size, *more) = order.arguments or (str(SIZE),)
    if more or not size.isdecimal() or int(size) not in SIZES:
        raise UsageError(f"{order.name}: write shuffle:n with n from {SIZES[0]} to {SIZES[-1]}")
    return Shuffle(order.name, int(size), order.settings.seed, order.settings.tokenized)


def _corruption(order: Order, keep: bool) -> Corruption:
    tags = [tag for argument in order.arguments for tag in argument.split("+")]
    wrong = [tag for tag in tags if tag not in TAGS]
    if wrong or not tags:
        what = f"no part of speech {wrong[0]!r}" if wrong else "parts of speech are missing"
        raise UsageError(f"{order.name}: {what}; there are {', '.join(TAGS)}, joined by '+'")
    tagger = load_tagger(order.settings.tagger)
    return Corruption(order.name, tags, keep, tagger, order.settings.tokenized)


def _has_letter(word: str) -> bool:
    return any(character.isalnum() for character in word)


def _last_mark(text: str) -> str:
    """The marks at the end of a text that end its sentence, with closing quotes and brackets."""
    bare = text.rstrip()
    at = len(bare)
    while at and bare[at - 1] in ".!?\"'”’)…":
        at -= 1
    end = bare[at:]
    return end if set(end) & set(".!?…") and at else ""
