"""Putting a verb group's words where the source's stood: adverbs, *not* and clitics stay put."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from litgen.engines.dependency.clauses import Clause
from litgen.engines.dependency.morphology import BEFORE_NT, CLITICS, WITHOUT_NT, lemma_of_verb
from litgen.engines.dependency.nouns import is_plural
from litgen.engines.dependency.realisation.fields import Order
from litgen.engines.dependency.realisation.surface import Piece
from litgen.lexicon import ADVERBS
from litgen.tables import LISTS

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token


def place(
    doc: Doc, clause: Clause, words: Sequence[str], negate: str, order: Order
) -> tuple[dict[int, list[Piece]], int]:
    """What each token of a clause's verb group becomes, and which of them its first word is at.

    Args:
        words: the new group, the main verb last.
        negate: a negation to add after the first word: ``"not"``, ``"n't"`` or nothing.
        order: what stands up to the verb, where the clause is cut into fields: an adverb may have
            moved. Where it is not, an unchanged *'ll* or *'s* stays one: its host does not move.

    Example:
        *is often reading* with ``["will", "be", "reading"]`` puts *will* for *is* and
        *be reading* for *reading*: *will often be reading*.
    """
    clitics = not order and negate != "n't"
    slots: dict[int, list[str]] = {i: [] for i in clause.group}
    first = clause.group[0]
    before, after = (first, list[str]()), (first, list[str]())
    if clause.auxiliaries:
        _into_auxiliaries(doc, clause, words, slots)
        first = first if slots[first] else clause.head
        manner, at = _manner(doc, clause, words, order), _before_adverbs(doc, clause, first, order)
        kept = lemma_of_verb(words[0]) in ("be", doc[first].lemma_)
        kept = kept or clause.negation == first + 1  # *still hadn't found* -> *still didn't find*
        if len(words) > 2 and manner is not None:  # *have been generously given*
            before = (manner.left_edge.i, slots[clause.head][:-1])
            slots[clause.head] = slots[clause.head][-1:]
        elif at < first and slots[first] and not kept:
            # *never got launched* -> *may never get launched*
            before, first = (at, [slots[first].pop(0)]), at
    elif doc[clause.head].lemma_ == "be" and doc[clause.head - 1].lower_ != "never":
        slots[clause.head] = [words[0]]
        if len(words) > 1:
            after = (_tail(doc, clause, "to" in words), list(words[1:]))
    else:  # *often reads* -> *will often read*, *very politely asks*
        at = _before_adverbs(doc, clause, clause.head, order)
        last = len(words) - 1
        manner = _manner(doc, clause, words, order) if at != clause.head else None
        beside = manner is not None and len(words) > 2
        stay = last if "to" in words or beside else min(last, 1)  # *seems to deftly avoid*
        slots[clause.head] = list(words[stay:])
        if stay:
            first, before = at, (at, list(words[:stay]))
    edits = {index: _slot(doc[index], each, clitics) for index, each in slots.items()}
    for index, lead, tail in ((before[0], before[1], []), (after[0], [], after[1])):
        if lead or tail:
            own = edits.get(index, [Piece(doc[index].text, index)])
            edits[index] = [*map(Piece, lead), *own, *map(Piece, tail)]
    if clause.negation is not None:
        _keep_negation(doc[clause.negation], edits, first)
    if negate:
        edits[first] = negated(edits[first], negate)
    return edits, first


def _manner(doc: Doc, clause: Clause, words: Sequence[str], order: Order) -> Token | None:
    """The adverb before a verb that stays beside it: *may have generously given*, *will be fully
    covered*, but *will often be seen*."""
    token = doc[_up_to(clause.head, order)[-1]]
    adverb = token.dep_ == "advmod" and token.head.i == clause.head
    own = token.lower_ not in (*ADVERBS.medial, *LISTS.negations)
    way = token.lower_.endswith("ly") or token.lower_ in ("most", "least")
    late = words[1:2] == ["have"] or (way and "being" not in words)
    return token if late and adverb and own else None


def _into_auxiliaries(
    doc: Doc, clause: Clause, words: Sequence[str], slots: dict[int, list[str]]
) -> None:
    first, *middle = clause.auxiliaries
    if len(words) == 1:
        slots[first if words[0] in LISTS.finite_be else clause.head] = [words[0]]
        return
    degree = not middle and doc[clause.head - 1].lower_ in ADVERBS.participle_degree
    medial = doc[first + 1].lower_ in (*ADVERBS.medial, *LISTS.negations)
    # *will also be able to go*, *will he be able to go*, *did he have to go*
    apart = clause.question or (words[0] == "will" and medial)
    # *probably have gone*, but *seem to have gone*, *will be well defined*
    lead = len(words) - 1 if ("to" in words and not apart) or degree else 1
    slots[first] = list(words[:lead])
    slots[clause.head] = [words[-1]]
    rest = list(words[lead:-1])
    for index in reversed(middle):
        if rest:
            slots[index] = [rest.pop()]
    if rest:
        target = next(iter(middle), clause.head)
        slots[target] = [*rest, *slots[target]]


def _before_adverbs(doc: Doc, clause: Clause, at: int, order: Order) -> int:
    """The first of the adverbs before a verb, or an auxiliary."""
    before = _up_to(at, order)
    while before:
        adverb = doc[before[-1]]
        while adverb.dep_ == "conj":  # *fairly and carefully*
            adverb = adverb.head
        if not _preverbal(adverb, clause):
            break
        at = adverb.left_edge.i
        before = [i for i in before if i < at]
    return at


def _up_to(at: int, order: Order) -> list[int]:
    """The tokens before one, in an order or, where it is not in it, in the source."""
    before = order[: order.index(at)] if at in order else range(at)
    return [i for i in before if isinstance(i, int)]


def _preverbal(token: Token, clause: Clause) -> bool:
    """An adverb between the subject and the verb group."""
    adverb = token.dep_ == "advmod" or token.lower_ == "never"
    behind = clause.subject is None or token.i > clause.subject
    apart = any(c.dep_ == "punct" for c in token.children)
    return adverb and token.head.i == clause.head and behind and not apart


def _tail(doc: Doc, clause: Clause, to: bool) -> int:
    """After which token the rest of a group follows that begins with a lexical *be*.

    ``to``: the rest has an infinitive, before which only *not* stays.
    """
    subject = doc[clause.subject or 0]
    at = subject.right_edge.i if clause.question else clause.head
    if not to and at + 2 < len(doc) and doc[at + 1 : at + 3].text.lower() == "no longer":
        return at + 2
    several = is_plural(subject)
    while (
        at + 2 < len(doc)
        and doc[at + 1].lower_ in (LISTS.negations if to else ADVERBS.medial)
        and (doc[at + 1].head.i == clause.head and doc[at + 2].head.i != doc[at + 1].i)
        and not (doc[at + 1].lower_ == "likely" and doc[at + 2].tag_ == "TO")
        and (doc[at + 1].lower_ != "all" or several)  # *all alone*
    ):
        at += 1
    return at


def _slot(token: Token, words: Sequence[str], clitics: bool) -> list[Piece]:
    """What a token becomes; what may stand for its new word stays as it is."""
    form = token.lower_.replace("’", "'")
    had = token.lemma_ == "have"
    full = {"'s": ("has" if had else "is",), "'d": ("had" if had else "would",)}
    readings = full.get(form) or (form, *CLITICS.get(form, ()))
    if (clitics or token.text[0] not in "'’") and len(words) == 1 and words[0] in readings:
        return [Piece(token.text, token.i)]
    # the verb keeps its index, so that a hyphen or a comma glued to it stays glued
    last = [Piece(word, None if form in CLITICS else token.i) for word in words[-1:]]
    return [*map(Piece, words[:-1]), *last]


def negated(pieces: Sequence[Piece], negation: str) -> list[Piece]:
    """Put *not* or *n't* after the first word: *will* -> *wo n't*, *may* -> *may not*."""
    head, *rest = pieces
    form = head.text.lower()
    if negation == "n't" and form not in WITHOUT_NT:
        return [head._replace(text=BEFORE_NT.get(form, head.text)), Piece("n't", glued=True), *rest]
    if form == "can":
        return [head._replace(text="cannot"), *rest]
    return [head, Piece("not"), *rest]


def _keep_negation(token: Token, edits: dict[int, list[Piece]], first: int) -> None:
    """The source's own *not* or *n't* stays where it is and fits the new first word."""
    doc = token.doc
    if token.lower_ not in LISTS.negations:
        return
    word = edits[first][0]
    if word.source is not None and word.text == doc[word.source].text:
        return
    if token.i != (word.source if word.source is not None else first) + 1:
        return
    full = token.lower_ == "not"
    lead, *negation = negated([word], "not" if full else "n't")
    if full and negation and token.i in edits:
        return
    edits[first] = [lead, *edits[first][1:]]
    edits[token.i] = [*negation, *edits.get(token.i, [])[1:]]
