"""Mending questions with *be* in front, whose verb the parser took for a participle."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from litgen.engines.dependency.composition.words import move

if TYPE_CHECKING:
    from litgen.engines.dependency.clauses import Clause
    from litgen.engines.dependency.composition.words import Word


def mend_question(words: list[Word], clauses: dict[int, Clause]) -> None:
    """*Is a man riding a bike?*: the participle is the main verb, *is* its auxiliary."""
    be = words[0] if words else None
    if be is None or be.dep != "ROOT" or be.lemma != "be" or words[-1].text != "?":
        return
    if be.first("acomp", "prep", "expl", "ccomp") or be.i not in clauses:
        return
    nouns = [d for d in be.dependents if d.dep in ("nsubj", "attr")]
    if len(nouns) != 1 or nouns[0].first("appos"):
        return
    verb = nouns[0].first("acl")
    if verb is None or verb.tag not in ("VBG", "VBN", "VBD"):
        return
    _promote(be, nouns[0], verb, clauses)


def _promote(be: Word, noun: Word, verb: Word, clauses: dict[int, Clause]) -> None:
    """Make a participle the root, with the copula as its auxiliary and the noun as its subject."""
    passive = verb.tag != "VBG"
    noun.dependents.remove(verb)
    verb.head, verb.dep = verb, "ROOT"
    for d in list(be.dependents):
        label = d.dep
        if d is noun:
            label = "nsubjpass" if passive else "nsubj"
        move(d, verb, label)
    be.head, be.dep = verb, "auxpass" if passive else "aux"
    verb.dependents.insert(0, be)
    auxiliaries = (be.i, *(d.i for d in verb.dependents if d is not be and d.dep in _AUXILIARIES))
    was = clauses.pop(be.i)
    agent = verb.first("agent")
    clauses[verb.i] = replace(
        was,
        head=verb.i,
        kind="root",
        auxiliaries=auxiliaries,
        subject=noun.i,
        progressive=not passive or any(d.lower == "being" for d in verb.dependents),
        passive=passive,
        question=True,
        copular=False,
        agent=agent.i if agent else None,
    )


_AUXILIARIES = ("aux", "auxpass")
