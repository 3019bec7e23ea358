"""Where the by-phrase of a passive may stand among what follows its verb."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from litgen.engines.dependency.analysis import Declined
from litgen.engines.dependency.nouns import is_animate
from litgen.engines.dependency.realisation.fields import Fields, Order, is_adverb, without
from litgen.engines.dependency.realisation.surface import Piece
from litgen.tables import LISTS

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

_CLAUSES = frozenset(("advcl", "ccomp", "xcomp", "conj", "cc", "punct", "mark", "parataxis"))
#: A phrase of more words goes after the by-phrase; an agent of more words goes last.
_SHORT = 6


class Unit(NamedTuple):
    """One phrase after the verb.

    Attributes:
        before, after: it may stand before the by-phrase, after it.
        close: it stands before it rather than after it.
    """

    order: Order
    before: bool
    after: bool
    close: bool


class Agent(NamedTuple):
    """What in a by-phrase bears on its place.

    Attributes:
        light: it is one word.
        open: it has a phrase that may take what follows: *a man with a hat*, *a man wearing a hat*.
        verbal: it has a clause.
        prepositions: *in* of *a man in a hat*, who would take *in the park*, too.
    """

    light: bool
    open: bool
    verbal: bool
    prepositions: frozenset[str]


def _agent_of(doc: Doc, order: Order) -> Agent:
    tokens = [doc[i] for i in order if isinstance(i, int)]
    opening = ("ADP", "VERB", "SCONJ", "PUNCT")
    return Agent(
        len(order) == 2,
        any(t.pos_ in opening and t.lower_ != "of" for t in tokens),
        any(t.pos_ == "VERB" for t in tokens),
        frozenset(t.lower_ for t in tokens[1:] if t.pos_ == "ADP" and t.lower_ != "of"),
    )  # fmt: skip


def places(
    fields: Fields, verb: Order, object_: Order, agent: Order, rest: Order
) -> Iterator[tuple[Order, Order]]:
    """(middle, rest) for each sound place of the by-phrase and of an adverb; the best first.

    *is ridden down the road by a woman*, *is ridden by a woman down the road*; not *is cut by a
    woman with a knife*, whose the phrase would be, unless she is a pronoun.

    Args:
        object_: an object that stays (*was given a ball*).

    Raises:
        Declined: a phrase can stand neither before the by-phrase nor after it.
    """
    doc = fields.doc
    if not agent:
        yield from _with_adverb(fields, verb, [*object_, *rest], [*object_, *rest])
        return
    by = _agent_of(doc, agent)
    units = _units(fields, rest, by)
    last = len(units)
    close = next((k for k, u in enumerate(units) if not u.close), last)
    if len(agent) > _SHORT + 1 or by.open:
        close = last
    commas = [i for i in agent if isinstance(i, int) and doc[i].text == ","]
    orders = list[Order]()
    for k in sorted(range(last + 1), key=lambda k: (abs(k - close), -k)):
        fit = all(u.before for u in units[:k]) and all(u.after for u in units[k:])
        if fit and (k == last or not commas):  # which would close it
            before, after = ([i for u in part for i in u.order] for part in (units[:k], units[k:]))
            # as the last of a sentence without the comma that closes an aside in it
            said = agent[:-1] if agent[-1] in commas else agent
            orders.append([*object_, *before, *said, *after])
    if not orders:
        raise Declined("no place for the by-phrase")
    yield from _with_adverb(fields, verb, orders[0], [*object_, *rest])
    yield from ((verb, other) for other in orders[1:])


def _with_adverb(
    fields: Fields, verb: Order, rest: Order, phrases: Order
) -> Iterator[tuple[Order, Order]]:
    """The order as it is, and with an adverb of manner on the other side of the participle: *is
    opened quickly by a man*, *is quickly opened by a man*.

    Args:
        phrases: what followed the verb in the source.
    """
    doc, clause = fields.doc, fields.clause
    yield verb, rest
    at, first = clause.head - 1, next(iter(phrases), None)
    if clause.object_of is not None:
        return  # it may be of one of the verbs
    if at in verb and is_adverb(doc[at], clause):
        yield without(verb, [at]), [at, *rest]
    elif isinstance(first, int) and is_adverb(doc[first], clause):
        head = verb.index(clause.head)
        yield [*verb[:head], first, *verb[head:]], without(rest, [first])


def _units(fields: Fields, rest: Order, agent: Agent) -> list[Unit]:
    """The phrases after the verb, each a run of words under one dependent of it."""
    doc, verb = fields.doc, fields.doc[fields.clause.head]
    runs: list[tuple[Token, list[int | Piece]]] = []
    inserted: list[int | Piece] = []  # *to*, before a recipient
    for i in rest:
        if isinstance(i, Piece):
            inserted = [i]
            continue
        token = doc[i]
        while token.head.i != verb.i and token.head.i in rest:
            token = token.head
        if runs and runs[-1][0] == token:
            runs[-1][1].append(i)
        else:
            runs.append((token, [*inserted, i]))
            inserted = []
    # a clause, or what stands after one, or a comma
    late = next((at for at, (head, _) in enumerate(runs) if head.dep_ in _CLAUSES), len(runs))
    return [
        Unit(order, False, not agent.verbal, False) if at >= late
        else _unit(doc, head, order, agent)
        for at, (head, order) in enumerate(runs)
    ]  # fmt: skip


def _unit(doc: Doc, head: Token, order: Order, agent: Agent) -> Unit:
    """Where a phrase may stand."""
    word = head.lower_ if isinstance(order[0], int) else order[0].text
    tokens = [i for i in order if isinstance(i, int)]
    if head.dep_ in ("prep", "dative", "agent"):
        before = _goes_before(doc, word, tokens)
        beside = word in LISTS.scenes or word in LISTS.beside_agent
        after = agent.light or word in LISTS.goals or (beside and not agent.open)
        company = word == "with" and any(is_animate(doc[i]) for i in tokens)
        apart = word not in LISTS.of_the_object and word != "with" and not agent.verbal
        apart = apart and word not in agent.prepositions
        after = after or (company and not agent.open) or (not before and apart)
        owned = any(doc[i].tag_ == "PRP$" for i in tokens)
        close = before and word in LISTS.before_agent and not owned
        return Unit(order, before, after, close)
    if head.dep_ in ("oprd", "dobj"):  # *is painted black by a man*, *is sent a packet by a man*
        return Unit(order, True, False, True)
    if head.dep_ == "advmod":
        if word in LISTS.scenes and len(order) <= 3:  # *pitched up and down by a man*
            return Unit(order, True, False, True)
        scene = word in LISTS.scene_adverbs  # *thrown away by a man*, not *by a man away*
        before = len(order) <= 2
        late = word.endswith("ly") or scene or not before
        return Unit(order, before, agent.light or (late and not agent.verbal), before and not scene)
    return Unit(order, len(order) <= 3, not agent.verbal, False)


def _goes_before(doc: Doc, preposition: str, phrase: Sequence[int]) -> bool:
    """A short phrase, with nothing in it that would take the by-phrase."""
    listed = preposition in LISTS.before_agent or preposition in LISTS.beside_agent
    if not listed or len(phrase) > _SHORT or doc[phrase[0]].tag_ == "TO":
        return False  # *to inflame people*, read as a phrase
    receives = preposition in ("to", "for", "from")  # not *next to a boy by a man*
    own = () if receives else ("PRP", "PRP$")  # *to its owner by a dog*
    if any(doc[i].pos_ in ("VERB", "AUX", "PUNCT") or doc[i].tag_ in own
           for i in phrase):  # fmt: skip
        return False
    if any(doc[i].pos_ == "ADP" and doc[i].lower_ != "of" for i in phrase[1:]):
        return False
    return receives or not any(is_animate(doc[i]) for i in phrase)
