"""Clauses with *be*: predicates, identity, existentials, it-clefts, extraposition."""

from __future__ import annotations

from typing import TYPE_CHECKING

from litgen.engines.dependency.composition.constructions import (
    adjectives,
    coordination,
    modifiers,
    nominals,
    prepositions,
    verbs,
)
from litgen.engines.dependency.composition.graph import Properties
from litgen.engines.dependency.composition.tables import table, words

if TYPE_CHECKING:
    from litgen.engines.dependency.composition.composer import Composer
    from litgen.engines.dependency.composition.words import Word

_PLACES = table("adverbs")["place"]
_BESIDE_BE = words("adverbs", "beside_be")
_SUBJECTS = ("nsubj", "nsubjpass", "csubj", "expl")
_PREDICATES = ("attr", "acomp", "oprd", "prep", "advmod", "prt", "ccomp", "xcomp", "dobj", "pobj",
               "npadvmod", "dative", "agent", "advcl", "amod", "acl", "pcomp")  # fmt: skip


def copular(
    c: Composer, word: Word, subject: str | None, label: str, properties: Properties
) -> str:
    """The predicate of a copular clause, at ``label``; its event carries the clause's properties.

    Example:
        *The cat is in the garden*: ``_in_p_loc`` TENSE pres, ARG1 the cat.
    """
    there = _there(word)
    if there is not None:
        c.cover(there)
        return existential(c, word, label, properties)
    if _is_cleft(word):
        return cleft(c, word, label, properties)
    predicate = predicate_word(word)
    clause_subject = _extraposed(c, word, predicate)
    if clause_subject is not None and predicate is not None:
        return _extraposition(c, word, predicate, clause_subject, label, properties)
    first = verbs.subject_of(c, word) or subject or c.graph.open()
    if predicate is None:
        gap = c.gaps.get((word.i, "dobj"))
        event = c.graph.event(properties)
        if gap is not None:
            c.add("_be_v_id", word, label, event, ARG1=first, ARG2=gap)
        else:
            c.add("ellipsis_ref", word, label, event, ARG1=first)
        return event
    if any(d.dep == "conj" and _is_predicate(d) for d in predicate.dependents) and (
        predicate.pos in ("ADJ", "ADP", "ADV")
        or any(d.dep == "conj" and d.pos in ("ADJ", "ADP") for d in predicate.dependents)
    ):
        return coordination.predicates(c, predicate, label, first, properties)
    if predicate.pos in ("ADJ", "ADP", "SCONJ", "ADV", "PART", "INTJ"):
        return coordination.predicate(c, predicate, label, first, properties)
    if predicate.pos in ("VERB", "AUX"):
        return _clause_predicate(c, word, predicate, label, first, properties)
    return identity(c, word, predicate, label, first, properties)


def _is_predicate(word: Word) -> bool:
    """Whether a conjunct is a predicate after *be*: *is friendly and well informed*."""
    if word.pos not in ("VERB", "AUX"):
        return True
    return word.tag == "VBN" and not word.first("aux", "auxpass", "nsubj", "nsubjpass")


def _there(word: Word) -> Word | None:
    """*there* of an existential, also before a raising verb: *There seems to be a cat*."""
    owners = [word]
    while owners[-1].dep == "xcomp":
        owners.append(owners[-1].head)
    return next((d for w in owners for d in w.dependents
                 if d.lower == "there" and (d.dep == "expl" or d.tag == "EX")), None)  # fmt: skip


def predicate_word(word: Word) -> Word | None:
    """The dependent of *be* that is its predicate, by rank of labels, after the verb if any."""
    for deps in (("attr", "acomp", "oprd"), _PREDICATES):
        for d in word.dependents:
            if d.dep in deps and d.i > word.i and d.pos != "PUNCT" and not (
                d.dep == "advmod" and d.lower in _BESIDE_BE
            ) and not (d.dep == "advcl" and d.first("mark", "aux")):  # fmt: skip
                return d
        for d in word.dependents:
            if (d.dep in deps and d.i < word.i and d.dep in ("attr", "acomp", "oprd")) or (
                d.dep == "advmod" and d.tag == "WRB" and d.i < word.i
            ):
                return d
    return None


def identity(
    c: Composer, verb: Word, noun: Word, label: str, subject: str, properties: Properties
) -> str:
    """*Kim is the manager*: ``_be_v_id`` (ARG1, ARG2)."""
    event = c.graph.event(properties)
    second = nominals.noun_phrase(c, noun)
    args = {"ARG1": subject} if subject else {}
    if verb is noun:
        c.graph.add("_be_v_id", verb.span, label, event, **args, ARG2=second)
    else:
        c.add("_be_v_id", verb, label, event, **args, ARG2=second)
    return event


def adverbial(c: Composer, word: Word, label: str, subject: str, properties: Properties) -> str:
    """An adverb as a predicate: *is here*, *is over*, *is home*."""
    event = c.graph.event(properties)
    if word.lower in _PLACES:
        from litgen.engines.dependency.composition.constructions import adverbials

        place = adverbials.place_or_time(c, word)
        c.graph.add("loc_nonsp", word.span, label, event, ARG1=subject, ARG2=place)
    elif word.pos == "ADP":
        c.add(c.lexicon.preposition(word.lower, "way"), word, label, event, ARG1=subject)
    else:
        c.add(c.lexicon.adverb(word), word, label, event, ARG1=subject)
    modifiers.degrees(c, word, label, event)
    adjectives.complements(c, word, label, event)
    return event


def existential(c: Composer, word: Word, label: str, properties: Properties) -> str:
    """*There is a cat in the garden*: ``_be_v_there`` ARG1 the cat."""
    event = c.graph.event(properties)
    noun = word.first("attr", "nsubj", "dobj", "npadvmod", "oprd", "acomp")
    c.add("_be_v_there", word, label, event)
    ep = c.graph.rels[-1]
    if noun is None:
        gap = c.gaps.get((word.i, "dobj"))
        if gap is not None:
            ep.args["ARG1"] = gap
        return event
    if noun.pos == "ADJ" and noun.dep == "acomp":
        coordination.predicate(c, noun, label, "", {**properties})
        return event
    referent = nominals.noun_phrase(c, noun)
    ep.args["ARG1"] = referent
    for d in word.dependents:  # *on a project* hangs on the verb, and is said of the noun
        if d.dep == "prep" and d.i > noun.i and d.i not in c.covered:
            prepositions.prepositional(c, d, label, referent, "entity")
    return event


def _is_cleft(word: Word) -> bool:
    """*It is Kim who left*: a relative clause on the predicate of *it is*."""
    it = next((d for d in word.dependents if d.dep in ("nsubj", "expl")), None)
    if it is None or it.lower != "it" or (it.i > word.i and word.i > 0):
        return False
    noun = word.first("attr")
    if noun is None:
        return False
    clause = noun.first("relcl") or word.first("relcl", "ccomp")
    if clause is None or not any(
        d.dep in _SUBJECTS or d.tag in ("WP", "WDT") for d in clause.dependents
    ):
        return False
    linked = any(d.lower in ("who", "that", "whom") and d.tag in ("WP", "WDT", "IN")
                 for d in clause.subtree() if d.i < clause.i)  # fmt: skip
    definite = noun.pos in ("PROPN", "PRON") or clause.head is word
    determined = noun.first("det", "poss")
    return linked and (definite or determined is None or determined.lower in ("the", "a", "an"))


def cleft(c: Composer, word: Word, label: str, properties: Properties) -> str:
    """*It is Kim who left*: ``_be_v_itcleft`` ARG1 Kim, ARG2 the label of the leaving."""
    from litgen.engines.dependency.composition.constructions import clauses, relatives

    noun = word.first("attr")
    assert noun is not None
    clause = noun.first("relcl") or word.first("relcl", "ccomp")
    assert clause is not None
    c.cover(*[d for d in word.dependents if d.lower == "it" and d.dep in ("nsubj", "expl")])
    clause.head.dependents.remove(clause)
    event = c.graph.event(properties)
    referent = nominals.noun_phrase(c, noun)
    pronoun = relatives._pronoun(clause)
    c.cover(*[m for m in clause.of("mark") if m.lower == "that"])
    subject = None
    if pronoun is not None:
        c.known[pronoun.i] = referent
        c.cover(pronoun)
    elif not any(d.dep in _SUBJECTS for d in clause.dependents):
        subject = referent
    else:
        relatives.fill_gap(c, clause, referent)
    inner = clauses.clause(c, clause, subject)
    c.add("_be_v_itcleft", word, label, event, ARG1=referent, ARG2=inner.top)
    return event


def _extraposed(c: Composer, word: Word, predicate: Word | None) -> Word | None:
    """The clause that *it* stands for: *It is true that Kim left*, *It is easy to sing*."""
    it = next((d for d in word.dependents if d.lower == "it" and d.dep in ("nsubj", "expl")), None)
    if it is None or predicate is None or predicate.pos not in ("ADJ", "NOUN", "VERB", "ADV"):
        return None
    for d in (*word.dependents, *predicate.dependents):
        if d is predicate or d.dep not in ("ccomp", "xcomp", "advcl", "acl", "csubj"):
            continue
        to = any(s.tag == "TO" for s in d.dependents)
        that = any(s.dep == "mark" and s.lower in ("that", "whether") for s in d.dependents)
        if d.i > predicate.i and (that or (to and predicate.pos == "ADJ")):
            return d
    return None


def _extraposition(
    c: Composer, word: Word, predicate: Word, inner: Word, label: str, properties: Properties
) -> str:
    from litgen.engines.dependency.composition.constructions.clauses import clause

    c.cover(*[d for d in word.dependents if d.lower == "it" and d.dep in ("nsubj", "expl")])
    c.cover(*[m for m in inner.of("mark") if m.lower in ("that", "whether")])
    for owner in (word, predicate):
        if inner in owner.dependents:
            owner.dependents.remove(inner)
    controller = None
    beneficiary = next((d for d in (*predicate.dependents, *word.dependents)
                        if d.dep == "prep" and d.lower == "for" and d.first("pobj")),
                       None)  # fmt: skip
    if beneficiary is not None and beneficiary.i < inner.i and not inner.first("nsubj"):
        c.cover(beneficiary)
        target = beneficiary.first("pobj")
        assert target is not None
        controller = nominals.noun_phrase(c, target)
    lower = clause(c, inner, controller)
    hole = c.graph.qeq(lower.top)
    if predicate.pos == "NOUN":
        event = c.graph.event(properties)
        noun = nominals.noun_phrase(c, predicate)
        c.add("_be_v_nv", word, label, event, ARG1=hole, ARG2=noun)
        return event
    event = adjectives.adjective(c, predicate, label, hole, c.graph.event(properties))
    if controller is not None:
        ep = next(e for e in c.graph.rels if e.args.get("ARG0") == event)
        ep.args.setdefault("ARG2", controller)
    return event


def _clause_predicate(
    c: Composer, word: Word, predicate: Word, label: str, subject: str, properties: Properties
) -> str:
    """*The plan is to go*, *The fact is that Kim left*: ``_be_v_nv``."""
    from litgen.engines.dependency.composition.constructions.clauses import clause

    event = c.graph.event(properties)
    c.cover(*[m for m in predicate.of("mark") if m.lower in ("that", "whether")])
    inner = clause(c, predicate)
    c.add("_be_v_nv", word, label, event, ARG1=subject, ARG2=c.graph.qeq(inner.top))
    return event
