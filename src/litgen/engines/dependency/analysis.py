"""The analysis of a sentence: its tree, clauses, MRS, variables and verb groups."""

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from delphin.mrs import MRS

from litgen.engines.dependency.clauses import Clause, Sentence
from litgen.engines.dependency.composition.graph import Graph, Proposition
from litgen.engines.dependency.features import Features
from litgen.mrs.operators import FINITE, entry_of
from litgen.mrs.scope import Scope
from litgen.mrs.skeleton import Clause as ClauseSkeleton
from litgen.mrs.skeleton import Operator, clause_of, skeleton
from litgen.tables import LISTS


class Declined(Exception):
    """No surface can be built; the arguments are the reason and the words to which it applies."""


class Verb(NamedTuple):
    """One verb of a verb group: an operator, as described in the lexicon, or the main verb."""

    lemma: str
    perfect: bool = False
    progressive: bool = False
    passive: str = ""  #: the auxiliary of the passive, such as *be* or *get*; empty in the active
    #: the form of the next verb: ``bare``, ``to`` or ``gerund``; empty for the main verb
    complement: str = ""
    support: bool = False  #: whether the verb takes *do* although its lemma is *have*
    controls: bool = False  #: whether it is a control verb, with a subject argument (*want*)
    between: tuple[str, ...] = ()  #: words before *to* (*Carol* in *persuaded Carol to*)
    tenses: frozenset[str] = frozenset()  #: the verb's tenses; empty if it has all of them

    @property
    def modal(self) -> bool:
        """Whether the verb is a modal, which has one form and takes a bare infinitive."""
        return self.complement == "bare"


class Group(NamedTuple):
    """The verb group of a finite clause, with its subject."""

    verbs: tuple[Verb, ...]  #: outermost first; the last is the main verb
    tense: str = "pres"  #: the tense of the first verb: ``pres``, ``past`` or ``fut``
    #: ``own`` if the source's *not* stays; ``new`` if a negation is added, which later becomes
    #: ``not`` or ``n't``; ``moved`` if the source's negation takes its alternative position in a
    #: question; empty without negation
    negation: str = ""
    #: variable of the surface subject, or None if the MRS has none (*there*, *it*)
    subject: str | None = None
    agent: str | None = None  #: variable of a passive's by-phrase, or None if there is none

    @property
    def main(self) -> Verb:
        return self.verbs[-1]

    @property
    def operators(self) -> tuple[Verb, ...]:
        return self.verbs[:-1]


@dataclass(kw_only=True)
class Analysis(Sentence):
    """A sentence with its composed MRS; the properties for edits and guards are computed lazily."""

    graph: Graph
    main: Proposition
    #: the event variable of each clause (for a copular clause, its predicate's), by clause head
    events: dict[int, str]
    referents: dict[int, str]  #: the variable of each noun phrase or conjunct, by its head
    joined: dict[int, str]  #: the variable of each coordination, by its first conjunct
    uncovered: tuple[int, ...]  #: indices of content words without an elementary predication

    @cached_property
    def mrs(self) -> MRS:
        """The well-formed, connected MRS; built lazily, since most candidates never need it."""
        return self.graph.finish(self.main)

    @cached_property
    def own_events(self) -> frozenset[str]:
        return frozenset(self.events.values())

    @cached_property
    def copular_events(self) -> frozenset[str]:
        return frozenset(self.events[c.head] for c in self.clauses
                         if c.copular and c.head in self.events)  # fmt: skip

    @cached_property
    def heads(self) -> dict[str, int]:
        """The token that heads each variable's phrase; for a coordination, the first conjunct."""
        return {v: index for index, v in (*self.referents.items(), *self.joined.items())}

    @cached_property
    def features(self) -> Features:
        return Features(self)

    @cached_property
    def scope(self) -> Scope:
        return Scope(self.mrs)

    @cached_property
    def skeletons(self) -> dict[int, ClauseSkeleton]:
        """The skeleton of each clause in the MRS, by the clause's head."""
        return self.skeletons_in(self.scope)

    def skeletons_in(self, scope: Scope) -> dict[int, ClauseSkeleton]:
        """Return the skeleton of each clause that the MRS contains, by the clause's head."""
        return {
            clause.head: clause_of(scope, self.events[clause.head])
            for clause in self.clauses
            if self.events.get(clause.head) in scope.by_event
        }

    @cached_property
    def groups(self) -> dict[int, Group]:
        """The verb group of each finite clause, by the clause's head."""
        return self.groups_in(self.scope)

    def groups_in(self, scope: Scope) -> dict[int, Group]:
        """Return the verb group of each finite clause in the MRS, by the clause's head."""
        now, finite = self.skeletons_in(scope), (c for c in self.clauses if c.finite)
        return {c.head: self._group(c, now[c.head], scope) for c in finite if c.head in now}

    @cached_property
    def main_events(self) -> tuple[str, ...]:
        """The events of the main clauses, in the order of coordination."""
        clauses = skeleton(self.scope).clauses
        found = [clause.event for clause in clauses]
        root = self.events.get(self.root.head) if self.root else None
        passed = {o.event for clause in clauses for o in clause.operators}
        ep = self.scope.by_event.get(root or "")
        if ep is not None and root in self.copular_events - {*found, *passed}:
            if "_a_" in ep.predicate:  # untensed *easy* in *may be easy to read* looks adverbial
                found[:1] = [ep.args["ARG0"]]
        return tuple(found)

    @cached_property
    def asks(self) -> bool:
        return is_question(self.scope) or (self.root is not None and self.root.question)

    def _group(self, clause: Clause, skeleton: ClauseSkeleton, scope: Scope) -> Group:
        """Return the verb group that a clause's skeleton requires in the MRS of ``scope``."""
        operators: list[Operator] = []
        for operator in skeleton.operators:  # a verb of the source has a clause of its own
            operators = [] if operator.event in self.own_events else [*operators, operator]
        chain = [o for o in operators if o.kind not in ("neg", "cleft")]
        verbs = [_operator(o, scope) for o in chain]
        # An MRS marks a passive only if the passive has a noun phrase as its subject (unlike *it
        # was suggested that ...*), so the voice is that of the tree unless an edit changes it.
        kept = skeleton.voice == self.skeletons[clause.head].voice
        passive = clause.passive if kept else skeleton.voice == "passive"
        lemma = "be" if clause.copular else self.doc[clause.head].lemma_
        progressive = skeleton.progressive and not (verbs and verbs[-1].complement == "gerund")
        own = {self.doc[i].lemma_ for i in clause.auxiliaries if self.doc[i].dep_ == "auxpass"}
        auxiliary = next((a for a in ("get", "become") if a in own), "be") if passive else ""
        verbs.append(Verb(lemma, skeleton.perfect, progressive, auxiliary))
        tense = next((o.tense for o in chain if o.tense), skeleton.tense)
        if tense not in FINITE:
            tense = clause.tense  # the MRS has no tense here, so no rule can have changed the tense
        cleft_at = next((i for i, o in enumerate(operators) if o.kind == "cleft"), -1)
        negation = "new" if any(o.kind == "neg" for o in operators[cleft_at + 1 :]) else ""
        if clause.negation is not None:
            negation = "own" if self.doc[clause.negation].lower_ in LISTS.negation else ""
        topic, agent = skeleton.arguments.get("ARG1"), None
        if skeleton.voice == "passive":
            agent = topic if passive else None
            topics = (i for i in scope.mrs.icons if i.relation == "topic")
            topic = next((i.right for i in topics if i.left == skeleton.event), None)
        elif passive:
            agent = skeleton.arguments.get("ARG2")
        controls = (o.arguments.get("ARG1") for o in chain if o.kind == "control")
        subject = next(controls, None) or topic
        if not (subject or "").startswith("x") and clause.subject is not None:
            # *seems to ...*: the MRS has no subject at this level
            subject = self.joined.get(clause.subject) or self.referents.get(clause.subject)
        return Group(
            tuple(verbs), "pres" if tense in (None, "tensed") else tense, negation,
            subject, agent if (agent or "").startswith("x") else None,
        )  # fmt: skip


def is_question(scope: Scope) -> bool:
    """Check whether the INDEX of an MRS marks a question."""
    return bool(scope.mrs.index) and scope.properties(scope.mrs.index).get("SF") == "ques"


def _operator(operator: Operator, scope: Scope) -> Verb:
    """Return an operator's verb: *may* for ``_may_v_modal``, *seem to* for ``_seem_v_to``."""
    entry = entry_of(operator.predicate)
    lemma = entry.verb_of(operator.tense)
    if entry.complement == "bare":
        return Verb(lemma, complement="bare")
    # The first individual is the subject, which is ARG2 in a passive (*was forced to*).
    individuals = [v for _, v in sorted(operator.arguments.items()) if v[:1] == "x"]
    others = map(scope.by_event.get, individuals[1:])
    between = (ep.carg or "" for ep in others if ep is not None and ep.predicate == "named")
    return Verb(
        lemma, operator.perfect, operator.progressive, "", entry.complement, entry.support,
        operator.kind == "control", (*entry.words, *between), entry.tenses,
    )  # fmt: skip
