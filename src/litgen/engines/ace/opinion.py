"""A second opinion: what the embedded engine's tree says of a sentence that ACE read.

ACE's best reading of a sentence may be absurd (*Two men in black dresses*: they black dresses), and
an edit that its grammar can express may be none that anyone would write (*will write last night*).
The tree tells of both: its verbs must be verbs, and the guards of ``rules/guards.toml`` hold for
any engine, but for those on what a tree leaves open.
"""

from collections.abc import Sequence
from typing import NamedTuple

from delphin.mrs import MRS

from litgen.acceptability.guards import stopped_by
from litgen.acceptability.source import source_problem
from litgen.engines.ace.realisations import clefted, moves_arguments
from litgen.engines.dependency.features import Features
from litgen.engines.dependency.sentences import read_sentences
from litgen.engines.protocol import Request
from litgen.mrs.skeleton import Clause, skeleton

MISREAD = "misread"
_VERBAL = ("VERB", "AUX")


class Opinion(NamedTuple):
    """What the tree says.

    Attributes:
        declined: why it is none of a clause: the rules have nothing to edit.
        verbs: where the verbs begin, in characters.
        clause: for a caption, the clause that it stands for: *A rat is running on a wheel* for
            *A rat running on a wheel*, which ACE rightly reads as a fragment.
    """

    declined: str | None = None
    verbs: frozenset[int] = frozenset()
    features: Features | None = None
    clause: str | None = None
    problem: str | None = None


def opinions(texts: Sequence[str]) -> list[Opinion]:
    """What trees say of sentences (each a line), in order."""
    found = []
    for read in read_sentences(texts):
        declined = read if isinstance(read, str) else read.declined
        if isinstance(read, str) or declined:
            found.append(Opinion(declined))
            continue
        # *Two dogs run and jump*: what goes with a verb is one, whatever its tag.
        verbs = frozenset(
            t.idx
            for t in read.doc
            if t.pos_ in _VERBAL or (t.dep_ == "conj" and t.head.pos_ in _VERBAL)
        )
        clause = read.text if read.form == "caption" else None
        problem = source_problem(read.doc)
        found.append(Opinion(None, verbs, Features(read), clause, problem and problem.id))
    return found


def is_misread(mrs: MRS, opinion: Opinion) -> bool:
    """Whether a main verb of a reading is none in the tree.

    Example:
        *A group of people walking down a road.*, read as a group that downs one.
    """
    events = {clause.event for clause in skeleton(mrs).clauses}
    return any(
        ep.cfrom not in opinion.verbs
        for ep in mrs.rels
        if ep.args.get("ARG0") in events and "_v_" in ep.predicate and ep.predicate[:1] == "_"
    )


def stopped(request: Request, opinion: Opinion) -> str | None:
    """The guard or source problem that stops an edit, None where none does."""
    if opinion.features is None:
        return None
    asked = operations(request.source.mrs, request.mrs)
    if asked and opinion.problem:
        return opinion.problem
    found = stopped_by(asked, opinion.features, tree=False)
    return None if found is None else found.name


def operations(source: MRS, asked: MRS) -> frozenset[str]:
    """What an edit changes, in the words that guards use.

    Example:
        *A man rides a bike.* to *A bike will be ridden by a man.*: ``tense``, ``tense-fut``,
        ``passive``, ``reorder``, ``any``.
    """
    before, after = skeleton(source), skeleton(asked)
    found: set[str] = set()
    if after.force == "ques" and before.force != "ques":
        found.add("question")
    had, has = (sum(ep.predicate == "_no_q" for ep in mrs.rels) for mrs in (source, asked))
    if has > had:  # *No man sleeps*
        found.add("negation")
    were = {clause.event: clause for clause in before.clauses}
    for clause in after.clauses:
        if clause.event in were:
            found |= _changes(were[clause.event], clause)
    if moves_arguments(source, asked):
        found.add("reorder")
    return frozenset(found | {"any"}) if found else frozenset()


def _changes(was: Clause, clause: Clause) -> set[str]:
    found = set()
    new = set(clause.kinds) - set(was.kinds)
    if "modal" in new:
        found.add("modal")
    elif clause.finite_tense != was.finite_tense:
        found |= {"tense", f"tense-{clause.finite_tense}"}
    elif (clause.progressive, clause.perfect) != (was.progressive, was.perfect) and not new:
        found.add("aspect")
    if "neg" in new:
        found.add("negation")
    found |= new & {"control", "raising"}
    if "cleft" in new:
        found.add("cleft-object" if clefted(clause) else "cleft-subject")
    agent = clause.arguments.get("ARG1", "")
    if clause.voice == "passive" and not agent.startswith("x"):
        found.add("passive-short")
    elif clause.voice != was.voice:
        found.add("active" if was.voice == "passive" else "passive")
    elif "control" not in clause.kinds and agent != was.arguments.get("ARG1", ""):
        found.add("permute" if clause.predicate == "_be_v_id" else "swap")
    return found
