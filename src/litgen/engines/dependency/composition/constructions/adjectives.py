"""Adjective phrases: attributive and predicative, compared, with their complements."""

from __future__ import annotations

from typing import TYPE_CHECKING

from litgen.engines.dependency.composition.constructions import modifiers, nominals, prepositions
from litgen.engines.dependency.composition.graph import ATTRIBUTIVE, Properties
from litgen.engines.dependency.composition.tables import words

if TYPE_CHECKING:
    from delphin.mrs import EP

    from litgen.engines.dependency.composition.composer import Composer
    from litgen.engines.dependency.composition.words import Word


_TOUGH = words("adjectives", "tough")


def attributive(c: Composer, word: Word, referent: str, label: str) -> str:
    """An adjective before or after a noun, at the noun's label."""
    return adjective(c, word, label, referent, c.graph.event(ATTRIBUTIVE))


def adjective(c: Composer, word: Word, label: str, arg1: str, event: str) -> str:
    """An adjective with its degree words and complements, predicated of ``arg1``.

    Example:
        *very old* adds ``_old_a_1`` (ARG1 the thing) and ``_very_x_deg`` (ARG1 the being old).
    """
    frame = _frame(word)
    args = {"ARG1": arg1} if arg1 else {}
    ep = c.add(c.lexicon.adjective(word, frame), word, label, event, **args)
    compare(c, word, label, event)
    modifiers.degrees(c, word, label, event)
    if _tough(c, word, ep):
        return event
    clausal = complement(c, word, ep.args.get("ARG1", ""))
    if clausal:
        ep.args["ARG2" if "ARG1" in ep.args else "ARG1"] = clausal
    complements(c, word, label, event)
    return event


def _tough(c: Composer, word: Word, ep: EP) -> bool:
    """*Kim is hard to please*: the clause is ARG1, and the subject is what it leaves out."""
    from litgen.engines.dependency.composition.constructions import relatives
    from litgen.engines.dependency.composition.constructions.clauses import clause

    inner = word.first("xcomp")
    subject = ep.args.get("ARG1", "")
    if inner is None or word.lemma not in _TOUGH or not subject.startswith("x"):
        return False
    c.cover(*[m for m in inner.of("mark") if m.lower == "for"])
    if not relatives.fill_gap(c, inner, subject):
        return False
    lower = clause(c, inner, force="prop-or-ques")
    ep.args["ARG1"] = c.graph.qeq(lower.top)
    beneficiary = next((c.known[d.i] for d in inner.dependents
                        if d.dep in ("nsubj", "nsubjpass") and d.i in c.known), None)  # fmt: skip
    if beneficiary is not None:
        ep.args["ARG2"] = beneficiary
    complements(c, word, ep.label, ep.args["ARG0"])
    return True


def _frame(word: Word) -> str:
    for d in word.dependents:
        if d.dep == "prep" and d.i > word.i:
            return d.lower
        if d.dep in ("xcomp", "ccomp"):
            return "to"
    return ""


def compare(c: Composer, word: Word, label: str, event: str) -> None:
    """Comparative and superlative forms: ``more_comp``, ``superl``, with *than* and *as*."""
    degree = next((d for d in word.dependents if d.lower in ("more", "less", "as")
                   and d.dep == "advmod" and d.i < word.i), None)  # fmt: skip
    source, predicate = word, ""
    if word.tag in ("JJR", "RBR") and word.lower != word.lemma:
        predicate = "more_comp"
    elif word.tag in ("JJS", "RBS") and word.lower != word.lemma:
        predicate = "superl"
    elif degree is not None:
        source = degree
        predicate = {"more": "more_comp", "less": "less_comp", "as": "comp_equal"}[degree.lower]
    if not predicate:
        return
    comparison = c.graph.event()
    c.covered.add(source.i)
    args = {"ARG1": event}
    compared = standard(c, word)
    if compared:
        args["ARG2"] = compared
    c.graph.add(predicate, source.span, label, comparison, **args)
    if degree is not None:
        modifiers.degrees(c, degree, label, comparison)


def standard(c: Composer, word: Word) -> str:
    """What is compared with: *than Kim*, *as Kim*."""
    for d in word.dependents:
        if d.dep == "prep" and d.lower in ("than", "as") and d.i > word.i:
            c.cover(d)
            target = d.first("pobj", "pcomp", "amod", "advmod", "dobj")
            if target is not None and (target.pos not in ("VERB", "AUX") or target.tag == "VBG"):
                return nominals.noun_phrase(c, target)
            if target is not None:
                return _compared_clause(c, target)
        if (
            d.dep in ("advcl", "ccomp")
            and d.pos in ("VERB", "AUX")
            and any(m.lower in ("than", "as") and m.dep in ("mark", "advmod") for m in d.dependents)
        ):
            c.cover(*[m for m in d.dependents if m.lower in ("than", "as") and m.i < d.i])
            return _compared_clause(c, d)
    return ""


def _compared_clause(c: Composer, word: Word) -> str:
    """A clause that something is compared with: *taller than Kim is*."""
    from litgen.engines.dependency.composition.constructions.clauses import clause

    return clause(c, word).top


def complement(c: Composer, word: Word, subject: str) -> str:
    """A clause that an adjective takes: *eager to please*, *sure that it rains*."""
    from litgen.engines.dependency.composition.constructions.clauses import clause

    for d in word.dependents:
        if d.dep in ("xcomp", "ccomp", "acl", "advcl") and d.pos in ("VERB", "AUX"):
            if d.dep == "advcl" and d.first("mark") is not None:
                continue
            c.cover(*[m for m in d.of("mark") if m.lower == "that"])
            controller = subject if subject.startswith("x") else None
            inner = clause(c, d, controller)
            return c.graph.qeq(inner.top)
    return ""


def complements(c: Composer, word: Word, label: str, event: str) -> None:
    """What else follows an adjective or participle: its prepositional phrases, coordinated."""
    for d in word.dependents:
        if d.i in c.covered:
            continue
        if d.dep == "prep":
            prepositions.prepositional(c, d, label, event, "state")
        elif d.dep == "npadvmod" and d.i > word.i:
            prepositions.bare(c, d, label, event)


def predicative(c: Composer, word: Word, label: str, arg1: str, properties: Properties) -> str:
    """An adjective as the predicate of a clause; its event carries the clause's properties."""
    from litgen.engines.dependency.composition.constructions import coordination

    conjuncts = [d for d in word.dependents if d.dep == "conj"]
    if conjuncts:
        return coordination.predicates(c, word, label, arg1, properties)
    return adjective(c, word, label, arg1, c.graph.event(properties))
