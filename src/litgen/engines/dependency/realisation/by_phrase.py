"""Find the possible positions of a passive's by-phrase among the phrases after the verb."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from litgen.engines.dependency.analysis import Declined
from litgen.engines.dependency.realisation.fields import Fields, Order, is_adverb, without
from litgen.tables import LISTS
from litgen.trees.nouns import is_animate
from litgen.trees.tokens import Token

_CLAUSES = frozenset(("advcl", "ccomp", "xcomp", "conj", "cc", "punct", "mark", "parataxis"))
#: Parts of speech in an agent to which a following phrase might attach: *a man with a hat*, *a man
#: wearing a hat*.
_OPENING = frozenset(("ADP", "VERB", "SCONJ", "PUNCT"))
#: A phrase of more words than this follows the by-phrase; an agent of more words goes last.
_SHORT = 6


class Unit(NamedTuple):
    """One phrase after the verb."""

    order: Sequence[int]  #: the tokens of the phrase
    before: bool  #: whether the phrase may precede the by-phrase
    after: bool  #: whether the phrase may follow the by-phrase
    close: bool  #: whether the phrase should stay close to the verb


def places(
    fields: Fields, verb: Order, agent: Order, rest: Sequence[int]
) -> Iterator[tuple[Order, Order, dict[str, str]]]:
    """Yield (middle, rest, style) for each valid position of the by-phrase and of an adverb.

    The best position comes first: *is ridden down the road by a woman*, *by a woman down the road*.
    *is cut by a woman with a knife* is not valid, since the phrase would describe the woman.

    Raises:
        Declined: no position is valid.
    """
    doc, clause = fields.doc, fields.clause
    orders = _orders(fields, agent, rest) if agent else [(rest, dict[str, str]())]
    (first, style), *others = orders
    at, after = clause.head - 1, next(iter(rest), None)
    if is_adverb(doc[at], clause):
        own, other = {"adverb": "before"}, {"adverb": "after"}
        moved = [(without(verb, [at]), [at, *first])]
    elif after is not None and is_adverb(doc[after], clause):
        own, other = {"adverb": "after"}, {"adverb": "before"}
        head = verb.index(clause.head)
        moved = [([*verb[:head], after, *verb[head:]], without(first, [after]))]
    else:
        own, other, moved = {}, {}, []
    yield verb, first, {**style, **own}
    yield from ((middle, end, {**style, **other}) for middle, end in moved)
    yield from ((verb, order, {**place, **own}) for order, place in others)


def _orders(
    fields: Fields, agent: Order, rest: Sequence[int]
) -> list[tuple[Order, dict[str, str]]]:
    doc = fields.doc
    tokens = [doc[i] for i in agent if isinstance(i, int)]
    opening = [t for t in tokens if t.pos_ in _OPENING and t.lower_ != "of"]
    units = _units(fields, rest, [] if len(agent) == 2 else opening, len(agent) == 2)
    last, heavy = len(units), len(agent) > _SHORT + 1 or opening
    close = last if heavy else next((k for k, u in enumerate(units) if not u.close), last)
    commas = [i for i in agent if isinstance(i, int) and doc[i].text == ","]
    orders = list[tuple[Order, dict[str, str]]]()
    for k in sorted(range(last + 1), key=lambda k: (abs(k - close), -k)):
        fit = all(u.before for u in units[:k]) and all(u.after for u in units[k:])
        if fit and (k == last or not commas):  # a comma would close the by-phrase
            before, after = ([i for u in part for i in u.order] for part in (units[:k], units[k:]))
            # at the end of a sentence, drop the comma that closes an aside in the by-phrase
            said = agent[:-1] if agent[-1] in commas else agent
            place = "last" if k == last else "between" if k else "first"
            style = {"by-phrase": place} if units else {}
            orders.append(([*before, *said, *after], style))
    if not orders:
        raise Declined("generation.no-by-phrase-position")
    return orders


def _units(
    fields: Fields, rest: Sequence[int], opening: Sequence[Token], light: bool
) -> list[Unit]:
    """Split the words after the verb into phrases, one for each dependent of the verb."""
    doc = fields.doc

    def top(i: int) -> int:
        while (above := doc[i].head.i) in rest and above != i:
            i = above
        two = doc[i].lower_ in LISTS.scene_adverbs and i - 1 in rest  # *beside a trail outside*
        return at if two and doc[at := top(i - 1)].lower_ in LISTS.whereabouts else i

    units, late = list[Unit](), False
    for head, run in groupby(rest, top):
        late = late or doc[head].dep_ in _CLAUSES  # nothing after a clause or comma moves forward
        units.append(_unit(doc[head], [*run], opening, light, late))
    return units


def _unit(
    head: Token, order: Sequence[int], opening: Sequence[Token], light: bool, late: bool
) -> Unit:
    """Classify a phrase, which might attach to an ``opening`` token of the agent."""
    word, size = head.lower_, len(order)
    verbal = any(t.pos_ == "VERB" for t in opening)
    if late:
        return Unit(order, False, not verbal, False)
    if head.dep_ in ("prep", "dative", "agent"):
        word = word if head.pos_ == "ADP" else "to"  # *the boy* in *gave the boy a ball*
        phrase = [head.doc[i] for i in order]
        before = size <= _SHORT and _goes_before(word, phrase)
        company = word == "with" and any(map(is_animate, phrase))
        beside = word in LISTS.scenes or word in LISTS.beside_agent or company
        taken = verbal or word in LISTS.of_the_object or word in [t.lower_ for t in opening]
        apart = not before and not taken and word != "with"
        after = light or word in LISTS.goals or apart or (beside and not opening)
        return Unit(order, before, after, before and word in LISTS.before_agent)
    if head.dep_ in ("oprd", "dobj"):  # *is painted black by a man*, *is sent a packet by a man*
        return Unit(order, True, False, True)
    if head.dep_ == "advmod":
        if word in LISTS.scenes and size <= 3:  # as in *pitched up and down by a man*
            return Unit(order, True, False, True)
        scene = word in LISTS.scene_adverbs  # as in *thrown away by a man*, unlike *by a man away*
        later = word.endswith("ly") or scene or size > 2
        return Unit(order, size <= 2, light or (later and not verbal), size <= 2 and not scene)
    return Unit(order, size <= 3, not verbal, False)


def _goes_before(word: str, phrase: Sequence[Token]) -> bool:
    """Check that a phrase contains no possible host of the by-phrase and no cataphoric pronoun."""
    if not (word in LISTS.before_agent or word in LISTS.beside_agent):
        return False
    receives = word in ("to", "for", "from")  # this excludes *next to a boy by a man*
    return not any(
        t.pos_ in ("VERB", "AUX", "PUNCT")
        or t.tag_ == "TO"
        or t.lower_ in LISTS.third_person
        or (t.pos_ == "ADP" and t != phrase[0] and t.lower_ != "of")
        or (not receives and is_animate(t))
        for t in phrase
    )
