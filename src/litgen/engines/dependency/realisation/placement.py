"""Place the words of a verb group at the source's positions; keep adverbs, *not* and clitics."""

from collections import defaultdict
from collections.abc import Sequence

from litgen.engines.dependency.clauses import Clause
from litgen.engines.dependency.realisation.fields import Order
from litgen.engines.dependency.realisation.surface import Piece
from litgen.lexicon import ADVERBS
from litgen.tables import LISTS
from litgen.trees.morphology import BEFORE_NT, CLITICS, WITHOUT_NT, lemma_of_verb
from litgen.trees.nouns import is_plural
from litgen.trees.tokens import Doc, Token


def place(
    doc: Doc, clause: Clause, words: Sequence[str], negate: str, order: Order
) -> tuple[dict[int, list[Piece]], int]:
    """Return the words that replace each token of a verb group, and the first word's token.

    *is often reading* with ``["will", "be", "reading"]`` becomes *will often be reading*.

    Args:
        negate: a negation to add after the first word: ``"not"`` or ``"n't"``; empty for none.
        order: the tokens up to the verb if the clause is divided into fields, since an adverb may
            have moved. If ``order`` is empty, an unchanged *'ll* or *'s* stays a clitic.
    """
    clitics = not order and negate != "n't"
    first, slots = _slots(doc, clause, words, order)
    edits = {i: _slot(doc[i], slots.get(i, ()), clitics) for i in clause.group}
    before = _up_to(clause.head, order)
    for i in slots.keys() - edits.keys():  # an adverb: add *will* before it, *be* after it
        own, new = [Piece(doc[i].text, i)], [*map(Piece, slots[i])]
        edits[i] = [*new, *own] if i in before else [*own, *new]
    if clause.negation is not None:
        _keep_negation(doc[clause.negation], edits, first)
    if negate:
        edits[first] = negated(edits[first], negate)
    return edits, first


def _slots(
    doc: Doc, clause: Clause, words: Sequence[str], order: Order
) -> tuple[int, dict[int, list[str]]]:
    """Return the token of the first word and the words to place at each token."""
    head, first = clause.head, clause.group[0]
    slots = defaultdict[int, list[str]](list)
    if len(words) == 1:
        if words[0] in ("be", "been") and clause.negation is None:
            at = _tail(doc, clause, False)  # as in *love it and always be nice*
            return at, {at: [*words]}
        first = first if words[0] in LISTS.finite_be else head
        return first, {first: [*words]}
    if first == head and doc[head].lemma_ == "be" and doc[head - 1].lower_ != "never":
        slots[head] += words[:1]
        slots[_tail(doc, clause, "to" in words)] += words[1:]
        return head, slots
    at = _before_adverbs(doc, clause, order)
    # *still hadn't found* becomes *still didn't find*
    kept = lemma_of_verb(words[0]) in ("be", doc[first].lemma_) or clause.negation == first + 1
    medial = any(t.lower_ in ADVERBS.medial for t in doc[first + 1 : head])
    # as in *will also be able to go*, *will he be able to go*, *did he have to go*
    apart = clause.question or (words[0] == "will" and medial)
    # as in *probably have gone*, unlike *seem to have gone*, *never got launched*
    lead = len(words) - 1 if "to" in words and not apart else 1
    never = any(t.lower_ == "never" for t in doc[at:head])
    if lead > 1 and never and words[0] in LISTS.below_never:
        lead = words[0] in LISTS.finite_be  # as in *was never going to go*, *never used to go*
    first = first if kept and first != head else at
    beside = _beside(doc, clause, words, order)
    slots[first] += words[:lead]
    slots[beside] += words[lead:-1]
    slots[head] += words[-1:]
    return first if lead else beside, slots


def _beside(doc: Doc, clause: Clause, words: Sequence[str], order: Order) -> int:
    """Return the token that further auxiliaries precede: *may generously have given*."""
    if len(clause.auxiliaries) > 1:
        return clause.auxiliaries[-1]
    before = _up_to(clause.head, order)
    adverb = doc[before[-1] if before else clause.head]
    own = adverb.dep_ == "advmod" and adverb.head.i == clause.head
    own = own and adverb.lower_ not in ADVERBS.medial
    way = adverb.lower_.endswith("ly") or adverb.lower_ in ("most", "least")
    way = (way or adverb.lower_ in ADVERBS.participle_degree) and "being" not in words
    return adverb.left_edge.i if own and (way or words[1] == "have") else clause.head


def _before_adverbs(doc: Doc, clause: Clause, order: Order) -> int:
    """Return the first adverb between the subject and a verb group, or else the group's start."""
    at = clause.group[0]
    for i in reversed(_up_to(at, order)):
        adverb = doc[i]
        while adverb.dep_ == "conj":  # as in *fairly and carefully*
            adverb = adverb.head
        own = adverb.head.i == clause.head and (adverb.dep_ == "advmod" or adverb.text == "never")
        before = clause.subject is not None and adverb.i <= clause.subject
        if i < at and (not own or before or any(c.dep_ == "punct" for c in adverb.children)):
            break
        # an edit may have moved the adverb here from a position after the verb
        at = adverb.left_edge.i if i > clause.head else min(at, adverb.left_edge.i)
    return at


def _up_to(at: int, order: Order) -> list[int]:
    """Return the tokens before ``at`` in ``order`` or, if it lacks ``at``, in the source."""
    before = order[: order.index(at)] if at in order else range(at)
    return [i for i in before if isinstance(i, int)]


def _tail(doc: Doc, clause: Clause, to: bool) -> int:
    """Return the token after which to place the other words of a group whose verb is *be*."""
    subject, stays = doc[clause.subject or 0], LISTS.negation if to else ADVERBS.medial
    at = subject.right_edge.i if clause.question else clause.head
    if not to and doc[at + 1 : at + 3].text.lower() == "no longer":
        return at + 2
    for adverb in doc[at + 1 : -1]:
        own = adverb.head.i == clause.head and adverb.nbor().head != adverb
        alone = adverb.lower_ == "all" and not is_plural(subject)  # as in *all alone*
        alone = alone or (adverb.lower_ == "likely" and adverb.nbor().tag_ == "TO")
        after = adverb.nbor()  # as in *almost always*, unlike *more likely*
        led = adverb.pos_ == "ADV" and after.lower_ in stays and after.head.i == clause.head
        if (not led or after.dep_ == "acomp") and (not own or alone or adverb.lower_ not in stays):
            break
        at = adverb.i
    return at


def _slot(token: Token, words: Sequence[str], clitics: bool) -> list[Piece]:
    """Return the words for a token; the token stays if it can already express its new word."""
    form, first = token.lower_.replace("’", "'"), words[0] if words else ""
    full = first in CLITICS.get(form, ()) and lemma_of_verb(first) == token.lemma_
    if (clitics or token.text[0] not in "'’") and (full or first == form):
        return [Piece(token.text, token.i), *map(Piece, words[1:])]
    # the verb keeps its index, so that a hyphen or comma attached to it stays attached
    last = [Piece(word, None if form in CLITICS else token.i) for word in words[-1:]]
    return [*map(Piece, words[:-1]), *last]


def negated(pieces: Sequence[Piece], negation: str) -> list[Piece]:
    """Add *not* or *n't* after the first word: *wo n't* for *will*, *may not* for *may*."""
    head, *rest = pieces
    form = head.text.lower()
    if negation == "n't" and form not in WITHOUT_NT:
        return [head._replace(text=BEFORE_NT.get(form, head.text)), Piece("n't", glued=True), *rest]
    if form == "can":
        return [head._replace(text="cannot"), *rest]
    return [head, Piece("not"), *rest]


def _keep_negation(token: Token, edits: dict[int, list[Piece]], first: int) -> None:
    """Keep the source's *not* or *n't* in its place and adapt it to the new first word."""
    word, *rest = edits[first]
    beside = token.i == (first if word.source is None else word.source) + 1
    if beside and token.lower_ in LISTS.negation and word.text != token.nbor(-1).text:
        lead, *negation = negated([word], "not" if token.lower_ == "not" else "n't")
        after = edits.get(token.i, [])[1:]
        if token.head.i == first and token.head.lemma_ == "have":  # as in *won't have*
            rest, after = [], [*rest, *after]
        edits[first], edits[token.i] = [lead, *rest], [*negation, *after]
