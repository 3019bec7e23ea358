"""Determiners and amounts exchanged, added, dropped (``rules/proving.toml``)."""

import re
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from litgen.proving.alignment import Alignment
from litgen.proving.places import AtomicEdit, Place
from litgen.proving.relations import (
    ALTERNATION,
    COVER,
    EQUIVALENT,
    FORWARD,
    INDEPENDENCE,
    NEGATION,
    REVERSE,
    Relation,
    inverse,
)
from litgen.tables import rules_table, word_list
from litgen.transformations.positions import position_of
from litgen.trees.tokens import Token


class Amount(NamedTuple):
    """How many: from ``least`` to ``most``, None where there is no such bound."""

    least: float | None
    most: float | None


@cache
def _numbers() -> dict[str, int]:
    cardinals: dict[str, int] = rules_table("semantics/numbers")["cardinal"]
    return {word: n for word, n in cardinals.items() if n <= 20 and word != "dozen"}


def quantifier_exchanged(
    pair: Alignment, gone: Sequence[Token], new: Sequence[Token]
) -> AtomicEdit | None:
    """The edit that puts one determiner in the place of another before the same noun."""
    noun = _noun_after(gone, new, pair)
    if noun is None:
        return None
    before, after = _around(pair, gone or new, bool(gone))
    if (before or after) and not (gone and new):
        return None  # of *at least five* one part is gone
    if any(c.lower_ in ("few", "little") and c.i < noun.i for c in noun.children):
        return None  # *a few* is one determiner, and *few* another
    first, second = (
        " ".join([*before, *(w.lower_ for w in words), *after]) for words in (gone, new)
    )
    relation = quantifier_relation(first, second)
    if relation is None:
        return None
    if "every" in (_class(first), _class(second)):
        if any(child.dep_ == "neg" for child in noun.head.children):
            return None  # *All the guests did not eat*: none did, or not all
        if not (gone and new) and _is_definite(noun):
            relation = EQUIVALENT | FORWARD  # what is said of the guests is said of all, or nearly
    said = f"{first or 'no determiner'} -> {second or 'no determiner'}"
    if relation in (NEGATION, ALTERNATION):
        if not _asserted(noun):
            return None
        return AtomicEdit("quantifier", said, relation)
    outside = position_of(noun, outside=True)
    found = pair.premise.polarity(gone[0]) if gone and gone[0].dep_ == "det" else None
    if outside.definite or (found is not None and found.value not in (outside.value, "none")):
        return None
    return Place(outside.value).edit("quantifier", said, relation)


def _is_definite(noun: Token) -> bool:
    """Whether a noun has an article or a possessive beside a quantifier: *all the guests*."""
    return any(
        c.dep_ == "poss" or c.lower_ in word_list("definite", "positions") for c in noun.children
    )


def _around(pair: Alignment, words: Sequence[Token], gone: bool) -> tuple[list[str], list[str]]:
    """What stands around a number in both sentences, and belongs to it: *at least*, *or more*."""
    tree = (pair.premise if gone else pair.hypothesis).tree
    first, last = words[0].i, words[-1].i + 1
    before: list[str] = []
    for size in (1, 2, 3):
        found = [word.lower_ for word in tree[max(first - size, 0) : first]]
        if " ".join(found) in word_list("degrees", "proving"):
            before = found
    after = [word.lower_ for word in tree[last : last + 2]]
    return before, after if after in (["or", "more"], ["or", "fewer"], ["or", "less"]) else []


def _noun_after(gone: Sequence[Token], new: Sequence[Token], pair: Alignment) -> Token | None:
    words = gone or new
    noun = words[-1].head
    if noun.pos_ not in ("NOUN", "PROPN") or noun.i <= words[-1].i:
        return None
    if gone and new and pair.partners.get(noun.i) != new[-1].head:
        return None
    if gone:
        return noun if noun.i in pair.partners else None
    return next((pair.premise.tree[i] for i, w in pair.partners.items() if w == noun), None)


def _asserted(noun: Token) -> bool:
    """Whether the noun is an argument of the root, of which nothing is denied or embedded."""
    verb = noun.head
    return verb.dep_ == "ROOT" and not any(c.dep_ in ("neg", "advcl") for c in verb.children)


def quantifier_relation(first: str, second: str) -> Relation | None:
    """What holds between two determiners, None where nothing is known.

    Example:
        >>> sorted(quantifier_relation("every", "some"))
        ['<']
        >>> sorted(quantifier_relation("at least two", "at least five"))
        ['>']
    """
    one, other = _class(first), _class(second)
    if one is not None and other is not None:
        if one == other:
            return EQUIVALENT
        table = rules_table("proving")["quantifiers"]
        for relation, sign in (
            (FORWARD, "weaker"),
            (NEGATION, "denied"),
            (ALTERNATION, "excluded"),
        ):
            if other in table[one].get(sign, ()):
                return relation
            if one in table[other].get(sign, ()):
                return inverse(relation)
        return None
    amount, amount_2 = _amount(first), _amount(second)
    if amount is None or amount_2 is None:
        if amount is not None and other == "some" and (amount.least or 0) >= 1:
            return FORWARD
        if amount_2 is not None and one == "some" and (amount_2.least or 0) >= 2:
            return REVERSE
        return None
    exact, bare = _amounts(amount, amount_2), (" " not in first, " " not in second)
    if bare[0] == bare[1]:
        return exact
    # *Two* may be *at least two*, beside what is said to be a bound.
    loose = (each._replace(most=None) if alone else each
             for alone, each in zip(bare, (amount, amount_2), strict=True))  # fmt: skip
    return exact | _amounts(*loose)


def _amounts(one: Amount, other: Amount) -> Relation:
    if one == other:
        return EQUIVALENT
    if _within(one, other):
        return FORWARD
    if _within(other, one):
        return REVERSE
    if max(one.least or 0, other.least or 0) > min(_top(one), _top(other)):
        return ALTERNATION
    whole = not (one.least and other.least) and float("inf") in (_top(one), _top(other))
    return COVER if whole else INDEPENDENCE


def _within(one: Amount, other: Amount) -> bool:
    return (one.least or 0) >= (other.least or 0) and _top(one) <= _top(other)


def _top(amount: Amount) -> float:
    return float("inf") if amount.most is None else amount.most


_AMOUNT = re.compile(
    r"(?:(?P<sign>at least|no fewer than|no less than|more than|over|at most|no more than"
    r"|fewer than|less than|up to|exactly|only|precisely) )?(?P<number>[\w,.]+)"
    r"(?: (?P<after>or more|or fewer|or less))?$"
)


def _amount(text: str) -> Amount | None:
    found = _AMOUNT.match(text)
    if found is None:
        return None
    word = found["number"].replace(",", "")
    number = _numbers().get(word, int(word) if word.isdecimal() else None)

    if number is None:
        return None
    sign = found["sign"] or found["after"] or ""
    if sign in ("at least", "no fewer than", "no less than", "or more"):
        return Amount(number, None)
    if sign in ("more than", "over"):
        return Amount(number + 1, None)
    if sign in ("at most", "no more than", "up to", "or fewer", "or less"):
        return Amount(None, number)
    if sign in ("fewer than", "less than"):
        return Amount(None, number - 1)
    return Amount(number, number)


@cache
def _class(text: str) -> str | None:
    table = rules_table("proving")["quantifiers"]
    return next((name for name, entry in table.items() if text in entry["words"]), None)
