"""New pairs from a sentence with a number (numerical reasoning: Naik et al. 2018, section 3.1).

*Tim has 350 pounds of cement.* entails *Tim has less than 750 pounds of cement.* It contradicts
*Tim has 450 pounds of cement.* and *Tim has more than 350 pounds of cement.*
"""

import re
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from litgen.acceptability.source import may_be_name, source_problem
from litgen.engines.dependency.models import describe_nlp
from litgen.exceptions import UsageError
from litgen.replacement import Edit
from litgen.transformations.naming import refuse_unknown
from litgen.transformations.parsing import is_finite, is_question, roots_of, trees_of
from litgen.transformations.protocol import Order, Outcome, TextTransformation
from litgen.transformations.quantities import (
    PATH,
    ROWS,
    Quantity,
    guarded_by_word,
    quantities_of,
    row_of,
)
from litgen.transformations.tokens import words_of
from litgen.trees.nouns import is_animate
from litgen.trees.tokens import Doc

_FOUND = "litgen: quantities"
#: Entity types whose capitalised words are weekdays, months or units, not names.
_NO_NAMES = ("DATE", "TIME", "CARDINAL", "QUANTITY", "PERCENT", "MONEY")
RELATIONS = ("entailed", "contradicted")
#: Maximum number of tokens; parses of longer sentences are not reliable enough for a label.
MAX_WORDS = 40
#: A digit, or a number word that is not part of another word.
_NUMBER = re.compile(
    rf"\d|(?<![a-z])(?:{'|'.join(word for row in ROWS for word in row)})(?![a-z])", re.IGNORECASE
)


class Numerical(TextTransformation):
    """``numerical:entailed`` and ``numerical:contradicted`` change a number or add a bound.

    ``paper`` mode follows the authors' code: it takes the first integer between spaces, draws a new
    first digit, and may insert *less than* or *more than*. ``sound`` mode also handles number
    words, currencies and units (``rules/numbers.toml``) and writes *fewer* with count nouns. To
    contradict without a bound, it uses only higher numbers: *five dogs* entails *three dogs*.

    Raises:
        UsageError: an argument is unknown, or the arguments do not contain exactly one relation.
    """

    def __init__(self, order: Order) -> None:
        super().__init__(order)
        refuse_unknown(order.name, order.arguments, (*RELATIONS, "sound", "paper"))
        relations = [each for each in order.arguments if each in RELATIONS]
        if len(relations) != 1:
            raise UsageError(f"{order.name}: use one of {', '.join(RELATIONS)} after the colon")
        self._relation = relations[0]

    def apply(self, texts: Sequence[str]) -> list[Outcome]:
        reasons = {text: self._unread(text) for text in texts}
        maybe = [text for text, reason in reasons.items() if reason is None]
        trees = dict(zip(maybe, trees_of(maybe, names=True), strict=True))
        return [
            self._declined(reason) if (reason := reasons[text]) else self._change(text, trees[text])
            for text in texts
        ]

    def _unread(self, text: str) -> str | None:
        """Return why a text can be declined without a parse, or None if it must be parsed."""
        if not _NUMBER.search(text):
            return "number.none"
        return guarded_by_word(text) if self.mode == "sound" else None

    def _change(self, text: str, tree: Doc) -> Outcome:
        draw = self._draw(text)
        if self.mode == "paper":
            if not any(entity.label_ in PATH["named"] for entity in tree.ents):
                return self._declined("number.no-referent")
            return self._paper(text, draw)
        found, why = _quantities(tree)
        draw.shuffle(found)
        for quantity in found:
            edit = self._edit(text, quantity, draw)
            if edit is not None:
                return self._changed(edit.made_in(text), edit, changed=1)
        return self._declined("number.no-replacement" if found else why)

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

    def _paper(self, text: str, draw: Random) -> Outcome:
        """Follow the authors' code: change or bound the first integer between spaces."""
        words = words_of(text, tokenized=True)
        found = next((t for t in words if t.word.isdecimal() and t.word.isascii()), None)
        if found is None:
            return self._declined("number.none")
        number = found.word
        digit = draw.choice([each for each in "12345678" if each != number[0]])
        new = digit + number[1:]
        if self._relation == "entailed":
            after = f"{'less' if number[0] < digit else 'more'} than {new}"
        else:
            bounded = draw.random() >= 0.5
            after = f"{draw.choice(('more', 'less'))} than {number}" if bounded else new
        edit = Edit(found.start, number, after)
        return self._changed(edit.made_in(text), edit, changed=1)

    def describe(self) -> Mapping[str, Any]:
        own = {"relation": self._relation, "mode": self.mode, "seed": self.settings.seed}
        return {**super().describe(), **own, "parser": describe_nlp()}


def others(quantity: Quantity) -> tuple[list[str], list[str]]:
    """Return lower and higher replacements for a number, in the same format.

    For a single digit or number word (except tens), the nearest number is usually left out: *more
    than four* is too close to *five*. *One* is never used, because it needs a singular noun.

    Example:
        >>> others(Quantity(0, 4, "five", False, False))
        (['two', 'three'], ['seven', 'eight', 'nine'])
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
    if single and number.lower() not in ROWS[2]:
        lower, higher = lower[: max(1, len(lower) - 1)], higher[1:]
    return lower, higher


def _quantities(tree: Doc) -> tuple[list[Quantity], str]:
    """Return the changeable numbers in a tree, which caches them, and the reason if it has none."""
    if _FOUND not in tree.user_data:
        reason = _unfit(tree)
        tree.user_data[_FOUND] = ([], reason) if reason else quantities_of(tree)
    found, why = tree.user_data[_FOUND]
    return list(found), str(why)


def _unfit(tree: Doc) -> str | None:
    # The tagger finds names that the entity recogniser misses: *Sara planted 18 trees.*
    names = any(
        (token.tag_ in ("NNP", "NNPS") or (token.pos_ == "NOUN" and may_be_name(token)))
        and token.ent_type_ not in _NO_NAMES
        for token in tree
    )
    named = any(entity.label_ in PATH["named"] for entity in tree.ents)
    if not (named or names or any(map(is_animate, tree))):
        return "number.no-referent"
    roots = roots_of(tree)
    if len(roots) != 1:
        return "parse.several-sentences"
    if not is_finite(roots[0]):
        return "text.no-finite-clause"
    if is_question(tree):
        return "text.question"
    if len(tree) > MAX_WORDS:
        return "parse.too-long"
    problem = source_problem(tree)
    return problem and problem.id


def _bounded(text: str, quantity: Quantity, bound: str, number: str) -> Edit:
    """Return an edit that inserts *more than* or *less than* (*fewer than* with count nouns)."""
    word = "fewer" if bound == "less" and not quantity.measured else bound
    before = text[quantity.start : quantity.end]
    after = f"{word} than {before.removesuffix(quantity.number)}{number.lower()}"
    if not text[: quantity.start].strip("\"'“‘ ") and not before[0].islower():
        after = after[0].upper() + after[1:]
    return Edit(quantity.start, before, after)


def _plain(text: str, quantity: Quantity, number: str) -> Edit:
    before = text[quantity.start : quantity.end]
    cased = number[0].upper() + number[1:] if quantity.number[0].isupper() else number
    return Edit(quantity.start, before, before.removesuffix(quantity.number) + cased)
