"""Reading back: keep a candidate only if its own MRS has the requested clausal skeleton.

litgen turns the edited MRS and the MRS of the parsed candidate into the same kind of values, with
variables replaced by the words that head their phrases; the values must be equal. This check is
only a safety net, since the parser repeats its own mistakes.
"""

import re
from itertools import pairwise
from typing import NamedTuple

from litgen.engines.dependency.analysis import Analysis
from litgen.engines.dependency.clauses import SUBJECTS
from litgen.engines.protocol import NOT_READ_BACK
from litgen.failures import Failure
from litgen.mrs.operators import entry_of
from litgen.mrs.scope import Scope
from litgen.mrs.skeleton import Clause, clause_of
from litgen.trees.morphology import SUBJECT_CASE
from litgen.trees.tokens import Doc, Token
from litgen.trees.words import reattach, words_of_tree

#: Predicates of prepositions, and ``loc_nonsp`` for adverbial noun phrases.
_ADJUNCT = re.compile(r"_p(_|$)|^loc_nonsp$").search
_JOINED = frozenset(("compound", "appos", "nmod"))
_CLEFT_CLAUSES = frozenset(("relcl", "ccomp", "advcl"))


class InWords(NamedTuple):
    """The skeleton of a main clause, expressed in words so that it can be compared."""

    #: lemma of the main predicate; *be* for a copular clause, since the tagger is inconsistent
    #: about its predicate (adjective, adverb or participle)
    verb: str
    #: verbs that govern the main predicate, outermost first, as (lemma, progressive, perfect)
    operators: tuple[tuple[str, bool, bool], ...]
    tense: str | None  #: the tense of the outermost verb; None for a modal, whose lemma shows it
    progressive: bool
    perfect: bool
    voice: str
    negation: bool  #: whether the clause is negated, by *not* or an existential's *no*
    ARG1: str | None  #: the words that head the arguments; None if missing
    ARG2: str | None
    ARG3: str | None
    focus: str | None  #: the word that heads the focus of a cleft
    cleft: tuple[str | None, bool] | None  #: tense and negation of the cleft's *be*
    #: the words that head adjuncts (regardless of attachment) or clausal arguments, which are
    #: not compared directly
    oblique: tuple[str, ...] = ()


class Fault(NamedTuple):
    """The reason for rejecting a candidate and, if a field differs, both values."""

    reason: str
    field: str | None = None
    wanted: object = None
    got: object = None
    failure: Failure | None = None


def in_words(analysis: Analysis, scope: Scope) -> tuple[InWords, ...]:
    """Express the main clauses of an MRS, a sentence's own or an edited one, in words."""
    return tuple(levels[0] for levels in levels_in_words(analysis, scope))


def levels_in_words(
    analysis: Analysis, edited: Scope | None = None
) -> tuple[tuple[InWords, ...], ...]:
    """Express each main clause of a candidate in words, once from each verb downwards.

    The outermost verb comes first, since *jumps to catch a ball* may be parsed as one clause or as
    two. For an ``edited`` MRS, the first level is the requested one.
    """
    scope, found = edited or analysis.scope, list[tuple[InWords, ...]]()
    for event in analysis.main_events:
        if event not in scope.by_event:
            continue
        main = clause_of(scope, event)
        over = [o.event for o in main.operators if o.kind in ("raising", "control")]
        if edited:  # start at the source's outermost verb, or the lowest one if its voice changed
            over = [e for e in over if e in analysis.own_events][:1]
            over = over if main.voice == clause_of(analysis.scope, event).voice else []
        clauses = tuple(_clause(analysis, scope, clause_of(scope, e)) for e in (*over, event))
        # the subject of *seems to ride* is the rider, unlike that of *was created to ride*
        rider = clauses[-1].ARG1
        clauses = tuple(c._replace(ARG1=rider) if c.ARG1 is c.ARG2 is None else c for c in clauses)
        found.append(tuple(_beside(c, found[0][0]) for c in clauses) if found else clauses)
    return tuple(found)


def _beside(conjunct: InWords, first: InWords) -> InWords:
    """Remove a conjunct's cleft and add the operators that it omits: *may sing and dance*."""
    conjunct = conjunct._replace(focus=None, cleft=None)
    if conjunct.operators or conjunct.tense is not None:
        return conjunct
    return conjunct._replace(operators=first.operators, negation=first.negation)


def _clause(analysis: Analysis, scope: Scope, clause: Clause) -> InWords:
    doc = analysis.doc

    def word(variable: str | None) -> str | None:
        head = analysis.heads.get(variable or "")
        if head is not None:
            return _key(doc[head])
        ep = scope.by_event.get(variable or "")
        return ep.carg.lower() if ep is not None and ep.carg else None

    over = clause.operators
    at = next((i for i, o in enumerate(over) if o.kind == "cleft"), -1)
    verbs = [o for o in over[at + 1 :] if o.kind != "neg"]
    negations = sum(o.kind == "neg" for o in over[at + 1 :])
    if clause.predicate == "_be_v_there":
        quantifier = scope.quantifier.get(clause.arguments.get("ARG1", ""))
        negations += quantifier is not None and quantifier.predicate == "_no_q"
    arguments = (clause.arguments.get(role, "") for role in ("ARG1", "ARG2", "ARG3"))
    first, second, third = (word(v) if v[:1] == "x" else None for v in arguments)
    first = None if first == "it" else first  # *it* may refer to a clause or be an expletive
    adjuncts = (word(ep.args.get("ARG2")) for ep in scope.mrs.rels if _ADJUNCT(ep.predicate))
    lower = (
        ep for v in clause.arguments.values() for ep in scope.by_label.get(scope.label_of(v), ())
    )
    complements = (w for ep in lower for w in (_lemma(ep.predicate), word(ep.args.get("ARG1"))))
    return InWords(
        "be" if clause.event in analysis.copular_events else _lemma(clause.predicate),
        tuple((entry_of(o.predicate).verb_of(o.tense), o.progressive, o.perfect) for o in verbs),
        None if verbs and verbs[0].kind == "modal" else clause.finite_tense,
        clause.progressive, clause.perfect, clause.voice,
        negations % 2 == 1,
        first, second, third,
        word(over[at].arguments.get("ARG1")) if at >= 0 else None,
        (over[at].tense, any(o.kind == "neg" for o in over[:at])) if at >= 0 else None,
        tuple(sorted(filter(None, {*adjuncts, *complements}))),
    )  # fmt: skip


def _lemma(predicate: str) -> str:
    return entry_of(predicate).verb if predicate[0] == "_" else predicate.split("_")[0]


def _key(token: Token) -> str:
    """Return the last noun of the head's compound, or the subject form of a pronoun."""
    if token.pos_ == "PRON":
        return SUBJECT_CASE.get(token.lower_, token.lower_).lower()
    last = token
    for before, after in pairwise(token.doc[token.i :]):
        if _JOINED.isdisjoint((before.dep_, after.dep_)) or not token.is_ancestor(after):
            break
        last = after
    return last.lower_


def mismatch(wanted: tuple[InWords, ...], got: tuple[tuple[InWords, ...], ...]) -> Fault | None:
    """Return the first field in which two sentences differ at the requested level, if any."""
    if wanted[:1] and wanted[0].focus:  # ignore further clauses, which the cleft did not change
        got = got[: len(wanted)]
    if len(wanted) != len(got):
        verbs = tuple(r.verb for r in wanted), tuple(r[-1].verb for r in got)
        return Fault(f"{NOT_READ_BACK}: clauses", "clauses", *verbs)
    for one, levels in zip(wanted, got, strict=True):
        fit = (c for c in levels if len(c.operators) == len(one.operators))
        other = next(fit, levels[-1])
        alike = one.verb == other.verb and one.tense == other.tense and not one.operators
        if one is not wanted[0] and alike and (one.voice, other.voice) == ("passive", "active"):
            continue  # a participle or a past form: *was old and intended*
        if _is_adjective(one, other) or _is_adjective(other, one):
            continue
        for name, want, have in zip(InWords._fields[:-1], one, other, strict=False):
            if want != have and not _elsewhere(name, one, other):
                return Fault(f"{NOT_READ_BACK}: {name}", name, want, have)
    return None


def _is_adjective(one: InWords, other: InWords) -> bool:
    """Check whether *be* with a participle matches a passive: *will be concerned*."""
    active = other._replace(verb="be", voice="active", ARG1=other.ARG2, ARG2=None)
    return other.voice == "passive" and one._replace(ARG2=None)[:-1] == active[:-1]


def _elsewhere(name: str, one: InWords, other: InWords) -> bool:
    """Check whether an argument is an adjunct in the other sentence: *the work is worked on*."""
    if name in ("ARG2", "ARG3"):
        first, second = ({c.ARG2, c.ARG3} - {None} for c in (one, other))
    elif name == "ARG1" and one.voice == "passive":
        first, second = ({c.ARG1} - {None} for c in (one, other))
    else:
        return False
    elsewhere = first - second <= {*other.oblique} and second - first <= {*one.oblique}
    return first != second and elsewhere


def reattach_cleft(doc: Doc, wanted: tuple[InWords, ...]) -> None:
    """Attach a requested cleft's clause to *be*, and verbs with the same subject to that clause.

    The parser attaches *who prepare cars* in *It is a group of people who prepare cars* to the last
    noun, which would be right if the sentence were not a cleft.
    """
    root = next((t for t in doc if t.dep_ == "ROOT"), None)
    if root is None or not wanted or wanted[0].focus is None or root.lemma_ != "be":
        return
    first = wanted[0]
    verbs = {first.verb, *(verb for verb, *_ in first.operators)}
    clauses = [t for t in root.subtree if t.i > root.i and t.dep_ in _CLEFT_CLAUSES]
    named = [t for t in clauses if t.lemma_.lower() in verbs]
    found = next(iter(named or [t for t in reversed(clauses) if t.dep_ == "relcl"]), None)
    if found is None:
        return
    words = words_of_tree(doc)
    if found.head.i != root.i:
        found.head, found.dep_, words[found.i].dep = root, "relcl", "relcl"
        reattach(words[found.i], words[root.i])
    if first.ARG3 and first.focus == first.ARG2:  # as in *It was chess that he taught us*
        for recipient in [t for t in found.rights if t.dep_ == "dobj" and _key(t) == first.ARG3]:
            for link in [t for t in found.lefts if t.dep_ == "dative"]:
                link.dep_ = words[link.i].dep = "dobj"
            recipient.dep_ = words[recipient.i].dep = "dative"
    for verb in [t for t in root.rights if t.dep_ == "conj" and t.i > found.i]:
        shared = any(c.verb == verb.lemma_.lower() and c.ARG1 == first.ARG1 for c in wanted[1:])
        if shared and not any(c.dep_ in SUBJECTS for c in verb.children):
            verb.head = found  # as in *It was I who hesitated, but asked*
            reattach(words[verb.i], words[found.i])
