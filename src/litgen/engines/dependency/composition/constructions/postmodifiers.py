"""What follows a noun: its argument, prepositional phrases, relative clauses, appositions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from litgen.engines.dependency.composition.constructions import (
    adjectives,
    modifiers,
    nominals,
    prepositions,
)

if TYPE_CHECKING:
    from delphin.mrs import EP

    from litgen.engines.dependency.composition.composer import Composer
    from litgen.engines.dependency.composition.words import Word


def of_phrase(word: Word) -> Word | None:
    """The *of* that hangs on a noun."""
    return next((d for d in word.dependents if d.dep == "prep" and d.lower == "of"
                 and d.i > word.i), None)  # fmt: skip


def argument_of_noun(c: Composer, word: Word, ep: EP, of: Word | None) -> None:
    """The *of*-phrase of a relational noun is its ARG1, a clause of a noun like *idea* too.

    Example:
        *the manager of the project*: ``_manager_n_of`` ARG1 the project.
    """
    relational = ep.predicate.endswith("_of") or ep.predicate == "part_of"
    if of is not None and relational and "-" not in ep.predicate.rsplit("_", 1)[-1]:
        target = of.first("pobj", "pcomp")
        gap = c.gaps.get((of.i, "pobj"))
        if target is not None and not of.first("conj"):
            c.cover(of)
            ep.args["ARG1"] = prepositions.argument(c, target)
            modifiers.degrees(c, of, ep.label, ep.args["ARG0"])
        elif target is None and gap is not None:
            c.cover(of)
            ep.args["ARG1"] = gap


def postmodify(c: Composer, word: Word, referent: str, label: str) -> None:
    """Everything after a noun, at the noun's label."""
    from litgen.engines.dependency.composition.constructions import relatives

    for d in word.dependents:
        if d.i in c.covered or d.dep in ("punct", "cc", "conj", "case", "det", "poss", "preconj"):
            continue
        if d.dep == "prep":
            prepositions.prepositional(c, d, label, referent, "entity")
        elif d.dep == "relcl":
            relatives.relative(c, d, referent, label)
        elif d.dep in ("acl", "advcl", "ccomp", "xcomp") and d.pos in ("VERB", "AUX"):
            relatives.reduced(c, d, referent, label)
        elif d.dep == "appos":
            apposition(c, word, d, referent, label)
        elif d.dep in ("amod", "acl", "acomp", "relcl") and d.pos in ("ADJ", "VERB", "ADV"):
            after(c, d, referent, label)
        elif d.i > word.i:
            rest(c, d, referent, label)


def after(c: Composer, word: Word, referent: str, label: str) -> None:
    """An adjective or participle after its noun: *a man taller than Kim*."""
    if word.pos == "VERB":
        from litgen.engines.dependency.composition.constructions import relatives

        relatives.reduced(c, word, referent, label)
        return
    adjectives.adjective(c, word, label, referent, c.graph.event())
    for d in word.dependents:
        if d.dep == "conj" and d.i not in c.covered:
            after(c, d, referent, label)


def apposition(c: Composer, word: Word, other: Word, referent: str, label: str) -> None:
    """*Kim, the manager*: ``appos`` of the two."""
    inner = nominals.noun_phrase(c, other)
    event = c.graph.event()
    span = (word.start, other.wide_end)
    c.graph.add("appos", span, label, event, ARG1=referent, ARG2=inner)


def rest(c: Composer, d: Word, referent: str, label: str) -> None:
    """Dependents of other kinds, by their part of speech."""
    if d.pos in ("NOUN", "PROPN", "PRON") and d.dep in (
        "npadvmod",
        "dep",
        "dobj",
        "attr",
        "nmod",
        "oprd",
        "nsubj",
        "pobj",
        "compound",
    ):
        if prepositions.is_time(d):
            prepositions.bare(c, d, label, referent)
        else:
            apposition(c, d.head, d, referent, label)
    elif d.pos in ("NUM", "SYM") and d.dep in ("nummod", "npadvmod", "appos", "dep", "nmod"):
        apposition(c, d.head, d, referent, label)
    elif d.pos == "ADV" or (d.dep == "advmod" and d.pos in ("ADJ", "ADP", "SCONJ")):
        if d.lower in ("all", "both", "each"):
            c.modify(f"_{d.lower}_a_1", d, label, referent)
        else:
            event = c.modify(c.lexicon.adverb(d), d, label, referent)
            adjectives.complements(c, d, label, event)
            modifiers.degrees(c, d, label, event)
    elif d.pos == "ADJ":
        adjectives.attributive(c, d, referent, label)
    elif d.pos in ("DET", "PRON") and d.lower in ("all", "both", "each"):
        c.modify(f"_{d.lower}_a_1", d, label, referent)
    elif d.pos == "ADP" and d.dep in ("prt", "dep"):
        c.modify(c.lexicon.preposition(d.lower, "entity"), d, label, referent)
