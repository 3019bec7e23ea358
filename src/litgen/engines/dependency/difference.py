"""Express the difference between an edited MRS and the source sentence's MRS as typed edits."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import accumulate
from typing import TypeAlias

from litgen.engines.dependency import edits as e
from litgen.engines.dependency.analysis import Analysis, Declined, Group, is_question
from litgen.mrs.scope import Scope
from litgen.mrs.skeleton import Clause as Skeleton
from litgen.tables import LISTS

#: The verb groups of finite clauses, by head.
Groups: TypeAlias = Mapping[int, Group]
#: The reason for declining a tense that conflicts with a subordinate clause's tense.
OUT_OF_SEQUENCE = "generation.sequence-of-tenses"


def difference(analysis: Analysis, scope: Scope) -> tuple[e.Edit, ...]:
    """Return the edits that lead from a sentence's MRS to an edited one.

    Args:
        scope: the edited MRS; unchanged variables have the same names as in the analysis.

    Raises:
        Declined: a difference is not covered by any edit, or the sentence cannot express an edit.
    """
    now = analysis.skeletons_in(scope)
    before, after = analysis.groups, analysis.groups_in(scope)
    root = analysis.root_clause.head
    if root not in after:
        raise Declined("generation.no-root-clause")
    edits = [edit for head, group in after.items() for edit in _of_group(head, before[head], group)]
    names = e.names_of(edits)
    if "tense" in names and _out_of_sequence(analysis, after, "tense-past" in names):
        raise Declined(OUT_OF_SEQUENCE)
    edits += _of_voice(analysis, now, after, scope)
    edits += _determiners(analysis, scope)
    edits += _cleft(analysis, now[root], after[root], before[root])
    if is_question(scope) and not analysis.asks:
        edits.append(e.Question())
    _check_rest(analysis, now, scope, edits)
    return tuple(edits)


def _of_group(head: int, before: Group, after: Group) -> Iterator[e.Edit]:
    same, main, was = after.operators == before.operators, after.main, before.main
    if not same:
        yield e.Operators(head, after.operators, before.operators)
    over = after.verbs[0].modal and not before.verbs[0].modal
    # true of *may have ridden*, but not of *may be leaving*
    past = same and after.verbs[0].modal and main.perfect and not was.perfect
    changed = past or (after.tense != before.tense and not over)
    if changed:
        yield e.Tense(head, "past" if past else after.tense)
    if (main.perfect, main.progressive) != (was.perfect, was.progressive):
        voice = main.passive == was.passive
        kept, alone = voice and same and not past, voice and not changed and not over
        yield e.Aspect(head, main.perfect, main.progressive, kept, alone)
    if after.negation == "new" and not before.negation:
        yield e.Negation(head)


def _of_voice(
    analysis: Analysis, now: Mapping[int, Skeleton], after: Groups, scope: Scope
) -> Iterator[e.Edit]:
    """Yield edits to voice or argument order in the root clause or in an infinitive below it."""
    root = analysis.root_clause.head
    was, group = analysis.groups[root], after[root]
    passive = [h for h, skeleton in now.items() if skeleton.voice == "passive"]
    turned = [h for h in passive if analysis.skeletons[h].voice == "active"]
    below = next((h for h in turned if not analysis.by_head[h].finite), None)
    if below is not None or root in turned:
        skeleton = now[root if below is None else below]
        agent = skeleton.arguments.get("ARG1", "").startswith("x")
        topic = next((i.right for i in scope.mrs.icons if i.left == skeleton.event), "")
        if topic == skeleton.event:  # no phrase is promoted
            yield e.Impersonal(agent)
        else:
            others = tuple(h for h in turned if h not in (root, below))
            yield e.Promotion(_head(analysis, topic), agent, others, below)
    elif was.main.passive and not group.main.passive:
        yield e.Demotion()
    elif was.subject != group.subject:
        yield e.Swap(_head(analysis, group.subject), group.main.lemma == "be")
    elif was.agent is not None and group.agent is None:
        yield e.Promotion(None, False)


def _head(analysis: Analysis, variable: str | None) -> int:
    head = analysis.heads.get(variable or "")
    if head is None:
        raise Declined("generation.moved-phrase-missing")
    return head


def _determiners(analysis: Analysis, scope: Scope) -> Iterator[e.Edit]:
    """Yield changes of *a* to *no* (``_no_q``); decline all other changes of quantifiers."""
    for variable, quantifier in scope.quantifier.items():
        old = analysis.scope.quantifier.get(variable)
        head = analysis.heads.get(variable)
        if old is not None and head is not None and quantifier.predicate != old.predicate:
            below = analysis.doc[head].children
            articles = [c.i for c in below if c.dep_ == "det" and c.lower_ in ("a", "an")]
            if quantifier.predicate != "_no_q" or not articles:
                raise Declined("generation.determiner")
            yield from map(e.Determiner, articles)


def _cleft(analysis: Analysis, skeleton: Skeleton, after: Group, before: Group) -> Iterator[e.Edit]:
    for i, operator in enumerate(skeleton.operators):
        if operator.kind == "cleft" and operator.event not in analysis.own_events:
            variable = operator.arguments.get("ARG1")
            tense = "past" if operator.tense == "past" else "pres"
            negated = any(o.kind == "neg" for o in skeleton.operators[:i])
            subject, was_subject = variable == after.subject, variable == before.subject
            yield e.Focus(_head(analysis, variable), subject, tense, negated, was_subject)


def _out_of_sequence(analysis: Analysis, groups: Groups, past: bool) -> bool:
    """Check whether a subordinate clause's tense conflicts with the root's new tense."""
    if not past and analysis.groups[analysis.root_clause.head].tense != "past":
        return False
    modals = ("can", "may") if past else LISTS.remote_modals
    open_quotes = [0, *accumulate((t.tag_ == "``") - (t.tag_ == "''") for t in analysis.doc)]
    for clause in analysis.clauses:
        group = groups.get(clause.head)
        if group is None or clause.kind not in ("adverbial", "complement", "relative"):
            continue
        if open_quotes[clause.head] > open_quotes[analysis.root_clause.head]:
            clash = group.tense != analysis.groups[clause.head].tense  # a quotation keeps its tense
        elif not group.verbs[0].modal:
            clash = (group.tense == "past") != past
        else:  # *said that it would* does not become *will say that it would*
            clash = group.verbs[0].lemma in modals and (past or clause.kind != "relative")
        if clash:
            return True
    return False


def _check_rest(
    analysis: Analysis, now: Mapping[int, Skeleton], scope: Scope, edits: Iterable[e.Edit]
) -> None:
    """Raise Declined if a predication or variable has changed in a way that no edit covers."""
    before, after = analysis.scope.by_event, scope.by_event
    over = [o for head in analysis.groups.keys() & now.keys() for o in now[head].operators]
    events = {o.event for o in over}
    gone = before.keys() - after.keys()
    agentless = any(isinstance(x, e.Promotion | e.Impersonal) and not x.agent for x in edits)
    # variables that other predications lose because of edited verb groups or a dropped agent
    moved = gone.union(events, *(o.arguments.values() for o in over))
    fixed = {analysis.events.get(c.head) for c in analysis.clauses if not c.finite}

    def said(of: Scope, event: str) -> tuple[object, ...]:
        ep, properties = of.by_event[event], of.properties(event)
        individuals = (v for r, v in ep.args.items() if v[:1] not in "hi" and r != "CARG")
        aspect = [properties.get(name) for name in ("PROG", "PERF") if event in fixed]
        noun = properties if event[:1] == "x" else None
        return ep.predicate, ep.carg, sorted(v for v in individuals if v not in moved), aspect, noun

    for event, ep in {**after, **before}.items():
        if event not in before:
            covered = event in moved
        elif event not in after:
            covered = agentless
        else:
            covered = event in events or said(analysis.scope, event) == said(scope, event)
        if not covered:
            raise Declined("generation.unsupported-edit", ep.predicate)
