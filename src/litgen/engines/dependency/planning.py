"""Read a plan off an edited MRS: whose verb group, tense, voice and order it asks for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from litgen.engines.dependency.clauses import Clause, Sentence
from litgen.engines.dependency.plan import ClausePlan, Plan
from litgen.engines.dependency.verbgroups import Element
from litgen.mrs.operators import wording
from litgen.mrs.scope import Scope
from litgen.mrs.skeleton import Clause as ClauseSkeleton
from litgen.mrs.skeleton import Operator, Voice, clause_of
from litgen.tables import word_list

if TYPE_CHECKING:
    from delphin.mrs import MRS

    from litgen.engines.dependency.analysis import Analysis


def read_plan(analysis: Analysis, mrs: MRS) -> Plan:
    """Read a plan off an MRS whose variables are those of the analysis's own."""
    scope = Scope(mrs)
    sentence = analysis.sentence
    clauses: dict[int, ClausePlan] = {}
    skeletons: dict[int, ClauseSkeleton] = {}
    own = set(analysis.events.values())
    source = analysis.source_plan
    voices = source.voices if source is not None else None
    for clause in sentence.clauses:
        event = analysis.events.get(clause.head)
        if not clause.finite or event is None or event not in scope.by_event:
            continue
        skeletons[clause.head] = clause_of(scope, event)
        clauses[clause.head] = _clause_plan(
            analysis, clause, skeletons[clause.head], scope, own, voices
        )
    lower = {
        clause.head: _fingerprint(clause_of(scope, analysis.events[clause.head]))
        for clause in sentence.clauses
        if not clause.finite and analysis.events.get(clause.head) in scope.by_event
    }
    root = sentence.root
    assert root is not None
    if root.head not in clauses:
        empty = ClausePlan((), None)
        return Plan(clauses, empty, declined="root clause not represented")
    plan = Plan(clauses, clauses[root.head])
    _read_cleft(skeletons[root.head], plan, analysis)
    plan.asks = root.question or (mrs.index is not None and _asks(scope, mrs.index))
    plan.words = _determiners(analysis, scope)
    plan.lower = lower
    plan.voices = {head: skeleton.voice for head, skeleton in skeletons.items()}
    if source is not None:
        _compare(source, plan)
        if plan.root.tense != source.root.tense and _unread_conjunct(sentence):
            plan.declined = "conjunct without tense"
        if plan.lower != source.lower:
            plan.declined = "edit of a clause that is not finite"
        if _out_of_sequence(source, plan, sentence):
            plan.declined = "sequence of tense"
    return plan


def _fingerprint(skeleton: ClauseSkeleton) -> tuple[object, ...]:
    """What an edit can change of a clause without a finite verb, which is not built anew."""
    return (
        skeleton.predicate, skeleton.voice, skeleton.progressive, skeleton.perfect,
        tuple(v for v in skeleton.arguments.values() if v[:1] == "x"),
    )  # fmt: skip


def _asks(scope: Scope, index: str) -> bool:
    return scope.properties(index).get("SF") == "ques"


def _clause_plan(
    analysis: Analysis,
    clause: Clause,
    skeleton: ClauseSkeleton,
    scope: Scope,
    own: set[str],
    voices: Mapping[int, Voice] | None,
) -> ClausePlan:
    """The verb group that a clause's skeleton asks for.

    Args:
        voices: voice of each clause in the source's MRS. An MRS shows a passive only where its
            subject is a noun phrase (not *it was suggested that ...*): while an edit leaves the
            MRS's voice alone, the source's stands.
    """
    sentence = analysis.sentence
    doc = sentence.doc
    operators: list[Operator] = []
    for operator in skeleton.operators:
        if operator.event in own:  # a verb of the source, with a clause of its own
            operators = []
        else:
            operators.append(operator)
    chain = [o for o in operators if o.kind not in ("neg", "cleft")]
    elements = [_operator_element(o, scope) for o in chain]
    kept = voices is None or voices.get(clause.head) == skeleton.voice
    is_passive = clause.passive if kept else skeleton.voice == "passive"
    passive = _passive_auxiliary(sentence, clause) if is_passive else ""
    lemma = "be" if clause.copular else doc[clause.head].lemma_
    progressive = skeleton.progressive and not (elements and elements[-1].gerund)
    elements.append(Element(lemma, skeleton.perfect, progressive, passive))
    tense = next((o.tense for o in chain if o.tense), skeleton.tense)
    if tense not in ("pres", "past", "fut", "tensed"):
        tense = clause.tense  # the MRS has no tense there: no rule can have changed it
    cleft_at = next((i for i, o in enumerate(operators) if o.kind == "cleft"), -1)
    negations = [o for o in operators[cleft_at + 1 :] if o.kind == "neg"]
    has_not = clause.negation is not None and doc[clause.negation].lower_ in _NEGATIONS
    newly = bool(negations) and clause.negation is None
    subject, other = _arguments(skeleton, scope)
    controller = next((o.arguments.get("ARG1") for o in chain if o.kind == "control"), None)
    subject = controller or subject
    if not (subject or "").startswith("x") and clause.subject is not None:
        subject = analysis.variable(clause.subject)  # *seems to ...*: the MRS has none up here
    return ClausePlan(
        tuple(elements), tense if tense != "tensed" else "pres", has_not or newly, newly,
        bool(passive), skeleton.force == "ques", subject, other,
    )  # fmt: skip


def _operator_element(operator: Operator, scope: Scope) -> Element:
    """The verb of an operator: ``_may_v_modal`` -> *may*, ``_seem_v_to`` -> *seem to*."""
    written = wording(operator.predicate)
    lemma = written.verb
    if operator.kind == "modal":
        if lemma == "can" and operator.tense == "past":
            lemma = "could"
        return Element(lemma, modal=True)
    between = tuple(
        scope.by_event[v].carg or ""
        for r, v in operator.arguments.items()
        if r != "ARG1" and v in scope.by_event and scope.by_event[v].predicate == "named"
    )
    return Element(
        lemma, operator.perfect, operator.progressive, to=not written.gerund,
        gerund=written.gerund, support=written.support, between=(*written.words, *between),
        controls=operator.kind == "control",
    )  # fmt: skip


def _passive_auxiliary(sentence: Sentence, clause: Clause) -> str:
    for index in clause.auxiliaries:
        token = sentence.doc[index]
        if token.dep_ == "auxpass" and token.lemma_ in ("get", "become"):
            return token.lemma_
    return "be"


def _arguments(skeleton: ClauseSkeleton, scope: Scope) -> tuple[str | None, str | None]:
    """(surface subject, the other argument)."""
    first, second = skeleton.arguments.get("ARG1"), skeleton.arguments.get("ARG2")
    if skeleton.voice == "passive":
        topic = next(
            (
                i.right
                for i in scope.mrs.icons
                if i.left == skeleton.event and i.relation == "topic"
            ),
            None,
        )
        return topic, first
    return first, second


def _read_cleft(skeleton: ClauseSkeleton, plan: Plan, analysis: Analysis) -> None:
    operators = skeleton.operators
    own = set(analysis.events.values())
    for i, operator in enumerate(operators):
        if operator.kind == "cleft" and operator.event not in own:
            plan.cleft = operator.arguments.get("ARG1")
            plan.cleft_tense = operator.tense if operator.tense in ("pres", "past") else "pres"
            plan.cleft_negated = any(o.kind == "neg" for o in operators[:i])
            return


def _determiners(analysis: Analysis, scope: Scope) -> dict[int, str]:
    """Determiners that the edit replaced: the source's *a* under ``_no_q`` is *no*."""
    found = {}
    for variable, head in analysis.heads.items():
        quantifier = scope.quantifier.get(variable)
        if quantifier is None or quantifier.predicate != "_no_q":
            continue
        for child in analysis.sentence.doc[head].children:
            if child.dep_ == "det" and child.lower_ in ("a", "an"):
                found[child.i] = "no"
    return found


#: Modals of the past of reported speech: *said that it would* -> not *will say that it would*.
_REMOTE = word_list("remote_modals")
_NEGATIONS = word_list("negations")
_SUBORDINATE = frozenset(("adverbial", "complement"))


def _out_of_sequence(source: Plan, plan: Plan, sentence: Sentence) -> bool:
    """A subordinate clause has a tense that does not go with the new one of the root.

    *For as long as he needs it, they continued*: the rules name the clauses that follow; where
    the tree hides one from them, or it has another tense, the sentence is declined.
    """
    before, after = source.root.tense, plan.root.tense
    if before == after or plan.root.elements[0].modal:  # *may have left when he came*
        return False
    for clause in sentence.clauses:
        wanted = plan.clauses.get(clause.head)
        if wanted is None or clause.kind not in ("adverbial", "complement", "relative"):
            continue
        present = wanted.tense in ("pres", "fut") and not wanted.elements[0].modal
        perfect = wanted.tense == "pres" and wanted.elements[-1].perfect
        can = wanted.elements[0].modal and wanted.elements[0].lemma in ("can", "may")
        if after == "past" and (present or perfect or can):
            return True
        if before == "past" and wanted.elements[0].lemma in _REMOTE and clause.kind in _SUBORDINATE:
            return True
        if before == "past" and wanted.tense == "past":
            return True
    return False


def _unread_conjunct(sentence: Sentence) -> bool:
    """A coordinated verb whose tense was not read: *pick up litter, plant trees*."""
    return any(
        clause.kind == "conjunct"
        and not clause.finite
        and clause.to is None
        and clause.governor == sentence.root.head
        and sentence.doc[clause.head].tag_ in ("VB", "VBP", "VBD", "VBZ")
        for clause in sentence.clauses
        if sentence.root is not None
    )


def _compare(source: Plan, plan: Plan) -> None:
    """Whether the plan asks for a new order, and which clauses changed."""
    plan.reordered = (
        plan.cleft is not None
        or (plan.asks and not source.asks)
        or plan.root.subject != source.root.subject
        or plan.root.passive != source.root.passive
        or plan.drops_agent(source)
    )
    for head, clause in plan.clauses.items():
        before = source.clauses.get(head)
        clause.changed = before is not None and before.elements != clause.elements
