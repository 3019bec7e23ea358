"""Clauses on nouns: relative clauses with their gaps, participles, infinitives."""

from __future__ import annotations

from typing import TYPE_CHECKING

from litgen.engines.dependency.composition.constructions import prepositions
from litgen.engines.dependency.composition.graph import REDUCED
from litgen.engines.dependency.composition.tables import table, words

if TYPE_CHECKING:
    from litgen.engines.dependency.composition.composer import Composer
    from litgen.engines.dependency.composition.words import Word

_DITRANSITIVE = words("verbs", "ditransitive", "verbs")
_SUBORDINATORS = table("conjunctions")["subordinator"]
_RELATIVE_PRONOUNS = words("pronouns", "relative")
_SUBJECTS = ("nsubj", "nsubjpass", "csubj", "expl")


def relative(c: Composer, verb: Word, referent: str, label: str) -> None:
    """A finite clause on a noun, at the noun's label; its gap or pronoun is the noun's referent.

    Example:
        *the dog that Kim chased*: ``_chase_v_1`` ARG1 Kim, ARG2 the dog.
    """
    from litgen.engines.dependency.composition.constructions import clauses

    if not c.clauses.get(verb.i):
        reduced(c, verb, referent, label)
        return
    pronoun = _pronoun(verb)
    subject = None
    at_time = False
    if pronoun is not None:
        c.known[pronoun.i] = referent
        c.cover(pronoun)
        if pronoun.head is not verb and pronoun.dep == "nsubj":
            subject = None
    elif not any(d.dep in _SUBJECTS for d in verb.dependents):
        subject = referent
    elif (place := _adverb(verb)) is not None:
        c.known[place.i] = referent
    elif prepositions.is_time(verb.head) and _stranded(verb) is None:
        at_time = True  # *the day she left*: the gap is when she left
    elif not fill_gap(c, verb, referent):
        at_time = True
    inner = clauses.clause(c, verb, subject, label=label)
    if at_time:
        event = c.graph.event()
        c.graph.add("loc_nonsp", verb.span, inner.label, event, ARG1=inner.event, ARG2=referent)
    _attach(c, inner.top, label, referent)


def _attach(c: Composer, top: str, label: str, referent: str) -> None:
    """A relative clause with an operator of its own (*who may win*) shares the noun's label."""
    if top != label:
        c.graph.merge(top, label)


def _pronoun(verb: Word) -> Word | None:
    """The relative pronoun of a clause: on its verb, or inside one of the verb's phrases."""
    for d in verb.dependents:
        if d.i > verb.i and d.dep not in ("dobj", "attr"):
            break
        for inner in d.subtree():
            if inner.tag in ("WP", "WDT", "WP$") and inner.lower in _RELATIVE_PRONOUNS:
                if inner.i < verb.i and inner.dep != "mark":
                    return inner
            elif inner is d and d.lower == "that" and d.dep in ("dobj", "nsubj", "nsubjpass"):
                return inner  # *that* with the tag of a demonstrative
    return None


def _adverb(verb: Word) -> Word | None:
    """*where*, *when* at the front of a relative clause."""
    return next((d for d in verb.dependents if d.tag == "WRB" and d.i < verb.i), None)


def fill_gap(c: Composer, verb: Word, referent: str) -> bool:
    """Find what a relative clause without a pronoun leaves out: an object, else a preposition's.

    Says whether there is such a place.
    """
    stranded = _stranded(verb)
    if stranded is not None:
        c.gaps[stranded.i, "pobj"] = referent
        return True
    lowest = verb
    while True:
        inner = next((d for d in lowest.dependents if d.dep in ("xcomp", "ccomp")
                      and d.pos in ("VERB", "AUX")), None)  # fmt: skip
        if inner is None or lowest.first("dobj"):
            break
        lowest = inner
    if not lowest.first("dobj", "attr", "nsubjpass"):
        c.gaps[lowest.i, "dobj"] = referent
    elif verb.first("nsubjpass") and verb.lemma not in _DITRANSITIVE:
        return False
    elif not verb.first("dobj") or (
        verb.lemma in _DITRANSITIVE and len(verb.of("dobj", "dative")) < 2
    ):
        c.gaps[verb.i, "dobj"] = referent
    else:
        return False
    return True


def _stranded(verb: Word) -> Word | None:
    """A preposition without an object below a verb: *the hall she sings in*."""
    for d in verb.dependents:
        if (
            d.dep in ("prep", "dative", "agent")
            and d.pos == "ADP"
            and d.i > verb.i
            and not any(s.dep in ("pobj", "pcomp") for s in d.dependents)
        ):
            return d
        if d.dep in ("xcomp", "ccomp", "advcl", "dobj", "attr"):
            found = _stranded(d)
            if found is not None:
                return found
    return None


def reduced(c: Composer, verb: Word, referent: str, label: str) -> None:
    """A participle or infinitive on a noun: *a woman reading*, *a dog chased by Kim*.

    A clause with a complementiser (*the idea that Kim left*) is the noun's argument.
    """
    from litgen.engines.dependency.composition.constructions import clauses

    if verb.dep == "advcl" and any(
        m.lower in _SUBORDINATORS and m.i < verb.i for m in verb.of("mark", "advmod")
    ):
        c.deferred.append(verb)
        return
    mark = next((m for m in verb.of("mark") if m.lower in ("that", "whether", "if")), None)
    info = c.clauses.get(verb.i)
    if mark is not None or (info is not None and info.finite and verb.dep in ("acl", "ccomp")):
        c.cover(*([mark] if mark else []))
        inner = clauses.clause(c, verb)
        argument_clause(c, referent, inner.top)
        return
    if info is not None and info.to is not None:
        infinitive(c, verb, referent, label)
        return
    properties = None
    if verb.tag in ("VBN", "VBD") and not (info and info.auxiliaries):
        properties = REDUCED
    has_subject = any(d.dep in _SUBJECTS for d in verb.dependents)
    inner = clauses.clause(
        c, verb, None if has_subject else referent, label=label, properties=properties
    )
    _attach(c, inner.top, label, referent)


def infinitive(c: Composer, verb: Word, referent: str, label: str) -> None:
    """*the right to live there* is the noun's argument; *a dog to chase* leaves a gap for it."""
    from litgen.engines.dependency.composition.constructions import clauses

    noun = _noun(c, referent)
    transitive = verb.first("dobj", "ccomp", "xcomp", "attr", "acomp") is not None
    if (
        noun is not None
        and (transitive or noun.predicate.endswith(("_n_1", "_of")))
        and (_stranded(verb) is None)
    ):
        inner = clauses.clause(c, verb)
        argument_clause(c, referent, inner.top)
        return
    fill_gap(c, verb, referent)
    inner = clauses.clause(c, verb, label=label)
    _attach(c, inner.top, label, referent)


def _noun(c: Composer, referent: str):  # type: ignore[no-untyped-def]
    return next((ep for ep in reversed(c.graph.rels) if ep.args.get("ARG0") == referent
                 and "RSTR" not in ep.args), None)  # fmt: skip


def argument_clause(c: Composer, referent: str, top: str) -> None:
    """Make a clause the first free argument of a noun."""
    noun = _noun(c, referent)
    assert noun is not None
    role = next(r for r in ("ARG1", "ARG2", "ARG3", "ARG4") if r not in noun.args)
    noun.args[role] = c.graph.qeq(top)
