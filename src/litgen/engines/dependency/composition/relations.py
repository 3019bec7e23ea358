"""Find dependents of a word by their labels and parts of speech."""

from copy import copy
from typing import NamedTuple

from litgen.engines.dependency.clauses import SUBJECTS
from litgen.lexicon import ADVERBS, VERBS
from litgen.tables import word_list
from litgen.trees.words import Word

VERBAL = frozenset(("VERB", "AUX"))
NOMINAL = frozenset(("NOUN", "PROPN", "PRON", "NUM"))
QUESTION_TAGS = frozenset(("WP", "WRB", "WDT", "WP$"))
RELATIVE_TAGS = frozenset(("WP", "WDT", "WP$"))

_COMPLEMENTISERS = word_list("complementiser", "semantics/conjunctions")
_RELATIVE_PRONOUNS = word_list("relative", "semantics/pronouns")
#: Labels that a predicate of *be* may have; ``_SURE`` contains the most reliable ones.
_SURE = frozenset(("attr", "acomp", "oprd"))
_PREDICATES = _SURE | {
    "prep", "advmod", "prt", "ccomp", "xcomp", "dobj", "pobj", "npadvmod", "dative", "agent",
    "advcl", "amod", "acl", "pcomp",
}  # fmt: skip


def without(word: Word, dependent: Word) -> Word:
    """Copy a word without one of its dependents, leaving the tree unchanged."""
    found = copy(word)
    found.dependents = [d for d in word.dependents if d is not dependent]
    return found


def subject(word: Word) -> Word | None:
    return word.first(*SUBJECTS)


def clausal_complement(word: Word) -> Word | None:
    clausal = (d for d in word.of("xcomp", "ccomp") if d.i > word.i and d.pos in VERBAL)
    return next(clausal, None)


def is_infinitive(word: Word) -> bool:
    """Check whether a verb has infinitival *to*."""
    return any(d.tag == "TO" for d in word.dependents)


def complementisers(word: Word) -> list[Word]:
    """Return the complementisers of a clause: *that*, *whether*, *if*, *for*."""
    return [m for m in word.dependents if m.dep == "mark" and m.lower in _COMPLEMENTISERS]


def of_phrase(word: Word) -> Word | None:
    """Return the *of* that depends on a noun."""
    return next((d for d in word.of("prep") if d.lower == "of" and d.i > word.i), None)


def standard(word: Word) -> Word | None:
    """Return the head of a standard of comparison: *than*, *as*, or a clause's verb."""
    for d in word.of("prep", "advcl", "ccomp"):
        said = [d] if d.dep == "prep" else d.of("mark", "advmod") if d.pos in VERBAL else []
        if any(each.lower in ("than", "as") for each in said):
            return d
    return None


def is_empty_it(verb: Word) -> bool:
    """Check whether *it* is expletive or refers to a clause: *It rains*, *It bothers Kim that*."""
    clauses = (d for d in verb.of("ccomp", "advcl") if any(m.lower == "that" for m in d.of("mark")))
    return verb.lemma in VERBS.weather or (any(clauses) and not verb.first("prep", "prt"))


def predicate(word: Word) -> Word | None:
    """Return the predicate of *be*: the one with the best label, preferably after the verb."""
    for labels in (_SURE, _PREDICATES):
        for d in word.dependents:
            if d.dep in labels and d.i > word.i and d.pos != "PUNCT" and not (
                d.dep == "advmod" and d.lower in ADVERBS.beside_be
            ) and not (d.dep == "advcl" and d.first("mark", "aux")):  # fmt: skip
                return d
        for d in word.dependents:
            if d.i < word.i and (d.dep in _SURE or (d.dep == "advmod" and d.tag == "WRB")):
                return d
    return None


def relative_pronoun(verb: Word) -> Word | None:
    """Return a clause's relative pronoun, even if it is inside one of the verb's phrases."""
    for d in verb.dependents:
        if d.i > verb.i and d.dep not in ("dobj", "attr"):
            break
        for inner in d.subtree():
            if inner.tag in RELATIVE_TAGS and inner.lower in _RELATIVE_PRONOUNS:
                if inner.i < verb.i and inner.dep != "mark":
                    return inner
            elif inner is d and d.lower == "that" and d.dep in ("dobj", "nsubj", "nsubjpass"):
                return inner  # *that* with the tag of a demonstrative
    return None


def stranded(verb: Word) -> Word | None:
    """Return a preposition without an object below a verb: *the hall she sings in*."""
    for d in verb.dependents:
        if d.dep in ("prep", "dative", "agent"):
            if d.pos == "ADP" and d.i > verb.i and not d.first("pobj", "pcomp"):
                return d
        elif d.dep in ("xcomp", "ccomp", "advcl", "dobj", "attr") and (found := stranded(d)):
            return found
    return None


def gap(verb: Word) -> tuple[int, str] | None:
    """Return the gap of a clause: the object of a stranded preposition or else of a verb."""
    if (preposition := stranded(verb)) is not None:
        return preposition.i, "pobj"
    lowest = verb
    while not lowest.first("dobj") and (inner := clausal_complement(lowest)) is not None:
        lowest = inner
    if not lowest.first("dobj", "attr", "nsubjpass"):
        return lowest.i, "dobj"
    giving = verb.lemma in VERBS.ditransitive and len(verb.of("dobj", "dative")) < 2
    return (verb.i, "dobj") if giving or not verb.first("dobj", "nsubjpass") else None


def before_quantifier(word: Word, at: int) -> list[Word]:
    """Return a noun's dependents that modify its quantifier at ``at``: *nearly every dog*."""
    before = (each for each in word.dependents if each.i == at - 1)
    return [w for w in before if (w.dep, w.pos) in (("advmod", "ADV"), ("neg", "PART"))]


class Conjunct(NamedTuple):
    """A conjunct and the coordinator before it (None before the first or after a bare comma)."""

    word: Word
    coordinator: Word | None


def conjuncts(word: Word) -> list[Conjunct]:
    """Return, in order, the conjuncts of the coordination that starts at ``word``."""
    found = [Conjunct(word, None)]
    for item in found:  # the list grows by the conjuncts of each item
        for d in item.word.of("conj"):
            coordinator = next((s for s in reversed(item.word.of("cc")) if s.i < d.i), None)
            if any(f.coordinator is coordinator for f in found[1:]):
                coordinator = None
            found.append(Conjunct(d, coordinator))
    return sorted(found, key=lambda conjunct: conjunct.word.i)
