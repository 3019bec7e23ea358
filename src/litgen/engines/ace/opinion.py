"""A second opinion: check ACE's reading of a sentence against the embedded engine's tree.

ACE's best reading of a sentence may be absurd (*black* as a verb in *Two men in black dresses*),
and its grammar can express edits that nobody would write (*will write last night*). The tree
reveals both problems: verbs of the reading must be verbs in the tree, and the guards in
``rules/guards.toml`` apply to ACE as well, except for the guards about ambiguous trees.
"""

from collections.abc import Sequence
from typing import NamedTuple

from delphin.mrs import EP, MRS

from litgen.acceptability.guards import stopped_by
from litgen.acceptability.source import source_problem
from litgen.engines.ace.realisations import Verb, clefted, parts_of, verbs
from litgen.engines.dependency.clauses import Sentence
from litgen.engines.dependency.difference import OUT_OF_SEQUENCE
from litgen.engines.dependency.features import Features, raised
from litgen.engines.dependency.sentences import read_sentences
from litgen.engines.protocol import Request
from litgen.mrs.frame import Source
from litgen.mrs.operators import FINITE, entry_of
from litgen.mrs.scope import Scope
from litgen.mrs.skeleton import Clause, skeleton
from litgen.mrs.subordinate import subordinates
from litgen.tables import LISTS
from litgen.trees.tokens import Token

MISREAD = "parse.misread"
#: Names of the passives; names of the edits that reorder phrases, apart from the clefts.
VOICES = ("passive", "passive-short", "impersonal", "impersonal-short")
REORDERS = (*VOICES, "active", "question", "swap", "permute")
_VERBAL = ("VERB", "AUX")


class Opinion(NamedTuple):
    """The evidence that the tree provides.

    Attributes:
        declined: why the sentence is not a clause, if it is not; rules can edit only clauses.
        verbs: the character offsets where the verbs begin.
        sentence, features: the tree, and the features that guards use.
        clause: for a caption, the corresponding clause: *A rat is running on a wheel* for *A rat
            running on a wheel*, which ACE rightly parses as a fragment.
        problem: the id of a problem in the source sentence, if there is one.
    """

    declined: str | None = None
    verbs: frozenset[int] = frozenset()
    features: Features | None = None
    sentence: Sentence | None = None
    clause: str | None = None
    problem: str | None = None


def opinions(texts: Sequence[str]) -> list[Opinion]:
    """Parse sentences, each on one line, with the embedded engine and return an opinion on each."""
    found = []
    for read in read_sentences(texts):
        declined = read if isinstance(read, str) else read.declined
        if isinstance(read, str) or declined:
            found.append(Opinion(declined))
            continue
        # A word coordinated with a verb counts as a verb whatever its tag: *Two dogs run and jump*.
        spans = frozenset(
            t.idx
            for t in read.doc
            if t.pos_ in _VERBAL or (t.dep_ == "conj" and t.head.pos_ in _VERBAL)
        )
        clause = read.text if read.form == "caption" else None
        problem = source_problem(read.doc)
        found.append(Opinion(None, spans, Features(read), read, clause, problem and problem.id))
    return found


def is_misread(mrs: MRS, opinion: Opinion) -> bool:
    """Check whether a main verb of a reading is not a verb in the tree.

    Example:
        *A group of people walking down a road.*, with *down* parsed as a verb.
    """
    events = {clause.event for clause in skeleton(mrs).clauses}
    return any(
        ep.cfrom not in opinion.verbs
        for ep in mrs.rels
        if ep.args.get("ARG0") in events and "_v_" in ep.predicate and ep.predicate[:1] == "_"
    )


def stopped(request: Request, opinion: Opinion) -> str | None:
    """Return the id of the reason why an edit is not allowed, or None if it is allowed.

    If the edit makes an infinitive passive, guards treat the infinitive as the main verb, as in
    the embedded engine.
    """
    if opinion.sentence is None or opinion.features is None:
        return None
    source, asked = request.source.source, Scope(request.mrs)
    names = operations(source.scope, asked)
    if names and opinion.problem:
        return opinion.problem
    if misjoined(source.scope, asked, opinion.sentence):
        return MISREAD
    if "tense" in names and _out_of_sequence(source, request.mrs, "tense-past" in names):
        return OUT_OF_SEQUENCE
    features = [(names, opinion.features)]
    if (below := _infinitive_turned(source.scope, asked, opinion.sentence)) is not None:
        features = [
            (names & {*VOICES, "reorder", "any"}, raised(opinion.sentence, below)),
            (names - {*VOICES, "reorder"}, opinion.features),
        ]
    found = (stopped_by(of, asked_of, tree=False) for of, asked_of in features)
    return next((each.name for each in found if each is not None), None)


def operations(source: Scope, asked: Scope) -> frozenset[str]:
    """Return the changes that an edit makes, by the names of edits that guards use.

    Example:
        *A man rides a bike.* to *A bike will be ridden by a man.*: ``tense``, ``tense-fut``,
        ``passive``, ``reorder``, ``any``.
    """
    before, after = skeleton(source), skeleton(asked)
    found: set[str] = set()
    if after.force == "ques" and before.force != "ques":
        found.add("question")
    had, has = (sum(ep.predicate == "_no_q" for ep in of.mrs.rels) for of in (source, asked))
    if has > had:  # as in *No man sleeps*
        found.add("negation")
    # Subordinate verbs are included.
    for event in source.mrs.variables.keys() & asked.mrs.variables.keys():
        was, tense = (of.properties(event).get("TENSE") for of in (source, asked))
        if was != tense and was in FINITE and tense in ("past", "pres", "fut"):
            found |= {"tense", f"tense-{tense}"}
    were = {clause.event: clause for clause in before.clauses}
    for clause in after.clauses:
        if clause.event in were:
            found |= _changes(were[clause.event], clause)
    voices = {verb.event: verb for verb in verbs(source)}
    for verb in verbs(asked):
        if verb.event in voices:
            found |= _of_voice(asked, voices[verb.event], verb)
    if any(name in REORDERS or name.startswith("cleft") for name in found):
        found.add("reorder")
    return frozenset(found | {"any"}) if found else frozenset()


def _changes(was: Clause, clause: Clause) -> set[str]:
    """Return the names of a clause's new operators, tense, aspects, negation and cleft."""
    had, has = _over(was), _over(clause)
    new = has[: len(has) - len(had)]
    found = {name for kind, own in new for name in (kind, own)}
    if has != had and not new:
        found |= {own for kind, own in has if kind != "modal"}  # a substitute for a modal
    modal, was_modal = (bool(each) and each[0][0] == "modal" for each in (has, had))
    had_aspect, aspect = _aspect(was), _aspect(clause)
    past = has == had and modal and clause.perfect and not was.perfect  # as in *may have ridden*
    turned = past or (clause.finite_tense != was.finite_tense and modal <= was_modal)
    if turned:
        found |= {"tense", f"tense-{'past' if past else clause.finite_tense}"}
    if aspect != had_aspect and clause.voice == was.voice:
        if has == had and not past:
            found |= {"-".join(("aspect", *(aspect[:n] or ("simple",)))) for n in (1, len(aspect))}
        if not turned and modal <= was_modal:
            found.add("aspect")
    kinds = set(clause.kinds) - set(was.kinds)
    if "neg" in kinds:
        found.add("negation")
    if "cleft" in kinds:
        found.add("cleft-object" if clefted(clause) else "cleft-subject")
    return found


def _aspect(clause: Clause) -> tuple[str, ...]:
    """Return the aspects of a clause, without the ``prog`` that the ERG assigns to gerunds."""
    verbs_over = [each for each in clause.operators if each.kind in ("raising", "control")]
    gerund = any(entry_of(each.predicate).complement == "gerund" for each in verbs_over)
    named = (("perf", clause.perfect), ("prog", clause.progressive and not gerund))
    return tuple(name for name, has in named if has)


def _over(clause: Clause) -> list[tuple[str, str]]:
    """Return the kind and the specific name of each verb that governs a clause, outermost first."""
    return [
        (each.kind, "-".join((each.kind, entry.verb, *entry.words)))
        for each in clause.operators
        if each.kind in ("modal", "raising", "control") and (entry := entry_of(each.predicate))
    ]


def _of_voice(asked: Scope, was: Verb, verb: Verb) -> set[str]:
    """Return the names of the changes to a verb's voice and to the order of its arguments."""
    agent = verb.arguments.get("ARG1", "")
    said, was_said = agent[:1] == "x", was.arguments.get("ARG1", "")[:1] == "x"
    if verb.voice == "passive" and (was.voice == "active" or (was_said and not said)):
        return {
            ("passive" if _promotes(asked, verb) else "impersonal") + ("" if said else "-short")
        }
    if verb.voice != was.voice:
        return {"active"}
    if agent == was.arguments.get("ARG1", "") or not (said and was_said):
        return set()
    moved = verb.arguments.get("ARG2") == was.arguments["ARG1"]
    same = asked.by_event[verb.event].predicate == "_be_v_id"
    return {"permute" if same else "swap"} if moved else set()


def _promotes(asked: Scope, verb: Verb) -> bool:
    """Check whether a passive has a real subject, unlike *it* in *it is said that he left*."""
    topics = [icon.right for icon in asked.mrs.icons if icon.left == verb.event]
    marks = (ep.args for ep in asked.mrs.rels if ep.predicate == "parg_d")
    topics += [args["ARG2"] for args in marks if args["ARG1"] == verb.event]
    return all(each[:1] == "x" for each in topics)


def misjoined(source: Scope, asked: Scope, sentence: Sentence) -> bool:
    """Check whether a conjunct in a passive's new subject is a gerund or not joined in the tree.

    Example:
        *the eye of a man and girl are caught*, *a sheet and laughing are seen*.
    """
    voices = {verb.event: verb.voice for verb in verbs(source)}
    turned = [v for v in verbs(asked) if v.voice == "passive" and voices.get(v.event) == "active"]
    subjects = (verb.arguments.get(role, "") for verb in turned for role in ("ARG2", "ARG3"))
    return any(
        part.predicate == "nominalization" or not _joined(sentence, parts[0], part)
        for subject in subjects
        if len(parts := parts_of(asked, subject)) > 1
        for part in parts
    )


def _joined(sentence: Sentence, first: EP, part: EP) -> bool:
    """Check whether, in the tree, two parts of a subject are conjuncts or the same word."""
    head, word = (_word_of(sentence, ep) for ep in (first, part))
    while word is not None and word != head and word.dep_ == "conj":
        word = word.head
    return word is not None and word == head


def _word_of(sentence: Sentence, ep: EP) -> Token | None:
    """Return the last word within a predication's character link."""
    words = (t for t in sentence.doc if ep.cfrom <= t.idx < ep.cto and not t.is_punct)
    return max(words, key=lambda t: t.i, default=None)


def _infinitive_turned(source: Scope, asked: Scope, sentence: Sentence) -> int | None:
    """Return the index of an embedded infinitive that becomes passive, as in *has to be fed*."""
    voices = {verb.event: verb.voice for verb in verbs(source)}
    for verb in verbs(asked):
        if verb.voice == "passive" and voices.get(verb.event) == "active":
            at = asked.by_event[verb.event].cfrom
            word = next((t for t in sentence.doc if t.idx == at), None)
            if word is not None and word.dep_ == "xcomp" and word.tag_ in ("VB", "VBG"):
                return int(word.i)
    return None


def _out_of_sequence(source: Source, asked: MRS, past: bool) -> bool:
    """Check whether a subordinate clause's tense conflicts with the main clause's new tense."""
    before = skeleton(source.scope).clauses
    if not past and not any(clause.finite_tense == "past" for clause in before):
        return False
    edited = Source(asked)
    for found in subordinates(edited):
        if found.predicate.endswith("_v_modal"):
            lemma = found.predicate.split("_")[1]
            modals = ("can", "may") if past else LISTS.remote_modals
            clash = lemma in modals and (past or found.hangs != "relative")
        else:
            clash = (edited.scope.properties(found.tensed).get("TENSE") == "past") != past
        if clash:
            return True
    return False
