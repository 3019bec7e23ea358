"""Numerical reasoning (Naik et al. 2018, section 3.1): new pairs of a sentence with a number.

*Tim has 350 pounds of cement.* entails *Tim has less than 750 pounds of cement.* and contradicts
*Tim has 450 pounds of cement.*, and *Tim has more than 350 pounds of cement.* The entailed pair
exchanged is neutral.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from random import Random
from typing import TYPE_CHECKING, Any

from litgen.exceptions import UsageError
from litgen.replacement import Edit
from litgen.transformations.drawing import generator
from litgen.transformations.naming import refuse_unknown
from litgen.transformations.number_tables import guarded_by_word, row_of, tables
from litgen.transformations.protocol import Level, Mode, Order, Outcome, Variant
from litgen.transformations.quantities import Quantity, quantities_of

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

_FOUND = "litgen: quantities"
RELATIONS = ("entailed", "contradicted")
#: Longer sentences are left alone: their parses are no ground for a label.
MAX_WORDS = 40


class Numerical:
    """Changes one number of a sentence, or puts it under a bound.

    In ``paper`` mode as the authors' code does: the first whole number between spaces, its first
    digit drawn anew, *less than* or *more than* before it. In ``sound`` mode numbers in words, too,
    with their currency and unit, where the guards of ``rules/numbers.toml`` let them be changed;
    things that are counted are *fewer*, and a contradiction names a higher number, since where
    there are five dogs there are three.

    Args:
        name: of the transformation.
        relation: ``entailed`` or ``contradicted``.
        mode: ``sound`` or ``paper``.
        seed: of the drawing.
    """

    level: Level = "sentence"

    def __init__(self, name: str, relation: str, mode: Mode, seed: int) -> None:
        self.name = name
        self._relation = relation
        self._mode = mode
        self._seed = seed

    def apply(self, texts: Sequence[str]) -> list[Outcome]:
        """Change a number in each text, in order, one outcome each."""
        from litgen.transformations.parsing import trees_of

        reasons = {text: self._unread(text) for text in texts}
        maybe = [text for text, reason in reasons.items() if reason is None]
        trees = dict(zip(maybe, trees_of(maybe, names=True), strict=True))
        return [
            self._one(text, trees[text])
            if text in trees
            else Outcome(declined=reasons[text], stage="inapplicable")
            for text in texts
        ]

    def _unread(self, text: str) -> str | None:
        """Why a text need not be parsed, None where it must."""
        if not _number_words().search(text):
            return "no number"
        return guarded_by_word(text) if self._mode == "sound" else None

    def _one(self, text: str, tree: Doc) -> Outcome:
        draw = generator(self._seed, self.name, text)
        if self._mode == "paper":
            if not _names_somebody(tree):
                return Outcome(declined="nobody and nothing named", stage="inapplicable")
            return _paper(text, self._relation, draw)
        found, why = _quantities(tree)
        draw.shuffle(found)
        for quantity in found:
            edit = self._edit(text, quantity, draw)
            if edit is not None:
                return _outcome(text, edit)
        why = "no number to change it to" if found else why
        return Outcome(declined=why, stage="inapplicable")

    def _edit(self, text: str, quantity: Quantity, draw: Random) -> Edit | None:
        lower, higher = others(quantity)
        if self._relation == "entailed":
            choices = [each for each in (("more", lower), ("less", higher)) if each[1]]
            if not choices:
                return None
            bound, numbers = draw.choice(choices)
            return _bounded(text, quantity, bound, draw.choice(numbers))
        if quantity.shifts:
            return None
        if higher and draw.random() < 0.5:
            return _plain(text, quantity, draw.choice(higher))
        bounds = ("more",) if quantity.number.lower() in ("2", "two") else ("more", "less")
        return _bounded(text, quantity, draw.choice(bounds), quantity.number)

    def describe(self) -> Mapping[str, Any]:
        """Name, mode, seed and parser."""
        from litgen.engines.dependency.models import describe_nlp

        return {
            "name": self.name,
            "relation": self._relation,
            "mode": self._mode,
            "seed": self._seed,
            "parser": describe_nlp(),
        }


def others(quantity: Quantity) -> tuple[list[str], list[str]]:
    """Lower and higher numbers to exchange a number for, written as it is.

    The next lower one is left out where there are others, and the next higher one: *more than four*
    says little against five. One is never taken: its noun would be singular.

    Example:
        >>> others(Quantity(0, 4, "five", False, False))
        (['two', 'three'], ['seven', 'eight', 'nine'])
        >>> others(Quantity(0, 3, "350", True, False))
        (['150', '250'], ['450', '550', '650', '750', '850', '950'])
    """
    number = quantity.number
    if number[0].isdigit():
        digit, rest = int(number[0]), number[1:]
        single = not rest.strip("0123456789,") and len(number) == 1
        lower = [str(each) + rest for each in range(2 if single else 1, digit)]
        higher = [str(each) + rest for each in range(digit + 1, 10)]
    else:
        first, hyphen, rest = number.lower().partition("-")
        row = row_of(first) or ()
        at = row.index(first)
        single = not hyphen
        lower = [each + hyphen + rest for each in row[:at]]
        higher = [each + hyphen + rest for each in row[at + 1 :]]
    if single and number.lower() not in tables().rows[2]:
        lower, higher = lower[: max(1, len(lower) - 1)], higher[1:]
    return lower, higher


@lru_cache(maxsize=1)
def _number_words() -> re.Pattern[str]:
    """A digit, or one of the number words, whole."""
    words = "|".join(word for row in tables().rows for word in row)
    return re.compile(rf"\d|(?<![a-z])(?:{words})(?![a-z])", re.IGNORECASE)


def _quantities(tree: Doc) -> tuple[list[Quantity], str]:
    """The numbers that can be changed, and why there are none; found once for both relations."""
    if _FOUND not in tree.user_data:
        reason = _unfit(tree)
        tree.user_data[_FOUND] = ([], reason) if reason else quantities_of(tree)
    found, why = tree.user_data[_FOUND]
    return list(found), str(why)


def _names_somebody(tree: Doc) -> bool:
    """Whether the recogniser of entities finds somebody or something named."""
    return any(entity.label_ in tables().path["named"] for entity in tree.ents)


def _unfit(tree: Doc) -> str | None:
    """Why a sentence is no premise, None where it is."""
    from litgen.engines.dependency.nouns import is_animate
    from litgen.transformations.parsing import is_finite, is_question, roots_of
    from litgen.transformations.soundness import flaws_of, may_be_name

    # The recogniser of entities misses names (*Sara planted 18 trees.*); the tagger, fewer.
    names = any(
        (token.tag_ in ("NNP", "NNPS") or (token.pos_ == "NOUN" and may_be_name(token)))
        and not _in_date(token)
        for token in tree
    )
    if not (_names_somebody(tree) or names or any(is_animate(token) for token in tree)):
        return "nobody and nothing named"
    roots = roots_of(tree)
    if len(roots) != 1:
        return "several sentences"
    if not is_finite(roots[0]):
        return "no finite clause"
    if is_question(tree):
        return "question"
    if len(tree) > MAX_WORDS:
        return "too long"
    return flaws_of(tree)


def _in_date(token: Token) -> bool:
    """Whether a name is a weekday's, a month's or a unit's."""
    return token.ent_type_ in ("DATE", "TIME", "CARDINAL", "QUANTITY", "PERCENT", "MONEY")


def _bounded(text: str, quantity: Quantity, bound: str, number: str) -> Edit:
    """*less than* or *more than*, and a number; *fewer than* of what is counted."""
    word = "fewer" if bound == "less" and not quantity.measured else bound
    before = text[quantity.start : quantity.end]
    currency = before[: len(before) - len(quantity.number)]
    after = f"{word} than {currency}{number.lower()}"
    if not text[: quantity.start].strip("\"'“‘ ") and not before[0].islower():
        after = after[0].upper() + after[1:]
    return Edit(quantity.start, before, after)


def _plain(text: str, quantity: Quantity, number: str) -> Edit:
    before = text[quantity.start : quantity.end]
    currency = before[: len(before) - len(quantity.number)]
    cased = number[0].upper() + number[1:] if quantity.number[0].isupper() else number
    return Edit(quantity.start, before, currency + cased)


def _outcome(text: str, edit: Edit) -> Outcome:
    end = edit.start + len(edit.before)
    changed = text[: edit.start] + edit.after + text[end:]
    return Outcome((Variant((changed,), edits=(edit,), counts={"changed": 1}),))


def _paper(text: str, relation: str, draw: Random) -> Outcome:
    """The authors' construction: the first number between spaces, its first digit drawn anew."""
    places = ((at, word) for at, word in _words(text) if word.isdecimal() and word.isascii())
    start, number = next(places, (0, ""))
    if not number:
        return Outcome(declined="no number", stage="inapplicable")
    digit = draw.choice([each for each in "12345678" if each != number[0]])
    changed = digit + number[1:]
    if relation == "entailed":
        after = f"{'less' if number[0] < digit else 'more'} than {changed}"
    elif draw.random() < 0.5:
        after = changed
    else:
        after = f"{draw.choice(('more', 'less'))} than {number}"
    return _outcome(text, Edit(start, number, after))


def _words(text: str) -> list[tuple[int, str]]:
    from litgen.transformations.tokens import words_of

    return [(token.start, token.word) for token in words_of(text, tokenized=True)]


def find(order: Order) -> Numerical:
    """``numerical:entailed`` or ``numerical:contradicted``.

    Raises:
        UsageError: neither or both; or another argument.
    """
    refuse_unknown(order.name, order.arguments, (*RELATIONS, "sound", "paper"))
    relations = [each for each in order.arguments if each in RELATIONS]
    if len(relations) != 1:
        raise UsageError(f"{order.name}: write one of {', '.join(RELATIONS)} after the colon")
    return Numerical(order.name, relations[0], order.mode, order.settings.seed)
