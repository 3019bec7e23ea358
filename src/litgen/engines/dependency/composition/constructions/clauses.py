"""Clauses: the verb group, what modifies it, and the operators over it, in their order."""

from __future__ import annotations

from dataclasses import replace

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


def coordinated(
    c: Composer, word: Word, subject: str | None, label: str, properties: Properties | None,
    force: str, operate: bool,
) -> Proposition:  # fmt: skip
    """Coordinated clauses or verb phrases: ``_and_c`` over their events, at one label.

    Clauses with operators of their own (negation, modals) are lifted to the common label.
    """
    items = _clausal(word)
    _share_object(c, [item.word for item in items])
    shared = _shares_operators(c, [item.word for item in items])
    parts: list[Proposition] = []
    for item in items:
        own = None if relations.subject(item.word) is not None else subject
        parts.append(c.clause(item.word, own, "" if parts else label, properties, force,
                              alone=True, operate=not shared))  # fmt: skip
        given = subject is not None and item.word is word
        found = None if given else relations.subject(item.word)
        if found is not None and found.dep != "expl":  # following verb phrases share it
            subject = next((at[found.i] for at in (c.joined, c.referents, c.known)
                            if at.get(found.i)), None)  # fmt: skip
    top = parts[0].top
    for part in parts[1:]:
        c.graph.merge(part.top, top)
    own_properties = c.graph.variables.get(parts[0].event, {})
    event = c.join(items, [part.head for part in parts], top, own_properties)
    whole = Proposition(top, event, top, event)
    return _operate(c, whole, c.clauses.get(word.i), force or _force(c, word)) if shared else whole


def _share_object(c: Composer, verbs: list[Word]) -> None:
    """*washes and dries a car*: the car is the object of both."""
    for verb in verbs:
        info = c.clauses.get(verb.i)
        if info is not None and info.object_of is not None:
            last = (info.object_of, "dobj")
            found = c.words[info.object_of].first("dobj")
            if found is not None and last not in c.gaps:
                c.gaps[last] = c.noun_phrase(found)
            c.gaps[verb.i, "dobj"] = c.gaps[last]


def simple(
    c: Composer, word: Word, subject: str | None, label: str, properties: Properties | None,
    force: str, operate: bool,
) -> Proposition:  # fmt: skip
    """One clause without its coordinated sisters."""
    info = c.clauses.get(word.i)
    force = force or _force(c, word)
    label = label or c.graph.handle()
    c.cover(word)
    if info is not None:  # words of the verb group that have no predication of their own
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


def _properties(info: Clause | None, force: str, word: Word) -> Properties:
    """Properties of a clause's main event."""
    modal = info is not None and info.modal is not None
    tense = "untensed" if info is None or modal else info.tense or "untensed"
    bare = tense == "untensed" and word.tag == "VBG" and not (info and info.auxiliaries)
    progressive = bare or (info is not None and info.progressive)
    perfect = info is not None and info.perfect
    return {
        "SF": "prop" if modal else force,
        "TENSE": "tensed" if force == "comm" and not modal else tense, "MOOD": "indicative",
        "PROG": "+" if progressive else "-", "PERF": "+" if perfect else "-",
    }  # fmt: skip


def _force(c: Composer, word: Word) -> str:
    info, subject = c.clauses.get(word.i), relations.subject(word)
    if word.dep in ("ROOT", "conj"):
        if info is not None and (info.question or _asks(word)):
            return "ques"
        bare = info is None or (info.to is None and info.modal is None)
        if bare and word.dep == "ROOT" and word.tag in ("VB", "VBP") and not subject:
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
    first = c.clauses.get(words[0].i)
    if first is None or not (first.modal or first.negation is not None):
        return False
    supported = any(c.words[i].lemma == "do" for i in first.auxiliaries)
    for word in words[1:]:
        info = c.clauses.get(word.i)
        if info is None or info.auxiliaries or info.negation is not None or info.to is not None:
            return False
        left_out = info.shares or (supported and word.tag in ("VB", "VBP"))
        if not left_out or word.first("nsubj", "nsubjpass", "expl"):
            return False
        if supported:
            c.clauses[word.i] = replace(info, tense=first.tense, shares=True)
    return True


def _operate(c: Composer, core: Proposition, info: Clause | None, force: str) -> Proposition:
    """Put a clause's modal and its negation over the main predicate, negation outermost."""
    if info is not None and info.modal is not None:
        # without a word of its own it is shared with the clause before: *She may sing and dance*
        words = (c.words[i] for i in info.auxiliaries)
        word = next((w for w in words if w.tag == "MD" or w.dep == "aux"), c.words[info.head])
        kind = "qmodal" if info.modal in _QUASI_MODALS else "modal"
        predicate = f"_{_PAST_OF.get(info.modal, info.modal)}_v_{kind}"
        tense = _TENSE_OF_MODAL.get(info.modal, "pres")
        properties = {**c.graph.variables[core.event], "SF": force, "TENSE": tense}
        label, event = c.over(core, predicate, word, properties)
        core = core._replace(top=label, head=event)
    if info is not None and info.negation is not None:
        word = c.words[info.negation]
        never = word.lower == "never"
        own = FORCE if never else c.graph.variables[core.head]
        label, _ = c.over(core, "_never_a_1" if never else "neg", word, own)
        core = core._replace(top=label)
    return core
