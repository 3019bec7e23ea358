"""What an edited MRS asks to change in its source sentence, as typed edits, and nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Set
from typing import TYPE_CHECKING, TypeAlias

from litgen.engines.dependency import edits as e
from litgen.engines.dependency.analysis import Analysis, Declined, Group, is_question
from litgen.engines.dependency.clauses import Clause
from litgen.engines.dependency.nouns import is_plural
from litgen.lexicon import NOUNS
from litgen.mrs.scope import Scope
from litgen.mrs.skeleton import Clause as ClauseSkeleton
from litgen.tables import LISTS

if TYPE_CHECKING:
    from delphin.mrs import EP, MRS
    from spacy.tokens import Doc

#: Head of a clause -> its skeleton in an MRS; head of a finite clause -> its verb group.
Skeletons: TypeAlias = Mapping[int, ClauseSkeleton]
Groups: TypeAlias = Mapping[int, Group]


def difference(analysis: Analysis, mrs: MRS | Scope) -> tuple[e.Edit, ...]:
    """The edits that lead from a sentence's MRS to an edited one.

    Args:
        mrs: its variables are those of the analysis's own where the edit leaves them alone.

    Raises:
        Declined: there is a difference that no edit covers, or that the sentence cannot show.

    Example:
        *A man is riding a bike.* with TENSE past gives ``(Tense(3, "past"),)``.
    """
    scope = mrs if isinstance(mrs, Scope) else Scope(mrs)
    now = analysis.skeletons_in(scope)
    before, after = analysis.groups, _groups_after(analysis, now, scope)
    root = analysis.root_clause.head
    if root not in after:
        raise Declined("root clause not represented")
    below = _below(analysis, now, scope)
    # a passive in front of which nothing is put: its topic is itself
    itself = any(i.left == i.right == now[root].event for i in scope.mrs.icons)
    _check(analysis, now, after, None if below is None else below.below)
    edits: list[e.Edit] = []
    for head, group in after.items():
        if group != before[head]:
            edits += _of_group(head, before[head], group)
    others = tuple(h for h in after if h != root and _turned(before[h], after[h]))
    if below is not None:
        edits.append(below)
    elif itself and not before[root].main.passive:
        edits.append(e.Impersonal(after[root].agent is not None))
    else:
        edits += _of_voice(analysis, before[root], after[root], others)
    edits += _determiners(analysis, scope)
    edits += _cleft(analysis, now[root], after[root], before[root])
    if is_question(scope) and not analysis.asks:
        edits.append(e.Question())
    _check_rest(analysis, now, scope, edits)
    return tuple(edits)


def _groups_after(analysis: Analysis, now: Skeletons, scope: Scope) -> dict[int, Group]:
    """The verb groups of the finite clauses; those that no edit touched are the source's."""
    found = {}
    for head, group in analysis.groups.items():
        if head in now:
            old, new = analysis.skeletons[head], now[head]
            if new != old or analysis.mrs.icons != scope.mrs.icons:
                clause = analysis.by_head[head]
                group = analysis.group(clause, new, scope, kept=new.voice == old.voice)
            found[head] = group
    return found


def _of_group(head: int, before: Group, after: Group) -> Iterator[e.Edit]:
    """The edits of one verb group, its voice aside."""
    modal, same = False, after.operators == before.operators
    if not same:
        operators = e.Operators(head, after.operators, before.operators, after.tense)
        modal = operators.modal
        yield operators
    if after.tense != before.tense and not modal:
        yield e.Tense(head, after.tense)
    main, was = after.main, before.main
    if (main.perfect, main.progressive) != (was.perfect, was.progressive):
        voice, alone = main.passive == was.passive, after.tense == before.tense and not modal
        new = main.perfect and not was.perfect  # not *may be leaving*
        past = new and alone and same and after.verbs[0].modal
        kept, alone = voice and same, voice and alone
        yield e.Aspect(head, main.perfect, main.progressive, kept, alone, past)
    if after.negation == "new" and not before.negation:
        yield e.Negation(head)


def _below(analysis: Analysis, now: Skeletons, scope: Scope) -> e.Promotion | None:
    """The passive of an infinitive under a raising verb, whose subject it shares."""
    for head, skeleton in now.items():
        was, clause = analysis.skeletons.get(head), analysis.by_head[head]
        if not clause.finite and skeleton.voice == "passive" and was and was.voice == "active":
            topics = (i.right for i in scope.mrs.icons if i.left == skeleton.event)
            subject = analysis.heads.get(next(topics, ""))
            if subject is None:
                raise Declined("new subject is not in the source")
            agent = skeleton.arguments.get("ARG1", "").startswith("x")
            return e.Promotion(subject, agent, below=head)
    return None


def _turned(before: Group, after: Group) -> bool:
    """The verb group has become passive."""
    return bool(after.main.passive) and not before.main.passive


def _of_voice(
    analysis: Analysis, before: Group, after: Group, others: tuple[int, ...]
) -> Iterator[e.Edit]:
    """Voice and order of the arguments of the root clause, and of ``others`` turned with it."""
    passive = bool(after.main.passive)
    if before.main.passive and not passive:
        yield e.Demotion()
    elif before.subject != after.subject:
        head = analysis.heads.get(after.subject or "")
        if head is None:
            raise Declined("new subject is not in the source")
        promotion = e.Promotion(head, after.agent is not None, others)
        yield promotion if _turned(before, after) else e.Swap(head, after.main.lemma == "be")
    elif passive and before.agent is not None and after.agent is None:
        yield e.Promotion(None, False)


def _determiners(analysis: Analysis, scope: Scope) -> Iterator[e.Edit]:
    """The source's *a* under ``_no_q`` is *no*."""
    for variable, quantifier in scope.quantifier.items():
        old = analysis.scope.quantifier.get(variable)
        head = analysis.heads.get(variable)
        if old is not None and head is not None and quantifier.predicate != old.predicate:
            below = analysis.doc[head].children
            articles = [c for c in below if c.dep_ == "det" and c.lower_ in ("a", "an")]
            if quantifier.predicate != "_no_q" or not articles:
                raise Declined("edit of a determiner")
            yield from (e.Determiner(article.i) for article in articles)


def _cleft(
    analysis: Analysis, skeleton: ClauseSkeleton, after: Group, before: Group
) -> Iterator[e.Edit]:
    """A new cleft over the root clause."""
    for i, operator in enumerate(skeleton.operators):
        if operator.kind == "cleft" and operator.event not in analysis.own_events:
            variable = operator.arguments.get("ARG1", "")
            focus = analysis.heads.get(variable)
            if focus is None:
                raise Declined("focus is not in the source")
            tense = "past" if operator.tense == "past" else "pres"
            negated = any(o.kind == "neg" for o in skeleton.operators[:i])
            subject, was_subject = variable == after.subject, variable == before.subject
            yield e.Focus(focus, subject, tense, negated, was_subject)


def _check(analysis: Analysis, now: Skeletons, after: Groups, below: int | None) -> None:
    """Decline what a surface cannot show: clauses not built anew, tenses that clash."""
    root = analysis.root_clause.head
    changed = after[root].tense != analysis.groups[root].tense or _past_of_modal(analysis, after)
    # a modal without its verb keeps its form: *more than I thought I could*
    alone = any(analysis.doc[c.head].tag_ == "MD" for c in analysis.clauses if c.head != root)
    if changed and (alone or _is_unreal(analysis, after) or _out_of_sequence(analysis, after)):
        raise Declined("sequence of tense")
    if alone and _turned(analysis.groups[root], after[root]):
        raise Declined("ellipsis")  # *I have never asked you, but I will*
    for clause in analysis.clauses:
        head = clause.head
        edited = _print(analysis.skeletons.get(head)) != _print(now.get(head))
        if edited and not clause.finite and head != below:
            raise Declined("edit of a clause that is not finite")
    # a coordinated verb whose tense was not read: *pick up litter, plant trees*
    if changed and any(
        c.kind == "conjunct" and c.governor == root and not c.finite and c.to is None
        and analysis.doc[c.head].tag_ in ("VB", "VBP", "VBD", "VBZ")
        for c in analysis.clauses
    ):  # fmt: skip
        raise Declined("conjunct without tense")


def _print(skeleton: ClauseSkeleton | None) -> tuple[object, ...] | None:
    """What an edit can change of a clause without a finite verb, which is not built anew."""
    return None if skeleton is None else (
        skeleton.predicate, skeleton.voice, skeleton.progressive, skeleton.perfect,
        tuple(v for v in skeleton.arguments.values() if v[:1] == "x"),
    )  # fmt: skip


def _is_unreal(analysis: Analysis, groups: Groups) -> bool:
    """*as if she were here*, *if the man were here*, which has no other tense, is to have one; not
    *as it were*."""
    doc = analysis.doc
    return any(
        doc[c.group[0]].lower_ == "were"
        and (doc[c.subject or 0].lower_ in ("i", "he", "she", "it") or _is_if_of_one(doc, c))
        and groups.get(c.head) != analysis.groups.get(c.head)
        and doc[c.head].n_rights > 0
        for c in analysis.clauses
    )


def _is_if_of_one(doc: Doc, clause: Clause) -> bool:
    """*If the man were here*."""
    subject = doc[clause.subject or 0]
    one = subject.tag_ == "NN" and subject.lemma_.lower() not in NOUNS.either_number
    return clause.kind == "adverbial" and one and not is_plural(subject)


def _out_of_sequence(analysis: Analysis, groups: Groups) -> bool:
    """A subordinate clause has a tense that does not go with the new one of the root.

    *For as long as he needs it, they continued*: the rules name the clauses that follow; where
    the tree hides one from them, or it has another tense, the sentence is declined.
    """
    head = analysis.root_clause.head
    root, before = groups[head], analysis.groups[head].tense
    past = root.tense == "past" or _past_of_modal(analysis, groups)
    if not past and any(_leaves_past(analysis, groups, clause) for clause in analysis.clauses):
        return True
    if root.verbs[0].modal and not past:  # *may have left when he came*
        return False
    for clause in analysis.clauses:
        group = groups.get(clause.head)
        if group is None or clause.kind not in ("adverbial", "complement", "relative"):
            continue
        first = group.verbs[0]
        present = group.tense in ("pres", "fut") and not first.modal
        perfect = group.tense == "pres" and group.main.perfect
        can = first.modal and first.lemma in ("can", "may")
        # *said that it would* -> not *will say that it would*
        remote = first.lemma in LISTS.remote_modals and clause.kind != "relative"
        apart = remote or group.tense == "past"
        apart = apart or (present and _agrees_with_either(analysis.doc, clause))
        if (past and (present or perfect or can)) or (before == "past" and apart):
            return True
    return False


def _leaves_past(analysis: Analysis, groups: Groups, clause: Clause) -> bool:
    """Its tense changes, and not that of the clause over it: *who succeeded where she failed*."""
    group, over = groups.get(clause.head), clause.governor
    if group is None or over is None or over not in groups:
        return False
    was = analysis.groups
    return group.tense != was[clause.head].tense and groups[over].tense == was[over].tense == "past"


def _agrees_with_either(doc: Doc, clause: Clause) -> bool:
    """*accused officials of corruption, which led to it*: of one, of many, or of all that."""
    noun, start = doc[clause.head].head, doc[clause.head].left_edge
    if clause.subject is None or doc[clause.subject].lower_ != "which" or start.i < 2:
        return False
    nearest = start.nbor(-2)
    return start.nbor(-1).text == "," and nearest != noun and is_plural(nearest) != is_plural(noun)


def _past_of_modal(analysis: Analysis, groups: Groups) -> bool:
    """The root clause, which has a modal, takes the perfect: *may have ridden*."""
    head = analysis.root_clause.head
    new, old = groups[head], analysis.groups[head]
    both = new.verbs[0].modal and old.verbs[0] == new.verbs[0]
    return both and new.main.perfect and not old.main.perfect


def _check_rest(analysis: Analysis, now: Skeletons, scope: Scope, edits: Iterable[e.Edit]) -> None:
    """Decline what no edit covers: predications and variables outside the verb groups."""
    old, own = analysis.scope, analysis.own_events
    written = {
        v for head, skeleton in now.items() if head in analysis.groups
        for o in skeleton.operators for v in (o.event, *o.arguments.values())
    }  # fmt: skip
    modals = {  # another operator in its place is an edit of the verb group: *can*, *be able to*
        o.event for head in analysis.groups for o in analysis.skeletons[head].operators
        if o.kind == "modal"
    } & written  # fmt: skip
    agentless = any(isinstance(x, e.Promotion | e.Impersonal) and not x.agent for x in edits)
    for event, ep in scope.by_event.items():
        was = old.by_event.get(event)
        if was is None:
            if event not in written:
                raise Declined(f"edit of {ep.predicate}")
        elif ep is not was and event not in modals and not (agentless and event in own):
            args = written if event in own else frozenset[str]()
            if _bare(ep, event in own, args) != _bare(was, event in own, args):
                raise Declined(f"edit of {was.predicate}")
    for event, ep in old.by_event.items():
        lost = event not in scope.by_event
        changed = event[:1] == "x" and scope.properties(event) != old.properties(event)
        if not agentless if lost else changed:
            raise Declined(f"edit of {ep.predicate}")


def _bare(ep: EP, clause: bool, operators: Set[str]) -> tuple[object, ...]:
    """A predication without the handles, which operators move; a clause's arguments unordered,
    but for those that an operator over it took part in (*persuaded Carol to ride*)."""
    args = [(r, v) for r, v in sorted(ep.args.items()) if v[:1] not in "hi" and r != "CARG"]
    if clause:
        return (ep.predicate, sorted(v for _, v in args if v not in operators))
    return (ep.predicate, ep.carg, args)
