"""The realiser: operators and arguments from the edited MRS, words and their order from the source.

Two paths. A clause whose tense, aspect, modality or negation changed is edited in place: only its
verb group is built anew. A root clause whose arguments, voice or force changed, or that is clefted,
is put into a new order first (``arrangement``). Guards decide what is not attempted.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from litgen.engines.dependency import arrangement
from litgen.engines.dependency.arrangement import Arranged, Declined, Order
from litgen.engines.dependency.auxiliaries import AGREEMENT, FIRST, PLURAL, SINGULAR
from litgen.engines.dependency.clauses import (
    Clause,
    Sentence,
    is_elliptic,
)
from litgen.engines.dependency.features import object_of
from litgen.engines.dependency.guards import stopped_by
from litgen.engines.dependency.morphology import Agreement, finite_form, is_third_person
from litgen.engines.dependency.nouns import is_group, is_plural, takes_who
from litgen.engines.dependency.placement import Placed, negated, place
from litgen.engines.dependency.plan import ClausePlan, Plan
from litgen.engines.dependency.planning import read_plan
from litgen.engines.dependency.surface import Piece, emit, join
from litgen.engines.dependency.verbgroups import group_words
from litgen.tables import word_list

if TYPE_CHECKING:
    from delphin.mrs import MRS
    from spacy.tokens import Doc, Token

    from litgen.engines.dependency.analysis import Analysis

__all__ = ["Realised", "realise"]

_FIRST_PERSON = word_list("first_person")
_GLUED_NEGATIONS = word_list("negations") - {"not"}


class Realised(NamedTuple):
    """Candidate surfaces in order of preference, or why there are none.

    ``probes`` are the forms that are parsed to read the surfaces back: a question's is the
    statement, since the parser misreads inverted clauses.
    """

    surfaces: tuple[str, ...] = ()
    probes: tuple[str, ...] = ()
    declined: str | None = None


def realise(analysis: Analysis, mrs: MRS) -> Realised:
    """Candidate sentences of an edited MRS.

    Args:
        analysis: of the source sentence.
        mrs: the edited MRS; what it shares with the source is recognised by its variables.

    Example:
        *A man is riding a bike.* with TENSE past gives ``("A man was riding a bike.",)``.
    """
    source = analysis.plan
    plan = read_plan(analysis, mrs)
    if plan.declined:
        return Realised(declined=plan.declined)
    operations = plan.operations(source)
    if operations:
        stopped = stopped_by(operations, analysis.features)
        if stopped:
            return Realised(declined=stopped)
    try:
        surfaces = [text for way in plan.negations() for text in _write(analysis, plan, way)]
        probes = surfaces
        if plan.asks and not source.asks:
            stated = replace(plan, asks=False)
            probes = [text for way in plan.negations() for text in _write(analysis, stated, way)]
    except Declined as declined:
        return Realised(declined=str(declined))
    found = dict(zip(surfaces, probes, strict=True))
    return Realised(tuple(found), tuple(found.values()))


def _write(analysis: Analysis, plan: Plan, negation: str) -> list[str]:
    """All surfaces of a plan with one way to write a new negation."""
    sentence = analysis.sentence
    doc = sentence.doc
    arranged = _arrange(analysis, plan)
    edits: dict[int, Sequence[Piece]] = {}
    root_group: Placed | None = None
    for clause in sentence.clauses:
        clause_plan = plan.clauses.get(clause.head)
        if clause_plan is None:
            continue
        placed = _verb_group(analysis, plan, clause, clause_plan, arranged, negation)
        if clause.kind == "root":
            root_group = placed
        edits.update(placed.edits)
    edits.update(_replaced_words(plan))
    texts = []
    for order in _orders(analysis, plan, arranged, edits, root_group):
        texts.append(join(doc, emit(doc, order, edits)))
    return texts


def _arrange(analysis: Analysis, plan: Plan) -> list[Arranged]:
    """The root clause's parts in their new order; empty where the source's order stands."""
    sentence = analysis.sentence
    if not plan.reordered:
        return []
    parts = arrangement.fields(sentence)
    root = plan.root
    source = analysis.plan.root
    if root.subject == source.subject:
        same = arrangement.unchanged(sentence, parts)
        short = plan.drops_agent(analysis.plan)
        return [arrangement.agentless(sentence, same) if short else same]
    head = analysis.heads.get(root.subject or "")
    if head is None:
        raise Declined("new subject is not in the source")
    if root.passive and not source.passive:
        return arrangement.passive(sentence, parts, head, root.agent is not None)
    if source.passive and not root.passive:
        return [arrangement.active(sentence, parts)]
    return [arrangement.swapped(sentence, parts, head)]


def _orders(
    analysis: Analysis, plan: Plan, arranged: Sequence[Arranged], edits: dict[int, Sequence[Piece]],
    group: Placed | None,
) -> list[Order]:  # fmt: skip
    sentence = analysis.sentence
    if not arranged:
        return [list(range(len(sentence.doc)))]
    if plan.cleft is not None:
        return [_cleft(analysis, plan, a) for a in arranged]
    if plan.asks:
        assert group is not None
        return [_question(analysis, a, edits, group) for a in arranged]
    return [a.declarative() for a in arranged]


def _cleft(analysis: Analysis, plan: Plan, arranged: Arranged) -> Order:
    sentence = analysis.sentence
    be: list[Piece] = [Piece(finite_form("be", plan.cleft_tense, Agreement()))]
    if plan.cleft_negated:
        be = negated(be, "not")
    focus = analysis.heads.get(plan.cleft or "")
    if focus is None:
        raise Declined("focus is not in the source")
    if plan.cleft == plan.root.subject:
        return arrangement.clefted(arranged, be, _link(analysis, plan, arranged))
    if focus not in arranged.predicate or sentence.doc[focus].dep_ != "dobj":
        raise Declined("focus is no direct object")
    return arrangement.object_clefted(sentence, arranged, focus, be)


def _link(analysis: Analysis, plan: Plan, arranged: Arranged) -> str:
    """*who* for persons, else *that*; a group that takes a singular verb is a thing."""
    sentence = analysis.sentence
    token = sentence.doc[arranged.head]
    if not takes_who(token) or any(t.lower_ == "who" for t in token.subtree):
        return "that"  # *It was the man who called that left.*
    assert sentence.root is not None
    agreement = _agreement(analysis, sentence.root, plan.root, (arranged,))
    return "who" if agreement.plural or not is_group(token) else "that"


def _question(
    analysis: Analysis, arranged: Arranged, edits: dict[int, Sequence[Piece]], group: Placed
) -> Order:
    """The verb group's first word (with its *n't*) before the subject; a question mark."""
    doc = analysis.sentence.doc
    pieces = list(edits[group.first])
    moved, stay = pieces[:1], pieces[1:]
    while stay and stay[0].glued:
        moved.append(stay.pop(0))
    after = group.first + 1
    if not stay and after < len(doc) and doc[after].lower_ in _GLUED_NEGATIONS:
        moved.extend(edits.get(after, [Piece(doc[after].text, after)]))
        edits[after] = []
    edits[group.first] = stay
    final: Order = [Piece("?", glued=True)] if arranged.final else []
    return [*arranged.front, *moved, *arranged.subject, *arranged.predicate, *final]


def _verb_group(
    analysis: Analysis, plan: Plan, clause: Clause, wanted: ClausePlan,
    arranged: Sequence[Arranged], negation: str,
) -> Placed:  # fmt: skip
    doc = analysis.sentence.doc
    is_root = clause.kind == "root"
    agreement = _agreement(analysis, clause, wanted, arranged if is_root else ())
    asks = clause.question or (is_root and plan.asks and not analysis.plan.asks)
    emphatic = any(doc[i].lemma_ == "do" for i in clause.auxiliaries) and not wanted.changed
    support = (wanted.negated or asks or emphatic) and not is_elliptic(doc, clause)
    words: Sequence[str] = group_words(
        wanted.elements, wanted.tense, agreement, support, _source_forms(doc[clause.head])
    )
    if clause.kind == "conjunct" and clause.subject is None:
        words = _less_shared(analysis, plan, clause, words)
    placed = place(
        doc, clause, words, negation if wanted.newly_negated else "", not is_root or not arranged
    )
    return placed


def _source_forms(token: Token) -> dict[str, str]:
    """The form that the source uses, by its tag, where the tag and the form agree."""
    tag = token.tag_
    return {tag: token.lower_} if tag in ("VBD", "VBN", "VBG") and token.text.islower() else {}


def _less_shared(
    analysis: Analysis, plan: Plan, clause: Clause, words: Sequence[str]
) -> Sequence[str]:
    """A coordinated verb leaves out what it shares with the first: *will sit and read*."""
    governor = analysis.sentence.by_head.get(clause.governor if clause.governor is not None else -1)
    if governor is None or clause.auxiliaries or governor.head not in plan.clauses:
        return words
    first = plan.clauses[governor.head]
    shared = group_words(first.elements, first.tense, _agreement(analysis, governor, first, ()),
                         first.negated or plan.asks)[:-1]  # fmt: skip
    count = 0
    while count < len(shared) and count < len(words) - 1 and shared[count] == words[count]:
        count += 1
    if plan.asks and not count and shared:
        return [analysis.sentence.doc[clause.head].lemma_]
    return words[count:]


def _shares_subject(doc: Doc, clause: Clause) -> bool:
    """Its subject is that of the clause it hangs on: *dance while skating and hit each other*."""
    participial = clause.kind == "participial" and doc[clause.head].dep_ == "advcl"
    return clause.kind == "conjunct" or participial


def _agreement(
    analysis: Analysis, clause: Clause, wanted: ClausePlan, arranged: Sequence[Arranged]
) -> Agreement:
    """Person and number: of a new subject by its noun, of the old one as the source shows it."""
    doc = analysis.sentence.doc
    subject = clause.subject
    if arranged and arranged[0].head != clause.subject:
        subject = arranged[0].head
    else:
        shown = shown_agreement(analysis.sentence, clause)
        if shown is not None:
            return shown
        governor = clause
        while governor.subject is None and _shares_subject(doc, governor):
            above = analysis.sentence.by_head.get(governor.governor or -1)
            if above is None:
                break
            governor = above
        if governor is not clause:
            return _agreement(analysis, governor, wanted, ())
        subject = governor.subject
    if subject is None:
        return Agreement()
    token = doc[subject]
    if token.tag_ in ("WDT", "WP") and token.head.dep_ == "relcl":
        token = token.head.head
    if token.dep_ == "expl" and token.lower_ == "there":
        target = object_of(doc, clause)
        token = doc[target] if target is not None else token
    person = 1 if token.lower_ in _FIRST_PERSON else 2 if token.lower_ == "you" else 3
    return Agreement(person, is_plural(token) or token.lower_ == "you")


def shown_agreement(sentence: Sentence, clause: Clause) -> Agreement | None:
    """Person and number as the source's finite verb shows them: *A group of people are*."""
    doc = sentence.doc
    first = doc[clause.auxiliaries[0] if clause.auxiliaries else clause.head]
    word = first.lower_.replace("’", "'")
    if clause.shares or clause.modal or clause.tense == "fut":
        return None
    if word in FIRST:
        return Agreement(1, False)
    if word == "were":
        return Agreement(3, True)
    subject = doc[clause.subject].lower_ if clause.subject is not None else ""
    alone = not any(c.dep_ == "conj" for c in doc[clause.subject or 0].children)
    if alone and subject in AGREEMENT:
        return AGREEMENT[subject]
    if word in SINGULAR or first.tag_ == "VBZ" or is_third_person(word):
        return Agreement(3, False)
    if word in PLURAL:
        return Agreement(3, True)
    if clause.tense == "pres" and not clause.auxiliaries and not clause.copular:
        return Agreement(3, True)
    return None


def _replaced_words(plan: Plan) -> dict[int, Sequence[Piece]]:
    """Determiners that an edit replaced: *a* -> *no*."""
    return {index: [Piece(word, index)] for index, word in plan.words.items()}
