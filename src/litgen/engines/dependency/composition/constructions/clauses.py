"""Clauses: the verb group, what modifies it, and the operators over it, in their order."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from litgen.engines.dependency.clauses import Clause
from litgen.engines.dependency.composition import relations
from litgen.engines.dependency.composition.composer import Composer
from litgen.engines.dependency.composition.graph import FORCE, Properties, Proposition
from litgen.engines.dependency.composition.relations import Conjunct, conjuncts
from litgen.engines.dependency.words import Word

#: Modals that the ERG writes as the past of another, or as tensed without saying when.
_PAST_OF = {"could": "can"}
_TENSE_OF_MODAL = {"could": "past", "would": "tensed"}
_QUASI_MODALS = ("ought", "need")


def joins_clauses(c: Composer, word: Word) -> bool:
    """*Kim sang and danced*: a verb is coordinated with another."""
    return len(_clausal(word)) > 1


def _clausal(word: Word) -> list[Conjunct]:
    return [i for i in conjuncts(word) if i.word is word or i.word.pos in relations.VERBAL]


def coordinated(c: Composer, word: Word, subject: str, force: str = "", **how: Any) -> Proposition:
    """Coordinated clauses or verb phrases: ``_and_c`` over their events, at one label.

    Clauses with operators of their own (negation, modals) are lifted to the common label.
    """
    items = _clausal(word)
    _share_object(c, [item.word for item in items])
    shared = _shares_operators(c, [item.word for item in items])
    how |= {"force": force, "operate": not shared}
    parts: list[Proposition] = []
    for item in items:
        own = relations.subject(item.word)
        parts.append(c.clause(item.word, "" if own else subject, alone=True, **how))
        how["label"] = ""
        if own and own.dep != "expl" and (item.word is not word or not subject):
            # following verb phrases share it
            known = (at.get(own.i) for at in (c.joined, c.referents, c.known))
            subject = next(filter(None, known), "")
    top = parts[0].top
    for part in parts[1:]:
        c.graph.merge(part.top, top)
    own_properties = c.graph.variables.get(parts[0].event, {})
    event = c.join(items, [part.head for part in parts], top, own_properties)
    whole = Proposition(top, event, top, event)
    return _operate(c, whole, c.info(word), force or _force(c, word)) if shared else whole


def _share_object(c: Composer, verbs: list[Word]) -> None:
    """*washes and dries a car*: the car is the object of both."""
    for verb in verbs:
        if (last := c.info(verb).object_of) is not None:
            found = c.words[last].first("dobj")
            if found is not None and (last, "dobj") not in c.gaps:
                c.gaps[last, "dobj"] = c.noun_phrase(found)
            c.gaps[verb.i, "dobj"] = c.gaps[last, "dobj"]


def simple(
    c: Composer, word: Word, subject: str, label: str = "", properties: Properties | None = None,
    force: str = "", operate: bool = True,
) -> Proposition:  # fmt: skip
    """One clause without its coordinated sisters.

    Args:
        subject: of what it has none of its own for.
        label: where the main predicate goes; a fresh label without it.
        properties: of the main event, in place of those that the verb group says.
        force: SF, in place of what the order of words says.
        operate: with its modal and its negation.
    """
    info = c.info(word)
    force = force or _force(c, word)
    label = label or c.graph.handle()
    c.cover(word)  # and words of the verb group that have no predication of their own
    c.covered.update(info.auxiliaries, [] if info.to is None else [info.to])
    before = len(c.deferred)
    event = c.verb_phrase(word, subject, label, properties or _properties(info, force, word))
    c.events.setdefault(word.i, event)
    c.modifiers(word, "clause", event, label)
    scopal = c.deferred[before:]
    del c.deferred[before:]
    core = Proposition(label, event, label, event)
    for mark in word.of("mark"):  # *It rained, so they left*
        if mark.lower == "so" and word.dep in ("ROOT", "conj", "ccomp"):
            c.modify("_so_a_thus", mark, label, event)
    if operate:
        core = _operate(c, core, info, force)
    for above in sorted(scopal, key=lambda w: abs(w.i - w.head.i)):  # those nearest the verb first
        core = c.scope(core, above, force)
    return core


def as_argument(c: Composer, word: Word) -> str:
    """A clause in the place of a noun phrase, by its handle: *what computers are*."""
    c.cover(*relations.complementisers(word))
    return c.graph.qeq(c.clause(word).top)


def _properties(info: Clause, force: str, word: Word) -> Properties:
    """Properties of a clause's main event."""
    tense = "untensed" if info.modal else info.tense or "untensed"
    bare = tense == "untensed" and word.tag == "VBG" and not info.auxiliaries
    return {
        "SF": "prop" if info.modal else force,
        "TENSE": "tensed" if force == "comm" else tense, "MOOD": "indicative",
        "PROG": "+" if bare or info.progressive else "-", "PERF": "+" if info.perfect else "-",
    }  # fmt: skip


def _force(c: Composer, word: Word) -> str:
    info = c.info(word)
    if word.dep in ("ROOT", "conj"):
        if info.question or (word.i in c.clauses and _asks(word)):
            return "ques"
        bare = info.to is None and info.modal is None and not relations.subject(word)
        if bare and word.dep == "ROOT" and word.tag in ("VB", "VBP"):
            return "ques" if c.words[-1].text == "?" else "comm"
    embedded = word.dep in ("ccomp", "pcomp", "csubj") and any(
        (d.dep == "mark" and d.lower in ("whether", "if"))
        or any(s.tag in relations.QUESTION_TAGS for s in (d, *d.dependents))
        for d in word.dependents
        if d.i < word.i
    )
    return "ques" if embedded else "prop"


def _asks(word: Word) -> bool:
    """A main clause with a question word in front: *Who saw Kim?*."""
    return word.dep == "ROOT" and any(
        inner.tag in relations.QUESTION_TAGS and inner.i < word.i
        for d in word.dependents
        if d.i < word.i and d.dep not in ("advcl", "ccomp", "csubj")
        for inner in (d, *d.dependents, *(below for c in d.dependents for below in c.dependents))
        if inner.dep != "relcl" and inner.head.dep != "relcl"
    )


def _shares_operators(c: Composer, words: list[Word]) -> bool:
    """Whether one modal, or one *do not*, stands over all coordinated verb phrases."""
    first = c.info(words[0])
    if not first.modal and first.negation is None:
        return False
    supported = any(c.words[i].lemma == "do" for i in first.auxiliaries)
    for word in words[1:]:
        info = c.info(word)
        left_out = info.shares or (supported and word.tag in ("VB", "VBP"))
        if not left_out or info.auxiliaries or info.negation is not None or info.to is not None:
            return False
        if word.first("nsubj", "nsubjpass", "expl"):
            return False
        if supported:
            c.clauses[word.i] = replace(info, tense=first.tense, shares=True)
    return True


def _operate(c: Composer, core: Proposition, info: Clause, force: str) -> Proposition:
    """Put a clause's modal and its negation over the main predicate, negation outermost."""
    if info.modal is not None:
        # without a word of its own it is shared with the clause before: *She may sing and dance*
        words = (c.words[i] for i in info.auxiliaries)
        word = next((w for w in words if w.dep == "aux"), c.words[info.head])
        kind = "qmodal" if info.modal in _QUASI_MODALS else "modal"
        predicate = f"_{_PAST_OF.get(info.modal, info.modal)}_v_{kind}"
        tense = _TENSE_OF_MODAL.get(info.modal, "pres")
        properties = {**c.graph.variables[core.event], "SF": force, "TENSE": tense}
        label, event = c.over(core, predicate, word, properties)
        core = core._replace(top=label, head=event)
    if info.negation is not None:
        word = c.words[info.negation]
        never = word.lower == "never"
        own = FORCE if never else c.graph.variables[core.head]
        label, _ = c.over(core, "_never_a_1" if never else "neg", word, own)
        core = core._replace(top=label)
    return core
