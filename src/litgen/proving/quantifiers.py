"""Edits that exchange, add or drop determiners and amounts (``rules/proving.toml``)."""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import product
from typing import Any, NamedTuple

from litgen.proving.alignment import Alignment
from litgen.proving.operators import is_one
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
from litgen.transformations.adjuncts import is_condition
from litgen.transformations.positions import position_of
from litgen.trees.tokens import Token


class Amount(NamedTuple):
    """A range of numbers from ``minimum`` to ``maximum``; None means that there is no bound."""

    minimum: float | None
    maximum: float | None


@cache
def _numbers() -> dict[str, int]:
    cardinals: dict[str, int] = rules_table("semantics/numbers")["cardinal"]
    return {word: n for word, n in cardinals.items() if n <= 20 and word != "dozen"}


def quantifier_exchanged(
    pair: Alignment, gone: Sequence[Token], new: Sequence[Token]
) -> AtomicEdit | None:
    """Return the edit that exchanges determiners before the same noun or before *of*."""
    found = _determiners(pair, gone, new) or _partitive(pair, gone, new)
    if found is None:
        return None
    noun, first, second = found
    relation = quantifier_relation(first, second)
    if relation is None:
        return None
    classes = (_class(first), _class(second))
    if "every" in classes and any(child.dep_ == "neg" for child in noun.head.children):
        return None  # *All the guests did not eat* is ambiguous: none did, or not all
    if not (first and second) and _is_definite(noun):
        if "every" not in classes:
            return None
        relation = EQUIVALENT | FORWARD  # a claim about *the guests* is about nearly all
    said = f"{first or 'no determiner'} -> {second or 'no determiner'}"
    outside = position_of(noun, outside=True)
    if relation in (NEGATION, ALTERNATION, COVER, INDEPENDENCE):
        other = pair.partners.get(noun.i)
        if outside.value != "up" or not _asserted(noun):
            return None
        if other is not None and not _is_one_event(other):
            return None
        inside = {word for word in noun.subtree if not any(w.pos_ == "VERB" for w in noun.subtree)}
        joints = {word.lower_ for word in noun.doc if word.dep_ == "cc" and word not in inside}
        if "or" in joints:
            return None  # *No man sang or danced* need not contradict *A man sang or danced*
        if relation == NEGATION and joints:
            relation = ALTERNATION  # the joined clause may be true or false
        return AtomicEdit("quantifier", said, relation)
    scope = pair.premise.polarity(gone[0]) if gone and gone[0].dep_ == "det" else None
    if outside.definite or (scope is not None and scope.value not in (outside.value, "none")):
        return None
    return Place(outside.value).edit("quantifier", said, relation)


def _determiners(
    pair: Alignment, gone: Sequence[Token], new: Sequence[Token]
) -> tuple[Token, str, str] | None:
    """Return a noun (from the hypothesis if *not* is dropped) and its determiners in both texts."""
    noun = _noun_after(gone, new, pair)
    if noun is None:
        return None
    before, after = _around(pair, gone or new, bool(gone))
    if (before or after) and not (gone and new):
        return None  # only a part of *at least five* is dropped
    if any(c.lower_ in ("few", "little") and c.i < noun.i for c in noun.children):
        return None  # *a few* and *few* are different determiners
    first, second = (
        " ".join([*before, *(w.lower_ for w in words), *after]) for words in (gone, new)
    )
    amounts = word_list("vague", "proving")
    if any(each and not _is_known(each) for each in (first, second)):
        return None
    if any(c.lower_ in amounts and c not in (*gone, *new) for c in noun.children):
        return None  # *a* in *a few* is not a determiner
    if noun.head in gone and noun.head.head in gone:
        return noun.head.head, first, second  # *all* in *all of the dogs*
    return pair.partners[noun.i] if first.startswith("not ") else noun, first, second


def _partitive(
    pair: Alignment, gone: Sequence[Token], new: Sequence[Token]
) -> tuple[Token, str, str] | None:
    """Return the head of a partitive or a quantified pronoun, and the quantifier in both sentences.

    Example: *Most*, ``most`` and ``some`` for *Most of the men sang* and *Some of the men sang*.
    """
    starts = _starts(pair, gone, new)
    if starts is None:
        return None
    for left, right in sorted(product(range(3), range(4)), key=sum):
        one, other = (
            read.words[max(start - left, 0) : start + len(words) + right]
            for read, start, words in zip(pair[:2], starts, (gone, new), strict=True)
        )
        if not one or not other or not _same_ends(pair, one, other, left, right):
            continue
        if any(_around(pair, one, True)) or any(_around(pair, other, False)):
            continue
        first, second = (
            " ".join(word.lower_ for word in words).removesuffix(" of") for words in (one, other)
        )
        if not (_is_known(first) and _is_known(second)):
            continue
        if not (gone and new) and (_amount(first) or _amount(second)):
            continue
        heads = [_head_of(words) for words in (one, other)]
        if heads[0] is None or heads[1] is None or heads[0].dep_ != heads[1].dep_:
            continue
        if pair.partners.get(heads[0].head.i) != heads[1].head:
            continue
        pronouns = [
            word for word in (one[-1], other[-1]) if len(word) > 4 and word.lower_.endswith(_SORTS)
        ]
        if len(pronouns) == 1 or len({word.lower_.endswith("thing") for word in pronouns}) > 1:
            continue
        return heads[1] if first.startswith("not ") else heads[0], first, second
    return None


#: Endings of quantified pronouns, which show whether they denote a person or a thing.
_SORTS = ("body", "one", "thing")


def _starts(pair: Alignment, gone: Sequence[Token], new: Sequence[Token]) -> tuple[int, int] | None:
    """Return where a difference begins in the words of both sentences."""
    one, other = pair.premise.words, pair.hypothesis.words
    if gone and new:
        return one.index(gone[0]), other.index(new[0])
    if not gone:
        turned = _starts(pair.turned(), new, gone)
        return None if turned is None else (turned[1], turned[0])
    end = one.index(gone[-1]) + 1
    after = pair.partners.get(one[end].i) if end < len(one) else None
    return None if after is None else (end - len(gone), other.index(after))


def _same_ends(
    pair: Alignment, one: Sequence[Token], other: Sequence[Token], left: int, right: int
) -> bool:
    """Check whether the words to the left and right of a difference are the same in both texts."""
    ends = [*zip(one[:left], other[:left], strict=False)]
    if right:
        ends += zip(one[-right:], other[-right:], strict=False)
    return all(pair.partners.get(a.i) == b for a, b in ends)


def _is_known(text: str) -> bool:
    return text != "" and bool(_class(text) or _shares(text) or _amount(text))


def _head_of(words: Sequence[Token]) -> Token | None:
    """Return the word that links a quantifier to its clause: the one before *of*, or its noun."""
    last, inside = words[-1], {word.i for word in words}
    after = last.nbor(1) if last.i + 1 < len(last.doc) else None
    if after is not None and after.lower_ == "of" and after.head.i in inside:
        return after.head
    if last.lower_ == "of" and last.head.i in inside:
        return last.head
    head = last
    while head.i in inside and head.head != head and head.head.i in inside:
        head = head.head
    if head.dep_ in ("det", "nummod", "amod", "predet", "quantmod", "nmod"):
        return head.head if head.head.pos_ in ("NOUN", "PROPN") and head.head.i > last.i else None
    closed = all(each.i in inside or each.is_punct for each in head.subtree)
    return head if closed and head.dep_ in ("nsubj", "nsubjpass", "dobj", "pobj") else None


def _is_definite(noun: Token) -> bool:
    """Check whether a noun has a definite determiner or a possessive, as in *all the guests*."""
    return any(
        c.dep_ == "poss" or c.lower_ in word_list("definite", "positions") for c in noun.children
    )


def _around(pair: Alignment, words: Sequence[Token], gone: bool) -> tuple[list[str], list[str]]:
    """Return the words around a number that belong to it, such as *at least* and *or more*."""
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
    """Check whether a noun depends on a root verb that has no negation or adverbial clause."""
    verb = noun.head
    embedded = any(c.dep_ in ("neg", "advcl") for c in verb.children)
    return verb.dep_ == "ROOT" and not embedded and _is_one_event(noun)


def _is_one_event(noun: Token) -> bool:
    """Check whether the subject is one individual, and no clause is an alternative or a condition.

    *A man met some of them* and *A man met none of them* may both be true, of different men.
    """
    subjects = [c for c in noun.head.children if c.dep_ in ("nsubj", "nsubjpass")]
    if noun not in subjects and not all(is_one(each) for each in subjects):
        return False
    return not any(
        is_condition(word) or (word.lower_ == "or" and word.i and word.nbor(-1).text == ",")
        for word in noun.doc
    )


def quantifier_relation(first: str, second: str) -> Relation | None:
    """Return the relation between two determiners, or None if nothing is known.

    Example:
        >>> sorted(quantifier_relation("every", "some"))
        ['<']
        >>> sorted(quantifier_relation("at least two", "at least five"))
        ['>']
    """
    table = rules_table("proving")["quantifiers"]
    one, other = _class(first), _class(second)
    if one is not None and other is not None and (found := tabled(table, one, other)):
        return found
    shares, others = _shares(first), _shares(second)
    if shares and others:
        return frozenset(r for a in shares for b in others for r in _amounts(a, b))
    amount, amount_2 = _amount(first), _amount(second)
    if amount is not None and amount_2 is not None:
        return _bare_or_bound(amount, amount_2, (" " not in first, " " not in second))
    if amount is not None and other is not None:
        return _of_amount(amount, table[other], other)
    if amount_2 is not None and one is not None:
        found = _of_amount(amount_2, table[one], one)
        return None if found is None else inverse(found)
    return None


def of_a_part(edits: Sequence[AtomicEdit], relation: Relation) -> Relation:
    """Weaken the relation of a chain that goes from all to some and also narrows the noun.

    *Every dog barked* entails that a dog barked, but not that a dog in the park barked, since there
    may be no dog in the park. The same applies in the other direction.
    """
    for way in (FORWARD, REVERSE):
        spoken_of = narrower = False
        for edit in edits:
            if edit.relation == way and edit.kind == "quantifier":
                sides = [_class(side) == "every" for side in edit.said.split(" -> ")]
                spoken_of |= any(sides) and not all(sides)
            elif way <= edit.relation:
                universal = any(name in edit.because for name in ("_every_q", "_all_q", "_each_q"))
                narrower |= edit.because.startswith("down") or universal
        if spoken_of and narrower and relation & (EQUIVALENT | way):
            relation |= INDEPENDENCE
    return relation


def tabled(table: Mapping[str, Mapping[str, Any]], one: str, other: str) -> Relation | None:
    """Return the relation between two classes of a table in ``rules/proving.toml``."""
    if one == other:
        return EQUIVALENT
    for relation, sign in ((FORWARD, "weaker"), (NEGATION, "denied"), (ALTERNATION, "excluded")):
        if other in table[one].get(sign, ()):
            return relation
        if one in table[other].get(sign, ()):
            return inverse(relation)
    return None


def _bare_or_bound(one: Amount, other: Amount, bare: tuple[bool, bool]) -> Relation:
    """Return the relation of two amounts; if one is a bound, a bare *two* may be *at least two*."""
    exact = _amounts(one, other)
    if bare[0] == bare[1]:
        return exact
    loose = (each._replace(maximum=None) if alone else each
             for alone, each in zip(bare, (one, other), strict=True))  # fmt: skip
    return exact | _amounts(*loose)


def _of_amount(amount: Amount, entry: Mapping[str, Any], name: str) -> Relation | None:
    """Return the relation between an amount and a determiner that states no amount."""
    if name == "no":
        return _amounts(amount, Amount(0, 0))
    minimum, enough = entry.get("at_least"), entry.get("follows_from")
    if minimum is None or enough is None:
        return None
    if (amount.minimum or 0) >= enough:
        return EQUIVALENT if amount == Amount(minimum, None) and minimum == enough else FORWARD
    return REVERSE if amount.maximum is None and (amount.minimum or 0) <= minimum else None


_FRACTIONS = {"half": 50, "a third": 33.33, "one third": 33.33, "two thirds": 66.67,
              "a quarter": 25, "one quarter": 25, "three quarters": 75}  # fmt: skip


@cache
def _shares(text: str) -> tuple[Amount, ...]:
    """List the shares, in 1/10,000, that a determiner may mean; a bare share may be a minimum."""
    name = _class(text)
    if name is not None:
        share = rules_table("proving")["quantifiers"][name].get("share")
        return (Amount(*(round(100 * each) for each in share)),) if share else ()
    sign, number = _SHARE.sub(r"\1|\2", text).partition("|")[::2]
    percent = re.fullmatch(r"(\d+(?:\.\d+)?) ?(?:%|percent|per cent)", number)
    part = float(percent[1]) if percent else _FRACTIONS.get(number)
    if part is None or not 0 < part < 100:
        return ()
    n = round(100 * part)
    if not sign:
        return Amount(n, n), Amount(n, 10000)
    low, high = {
        "at least": (n, 10000), "no less than": (n, 10000), "more than": (n + 1, 10000),
        "over": (n + 1, 10000), "at most": (0, n), "no more than": (0, n), "up to": (0, n),
        "fewer than": (0, n - 1), "less than": (0, n - 1), "under": (0, n - 1), "exactly": (n, n),
    }[sign]  # fmt: skip
    return (Amount(low, high),)


_SHARE = re.compile(
    r"^(?:(at least|no less than|more than|over|at most|no more than|up to|fewer than|less than"
    r"|under|exactly) )?(.+)$"
)


def _amounts(one: Amount, other: Amount) -> Relation:
    if one == other:
        return EQUIVALENT
    if _within(one, other):
        return FORWARD
    if _within(other, one):
        return REVERSE
    low, high = max(one.minimum or 0, other.minimum or 0), min(_top(one), _top(other))
    if low <= high:
        return COVER if _is_all(one, other) else INDEPENDENCE
    return NEGATION if low == high + 1 and _is_all(one, other) else ALTERNATION


def _is_all(one: Amount, other: Amount) -> bool:
    """Check whether the two amounts together cover all amounts."""
    return min(one.minimum or 0, other.minimum or 0) == 0 and max(_top(one), _top(other)) in (
        10000, float("inf"),
    )  # fmt: skip


def _within(one: Amount, other: Amount) -> bool:
    return (one.minimum or 0) >= (other.minimum or 0) and _top(one) <= _top(other)


def _top(amount: Amount) -> float:
    return float("inf") if amount.maximum is None else amount.maximum


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


def _class(text: str) -> str | None:
    return class_of("quantifiers", text)


@cache
def class_of(table: str, text: str) -> str | None:
    """Return the class in a table of ``rules/proving.toml`` that contains the words."""
    classes = rules_table("proving")[table]
    return next((name for name, entry in classes.items() if text in entry["words"]), None)
