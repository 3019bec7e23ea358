"""Verb groups: properties of the main event, modals and negation over it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from litgen.engines.dependency.composition.graph import Properties, Proposition

if TYPE_CHECKING:
    from litgen.engines.dependency.clauses import Clause
    from litgen.engines.dependency.composition.composer import Composer
    from litgen.engines.dependency.composition.words import Word

_SIGN = {True: "+", False: "-"}
#: Modals that the ERG writes as the past of another, or as tensed without saying when.
_PAST_OF = {"could": "can"}
_TENSED = frozenset(("would",))


def function_words(info: Clause | None) -> list[int]:
    """Indices of the words of a verb group that have no predication of their own."""
    if info is None:
        return []
    found = [*info.auxiliaries]
    if info.to is not None:
        found.append(info.to)
    return found


def main_properties(info: Clause | None, force: str, word: Word) -> Properties:
    """Properties of a clause's main event.

    Example:
        *has been barking* is TENSE pres, PROG +, PERF +; under a modal TENSE is untensed.
    """
    tense = "untensed"
    progressive = perfect = False
    if info is not None:
        progressive, perfect = info.progressive, info.perfect
        if info.modal is None:
            tense = info.tense or "untensed"
        else:
            force = "prop"
    if tense == "untensed" and word.tag == "VBG" and not (info and info.auxiliaries):
        progressive = True
    if force == "comm":
        tense = "tensed"
    return {
        "SF": force, "TENSE": tense, "MOOD": "indicative",
        "PROG": _SIGN[progressive], "PERF": _SIGN[perfect],
    }  # fmt: skip


def shared(c: Composer, words: list[Word]) -> bool:
    """Whether one modal, or one *do not*, stands over all coordinated verb phrases.

    Example:
        *She may sing and dance*, *She did not sing or dance*.
    """
    first = c.clauses.get(words[0].i)
    if first is None or not (first.modal or first.negation is not None):
        return False
    supported = any(c.words[i].lemma == "do" for i in first.auxiliaries)
    for word in words[1:]:
        info = c.clauses.get(word.i)
        if info is None or info.auxiliaries or info.negation is not None or info.to is not None:
            return False
        if any(d.dep in ("nsubj", "nsubjpass", "expl") for d in word.dependents):
            return False
        if not (info.shares or (supported and word.tag in ("VB", "VBP"))):
            return False
        if supported:
            c.clauses[word.i] = replace(info, tense=first.tense, shares=True)
    return True


def apply(
    c: Composer, core: Proposition, info: Clause | None, force: str, word: Word
) -> Proposition:
    """Put a clause's modal and its negation over the main predicate, negation outermost."""
    if info is None:
        return core
    if info.modal is not None:
        core = _modal(c, core, info, force)
    if info.negation is not None:
        core = _negation(c, core, c.words[info.negation], force)
    return core


def _modal(c: Composer, core: Proposition, info: Clause, force: str) -> Proposition:
    position = next(
        (i for i in info.auxiliaries if c.words[i].tag == "MD" or c.words[i].dep == "aux"), None
    )
    own = c.graph.variables[core.event]
    modal = info.modal or ""
    past = modal in _PAST_OF
    tense = "past" if past else "tensed" if modal in _TENSED else "pres"
    event = c.graph.event({**own, "SF": force, "TENSE": tense})
    label = c.graph.handle()
    predicate = f"_{_PAST_OF.get(modal, modal)}_v_modal"
    if modal in ("ought", "need"):
        predicate = f"_{modal}_v_qmodal"
    hole = c.graph.qeq(core.top)
    if position is not None:
        c.add(predicate, c.words[position], label, event, ARG1=hole)
    else:  # shared with the clause before: *She may sing and dance*
        c.graph.add(predicate, c.words[info.head].span, label, event, ARG1=hole)
    return Proposition(label, event, core.label, core.event)


def _negation(c: Composer, core: Proposition, word: Word, force: str) -> Proposition:
    own = dict(c.graph.variables[core.head])
    if word.lower == "never":
        event = c.graph.event({"SF": "prop"})
        label = c.graph.handle()
        c.add("_never_a_1", word, label, event, ARG1=c.graph.qeq(core.top))
        return Proposition(label, core.head, core.label, core.event)
    event = c.graph.event(own)
    label = c.graph.handle()
    c.add("neg", word, label, event, ARG1=c.graph.qeq(core.top))
    return Proposition(label, core.head, core.label, core.event)
