"""Corruptions of sentences and pairs, most of them from Talman et al. (2021)."""

from collections.abc import Mapping, Sequence
from typing import Any

from litgen.exceptions import UsageError, did_you_mean
from litgen.transformations.protocol import (
    Order,
    Outcome,
    OwnTransformation,
    TextTransformation,
    Variant,
)
from litgen.transformations.tagging import TAGS, load_tagger
from litgen.transformations.tokens import chunks_of, put_together, words_of

#: Valid values of n for the n-grams of ``shuffle``.
SIZES = range(1, 10)


class Corruption(TextTransformation):
    """``drop:POS+POS`` drops all words with the given parts of speech, ``keep:POS+POS`` the others.

    A text without a word to drop remains unchanged. The variant has the counts ``tokens`` and
    ``changed`` (dropped words).

    Raises:
        UsageError: a tag is unknown, or no tag is given.
        LitgenError: the tagger's data is missing.
    """

    def __init__(self, order: Order) -> None:
        super().__init__(order)
        self._tags = [tag for argument in order.arguments for tag in argument.split("+")]
        if wrong := [tag for tag in self._tags if tag not in TAGS]:
            hint = did_you_mean(wrong[0], TAGS)
            raise UsageError(f"{order.name}: unknown part of speech {wrong[0]!r}: {hint}")
        if not self._tags:
            known = ", ".join(TAGS)
            raise UsageError(
                f"{order.name}: no part of speech is given; use one or more of {known}, "
                "joined with '+'"
            )
        self._keep = order.name.startswith("keep")
        self._tagger = load_tagger(order.settings.tagger)

    def apply(self, texts: Sequence[str]) -> list[Outcome]:
        outcomes = []
        tokens = [words_of(text, self.settings.tokenized) for text in texts]
        tagged = self._tagger.tag([[token.word for token in each] for each in tokens])
        for text, words, tags in zip(texts, tokens, tagged, strict=True):
            kept = [at for at, tag in enumerate(tags) if (tag in self._tags) == self._keep]
            left = put_together(text, words, kept)
            outcomes.append(self._changed(left, tokens=len(words), changed=len(words) - len(kept)))
        return outcomes

    def describe(self) -> Mapping[str, Any]:
        tokenized, tagger = self.settings.tokenized, dict(self._tagger.describe())
        return {**super().describe(), "tokenized": tokenized, "tagger": tagger}


class Shuffle(TextTransformation):
    """``shuffle:n`` shuffles word n-grams (Pham et al. 2020) and keeps the final punctuation.

    Raises:
        UsageError: n is not a number from 1 to 9.

    Example:
        >>> outcome = Shuffle(Order("shuffle:2", ("2",))).apply(["A man is riding a bike."])[0]
        >>> sorted(outcome.variants[0].text.rstrip(".").split())
        ['A', 'a', 'bike', 'is', 'man', 'riding']
    """

    def __init__(self, order: Order) -> None:
        super().__init__(order)
        (size, *more) = order.arguments or ("1",)
        if more or not size.isdecimal() or int(size) not in SIZES:
            raise UsageError(f"{order.name}: use shuffle:n with n from {SIZES[0]} to {SIZES[-1]}")
        self._size = int(size)

    def _one(self, text: str) -> Outcome:
        tokenized, units = self.settings.tokenized, chunks_of(text)
        end = "" if tokenized else _last_mark(text)
        if (tokenized and units and not any(map(str.isalnum, units[-1]))) or (
            end and units[-1] == end
        ):
            end = " " + units.pop()
        elif end:
            units[-1] = units[-1][: -len(end)]
        grams = [units[at : at + self._size] for at in range(0, len(units), self._size)]
        if len({tuple(gram) for gram in grams}) < 2:
            return self._declined("shuffle.none")
        draw = self._draw(text)
        order = list(grams)
        while order == grams:
            draw.shuffle(order)
        words = [word for gram in order for word in gram]
        moved = sum(word != before for word, before in zip(words, units, strict=True))
        return self._changed(" ".join(words) + end, tokens=len(units) + bool(end), changed=moved)

    def describe(self) -> Mapping[str, Any]:
        settings = self.settings
        return {**super().describe(), "seed": settings.seed, "tokenized": settings.tokenized}


def _last_mark(text: str) -> str:
    bare = text.rstrip()
    body = bare.rstrip(".!?\"'”’)…")
    end = bare[len(body) :]
    return end if body and set(end) & set(".!?…") else ""


class Rearranged(OwnTransformation):
    """``swap-pair`` exchanges the sentences of a pair, ``hypothesis-only`` empties the premise.

    With ``swap-pair``, only contradictions are certain to keep their label.
    """

    level = "pair"
    arguments = ()

    def apply_pairs(self, pairs: Sequence[tuple[str, str]]) -> list[Outcome]:
        if self.name == "swap-pair":
            return [Outcome((Variant((h,), hypothesis=p),)) for p, h in pairs]
        return [Outcome((Variant(("",), hypothesis=h),)) for _, h in pairs]
